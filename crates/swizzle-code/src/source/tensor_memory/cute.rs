//! Tensor memory in a CuTe file: CUTLASS's allocator, and D read by its own copies.

use super::{ATTESTED, Parts, ReadOfD, Regions};
use crate::source::Sourced;
use crate::source::text::Lines;
use swizzle_core::hardware::Accumulator;
use swizzle_tmem::moves::{Load, LoadShape};

/// Headers that it needs.
pub(in crate::source) const INCLUDES: [&str; 3] = [
    "#include <cute/arch/tmem_allocator_sm100.hpp>",
    "#include <cute/atom/copy_traits_sm100.hpp>",
    "#include <cutlass/arch/barrier.h>",
];

/// Allocation, D, and its reading, for an instruction of one CTA.
pub(in crate::source) fn text(out: &mut Lines, sourced: &Sourced<'_>, parts: &Parts) {
    out.gap();
    out.comment("//", &format!("Tensor memory. {ATTESTED}"));
    for words in parts.left_out() {
        out.comment("//", &words);
    }
    if sourced.spec.blocks() > 1 {
        out.comment(
            "//",
            "Not generated: its columns and reading D: CUTLASS places the D of several blocks.",
        );
        return;
    }
    if let Ok(regions) = &parts.regions {
        allocation(out, regions);
    }
    if let Ok(read) = &parts.read {
        fragment(out, sourced);
        match unread(sourced, read) {
            Some(why) => out.comment("//", &format!("Not generated: reading D: {why}.")),
            None => read_d(out, read),
        }
    }
}

/// Why CuTe has no copy of D by the chosen load, though the instruction has.
fn unread(sourced: &Sourced<'_>, read: &ReadOfD) -> Option<&'static str> {
    match sourced.instruction.d {
        Accumulator::F16 => {
            Some("CuTe reads a 16-bit D by packed loads, two columns to a register")
        }
        Accumulator::F32 | Accumulator::S32 if read.has_idle_threads() => Some(
            "CuTe's loads of 32 lanes need all lanes of a warp, and this D fills 16 of each 32; loads of 16 lanes fit",
        ),
        Accumulator::F32 | Accumulator::S32 => None,
    }
}

fn allocation(out: &mut Lines, regions: &Regions) {
    out.comment("//", &regions.text("allocate"));
    out.line(format!(
        "constexpr int kAllocatedColumns = {};",
        regions.allocated
    ));
    out.comment(
        "//",
        "One warp executes it, all 32 threads: it writes the address to `slot` in shared memory. Others read it after a barrier.",
    );
    out.lines(&[
        "CUTE_DEVICE void allocate(uint32_t* slot) {",
        "  cute::TMEM::Allocator1Sm allocator;",
        "  allocator.allocate(kAllocatedColumns, slot);",
        "  allocator.release_allocation_lock();",
        "}",
    ]);
    out.comment(
        "//",
        "Gives the columns back. The same warp executes it, after a barrier behind the last read of D.",
    );
    out.lines(&[
        "CUTE_DEVICE void deallocate(uint32_t address) {",
        "  cute::TMEM::Allocator1Sm allocator;",
        "  allocator.free(address, kAllocatedColumns);",
        "}",
    ]);
}

fn fragment(out: &mut Lines, sourced: &Sourced<'_>) {
    let one = sourced.instruction;
    out.gap();
    out.comment(
        "//",
        "D at an address in tensor memory, for `multiply` and `read_d`.",
    );
    out.line(format!(
        "using ShapeOfD = cute::Shape<cute::Int<{}>, cute::Int<{}>>;",
        one.m, one.n
    ));
    out.lines(&[
        "CUTE_HOST_DEVICE auto fragment_of_d(uint32_t address) {",
        "  auto d = cute::partition_fragment_C(Mma{}, ShapeOfD{});",
        "  d.data() = address;",
        "  return d;",
        "}",
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
    format!("cute::SM100_TMEM_LOAD_{lanes}dp{bits}b{}x", load.num)
}

fn read_d(out: &mut Lines, read: &ReadOfD) {
    out.gap();
    out.comment(
        "//",
        &format!(
            "Calls `store(row, column, value)` for every element of D that thread 0 to 127 of a warpgroup has, by {}. D is complete.",
            read.load.instruction()
        ),
    );
    out.line(format!("using LoadOfD = {};", name(&read.load)));
    out.lines(&[
        "template <class Store>",
        "CUTE_DEVICE void read_d(uint32_t address, int thread, Store store) {",
        "  using namespace cute;",
        "  auto const d = fragment_of_d(address);",
        "  auto const places = Mma{}.get_slice(0).partition_C(make_identity_tensor(ShapeOfD{}));",
        "  auto const load = make_tmem_copy(LoadOfD{}, d);",
        "  auto const slice = load.get_slice(thread);",
        "  auto const own = slice.partition_D(places);",
        "  auto values = make_tensor<typename decltype(d)::value_type>(shape(own));",
        "  copy(load, slice.partition_S(d), values);",
        "  cutlass::arch::fence_view_async_tmem_load();",
        "  CUTE_UNROLL",
        "  for (int i = 0; i < size(values); ++i) {",
        "    store(get<0>(own(i)), get<1>(own(i)), values(i));",
        "  }",
        "}",
    ]);
}
