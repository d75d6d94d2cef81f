//! Two elements of one read at one byte.

use super::*;
use crate::kernel::refit::refit_text;
use crate::matrix::overlap::stride_too_small;
use swizzle_core::hardware::LboMode;
use swizzle_core::law::{Clash, Layout, LayoutParams};

lint!(OperandRead, "held-overlap", Measured, MEASURED;
    is [SaidOnce],
);

/// The layout of a read, and the first two elements of it at one byte.
pub(super) fn clash(read: &OperandRead) -> Option<(Layout, Clash)> {
    let walk = &read.walk;
    if walk.held(read.at).lowest().decode().lbo_mode == LboMode::Absolute {
        return None;
    }
    let layout = walk.layout(read.at)?;
    let clash = layout.first_clash(walk.extent()?)?;
    Some((layout, clash))
}

fn find(read: &OperandRead, report: &mut Report) {
    let (walk, geometry) = (&read.walk, read.walk.geometry(read.at));
    // Said once of reads that are alike.
    if !walk.is_first_of_geometry(read.at) {
        return;
    }
    let Some((layout, clash)) = clash(read) else {
        return;
    };
    let LayoutParams { lbo_bytes, sbo_bytes, .. } = layout.params();
    let letter = walk.side.mn_letter();
    let what = match stride_too_small(&layout, &clash, false) {
        Some(stride) => format!("{} is too small: atoms overlap", stride.name()),
        None => "two elements of one read share an address".to_owned(),
    };
    let finding = report.error(
        &[FieldId::Lbo, FieldId::Sbo],
        format!("{}: {what}", read.letter()),
        format!(
            "Elements {letter} {}, K {} and {letter} {}, K {} are both {} bytes after the start: SBO is {sbo_bytes} bytes, LBO {lbo_bytes}.",
            clash.first.mn, clash.first.k, clash.second.mn, clash.second.k, clash.byte
        ),
    );
    // Another lint compares the few reads that differ with the others.
    if walk.common() == Some(geometry) {
        finding.fix(refit_text(walk));
    }
}
