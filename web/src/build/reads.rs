//! Every read of a stage of the tile, in the order of the loop.

use swizzle_code::build::{PlannedRead, sequence, units_outside};
use swizzle_core::{Descriptor, Place, Spec};
use yew::prelude::*;

use crate::control::copy_named_button;
use crate::element::{Attr, Element, el};
use crate::page::table::{row_head, table};

/// Reads that are listed; the code has all of them.
const LISTED: usize = 64;

/// The reads of a stage that are listed, and whether there are more.
pub(super) fn reads_of_stage(spec: &Spec, stage: u32) -> (Vec<PlannedRead>, bool) {
    let of_stage = sequence(spec).filter(|read| read.place.stage == stage);
    let mut reads: Vec<PlannedRead> = of_stage.take(LISTED + 1).collect();
    let has_more = reads.len() > LISTED;
    reads.truncate(LISTED);
    (reads, has_more)
}

/// The places of reads.
pub(super) fn places(reads: &[PlannedRead]) -> Vec<Place> {
    reads.iter().map(|read| read.place).collect()
}

/// The part; the read of a row that is pointed at, or pressed, is looked at in the picture.
pub(super) fn reads(
    spec: &Spec,
    (all, has_more): &(Vec<PlannedRead>, bool),
    at: usize,
    on_at: &Callback<usize>,
) -> Element {
    let letter = spec.reader().operand.mn_letter();
    let base_offset = |read: &PlannedRead| spec.derived_read(read.place).params().base_offset;
    let has_base_offsets = all.iter().any(|read| base_offset(read) != 0);
    let outside: Vec<u32> = all
        .iter()
        .map(|read| units_outside(spec, read.place))
        .collect();
    let has_outside = outside.iter().any(|units| *units > 0);
    let span = |first: u32, extent: u32| format!("{first}–{}", first + extent - 1);
    let row = |(number, read): (usize, &PlannedRead)| {
        let (first, extent) = (read.first, read.extent);
        let descriptor = read.descriptor.as_ref().map(Descriptor::to_string);
        el("tr")
            .class_if(number == at, "is-here")
            .attr(Attr::AriaCurrent, (number == at).then_some("true"))
            .on_pointer_move(on_at.reform(move |_: PointerEvent| number))
            .on_click(on_at.reform(move |_: MouseEvent| number))
            .child(row_head(number.to_string()))
            .child(el("td").child(span(first.mn, extent.mn)))
            .child(el("td").child(span(first.k, extent.k)))
            .child(el("td").child(format!("0x{:x}", read.start_bytes)))
            .child(el("td").child(el("code").child(match &descriptor {
                Ok(descriptor) => descriptor.clone(),
                Err(error) => error.to_string(),
            })))
            .child(has_base_offsets.then(|| el("td").child(u32::from(base_offset(read)))))
            .child(el("td").child(format!("{:+}", read.offset_units)))
            .child(has_outside.then(|| {
                el("td")
                    .class_if(outside[number] > 0, "is-outside")
                    .child(outside[number])
            }))
    };
    // The start of the first read of all stages.
    let first = all.first();
    let from = first.map(|read| {
        read.start_bytes
            .wrapping_add_signed(-16 * read.offset_units)
    });
    let head = ["Read", letter, "K", "Start", "Descriptor"]
        .into_iter()
        .chain(has_base_offsets.then_some("Base offset"))
        .map(String::from)
        .chain(from.map(|from| format!("16-byte units from {from:#x}")))
        .chain(has_outside.then(|| "Outside".into()));
    let on_key = {
        let (on_at, last) = (on_at.clone(), all.len().saturating_sub(1));
        Callback::from(move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "ArrowDown" | "ArrowRight" => (at + 1).min(last),
                "ArrowUp" | "ArrowLeft" => at.saturating_sub(1),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            on_at.emit(next);
        })
    };
    let more =
        has_more.then(|| format!(" The first {LISTED} are listed; the code has all of them."));
    let note = (has_outside || *has_more).then(|| {
        el("p")
            .class("build-note")
            .child(has_outside.then_some(
                "Outside: units that the read takes from beyond the tile; fill them with zeros, or round up.",
            ))
            .child(more)
    });
    el("div")
        .class("build-reads")
        .class_if(has_base_offsets, "has-base-offsets")
        .child(
            table(
                "The reads: arrow keys go from one to the next",
                head,
                all.iter().enumerate().map(row),
            )
            .on_key(on_key),
        )
        .child(note)
}

/// The button that copies the descriptors of the reads that are listed.
pub(super) fn copy_descriptors((all, _): &(Vec<PlannedRead>, bool)) -> Html {
    let constants: Vec<String> = all
        .iter()
        .filter_map(|read| read.descriptor.as_ref().ok())
        .map(Descriptor::to_string)
        .collect();
    copy_named_button(constants.join(",\n"), "the descriptors")
}
