//! The PTX ISA's own numbers: every worked example, table cell and formula of its chapters on shared-memory layouts
//! and matrix descriptors. What the manual prints is in `tests/data/manual`; the core computes.
//!
//! wgmma: "Shared Memory Matrix Layout", "Matrix Descriptor Format". tcgen05: "Major-ness supported by Strides",
//! "Shared memory descriptor". Figure numbers are those of PTX ISA 9.1.

mod atoms;
mod descriptors;
mod examples;
mod strides;

use swizzle_core::{Coord, Element, Layout, LayoutParams, LboMode, Major, Said, Spec, Swizzle};
use swizzle_infer::spec_from_said;
use swizzle_tests::{CsvRow, csv_rows};

fn spec(said: &Said) -> Spec {
    spec_from_said(said).unwrap_or_else(|error| panic!("{said:?}: {error}"))
}

/// The forms that the manual has tables for.
fn forms() -> impl Iterator<Item = (Major, Swizzle, CsvRow)> {
    csv_rows("manual/forms.tsv").into_iter().map(|row| (row.get("major"), row.get("swizzle"), row))
}

fn plain_layout(element: Element, major: Major, swizzle: Swizzle, lbo_bytes: u32, sbo_bytes: u32) -> Layout {
    Layout::new(LayoutParams {
        element,
        major,
        swizzle,
        start_bytes: 0,
        lbo_bytes,
        sbo_bytes,
        base_offset: 0,
        lbo_mode: LboMode::Relative,
        space: Default::default(),
    })
}

/// An element by its index along the contiguous dimension and along the other.
fn coord_along(major: Major, along: u32, across: u32) -> Coord {
    match major {
        Major::K => Coord { mn: across, k: along },
        Major::Mn => Coord { mn: along, k: across },
    }
}
