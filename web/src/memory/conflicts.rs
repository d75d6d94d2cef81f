//! One access on plain rows and on another layout, side by side: where its lanes are, and the towers of their words.

use swizzle_core::Named as _;
use swizzle_draw::hex;
use swizzle_warp::{
    Access, Beside, Form, Spots, TowerWord, conflict_text, cycles_of_access, idle_banks_text,
    lane_place_text, memory_spots, tower_words,
};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::Look;

/// Properties of [`Conflicts`].
#[derive(Properties, PartialEq)]
pub(super) struct ConflictsProps {
    /// The instruction.
    pub access: Access,
    /// The access on every layout.
    pub all: Vec<Beside>,
    /// The layout that is looked at.
    pub form: Form,
    /// Called with another.
    pub on_form: Callback<Form>,
    /// Theme and colours.
    pub look: Look,
}

/// Lines of a block of the memory picture, and blocks of it.
const LINES: u32 = 16;
const BLOCKS: u32 = 2;
/// Sizes in the memory picture: a word of 4 bytes, a line, and the room of an address.
const WORD: u32 = 7;
const LINE: u32 = 20;
const ADDRESS: u32 = 56;
/// Words of a line.
const WORDS: u32 = 32;

/// Both halves.
#[component]
pub(super) fn Conflicts(props: &ConflictsProps) -> Html {
    let (at, on_at) = use_value(|| None::<u32>);
    let of_form = |form: Form| props.all.iter().find(|one| one.form == form);
    // Beside itself plain rows would say nothing: then the widest swizzle is shown.
    let other = match props.form {
        Form::Plain => Form::ALL[Form::ALL.len() - 1],
        form => form,
    };
    let Some((plain, other)) = of_form(Form::Plain).zip(of_form(other)) else {
        return Html::default();
    };
    let most = plain.served.count().max(other.served.count()).max(1);
    let [plain, other] = [plain, other].map(|one| Drawn {
        one,
        words: tower_words(props.access, &one.lanes, &one.served),
        spots: memory_spots(props.access, &one.lanes, &one.served),
    });
    let lines = plain.spots.lines.len().max(other.spots.lines.len()) as u32;
    let choose = |form: Form| {
        let words = match form {
            Form::Plain => return None,
            Form::Padded => "padded",
            Form::Canonical(mode) => mode.name(),
        };
        Some(button(Button {
            words,
            is_pressed: Some(form == other.one.form),
            on_click: props.on_form.reform(move |_| form),
            ..Button::default()
        }))
    };
    let forms = el("div")
        .class("segments")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Layout on the right")
        .children(Form::ALL.into_iter().filter_map(choose));
    let half = |drawn: &Drawn<'_>, ghost: Option<&Drawn<'_>>, tools: Option<Element>| {
        half(Half {
            access: props.access,
            drawn,
            most,
            lines,
            ghost,
            look: props.look,
            at,
            on_at: &on_at,
            tools,
        })
    };
    el("div")
        .class("lanes-duel")
        .child(half(&plain, None, None))
        .child(half(&other, Some(&plain), Some(forms)))
        .into()
}

/// The access on a layout: the words of its towers, and where its lanes are.
struct Drawn<'a> {
    one: &'a Beside,
    words: Vec<TowerWord>,
    spots: Spots,
}

/// A layout, and how it is shown.
struct Half<'a> {
    access: Access,
    drawn: &'a Drawn<'a>,
    /// Wavefronts that the picture has room for.
    most: u32,
    /// Lines that both halves have room for.
    lines: u32,
    /// What stands dashed behind its towers.
    ghost: Option<&'a Drawn<'a>>,
    look: Look,
    at: Option<u32>,
    on_at: &'a Callback<Option<u32>>,
    tools: Option<Element>,
}

fn half(half: Half<'_>) -> Element {
    let one = half.drawn.one;
    let ways = one.served.ways();
    let cycles = cycles_of_access(half.access, ways).map(|cycles| {
        fragment()
            .child(el("b").child(format!("{cycles} cycles")))
            .child(el("small").child("measured on H200"))
    });
    let conflicts = match ways {
        0 | 1 => "no conflicts".to_owned(),
        _ => format!("{} conflict", conflict_text(&one.served)),
    };
    let told = half
        .at
        .and_then(|lane| lane_place_text(half.access, &one.lanes, lane as usize));
    let caption = |name: &'static str, words: String| {
        el("h3")
            .child(name)
            .child(" ")
            .child(el("small").child(words))
    };
    let (memory, banks) = (memory(&half), banks(&half));
    el("section")
        .class("lanes-half")
        .class(if ways > 1 { "is-conflict" } else { "is-free" })
        .attr(Attr::AriaLabel, one.form.text())
        .child(
            el("header")
                .child(el("h2").child(title(one.form)))
                .child(half.tools),
        )
        .child(
            el("p")
                .class("lanes-score")
                .child(el("b").class("lanes-count").child(one.served.count()))
                .child(el("b").class("lanes-unit").child(match one.served.count() {
                    1 => "wavefront",
                    _ => "wavefronts",
                }))
                .child(cycles)
                .child(el("span").class("lanes-conflict").child(conflicts)),
        )
        .child(caption(
            "Memory",
            told.unwrap_or_else(|| "lines of 128 bytes, 8 units".into()),
        ))
        .child(memory)
        .child(caption(
            "Banks",
            format!("a row is one wavefront. {}", idle_banks_text(&one.served)),
        ))
        .child(banks)
}

/// What a half is called.
fn title(form: Form) -> String {
    let text = form.text();
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The colour of a wavefront.
fn colour(half: &Half<'_>, wavefront: u32) -> String {
    let colours = half.look.palette.colours(half.look.theme);
    format!("fill:{}", hex(colours[(wavefront % 8) as usize]))
}

/// The lanes in shared memory: a dot each, in the colour of the wavefront that brings its first word.
fn memory(half: &Half<'_>) -> Element {
    let Drawn { one, words, spots } = half.drawn;
    let lines = spots.lines.len() as u32;
    let (block_width, height) = (ADDRESS + WORDS * WORD, half.lines.clamp(1, LINES) * LINE);
    let blocks = half.lines.div_ceil(LINES).clamp(1, BLOCKS);
    let left = |line: u32| line / LINES * (block_width + LINE) + ADDRESS;
    let top = |line: u32| line % LINES * LINE;
    let width = BLOCKS * block_width + (BLOCKS - 1) * LINE;
    let ground: String = (0..blocks)
        .map(|block| {
            format!(
                "M{} 0h{}v{height}h-{}z",
                left(block * LINES),
                WORDS * WORD,
                WORDS * WORD
            )
        })
        .collect();
    let units: String = (0..blocks)
        .flat_map(|block| (1..8).map(move |unit| (block, unit)))
        .map(|(block, unit)| format!("M{} 0v{height}", left(block * LINES) + unit * 4 * WORD))
        .collect();
    let shown = lines.min(LINES * BLOCKS);
    let label = |(line, text): (u32, &String)| {
        el("text")
            .attr(Attr::X, left(line) - 6)
            .attr(Attr::Y, top(line) + 14)
            .attr(Attr::TextAnchor, "end")
            .child(text.clone())
    };
    let dot = |spot: &swizzle_warp::Spot| {
        let lane = spot.lane;
        let wavefront = words.iter().find(|word| word.lane == lane);
        let wavefront = wavefront.map_or(spot.group, |word| word.wavefront);
        let (x, y) = (
            left(spot.line) + spot.word * WORD + spot.words * WORD / 2,
            top(spot.line) + LINE / 2,
        );
        let is_wide = spot.words >= 2;
        el("g")
            .class("lanes-dot")
            .class_if(half.at == Some(lane), "is-at")
            .on_pointer_move(half.on_at.reform(move |_: PointerEvent| Some(lane)))
            .child(
                el("circle")
                    .attr(Attr::Cx, x)
                    .attr(Attr::Cy, y)
                    .attr(Attr::R, if is_wide { 9 } else { 3 })
                    .attr(Attr::Style, colour(half, wavefront)),
            )
            .child(is_wide.then(|| {
                el("text")
                    .attr(Attr::X, x)
                    .attr(Attr::Y, y + 4)
                    .attr(Attr::TextAnchor, "middle")
                    .child(lane)
            }))
    };
    el("svg")
        .class("lanes-memory")
        .attr(Attr::ViewBox, format!("0 0 {width} {height}"))
        .attr(Attr::Role, "img")
        .attr(
            Attr::AriaLabel,
            format!(
                "Lanes in shared memory, {}; the list of lanes says the same",
                one.form.text()
            ),
        )
        .on_pointer_leave(half.on_at.reform(|_: PointerEvent| None))
        .child(el("path").class("memory-ground").attr(Attr::D, ground))
        .child(el("path").class("lanes-units").attr(Attr::D, units))
        .children((0..shown).zip(&spots.lines).map(label))
        .children(spots.spots.iter().filter(|spot| spot.line < shown).map(dot))
}

/// The towers: 32 banks across, a wavefront up.
fn banks(half: &Half<'_>) -> Element {
    let Drawn { one, words, .. } = half.drawn;
    let most = half.most;
    let square = |word: &TowerWord| {
        format!(
            "M{} {}h1v1h-1z",
            word.bank,
            most - 1 - word.wavefront.min(most - 1)
        )
    };
    let of_colour = |at: u32| -> String {
        let of = words.iter().filter(|word| word.wavefront % 8 == at);
        of.map(square).collect()
    };
    let path = |at: u32| {
        el("path")
            .class("lanes-words")
            .attr(Attr::Style, colour(half, at))
            .attr(Attr::D, of_colour(at))
    };
    let ghost = half.ghost.map(|plain| {
        let banks = plain.words.iter().map(|word| word.bank);
        let (first, last) = (banks.clone().min().unwrap_or(0), banks.max().unwrap_or(0));
        let (wide, high) = (last - first + 1, plain.one.served.count());
        let path = format!("M{first} {}h{wide}v{high}h-{wide}z", most - high);
        el("path").class("lanes-ghost").attr(Attr::D, path)
    });
    let at: String = words
        .iter()
        .filter(|word| Some(word.lane) == half.at)
        .map(square)
        .collect();
    let axis = (0..8).map(|four| el("span").child(format!("{}–{}", four * 4, four * 4 + 3)));
    el("div")
        .class("lanes-banks")
        .child(
            el("div")
                .class("lanes-axis")
                .attr(Attr::AriaHidden, "true")
                .child(el("span").child(most))
                .child(el("span").child("0")),
        )
        .child(
            el("svg")
                .attr(Attr::ViewBox, format!("0 0 32 {most}"))
                .attr(Attr::PreserveAspectRatio, "none")
                .attr(Attr::Role, "img")
                .attr(
                    Attr::AriaLabel,
                    format!(
                        "Words requested from each bank, {}: {} wavefronts",
                        one.form.text(),
                        one.served.count()
                    ),
                )
                .child(
                    el("path")
                        .class("memory-ground")
                        .attr(Attr::D, format!("M0 0h32v{most}h-32z")),
                )
                .child(ghost)
                .children((0..8).map(path))
                .child(el("path").class("memory-cursor").attr(Attr::D, at)),
        )
        .child(
            el("div")
                .class("lanes-numbers")
                .attr(Attr::AriaHidden, "true")
                .children(axis),
        )
}
