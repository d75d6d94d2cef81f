//! TMA: a tensor map, what the driver makes of it, where a box lands, and whether a descriptor reads that.

use swizzle_code::tma::cuda_code;
use swizzle_code::{number_from_text, raw_from_hex};
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::{IM2COL, Landing, TensorMap, demands};
use swizzle_core::{Coord, Descriptor};
use swizzle_lints::tma::{
    BoxAt, Boxes, CopyFinding, MapChange, MapVerdict, Meeting, TypedCopy, boxes_against_descriptor,
    copy_verdict,
};
use swizzle_lints::{ReadOfBox, verdict_of_tma};
use swizzle_text::VerdictLine;
use swizzle_view::Route;
use swizzle_view::link::TmaShown;
use yew::prelude::*;

use super::field::{listing, section};
use super::head::{Shown, TMA, part};
use super::text_grid::{TextGrid, text_grid};
use super::tma_boxes::{TileBoxes, meeting};
use super::tma_form::{Faults, form};
use crate::element::{Attr, Element as El, el, fragment};
use crate::page::sheets::use_sheet;
use crate::page::{Format, part_of, use_linked};

/// How what was typed is kept in the address.
static FORMAT: Format<TmaShown> =
    Format::of_form(|route| matches!(route, Route::Memory(Some("tma"))));

/// What was read of the fields.
struct Read {
    copy: TypedCopy,
    verdict: MapVerdict,
    /// None of a map that is refused, or of a copy that faults.
    landed: Option<Landed>,
}

/// A copy that takes place.
struct Landed {
    map: TensorMap,
    landing: Landing,
    /// The descriptor that was typed, and how it meets the box.
    met: Option<(Descriptor, Meeting)>,
}

/// Reads the fields; or the ones that are wrong, and why.
fn read(typed: &TmaShown) -> (Option<Read>, Vec<(&'static str, String)>) {
    let mut unread = Vec::new();
    let mut keep = |field: &'static str, why: String| unread.push((field, why));
    let destination = number_from_text(&typed.destination);
    let destination = destination.map_err(|why| keep("destination", why)).ok();
    let buffer = match typed.buffer.trim() {
        "" => Some(None),
        text => {
            let buffer = number_from_text(text);
            buffer.map(Some).map_err(|why| keep("buffer", why)).ok()
        }
    };
    let descriptor = match typed.descriptor.trim() {
        "" => None,
        text => {
            let raw = raw_from_hex(text);
            raw.map_err(|why| keep("descriptor", why)).ok()
        }
    };
    let map = typed.map.map();
    let map = map.map_err(|(field, why)| keep(field, why)).ok();
    let read = destination
        .zip(buffer)
        .map(|(destination_bytes, buffer_bytes)| {
            let copy = TypedCopy {
                map: typed.map.clone(),
                target: typed.target,
                destination_bytes,
                buffer_bytes,
            };
            let verdict = copy_verdict(&copy);
            let landed = map.zip(verdict.landing).map(|(map, landing)| {
                let boxes = boxes_of(&map, typed, destination_bytes);
                let met = descriptor.map(Descriptor::guessed).map(|descriptor| {
                    let meeting = boxes_against_descriptor(&boxes, typed.element, descriptor);
                    (descriptor, meeting)
                });
                Landed { map, landing, met }
            });
            Read {
                copy,
                verdict,
                landed,
            }
        });
    (read, unread)
}

/// Makes a repair.
fn mend(typed: &mut TmaShown, change: MapChange) {
    match change {
        MapChange::Map(map) => typed.map = *map,
        MapChange::Target(target) => typed.choose_target(target),
        MapChange::Destination(bytes) => typed.destination = format!("{bytes:#x}"),
        MapChange::Buffer(bytes) => typed.buffer = bytes.to_string(),
        MapChange::Descriptor(descriptor) => typed.descriptor = descriptor.to_string(),
    }
}

#[component]
pub(super) fn Tma() -> Html {
    let (opened, on_typed) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let unopened = opened.unread();
    let typed = opened.shown;
    let on_repair = part_of(&typed, &on_typed, mend);
    let (read, unread) = read(&typed);
    let line = match &read {
        Some(read) => {
            let met = read.landed.as_ref().and_then(|landed| landed.met.as_ref());
            verdict_of_tma(&read.verdict, met.map(|met| read_of_box(met, &typed)))
        }
        None => {
            let (field, why) = unread.first().cloned().unwrap_or_default();
            VerdictLine::new(VerdictKind::Incomplete, format!("The {field} {why}"))
        }
    };
    let line = line.as_far_as_read(unopened);
    let faults = Faults {
        unread,
        verdict: read.as_ref().map(|read| &read.verdict),
    };
    // Of the tile that the link names; beside a map that is refused there is nothing to do with them.
    let takes_place = read.as_ref().is_some_and(|read| read.landed.is_some());
    let boxes = (takes_place && !typed.tile.is_empty())
        .then(|| html! { <TileBoxes link={typed.tile.clone()} /> });
    let answer = fragment()
        .child(read.as_ref().map(|read| answer(read, &typed, &on_repair)))
        .child(boxes);
    part(
        &TMA,
        Shown {
            line: &line,
            on_repair: &on_repair,
            notices: &opened.notices,
            facts: None,
            form: form(&typed, &on_typed, &faults),
            tools: None,
            answer,
            details: None,
            sheet,
        },
    )
    .into()
}

/// What reads the box, beside the chip of its map.
fn read_of_box<'a>(
    (descriptor, meeting): &'a (Descriptor, Meeting),
    typed: &TmaShown,
) -> ReadOfBox<'a> {
    ReadOfBox {
        descriptor: *descriptor,
        target: typed.target,
        meeting,
    }
}

/// The refusal alone; or what the box covers, what reads it, where it lands, and the code.
fn answer(read: &Read, typed: &TmaShown, on_repair: &Callback<MapChange>) -> El {
    let driver = driver(&read.verdict, on_repair);
    let Some(Landed { map, landing, met }) = &read.landed else {
        return driver;
    };
    let destination = read.copy.destination_bytes;
    let met = met.as_ref().map(|met| {
        let read = read_of_box(met, typed);
        let words = el("p").class_if(!read.is_of_chip(), "memory-warn");
        section("Against a descriptor")
            .child(words.child(read.meeting.read_text(read.descriptor, read.target)))
            .child(meeting(read))
    });
    let code = match map.im2col {
        None => code_of(map, typed, destination),
        Some(_) => el("p").class("hint").child(IM2COL),
    };
    fragment()
        .child(driver)
        .child(met)
        .child(section("The destination").child(demanded(map, destination)))
        .child(section("Where it lands").child(landed(map, landing)))
        .child(code)
}

/// Lines of 128 bytes that the landing picture shows.
const LINES: u32 = 24;

/// Colours of rows, by their number mod 8.
const ROWS: [&str; 8] = [
    "memory-row-0",
    "memory-row-1",
    "memory-row-2",
    "memory-row-3",
    "memory-row-4",
    "memory-row-5",
    "memory-row-6",
    "memory-row-7",
];

/// What the driver says, with every refusal and what repairs the first.
fn driver(verdict: &MapVerdict, on_repair: &Callback<MapChange>) -> El {
    let class = match verdict.kind {
        VerdictKind::Right => "memory-good",
        VerdictKind::Wrong => "memory-bad",
        VerdictKind::Warning => "memory-warn",
        VerdictKind::Incomplete => "hint",
    };
    let refusal = |one: &CopyFinding| {
        el("li")
            .child(el("code").child(one.brief.clone()))
            .child(": ")
            .child(one.text.clone())
    };
    let refusals = verdict.is_refused().then(|| {
        el("ul")
            .class("memory-refusals")
            .children(verdict.refusals().map(refusal))
    });
    let repairs = verdict.repairs().iter().map(|repair| {
        let change = repair.change.clone();
        el("button")
            .attr(Attr::Type, "button")
            .class("button")
            .on_click(on_repair.reform(move |_: MouseEvent| change.clone()))
            .child(repair.label.clone())
    });
    let nothing = verdict.landing.is_none().then(|| {
        el("p")
            .class("hint")
            .child("No box is drawn and nothing is compared: the copy does not take place.")
    });
    section("The driver")
        .child(el("p").class(class).child(verdict.sentence.clone()))
        .child(refusals)
        .child(el("div").class("memory-examples").children(repairs))
        .child(nothing)
}

/// What the copy asks of its destination.
fn demanded(map: &TensorMap, destination: u32) -> El {
    let demand = |one: swizzle_core::tma::Demand| {
        let class = match (one.is_met, one.is_fatal) {
            (true, _) => "memory-good",
            (false, true) => "memory-bad",
            (false, false) => "memory-warn",
        };
        let met = if one.is_met { "yes" } else { "no" };
        el("li")
            .class(class)
            .child(format!("Aligned to {} bytes: {met}. ", one.multiple))
            .child(one.text)
    };
    el("ul")
        .class("memory-refusals")
        .children(demands(map, destination).into_iter().map(demand))
}

/// Where the box lands.
fn landed(map: &TensorMap, landing: &Landing) -> El {
    let lines = LINES.min(landing.lines());
    let grid = TextGrid {
        name: "Where the box lands: in each unit row.unit of the box",
        text: landing.text(lines),
        before: Landing::BEFORE,
        letters: Landing::LETTERS,
        columns: 8,
        rows: lines,
        under: (0..)
            .zip(ROWS)
            .map(|(row, class)| (class, landing.path(row, lines)))
            .collect(),
        at: None,
        on_at: Callback::noop(),
    };
    let more = (landing.lines() > lines).then(|| {
        el("p")
            .class("hint")
            .child(format!("And {} lines more.", landing.lines() - lines))
    });
    fragment()
        .child(el("p").child(format!(
            "{} rows of {} bytes, {} bytes apart; the barrier waits for {} bytes. In each unit: row.unit of the box.",
            landing.rows, landing.inner_bytes, landing.pitch_bytes, map.transaction_bytes()
        )))
        .child(text_grid(grid))
        .child(more)
}

/// The one box of the map, at the tile's first cell.
fn boxes_of(map: &TensorMap, typed: &TmaShown, destination: u32) -> Boxes {
    Boxes {
        map: map.clone(),
        major: typed.major,
        boxes: vec![BoxAt {
            origin: Coord { mn: 0, k: 0 },
            destination_bytes: destination,
        }],
    }
}

/// The code of the map and of its copy.
fn code_of(map: &TensorMap, typed: &TmaShown, destination: u32) -> El {
    let code = cuda_code(&boxes_of(map, typed, destination), destination);
    let code = format!("{}\n{}", code.host, code.device);
    section("Code").child(listing("CUDA", code))
}
