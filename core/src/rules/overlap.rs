//! Elements that share a byte: a map that is not one-to-one cannot hold a matrix.

use alloc::{format, string::String, vec};

use crate::encoding::ADDRESS_BYTES;
use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{Coord, Extent, FieldId, Layout, Major, Params, Spec, UNIT_BYTES};

pub(super) const RULE: Rule = Rule {
    id: "overlap",
    source: "arithmetic on the canonical layout",
    confidence: Confidence::Derived,
    find,
};

/// Two units of a matrix that lie at one address.
struct Clash {
    first: Coord,
    second: Coord,
    byte: u32,
}

fn find(spec: &Spec, report: &mut Report) {
    if spec.params().invalid_swizzle.is_some() || is_packed(spec) {
        return;
    }
    let Some(clash) = first_clash(spec.tile(), spec.extent()) else {
        return;
    };
    let what = format!(
        "Elements ({}, {}) and ({}, {}) both lie at byte 0x{:x}.",
        clash.first.mn, clash.first.k, clash.second.mn, clash.second.k, clash.byte
    );
    let finding = report.add(
        Severity::Error,
        &[FieldId::Lbo, FieldId::Sbo],
        "Elements share a byte",
        format!("{what} {}", reason(spec)),
    );
    if let Some((label, params)) = mended(spec) {
        finding.repair(label, params);
    }
}

/// Whether atom follows atom, as far as addresses reach: then nothing can overlap, and nothing need be looked for.
fn is_packed(spec: &Spec) -> bool {
    let (tile, packed) = (spec.tile().params(), spec.packed());
    (tile.lbo_bytes, tile.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes)
        && spec.span_bytes() <= ADDRESS_BYTES
}

fn reason(spec: &Spec) -> String {
    let tile = spec.tile();
    let row = tile.swizzle().row_bytes();
    if spec.has_column_stride()
        && tile.column_bytes() == row
        && spec.params().column_bytes.is_some()
    {
        return format!(
            "Column of K after column lies {row} bytes on, where the next row already is: the canonical ((8,m),(T,2k)) runs on linearly past the {row}-byte swizzle row. Figures 167 and 189 of the PTX ISA print such a layout; ISA 9.4 corrects it to k = 1."
        );
    }
    if spec.span_bytes() > ADDRESS_BYTES {
        return "The tile is larger than the 256 KiB that addresses can tell apart.".into();
    }
    "A stride is smaller than what lies between its ends: the atoms overlap.".into()
}

/// One column of K where columns collide, else automatic strides.
fn mended(spec: &Spec) -> Option<(String, Params)> {
    let params = spec.params();
    let mut mended = params.clone();
    if spec.has_column_stride() && params.column_bytes.is_some() {
        mended.column_bytes = None;
        let column = spec.tile().swizzle().row_units() * params.element.per_unit();
        if column < params.k && spec.tile().column_bytes() == spec.tile().swizzle().row_bytes() {
            mended.k = column;
            return Some((
                format!(
                    "Make K {column}: one column (k = {})",
                    spec.tile().swizzle().row_units() / 2
                ),
                mended,
            ));
        }
        return Some(("Set the column stride to automatic".into(), mended));
    }
    if params.lbo_bytes.is_some() || params.sbo_bytes.is_some() {
        mended.lbo_bytes = None;
        mended.sbo_bytes = None;
        return Some(("Set LBO and SBO to automatic".into(), mended));
    }
    None
}

/// The first pair in order of rows, then units: found by marking units, of which the address space has 16,384.
fn first_clash(layout: &Layout, extent: Extent) -> Option<Clash> {
    const FREE: u32 = u32::MAX;
    let mut owners = vec![FREE; (ADDRESS_BYTES / UNIT_BYTES) as usize];
    let t = layout.element().per_unit();
    let (along, across) = match layout.major() {
        Major::K => (extent.k, extent.mn),
        Major::Mn => (extent.mn, extent.k),
    };
    let units = along.div_ceil(t);
    let coord = |index: u32| {
        let (row, unit) = (index / units, index % units);
        match layout.major() {
            Major::K => Coord {
                mn: row,
                k: unit * t,
            },
            Major::Mn => Coord {
                mn: unit * t,
                k: row,
            },
        }
    };
    // One unit more than the address space holds must clash: no larger tile needs a longer look.
    let count = u64::from(units) * u64::from(across);
    let looked_at = count.min(u64::from(ADDRESS_BYTES / UNIT_BYTES) + 1) as u32;
    (0..looked_at).find_map(|index| {
        let byte = layout.byte_from_element(coord(index)).byte;
        let owner = &mut owners[(byte / UNIT_BYTES) as usize];
        if *owner == FREE {
            *owner = index;
            return None;
        }
        Some(Clash {
            first: coord(*owner),
            second: coord(index),
            byte,
        })
    })
}
