//! Elements that share a byte: a map that is not one-to-one cannot hold a matrix.

use crate::candidate::{self, Amount, STRIDES};
use crate::finding::{Confidence, Finding, Severity};
use crate::possible::assert_neither;
use crate::report::{Report, RestsOn, Rule};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{Major, Named, UNIT_BYTES, field_from_bytes};
use swizzle_core::law::{Clash, Layout, Stride, Swizzle};
use swizzle_core::reader::Spec;
use swizzle_infer::Cause;
use swizzle_infer::spec_from_said;

pub(super) const RULE: Rule = Rule {
    id: "overlap",
    source: "arithmetic on the canonical layout",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Read,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    if report.has_guess() && report.blames(&[FieldId::Lbo, FieldId::Sbo, FieldId::Swizzle]) {
        return;
    }
    let Some(clash) = spec.first_clash() else {
        return;
    };
    if let Some(row_bytes) = spec.tile().row_bytes {
        return rows_overlap(spec, report, &clash, row_bytes);
    }
    let explained = match candidate::cause(spec, report) {
        Some((Cause::OtherOrder, _)) => return,
        explained => explained.map(|_| report.causes.clone()),
    };
    let layout = spec.read_over_tile();
    // What no addresses can tell apart is no stride's fault.
    let (stride, blamed) = match spec.is_beyond_addresses() {
        true => (None, &[][..]),
        false => (guilty(spec, &layout, &clash), STRIDES),
    };
    let (fields, name, title) = match stride {
        Some(stride) => (
            candidate::field(stride),
            stride.name(),
            " is too small: atoms overlap",
        ),
        None => (blamed, "", "Elements share a byte"),
    };
    let read = spec.read(spec.place());
    let is_read = |stride| spec.is_read_by_instruction(stride);
    let (severity, beyond) = if stride.is_some_and(|stride| !is_read(stride)) {
        // CuTe writes 0 or 1 where a read never takes the stride; the tile has its own.
        if spec.layout().first_clash(spec.extent()).is_none() {
            return;
        }
        (
            Severity::Note,
            " No read takes this stride: only the tile as drawn is concerned.",
        )
    } else if read.first_clash(spec.read_extent()).is_none() {
        // What is said of the read already is why it would be so, had the descriptor written the tile.
        if spec.is_held() && report.blames(&[FieldId::Lbo, FieldId::Sbo, FieldId::Swizzle]) {
            return;
        }
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
        Some(stride) => {
            finding.brief = format!("{name} is too small");
            if severity == Severity::Note {
                finding.title = format!("{name} is too small for the tile as drawn");
            }
            too_small(finding, &layout, stride);
        }
        None => reason(finding, spec, &layout),
    }
    let Clash {
        first,
        second,
        byte,
    } = clash;
    // The tile may hold what a given descriptor reads twice.
    let lie = match spec.given().is_some() && spec.is_held() {
        true => "are both read",
        false => "both lie",
    };
    finding.at(&[first, second]).say(format_args!(
        " Elements ({}, {}) and ({}, {}) {lie} at byte 0x{byte:x}.{beyond}",
        first.mn, first.k, second.mn, second.k
    ));
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

/// Plain rows that are too close, or whose units are exchanged beyond their row.
fn rows_overlap(spec: &Spec, report: &mut Report, clash: &Clash, row_bytes: u32) {
    let tile = spec.tile();
    let (along, _) = tile.buffer.along_and_across(tile.major);
    let taken = along.div_ceil(tile.element.per_unit()) * UNIT_BYTES;
    let (first, second) = (clash.first, clash.second);
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!("Rows of the tile overlap"),
        format_args!(""),
    );
    match tile.row_xor {
        Some(xor) if row_bytes >= taken => finding.say(format_args!(
            "A row takes {taken} bytes, and {} leads beyond them.",
            xor.text()
        )),
        _ => finding.say(format_args!(
            "A row takes {taken} bytes, and rows lie {row_bytes} bytes apart."
        )),
    };
    finding.at(&[first, second]).say(format_args!(
        " Elements ({}, {}) and ({}, {}) both lie at byte 0x{:x}.",
        first.mn, first.k, second.mn, second.k, clash.byte
    ));
    // Rows further apart would still be rows, which no descriptor reads.
    candidate::pack(finding, spec);
}

/// The one stride that leads into another atom, if it is one alone.
fn guilty(spec: &Spec, layout: &Layout, clash: &Clash) -> Option<Stride> {
    let places = [clash.first, clash.second].map(|coord| layout.digits_from_element(coord));
    let stride = if places[0].column == places[1].column {
        Stride::of_groups(layout.major(), layout.swizzle())
    } else if places[0].group == places[1].group && !is_by_column_stride(spec) {
        Stride::of_columns(layout.major(), layout.swizzle())
    } else {
        return None;
    };
    let atom = layout.swizzle().atom(layout.major()).bytes();
    (layout.stride_bytes(stride) < atom).then_some(stride)
}

/// A stride below the size of an atom, what that takes, and what the number perhaps was.
fn too_small(finding: &mut Finding, layout: &Layout, stride: Stride) {
    let (swizzle, major) = (layout.swizzle(), layout.major());
    let (bytes, atom) = (layout.stride_bytes(stride), swizzle.atom(major));
    let rows = match major {
        Major::K => "rows",
        Major::Mn => "columns of K",
    };
    let (of, name, atoms) = match swizzle {
        Swizzle::None => ("", "", ""),
        Swizzle::B32 | Swizzle::B64 | Swizzle::B128 | Swizzle::B128Atom32 => {
            (" of the ", swizzle.name(), " atom")
        }
    };
    let group = |mode: Swizzle| mode.atom(major).bytes();
    let hint = match bytes {
        _ if bytes == group(Swizzle::None) => " 128 bytes (8 × 16) are a group without swizzle.",
        _ if bytes == group(Swizzle::B32) => " 256 bytes are a group with the 32B swizzle.",
        _ if bytes == group(Swizzle::B64) => " 512 bytes are a group with the 64B swizzle.",
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

/// Whether columns of K lie as the tile's own column stride says.
fn is_by_column_stride(spec: &Spec) -> bool {
    spec.has_column_stride() && spec.said().tile.lbo_bytes.is_some()
}

fn reason(finding: &mut Finding, spec: &Spec, layout: &Layout) {
    let (row, column) = (layout.swizzle().row_bytes(), layout.column_bytes());
    if is_by_column_stride(spec) && column == row {
        finding.say(format_args!(
            "Column of K after column lies {row} bytes on, where the next row already is: the canonical ((8,m),(T,2k)) runs on linearly past the {row}-byte swizzle row. Figures 167 and 189 of the PTX ISA print such a layout; ISA 9.4 corrects it to k = 1."
        ));
    } else if is_by_column_stride(spec) {
        finding.say(format_args!("Columns of K lie {column} bytes apart."));
    } else if spec.is_beyond_addresses() {
        finding.say(format_args!(
            "The tile is larger than the 256 KiB that addresses can tell apart."
        ));
    } else {
        finding.say(format_args!(
            "LBO {} and SBO {} lead into each other's atoms.",
            Amount(layout.stride_bytes(Stride::Lbo)),
            Amount(layout.stride_bytes(Stride::Sbo))
        ));
    }
}

/// One column of K where columns collide, else the fewest strides packed.
fn mend(finding: &mut Finding, spec: &Spec, stride: Option<Stride>) {
    let (said, swizzle) = (spec.said(), spec.tile().swizzle);
    if is_by_column_stride(spec) {
        let column = swizzle.row_units() * spec.tile().element.per_unit();
        if column < spec.tile().k && spec.layout().column_bytes() == swizzle.row_bytes() {
            let k = swizzle.row_units() / 2;
            let label = format_args!("Make K {column}: one column (k = {k})");
            let mended = finding.repair(label, said);
            (mended.tile.lbo_bytes, mended.tile.k) = (None, Some(column));
        } else {
            let packed = spec.packed().lbo_bytes;
            let label = format_args!("Set the column stride to {packed}, packed");
            finding.repair(label, said).tile.lbo_bytes = Some(packed);
        }
        return;
    }
    let fewest = stride.map_or(STRIDES, candidate::field);
    let own = [fewest, STRIDES].map(|strides| candidate::with_own_strides(spec, strides));
    // Strides that were said of the tile may be what collides.
    for mended in own.into_iter().chain([candidate::packed(spec)]) {
        // A tile beyond what addresses can tell apart stays in clash, but no longer by its strides.
        let is_mended = |mended: Spec| {
            mended.first_clash().is_none()
                || !spec.is_beyond_addresses() && mended.is_beyond_addresses()
        };
        if mended != *said && spec_from_said(&mended).is_ok_and(is_mended) {
            candidate::offer(finding, spec, &mended);
            return;
        }
    }
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> std::vec::Vec<crate::tests::Case> {
    use crate::tests::{given, said, silent, speaks};
    use Severity::{Error, Note};
    let figure_167 = swizzle_view::state::figure(167).map(|figure| figure.shown.said);
    std::vec![
        speaks(
            Error,
            "both lie at byte",
            said(|s| s.tile.sbo_bytes = Some(512))
        ),
        speaks(
            Error,
            "are both read at byte",
            given(|_| (), |fields| fields.sbo_field = 8)
        ),
        // The stride that was said collides as well as the given one.
        speaks(
            Error,
            "both lie at byte",
            given(
                |s| s.tile.sbo_bytes = Some(0),
                |fields| fields.sbo_field = 32,
            )
        ),
        // With nothing said but the bits: a single read collides with itself.
        speaks(
            Error,
            "are both read at byte",
            given(
                |s| (s.tile.mn, s.tile.k) = (None, None),
                |fields| fields.sbo_field = 32,
            )
        ),
        speaks(
            Error,
            "A row takes 128 bytes, and rows lie 96 bytes apart",
            said(|s| s.tile.row_bytes = Some(96))
        ),
        speaks(
            Error,
            "A row takes 48 bytes, and unit ^ (row & 3) leads beyond them",
            said(|s| (s.tile.k, s.tile.row_xor) = (Some(24), Some(swizzle_core::law::RowXor::Row3)))
        ),
        speaks(Error, "Figures 167 and 189", figure_167.unwrap_or_default()),
        // No read takes this stride, and the tile has another.
        silent(given(
            |s| (s.tile.mn, s.tile.major) = (Some(128), Some(Major::Mn)),
            |fields| fields.lbo_field = 0,
        )),
        speaks(
            Note,
            "No read takes this stride",
            said(|s| {
                (s.tile.mn, s.tile.major) = (Some(128), Some(Major::Mn));
                s.tile.lbo_bytes = Some(16);
            })
        ),
        // More than addresses tell apart.
        speaks(
            Error,
            "256 KiB",
            said(|s| (s.tile.mn, s.tile.k) = (Some(65536), Some(65536)))
        ),
        // Stages are the ring's.
        silent(said(
            |s| (s.tile.stages, s.tile.stage_bytes) = (Some(2), Some(4096))
        )),
        // Mode none where the tile is 128B: the wrong mode is one error, and its column stride not another.
        silent(
            swizzle_view::link::shown_from_link(
                "#/wgmma/8000004000010040?mn=128&meant_swizzle=128B"
            )
            .shown
            .said
        ),
        silent(given(|_| (), |fields| fields.sbo_field = 64)),
        silent(given(|_| (), |fields| fields.sbo_field = 128)),
    ]
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
        let shared = findings
            .iter()
            .find(|one| one.title == "Elements share a byte");
        assert!(
            shared.is_some_and(|one| one.fields.is_empty()),
            "{findings:#?}"
        );
    }
}
