//! Tensor memory in a CuTe file: CUTLASS's allocator, and D read by its own copies.

use super::{ATTESTED, Parts, ReadOfD, Regions};
use crate::source::Sourced;
use crate::source::text::Lines;
use swizzle_core::hardware::{Accumulator, CtaForm, Operand};
use swizzle_tmem::moves::{Load, LoadShape};
use swizzle_tmem::plan::What;

/// Headers that it needs.
pub(in crate::source) const INCLUDES: [&str; 3] = [
    "#include <cute/arch/tmem_allocator_sm100.hpp>",
    "#include <cute/atom/copy_traits_sm100.hpp>",
    "#include <cutlass/arch/barrier.h>",
];

/// Allocation, D, and its reading; D where CuTe has the instruction.
pub(in crate::source) fn text(out: &mut Lines, sourced: &Sourced<'_>, parts: &Parts, has_instruction: bool) {
    out.gap();
    out.comment("//", &format!("Tensor memory. {ATTESTED}"));
    for words in parts.left_out() {
        out.comment("//", &words);
    }
    let is_one_block = sourced.spec.blocks() == 1;
    if has_instruction {
        fragment(out, sourced);
    }
    match &parts.regions {
        Ok(regions) if is_one_block => {
            columns_of_block(out, regions, has_instruction.then_some(sourced));
        }
        Ok(_) if has_instruction => columns_of_blocks(out, sourced),
        Ok(_) => out.comment(
            "//",
            "Not generated: columns: the D of several blocks is placed by CuTe's instruction.",
        ),
        Err(_) => (),
    }
    if parts.regions.is_ok() && (is_one_block || has_instruction) {
        allocation(out, sourced);
    }
    if let (Ok(read), true) = (&parts.read, has_instruction) {
        match unread(sourced, read) {
            Some(why) => out.comment("//", &format!("Not generated: reading D: {why}.")),
            None => read_d(out, sourced, read),
        }
    }
}

/// Why CuTe has no copy of D by the chosen load, though the instruction has.
fn unread(sourced: &Sourced<'_>, read: &ReadOfD) -> Option<&'static str> {
    if read.has_idle_threads() {
        return Some(
            "CuTe's loads of 32 lanes need all lanes of a warp, and this D fills 16 of each 32; loads of 16 lanes fit",
        );
    }
    (sourced.instruction.d == Accumulator::F16 && !read.load.is_packed)
        .then_some("CuTe reads a 16-bit D by packed loads, two columns to a register")
}

/// Returns the name of CuTe's allocator for a number of CTAs.
const fn allocator(form: CtaForm) -> &'static str {
    match form {
        CtaForm::Two => "cute::TMEM::Allocator2Sm",
        CtaForm::One | CtaForm::WeightStationary => "cute::TMEM::Allocator1Sm",
    }
}

/// The columns of the regions of a block, with assertions that CuTe's fragments fill as many.
fn columns_of_block(out: &mut Lines, regions: &Regions, asserted: Option<&Sourced<'_>>) {
    out.comment("//", &regions.text("allocate"));
    let name = |what: What| match what {
        What::D => "D",
        What::A => "A",
        What::Sfa => "ScalesOfA",
        What::Sfb => "ScalesOfB",
        What::Metadata => "Metadata",
    };
    let columns = regions.all.iter();
    let columns = columns.map(|(what, range)| format!("kColumnOf{} = {}", name(*what), range.start));
    let columns: Vec<String> = columns.collect();
    out.line(format!("constexpr int kAllocatedColumns = {};", regions.allocated));
    out.line(format!("constexpr int {};", columns.join(", ")));
    if regions.d_lane > 0 {
        out.comment("//", &regions.text_of_d());
        out.line(format!("constexpr uint32_t kOffsetOfD = 0x{:08x};", regions.offset_of_d()));
    }
    let Some(sourced) = asserted else { return };
    for (what, range) in &regions.all {
        let fragment = match what {
            // CuTe counts two elements of 16 bits a column.
            What::D if sourced.instruction.d == Accumulator::F16 => continue,
            What::D => "fragment_of_d",
            What::Sfa => "scales_of_a",
            What::Sfb => "scales_of_b",
            What::A | What::Metadata => continue,
        };
        out.line(format!(
            "static_assert(kColumnsOf<decltype({fragment}(0))> == {}, \"columns of {}\");",
            range.len(),
            what.text()
        ));
    }
}

/// The columns of D of several blocks, as CuTe places them.
fn columns_of_blocks(out: &mut Lines, sourced: &Sourced<'_>) {
    out.comment(
        "//",
        "Columns, from the address that `allocate` writes: D of all blocks, as CuTe places them. The allocation is a power of two of at least 32 columns.",
    );
    out.line(format!(
        "constexpr int kColumnOfD = {}, kColumnsOfD = kColumnsOf<decltype(fragment_of_d(0))>;",
        sourced.instruction.d_column
    ));
    out.lines(&[
        "constexpr int kAllocatedColumns = cute::max(32, int(cute::bit_ceil(uint32_t(kColumnOfD + kColumnsOfD))));",
        "static_assert(kAllocatedColumns <= 512, \"more columns than tensor memory has\");",
    ]);
}

fn allocation(out: &mut Lines, sourced: &Sourced<'_>) {
    let form = sourced.instruction.form;
    let (who, before) = match form {
        CtaForm::Two => (
            "One warp of each CTA of the pair executes it, all 32 threads: it writes the address to `slot`, the same offset in the shared memory of each",
            "a barrier of the cluster behind the last read of D in both CTAs",
        ),
        CtaForm::One | CtaForm::WeightStationary => (
            "One warp executes it, all 32 threads: it writes the address to `slot` in shared memory",
            "a barrier behind the last read of D",
        ),
    };
    let allocator = allocator(form);
    out.comment("//", &format!("{who}. Others read it after a barrier."));
    out.line("CUTE_DEVICE void allocate(uint32_t* slot) {");
    out.line(format!("  {allocator} allocator;"));
    out.lines(&[
        "  allocator.allocate(kAllocatedColumns, slot);",
        "  allocator.release_allocation_lock();",
        "}",
    ]);
    out.comment("//", &format!("Gives the columns back. The same warp executes it, after {before}."));
    out.line("CUTE_DEVICE void deallocate(uint32_t address) {");
    out.line(format!("  {allocator} allocator;"));
    out.lines(&["  allocator.free(address, kAllocatedColumns);", "}"]);
}

fn fragment(out: &mut Lines, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    let blocks = sourced.spec.blocks();
    let (m, n) = match sourced.spec.reader().operand {
        Operand::A => (one.m * blocks, one.n),
        Operand::B => (one.m, one.n * blocks),
    };
    let of = match (blocks, one.form) {
        (1, _) => "",
        (_, CtaForm::Two) => " of all blocks, each of rows of both CTAs,",
        (_, CtaForm::One | CtaForm::WeightStationary) => " of all blocks",
    };
    out.comment("//", &format!("D{of} at an address in tensor memory, for `multiply` and `read_d`."));
    out.line(format!("using ShapeOfD = cute::Shape<cute::Int<{m}>, cute::Int<{n}>>;"));
    out.lines(&[
        "CUTE_HOST_DEVICE auto fragment_of_d(uint32_t address) {",
        "  auto d = cute::partition_fragment_C(Mma{}, ShapeOfD{});",
        "  d.data() = address;",
        "  return d;",
        "}",
    ]);
    out.comment("//", "Columns that a fragment fills.");
    out.lines(&[
        "template <class Fragment>",
        "constexpr int kColumnsOf = cute::cosize_v<typename decltype(cute::recast<uint32_t>(Fragment{}))::layout_type> & 0xffff;",
    ]);
}

/// CUTLASS's name of a load: lanes, bits, repetitions.
fn name(load: &Load) -> String {
    let (lanes, bits) = match load.shape {
        LoadShape::S32x32b => (32, 32),
        LoadShape::S16x64b => (16, 64),
        LoadShape::S16x128b => (16, 128),
        LoadShape::S16x256b => (16, 256),
        LoadShape::S16x32bx2 => (16, 32),
    };
    let pack = if load.is_packed { "_16b" } else { "" };
    format!("cute::SM100_TMEM_LOAD_{lanes}dp{bits}b{}x{pack}", load.num)
}

fn read_d(out: &mut Lines, sourced: &Sourced<'_>, read: &ReadOfD) {
    let (rank, slice, whose) = match sourced.instruction.form {
        CtaForm::Two => (
            " int rank,",
            "rank",
            " `rank` is that of the CTA in its pair, 0 or 1; rows and columns are those of both.",
        ),
        CtaForm::One | CtaForm::WeightStationary => ("", "0", ""),
    };
    let (block, blocks) = match sourced.spec.reader().operand {
        Operand::A => ("(_, block, _0{})", 1),
        Operand::B => ("(_, _0{}, block)", 2),
    };
    out.gap();
    out.comment(
        "//",
        &format!(
            "Calls `store(row, column, value)` for every element of D that thread 0 to 127 of a warpgroup has, by {}. D is complete.{whose}",
            read.load.instruction()
        ),
    );
    out.line(format!("using LoadOfD = {};", name(&read.load)));
    out.line("template <class Store>");
    out.line(format!("CUTE_DEVICE void read_d(uint32_t address,{rank} int thread, Store store) {{"));
    out.lines(&["  using namespace cute;", "  auto const d = fragment_of_d(address);"]);
    out.line(format!(
        "  auto const places = Mma{{}}.get_slice({slice}).partition_C(make_identity_tensor(ShapeOfD{{}}));"
    ));
    out.line("  CUTE_UNROLL");
    out.line(format!("  for (int block = 0; block < size<{blocks}>(d); ++block) {{"));
    out.line(format!("    auto const one = d{block};"));
    out.lines(&[
        "    auto const load = make_tmem_copy(LoadOfD{}, one);",
        "    auto const slice = load.get_slice(thread);",
    ]);
    out.line(format!("    auto const own = slice.partition_D(places{block});"));
    out.lines(&[
        "    auto values = make_tensor<typename decltype(d)::value_type>(shape(own));",
        "    copy(load, slice.partition_S(one), values);",
        "    cutlass::arch::fence_view_async_tmem_load();",
        "    CUTE_UNROLL",
        "    for (int i = 0; i < size(values); ++i) {",
        "      store(get<0>(own(i)), get<1>(own(i)), values(i));",
        "    }",
        "  }",
        "}",
    ]);
}
