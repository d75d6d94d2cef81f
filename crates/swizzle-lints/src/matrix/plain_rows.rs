//! A plain row-major tile read without swizzle: the units of a row are contiguous instead of in blocks of 8 × 16 bytes.

use super::*;
use crate::matrix::candidate::{self, Amount, STRIDES};
use swizzle_core::law::RowXor;
use swizzle_infer::rows::mode_of_tile;

lint!(Spec, "plain-rows", Likely, "PTX ISA, “Canonical Layouts”: without swizzle, 8 rows of 16 bytes are contiguous; a guess from public reports";
    by ["halves"],
    rests_on: RestsOn::Read,
);

fn find(spec: &Spec, report: &mut Report) {
    let row = match spec.tile().major {
        Major::K => "row",
        Major::Mn => "column",
    };
    let rows = spec.tile().row_bytes.filter(|_| spec.said().tile.has_rows());
    match rows {
        Some(row_bytes) => said_plain(spec, report, row, row_bytes),
        None if candidate::is_open(spec, report) => read_plain(spec, report, row),
        None => {}
    }
}

/// Reports a tile that is specified as plain rows; rows of one unit are blocks without swizzle.
fn said_plain(spec: &Spec, report: &mut Report, row: &str, row_bytes: u32) {
    // Overlapping rows have their own finding.
    if report.facts.tally.wrong == 0 || spec.first_clash().is_some() {
        return;
    }
    if let Some(xor) = spec.tile().row_xor
        && counted_elsewhere(spec, report, row, row_bytes, xor)
    {
        return;
    }
    if let Some(mode) = mode_of_tile(spec.tile()).filter(|mode| *mode != own_read(spec).swizzle())
        && let mended = in_mode_with_strides(spec, mode)
        && candidate::is_right(&mended)
    {
        let finding = report.error(
            STRIDES,
            format!("These rows are the {} swizzle", mode.name()),
            format!(
                "{row_bytes}-byte {row}s with {}, from 0x{:x} on, are where the {} swizzle has them: a descriptor of that mode reads them, one of {} does not.",
                spec.tile().row_xor.map_or(String::new(), RowXor::text),
                spec.tile().start_bytes,
                mode.name(),
                own_read(spec).swizzle().name(),
            ),
        );
        candidate::offer(finding, spec, &mended);
        return;
    }
    let xor = spec.tile().row_xor;
    let xor = xor.map_or(String::new(), |xor| format!(", with {}", xor.text()));
    let pads = spec.tile().pads;
    let pads = pads.map_or(String::new(), |pads| {
        format!(", and {} bytes are free after every {} bytes of elements", pads.bytes, pads.every_bytes)
    });
    let finding = report.error(
            STRIDES,
            "No descriptor reads these plain rows",
            format!(
                "The {row}s are {row_bytes} bytes apart{xor}{pads}. The tensor core needs contiguous blocks of 8 {row}s × {} bytes with the XOR of the swizzle mode: copy the data into that layout, or let TMA write it.",
                own_read(spec).swizzle().row_bytes()
            ),
        );
    candidate::pack(finding, spec);
}

/// Reports an XOR of the mode that is counted from a buffer that does not start where the pattern repeats; whether that is so.
fn counted_elsewhere(spec: &Spec, report: &mut Report, row: &str, row_bytes: u32, xor: RowXor) -> bool {
    let Some(given) = spec.given() else {
        return false;
    };
    let mended = (1..8_u8)
        .map(|base_offset| (base_offset, given.with(FieldId::BaseOffset, base_offset.into())))
        .find(|(_, descriptor)| candidate::is_right(&candidate::given(spec, *descriptor)));
    let Some((base_offset, descriptor)) = mended else {
        return false;
    };
    let start = spec.tile().start_bytes;
    report.error(
            &[FieldId::BaseOffset],
            format!("The writer counts {row}s from its buffer; the hardware counts lines from address 0"),
            format!(
                "The tile is written with {} in {row}s of {row_bytes} bytes from 0x{start:x}, which is {} bytes past a multiple of {}. The hardware takes the phase from the address: base offset {base_offset} compensates for it. Alternatively, align the buffer.",
                xor.text(),
                start % own_read(spec).swizzle().pattern_bytes(),
                own_read(spec).swizzle().pattern_bytes(),
            ),
        )
        .repair(
            format!("Set base offset to {base_offset}"),
            &candidate::given(spec, descriptor),
        );
    true
}

/// The tile or its descriptor in a mode, with the strides of that.
fn in_mode_with_strides(spec: &Spec, swizzle: Swizzle) -> Said {
    let mended = candidate::in_mode(spec, swizzle);
    spec_from_said(&mended).map_or(mended, |spec| candidate::with_own_strides(&spec, STRIDES))
}

/// Reports strides of plain rows.
fn read_plain(spec: &Spec, report: &mut Report, row: &str) {
    let read = own_read(spec);
    let along = Stride::of_columns(read.major(), read.swizzle());
    let written = spec.said().tile.swizzle;
    if read.swizzle() != Swizzle::None
        || written.is_some_and(|mode| mode != Swizzle::None)
        || read.column_bytes() != UNIT_BYTES
        || spec.layout().column_bytes() == UNIT_BYTES
        || !spec.is_read_by_instruction(along)
    {
        return;
    }
    let group = read.group_bytes();
    let across = Stride::of_groups(read.major(), read.swizzle()).name();
    let along = along.name();
    let rows = read.swizzle().atom(read.major()).rows;
    let (extent, _) = spec.extent().along_and_across(read.major());
    let units = extent / read.element().per_unit();
    let bytes = if group == units * UNIT_BYTES { group } else { group / rows };
    // A tile that is specified without swizzle has no missing code.
    let swizzle = [Swizzle::B32, Swizzle::B64, Swizzle::B128]
        .into_iter()
        .filter(|_| written.is_none())
        .find(|swizzle| swizzle.row_bytes() * rows == group);
    let in_mode = swizzle.map(|swizzle| in_mode_with_strides(spec, swizzle));
    let mended =
        in_mode.filter(candidate::is_right).unwrap_or_else(|| candidate::with_own_strides(spec, STRIDES));
    let if_tma = swizzle.map_or(String::new(), |swizzle| {
        format!(" If TMA writes the tile with the {} swizzle, the swizzle code is missing.", swizzle.name())
    });
    let finding = report.error(
        STRIDES,
        "The strides are those of plain rows, not of 8 × 16-byte blocks",
        format!(
            "{along} 16 (field 1) leads to the next 16 bytes of a {row}, and {across} {} matches {row}s of {bytes} bytes. Without swizzle, 8 {row}s of 16 bytes form a contiguous block of 128 bytes; the next 16 bytes of each {row} are in another block.{if_tma}",
            Amount(group)
        ),
    );
    candidate::offer(finding, spec, &mended);
}
