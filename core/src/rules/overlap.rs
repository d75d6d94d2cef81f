//! Elements that share a byte: a map that is not one-to-one cannot hold a matrix.

use alloc::vec;

use super::candidate::{self, Amount, STRIDES};
use crate::descriptor::FieldId;
use crate::hardware::{ADDRESS_BYTES, field_from_bytes};
use crate::hardware::{Major, Named, UNIT_BYTES};
use crate::law::{Coord, Extent, Layout, Stride, Swizzle};
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Finding, Report, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "overlap",
    source: "arithmetic on the canonical layout",
    confidence: Confidence::Derived,
    find,
};

/// Two units of a matrix that lie at one address.
pub(super) struct Clash {
    first: Coord,
    second: Coord,
    byte: u32,
}

fn find(spec: &Spec, report: &mut Report) {
    if report.has_guess() && report.blames(&[FieldId::Lbo, FieldId::Sbo, FieldId::Swizzle]) {
        return;
    }
    let Some(clash) = of_tile(spec) else {
        return;
    };
    let tile = spec.tile();
    let places = [clash.first, clash.second].map(|coord| tile.place_from_element(coord));
    let stride = if places[0].column == places[1].column {
        Some(Stride::of_groups(tile.major(), tile.swizzle()))
    } else if places[0].group == places[1].group && !is_by_column_stride(spec) {
        Some(Stride::of_columns(tile.major(), tile.swizzle()))
    } else {
        None
    };
    let atom = tile.swizzle().atom(tile.major()).bytes();
    let stride = stride.filter(|stride| tile.stride_bytes(*stride) < atom);
    let (fields, name, title) = match stride {
        Some(stride) => (
            candidate::field(stride),
            stride.name(),
            " is too small: atoms overlap",
        ),
        None => (STRIDES, "", "Elements share a byte"),
    };
    let (severity, beyond) = if stride.is_some_and(|stride| !spec.is_read_by_instruction(stride)) {
        // CuTe writes 0 where a read never takes the stride.
        (
            Severity::Note,
            " No read takes this stride: only the tile as drawn is concerned.",
        )
    } else if first_clash(&spec.read(spec.params().step), spec.read_extent()).is_none() {
        (
            Severity::Error,
            " Inside of one read nothing overlaps; in the tile it does.",
        )
    } else {
        (Severity::Error, "")
    };
    let finding = report.add(
        severity,
        fields,
        format_args!("{name}{title}"),
        format_args!(""),
    );
    match stride {
        Some(stride) => too_small(finding, tile, stride),
        None => reason(finding, spec),
    }
    let Clash {
        first,
        second,
        byte,
    } = clash;
    finding.at(&[first, second]).say(format_args!(
        " Elements ({}, {}) and ({}, {}) both lie at byte 0x{byte:x}.{beyond}",
        first.mn, first.k, second.mn, second.k
    ));
    mend(finding, spec, stride);
}

pub(super) fn of_tile(spec: &Spec) -> Option<Clash> {
    if spec.params().invalid_swizzle.is_some() || is_packed(spec) {
        return None;
    }
    first_clash(spec.tile(), spec.extent())
}

/// A stride below the size of an atom, what that takes, and what the number perhaps was.
fn too_small(finding: &mut Finding, tile: &Layout, stride: Stride) {
    let (swizzle, major) = (tile.swizzle(), tile.major());
    let (bytes, atom) = (tile.stride_bytes(stride), swizzle.atom(major));
    let rows = match major {
        Major::K => "rows",
        Major::Mn => "columns of K",
    };
    let (of, name, atoms) = match swizzle {
        Swizzle::None => ("", "", ""),
        _ => (" of the ", swizzle.name(), " atom"),
    };
    let hint = match bytes {
        128 => " 128 bytes (8 × 16) are a group without swizzle.",
        256 => " 256 bytes are a group with the 32B swizzle.",
        512 => " 512 bytes are a group with the 64B swizzle.",
        _ => "",
    };
    finding.say(format_args!(
        "{} is {}; a group of {} {rows}{of}{name}{atoms} takes {} (field {}).{hint}",
        stride.name(),
        Amount(bytes),
        atom.rows,
        atom.bytes(),
        field_from_bytes(atom.bytes()),
    ));
}

/// Whether atom follows atom, as far as addresses reach: then nothing can overlap, and nothing need be looked for.
fn is_packed(spec: &Spec) -> bool {
    let (tile, packed) = (spec.tile().params(), spec.packed());
    (tile.lbo_bytes, tile.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes)
        && spec.span_bytes() <= ADDRESS_BYTES
}

/// Whether columns of K lie as the tile's own column stride says.
fn is_by_column_stride(spec: &Spec) -> bool {
    spec.has_column_stride() && spec.params().column_bytes.is_some()
}

fn reason(finding: &mut Finding, spec: &Spec) {
    let tile = spec.tile();
    let (row, column) = (tile.swizzle().row_bytes(), tile.column_bytes());
    if is_by_column_stride(spec) && column == row {
        finding.say(format_args!(
            "Column of K after column lies {row} bytes on, where the next row already is: the canonical ((8,m),(T,2k)) runs on linearly past the {row}-byte swizzle row. Figures 167 and 189 of the PTX ISA print such a layout; ISA 9.4 corrects it to k = 1."
        ));
    } else if is_by_column_stride(spec) {
        finding.say(format_args!("Columns of K lie {column} bytes apart."));
    } else if spec.span_bytes() > ADDRESS_BYTES {
        finding.say(format_args!(
            "The tile is larger than the 256 KiB that addresses can tell apart."
        ));
    } else {
        finding.say(format_args!(
            "LBO {} and SBO {} lead into each other's atoms.",
            Amount(tile.stride_bytes(Stride::Lbo)),
            Amount(tile.stride_bytes(Stride::Sbo))
        ));
    }
}

/// One column of K where columns collide, else the fewest strides packed.
fn mend(finding: &mut Finding, spec: &Spec, stride: Option<Stride>) {
    let params = spec.params();
    let swizzle = spec.tile().swizzle();
    if is_by_column_stride(spec) {
        let column = swizzle.row_units() * params.element.per_unit();
        if column < params.k && spec.tile().column_bytes() == swizzle.row_bytes() {
            let k = swizzle.row_units() / 2;
            let label = format_args!("Make K {column}: one column (k = {k})");
            let mended = finding.repair(label, params);
            (mended.column_bytes, mended.k) = (None, column);
        } else {
            let label = format_args!("Set the column stride to automatic");
            finding.repair(label, params).column_bytes = None;
        }
        return;
    }
    let mut mended = params.clone();
    for strides in [stride.map_or(STRIDES, candidate::field), STRIDES] {
        for field in strides {
            match field {
                FieldId::Lbo => mended.lbo_bytes = None,
                _ => mended.sbo_bytes = None,
            }
        }
        // A tile beyond what addresses can tell apart stays in clash, but no longer by its strides.
        let is_mended = |mended: Spec| {
            of_tile(&mended).is_none()
                || spec.span_bytes() <= ADDRESS_BYTES && mended.span_bytes() > ADDRESS_BYTES
        };
        if mended != *params && Spec::new(&mended).is_ok_and(is_mended) {
            candidate::offer(finding, spec, &mended);
            return;
        }
    }
}

/// The first pair in order of rows, then units: found by marking units, of which the address space has 16,384.
fn first_clash(layout: &Layout, extent: Extent) -> Option<Clash> {
    const FREE: u32 = u32::MAX;
    let mut owners = vec![FREE; (ADDRESS_BYTES / UNIT_BYTES) as usize];
    let t = layout.element().per_unit();
    let (along, across) = extent.along_and_across(layout.major());
    let units = along.div_ceil(t);
    let coord = |index: u32| {
        let (row, unit) = (index / units, index % units);
        Coord::at(layout.major(), unit * t, row)
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
