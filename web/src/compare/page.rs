//! The page: two states, one address, and where the parts are.

use super::ask::Ask;
use super::*;
use crate::cells::Event;
use crate::check::work::is_as_isa;
use crate::check::{
    Bits, BitsProps, Drawer, Hex, Key, Part, SENTENCE, digits, eye, id_of, parts, row, said, steps, times,
    traced, use_play, word_text,
};
use crate::frame::title;
use crate::page::edited_bar;

/// Gutters of numbers and of addresses; width of the column at the right.
const GUTTERS: [f64; 2] = [40.0, 64.0];
const ASIDE: f64 = 304.0;

/// The whole page.
#[component]
pub fn Compare(props: &PageProps) -> Html {
    let (pair, on) = use_store(|| Pair::from_address(&browser::hash()), Pair::after);
    use_written(|hash| pair_to_open(hash).is_some(), Some(pair.link()), on.reform(Act::Address));
    use_title("Compare");
    let on_undo = use_callback(on.clone(), |action, on| on.emit(Act::Step(action)));
    use_keys(on_undo.clone());
    let is_open = pair.sides.iter().any(|side| side.look.open.is_some());
    let on_both = on.reform(Act::Both);
    let (look, window) = (pair.look(), use_window());
    let close = on.reform(move |()| Act::Side(0, Of::Look(look.closed())));
    use_outside(is_open, ".word-place, .field-place, .pop", close);
    let rows = pair.look().rows.unwrap_or(if window.0 < NARROW { 8 } else { 16 });
    use_key_acts((is_open, look, rows), &on, move |event| match &*event.key() {
        "Escape" if is_open => Some(Act::Side(0, Of::Look(look.closed()))),
        "Escape" => Some(Act::Pin(None)),
        key => Some(Act::Both(Of::Look(look.after_key(key, rows)?))),
    });
    let in_view = pair.sides.each_ref().map(|side| *side.in_view());
    let unread = pair.sides.each_ref().map(|side| unread_of(&side.shown.said, &side.notices));
    let both = use_memo((in_view, unread, pair.is_read()), |(shown, unread, is_read)| {
        Both::of(shown.each_ref(), *unread, *is_read)
    });
    let ink = use_ink(props.look);
    let (hover, on_hover) = use_value(|| None::<Coord>);
    let first = both.as_ref().as_ref().map(|both| &both.facts[0]);
    let play = use_play(first, &on.reform(|of| Act::Side(0, of)));
    let Some(both) = &*both else {
        return bare("main", (bare("h1", "Compare"), p("", "There is no picture of these parameters.")));
    };
    let at = if pair.asks { 0 } else { pair.at };
    let on_side = on.reform(move |action| Act::Side(at, Of::Of(action)));
    let boxed = html! { <Anything key={at} page={Some((pair.sides[at].shown, on_side))} /> };
    let bar = edited_bar(props, Some(boxed), undo_tools(pair.can(), &on_undo));
    let notices: Vec<_> = pair.sides.iter().flat_map(|side| side.notices.clone()).collect();
    let page =
        Page { pair: &pair, both, at: hover.or(pair.pinned()), on_hover, window, rows, ink: &ink, on: &on };
    let is_narrow = window.0 < NARROW;
    let beside = match pair.asks {
        true => html! { <Ask shown={pair.sides[0].shown} on={&on} /> },
        false if is_narrow => Html::default(),
        false => tag("aside", "aside", page.aside())
            .with("aria-label", "Differences")
            .with("style", format!("width:{ASIDE}px")),
    };
    let work = classes!("work", is_narrow.then_some("is-narrow"));
    let (title, buttons) = page.head();
    let frame = Frame {
        class: "compare",
        verdict: if pair.asks { "" } else { both.line.kind.name() },
        title,
        buttons,
        options: eye(&pair.sides[0], props, &on_both),
        rows: Some((rows, UNITS_MOST)),
        keys: KEYS,
        sentence: page.sentence(),
        is_wrong: true,
        work: div(work, (page.squares(play), beside)),
        asides: if is_narrow { [page.differences(), page.aside()] } else { Default::default() },
        drawer: page.drawer(),
        foot: foot(&pair, both, maybe((!pair.asks).then(|| page.which("Fields of"))), &on),
        notices,
        bar: Some(bar),
        is_whole: true,
        ..Frame::default()
    };
    let desk = Desk { look, on: on_both.reform(Of::Look), window, ink: ink.clone() };
    frame.draw(props, &desk)
}

/// Keys, and what they do.
const KEYS: &str = "arrows in a square: walk over the units of both
Enter: pin the unit in both
Escape: close, unpin
− +: more or fewer rows
e: all parameters
Ctrl Z, Ctrl Shift Z: undo, redo";

/// What the parts are drawn from.
struct Page<'p> {
    pair: &'p Pair,
    both: &'p Both,
    /// The element in view.
    at: Option<Coord>,
    on_hover: Callback<Option<Coord>>,
    window: (f64, f64),
    rows: u32,
    ink: &'p Shared<Ink>,
    on: &'p Callback<Act>,
}

impl Page<'_> {
    fn is_narrow(&self) -> bool {
        self.window.0 < NARROW
    }

    /// The title, and what mends and exchanges the two.
    fn head(&self) -> (Html, Html) {
        let Self { pair, both, on, .. } = self;
        if pair.asks {
            let words = "The differences appear here when B is known.";
            let title = in_turn((bare("h1", "Compare with…"), tag("small", "q s", words)));
            (title, Html::default())
        } else {
            let fixes = fixes(&both.line.repairs, &on.reform(Act::Mend));
            let swap = text_button("", "Swap", sends(on, Act::Put([1, 0])));
            (title(&both.line), in_turn((fixes, swap)))
        }
    }

    /// What both are, said once; where they differ, a word of each.
    fn sentence(&self) -> Html {
        let Self { pair, both, on, .. } = self;
        let sides = if pair.asks { 0..1 } else { 0..2 };
        let part = |part: Part| {
            let (key, after) = match part {
                Part::Text(text) => return html! { text },
                Part::Value(key, after) => (key, after),
            };
            let Some(id) = id_of(key) else {
                return Html::default();
            };
            let by = both.facts.each_ref().map(|facts| times(facts, id));
            let rows = [0, 1].map(|side| row(&both.facts[side], id).times(by[side]));
            let is_same = pair.asks || rows[0].value == rows[1].value;
            let one = |side: usize| {
                let arch = both.facts[side].spec.reader().arch;
                let change = on.reform(move |change: Change| {
                    match Key::Param(id).act(arch, change.divided(by[side])) {
                        of if !is_same || matches!(of, Of::Open(_)) => Act::Side(side, of),
                        of => Act::Both(of),
                    }
                });
                let text = word_text(&rows[side], id, after);
                let is_open = pair.sides[side].look.open == Some(key);
                in_turn((
                    (!is_same).then(|| in_turn((mark(side), " "))),
                    said(&rows[side], text, is_open, &change),
                    if !is_same && side == 0 { " " } else { "" },
                ))
            };
            several(sides.clone().filter(|side| *side == 0 || !is_same).map(one))
        };
        let start = if pair.asks { "A " } else { "Both: " };
        in_turn((start, parts(SENTENCE).map(part)))
    }

    /// A choice of one of the two.
    fn which(&self, label: &'static str) -> Html {
        tabs(label, PAIR_NAMES, self.pair.at, &self.on.reform(Act::At))
    }

    /// Both squares, or the one that there is room for; under them the step, and what they show.
    fn squares(&self, (is_playing, on_play): (bool, Callback<()>)) -> Html {
        let Self { pair, both, on, .. } = self;
        let width = 8.0 * cell_side(self.window);
        let gutter = GUTTERS[usize::from(pair.is_memory)];
        let sides = match () {
            () if pair.asks => 0..1,
            () if self.is_narrow() => pair.at..pair.at + 1,
            () => 0..2,
        };
        let second = width + GAP;
        let whole = if sides.len() < 2 { gutter + width + 16.0 } else { second + gutter + width + 16.0 };
        let shown = sides.clone().map(|side| {
            let left = if side == sides.start { 0.0 } else { second };
            section("compare-side", PAIR_NAMES[side], self.side(side, width, gutter))
                .with("style", format!("left:{left}px"))
        });
        let which = self.is_narrow() && !pair.asks;
        let all = [("Matrix", false), ("Memory", true)]
            .map(|(name, is)| (name, is == pair.is_memory, Act::Memory(is)));
        let compared = [("Tile", Shows::Tile), ("Read", Shows::Read)].map(|(name, shows)| {
            let is_here = pair.is_read() == (shows == Shows::Read);
            (name, is_here, Act::Side(0, Of::edit(Edit::Shows(shows))))
        });
        let steps = steps(&both.facts[0], 4, (is_playing, &on_play), &on.reform(|of| Act::Side(0, of)));
        div(
            "squares",
            (
                which.then(|| self.which("Which of the two")),
                div(classes!("pair", pair.look().is_text.then_some("is-flow")), shown)
                    .with("style", (!pair.look().is_text).then(|| format!("height:{}px", TOP + width))),
                div(
                    "under-squares",
                    (
                        steps,
                        div(
                            "cluster",
                            (
                                segments("Squares", all, on),
                                segments("Compared", compared, on),
                                span("q s", both.legend()),
                            ),
                        ),
                    ),
                )
                .with("style", format!("padding-inline-start:{gutter}px;--square:{width}px")),
            ),
        )
        .with("style", format!("width:{whole}px"))
    }

    fn side(&self, side: usize, width: f64, gutter: f64) -> Html {
        let Self { pair, both, at, .. } = self;
        let facts = &both.facts[side];
        let dress = Dress::of(facts, is_as_isa(&pair.sides[0]));
        let scene = Shared::new(both.scene(side, pair.is_memory, &dress));
        let hex =
            facts.descriptor.map(|held| digits(held, both.facts[1 - side].descriptor.filter(|_| !pair.asks)));
        let head = tag(
            "h2",
            "compare-head row",
            (
                mark(side),
                bare("code", hex),
                a("plain s push", link_from_shown(&pair.sides[side].shown), "Open in Check"),
            ),
        )
        .with("style", format!("left:{gutter}px;width:{width}px"));
        if pair.look().is_text {
            return in_turn((head, as_table(&scene)));
        }
        let unit = at.and_then(|at| both.unit(side, at));
        let got = unit.and_then(|unit| facts.source(unit));
        let hot = Hot::of(unit, got, pair.is_memory);
        let first = pair.look().first.unwrap_or_default()[side];
        let geometry = scene.geometry((width, width), self.rows, first, hot.here);
        html! { <>{ head }<Cells {scene} {geometry} {gutter} is_rail_behind={side == 1} {hot} is_loud={pair.look().is_loud} ink={self.ink} on={self.cells_on(side)} /></> }
    }

    /// What events in a side do, to both.
    fn cells_on(&self, side: usize) -> Callback<Event> {
        let (look, rows) = (self.pair.look(), self.rows);
        let unit = |at: Coord| self.both.unit(side, at);
        let (pinned, hot) = (self.pair.pinned(), self.at.and_then(unit));
        let pinned = pinned.map(|at| unit(at).unwrap_or(NONE));
        let facts = self.both.facts[side].clone();
        let element = move |unit: Option<u32>| unit.map(|unit| facts.element(unit));
        let pin = element.clone();
        let on = self.on.reform(move |next: Look| match next.pinned {
            unit if unit != pinned => Act::Pin(pin(unit)),
            _ => Act::Both(Of::Look(Look {
                first: next.first.map(|first| [first[side]; 2]),
                pinned: None,
                ..next
            })),
        });
        let hover = self.on_hover.reform(element);
        let first = look.first.unwrap_or_default();
        let look = Look { pinned, ..look };
        let on_cells = look.on_cells((rows, first), hot, hover, on);
        on_cells.reform(move |event| (side, event))
    }

    /// The column at the right: what differs; of an element, where it is in both.
    fn aside(&self) -> Html {
        match self.at {
            Some(at) => self.element(at),
            None => self.differences(),
        }
    }

    fn differences(&self) -> Html {
        let Self { both, .. } = self;
        let row = |row: &swizzle_text::TwoLayoutsRow| {
            let value = |side: usize, value: &str| {
                tag("dd", both.blames(side, row.field).then_some("is-wrong"), in_groups(value))
            };
            div("", (bare("dt", row.name), value(0, &row.first), value(1, &row.second)))
        };
        let said = |side: usize| {
            p(
                "s",
                (
                    mark(side),
                    " ",
                    both.said(side)
                        .into_iter()
                        .filter(|said| !said.is_empty())
                        .collect::<Vec<_>>()
                        .join(" · "),
                ),
            )
        };
        in_turn((
            bare("h2", two_layouts_rows_text(&both.rows)),
            tag("dl", "facts differences", both.rows.iter().map(row)),
            both.counts.iter().map(|(what, count)| p("q s count", format!("{what}: {count}."))),
            said(0),
            said(1),
            p("q s", "Point at a unit to see where it is in both."),
        ))
    }

    fn element(&self, at: Coord) -> Html {
        let Self { both, pair, .. } = self;
        let holds = usize::from(both.unit(0, at).is_none());
        let facts = &both.facts[holds];
        let unit = facts.unit(at);
        let place = |side: usize| {
            let Some((byte, more, is_wrong)) = both.place(side, at) else {
                return p("", (mark(side), " ", bare("small", "not in it")));
            };
            let class = is_wrong.then_some("bad");
            p("", (mark(side), " ", tag("code", class, byte), " ", tag("small", class, more)))
        };
        let trace = |side: usize| {
            let unit = both.unit(side, at);
            maybe(unit.map(|_| {
                section(
                    "stack gap-1",
                    format!("Trace of {}", PAIR_NAMES[side]),
                    traced(&both.facts[side], unit, ASIDE, 0),
                )
            }))
        };
        let is_pinned = pair.pinned().is_some();
        let pinned = sends(self.on, Act::Pin((!is_pinned).then_some(at)));
        in_turn((
            titled(
                format!("Row {}, unit {}", unit / facts.units[0], unit % facts.units[0]),
                pin(is_pinned, pinned),
            ),
            div("stack gap-1 places", (place(0), place(1))).with("aria-live", "polite"),
            trace(0),
            trace(1),
        ))
    }

    /// All parameters of one of the two.
    fn drawer(&self) -> Html {
        let Self { pair, both, on, .. } = self;
        let at = if pair.asks { 0 } else { pair.at };
        let on_side = on.reform(move |of| Act::Side(at, of));
        html! { <>if !pair.asks { { self.which("Parameters of") }{ text_button("is-plain", "Copy A to B", sends(on, Act::Put([0, 0]))) } }<Drawer key={at} facts={both.facts[at].clone()} on={on_side} /></> }
    }
}

/// Both descriptors; of the first alone while the second is not known. `which` chooses the one whose fields are edited.
pub fn foot(pair: &Pair, both: &Both, which: Html, on: &Callback<Act>) -> Html {
    let held = both.facts.each_ref().map(|facts| facts.descriptor);
    let (shown, at) = if pair.asks { (1, 0) } else { (2, pair.at) };
    let props = |side: usize, opens: usize| BitsProps {
        facts: both.facts[side].clone(),
        open: pair.sides[opens].look.open,
        against: held[1 - side].filter(|_| shown == 2).map(|other| (PAIR_NAMES[1 - side], other, side == 1)),
        over: which.clone(),
        on: on.reform(move |act: Of| match act {
            Of::Open(_) => Act::Side(opens, act),
            _ => Act::Side(side, act),
        }),
        on_point: Callback::noop(),
    };
    let hex = |side: usize| div("row", (mark(side), html! { <Hex ..props(side, side) /> }));
    let differing = held[0].zip(held[1]).filter(|_| shown == 2);
    let copy = differing.map(|(first, second)| {
        let differing = first.raw() ^ second.raw();
        span(
            "row s apart",
            (
                span("q", differing_text(differing)).with("title", bits_text(differing)),
                html! { <CopyButton text={format!("{first} {second}")} what="both" shows_what=true /> },
            ),
        )
    });
    in_turn((
        div("stack gap-1", ((0..shown).map(hex), copy)),
        group(
            "compare-bits",
            format!("Bits of {}", PAIR_NAMES[at]),
            html! { <Bits ..props(at, shown - 1) /> },
        ),
    ))
}

/// The letter of one of the two.
pub fn mark(side: usize) -> Html {
    span("tag is-solid", PAIR_NAMES[side])
}
