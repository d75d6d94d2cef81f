//! Names of families, majors and operands. Those of chips are in their records.

use crate::vocabulary::Meaning::{
    Arch as OfArch, AsWritten, Major as OfMajor, MajorOf, NoArch, Operand as OfOperand,
};
use crate::vocabulary::Named;
use swizzle_core::hardware::{Arch, Major, Operand};

pub(super) const ROWS: &[Named] = &[
    (OfArch(Arch::Wgmma), "wgmma gmma hopper", "PTX ISA; CUTLASS: GMMA"),
    (OfArch(Arch::Tcgen05), "tcgen05 umma blackwell", "PTX ISA; CUTLASS: UMMA"),
    (
        NoArch,
        "sm_70 v100 ampere rtx volta rubin mma_sync",
        "NVIDIA's names of chips and targets without wgmma and tcgen05; PTX ISA, target notes",
    ),
    (
        OfMajor(Major::K),
        "k_major kmajor major_k k_contiguous k_contig",
        "PTX ISA; CUTLASS, GMMA::Major::K, cutlass.utils: OperandMajorMode.K",
    ),
    (OfMajor(Major::Mn), "mn_major mnmajor major_mn mn_contiguous", "PTX ISA; CUTLASS, GMMA::Major::MN"),
    (MajorOf(Operand::A), "m_major m_contiguous", "CUTLASS, documentation of CuTe"),
    (MajorOf(Operand::B), "n_major n_contiguous", "CUTLASS, documentation of CuTe"),
    (AsWritten(Major::K), "row_major rowmajor c_order", "CUTLASS, layout::RowMajor; NumPy"),
    (
        AsWritten(Major::Mn),
        "column_major columnmajor col_major colmajor f_order",
        "CUTLASS, layout::ColumnMajor; NumPy",
    ),
    (
        OfOperand(Operand::A),
        "operand_a a_operand matrix_a desc_a desca a_desc adesc sa smem_a a_smem a_shared sdesc_a gmma_desc_a smem_desc_a a_tile tile_a sharedstorage_a asmem smema smem_desc_a_base descriptor_a a_descriptor lhs a_matrix mat_a mata tensor_a a_tensor operanda matrixa role_a",
        "CUTLASS: desc_a, sA, smem_A; DeepGEMM: smem_a; TileLang: A_shared; JAX: lhs",
    ),
    (
        OfOperand(Operand::B),
        "operand_b b_operand matrix_b desc_b descb b_desc bdesc sb smem_b b_smem b_shared sdesc_b gmma_desc_b smem_desc_b b_tile tile_b sharedstorage_b bsmem smemb smem_desc_b_base descriptor_b b_descriptor rhs b_matrix mat_b matb tensor_b b_tensor operandb matrixb role_b",
        "CUTLASS: desc_b, sB, smem_B; DeepGEMM: smem_b; TileLang: B_shared; JAX: rhs",
    ),
];
