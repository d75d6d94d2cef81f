//! The map of shared memory of kernels that compilers wrote.

use swizzle_core::hardware::Operand;
use swizzle_lints::kernel::shared_map::{Buffer, Origin, Role};

use crate::ptx::{judged, texts};

/// Role, offset, bytes of one stage, stages and stride of the buffers of a variable.
type Place = (Role, u64, Option<u64>, u32, u64);

const A: Role = Role::Operand(Operand::A);
const B: Role = Role::Operand(Operand::B);

fn of_symbol(file: &str, name: &str) -> Vec<Place> {
    let all = texts("texts.jsonl.gz");
    let text = all.iter().find(|text| text.file == file);
    let found = judged(&text.expect("the file").text, |kernel, report| {
        let is_named = |at: usize| kernel.shared[at].name == name;
        let mut regions = report.shared.regions.iter();
        let region = regions
            .find(|region| matches!(region.origin, Origin::Symbol(at) if is_named(at)))
            .expect("the variable");
        let place = |one: &Buffer| (one.role, one.offset, one.bytes, one.stages, one.stride);
        region.buffers.iter().map(place).collect::<Vec<_>>()
    });
    found.into_iter().next().expect("a kernel")
}

const fn tile(role: Role, offset: u64, bytes: u64, stages: u32) -> Place {
    (role, offset, Some(bytes), stages, bytes)
}

#[test]
fn stages_and_barriers_are_where_the_compiler_put_them() {
    assert_eq!(
        of_symbol("triton_tma_bf16_128x128x64_w4_sm90", "global_smem"),
        [tile(A, 0, 16384, 3), tile(B, 0xc000, 16384, 3), tile(Role::Barriers, 0x18000, 8, 3)]
    );
    // 41 KiB of the epilogue before; full and empty barriers of all pipelines.
    let of_cutlass = of_symbol("cutlass_bf16_tn_128x256x64_sm100", "_ZN7cutlass4smemE");
    for wanted in [tile(Role::Barriers, 0, 8, 28), tile(A, 0x10800, 16384, 3), tile(B, 0x1c800, 32768, 3)] {
        assert!(of_cutlass.contains(&wanted), "{of_cutlass:?}");
    }
    // A pair of CTAs: each has half of B.
    let of_pair = of_symbol("cutlass_bf16_tt_256x128x64_2sm_sm100", "_ZN7cutlass4smemE");
    for wanted in [tile(A, 0x8400, 16384, 8), tile(B, 0x28400, 8192, 8)] {
        assert!(of_pair.contains(&wanted), "{of_pair:?}");
    }
}

#[test]
fn unrolled_stages_are_those_of_one_buffer() {
    assert_eq!(
        of_symbol("tl_bf16_64x64x32_ta_sm90", "buf_dyn_shmem"),
        [tile(A, 0, 4096, 2), tile(B, 0x2000, 4096, 2)]
    );
    // Q once; K and V in rings of their own. Below 4 K a barrier was before.
    let attention = of_symbol("triton_attn_128x128x64_sm100", "global_smem");
    for wanted in [tile(A, 0x18000, 16384, 1), tile(B, 0, 16384, 3), tile(B, 0xc000, 16384, 3)] {
        assert!(attention.contains(&wanted), "{attention:?}");
    }
}

#[test]
fn parts_of_a_stage_are_one_buffer() {
    let mixed = of_symbol("triton_rs_i8bf16_128x128x64_sm90", "global_smem");
    assert!(mixed.contains(&tile(B, 0, 16384, 3)), "{mixed:?}");
}

#[test]
fn scale_factors_have_buffers() {
    let scaled = of_symbol("cutlass_mxf8_tn_128x128x128_sm100", "_ZN7cutlass4smemE");
    for wanted in [tile(Role::Scales, 0x30400, 512, 5), tile(Role::Scales, 0x30e00, 512, 5)] {
        assert!(scaled.contains(&wanted), "{scaled:?}");
    }
    let scaled = of_symbol("triton_scaled5_nvfp4_128x256x256_sm100", "global_smem");
    let all: Vec<_> = scaled.into_iter().filter(|(role, ..)| *role == Role::Scales).collect();
    let of = |offset, bytes| tile(Role::Scales, offset, bytes, 2);
    assert_eq!(all, [of(0x18000, 4096), of(0x1a000, 2048)]);
}
