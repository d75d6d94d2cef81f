//! One access on plain rows and on another layout, side by side: where its lanes are, and the towers of their words.

use gloo_events::EventListener;
use swizzle_core::Named as _;
use swizzle_draw::hex;
use swizzle_warp::{
    Access, Beside, Form, Spots, TowerWord, conflict_text, cycles_of_access, idle_banks_text,
    lane_place_text, memory_spots, tower_words,
};
use yew::prelude::*;

use crate::arrow_keys::use_arrow_keys;
use crate::browser;
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
    /// The lane at hand.
    pub at: Option<u32>,
    /// Called with another.
    pub on_at: Callback<Option<u32>>,
}

/// Sizes in the memory picture, in pixels where it is drawn as large as it is.
#[derive(Clone, Copy)]
struct Sizes {
    /// Lines of a block, and blocks side by side.
    lines: u32,
    blocks: u32,
    /// A word of 4 bytes, a line, and the room of an address.
    word: u32,
    line: u32,
    address: u32,
}

impl Sizes {
    /// Returns the sizes for lanes of that many words, at the width of the screen.
    fn of(words: u32) -> Self {
        let [is_phone, is_narrow] = narrow();
        let [lines, blocks, word, line, address] = match (is_phone, is_narrow, words) {
            (true, ..) => [8, 1, 5, 20, 0],
            (false, true, _) => [32, 1, 9, 14, 48],
            // A dot of one word has room for its number only in wide words.
            (false, false, 0..4) => [32, 1, 15, 14, 56],
            (false, false, _) => [16, 2, 7, 20, 56],
        };
        Self {
            lines,
            blocks,
            word,
            line,
            address,
        }
    }

    /// The radius of a dot.
    fn radius(&self, words: u32) -> u32 {
        (self.line / 2 - 1).min(words * self.word / 2).max(2)
    }
}

/// Whether the screen is a phone's, and whether it has no room for two blocks.
fn narrow() -> [bool; 2] {
    ["(max-width: 39.99rem)", "(max-width: 79.99rem)"].map(browser::matches)
}

/// Room of the numbers of units over the lines.
const TOP: u32 = 14;
/// The least radius of a dot with a number.
const NUMBERED: u32 = 6;
/// Words of a line.
const WORDS: u32 = 32;

/// Both halves.
#[component]
pub(super) fn Conflicts(props: &ConflictsProps) -> Html {
    let (at, on_at) = (props.at, &props.on_at);
    let arrows = use_arrow_keys(at.map(|lane| (lane, 0)));
    let (_, on_width) = use_value(narrow);
    use_effect_with((), move |()| {
        let listener = EventListener::new(&browser::window(), "resize", move |_| {
            on_width.emit(narrow());
        });
        move || drop(listener)
    });
    let of_form = |form: Form| props.all.iter().find(|one| one.form == form);
    let Some((plain, other)) = of_form(Form::Plain).zip(of_form(props.form)) else {
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
        .class("lanes-forms")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Layout on the right")
        .children(Form::ALL.into_iter().filter_map(choose));
    let half = |drawn: &Drawn<'_>, ghost: Option<&Drawn<'_>>| {
        half(Half {
            access: props.access,
            drawn,
            most,
            lines,
            ghost,
            look: props.look,
            at,
            on_at,
        })
    };
    let lanes = props.access.lanes() as u32;
    let on_key = {
        let on_at = on_at.clone();
        Callback::from(move |event: KeyboardEvent| {
            let step: i32 = match event.key().as_str() {
                "ArrowRight" | "ArrowDown" => 1,
                "ArrowLeft" | "ArrowUp" => -1,
                "PageDown" => 8,
                "PageUp" => -8,
                _ => return,
            };
            event.prevent_default();
            let next = arrows
                .here()
                .map_or(0, |(lane, _)| lane.saturating_add_signed(step));
            let next = next.min(lanes.saturating_sub(1));
            arrows.lead((next, 0));
            on_at.emit(Some(next));
        })
    };
    let told = at.map(|lane| {
        let told = [plain.one, other.one].map(|one| {
            let place = lane_place_text(props.access, &one.lanes, lane as usize);
            format!("{}: {}", one.form.text(), place.unwrap_or_default())
        });
        told.join("; ")
    });
    el("div")
        .class("lanes-duel")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "group")
        .attr(
            Attr::AriaLabel,
            "Both layouts; arrow keys move from lane to lane",
        )
        .on_key(on_key)
        .child(
            el("p")
                .class("visually-hidden")
                .attr(Attr::AriaLive, "polite")
                .child(told),
        )
        .child(half(&plain, None))
        .child(half(&other, Some(&plain)))
        .child(forms)
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
    /// The access that is outlined, dashed, behind its towers.
    ghost: Option<&'a Drawn<'a>>,
    look: Look,
    at: Option<u32>,
    on_at: &'a Callback<Option<u32>>,
}

fn half(half: Half<'_>) -> Element {
    let one = half.drawn.one;
    let ways = one.served.ways();
    let cycles = cycles_of_access(half.access, ways).map(|cycles| {
        fragment()
            .child(el("b").child(format!("{cycles} cycles")))
            .child(" ")
            .child(
                el("small")
                    .child(el("span").child("measured on "))
                    .child("H200"),
            )
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
    let (memory, hidden) = memory(&half);
    let banks = banks(&half);
    el("section")
        .class("lanes-half")
        .class(if ways > 1 { "is-conflict" } else { "is-free" })
        .attr(Attr::AriaLabel, one.form.text())
        .child(el("h2").child(one.form.title()))
        .child(
            el("p")
                .class("lanes-score")
                .child(
                    el("span")
                        .child(el("b").class("lanes-count").child(one.served.count()))
                        .child(" ")
                        .child(el("b").class("lanes-unit").child(match one.served.count() {
                            1 => "wavefront",
                            _ => "wavefronts",
                        })),
                )
                .child(el("span").class("lanes-cycles").child(cycles))
                .child(el("span").class("lanes-conflict").child(conflicts)),
        )
        .child(caption(
            "Memory",
            told.unwrap_or_else(|| match hidden {
                0 => "lines of 128 bytes, 8 units".into(),
                hidden => format!("{hidden} lanes are further down"),
            }),
        ))
        .child(memory)
        .child(caption(
            "Banks",
            format!("a row is one wavefront. {}", idle_banks_text(&one.served)),
        ))
        .child(banks)
}

/// The colour of a wavefront.
fn colour(half: &Half<'_>, wavefront: u32) -> String {
    let colours = half.look.palette.colours(half.look.theme);
    format!("fill:{}", hex(colours[(wavefront % 8) as usize]))
}

/// The lanes in shared memory: a dot each, in the colour of the wavefront that brings its first word; and the number of
/// lanes that do not fit.
fn memory(half: &Half<'_>) -> (Element, usize) {
    let Drawn { one, words, spots } = half.drawn;
    let lines = spots.lines.len() as u32;
    let of_lane = spots.spots.first().map_or(1, |spot| spot.words);
    let sizes = Sizes::of(of_lane);
    let Sizes { word, line, .. } = sizes;
    let block_width = sizes.address + WORDS * word;
    let height = half.lines.clamp(1, sizes.lines) * line;
    let blocks = half.lines.div_ceil(sizes.lines).clamp(1, sizes.blocks);
    let left = |at: u32| at / sizes.lines * (block_width + line) + sizes.address;
    let top = |at: u32| at % sizes.lines * line + TOP;
    let width = sizes.blocks * block_width + (sizes.blocks - 1) * line;
    let each = || (0..blocks).map(|block| left(block * sizes.lines));
    let ground: String = each()
        .map(|left| format!("M{left} {TOP}h{}v{height}h-{}z", WORDS * word, WORDS * word))
        .collect();
    let units = || each().flat_map(|left| (0..8).map(move |unit| (left, unit)));
    let between: String = units()
        .filter(|(_, unit)| *unit > 0)
        .map(|(left, unit)| format!("M{} {TOP}v{height}", left + unit * 4 * word))
        .chain(each().flat_map(|left| {
            let rows = 1..height / line;
            rows.map(move |row| format!("M{left} {}h{}", row * line + TOP, WORDS * word))
        }))
        .collect();
    let head = |(left, unit): (u32, u32)| {
        el("text")
            .attr(Attr::X, left + unit * 4 * word + 2 * word)
            .attr(Attr::Y, TOP - 4)
            .attr(Attr::TextAnchor, "middle")
            .child(unit)
    };
    let shown = lines.min(sizes.lines * sizes.blocks);
    let label = |(line, text): (u32, &String)| {
        el("text")
            .attr(Attr::X, left(line).saturating_sub(6))
            .attr(Attr::Y, top(line) + sizes.line / 2 + 4)
            .attr(Attr::TextAnchor, "end")
            .child(text.clone())
    };
    let radius = sizes.radius(of_lane);
    let dot = |spot: &swizzle_warp::Spot| {
        let lane = spot.lane;
        let wavefront = words.iter().find(|word| word.lane == lane);
        let wavefront = wavefront.map_or(spot.group, |word| word.wavefront);
        let (x, y) = (
            left(spot.line) + spot.word * word + spot.words * word / 2,
            top(spot.line) + line / 2,
        );
        el("g")
            .class("lanes-dot")
            .class_if(half.at == Some(lane), "is-at")
            .class_if(radius < 9, "is-small")
            .on_pointer_move(half.on_at.reform(move |_: PointerEvent| Some(lane)))
            .child(
                el("circle")
                    .attr(Attr::Cx, x)
                    .attr(Attr::Cy, y)
                    .attr(Attr::R, radius)
                    .attr(Attr::Style, colour(half, wavefront)),
            )
            .child((radius >= NUMBERED).then(|| {
                el("text")
                    .attr(Attr::X, x)
                    .attr(Attr::Y, y + if radius < 9 { 3 } else { 4 })
                    .attr(Attr::TextAnchor, "middle")
                    .child(lane)
            }))
    };
    let is_seen = |spot: &&swizzle_warp::Spot| spot.line < shown;
    let hidden = spots.spots.iter().filter(|spot| spot.line >= shown).count();
    let has_labels = sizes.address > 0;
    let picture = el("svg")
        .class("lanes-memory")
        .attr(Attr::ViewBox, format!("0 0 {width} {}", height + TOP))
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
        .child(el("path").class("lanes-units").attr(Attr::D, between))
        .child(fragment().children(units().map(head)))
        .child(
            fragment().children(
                (0..shown)
                    .zip(&spots.lines)
                    .filter(|_| has_labels)
                    .map(label),
            ),
        )
        .child(fragment().children(spots.spots.iter().filter(is_seen).map(dot)));
    (picture, hidden)
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
    let quarters = match most {
        8.. if most.is_multiple_of(4) => 4,
        _ => 1,
    };
    let ticks = (0..=quarters)
        .rev()
        .map(|quarter| el("span").child(most * quarter / quarters));
    let quarters: String = (1..quarters)
        .map(|quarter| format!("M0 {}h32", most * quarter / quarters))
        .collect();
    let axis = (0..8).map(|four| el("span").child(format!("{}–{}", four * 4, four * 4 + 3)));
    el("div")
        .class("lanes-banks")
        .child(
            el("div")
                .class("lanes-axis")
                .attr(Attr::AriaHidden, "true")
                .children(ticks),
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
                .child(el("path").class("lanes-quarters").attr(Attr::D, quarters))
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
