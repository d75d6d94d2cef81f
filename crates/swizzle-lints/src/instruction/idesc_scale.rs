//! The ids of the scale factors: which of the factors in their 32-bit words of tensor memory a step uses.
//!
//! A and B have equally many factors per step and start at the same K, so both ids are equal. Source: PTX ISA, tcgen05,
//! "Scale factor layouts" (1X: the byte; 2X: the low or the high half; 4X: the whole word); CUTLASS's block-scaled traits.

use super::*;
use crate::finding::Severity;

const FACTORS: &str =
    "PTX ISA, tcgen05.mma, “Block scaling” and scale factor layouts; CUTLASS, mma_traits_sm100.hpp";

lint!(
    InstructionWord,
    "idesc-scale",
    Stated,
    FACTORS;
    by ["idesc-scale-place"],
);

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
    /// use swizzle_lints::instruction::ScaleFactors;
    /// use swizzle_core::descriptor::InstructionDescriptor;
    /// use swizzle_core::hardware::Kind;
    /// let of_mxf4 = ScaleFactors::of(InstructionDescriptor::new(Kind::Mxf4, 0x08a0_0480)).unwrap();
    /// let ids: Vec<u32> = (0..4).map(|step| of_mxf4.id(step)).collect();
    /// assert_eq!((of_mxf4.elements, &ids[..]), (32, &[0, 2, 0, 2][..]));
    /// ```
    pub const fn of(idesc: InstructionDescriptor) -> Option<Self> {
        let is_ue4m3 = idesc.get(Id::ScaleType) == 0;
        let in_step = match idesc.kind() {
            Kind::F16 | Kind::Tf32 | Kind::F8f6f4 | Kind::I8 => return None,
            Kind::Mxf8f6f4 => 1,
            Kind::Mxf4nvf4 if is_ue4m3 => 4,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 2,
        };
        let k = idesc.kind().k(idesc.sparsity());
        Some(Self { in_step, elements: k / in_step })
    }

    /// The id of a step along K, for A and B: the byte of the word at which its factors start.
    pub const fn id(self, step: u32) -> u32 {
        self.in_step * (step % self.steps_of_word())
    }

    /// An instruction descriptor with both ids of a step.
    pub const fn in_step_of(self, idesc: InstructionDescriptor, step: u32) -> InstructionDescriptor {
        with_both(idesc, self.id(step))
    }

    /// The steps whose factors are in one word.
    pub const fn steps_of_word(self) -> u32 {
        4 / self.in_step
    }
}

fn find(word: &InstructionWord, report: &mut Report) {
    let idesc = word.idesc;
    if !idesc.kind().is_block_scaled() {
        return;
    }
    let (a, b) = (idesc.get(Id::ScaleA), idesc.get(Id::ScaleB));
    // The ids for K = 96 are bytes, and sources disagree on the possible ones.
    let factors = ScaleFactors::of(idesc).filter(|_| idesc.get(Id::KSize) != 1);
    let of_step = |id: u32| factors.is_none_or(|one| id.is_multiple_of(one.in_step));
    if let Some(factors) = factors.filter(|_| !(of_step(a) && of_step(b))) {
        of_no_step(idesc, report, factors);
    } else if a != b {
        of_two_steps(idesc, report, factors);
    }
}

/// Reports ids that no step has.
fn of_no_step(idesc: InstructionDescriptor, report: &mut Report, factors: ScaleFactors) {
    let of_step = |id: u32| id.is_multiple_of(factors.in_step);
    for (id, other) in [(Id::ScaleA, Id::ScaleB), (Id::ScaleB, Id::ScaleA)] {
        let (value, other) = (idesc.get(id), idesc.get(other));
        if of_step(value) {
            continue;
        }
        let (severity, known, why) = match factors.in_step {
            2 => (
                Severity::Error,
                "0 or 2",
                "A word of tensor memory contains the factors of two steps, two each: id 0 is the low half, 2 the high half.",
            ),
            _ if value == 2 => (
                Severity::Warning,
                "0",
                "With UE4M3 a step has four factors, the whole word; the ISA's table allows 2, but no step uses it.",
            ),
            _ => (Severity::Error, "0", "With UE4M3 a step has four factors, the whole word."),
        };
        let finding =
            report.add(severity, only(idesc, id), format!("{} = {value} is not {known}", id.name()), why);
        // The other id decides if it is the id of a step; otherwise this id is taken as a step number.
        finding.mended(match other > 0 && of_step(other) {
            true => with_both(idesc, other),
            false => with_both(idesc, factors.id(value)),
        });
    }
}

/// Reports ids of two different steps.
fn of_two_steps(idesc: InstructionDescriptor, report: &mut Report, factors: Option<ScaleFactors>) {
    let (a, b) = (idesc.get(Id::ScaleA), idesc.get(Id::ScaleB));
    let pair = |id: u32| match factors {
        Some(one) => format!("K step {} needs {id} and {id}", id / one.in_step),
        None => format!("{id} and {id}"),
    };
    let finding = report.warning(
        &[Id::ScaleA, Id::ScaleB],
        format!("The scale factor ids differ: the id of A is {a}, the id of B is {b}"),
        format!(
            "A step uses the factors of A and B at the same position in their words: {}, {}.",
            pair(a.min(b)),
            pair(a.max(b))
        ),
    );
    finding.by(Confidence::InCode, FACTORS);
    // An id that was not set is 0.
    if a.min(b) == 0 {
        finding.mended(with_both(idesc, a.max(b)));
    }
}

const fn with_both(idesc: InstructionDescriptor, id: u32) -> InstructionDescriptor {
    idesc.with(Id::ScaleA, id).with(Id::ScaleB, id)
}
