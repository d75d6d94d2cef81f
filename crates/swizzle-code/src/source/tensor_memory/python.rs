//! Tensor memory in a Python file: the numbers and the address arithmetic, for any DSL or for none.

use super::scale_copies::{ASSERTED_BYTE, COLUMNS_OF_COPY};
use super::{ATTESTED, Parts, ReadOfD, Regions, ScaleCopies};
use crate::source::Sourced;
use crate::source::text::Lines;
use swizzle_core::hardware::CtaForm;
use swizzle_lints::instruction::ScaleFactors;
use swizzle_tmem::plan::What;
use swizzle_tmem::scale::BLOCK_BYTES;
use swizzle_tmem::{Coordinate, Index};

/// Integer division in Python syntax.
pub(in crate::source) fn python(expression: &str) -> String {
    expression.replace(" / ", " // ")
}

/// A function of one line, with what it gives.
pub(in crate::source) fn function(out: &mut Lines, head: &str, doc: &str, body: &str) {
    out.line(format!("def {head}:"));
    out.line(format!("    \"\"\"{doc}\"\"\""));
    out.line(format!("    return {body}"));
    out.gap();
    out.gap();
}

/// All of it.
pub(in crate::source) fn text(out: &mut Lines, sourced: &Sourced<'_>, parts: &Parts) {
    out.comment("#", &format!("Tensor memory. {ATTESTED}"));
    for words in parts.left_out() {
        out.comment("#", &words);
    }
    if let Ok(regions) = &parts.regions {
        constants(out, regions);
    }
    if let Some(Ok(scales)) = &parts.scales {
        steps(out, sourced);
        descriptors(out, sourced, scales);
    }
    if let Ok(read) = &parts.read {
        places(out, sourced, read);
    }
}

/// Returns the name of a region in code.
const fn name(what: What) -> &'static str {
    match what {
        What::D => "D",
        What::A => "A",
        What::Sfa => "SCALES_OF_A",
        What::Sfb => "SCALES_OF_B",
        What::Metadata => "METADATA",
    }
}

fn constants(out: &mut Lines, regions: &Regions) {
    out.comment("#", &regions.text("tcgen05.alloc"));
    out.line(format!("ALLOCATED_COLUMNS = {}", regions.allocated));
    for (what, range) in &regions.all {
        out.line(format!("COLUMN_OF_{} = {}", name(*what), range.start));
    }
    if regions.d_lane > 0 {
        out.comment("#", &regions.text_of_d());
        out.line(format!("LANE_OF_D, OFFSET_OF_D = {}, 0x{:08x}", regions.d_lane, regions.offset_of_d()));
    }
    out.gap();
    out.gap();
}

/// The instruction descriptor of each step, and the columns of its scale factors.
fn steps(out: &mut Lines, sourced: &Sourced<'_>) {
    let Some(Ok(idesc)) = sourced.instruction.idesc() else {
        return;
    };
    let Some(factors) = ScaleFactors::of(idesc) else {
        return;
    };
    let (in_step, of_word) = (factors.in_step, factors.steps_of_word());
    function(
        out,
        "instruction_descriptor(step)",
        "The instruction descriptor of a step, with the ids of its scale factors of A (bits 29–30) and B (bits 4–5).",
        &format!("{idesc} | (step % {of_word} * {in_step}) << 29 | (step % {of_word} * {in_step}) << 4"),
    );
    function(
        out,
        "scale_columns(step, rows)",
        "Columns from the factors of step 0 to those of a step, for this number of rows (M of one CTA) or columns (N).",
        &format!("step // {of_word} * ((rows + 127) // 128 * {COLUMNS_OF_COPY})"),
    );
}

fn descriptors(out: &mut Lines, sourced: &Sourced<'_>, scales: &ScaleCopies) {
    out.comment("#", &scales.text(sourced.instruction));
    out.line(format!(
        "COPIES_OF_SCALES_OF_A, COPIES_OF_SCALES_OF_B = {}, {}",
        scales.a.len(),
        scales.b.len()
    ));
    out.gap();
    out.gap();
    function(
        out,
        "scale_descriptor(shared, copy)",
        "The descriptor of a tcgen05.cp.32x128b.warpx4 of scale factors from this shared address on.",
        &format!("0x{:016x} | ((shared + copy * {BLOCK_BYTES}) & 0x3FFFF) >> 4", scales.constant_bits()),
    );
    function(
        out,
        "scale_copy_column(copy)",
        "The column to which it goes, from that of the operand's factors on.",
        &format!("copy * {COLUMNS_OF_COPY}"),
    );
    if let Some((at, last, descriptor)) = scales.last() {
        out.line(format!("assert scale_descriptor(0x{ASSERTED_BYTE:x}, {at}) == {descriptor}"));
        out.line(format!("assert scale_copy_column({at}) == {}", last.column));
        out.gap();
        out.gap();
    }
}

/// A register as the code names it.
fn register(index: Index) -> &'static str {
    match index {
        Index::Warp => "warp",
        Index::Thread => "thread",
        Index::Half => "half",
        _ => "r",
    }
}

fn places(out: &mut Lines, sourced: &Sourced<'_>, read: &ReadOfD) {
    let is_pair = sourced.instruction.form == CtaForm::Two;
    out.comment("#", &read.text(sourced.instruction));
    out.line(format!("LOADS, LOAD_REGISTERS = {}, {}", read.loads(), read.load.registers()));
    out.gap();
    out.gap();
    let (at, lane, tensor_column) = match read.load.is_packed {
        true => (
            "warp, load, thread, r, half",
            "lane_of(warp, load, thread, r, half)",
            "tensor_column_of(warp, load, thread, r, half)",
        ),
        false => (
            "warp, load, thread, r",
            "lane_of(warp, load, thread, r)",
            "tensor_column_of(warp, load, thread, r)",
        ),
    };
    let mut add = |head: &str, doc: &str, body: &str| function(out, head, doc, &python(body));
    add(
        "load_offset(warp, load)",
        "What a warp adds to D's address for a load: lane in bits 16–31, column in bits 0–15.",
        &read.offset("warp", "load"),
    );
    add(lane, "Lane of a register.", &read.lane(register, "load"));
    add(tensor_column, "Column of a register, from that of D on.", &read.column(register, "load"));
    let names = |coordinate| match coordinate {
        Coordinate::Cta => "rank",
        Coordinate::Lane => lane,
        _ => tensor_column,
    };
    let [row, column] = read.element(names);
    let (rank, whose) = match is_pair {
        true => {
            (", rank", "Row of a register in D of both CTAs: rank is that of the CTA in its pair, 0 or 1.")
        }
        false => ("", "Row of a register in the block's D."),
    };
    add(&format!("row_of({at}{rank})"), whose, &row);
    add(&format!("column_of({at})"), "Column of a register in D.", &column);
    if read.has_idle_threads() {
        add(
            &format!("is_of_d({at})"),
            "Whether D fills the lane: it fills 16 of each 32.",
            &read.is_of_d(lane),
        );
    }
    if let Some((at, [row, column])) = read.example() {
        let numbers = if read.load.is_packed { 5 } else { 4 };
        let at = at[..numbers].iter().map(u32::to_string).collect::<Vec<_>>();
        let at = at.join(", ");
        let rank = if is_pair { ", 1" } else { "" };
        out.line(format!("assert row_of({at}{rank}) == {row}"));
        out.line(format!("assert column_of({at}) == {column}"));
        out.gap();
        out.gap();
    }
}
