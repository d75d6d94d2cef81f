//! The page of a dump: what is given, and what is known of it.

use super::aside::Column;
use super::given::{Outcome, recognized};
use super::input::{OnGiven, examples, start, zone};
use super::picture::Images;
use super::scenes::{Dress, matrix, memory};
use super::*;
use crate::frame::{Look, title};

/// How long after the last letter a dump is looked at, in milliseconds: the page stays at hand.
const WAIT_MS: u32 = 120;
/// What opens the field of the dump.
const INPUT: &str = "Dump";

/// How what is asked is kept in the address.
static FORMAT: Format<DumpShown> = Format {
    is_own: |route| match route {
        Route::Memory(part) => !matches!(part, Some("tma" | "lanes")),
        _ => false,
    },
    read: opened,
    ..Format::of_form(|_| false)
};

/// What a link opens. One that names an example and no more has what is known of it.
fn opened(link: &str) -> OpenedForm<DumpShown> {
    let mut opened: OpenedForm<DumpShown> = form_from_link(link);
    let silent = DumpShown { example: opened.shown.example, ..DumpShown::default() };
    if let Some(example) = opened.shown.example.filter(|_| opened.shown == silent) {
        opened.shown = silent.with_example(example);
    }
    opened
}

/// What is recognized in what is given, some time after it last changed; nothing while it is looked for the first time.
#[hook]
fn use_outcome(given: &Given) -> Option<Outcome> {
    let last = use_mut_ref(|| None::<Outcome>);
    let outcome = use_later(WAIT_MS, given.looked_through(), |asked, turns| async move {
        if asked.held.mark().is_some() {
            asked.held.keep();
        }
        Some(recognized(&asked, async || turns.pause().await).await)
    });
    if let Some(outcome) = outcome {
        last.replace(outcome);
    }
    last.borrow().clone()
}

/// What is known of the dump. While a value is wrong that only says more of it, what was known stays.
#[hook]
fn use_known(outcome: Option<&Outcome>) -> Option<Rc<Recognized>> {
    let known = use_mut_ref(|| None::<Rc<Recognized>>);
    let now = match outcome {
        Some(Ok(recognized)) => Some(recognized.clone()),
        Some(Err((field, _))) if *field != "dump" => known.borrow().clone(),
        Some(Err(_)) | None => None,
    };
    known.replace(now.clone());
    now
}

/// The dump of a link or the one that was given here, and what takes another.
#[hook]
fn use_given(opened: &OpenedForm<DumpShown>, on_shown: &Callback<DumpShown>) -> (Given, OnGiven) {
    let (at_hand, on_held) = use_value(Rc::<Held>::default);
    let key = (opened.shown.example, opened.shown.bytes, at_hand);
    let held = use_memo(key, |(.., at_hand)| Held::of_link(&opened.shown, at_hand));
    let given = Given { held, shown: opened.shown.clone() };
    let on_shown = on_shown.clone();
    let on_given = Callback::from(move |(given, _): (Given, bool)| {
        on_held.emit(given.held);
        on_shown.emit(given.shown);
    });
    (given, on_given)
}

/// On a phone one square is in view, at first memory: what the dump is of.
#[hook]
fn use_memory_first(desk: &Desk) {
    let Desk { look, on, .. } = desk.clone();
    use_effect_with(desk.window.0 < NARROW, move |is_narrow| {
        if *is_narrow {
            on.emit(Look { side: 1, ..look });
        }
    });
}

/// The whole page.
#[component]
pub fn Dump(props: &PageProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let (against, on_against) = use_value(|| None::<Against>);
    let (is_fixed, on_fixed) = use_value(|| false);
    let (given, on_given) = use_given(&opened, &on_shown);
    let outcome = use_outcome(&given);
    let known = use_known(outcome.as_ref());
    let is_picture = given.shown.shows == DumpShows::Picture;
    let on_picture = part_of(&given.shown, &on_shown, |shown, is_picture| {
        shown.shows = if is_picture { DumpShows::Picture } else { DumpShows::Cells };
    });
    let desk = {
        let (on_picture, on_against) = (on_picture.clone(), on_against.clone());
        use_desk(props, (given.shown.clone(), against), move |key| {
            match key {
                "p" => on_picture.emit(!is_picture),
                "Escape" if against.is_some() => on_against.emit(None),
                _ => return false,
            }
            true
        })
    };
    // Who types in the field of the dump goes on in it when it is folded to a chip, without a letter lost between.
    let is_typed = use_mut_ref(|| false);
    use_before_paint(known.is_some(), {
        let is_typed = is_typed.clone();
        move |_| {
            if is_typed.replace(false) {
                browser::focus("#memory-dump");
            }
        }
    });
    let key = (known.clone(), given.shown.clone(), against);
    let facts = use_derived(key, |(known, shown, against)| {
        let known = known.clone();
        known.map(|known| Shared::new(Facts::of(known, shown, *against)))
    });
    use_title("Dump");
    use_memory_first(&desk);
    let on_given = {
        let (on_against, desk) = (on_against.clone(), desk.clone());
        on_given.reform(move |(given, by_keys): (Given, bool)| {
            on_against.emit(None);
            is_typed.replace(by_keys);
            desk.on.emit(Look { open: by_keys.then_some(INPUT), first: None, pinned: None, ..desk.look });
            (given, by_keys)
        })
    };
    let on_chosen = part_of(&given.shown, &on_shown, |shown, layout| shown.layout = layout);
    let column = facts.map(|facts| Column { facts, desk: desk.clone(), on_against, on_chosen, on_picture });
    let page = Page {
        opened: &opened,
        given: &given,
        outcome: outcome.as_ref(),
        desk: &desk,
        on_shown: &on_shown,
        on_given: &on_given,
        on_fixed: &on_fixed,
        is_fixed,
    };
    let mut frame = page.frame(column.as_ref());
    frame.notices = page.notices(props.named.as_ref());
    frame.draw(props, &desk)
}

/// What the page is drawn from.
struct Page<'s> {
    opened: &'s OpenedForm<DumpShown>,
    given: &'s Given,
    outcome: Option<&'s Outcome>,
    desk: &'s Desk,
    on_shown: &'s Callback<DumpShown>,
    on_given: &'s OnGiven,
    on_fixed: &'s Callback<bool>,
    is_fixed: bool,
}

impl Page<'_> {
    /// All of the page: the squares of what is known of the dump, or where one is given.
    fn frame(&self, column: Option<&Column>) -> Frame {
        let (shown, desk) = (&self.given.shown, self.desk);
        let fault = |key: &str| match self.outcome {
            Some(Err((at, why))) if *at == key => Some(why.clone()),
            _ if key != "descriptor" || shown.descriptor.trim().is_empty() => None,
            _ => raw_from_hex(shown.descriptor.trim()).err().map(|why| why.to_string()),
        };
        let form = Form { shown, on: self.on_shown, fault: &fault, desk };
        let facts = column.map(|column| &*column.facts);
        let line = self.line(facts);
        let common = Frame {
            title: title(&line),
            verdict: line.kind.name(),
            drawer: self.drawer(&form, facts),
            ..Frame::default()
        };
        let Some((column, facts)) = column.zip(facts) else {
            let ask = in_turn((
                bare("h1", "Which layout is in this dump?"),
                tag("small", "visually-hidden", &line.headline),
            ));
            return Frame {
                title: if self.outcome.is_none() { ask } else { common.title },
                is_start: self.outcome.is_none() && !self.given.is_elsewhere(),
                work: start(self.given, self.on_given, fault("dump").as_deref(), &form),
                ..common
            };
        };
        let on_descriptor = part_of(shown, self.on_shown, |shown, descriptor: Option<Descriptor>| {
            shown.descriptor = descriptor.map_or_else(String::new, |descriptor| descriptor.to_string());
        });
        let press = match desk.look.pinned {
            None => p("q", "Press a unit to follow it to its byte."),
            unit => column.draw(unit, 320.0),
        };
        let look = desk.look;
        let numbers = [("place", None), ("value", Some(true))];
        let numbers = numbers.map(|(text, dress)| (text, dress == look.dress, Look { dress, ..look }));
        Frame {
            buttons: self.buttons(facts, &line, &on_descriptor),
            compare: facts.as_tile().map(|tile| pair_to_complete(&link_from_shown(&tile))),
            options: option("Numbers", numbers, &desk.on),
            sentence: self.sentence(&form, facts),
            is_wrong: !facts.is_readable() || facts.has_wrong(),
            work: self.work(column, &on_descriptor),
            asides: [column.draw(None, 320.0), press],
            foot: foot(facts, on_descriptor),
            below: column.below(),
            ..common
        }
    }

    /// The parts of the link that were not read.
    fn notices(&self, unknown: Option<&String>) -> Vec<Notice> {
        let unknown = unknown
            .map(|part| Notice { part: part.clone(), why: "there is no such part of this page".into() });
        unknown.into_iter().chain(self.opened.notices.iter().cloned()).collect()
    }

    fn line(&self, facts: Option<&Facts>) -> VerdictLine<Descriptor> {
        let line = match (facts, self.outcome) {
            (_, Some(Err(("dump", _)))) => VerdictLine::new(VerdictKind::Wrong, "This dump cannot be read"),
            (_, Some(Err((_, why)))) => VerdictLine::new(VerdictKind::Incomplete, why.clone()),
            (Some(facts), _) => facts.verdict(),
            (None, _) => VerdictLine::new(VerdictKind::Incomplete, "No dump to judge"),
        };
        line.as_far_as_read(self.opened.unread())
    }

    /// Squares or images, and the column beside them.
    fn work(&self, column: &Column, on_descriptor: &Callback<Option<Descriptor>>) -> Html {
        let (facts, desk) = (&column.facts, self.desk);
        let dress = Dress { has_values: desk.look.dress.is_some(), is_fixed: self.is_fixed };
        let of_matrix = (facts.size[0] > 0).then(|| matrix(facts, dress));
        let scenes: Vec<_> = of_matrix.into_iter().chain([memory(facts, dress)]).map(Shared::new).collect();
        let is_picture = self.given.shown.shows == DumpShows::Picture;
        let picture = is_picture.then(|| html! { <Images {facts} width={8.0 * cell_side(desk.window)} /> });
        let under = facts.shown.filter(|_| facts.is_readable() && !is_picture);
        let under = under.map_or_else(Html::default, |shown| {
            html! { <Steps {shown} typed={facts.typed} on={on_descriptor} /> }
        });
        html! {
            <Work {scenes} got={&facts.got} first={[0, facts.picture.first_read() / 8]} picture={(picture, Some(column.on_picture.clone()))} {under}
                aside={aside_of(column, Column::draw)} desk={desk.clone()} />
        }
    }

    /// The fix: of a descriptor, or of the line of a writer, which is seen while it is pointed at; and the way to Check.
    fn buttons(
        &self,
        facts: &Facts,
        line: &VerdictLine<Descriptor>,
        on: &Callback<Option<Descriptor>>,
    ) -> Html {
        let repair = fixes(line.repairs.first(), &on.reform(Some));
        let writer = facts.found().and_then(|found| found.writer_lines()).map(|[_, expected]| {
            let (over, out) = (sends(self.on_fixed, true), sends(self.on_fixed, false));
            html! { <span onpointerenter={over} onpointerleave={out}><CopyButton class="button is-main" text={expected} what="the fix" shows_what=true /></span> }
        });
        in_turn((
            repair,
            writer,
            facts.as_tile().map(|tile| a("go", link_from_shown(&tile), "Use as tile in Check →")),
        ))
    }

    /// The dump folded to a chip, and what is asked of it: what was not is what was found.
    fn sentence(&self, form: &Form<'_, DumpShown>, facts: &Facts) -> Html {
        let (shown, found) = (&self.given.shown, facts.found());
        let known = |key: &str| match key {
            "mn" => found.map(|found| found.shape.mn.to_string()),
            "k" => found.map(|found| found.shape.k.to_string()),
            "address" => found.map(|found| found.start_text()),
            _ => None,
        };
        let value = |key: &'static str| {
            Some(form.word(key, |text| match text.trim() {
                "" => known(key).unwrap_or_else(|| "auto".into()),
                _ => text.into(),
            }))
        };
        let held = &self.given.held;
        let names: Vec<&str> = held.files.iter().map(|(name, _)| name.as_str()).collect();
        let name = match (shown.example, names.is_empty()) {
            (Some(example), _) => example.title().into(),
            (None, true) => "Pasted text".into(),
            (None, false) => names.join(", "),
        };
        let bytes: usize = facts.recognized.dumps.iter().map(|dump| dump.bytes.len()).sum();
        let words = format!("{name}, {} bytes", grouped(bytes as u32));
        in_turn((
            chip(self.desk, INPUT, "dump-input", words, || zone(self.given, self.on_given, None)),
            filled(
                "A {mn} × {k} tile of {element_bits} elements, each holding {values}, from {address}",
                value,
            ),
        ))
    }

    /// All that is asked, in its sections; what the layout tells is not asked.
    fn drawer(&self, form: &Form<'_, DumpShown>, facts: Option<&Facts>) -> Html {
        let is_found = facts.is_some_and(|facts| facts.found().is_some());
        let asked = if is_found { |key: &str| key != "major" } else { |_: &str| true };
        in_turn((
            form.sections(asked).map(|(name, fields)| drawer_section(name, fields)),
            examples(self.given, self.on_given, false),
        ))
    }
}

/// The bits of the descriptor; where none reads the dump, its layout.
fn foot(facts: &Facts, on: Callback<Option<Descriptor>>) -> Html {
    if let Some(shown) = facts.shown.filter(|_| facts.is_readable()) {
        return html! { <Foot {shown} {on} /> };
    }
    let words = match facts.found() {
        Some(_) => "No descriptor reads this dump",
        None => "No layout was found",
    };
    let after = facts.descriptor().map(|descriptor| descriptor.to_string());
    in_turn((
        p("l b", words),
        after.map(|text| {
            span(
                "push row s dump-after",
                (
                    span("q", "after the fix"),
                    tag("code", "hex", text.clone()),
                    html! { <CopyButton {text} what="the descriptor" /> },
                ),
            )
        }),
    ))
}
