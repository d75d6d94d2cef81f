//! The functions that set up an instruction descriptor, and the meaning of each of their arguments: one table, with sources.

use swizzle_core::descriptor::InstructionFieldId as Id;

/// The field or value that an argument sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sets {
    Nothing,
    A,
    B,
    /// Both types.
    Both,
    D,
    ScaleType,
    M,
    N,
    /// `M128_N64`.
    Shape,
    MajorA,
    MajorB,
    /// Whether the operand is K-major.
    IsKMajorA,
    IsKMajorB,
    Field(Id),
}

/// A function: the end of its path, whether it has scale factors, and its arguments in order, with their names.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) is_scaled: bool,
    pub(crate) arguments: &'static [(&'static str, Sets)],
    pub(crate) whose: &'static str,
}

pub(crate) const FUNCTIONS: [Function; 9] = [
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/experimental/primitives/descriptors.py.
    Function {
        name: "Tcgen05InstrDesc.build",
        is_scaled: false,
        arguments: &[
            ("sparse_id2", Sets::Field(Id::Selector)),
            ("sparse_flag", Sets::Field(Id::Sparse)),
            ("saturate", Sets::Field(Id::Saturate)),
            ("sparse_format", Sets::Nothing),
            ("c_dtype", Sets::D),
            ("a_dtype", Sets::A),
            ("b_dtype", Sets::B),
            ("a_negate", Sets::Field(Id::NegateA)),
            ("b_negate", Sets::Field(Id::NegateB)),
            ("a_major", Sets::MajorA),
            ("b_major", Sets::MajorB),
            ("n_dim", Sets::N),
            ("m_dim", Sets::M),
            ("k_dim", Sets::Nothing),
            ("max_shift", Sets::Field(Id::MaxShift)),
        ],
        whose: "the CuTe DSL",
    },
    Function {
        name: "Tcgen05MxInstrDesc.build",
        is_scaled: true,
        arguments: &[
            ("sparse_flag", Sets::Field(Id::Sparse)),
            ("b_sf_id", Sets::Field(Id::ScaleB)),
            ("a_sf_id", Sets::Field(Id::ScaleA)),
            ("a_dtype", Sets::A),
            ("b_dtype", Sets::B),
            ("scale_format", Sets::Field(Id::ScaleType)),
            ("a_negate", Sets::Field(Id::NegateA)),
            ("b_negate", Sets::Field(Id::NegateB)),
            ("a_major", Sets::MajorA),
            ("b_major", Sets::MajorB),
            ("n_dim", Sets::N),
            ("m_dim", Sets::M),
            ("k_dim", Sets::Nothing),
            ("a_sf_layout", Sets::Nothing),
        ],
        whose: "the CuTe DSL",
    },
    // NVIDIA/cutlass, include/cute/arch/mma_sm100_desc.hpp.
    Function {
        name: "make_instr_desc",
        is_scaled: false,
        arguments: &[
            ("a_type", Sets::A),
            ("b_type", Sets::B),
            ("c_type", Sets::D),
            ("m", Sets::M),
            ("n", Sets::N),
            ("a_major", Sets::MajorA),
            ("b_major", Sets::MajorB),
            ("a_neg", Sets::Field(Id::NegateA)),
            ("b_neg", Sets::Field(Id::NegateB)),
            ("c_sat", Sets::Field(Id::Saturate)),
            ("is_sparse", Sets::Field(Id::Sparse)),
            ("max_shift", Sets::Nothing),
        ],
        whose: "CUTLASS",
    },
    Function {
        name: "make_instr_desc_block_scaled",
        is_scaled: true,
        arguments: &[
            ("a_type", Sets::A),
            ("b_type", Sets::B),
            ("c_type", Sets::D),
            ("sf_type", Sets::ScaleType),
            ("m", Sets::M),
            ("n", Sets::N),
            ("a_major", Sets::MajorA),
            ("b_major", Sets::MajorB),
            ("a_neg", Sets::Field(Id::NegateA)),
            ("b_neg", Sets::Field(Id::NegateB)),
            ("is_sparse", Sets::Field(Id::Sparse)),
        ],
        whose: "CUTLASS",
    },
    // apache/tvm, python/tvm/tirx/op.py.
    Function {
        name: "encode_instr_descriptor",
        is_scaled: false,
        arguments: &[
            ("desc", Sets::Nothing),
            ("d_dtype", Sets::D),
            ("a_dtype", Sets::A),
            ("b_dtype", Sets::B),
            ("m", Sets::M),
            ("n", Sets::N),
            ("k", Sets::Nothing),
            ("trans_a", Sets::MajorA),
            ("trans_b", Sets::MajorB),
            ("n_cta_groups", Sets::Nothing),
            ("neg_a", Sets::Field(Id::NegateA)),
            ("neg_b", Sets::Field(Id::NegateB)),
            ("sat_d", Sets::Field(Id::Saturate)),
            ("is_sparse", Sets::Field(Id::Sparse)),
        ],
        whose: "TVM",
    },
    Function {
        name: "encode_instr_descriptor_block_scaled",
        is_scaled: true,
        arguments: &[
            ("desc", Sets::Nothing),
            ("d_dtype", Sets::D),
            ("a_dtype", Sets::A),
            ("b_dtype", Sets::B),
            ("sfa_dtype", Sets::ScaleType),
            ("sfb_dtype", Sets::Nothing),
            ("sfa_tmem_addr", Sets::Nothing),
            ("sfb_tmem_addr", Sets::Nothing),
            ("m", Sets::M),
            ("n", Sets::N),
            ("k", Sets::Nothing),
            ("trans_a", Sets::MajorA),
            ("trans_b", Sets::MajorB),
            ("n_cta_groups", Sets::Nothing),
        ],
        whose: "TVM",
    },
    // tile-ai/tilelang, tilelang/cuda/intrinsics/macro/tcgen05_macro_generator.py.
    Function {
        name: "get_tcgen5_instr_desc",
        is_scaled: false,
        arguments: &[
            ("atom_m", Sets::M),
            ("atom_n", Sets::N),
            ("atom_k", Sets::Nothing),
            ("a_dtype", Sets::Both),
            ("c_dtype", Sets::D),
            ("a_is_k_major", Sets::IsKMajorA),
            ("b_is_k_major", Sets::IsKMajorB),
            ("scale_in_a", Sets::Nothing),
            ("scale_in_b", Sets::Nothing),
        ],
        whose: "TileLang",
    },
    // modular/modular, mojo/stdlib/std/gpu/compute/arch/mma_nvidia_sm100.mojo: B is K-major where it is transposed.
    Function {
        name: "UMMAInsDescriptor",
        is_scaled: false,
        arguments: &[
            ("d_type", Sets::D),
            ("a_type", Sets::A),
            ("b_type", Sets::B),
            ("output_shape", Sets::Shape),
            ("transpose_a", Sets::MajorA),
            ("transpose_b", Sets::IsKMajorB),
        ],
        whose: "Mojo",
    },
    // NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs.
    Function {
        name: "Tcgen05InstructionDescriptor",
        is_scaled: false,
        arguments: &[
            ("shape", Sets::Shape),
            ("a_type", Sets::A),
            ("b_type", Sets::B),
            ("accumulator_type", Sets::D),
            ("element_type", Sets::Both),
            ("transpose_a", Sets::MajorA),
            ("transpose_b", Sets::MajorB),
            ("sparse", Sets::Field(Id::Sparse)),
        ],
        whose: "cuda-oxide",
    },
];
