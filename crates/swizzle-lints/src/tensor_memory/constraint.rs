//! Requirements on the way of scale factors to tensor memory, and whether the hardware or a library sets them.

use crate::prelude::*;
use swizzle_tmem::scale::ScaleStage;
use swizzle_warp::{Access, wavefronts_from_lanes};

/// A constraint on scale factors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The requirement.
    pub what: &'static str,
    /// Why, and what else would do.
    pub why: String,
    /// The hardware or the library, as its origin.
    pub by: RequiredBy,
    /// The source of the requirement.
    pub source: &'static str,
}

const fn of(by: RequiredBy, what: &'static str, why: String, source: &'static str) -> Constraint {
    Constraint { what, why, by, source }
}

/// The constraints on the scale factors of a stage, those of the hardware first.
///
/// ```
/// use swizzle_lints::tensor_memory::{RequiredBy, constraints_of_scales};
/// use swizzle_view::link::{ScaleShown, form_from_link};
/// let stage = form_from_link::<ScaleShown>("#/scale").shown.stage().unwrap();
/// let all = constraints_of_scales(&stage);
/// let by = |words| all.iter().find(|one| one.what.contains(words)).unwrap().by;
/// assert_eq!(by("lane r mod 32"), RequiredBy::Hardware);
/// assert_eq!(by("MN-major"), RequiredBy::Library);
/// ```
pub fn constraints_of_scales(stage: &ScaleStage) -> Vec<Constraint> {
    use RequiredBy::{Hardware, Library};
    let place = match stage.is_contested() {
        false => {
            "Each of the four quarters has a copy: the extra mode of 4 in CuTe's layout of SFA. The PTX ISA gives no reason for it."
        }
        true => "The PTX ISA asks for a copy in each of the four quarters; for this M and form CuTe has two.",
    };
    let [vector, words, exchanged] = store_wavefronts();
    vec![
        of(
            Hardware,
            "Row r is in lane r mod 32 of a quarter, 4 factors along K in one column",
            place.into(),
            "PTX ISA, scale factors of tcgen05.mma; CuTe's fragments; Triton's TensorMemoryScalesLayout",
        ),
        of(
            Hardware,
            "The instruction descriptor of each step has the id of its factors",
            "Bits 29–30 are that of SFA, bits 4–5 that of SFB.".into(),
            "PTX ISA, tcgen05, “Instruction descriptor”",
        ),
        of(
            Hardware,
            "512-byte blocks: byte 16 (r mod 32) + 4 (r mod 128 / 32) + kb mod 4",
            "This follows from the copy: 32x128b.warpx4 reads 32 rows of 16 bytes and writes each to 4 columns.".into(),
            "PTX ISA, tcgen05.cp; CUTLASS, Sm1xxBlockScaledConfig; inferred from both",
        ),
        of(
            Library,
            "Blocks in a row: K blocks first in the whole tensor, rows first in a stage",
            "Each block has its own copy with its own descriptor, so the copies can read any order.".into(),
            "CUTLASS, tile_atom_to_shape_SFA and deduce_smem_layoutSFA",
        ),
        of(
            Library,
            "MN-major scale factors in global memory",
            "DeepGEMM loads them by TMA in boxes of 1 word along K, which have to be contiguous along M or N. \
             No instruction requires that: CUTLASS keeps the 512-byte blocks in global memory."
                .into(),
            "DeepGEMM, issue 289; CUTLASS, Sm1xxBlockScaledConfig",
        ),
        of(
            Library,
            "A transpose in shared memory before tcgen05.cp",
            format!(
                "MN-major factors arrive as 128 words of 4 factors, one for each row; the copy needs words r, r + 32, r + 64 and \
                 r + 96 beside each other. Thread t stores its four words at byte 16 t: one st.shared.v4.b32 takes {vector} \
                 wavefronts, four st.shared.b32 take {words}, or {exchanged} where each thread stores word i XOR (t / 8) as its \
                 i-th, as DeepGEMM does. fence.proxy.async follows, because the copy reads through the async proxy. \
                 Factors that are in blocks already need no transpose."
            ),
            "DeepGEMM, utccp_required_smem_warp_transpose, issues 291 and 313; wavefronts as on H200",
        ),
        of(
            Library,
            "Rows padded to a multiple of 128",
            "CUTLASS pads those of N = 64 and 192, and shifts the column of every second tile of 64 rows by 2.".into(),
            "CUTLASS, fragments of SFB",
        ),
    ]
}

/// Wavefronts of the stores that transpose 4 × 32 words to 32 × 4: 16 bytes a thread; 4 bytes a thread four times; the same with
/// the words of each thread exchanged.
fn store_wavefronts() -> [u32; 3] {
    let count = |access: Access, byte: &dyn Fn(u32) -> u32| {
        let lanes = std::array::from_fn(|lane| Some(byte(lane as u32)));
        wavefronts_from_lanes(access, &lanes).count()
    };
    let of_words = |word: &dyn Fn(u32, u32) -> u32| {
        let one = |i: u32| count(Access::Store4, &|lane| 16 * lane + 4 * word(lane, i));
        (0..4).map(one).sum()
    };
    [count(Access::Store16, &|lane| 16 * lane), of_words(&|_, i| i), of_words(&|lane, i| i ^ (lane / 8))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: 8 threads of 16 bytes fill all 32 banks. With 4 bytes each, the 32 words of one store are in 8 banks,
    /// 4 in each; with word i XOR (t / 8) the four groups of 8 threads are in banks of their own.
    #[test]
    fn the_stores_of_a_transpose_cost_what_their_banks_say() {
        assert_eq!(store_wavefronts(), [4, 16, 4]);
    }
}
