//! The functions that set up a matrix descriptor, and the meaning of each of their arguments: one table, with sources.

use crate::calls::argument::Modes;
use crate::calls::call::Call;
use swizzle_core::hardware::Arch;

/// The meaning of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Says {
    /// Nothing of the descriptor.
    Nothing,
    /// A pointer to the operand, or its address in bytes.
    Pointer,
    /// The address divided by 16.
    StartUnits,
    LboBytes,
    LboUnits,
    SboBytes,
    SboUnits,
    BaseOffset,
    LboMode,
    Swizzle(Modes),
    ElementBytes,
    ElementBits,
    /// A major by name, or 0 for K.
    Major,
    IsKMajor,
}

/// One argument.
pub(crate) struct Parameter {
    /// Its name where arguments have names; in lower case.
    pub(crate) name: &'static str,
    pub(crate) says: Says,
    /// Its value where it is left out.
    pub(crate) default: Option<u64>,
}

const fn of(name: &'static str, says: Says) -> Parameter {
    Parameter {
        name,
        says,
        default: None,
    }
}

const fn or(name: &'static str, says: Says, default: u64) -> Parameter {
    Parameter {
        name,
        says,
        default: Some(default),
    }
}

/// One function.
pub(crate) struct Builder {
    /// The end of its path, in each spelling.
    pub(crate) names: &'static [&'static str],
    pub(crate) arch: Option<Arch>,
    /// Arguments in angle or square brackets.
    pub(crate) template: &'static [Parameter],
    pub(crate) arguments: &'static [Parameter],
    /// Whether a call of this name is one of this function, where several functions have the name.
    pub(crate) is_one: fn(&Call<'_>) -> bool,
    /// Its origin, as an answer names it.
    pub(crate) whose: &'static str,
}

const WGMMA: Option<Arch> = Some(Arch::Wgmma);
const TCGEN05: Option<Arch> = Some(Arch::Tcgen05);
const CODE: Says = Says::Swizzle(Modes::Descriptor);
const MAP: Says = Says::Swizzle(Modes::TensorMap);

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

const POINTER: Parameter = of("start_address", Says::Pointer);

/// In the order in which they are tried, each with its source.
pub(crate) const BUILDERS: &[Builder] = &[
    // tile-ai/tilelang, src/tl_templates/cuda/common.h and tilelang/language/builtin.py
    Builder {
        names: &["initialize_tcgen05_descriptor"],
        arch: TCGEN05,
        template: &[],
        arguments: &[
            of("descriptor", Says::Nothing),
            POINTER,
            of("leading_byte_offset", Says::LboUnits),
            of("stride_byte_offset", Says::SboUnits),
            or("base_offset", Says::BaseOffset, 0),
            or("leading_is_absolute", Says::LboMode, 0),
            or("swizzle_mode", CODE, 0),
        ],
        is_one: any,
        whose: "TileLang",
    },
    // tile-ai/tilelang, src/tl_templates/cuda/common.h
    Builder {
        names: &["initialize_wgmma_descriptor"],
        arch: WGMMA,
        template: &[
            or("layout_type", CODE, 0),
            or("leading_byte_offset", Says::LboUnits, 0),
            or("stride_byte_offset", Says::SboUnits, 0),
        ],
        arguments: &[of("descriptor", Says::Nothing), POINTER],
        is_one: |call| !call.template.is_empty(),
        whose: "TileLang",
    },
    // tile-ai/tilelang, tilelang/language/builtin.py
    Builder {
        names: &["initialize_wgmma_descriptor"],
        arch: WGMMA,
        template: &[],
        arguments: &[
            of("descriptor", Says::Nothing),
            POINTER,
            or("layout_type_", CODE, 0),
            or("leading_byte_offset", Says::LboUnits, 0),
            or("stride_byte_offset", Says::SboUnits, 0),
        ],
        is_one: any,
        whose: "TileLang",
    },
    // tile-ai/tilelang, tilelang/cuda/intrinsics/macro/tcgen05_macro_generator.py
    Builder {
        names: &["TCGEN05DescriptorParams"],
        arch: TCGEN05,
        template: &[],
        arguments: PARAMS,
        is_one: any,
        whose: "TileLang",
    },
    // tile-ai/tilelang, tilelang/cuda/intrinsics/macro/wgmma_macro_generator.py
    Builder {
        names: &["WGMMADescriptorParams"],
        arch: WGMMA,
        template: &[],
        arguments: PARAMS,
        is_one: any,
        whose: "TileLang",
    },
    // deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/mma/sm100.cuh
    Builder {
        names: &["make_smem_desc"],
        arch: TCGEN05,
        template: &[],
        arguments: &[
            of("layout", CODE),
            of("smem_ptr", Says::Pointer),
            of("stride_byte_offset", Says::SboBytes),
            of("leading_byte_offset", Says::LboBytes),
        ],
        is_one: starts_with_mode,
        whose: "DeepGEMM for sm_100",
    },
    // deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/mma/sm90.cuh
    Builder {
        names: &["make_smem_desc"],
        arch: WGMMA,
        template: &[],
        arguments: &[
            of("smem_ptr", Says::Pointer),
            of("layout_type", CODE),
            or("leading_byte_offset", Says::LboBytes, 0),
            or("stride_byte_offset", Says::SboBytes, 1024),
        ],
        is_one: has_mode_second,
        whose: "DeepGEMM for sm_90",
    },
    // thu-ml/SageAttention, csrc/wgmma.cuh
    Builder {
        names: &["make_smem_desc"],
        arch: WGMMA,
        template: &[
            of("swizzle_mode", CODE),
            of("leading_byte_offset", Says::LboBytes),
            of("stride_byte_offset", Says::SboBytes),
        ],
        arguments: &[of("ptr", Says::Pointer)],
        is_one: has_template_strides,
        whose: "SageAttention",
    },
    // pranjalssh/fast.cu, and kernels that took its function over: strides in bytes
    Builder {
        names: &["make_smem_desc"],
        arch: None,
        template: &[of("swizzle_mode", CODE)],
        arguments: &[
            of("ptr", Says::Pointer),
            of("leading_dim_bytes", Says::LboBytes),
            of("stride_dim_bytes", Says::SboBytes),
        ],
        is_one: has_template_mode,
        whose: "kernels after fast.cu",
    },
    // NVlabs/cuda-oxide and kernels of the same form: pointer, LBO and SBO in bytes, code of the mode
    Builder {
        names: &["make_smem_desc"],
        arch: None,
        template: &[],
        arguments: &[
            of("smem_ptr", Says::Pointer),
            of("leading_dim_bytes", Says::LboBytes),
            of("stride_dim_bytes", Says::SboBytes),
            of("swizzle_mode", CODE),
        ],
        is_one: |call| call.arguments.len() >= 3,
        whose: "many kernels",
    },
    // NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs
    Builder {
        names: &["Tcgen05SmemDescriptor::from_bytes", "build_smem_descriptor"],
        arch: TCGEN05,
        template: &[],
        arguments: &[
            of("smem_addr", Says::Pointer),
            of("leading_dim_bytes", Says::LboBytes),
            of("stride_bytes", Says::SboBytes),
            of("swizzle", CODE),
        ],
        is_one: any,
        whose: "cuda-oxide",
    },
    // modular/modular, mojo/stdlib/std/gpu/compute/arch/mma_nvidia_sm100.mojo
    Builder {
        names: &["MMASmemDescriptor.create", "MMASmemDescriptorPair.create"],
        arch: TCGEN05,
        template: MOJO_BYTES,
        arguments: &[of("smem_ptr", Says::Pointer)],
        is_one: any,
        whose: "Mojo",
    },
    // modular/modular, mojo/stdlib/std/gpu/compute/mma.mojo: its strides are divided by 16 before
    Builder {
        names: &["WGMMADescriptor.create"],
        arch: WGMMA,
        template: &[
            of("stride_byte_offset", Says::SboUnits),
            of("leading_byte_offset", Says::LboUnits),
            or("swizzle_mode", MAP, 0),
        ],
        arguments: &[of("smem_ptr", Says::Pointer)],
        is_one: any,
        whose: "Mojo",
    },
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/experimental/primitives/descriptors.py
    Builder {
        names: &["Tcgen05SmemDesc.build"],
        arch: TCGEN05,
        template: &[],
        arguments: &[
            POINTER,
            or("leading_byte_offset", Says::LboBytes, 0),
            or("stride_byte_offset", Says::SboBytes, 0),
            or("base_offset", Says::BaseOffset, 0),
            or("layout", CODE, 0),
            or("leading_dim_mode", Says::LboMode, 0),
        ],
        is_one: any,
        whose: "the CuTe DSL",
    },
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/experimental/primitives/descriptors.py
    Builder {
        names: &["WgmmaSmemDesc.build"],
        arch: WGMMA,
        template: &[],
        arguments: &[
            POINTER,
            or("leading_byte_offset", Says::LboBytes, 0),
            or("stride_byte_offset", Says::SboBytes, 0),
            or("base_offset", Says::BaseOffset, 0),
            or("layout", CODE, 0),
        ],
        is_one: any,
        whose: "the CuTe DSL",
    },
    // llvm/llvm-project, mlir/include/mlir/Dialect/LLVMIR/NVVMOps.td: tcgen05.mma_smem_desc
    Builder {
        names: &["tcgen05_mma_smem_desc", "mma_smem_desc"],
        arch: TCGEN05,
        template: &[],
        arguments: &[
            of("start_addr", Says::StartUnits),
            of("leading_dim_offset", Says::LboUnits),
            of("stride_dim_offset", Says::SboUnits),
            of("base_offset", Says::BaseOffset),
            of("leading_dim_mode", Says::LboMode),
            of("swizzle_mode", CODE),
        ],
        is_one: any,
        whose: "NVVM",
    },
    // apache/tvm, python/tvm/tirx/op.py: units of 16 bytes, modes as CUtensorMapSwizzle counts
    Builder {
        names: &["encode_matrix_descriptor"],
        arch: TCGEN05,
        template: &[],
        arguments: TVM,
        is_one: is_tcgen05,
        whose: "TVM",
    },
    // apache/tvm, python/tvm/tirx/op.py: ptx_wgmma_encode_matrix_descriptor
    Builder {
        names: &[
            "encode_matrix_descriptor",
            "ptx_wgmma_encode_matrix_descriptor",
        ],
        arch: WGMMA,
        template: &[],
        arguments: TVM,
        is_one: any,
        whose: "TVM",
    },
    // NVIDIA/TensorRT-LLM, cpp/kernels/xqa/gmma.cuh
    Builder {
        names: &["makeMatDesc"],
        arch: WGMMA,
        template: &[],
        arguments: &[
            of("data", Says::Pointer),
            of("dimkbyteoffset", Says::LboBytes),
            of("dimmnbyteoffset", Says::SboBytes),
            of("patternstartaddr", Says::Nothing),
            of("swizzlemode", CODE),
        ],
        is_one: has_own_pattern,
        whose: "TensorRT-LLM",
    },
    // NVIDIA/TensorRT-LLM, cpp/kernels/xqa/gmma.cuh
    Builder {
        names: &["makeMatDesc"],
        arch: WGMMA,
        template: &[],
        arguments: &[
            of("data", Says::Pointer),
            of("dimkbyteoffset", Says::LboBytes),
            of("dimmnbyteoffset", Says::SboBytes),
            of("swizzlemode", CODE),
        ],
        is_one: any,
        whose: "TensorRT-LLM",
    },
    // jax-ml/jax, jax/experimental/mosaic/gpu/mma_utils.py
    Builder {
        names: &["mma_utils.encode_descriptor", "tcgen05.encode_descriptor"],
        arch: None,
        template: &[],
        arguments: &[
            of("ref_arg", Says::Pointer),
            of("leading_byte_offset", Says::LboBytes),
            of("stride_byte_offset", Says::SboBytes),
            of("swizzle", Says::Swizzle(Modes::Bytes)),
        ],
        is_one: any,
        whose: "JAX Mosaic",
    },
    // deepseek-ai/DeepGEMM, deep_gemm/include/deep_gemm/mma/sm100.cuh
    Builder {
        names: &["make_sf_desc"],
        arch: TCGEN05,
        template: &[],
        arguments: &[
            of("smem_ptr", Says::Pointer),
            or("", Says::LboBytes, 0),
            or("", Says::SboBytes, 128),
            or("", CODE, 0),
        ],
        is_one: |call| call.arguments.len() == 1,
        whose: "DeepGEMM for sm_100",
    },
    // NVIDIA/cutlass, include/cute/atom/mma_traits_sm90_gmma.hpp
    Builder {
        names: &["make_gmma_desc"],
        arch: WGMMA,
        template: &[of("majormode", Says::Major)],
        arguments: &[of("tensor", Says::Pointer)],
        is_one: has_one_in_template,
        whose: "CUTLASS",
    },
    // NVIDIA/cutlass, include/cute/atom/mma_traits_sm100.hpp
    Builder {
        names: &["make_umma_desc"],
        arch: TCGEN05,
        template: &[of("majormode", Says::Major)],
        arguments: &[of("tensor", Says::Pointer)],
        is_one: has_one_in_template,
        whose: "CUTLASS",
    },
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/cute/nvgpu/tcgen05
    Builder {
        names: &["make_umma_smem_desc"],
        arch: TCGEN05,
        template: &[],
        arguments: &[
            of("src", Says::Pointer),
            of("layout", Says::Nothing),
            of("major", Says::Major),
        ],
        is_one: any,
        whose: "the CuTe DSL",
    },
];

/// The values that TileLang computes from a tile; strides in units of 16 bytes.
const PARAMS: &[Parameter] = &[
    of("swizzle_mode", CODE),
    of("leading_byte_offset", Says::LboUnits),
    of("stride_byte_offset", Says::SboUnits),
    of("swizzle_atom_elems", Says::Nothing),
    of("k_atom_size", Says::Nothing),
    of("elems_in_bytes", Says::ElementBytes),
    of("is_k_major", Says::IsKMajor),
    of("elem_bits", Says::ElementBits),
    of("slice_byte_offset", Says::Nothing),
];

const MOJO_BYTES: &[Parameter] = &[
    of("stride_byte_offset", Says::SboBytes),
    of("leading_byte_offset", Says::LboBytes),
    or("swizzle_mode", MAP, 0),
];

const TVM: &[Parameter] = &[
    of("desc", Says::Nothing),
    of("addr", Says::Pointer),
    of("ldo", Says::LboUnits),
    of("sdo", Says::SboUnits),
    of("swizzle", MAP),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_in_lower_case() {
        for builder in BUILDERS {
            assert!(!builder.whose.is_empty() && !builder.names.is_empty());
            for parameter in builder.template.iter().chain(builder.arguments) {
                assert_eq!(parameter.name, parameter.name.to_ascii_lowercase());
            }
        }
    }
}
