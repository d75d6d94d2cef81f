//! The fields of a tensor map, of its copy and of the descriptor that reads it, each with its error below it.

use swizzle_core::hardware::Chip;
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::{DataType, Interleave, L2Promotion, MapSwizzle, OobFill};
use swizzle_core::{Element, Major, Named as _};
use swizzle_lints::tma::{DriverEnum, MapVerdict};
use swizzle_view::link::TmaShown;
use yew::prelude::*;

use super::field::{choose, list, named_text, names, section, setter, text};
use crate::element::{Attr, Element as El, el, fragment};

/// Faults, by the field that they are in.
pub(super) struct Faults<'a> {
    /// Fields that cannot be read, and why.
    pub(super) unread: Vec<(&'static str, String)>,
    /// Verdict on a map that was read and is refused.
    pub(super) verdict: Option<&'a MapVerdict>,
}

impl Faults<'_> {
    /// All that is wrong with a field.
    fn of(&self, field: &str) -> Option<String> {
        let unread = self.unread.iter().filter(|(at, _)| *at == field);
        let mut all: Vec<String> = unread.map(|(_, why)| why.clone()).collect();
        if let Some(verdict) = self.verdict {
            let refused = verdict.refusals().filter(|one| one.fields.contains(&field));
            all.extend(refused.map(|one| one.text.clone()));
            // Faults that no refusal describes: a copy that faults, a buffer that is overrun.
            let is_wrong = verdict.kind == VerdictKind::Wrong;
            if all.is_empty() && is_wrong && verdict.field == Some(field) {
                all.push(verdict.sentence.clone());
            }
        }
        (!all.is_empty()).then(|| all.join(" "))
    }
}

/// An enumeration of the driver, by any of its names and by number.
fn driver_enum<T: DriverEnum>(
    label: &'static str,
    id: &'static str,
    value: &str,
    fault: Option<String>,
    on_text: Callback<String>,
) -> El {
    let number = |one: T| format!("{} ({}{})", one.number(), T::PREFIX, one.enumerator());
    let read = T::from_any(value).ok();
    named_text(
        label,
        id,
        value,
        names(number),
        read.map(T::name),
        fault.as_deref(),
        on_text,
    )
}

/// The form.
pub(super) fn form(typed: &TmaShown, on_typed: &Callback<TmaShown>, faults: &Faults<'_>) -> El {
    let set = setter(typed, on_typed);
    let plain = |label: &'static str,
                 placeholder: &'static str,
                 field: &'static str,
                 value: &str,
                 change: fn(&mut TmaShown, String)| {
        let fault = faults.of(field);
        text(label, value, placeholder, fault.as_deref(), set(change))
    };
    let map = &typed.map;
    let map_fields = section("Tensor map")
        .child(list(
            "Chip",
            Chip::with_tma()
                .map(|chip| (chip.name().into(), chip.name().into()))
                .collect(),
            typed.target.name(),
            set(|typed, text| {
                let mut target = typed.target;
                choose(&mut target, &text);
                typed.choose_target(target);
            }),
        ))
        .child(driver_enum::<DataType>(
            "Data type",
            "tma-data-type",
            &map.data_type,
            faults.of("data type"),
            set(|typed, text| typed.map.data_type = text),
        ))
        .child(driver_enum::<MapSwizzle>(
            "Swizzle",
            "tma-swizzle",
            &map.swizzle,
            faults.of("swizzle"),
            set(|typed, text| typed.map.swizzle = text),
        ))
        .child(driver_enum::<Interleave>(
            "Interleave",
            "tma-interleave",
            &map.interleave,
            faults.of("interleave"),
            set(|typed, text| typed.map.interleave = text),
        ))
        .child(plain("Rank", "auto", "rank", &map.rank, |typed, text| {
            typed.map.rank = text;
        }))
        .child(plain(
            "Address",
            "auto",
            "address",
            &map.global_address,
            |typed, text| {
                typed.map.global_address = text;
            },
        ))
        .child(plain(
            "Extents",
            "4096, 4096",
            "extents",
            &map.extents,
            |typed, text| typed.map.extents = text,
        ))
        .child(plain(
            "Strides",
            "auto",
            "strides",
            &map.strides,
            |typed, text| typed.map.strides = text,
        ))
        .child(plain(
            "Box",
            "64, 128",
            "box",
            &map.box_elements,
            |typed, text| {
                typed.map.box_elements = text;
            },
        ))
        .child(plain(
            "Elem. strides",
            "auto",
            "element strides",
            &map.element_strides,
            |typed, text| typed.map.element_strides = text,
        ));
    let copy_fields = section("Copy")
        .child(plain(
            "Destination",
            "0x400",
            "destination",
            &typed.destination,
            |typed, text| typed.destination = text,
        ))
        .child(plain(
            "Buffer bytes",
            "auto",
            "buffer",
            &typed.buffer,
            |typed, text| {
                typed.buffer = text;
            },
        ));
    let read_fields = section("Read")
        .child(plain(
            "Descriptor",
            "0x4000004002000040",
            "descriptor",
            &typed.descriptor,
            |typed, text| typed.descriptor = text,
        ))
        .child(list(
            "Element",
            names(|one: Element| one.name().into()),
            typed.element.name(),
            set(|typed, text| choose(&mut typed.element, &text)),
        ))
        .child(list(
            "Major",
            names(|one: Major| one.name().into()),
            typed.major.name(),
            set(|typed, text| choose(&mut typed.major, &text)),
        ));
    fragment()
        .child(map_fields.child(others(typed, on_typed, faults)))
        .child(copy_fields)
        .child(read_fields)
}

/// Fields that few maps need; open where one of them is typed, or wrong.
fn others(typed: &TmaShown, on_typed: &Callback<TmaShown>, faults: &Faults<'_>) -> El {
    let set = setter(typed, on_typed);
    let map = &typed.map;
    let plain = |label: &'static str,
                 placeholder: &'static str,
                 field: &'static str,
                 value: &str,
                 change: fn(&mut TmaShown, String)| {
        let fault = faults.of(field);
        text(label, value, placeholder, fault.as_deref(), set(change))
    };
    let values = [
        &map.channels,
        &map.pixels,
        &map.lower_corner,
        &map.upper_corner,
        &map.l2_promotion,
        &map.oob_fill,
    ];
    let is_used = values.iter().any(|value| !value.trim().is_empty());
    let fields = fragment()
        .child(driver_enum::<L2Promotion>(
            "L2 promotion",
            "tma-l2-promotion",
            &map.l2_promotion,
            faults.of("L2 promotion"),
            set(|typed, text| typed.map.l2_promotion = text),
        ))
        .child(driver_enum::<OobFill>(
            "Fill",
            "tma-oob-fill",
            &map.oob_fill,
            faults.of("out-of-bounds fill"),
            set(|typed, text| typed.map.oob_fill = text),
        ))
        .child(plain(
            "Channels",
            "not im2col",
            "channels",
            &map.channels,
            |typed, text| typed.map.channels = text,
        ))
        .child(plain(
            "Pixels",
            "not im2col",
            "pixels",
            &map.pixels,
            |typed, text| typed.map.pixels = text,
        ))
        .child(plain(
            "Lower corner",
            "all 0",
            "lower corner",
            &map.lower_corner,
            |typed, text| typed.map.lower_corner = text,
        ))
        .child(plain(
            "Upper corner",
            "all 0",
            "upper corner",
            &map.upper_corner,
            |typed, text| typed.map.upper_corner = text,
        ));
    el("details")
        .class("memory-more")
        .attr(Attr::Open, is_used)
        .child(el("summary").child("L2 promotion, fill and im2col"))
        .child(fields)
}
