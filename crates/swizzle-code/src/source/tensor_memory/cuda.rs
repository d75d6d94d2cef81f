//! Tensor memory in a CUDA file: constants and address arithmetic that a host runs, too, and the instructions around them.

use super::scale_copies::{ASSERTED_BYTE, COLUMNS_OF_COPY};
use super::{ATTESTED, Parts, ReadOfD, Regions, ScaleCopies};
use crate::source::Sourced;
use crate::source::text::{Lines, wrapped};
use swizzle_core::hardware::CtaForm;
use swizzle_tmem::plan::What;
use swizzle_tmem::scale::BLOCK_BYTES;
use swizzle_tmem::{Coordinate, Index};

/// Constants and functions that run on a host as well.
pub(in crate::source) fn host(out: &mut Lines, sourced: &Sourced<'_>, parts: &Parts) {
    out.gap();
    out.comment("//", &format!("Tensor memory. {ATTESTED}"));
    for words in parts.left_out() {
        out.comment("//", &words);
    }
    if let Ok(regions) = &parts.regions {
        constants(out, regions);
    }
    if let Some(Ok(scales)) = &parts.scales {
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
        What::Sfa => "ScalesOfA",
        What::Sfb => "ScalesOfB",
        What::Metadata => "Metadata",
    }
}

fn constants(out: &mut Lines, regions: &Regions) {
    out.comment("//", &regions.text("allocate"));
    out.line(format!("constexpr uint32_t kAllocatedColumns = {};", regions.allocated));
    let constant =
        |(what, range): &(What, std::ops::Range<u32>)| format!("kColumnOf{} = {}", name(*what), range.start);
    let constants: Vec<String> = regions.all.iter().map(constant).collect();
    out.line(format!("constexpr uint32_t {};", constants.join(", ")));
    if regions.d_lane > 0 {
        out.comment("//", &regions.text_of_d());
        out.line(format!(
            "constexpr uint32_t kLaneOfD = {}, kOffsetOfD = 0x{:08x};",
            regions.d_lane,
            regions.offset_of_d()
        ));
    }
}

fn descriptors(out: &mut Lines, sourced: &Sourced<'_>, scales: &ScaleCopies) {
    out.gap();
    out.comment("//", &scales.text(sourced.instruction));
    out.line(format!(
        "constexpr uint32_t kCopiesOfScalesOfA = {}, kCopiesOfScalesOfB = {};",
        scales.a.len(),
        scales.b.len()
    ));
    let raw = scales.constant_bits();
    out.lines(&["TILE_FN uint64_t scale_descriptor(uint32_t shared, uint32_t copy) {"]);
    out.line(format!("  return 0x{raw:016x}ull | (((shared + copy * {BLOCK_BYTES}) & 0x3ffff) >> 4);"));
    out.line("}");
    out.line(format!(
        "TILE_FN uint32_t scale_copy_column(uint32_t copy) {{ return copy * {COLUMNS_OF_COPY}; }}"
    ));
    if let Some((at, last, descriptor)) = scales.last() {
        out.line(format!(
            "static_assert(scale_descriptor(0x{ASSERTED_BYTE:x}, {at}) == {descriptor}ull && scale_copy_column({at}) == {}, \"copy {at}\");",
            last.column
        ));
    }
}

/// A register as the code names it.
fn register(index: Index) -> &'static str {
    match index {
        Index::Warp => "at.warp",
        Index::Thread => "at.thread",
        Index::Half => "at.half",
        _ => "at.r",
    }
}

fn places(out: &mut Lines, sourced: &Sourced<'_>, read: &ReadOfD) {
    let is_pair = sourced.instruction.form == CtaForm::Two;
    let rank = if is_pair { ", uint32_t rank" } else { "" };
    out.gap();
    out.comment("//", &read.text(sourced.instruction));
    out.line(format!(
        "constexpr uint32_t kLoads = {}, kLoadRegisters = {};",
        read.loads(),
        read.load.registers()
    ));
    let half = if read.load.is_packed { ", half" } else { "" };
    out.line(format!("struct Register {{ uint32_t warp, load, thread, r{half}; }};"));
    out.comment("//", "What a warp adds to D's address for a load: lane in bits 16–31, column in bits 0–15.");
    out.lines(&["TILE_FN uint32_t load_offset(uint32_t warp, uint32_t load) {"]);
    out.line(format!("  return {};", read.offset("warp", "load")));
    out.line("}");
    out.comment("//", "Lane of a register, and its column from that of D on.");
    out.line(format!(
        "TILE_FN uint32_t lane_of(Register at) {{ return {}; }}",
        read.lane(register, "at.load")
    ));
    out.line(format!(
        "TILE_FN uint32_t tensor_column_of(Register at) {{ return {}; }}",
        read.column(register, "at.load")
    ));
    let whose = match is_pair {
        true => "D of both CTAs: `rank` is that of the CTA in its pair, 0 or 1",
        false => "the block's D",
    };
    out.comment("//", &format!("Row and column of {whose}."));
    let names = |coordinate| match coordinate {
        Coordinate::Cta => "rank",
        Coordinate::Lane => "lane_of(at)",
        _ => "tensor_column_of(at)",
    };
    let [row, column] = read.element(names);
    out.line(format!("TILE_FN uint32_t row_of(Register at{rank}) {{ return {row}; }}"));
    out.line(format!("TILE_FN uint32_t column_of(Register at) {{ return {column}; }}"));
    if read.has_idle_threads() {
        out.comment("//", "Whether D fills the lane: it fills 16 of each 32.");
        let is_of_d = read.is_of_d("lane_of(at)");
        out.line(format!("TILE_FN bool is_of_d(Register at) {{ return {is_of_d}; }}"));
    }
    assertion(out, read, is_pair);
}

/// An assertion on a register.
fn assertion(out: &mut Lines, read: &ReadOfD, is_pair: bool) {
    let Some(([warp, load, thread, r, half], [row, column])) = read.example() else {
        return;
    };
    let half = match read.load.is_packed {
        true => format!(", {half}"),
        false => String::new(),
    };
    let at = format!("{{{warp}, {load}, {thread}, {r}{half}}}");
    let rank = if is_pair { ", 1" } else { "" };
    out.line(format!(
        "static_assert(row_of({at}{rank}) == {row} && column_of({at}) == {column}, \"a register of D\");"
    ));
}

/// Functions around the instructions.
pub(in crate::source) fn device(out: &mut Lines, sourced: &Sourced<'_>, parts: &Parts) {
    let group = sourced.instruction.form.ctas();
    if parts.regions.is_ok() {
        out.gap();
        allocation(out, group);
    }
    if let Some(Ok(_)) = &parts.scales {
        out.gap();
        copies(out, group);
    }
    if let Ok(read) = &parts.read {
        out.gap();
        load(out, read);
        out.gap();
        read_d(out, sourced, read);
    }
}

fn allocation(out: &mut Lines, group: u32) {
    let who = match group {
        1 => "One warp executes it, all 32 threads",
        _ => "One warp of each CTA of the pair executes it, all 32 threads; it waits for the other CTA",
    };
    out.comment(
        "//",
        &format!("Writes the address of the allocated columns to shared address `slot`. {who}. Others read the slot after a barrier, and execute tcgen05.fence::after_thread_sync behind it."),
    );
    out.lines(&[
        "__device__ inline void allocate(uint32_t slot) {",
        &format!(
            "  asm volatile(\"tcgen05.alloc.cta_group::{group}.sync.aligned.shared::cta.b32 [%0], %1;\""
        ),
        "               :: \"r\"(slot), \"r\"(kAllocatedColumns) : \"memory\");",
        &format!("  asm volatile(\"tcgen05.relinquish_alloc_permit.cta_group::{group}.sync.aligned;\");"),
        "  asm volatile(\"tcgen05.fence::before_thread_sync;\" ::: \"memory\");",
        "}",
    ]);
    let before = match group {
        1 => "after a barrier behind the last read of D",
        _ => "after a barrier of the cluster behind the last read of D in both CTAs",
    };
    out.comment(
        "//",
        &format!(
            "Gives the columns back, from the address in the slot. The same warp executes it, {before}."
        ),
    );
    out.lines(&[
        "__device__ inline void deallocate(uint32_t address) {",
        "  asm volatile(\"tcgen05.fence::after_thread_sync;\" ::: \"memory\");",
        &format!("  asm volatile(\"tcgen05.dealloc.cta_group::{group}.sync.aligned.b32 %0, %1;\""),
        "               :: \"r\"(address), \"r\"(kAllocatedColumns) : \"memory\");",
        "}",
    ]);
}

fn copies(out: &mut Lines, group: u32) {
    let both = match group {
        1 => "",
        _ => {
            " It is for both CTAs; according to PTX ISA 9.3 each copies from its own shared memory, at the same address, and to the same columns of its own tensor memory (9.1 says otherwise)."
        }
    };
    out.comment(
        "//",
        &format!("Copies the scale factors of one operand from shared address `shared` to tensor address `scales`: `kCopiesOfScalesOfA` or `…OfB` blocks. The thread that calls multiply calls it before: the instructions are executed in this order.{both}"),
    );
    out.lines(&[
        "__device__ inline void copy_scales(uint32_t scales, uint32_t shared, uint32_t copies) {",
        "  for (uint32_t copy = 0; copy < copies; ++copy) {",
        &format!("    asm volatile(\"tcgen05.cp.cta_group::{group}.32x128b.warpx4 [%0], %1;\""),
        "                 :: \"r\"(scales + scale_copy_column(copy)), \"l\"(scale_descriptor(shared, copy)) : \"memory\");",
        "  }",
        "}",
    ]);
}

fn load(out: &mut Lines, read: &ReadOfD) {
    let count = read.load.registers();
    out.comment(
        "//",
        "One load of a warp, all 32 threads. The wait is in the same statement, so that no use of a register moves before it.",
    );
    out.line("__device__ inline void load_d(uint32_t (&d)[kLoadRegisters], uint32_t address) {");
    let names: Vec<String> = (0..count).map(|i| format!("%{i}")).collect();
    out.lines(&["  asm volatile("]);
    out.line(format!("      \"{} \"", read.load.instruction()));
    let list = wrapped(&format!("{{{}}},", names.join(", ")), 80);
    for line in &list {
        out.line(format!("      \"{line} \""));
    }
    let split = read.split().map(|split| format!(", {split}"));
    let split = split.unwrap_or_default();
    out.line(format!("      \"[%{count}]{split};\\n\""));
    out.line("      \"tcgen05.wait::ld.sync.aligned;\\n\"");
    let held: Vec<String> = (0..count).map(|i| format!("\"=r\"(d[{i}])")).collect();
    for (at, line) in wrapped(&held.join(", "), 88).iter().enumerate() {
        let mark = if at == 0 { ":" } else { " " };
        out.line(format!("      {mark} {line}"));
    }
    out.lines(&["      : \"r\"(address) : \"memory\");", "}"]);
}

fn read_d(out: &mut Lines, sourced: &Sourced<'_>, read: &ReadOfD) {
    let (rank, passed) = match sourced.instruction.form {
        CtaForm::Two => (" uint32_t rank,", ", rank"),
        CtaForm::One | CtaForm::WeightStationary => ("", ""),
    };
    out.comment(
        "//",
        "Calls `store(row, column, bits)` for every element of D that this thread has. Four warps call it with D's address, their number in the warpgroup and the thread's in its warp, once the mbarrier phase of `commit` is complete.",
    );
    out.lines(&[
        "template <class Store>",
        &format!(
            "__device__ inline void read_d(uint32_t d,{rank} uint32_t warp, uint32_t thread, Store store) {{"
        ),
        "  asm volatile(\"tcgen05.fence::after_thread_sync;\" ::: \"memory\");",
        "  for (uint32_t load = 0; load < kLoads; ++load) {",
        "    uint32_t bits[kLoadRegisters];",
        "    load_d(bits, d + load_offset(warp, load));",
        "    #pragma unroll",
        "    for (uint32_t r = 0; r < kLoadRegisters; ++r) {",
    ]);
    let (half, bits) = match read.load.is_packed {
        true => (", half", "bits[r] >> 16 * half & 0xffff"),
        false => ("", "bits[r]"),
    };
    let mut inner = vec![format!("const Register at{{warp, load, thread, r{half}}};")];
    let store = format!("store(row_of(at{passed}), column_of(at), {bits});");
    inner.push(match read.has_idle_threads() {
        true => format!("if (is_of_d(at)) {store}"),
        false => store,
    });
    let indent = match read.load.is_packed {
        true => {
            out.line("      for (uint32_t half = 0; half < 2; ++half) {");
            "        "
        }
        false => "      ",
    };
    for line in inner {
        out.line(format!("{indent}{line}"));
    }
    if read.load.is_packed {
        out.line("      }");
    }
    out.lines(&[
        "    }",
        "  }",
        "  asm volatile(\"tcgen05.fence::before_thread_sync;\" ::: \"memory\");",
        "}",
    ]);
}
