//! The page: one link, one set of facts, and where the parts are.

use super::scenes::{first_slot, moved, slot_of_id, stations, walked};
use super::state::{Beside, Desk, Open};
use super::view::Stations;
use super::{more, *};
use crate::kit::more as more_word;
use crate::page::Kind;
use crate::page::places::Place;
use swizzle_view::blackwell::{Line, region_rows, row, sections, sentences};

/// How it is kept in the address.
static FORMAT: Format<Shown> = Format {
    is_own: |_: &Route<'_>| Kind::of(&browser::hash()) == Kind::Blackwell,
    read: Shown::of_link,
    write: Shown::link,
    way_back: "#/tensor-memory",
};

/// The widest page, and what is beside the stations; narrower ones have them one under the other.
const WIDEST: f64 = 1920.0;
const SIDES: f64 = 48.0;
const NARROW_SIDES: f64 = 28.0;
const NARROW: f64 = 1000.0;
const DRAWER: f64 = 280.0;
/// Height of what is not cells, and how high a row of them is.
const AROUND: f64 = 452.0;
const ROW: (f64, f64, f64) = (36.0, 56.0, 72.0);
/// Windows from here on have higher rows.
const LARGE: f64 = 1700.0;

/// The whole page.
#[component]
pub fn Blackwell(props: &PageProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let (beside, on_beside) = use_value(Beside::default);
    let (pointed, on_point) = use_value(|| None::<(usize, u32)>);
    let unread = opened.unread();
    let desk = Desk { shown: opened.shown, beside };
    let on = {
        let (desk, on_point) = (desk.clone(), on_point.clone());
        Callback::from(move |act: Act| {
            let next = desk.after(act);
            on_beside.emit(next.beside);
            if next.shown != desk.shown {
                on_point.emit(None);
                on_shown.emit(next.shown);
            }
        })
    };
    let facts = use_derived(desk.shown.clone(), |shown| Shared::new(Facts::of(shown)));
    use_outside(
        desk.beside.open != Open::Nothing,
        ".word-place, .pop",
        on.reform(|()| Act::Open(Open::Nothing)),
    );
    use_key_acts(desk.clone(), &on, {
        let (facts, open) = (facts.clone(), desk.beside.open);
        move |event| act_of_key(event, &facts, open)
    });
    let name = Place::of(&desk.shown.link()).map_or("Blackwell", |place| place.name);
    use_title(name);
    use_effect_with(desk.beside.open == Open::Element, |is_open| {
        if *is_open {
            browser::focus(".is-text input");
        }
    });
    let (window, ink) = (use_window(), use_ink(props.look));
    let view = View { desk: &desk, facts: &facts, pointed, on_point, look: props.look, window, ink, on: &on };
    let line = facts.line.clone().as_far_as_read(unread);
    let has_wrong = tone(false, &line) == Some("is-wrong");
    let head = view.verdict(&line);
    let is_narrow = view.is_narrow();
    let has_drawer = desk.beside.has_drawer;
    let drawer = has_drawer.then(|| view.drawer());
    let bar = bar_or_way(props);
    let main = tag(
        "main",
        "sheet-page blackwell",
        (
            noticed(&opened.notices, None),
            head,
            div(
                classes!("sentence", has_wrong.then_some("small-words")),
                (view.sentence(0), all_parameters(has_drawer, sends(&on, Act::Drawer))),
            ),
            view.body(),
        ),
    );
    whole("app", is_narrow, bar, main, drawer)
}

/// What a key of the page does, if it is one.
fn act_of_key(event: &KeyboardEvent, facts: &Facts, open: Open) -> Option<Act> {
    let key = event.key();
    let digit = key.parse::<usize>().ok().and_then(|digit| digit.checked_sub(1));
    if let Some((trip, _)) = digit.and_then(|at| Trip::ALL.get(at)) {
        return Some(Act::Trip(*trip));
    }
    match key.as_str() {
        "Escape" => (open != Open::Nothing).then_some(Act::Open(Open::Nothing)),
        "e" => Some(Act::Drawer),
        "w" if facts.shown.trip == Trip::Cell => {
            let mut cell = facts.shown.tensor.cell;
            cell.lane = (cell.lane + 32) % 128;
            Some(Act::Show(facts.shown.with_cell(cell)))
        }
        key => walked(facts, key, event.shift_key()).map(Act::Show),
    }
}

/// What the parts are drawn from.
struct View<'v> {
    desk: &'v Desk,
    facts: &'v Shared<Facts>,
    pointed: Option<(usize, u32)>,
    on_point: Callback<Option<(usize, u32)>>,
    look: Look,
    window: (f64, f64),
    ink: Shared<Ink>,
    on: &'v Callback<Act>,
}

impl View<'_> {
    fn is_narrow(&self) -> bool {
        self.window.0 < NARROW
    }

    /// Width of the plan and the stations.
    fn width(&self) -> f64 {
        let drawer = if self.desk.beside.has_drawer { DRAWER } else { 0.0 };
        if self.is_narrow() {
            self.window.0 - NARROW_SIDES
        } else {
            self.window.0.min(WIDEST + drawer) - SIDES - drawer
        }
    }

    /// What is looked at: what is pointed at, if anything is.
    fn at(&self) -> Shown {
        let pointed = self.pointed.and_then(|(station, id)| moved(self.facts, station, id));
        pointed.unwrap_or_else(|| self.desk.shown.clone())
    }

    /// The title: the verdict, what it rests on, the fix, and the findings.
    fn verdict(&self, line: &swizzle_text::VerdictLine<Shown>) -> Html {
        let fix = fixes(line.repairs.first(), &self.on.reform(Act::Show));
        let found = (!self.facts.found.is_empty()).then(|| {
            let words = counts(self.facts.found.iter().map(|found| found.severity));
            self.more(Open::Findings, words, || more::findings(self.facts, self.on))
        });
        verdict_row(line, in_turn((fix, found)), Html::default())
    }

    /// A word that opens something.
    fn more(&self, open: Open, words: String, content: impl FnOnce() -> Html) -> Html {
        let is_open = self.desk.beside.open == open;
        more_word(words.clone(), words, is_open, sends(self.on, Act::Open(open)), content)
    }

    /// A sentence whose words are controls.
    fn sentence(&self, number: usize) -> Html {
        let shown = &self.desk.shown;
        let trip = match shown.trip {
            Trip::Scale if number == 0 && shown.is_planned() => Trip::Cell,
            trip => trip,
        };
        filled(sentences(trip)[number], |key| {
            if key == "element" {
                return Some(self.element());
            }
            let (key, row) = row(self.facts, trip, key)?;
            let is_open = self.desk.beside.open == Open::Word(key);
            Some(word(&row, row.text(), is_open, &self.setting(key)))
        })
    }

    /// The element that is looked at, which can be typed.
    fn element(&self) -> Html {
        let fault = self.desk.fault();
        let held = self.facts.held_text(&self.at());
        let is_open = self.desk.beside.open == Open::Element;
        let text = if fault.is_some() || is_open && !self.desk.beside.typed.is_empty() {
            &self.desk.beside.typed
        } else {
            &held
        };
        let word = TextWord {
            label: "Element",
            text,
            shown: text,
            hint: "such as D(70, 33), SFA(37, 5) or D 2 (6, 33)",
            fault: fault.as_deref(),
            is_open,
        };
        word.draw(sends(self.on, Act::Open(Open::Element)), &self.on.reform(Act::Find))
    }

    /// Plan, trip and stations; nothing of a stage that there is not.
    fn body(&self) -> Html {
        let (at, shown) = (self.at(), &self.desk.shown);
        let is_missing = self.desk.fault().is_some() && self.pointed.is_none();
        if shown.trip == Trip::Scale && self.facts.stage().is_none() {
            return div("trip", (self.trips(), p("hint", "No pictures: no stage has these values.")));
        }
        let slot = (shown.trip == Trip::Fragment).then(|| self.slot());
        let mut all = stations(self.facts, &at, self.pointed.map(|(station, _)| station), slot);
        let (cells, sums, told) = if is_missing {
            Default::default()
        } else {
            (self.facts.cells(&at), self.facts.sums(&at), self.told(&at))
        };
        if is_missing {
            all.iter_mut().for_each(|station| station.hot = None);
        }
        in_turn(((shown.trip != Trip::Fragment).then(|| html! { <PlanBar facts={self.facts} {cells} width={self.width()} look={self.look} on={self.on.reform(Act::Show)} /> }), div("trip", (self.trips(), span("l", self.sentence(1)), span("push evidence", self.more(Open::Sources, self.facts.rests_on(&at), || in_turn((more::evidence(self.facts, &at), more::other_reading(self.facts, &at, &self.ink))))))), self.stations(all, &at), div("sums", (sums.into_iter().map(sum), self.rest(&at, is_missing))), p("visually-hidden", told).with("aria-live", "polite")))
    }

    fn told(&self, at: &Shown) -> String {
        if at.trip != Trip::Fragment {
            return self.facts.told(at);
        }
        let (fragment, id) = (self.facts.asked.fragment, self.slot());
        fragment.told(slot_of_id(&fragment, id))
    }

    /// The cell of a fragment that is followed.
    fn slot(&self) -> u32 {
        self.pointed.map_or_else(|| first_slot(self.facts), |(_, id)| id)
    }

    fn trips(&self) -> Html {
        let here = self.desk.shown.trip;
        let all = Trip::ALL.map(|(trip, name)| (name, trip == here, Act::Trip(trip)));
        segments("Trip", all, self.on)
    }

    /// The stations with their instructions.
    fn stations(&self, all: Vec<Station>, at: &Shown) -> Html {
        let shown = self.desk.shown.clone();
        let on_factor =
            self.on.reform(move |factor: u32| Act::Show(shown.with_factor((shown.scale.row, factor))));
        let operation = |(number, station): (usize, &Station)| {
            let words = station.operation.clone().filter(|words| !words.is_empty())?;
            let open = Open::Operation(number);
            Some(self.more(open, words.clone(), || more::operation(self.facts, at, &words, &on_factor)))
        };
        let operations: Vec<_> = all.iter().enumerate().map(operation).collect();
        let (facts, on, point) = (self.facts.clone(), self.on.clone(), self.on_point.clone());
        let is_fragment = self.desk.shown.trip == Trip::Fragment;
        let now = self.pointed;
        let on_event = Callback::from(move |(station, event): (usize, Event)| {
            let at = |id| (station, id);
            let to = match event {
                Event::Point(id) => return point.emit(id.map(at)),
                Event::Walk(id) if is_fragment => return point.emit(Some(at(id))),
                Event::Walk(id) => Some(at(id)),
                Event::Pin(id) => id.map(at).or(now),
                Event::Zoom(_) | Event::First(_) => None,
            };
            let shown = to.and_then(|(station, id)| moved(&facts, station, id));
            shown.into_iter().for_each(|shown| on.emit(Act::Show(shown)));
        });
        let most = if self.window.0 > LARGE { ROW.2 } else { ROW.1 };
        let row = ((self.window.1 - AROUND) / 8.0).floor().clamp(ROW.0, most);
        html! { <Stations stations={all} width={self.width()} height={8.0 * row} is_narrow={self.is_narrow()} {operations} ink={&self.ink} on={on_event} /> }
    }

    /// What is behind the sums.
    fn rest(&self, at: &Shown, is_missing: bool) -> Html {
        in_turn((
            (at.trip == Trip::Cell && !is_missing).then(|| {
                self.more(Open::Held, "What the cell holds".into(), || more::of_cell(self.facts, at))
            }),
            self.facts.pair().map(|pair| {
                self.more(Open::Pair, "What each CTA holds".into(), || more::of_pair(self.facts, pair))
            }),
        ))
    }

    /// What a change of a parameter does.
    fn setting(&self, key: Key) -> Callback<Change> {
        self.on.reform(move |change| Act::Set(key, change))
    }

    /// A parameter in the drawer.
    fn field(&self, (key, row): (Key, Row)) -> Html {
        field(row, &self.setting(key))
    }

    /// All parameters.
    fn drawer(&self) -> Html {
        let section = |(name, keys): (&'static str, Vec<&'static str>)| {
            let own = keys.into_iter();
            let own = own.filter_map(|key| row(self.facts, self.desk.shown.trip, key));
            let regions = (name == REGIONS).then(|| {
                let count = self.desk.shown.tensor.plan.places.len();
                several((0..count).map(|at| self.region(at)))
            });
            drawer_section(name, in_turn((regions, own.map(|row| self.field(row)))))
        };
        let all = sections(self.desk.shown.trip).into_iter().map(section);
        drawer(sends(self.on, Act::Drawer), all.collect())
    }

    /// A region: its place, and what selects and removes it.
    fn region(&self, index: usize) -> Html {
        let (shown, laid) = (&self.desk.shown, &self.facts.laid);
        let here = shown.tensor.region(laid) == Some(index);
        let with = |tensor| {
            let shown = Shown { tensor, ..shown.clone() };
            sends(self.on, Act::Show(shown))
        };
        let (name, fault) = match laid.all.get(index) {
            Some(Ok(region)) => (region.name.clone(), None),
            Some(Err(unplaced)) => (unplaced.name.clone(), Some(unplaced.why.to_string())),
            None => return Html::default(),
        };
        let rows = region_rows(self.facts, index).into_iter();
        div(
            classes!("plan-region", here.then_some("is-here")),
            (
                div(
                    "row apart",
                    (
                        press("plain", &name, with(shown.tensor.with_selected(index)))
                            .with("aria-pressed", here)
                            .with("aria-label", format!("Select {name}")),
                        button(
                            "is-icon",
                            format!("Remove {name}"),
                            icon(icon::CLOSE),
                            with(shown.tensor.without(index)),
                        ),
                    ),
                ),
                rows.map(|row| self.field(row)),
                fault.map(|fault| p("hint is-wrong toned", fault)),
            ),
        )
    }
}

/// A name, a sum and what it comes to.
fn sum((name, sum, value): Line) -> Html {
    let is_sum = sum.contains(['+', '×', '/']) || sum.contains("mod");
    span("row s", (span("q", name), span("m q", &sum), if is_sum { "= " } else { "" }, tag("b", "m", value)))
}
