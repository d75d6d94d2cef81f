//! TMA: a tensor map, what the driver makes of it, where a box lands, and whether a descriptor reads that.

use swizzle_core::link::TmaShown;
use swizzle_core::reader::VerdictKind;
use swizzle_core::rules::verdict_of_tma;
use swizzle_core::tma::{
    BoxAt, Boxes, DataType, IM2COL, Interleave, Landing, MapChange, MapSwizzle, MapVerdict, Target,
    TensorMap, TypedCopy, boxes_against_descriptor, copy_verdict, cuda_code, demands,
    landing_from_map, refusals_of_map,
};
use swizzle_core::words::VerdictLine;
use swizzle_core::{
    Coord, Descriptor, Element, Major, Named as _, Route, number_from_text, raw_from_hex,
};
use yew::prelude::*;

use super::field::{choose, list, listing, names, section, setter, text};
use super::head;
use super::text_grid::{TextGrid, text_grid};
use super::tma_boxes::{boxes_of_tile, meeting};
use crate::control::verdict_line;
use crate::element::{Element as El, el, fragment};
use crate::page::notices::listed;
use crate::page::{Format, part_of, use_linked};

/// How what was typed is kept in the address.
static FORMAT: Format<TmaShown> =
    Format::of_form(|route| matches!(route, Route::Memory(Some("tma"))));

#[component]
pub(super) fn Tma() -> Html {
    let (opened, on_typed) = use_linked(&FORMAT);
    let typed = opened.shown;
    let set = setter(&typed, &on_typed);
    let map = typed.map.map();
    let destination = number_from_text(&typed.destination);
    let fault = |name: &str| match &map {
        Err((at, why)) if *at == name => Some(why.as_str()),
        _ => None,
    };
    let wrong = destination.as_ref().err().map(ToString::to_string);
    let form = el("div")
        .class("memory-fields")
        .child(list(
            "Chip",
            names(|one: Target| one.name().into()),
            typed.target.name(),
            set(|typed, text| choose(&mut typed.target, &text)),
        ))
        .child(list(
            "Data type",
            names(|one: DataType| one.name().into()),
            &typed.map.data_type,
            set(|typed, text| typed.map.data_type = text),
        ))
        .child(list(
            "Swizzle",
            names(|one: MapSwizzle| one.name().into()),
            &typed.map.swizzle,
            set(|typed, text| typed.map.swizzle = text),
        ))
        .child(list(
            "Interleave",
            names(|one: Interleave| one.name().into()),
            &typed.map.interleave,
            set(|typed, text| typed.map.interleave = text),
        ))
        .child(text(
            "Extents of the tensor, contiguous first",
            &typed.map.extents,
            "4096, 4096",
            fault("extents"),
            set(|typed, text| typed.map.extents = text),
        ))
        .child(text(
            "Strides in bytes, from the second dimension on",
            &typed.map.strides,
            "packed",
            fault("strides"),
            set(|typed, text| typed.map.strides = text),
        ))
        .child(text(
            "Box",
            &typed.map.box_elements,
            "64, 128",
            fault("box"),
            set(|typed, text| typed.map.box_elements = text),
        ))
        .child(text(
            "Element strides",
            &typed.map.element_strides,
            "all 1",
            fault("element strides"),
            set(|typed, text| typed.map.element_strides = text),
        ))
        .child(text(
            "Destination in shared memory",
            &typed.destination,
            "0x400",
            wrong.as_deref(),
            set(|typed, text| typed.destination = text),
        ));
    let target = typed.target;
    let judged = destination.as_ref().ok().map(|destination| {
        copy_verdict(&TypedCopy {
            map: typed.map.clone(),
            target,
            destination_bytes: *destination,
            buffer_bytes: number_from_text(&typed.buffer).ok(),
        })
    });
    let line = line(&typed, &judged);
    // What the driver refuses lands nowhere.
    let is_refused = judged.is_some_and(|judged| !judged.refusals.is_empty());
    let answer = match (&map, destination) {
        (Ok(map), Ok(_)) if is_refused => refused(map, target),
        (Ok(map), Ok(destination)) => fragment()
            .child(against(
                &typed,
                map,
                destination,
                set(|typed, text| typed.descriptor = text),
                set(|typed, text| choose(&mut typed.element, &text)),
                set(|typed, text| choose(&mut typed.major, &text)),
            ))
            .child(of_map(map, target, destination))
            .child(code_of(map, &typed, destination)),
        _ => fragment(),
    };
    let notices = (!opened.notices.is_empty()).then(|| listed(&opened.notices));
    let body = el("div")
        .class("memory-body")
        .child(
            el("div")
                .class("memory-form")
                .child(form)
                .child(el("p").class("hint").child(IM2COL)),
        )
        .child(
            el("div")
                .class("memory-answer")
                .child(answer)
                .child(html! { <TileBoxes /> }),
        );
    let on_change = part_of(&typed, &on_typed, changed);
    fragment()
        .child(head("tma", verdict_line(&line, &on_change)))
        .child(notices)
        .child(body)
        .into()
}

/// The verdict on the copy, and on what the descriptor reads of it.
fn line(typed: &TmaShown, judged: &Option<MapVerdict>) -> VerdictLine<MapChange> {
    let Some(judged) = judged else {
        return VerdictLine::new(VerdictKind::Incomplete, "The destination is not a number");
    };
    let raw = raw_from_hex(typed.descriptor.trim()).ok();
    let destination = number_from_text(&typed.destination).ok();
    let parts = raw.zip(destination).zip(typed.map.map().ok());
    let meeting = parts.map(|((raw, destination), map)| {
        let boxes = boxes_of(&map, typed, destination);
        boxes_against_descriptor(&boxes, typed.element, Descriptor::guessed(raw))
    });
    verdict_of_tma(judged, meeting.as_ref())
}

/// What is typed after a repair.
fn changed(typed: &mut TmaShown, change: MapChange) {
    match change {
        MapChange::Map(map) => typed.map = *map,
        MapChange::Target(target) => typed.target = target,
        MapChange::Destination(bytes) => typed.destination = format!("{bytes:#x}"),
        MapChange::Buffer(bytes) => typed.buffer = bytes.to_string(),
    }
}

/// Why the driver refuses a map.
fn refused(map: &TensorMap, target: Target) -> El {
    fragment().child(section("The driver").child(driver(map, target)))
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

/// What the driver says, what the copy demands, where the box lands.
fn of_map(map: &TensorMap, target: Target, destination: u32) -> El {
    let demand = |one: swizzle_core::tma::Demand| {
        let class = match (one.is_met, one.is_fatal) {
            (true, _) => "memory-good",
            (false, true) => "memory-bad",
            (false, false) => "memory-warn",
        };
        let met = if one.is_met { "met" } else { "not met" };
        el("li")
            .class(class)
            .child(format!("A multiple of {}: {met}. ", one.multiple))
            .child(one.text)
    };
    let demands = el("ul")
        .class("memory-refusals")
        .children(demands(map, destination).into_iter().map(demand));
    let landing = match landing_from_map(map, destination) {
        Ok(landing) => {
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
        Err(why) => fragment().child(el("p").child(why.to_string())),
    };
    fragment()
        .child(section("The driver").child(driver(map, target)))
        .child(section("The destination").child(demands))
        .child(section("Where it lands").child(landing))
}

/// What the driver says.
fn driver(map: &TensorMap, target: Target) -> El {
    let refusals = refusals_of_map(map, target);
    if refusals.is_empty() {
        return el("p").class("memory-good").child(format!(
            "cuTensorMapEncodeTiled takes it on {}.",
            target.name()
        ));
    }
    el("ul")
        .class("memory-refusals")
        .children(refusals.into_iter().map(|one| {
            el("li")
                .child(el("code").child(one.argument))
                .child(": ")
                .child(one.text)
        }))
}

/// The box against a descriptor.
fn against(
    typed: &TmaShown,
    map: &TensorMap,
    destination: u32,
    on_descriptor: Callback<String>,
    on_element: Callback<String>,
    on_major: Callback<String>,
) -> El {
    let raw = typed.descriptor.trim();
    let read = (!raw.is_empty()).then(|| raw_from_hex(raw));
    let fault = read
        .as_ref()
        .and_then(|read| read.as_ref().err())
        .map(ToString::to_string);
    let element = typed.element;
    let boxes = boxes_of(map, typed, destination);
    let met = read.and_then(Result::ok).map(|raw| {
        meeting(&boxes_against_descriptor(
            &boxes,
            element,
            Descriptor::guessed(raw),
        ))
    });
    section("Against a descriptor")
        .child(
            el("div")
                .class("memory-fields")
                .child(text(
                    "Descriptor",
                    &typed.descriptor,
                    "0x4000004002000040",
                    fault.as_deref(),
                    on_descriptor,
                ))
                .child(list(
                    "Element",
                    names(|one: Element| one.name().into()),
                    typed.element.name(),
                    on_element,
                ))
                .child(list(
                    "Contiguous in memory",
                    names(|one: Major| one.name().into()),
                    typed.major.name(),
                    on_major,
                )),
        )
        .child(met)
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

/// The boxes of the tile that the atlas showed last.
#[component]
fn TileBoxes() -> Html {
    boxes_of_tile().into()
}
