//! The functions that set up a matrix descriptor, and the meaning of each of their arguments: one table, with sources.

use super::*;

/// One function.
pub(crate) struct Builder {
    /// Its origin, as an answer names it.
    pub(crate) whose: &'static str,
    pub(crate) arch: Option<Arch>,
    /// Whether a call of this name is one of this function, where several functions have the name.
    pub(crate) is_one: fn(&Call<'_>) -> bool,
    /// Arguments in angle or square brackets: a column of [`bound`](crate::calls::call::bound).
    pub(crate) template: &'static str,
    /// The ends of its path, in each spelling.
    pub(crate) names: &'static str,
    /// A column, too.
    pub(crate) arguments: &'static str,
}

const fn row(
    whose: &'static str,
    arch: Option<Arch>,
    is_one: fn(&Call<'_>) -> bool,
    template: &'static str,
    names: &'static str,
    arguments: &'static str,
) -> Builder {
    Builder {
        whose,
        arch,
        is_one,
        template,
        names,
        arguments,
    }
}

const WGMMA: Option<Arch> = Some(Arch::Wgmma);
const TCGEN05: Option<Arch> = Some(Arch::Tcgen05);

const fn any(_: &Call<'_>) -> bool {
    true
}

fn starts_with_mode(call: &Call<'_>) -> bool {
    let first = call.arguments.first();
    first.is_some_and(|first| first.text.contains("LayoutType") || first.text.contains("SWIZZLE_"))
}

/// The pointer, then a mode of one digit and, with four arguments, strides behind it.
fn has_mode_second(call: &Call<'_>) -> bool {
    let is_digit = |i: usize| {
        let argument = call.arguments.get(i);
        argument.is_some_and(|one| one.text.len() == 1 && one.text < "8")
    };
    call.template.is_empty()
        && match call.arguments.len() {
            2 => true,
            4 => !is_digit(3) || call.arguments[2].text == "0",
            _ => call
                .arguments
                .iter()
                .any(|one| one.name == Some("layout_type")),
        }
}

fn has_template_strides(call: &Call<'_>) -> bool {
    call.template.len() >= 3 && call.arguments.len() <= 1
}

fn has_template_mode(call: &Call<'_>) -> bool {
    call.template.len() == 1 && call.arguments.len() == 3
}

fn is_tcgen05(call: &Call<'_>) -> bool {
    call.path.contains("tcgen05")
}

fn has_own_pattern(call: &Call<'_>) -> bool {
    call.arguments.len() == 5
}

fn has_one_in_template(call: &Call<'_>) -> bool {
    call.template.len() == 1
}

/// In the order in which they are tried, each with its source.
#[rustfmt::skip]
pub(crate) const BUILDERS: &[Builder] = &[
    // tile-ai/tilelang, src/tl_templates/cuda/common.h and tilelang/language/builtin.py
    row("TileLang", TCGEN05, any,
        "", "initialize_tcgen05_descriptor", "descriptor:- start_address:pointer leading_byte_offset:lbo stride_byte_offset:sbo \
         base_offset:base=0 leading_is_absolute:mode=0 swizzle_mode:code=0"),
    // tile-ai/tilelang, src/tl_templates/cuda/common.h
    row("TileLang", WGMMA, |call| !call.template.is_empty(),
        "layout_type:code=0 leading_byte_offset:lbo=0 stride_byte_offset:sbo=0", "initialize_wgmma_descriptor", "descriptor:- start_address:pointer"),
    // tile-ai/tilelang, tilelang/language/builtin.py
    row("TileLang", WGMMA, any,
        "", "initialize_wgmma_descriptor", "descriptor:- start_address:pointer layout_type_:code=0 leading_byte_offset:lbo=0 \
         stride_byte_offset:sbo=0"),
    // tile-ai/tilelang, tilelang/cuda/intrinsics/macro/tcgen05_macro_generator.py
    row("TileLang", TCGEN05, any,
        "", "TCGEN05DescriptorParams", "swizzle_mode:code leading_byte_offset:lbo stride_byte_offset:sbo swizzle_atom_elems:- \
         k_atom_size:- elems_in_bytes:bytes is_k_major:is_k elem_bits:bits slice_byte_offset:-"),
    // tile-ai/tilelang, tilelang/cuda/intrinsics/macro/wgmma_macro_generator.py
    row("TileLang", WGMMA, any,
        "", "WGMMADescriptorParams", "swizzle_mode:code leading_byte_offset:lbo stride_byte_offset:sbo swizzle_atom_elems:- \
         k_atom_size:- elems_in_bytes:bytes is_k_major:is_k elem_bits:bits slice_byte_offset:-"),
    // deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/mma/sm100.cuh
    row("DeepGEMM for sm_100", TCGEN05, starts_with_mode,
        "", "make_smem_desc", "layout:code smem_ptr:pointer stride_byte_offset:sbo_bytes leading_byte_offset:lbo_bytes"),
    // deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/mma/sm90.cuh
    row("DeepGEMM for sm_90", WGMMA, has_mode_second,
        "", "make_smem_desc", "smem_ptr:pointer layout_type:code leading_byte_offset:lbo_bytes=0 stride_byte_offset:sbo_bytes=1024"),
    // thu-ml/SageAttention, csrc/wgmma.cuh
    row("SageAttention", WGMMA, has_template_strides,
        "swizzle_mode:code leading_byte_offset:lbo_bytes stride_byte_offset:sbo_bytes", "make_smem_desc", "ptr:pointer"),
    // pranjalssh/fast.cu, and kernels that took its function over: strides in bytes
    row("kernels after fast.cu", None, has_template_mode,
        "swizzle_mode:code", "make_smem_desc", "ptr:pointer leading_dim_bytes:lbo_bytes stride_dim_bytes:sbo_bytes"),
    // NVlabs/cuda-oxide and kernels of the same form: pointer, LBO and SBO in bytes, code of the mode
    row("many kernels", None, |call| call.arguments.len() >= 3,
        "", "make_smem_desc", "smem_ptr:pointer leading_dim_bytes:lbo_bytes stride_dim_bytes:sbo_bytes swizzle_mode:code"),
    // NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs, `Tcgen05SmemDescriptorBuilder`: what is not called is 0
    row("cuda-oxide", TCGEN05, any,
        "", "Tcgen05SmemDescriptor::builder", "address:pointer leading_dim_bytes:lbo_bytes=0 stride_bytes:sbo_bytes=0 base_offset:base=0 \
        leading_dim_absolute:mode=0 swizzle:code=0 build raw"),
    // NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs
    row("cuda-oxide", TCGEN05, any,
        "", "Tcgen05SmemDescriptor::from_bytes build_smem_descriptor", "smem_addr:pointer leading_dim_bytes:lbo_bytes stride_bytes:sbo_bytes swizzle:code"),
    // modular/modular, mojo/stdlib/std/gpu/compute/arch/mma_nvidia_sm100.mojo
    row("Mojo", TCGEN05, any,
        "stride_byte_offset:sbo_bytes leading_byte_offset:lbo_bytes swizzle_mode:map=0", "MMASmemDescriptor.create MMASmemDescriptorPair.create", "smem_ptr:pointer"),
    // modular/modular, mojo/stdlib/std/gpu/compute/mma.mojo: its strides are divided by 16 before
    row("Mojo", WGMMA, any,
        "stride_byte_offset:sbo leading_byte_offset:lbo swizzle_mode:map=0", "WGMMADescriptor.create", "smem_ptr:pointer"),
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/experimental/primitives/descriptors.py
    row("the CuTe DSL", TCGEN05, any,
        "", "Tcgen05SmemDesc.build", "start_address:pointer leading_byte_offset:lbo_bytes=0 stride_byte_offset:sbo_bytes=0 \
         base_offset:base=0 layout:code=0 leading_dim_mode:mode=0"),
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/experimental/primitives/descriptors.py
    row("the CuTe DSL", WGMMA, any,
        "", "WgmmaSmemDesc.build", "start_address:pointer leading_byte_offset:lbo_bytes=0 stride_byte_offset:sbo_bytes=0 \
         base_offset:base=0 layout:code=0"),
    // llvm/llvm-project, mlir/include/mlir/Dialect/LLVMIR/NVVMOps.td: tcgen05.mma_smem_desc
    row("NVVM", TCGEN05, any,
        "", "tcgen05_mma_smem_desc mma_smem_desc", "start_addr:start leading_dim_offset:lbo stride_dim_offset:sbo base_offset:base \
         leading_dim_mode:mode swizzle_mode:code"),
    // apache/tvm, python/tvm/tirx/op.py: units of 16 bytes, modes as CUtensorMapSwizzle counts
    row("TVM", TCGEN05, is_tcgen05,
        "", "encode_matrix_descriptor", "desc:- addr:pointer ldo:lbo sdo:sbo swizzle:map"),
    // apache/tvm, python/tvm/tirx/op.py: ptx_wgmma_encode_matrix_descriptor
    row("TVM", WGMMA, any,
        "", "encode_matrix_descriptor ptx_wgmma_encode_matrix_descriptor", "desc:- addr:pointer ldo:lbo sdo:sbo swizzle:map"),
    // NVIDIA/TensorRT-LLM, cpp/kernels/xqa/gmma.cuh
    row("TensorRT-LLM", WGMMA, has_own_pattern,
        "", "makeMatDesc", "data:pointer dimkbyteoffset:lbo_bytes dimmnbyteoffset:sbo_bytes patternstartaddr:- swizzlemode:code"),
    // NVIDIA/TensorRT-LLM, cpp/kernels/xqa/gmma.cuh
    row("TensorRT-LLM", WGMMA, any,
        "", "makeMatDesc", "data:pointer dimkbyteoffset:lbo_bytes dimmnbyteoffset:sbo_bytes swizzlemode:code"),
    // jax-ml/jax, jax/experimental/mosaic/gpu/mma_utils.py
    row("JAX Mosaic", None, any,
        "", "mma_utils.encode_descriptor tcgen05.encode_descriptor", "ref_arg:pointer leading_byte_offset:lbo_bytes stride_byte_offset:sbo_bytes swizzle:width"),
    // deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/mma/sm100.cuh
    row("DeepGEMM for sm_100", TCGEN05, |call| call.arguments.len() == 1,
        "", "make_sf_desc", "smem_ptr:pointer _:lbo_bytes=0 _:sbo_bytes=128 _:code=0"),
    // NVIDIA/cutlass, include/cute/atom/mma_traits_sm90_gmma.hpp
    row("CUTLASS", WGMMA, has_one_in_template,
        "majormode:major", "make_gmma_desc", "tensor:pointer"),
    // NVIDIA/cutlass, include/cute/atom/mma_traits_sm100.hpp
    row("CUTLASS", TCGEN05, has_one_in_template,
        "majormode:major", "make_umma_desc", "tensor:pointer"),
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/cute/nvgpu/tcgen05
    row("the CuTe DSL", TCGEN05, any,
        "", "make_umma_smem_desc", "src:pointer layout:- major:major"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// What [`say`](crate::calls::argument::say) knows.
    const MEANINGS: &str =
        "pointer start lbo lbo_bytes sbo sbo_bytes base mode code map width bytes bits major is_k";

    #[test]
    fn columns_hold_known_meanings_and_lower_case() {
        for builder in BUILDERS {
            assert!(!builder.whose.is_empty() && !builder.names.is_empty());
            for column in [builder.template, builder.arguments] {
                assert_eq!(column, column.to_ascii_lowercase());
                for word in column.split_whitespace() {
                    let means = word.split_once(':').map_or("-", |(_, means)| means);
                    let means = means.split('=').next().unwrap_or_default();
                    assert!(means == "-" || is_in(MEANINGS, means), "{word}");
                }
            }
        }
    }
}
