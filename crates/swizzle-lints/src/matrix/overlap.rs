//! Elements that share a byte: a map that is not one-to-one cannot store a matrix.

use super::*;
use crate::matrix::candidate::{self, Amount, STRIDES};
use crate::matrix::possible::assert_neither;
use swizzle_core::law::Clash;

lint!(Spec, "overlap", Derived, "arithmetic on the canonical layout",
    rests_on: RestsOn::Read,
    silenced_by: &[Silencer::by_guesses().on(STRIDES_AND_MODE)],
);

const STRIDES_AND_MODE: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo, FieldId::Swizzle];

/// A finding on the read explains why the tile would overlap if the descriptor had written it.
const OF_A_TILE_AS_HELD: &[Silencer] = &[Silencer::by(&[
    "alignment",
    "field-range",
    "halves",
    "operand-form",
    "other-stride",
    "plain-rows",
    "pointer",
    "slice",
    "swapped",
    "swizzle-code",
    "units",
])
.on(STRIDES_AND_MODE)];

fn find(spec: &Spec, report: &mut Report) {
    let Some(clash) = spec.first_clash() else {
        return;
    };
    if let Some(row_bytes) = spec.tile().row_bytes {
        return rows_overlap(spec, report, &clash, row_bytes);
    }
    let explained = match candidate::cause(spec, report) {
        Some((Cause::OtherOrder, _)) => return,
        // It explains the start.
        Some((Cause::Advance(_) | Cause::Unshifted, _)) => None,
        explained => explained.map(|_| report.facts.causes.clone()),
    };
    let layout = spec.read_over_tile();
    // A tile beyond the address range overlaps with any strides.
    let (stride, blamed) = match spec.is_beyond_addresses() {
        true => (None, &[][..]),
        false => (stride_too_small(&layout, &clash, is_by_column_stride(spec)), STRIDES),
    };
    let fields = stride.map_or(blamed, candidate::field);
    let read = own_read(spec);
    let is_idle = stride.is_some_and(|stride| !spec.is_read_by_instruction(stride));
    // CuTe writes 0 or 1 where no read uses the stride; the tile has its own.
    if is_idle && spec.layout().first_clash(spec.extent()).is_none() {
        return;
    }
    let is_of_tile = !is_idle && read.first_clash(spec.read_extent()).is_none();
    let severity = match is_idle {
        true => Severity::Note,
        false => Severity::Error,
    };
    let title = match stride {
        None if spec.is_beyond_addresses() => "The tile is larger than shared memory".into(),
        None => "Elements share a byte".into(),
        Some(stride) if is_idle => {
            format!("{} is too small for the tile as drawn", stride.name())
        }
        Some(stride) => format!("{} is too small: atoms overlap", stride.name()),
    };
    let why = match stride {
        Some(stride) => too_small_text(&layout, stride),
        None => shared_text(spec, &layout),
    };
    let Clash { first: Coord { mn: m1, k: k1 }, second: Coord { mn: m2, k: k2 }, byte } = clash;
    // The tile may contain what a given descriptor reads twice.
    let shared = match spec.given().is_some() && spec.is_held() {
        true => {
            format!("Elements ({m1}, {k1}) and ({m2}, {k2}) are both read from byte 0x{byte:x}.")
        }
        false => format!("Elements ({m1}, {k1}) and ({m2}, {k2}) are both at byte 0x{byte:x}."),
    };
    let scope = match (is_idle, is_of_tile) {
        (true, _) => " No read uses this stride; it matters only for the tile as drawn.",
        (false, true) => " Nothing overlaps within one read, only within the whole tile.",
        (false, false) => "",
    };
    let finding = report.add(severity, fields, title, format!("{why} {shared}{scope}"));
    finding.at(&[clash.first, clash.second]);
    if is_of_tile && spec.is_held() {
        finding.silenced_by = OF_A_TILE_AS_HELD;
    }
    if let Some(stride) = stride {
        finding.brief = format!("{} is too small", stride.name());
    }
    let Some([first, others @ ..]) = explained.as_deref() else {
        mend(finding, spec, stride);
        return;
    };
    candidate::offer(finding, spec, &candidate::given(spec, first.mended));
    for other in others.iter().take(candidate::EXPLANATIONS - 1) {
        candidate::offer(finding, spec, &candidate::given(spec, other.mended));
    }
    let words = match stride {
        Some(stride) => format!("{} is too small", stride.name()),
        None => "elements share a byte".into(),
    };
    assert_neither(finding, spec, (&words, first), others);
}

/// Reports plain rows that are too close, or whose units are moved out of their row.
fn rows_overlap(spec: &Spec, report: &mut Report, clash: &Clash, row_bytes: u32) {
    let tile = spec.tile();
    let (along, _) = tile.buffer.along_and_across(tile.major);
    let layout = spec.layout();
    let taken = along.div_ceil(layout.per_unit()) * layout.unit_bytes();
    let why = match tile.row_xor {
        Some(xor) if row_bytes >= taken => {
            format!("A row has {taken} bytes, and {} moves units out of their row.", xor.text())
        }
        _ => format!("A row has {taken} bytes, but the rows are {row_bytes} bytes apart."),
    };
    let (first, second) = (clash.first, clash.second);
    let finding = report.error(
        &[],
        "Rows of the tile overlap",
        format!(
            "{why} Elements ({}, {}) and ({}, {}) are both at byte 0x{:x}.",
            first.mn, first.k, second.mn, second.k, clash.byte
        ),
    );
    finding.at(&[first, second]);
    // Rows further apart would still be rows, which no descriptor reads.
    candidate::pack(finding, spec);
}

/// The stride that leads into another atom, if exactly one does.
pub(crate) fn stride_too_small(layout: &Layout, clash: &Clash, is_by_column_stride: bool) -> Option<Stride> {
    let places = [clash.first, clash.second].map(|coord| layout.digits_from_element(coord));
    let stride = if places[0].column == places[1].column {
        Stride::of_groups(layout.major(), layout.swizzle())
    } else if places[0].group == places[1].group && !is_by_column_stride {
        Stride::of_columns(layout.major(), layout.swizzle())
    } else {
        return None;
    };
    let atom = layout.swizzle().atom(layout.major()).bytes();
    (layout.stride_bytes(stride) < atom).then_some(stride)
}

/// Why a stride is too small: it is less than the size of a group, and possibly the group of another mode.
fn too_small_text(layout: &Layout, stride: Stride) -> String {
    let (swizzle, major) = (layout.swizzle(), layout.major());
    let (bytes, atom) = (layout.stride_bytes(stride), swizzle.atom(major));
    let (name, actual, needed) = (stride.name(), Amount(bytes), Amount(atom.bytes()));
    let rows = match major {
        Major::K => "rows",
        Major::Mn => "columns of K",
    };
    let group = |mode: Swizzle| mode.atom(major).bytes();
    let hint = match bytes {
        _ if bytes == group(Swizzle::None) => " 128 bytes (8 × 16) is right without swizzle.",
        _ if bytes == group(Swizzle::B32) => " 256 bytes are a group with the 32B swizzle.",
        _ if bytes == group(Swizzle::B64) => " 512 bytes are a group with the 64B swizzle.",
        _ => "",
    };
    if (stride, major) == (Stride::Sbo, Major::K) {
        let (rows, last) = (atom.rows, 2 * atom.rows - 1);
        let of_atom = match swizzle {
            Swizzle::None => String::new(),
            _ => format!(" of the {} atom", swizzle.name()),
        };
        return format!(
            "Rows {rows}–{last} begin {actual} after rows 0–{} and overlap them: {rows} rows{of_atom} take {needed}.{hint}",
            rows - 1
        );
    }
    match swizzle {
        Swizzle::None => format!("{name} is {actual}; a group of {} {rows} needs {needed}.{hint}", atom.rows),
        Swizzle::B32 | Swizzle::B64 | Swizzle::B128 | Swizzle::B128Atom32 => format!(
            "{name} is {actual}; a group of {} {rows} of the {} atom needs {needed}.{hint}",
            atom.rows,
            swizzle.name()
        ),
    }
}

/// Whether the tile's specified column stride places the columns of K.
fn is_by_column_stride(spec: &Spec) -> bool {
    spec.has_column_stride() && spec.said().tile.lbo_bytes.is_some()
}

/// Why elements share a byte where no single stride is too small.
fn shared_text(spec: &Spec, layout: &Layout) -> String {
    let (row, column) = (layout.swizzle().row_bytes(), layout.column_bytes());
    if is_by_column_stride(spec) && column == row {
        format!(
            "The columns of K are {row} bytes apart, where the next row already is: the canonical ((8,m),(T,2k)) continues linearly past the {row}-byte swizzle row. Figures 167 and 189 of the PTX ISA print such a layout; ISA 9.4 corrects it to k = 1."
        )
    } else if is_by_column_stride(spec) {
        format!("The columns of K are {column} bytes apart.")
    } else if spec.is_beyond_addresses() {
        "The tile is larger than the 256 KiB that addresses can distinguish.".into()
    } else {
        format!(
            "LBO {} and SBO {} lead into the same atoms.",
            Amount(layout.stride_bytes(Stride::Lbo)),
            Amount(layout.stride_bytes(Stride::Sbo))
        )
    }
}

/// Offers one column of K where columns collide, otherwise the fewest packed strides.
fn mend(finding: &mut Finding, spec: &Spec, stride: Option<Stride>) {
    let (said, swizzle) = (spec.said(), spec.tile().swizzle);
    if is_by_column_stride(spec) {
        let column = swizzle.row_units() * spec.tile().element.per_unit();
        if column < spec.tile().k && spec.layout().column_bytes() == swizzle.row_bytes() {
            let k = swizzle.row_units() / 2;
            let label = format!("Set K to {column}: one column (k = {k})");
            let mended = finding.repair(label, said);
            (mended.tile.lbo_bytes, mended.tile.k) = (None, Some(column));
        } else {
            let packed = spec.packed().lbo_bytes;
            let label = format!("Set the column stride to the packed {packed} B");
            finding.repair(label, said).tile.lbo_bytes = Some(packed);
        }
        return;
    }
    let fewest = stride.map_or(STRIDES, candidate::field);
    let own = [fewest, STRIDES].map(|strides| candidate::with_own_strides(spec, strides));
    // The tile's specified strides may be what collides.
    for mended in own.into_iter().chain([candidate::packed(spec)]) {
        // A tile beyond the address range still overlaps, but no longer by its strides.
        let is_mended = |mended: Spec| {
            mended.first_clash().is_none() || !spec.is_beyond_addresses() && mended.is_beyond_addresses()
        };
        if mended != *said && spec_from_said(&mended).is_ok_and(is_mended) {
            candidate::offer(finding, spec, &mended);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::findings_from_spec;
    use swizzle_view::link::shown_from_link;

    #[test]
    fn no_stride_is_blamed_for_a_tile_beyond_the_addresses() {
        let shown = shown_from_link("#/?mn=65536&k=65536").shown;
        let spec = shown.spec().expect("a tile as large as they come");
        let findings = findings_from_spec(&spec);
        let shared = findings.iter().find(|one| one.title == "The tile is larger than shared memory");
        assert!(shared.is_some_and(|one| one.fields.of_matrix().is_empty()), "{findings:#?}");
    }
}
