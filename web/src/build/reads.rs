//! Every read of the tile, in the order of the loop.

use swizzle_code::build::{PlannedRead, sequence};
use swizzle_core::{Descriptor, Place, Spec};
use yew::prelude::*;

use crate::control::copy_button;
use crate::element::{Attr, Element, el};

/// Reads that are listed; the code has all of them.
const LISTED: usize = 64;

/// The part; the read of a row that is pointed at, or pressed, is looked at in the picture.
pub(super) fn reads(spec: &Spec, at: Place, on_look: &Callback<Place>) -> Element {
    let all: Vec<PlannedRead> = sequence(spec).take(LISTED + 1).collect();
    let letter = spec.reader().operand.mn_letter();
    let base_offset = |read: &PlannedRead| spec.derived_read(read.place).params().base_offset;
    let has_base_offsets = all.iter().any(|read| base_offset(read) != 0);
    let row = |read: &PlannedRead| {
        let (place, first, extent) = (read.place, read.first, read.extent);
        let descriptor = read.descriptor.as_ref().map(Descriptor::to_string);
        el("tr")
            .class_if(place == at, "is-here")
            .on_pointer_move(on_look.reform(move |_: PointerEvent| place))
            .on_click(on_look.reform(move |_: MouseEvent| place))
            .child(el("td").child(place.stage))
            .child(el("td").child(place.block))
            .child(el("td").child(place.step))
            .child(el("td").child(format!("0x{:x}", read.start_bytes)))
            .child(el("td").child(format!("{:+}", read.offset_units)))
            .child(el("td").child(el("code").child(match &descriptor {
                Ok(descriptor) => descriptor.clone(),
                Err(error) => error.to_string(),
            })))
            .child(el("td").child(format!(
                "{letter} {}–{} × K {}–{}",
                first.mn,
                first.mn + extent.mn - 1,
                first.k,
                first.k + extent.k - 1
            )))
            .child(has_base_offsets.then(|| el("td").child(u32::from(base_offset(read)))))
    };
    let head = [
        "Stage",
        "Block",
        "Step",
        "Start",
        "+ units",
        "Descriptor",
        "Reads",
    ];
    let head = head
        .into_iter()
        .chain(has_base_offsets.then_some("Base offset"));
    let head = head.map(|words| el("th").attr(Attr::Scope, "col").child(words));
    let constants: Vec<String> = all
        .iter()
        .filter_map(|read| read.descriptor.as_ref().ok())
        .map(Descriptor::to_string)
        .collect();
    el("div")
        .child(
            el("div")
                .class("build-scroll is-whole")
                .attr(Attr::Tabindex, "0")
                .attr(Attr::Role, "region")
                .attr(Attr::AriaLabel, "The reads")
                .child(
                    el("table")
                        .class("build-table")
                        .child(el("thead").child(el("tr").children(head)))
                        .child(el("tbody").children(all.iter().take(LISTED).map(row))),
                ),
        )
        .child((all.len() > LISTED).then(|| {
            el("p").class("hint").child(format!(
                "The first {LISTED} are listed; the code has all of them."
            ))
        }))
        .child(
            el("p")
                .child("+ units: 16-byte units from the first read. ")
                .child(copy_button(constants.join(",\n"), "the descriptors")),
        )
}
