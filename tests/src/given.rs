//! A descriptor that was given beside what was said.

use std::fmt::Display;

use swizzle_core::hardware::bytes_from_field;
use swizzle_core::{Descriptor, Element, Layout, LayoutParams, Major, Place, Said, Spec};
use swizzle_infer::spec_from_said;
use swizzle_view::{Shown, link_from_shown, shown_from_link};

use crate::Report;

/// Gives a descriptor beside what was said: it stays its 64 bits, is read from its own start at the place that was said,
/// and its link gives all of it back.
pub fn given(report: &mut Report, at: &dyn Display, said: &Said, descriptor: Descriptor) -> Option<Spec> {
    let said = said.with_given(descriptor);
    let spec = match spec_from_said(&said) {
        Ok(spec) => spec,
        Err(error) => {
            report.holds(at, &error, false);
            return None;
        }
    };
    let place = spec.place();
    report.equal(at, &"place", &place, &said.place.over(Place::default()));
    report.equal(at, &"64 bits", &spec.descriptor(place), &Ok(descriptor));
    let start_bytes = bytes_from_field(descriptor.decode().start_field);
    report.equal(at, &"start of the read", &spec.read(place).start_bytes(), &start_bytes);
    let shown = Shown::from(said);
    let link = link_from_shown(&shown);
    let opened = shown_from_link(&link);
    report.holds(at, &format_args!("{link} opens wholly"), opened.notices.is_empty());
    report.equal(at, &link, &opened.shown, &shown);
    Some(spec)
}

/// What a descriptor reads of an operand, by the numbers in its fields.
///
/// # Panics
/// Where its code is of no swizzle.
#[must_use]
pub fn layout_of(element: Element, major: Major, descriptor: Descriptor) -> Layout {
    let fields = descriptor.decode();
    Layout::new(LayoutParams {
        element,
        major,
        swizzle: fields.swizzle.unwrap_or_else(|code| panic!("{descriptor}: {code:?}")),
        start_bytes: bytes_from_field(fields.start_field),
        lbo_bytes: bytes_from_field(fields.lbo_field),
        sbo_bytes: bytes_from_field(fields.sbo_field),
        base_offset: fields.base_offset,
        lbo_mode: fields.lbo_mode,
        space: Default::default(),
    })
}
