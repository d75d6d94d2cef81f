//! The functions that set up an instruction descriptor, and the meaning of each of their arguments: one table, with sources.

/// A function: the end of its path, whether it has scale factors, whose it is, and its arguments in order, with their names:
/// a column of [`bound`](crate::calls::call::bound).
pub(crate) type Function = (&'static str, bool, &'static str, &'static str);

#[rustfmt::skip]
pub(crate) const FUNCTIONS: [Function; 9] = [
    // NVIDIA/cutlass, python/CuTeDSL/cutlass/experimental/primitives/descriptors.py.
    ("Tcgen05InstrDesc.build", false, "the CuTe DSL",
        "sparse_id2:selector sparse_flag:sparse saturate:saturate sparse_format:- c_dtype:d a_dtype:a \
         b_dtype:b a_negate:negate_a b_negate:negate_b a_major:major_a b_major:major_b n_dim:n m_dim:m k_dim:k \
         max_shift:max_shift"),
    ("Tcgen05MxInstrDesc.build", true, "the CuTe DSL",
        "sparse_flag:sparse b_sf_id:scale_b a_sf_id:scale_a a_dtype:a b_dtype:b scale_format:scale_type \
         a_negate:negate_a b_negate:negate_b a_major:major_a b_major:major_b n_dim:n m_dim:m k_dim:k \
         a_sf_layout:-"),
    // NVIDIA/cutlass, include/cute/arch/mma_sm100_desc.hpp.
    ("make_instr_desc", false, "CUTLASS",
        "a_type:a b_type:b c_type:d m:m n:n a_major:major_a b_major:major_b a_neg:negate_a b_neg:negate_b \
         c_sat:saturate is_sparse:sparse max_shift:-"),
    ("make_instr_desc_block_scaled", true, "CUTLASS",
        "a_type:a b_type:b c_type:d sf_type:scale m:m n:n a_major:major_a b_major:major_b a_neg:negate_a \
         b_neg:negate_b is_sparse:sparse"),
    // apache/tvm, python/tvm/tirx/op.py.
    ("encode_instr_descriptor", false, "TVM",
        "desc:- d_dtype:d a_dtype:a b_dtype:b m:m n:n k:k trans_a:major_a trans_b:major_b n_cta_groups:- \
         neg_a:negate_a neg_b:negate_b sat_d:saturate is_sparse:sparse"),
    ("encode_instr_descriptor_block_scaled", true, "TVM",
        "desc:- d_dtype:d a_dtype:a b_dtype:b sfa_dtype:scale sfb_dtype:- sfa_tmem_addr:- sfb_tmem_addr:- m:m \
         n:n k:k trans_a:major_a trans_b:major_b n_cta_groups:-"),
    // tile-ai/tilelang, tilelang/cuda/intrinsics/macro/tcgen05_macro_generator.py.
    ("get_tcgen5_instr_desc", false, "TileLang",
        "atom_m:m atom_n:n atom_k:k a_dtype:both c_dtype:d a_is_k_major:is_k_a b_is_k_major:is_k_b \
         scale_in_a:- scale_in_b:-"),
    // modular/modular, mojo/stdlib/std/gpu/compute/arch/mma_nvidia_sm100.mojo: B is K-major where it is transposed.
    ("UMMAInsDescriptor", false, "Mojo",
        "d_type:d a_type:a b_type:b output_shape:shape transpose_a:major_a transpose_b:is_k_b"),
    // NVlabs/cuda-oxide, crates/cuda-device/src/tcgen05.rs.
    ("Tcgen05InstructionDescriptor", false, "cuda-oxide",
        "shape:shape a_type:a b_type:b accumulator_type:d element_type:both transpose_a:major_a \
         transpose_b:major_b sparse:sparse build raw"),
];
