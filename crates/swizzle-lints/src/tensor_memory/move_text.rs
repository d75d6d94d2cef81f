//! Purposes of loads and copies of tensor memory.

use crate::prelude::*;
use swizzle_tmem::Mark;
use swizzle_tmem::moves::{LoadShape, Multicast};

/// How the registers of a load of 32-bit elements reach shared memory, once they are 16-bit pairs: whether `stmatrix` stores them.
pub const fn store_text(shape: LoadShape) -> &'static str {
    match shape {
        LoadShape::S16x256b => {
            "stmatrix.m8n8 takes these registers as they are: converted to 16 bits, registers 2i and 2i + 1 packed are its register i. \
             stmatrix.x4 stores 8 of them, 16 rows × 16 columns; matrices 1 and 3 are rows 8–15."
        }
        LoadShape::S16x128b => {
            "stmatrix.m8n8 takes the registers of 16-bit elements that .pack::16b packs; without it, a thread has every fourth column."
        }
        LoadShape::S32x32b | LoadShape::S16x32bx2 => {
            "Not the registers of stmatrix: each thread has columns of one row. st.shared.v4.b32 stores them, 16 bytes at a time."
        }
        LoadShape::S16x64b => {
            "Not the registers of stmatrix: neighbouring threads have rows 8 apart, those of stmatrix have neighbouring columns of one row."
        }
    }
}

/// Returns the purpose of a `tcgen05.cp`, and how well it is attested. PTX ISA and CuTe define the maps; a purpose is known for
/// `32x128b` alone, those of the others are inferred from maps that are equal.
pub const fn copy_text(shape: CopyShape, multicast: Multicast) -> (&'static str, Mark) {
    match (shape, multicast) {
        (CopyShape::R32x128b, _) => (
            "For scale factors: each of the four quarters of the lanes has a copy of the 32 rows. CUTLASS and DeepGEMM copy them so.",
            Mark::Code,
        ),
        (CopyShape::R64x128b, Multicast::W02x13) => (
            "For A of a pair with M = 128: each CTA has its 64 rows twice, row r in lanes r and r + 64. CUTLASS wraps this copy \
             and does not use it; it copies scale factors with 32x128b.warpx4 for every M.",
            Mark::Inferred,
        ),
        (CopyShape::R64x128b, _) => (
            "For SFB of a pair with M = 128 as in CuTe's fragment: 32 rows in lanes 0–63, twice, and 32 others in lanes 64–127. \
             CUTLASS does not use it: it copies with 32x128b.warpx4.",
            Mark::Inferred,
        ),
        (CopyShape::R4x256b, _) => (
            "For one lane of each quarter: what tcgen05.shift.down leaves free. A comment in CuTe speaks of the last 4 lanes of each \
             quarter, its map is 32 r from the lane of taddr: the map is drawn.",
            Mark::Inferred,
        ),
        (CopyShape::R128x128b | CopyShape::R128x256b, _) => {
            ("For 128 rows of A or D from shared memory: row r in lane r, without copies.", Mark::Inferred)
        }
    }
}
