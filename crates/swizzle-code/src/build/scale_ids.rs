//! The ids of the scale factors: which of the factors in their 32-bit words of tensor memory a step uses.
//!
//! A and B have equally many factors per step and start at the same K, so both ids are equal. Source: PTX ISA, tcgen05,
//! "Scale factor layouts" (1X: the byte; 2X: the low or the high half; 4X: the whole word); CUTLASS's block-scaled traits.

use crate::build::fault::Faults;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};
use swizzle_core::hardware::Kind;
use swizzle_lints::{Confidence, Severity};

const FACTORS: &str =
    "PTX ISA, tcgen05.mma, “Block scaling” and scale factor layouts; CUTLASS, mma_traits_sm100.hpp";

/// The scale factors of one operand in one instruction, and their arrangement in tensor memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScaleFactors {
    /// Factors of a row, or column, in one step: 1, 2 or 4.
    pub in_step: u32,
    /// Elements of K that share one.
    pub elements: u32,
}

impl ScaleFactors {
    /// The scale factors of a kind with the 32 or 64 bytes of K of its plain forms; `None` for a kind without scale factors.
    /// `mxf4nvf4` has UE4M3 factors for 16 elements each, unless its scale type is UE8M0.
    ///
    /// ```
    /// use swizzle_code::build::ScaleFactors;
    /// use swizzle_core::descriptor::InstructionDescriptor;
    /// use swizzle_core::hardware::Kind;
    /// let of_mxf4 = ScaleFactors::of(InstructionDescriptor::new(Kind::Mxf4, 0x08a0_0480)).unwrap();
    /// let ids: Vec<u32> = (0..4).map(|step| of_mxf4.id(step)).collect();
    /// assert_eq!((of_mxf4.elements, &ids[..]), (32, &[0, 2, 0, 2][..]));
    /// ```
    #[must_use]
    pub const fn of(idesc: InstructionDescriptor) -> Option<Self> {
        let is_ue4m3 = idesc.get(Id::ScaleType) == 0;
        let in_step = match idesc.kind() {
            Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8 => return None,
            Kind::Mxf8f6f4 => 1,
            Kind::Mxf4nvf4 if is_ue4m3 => 4,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 2,
        };
        let k = idesc.kind().k(idesc.sparsity());
        Some(Self {
            in_step,
            elements: k / in_step,
        })
    }

    /// The id of a step along K, for A and B: the byte of the word at which its factors start.
    #[must_use]
    pub const fn id(self, step: u32) -> u32 {
        self.in_step * (step % self.steps_of_word())
    }

    /// An instruction descriptor with both ids of a step.
    #[must_use]
    pub const fn in_step_of(
        self,
        idesc: InstructionDescriptor,
        step: u32,
    ) -> InstructionDescriptor {
        let id = self.id(step);
        idesc.with(Id::ScaleA, id).with(Id::ScaleB, id)
    }

    /// The steps whose factors are in one word.
    #[must_use]
    pub const fn steps_of_word(self) -> u32 {
        4 / self.in_step
    }
}

/// Reports an id of B in bits 0–1, where the plain kinds have the sparsity selector, and returns whether it is there.
pub(super) fn misplaced_id_of_b(faults: &mut Faults) -> bool {
    let idesc = faults.idesc;
    let (low, a) = (idesc.raw() & 3, idesc.get(Id::ScaleA));
    let is_so =
        idesc.kind().is_block_scaled() && low != 0 && low == a && idesc.get(Id::ScaleB) == 0;
    if is_so {
        let cleared = InstructionDescriptor::new(idesc.kind(), idesc.raw() & !3);
        let found = faults.add(
            Severity::Error,
            &[Id::ScaleB],
            String::from("The scale factor id of B is in bits 0–1 instead of bits 4–5"),
            format!(
                "Bits 0–1 are reserved but contain {low}, the id of A; the id of B, bits 4–5, is 0."
            ),
        );
        found.bits |= 3;
        found.mended(cleared.with(Id::ScaleB, low));
    }
    is_so
}

/// Reports ids that no step has.
pub(super) fn scale_ids(faults: &mut Faults) {
    let idesc = faults.idesc;
    let (a, b) = (idesc.get(Id::ScaleA), idesc.get(Id::ScaleB));
    let is_k_96 = idesc.get(Id::KSize) == 1;
    let both = |id: u32| idesc.with(Id::ScaleA, id).with(Id::ScaleB, id);
    // The ids for K = 96 are bytes, and sources disagree on the possible ones.
    let factors = ScaleFactors::of(idesc).filter(|_| !is_k_96);
    let of_step = |id: u32| factors.is_none_or(|one| id.is_multiple_of(one.in_step));
    let mut is_told = false;
    for (id, value) in [(Id::ScaleA, a), (Id::ScaleB, b)] {
        let Some(one) = factors.filter(|_| !of_step(value)) else {
            continue;
        };
        is_told = true;
        let (severity, known, why) = match one.in_step {
            2 => (
                Severity::Error,
                "0 or 2",
                "A word of tensor memory contains the factors of two steps, two each: id 0 is the low half, 2 the high half.",
            ),
            _ if value == 2 => (
                Severity::Warning,
                "0",
                "With UE4M3 a step has four factors, the whole word; the ISA's table allows 2, but no step has it.",
            ),
            _ => (
                Severity::Error,
                "0",
                "With UE4M3 a step has four factors, the whole word.",
            ),
        };
        // The other id decides if a step has it; otherwise the id is taken as a step number.
        let other = if id == Id::ScaleA { b } else { a };
        let mended = both(if other > 0 && of_step(other) {
            other
        } else {
            one.id(value)
        });
        faults
            .add(
                severity,
                &[id],
                format!("{} = {value} is not {known}", id.name()),
                String::from(why),
            )
            .by(Confidence::Stated, FACTORS)
            .mended(mended);
    }
    if a != b && !is_told {
        let pair = |id: u32| match factors {
            Some(one) => format!("K step {} needs {id} and {id}", id / one.in_step),
            None => format!("{id} and {id}"),
        };
        let found = faults
            .add(
                Severity::Warning,
                &[Id::ScaleA, Id::ScaleB],
                format!("The scale factor ids differ: the id of A is {a}, the id of B is {b}"),
                format!(
                    "A step uses the factors of A and B at the same position in their words: {}, {}.",
                    pair(a.min(b)),
                    pair(a.max(b))
                ),
            )
            .by(Confidence::InCode, FACTORS);
        // An id that was not set is 0.
        if a.min(b) == 0 {
            found.mended(both(a.max(b)));
        }
    }
}
