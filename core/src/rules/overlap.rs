//! Elements that share a byte: a map that is not one-to-one cannot hold a matrix.

use alloc::{format, string::String, vec};

use super::candidate::{self, amount, by_hand, set, with};
use crate::encoding::{ADDRESS_BYTES, field_from_bytes};
use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{
    Coord, Extent, FieldId, Layout, Major, Named, Params, Spec, Stride, Swizzle, UNIT_BYTES,
};

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

const STRIDES: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo];

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
    let atom = tile.swizzle().atom(tile.major());
    let (fields, title, why) = match stride {
        Some(stride) if tile.stride_bytes(stride) < atom.bytes() => (
            candidate::field(stride),
            format!("{} is too small: atoms overlap", stride.name()),
            too_small(spec, stride),
        ),
        _ => (STRIDES, "Elements share a byte".into(), reason(spec)),
    };
    let read = first_clash(&spec.read(spec.params().step), spec.read_extent());
    let (severity, beyond) = match read {
        Some(_) => (Severity::Error, ""),
        // CuTe writes 0 where a read never takes the stride.
        None if is_never_taken(spec) => (
            Severity::Note,
            " No read takes this stride: only the tile as drawn is concerned.",
        ),
        None => (
            Severity::Error,
            " Only the tile is concerned: one read stays clear of it.",
        ),
    };
    let finding = report
        .add(
            severity,
            fields,
            title,
            format!(
                "{why} Elements ({}, {}) and ({}, {}) both lie at byte 0x{:x}.{beyond}",
                clash.first.mn, clash.first.k, clash.second.mn, clash.second.k, clash.byte
            ),
        )
        .at([clash.first, clash.second]);
    if let Some((label, params)) = mended(spec) {
        finding.repair(label, params);
    }
}

/// How serious a guess about the strides is: an error, where elements share a byte.
pub(super) fn severity(spec: &Spec) -> Severity {
    match of_tile(spec) {
        Some(_) => Severity::Error,
        None => Severity::Warning,
    }
}

/// Whether the elements are apart but for a stride by hand that the instruction never takes.
fn is_never_taken(spec: &Spec) -> bool {
    let mended = with(spec, |params| {
        for stride in [Stride::Lbo, Stride::Sbo] {
            if !spec.is_read_by_instruction(stride) {
                set(params, stride, None);
            }
        }
    });
    Spec::new(&mended).is_ok_and(|spec| of_tile(&spec).is_none())
}

fn of_tile(spec: &Spec) -> Option<Clash> {
    if spec.params().invalid_swizzle.is_some() || is_packed(spec) {
        return None;
    }
    first_clash(spec.tile(), spec.extent())
}

/// A stride below the size of an atom, what that takes, and what the number perhaps was.
fn too_small(spec: &Spec, stride: Stride) -> String {
    let tile = spec.tile();
    let (swizzle, major) = (tile.swizzle(), tile.major());
    let (bytes, atom) = (tile.stride_bytes(stride), swizzle.atom(major));
    let rows = match major {
        Major::K => "rows",
        Major::Mn => "columns of K",
    };
    let of = match swizzle {
        Swizzle::None => String::new(),
        _ => format!(" of the {} atom", swizzle.name()),
    };
    let packed_for = Swizzle::ALL
        .iter()
        .find(|mode| mode.atom(major).bytes() == bytes);
    let hint = match packed_for {
        Some(Swizzle::None) => " 128 bytes (8 × 16) are a group without swizzle.".into(),
        Some(mode) => format!(" {bytes} bytes are a group of the {} swizzle.", mode.name()),
        None => String::new(),
    };
    format!(
        "{} is {}; a group of {} {rows}{of} takes {} (field {}).{hint}",
        stride.name(),
        amount(bytes),
        atom.rows,
        atom.bytes(),
        field_from_bytes(atom.bytes()),
    )
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

fn reason(spec: &Spec) -> String {
    let tile = spec.tile();
    let row = tile.swizzle().row_bytes();
    if is_by_column_stride(spec) {
        if tile.column_bytes() != row {
            return format!("Columns of K lie {} bytes apart.", tile.column_bytes());
        }
        return format!(
            "Column of K after column lies {row} bytes on, where the next row already is: the canonical ((8,m),(T,2k)) runs on linearly past the {row}-byte swizzle row. Figures 167 and 189 of the PTX ISA print such a layout; ISA 9.4 corrects it to k = 1."
        );
    }
    if spec.span_bytes() > ADDRESS_BYTES {
        return "The tile is larger than the 256 KiB that addresses can tell apart.".into();
    }
    format!(
        "LBO {} and SBO {} lead into each other's atoms.",
        amount(tile.stride_bytes(Stride::Lbo)),
        amount(tile.stride_bytes(Stride::Sbo))
    )
}

/// One column of K where columns collide, else the fewest strides packed.
fn mended(spec: &Spec) -> Option<(String, Params)> {
    let params = spec.params();
    let tile = spec.tile();
    if is_by_column_stride(spec) {
        let column = tile.swizzle().row_units() * params.element.per_unit();
        if column < params.k && tile.column_bytes() == tile.swizzle().row_bytes() {
            return Some((
                format!(
                    "Make K {column}: one column (k = {})",
                    tile.swizzle().row_units() / 2
                ),
                with(spec, |params| {
                    (params.column_bytes, params.k) = (None, column)
                }),
            ));
        }
        let mended = with(spec, |params| params.column_bytes = None);
        return Some(("Set the column stride to automatic".into(), mended));
    }
    let by_hand = |stride| by_hand(params, stride).is_some();
    let packed: [&[Stride]; 3] = [&[Stride::Sbo], &[Stride::Lbo], &[Stride::Lbo, Stride::Sbo]];
    packed.into_iter().find_map(|strides| {
        let mended = with(spec, |params| {
            for stride in strides {
                set(params, *stride, None);
            }
        });
        let is_mended = strides.iter().any(|stride| by_hand(*stride))
            && Spec::new(&mended).is_ok_and(|spec| of_tile(&spec).is_none());
        is_mended.then(|| (candidate::label(spec, &mended), mended))
    })
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
