//! The likely kinds of 32 bits of unspecified kind, and halves of matrix descriptors.

use swizzle_core::descriptor::{Descriptor, FieldId, InstructionDescriptor};
use swizzle_core::hardware::{Arch, Kind, Named as _};
use swizzle_lints::Severity;
use swizzle_lints::instruction::{InstructionWord, findings_from_word};

/// The kinds with the fewest errors, then the fewest warnings, the most common first, and the number of errors, which is the same
/// for all of them.
///
/// ```
/// use swizzle_code::build::likely_kinds;
/// use swizzle_core::hardware::Kind;
/// // Types 1 and 1 with f32: bf16, or e5m2.
/// assert_eq!(likely_kinds(0x0820_0490), ([Kind::F16, Kind::F8f6f4].into(), 0));
/// // One misplaced bit, in three kinds with scale factors; more faults in the others.
/// assert_eq!(likely_kinds(0x28a0_1401), ([Kind::Mxf8f6f4].into(), 1));
/// ```
pub fn likely_kinds(raw: u32) -> (Vec<Kind>, usize) {
    let weight = |kind: Kind| {
        let found = findings_from_word(&InstructionWord {
            idesc: InstructionDescriptor::new(kind, raw),
            form: None,
            spec: None,
            of_pair: None,
        });
        let count = |severity| found.iter().filter(|one| one.severity == severity).count();
        (count(Severity::Error), count(Severity::Warning))
    };
    let mut weighed: Vec<_> = Kind::ALL.iter().map(|kind| (weight(*kind), *kind)).collect();
    weighed.sort_by_key(|(weight, _)| *weight);
    let (errors, warnings) = weighed[0].0;
    // If some kinds have no error, all of these are kept, ordered by their warnings.
    weighed.retain(|(weight, _)| weight.0 == errors && (errors == 0 || weight.1 == warnings));
    (weighed.into_iter().map(|(_, kind)| kind).collect(), errors)
}

/// The kinds in which 32 bits have no error, the most common first.
pub fn kinds_of_instruction(raw: u32) -> Vec<Kind> {
    let (kinds, errors) = likely_kinds(raw);
    if errors == 0 { kinds } else { Vec::new() }
}

/// A half of a matrix descriptor, which is not an instruction descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixHalf {
    /// Bits 32–63: SBO, the fixed bits, base offset and swizzle; with the start address and LBO 0.
    High(Descriptor),
    /// Bits 0–31: start address and LBO.
    Low(Descriptor),
}

/// The half of a matrix descriptor that 32 bits are, if any. M, bits 24–28 of an instruction descriptor, is 0 in every high half
/// and not legal in any instruction; a low half is recognized if no kind matches and it has an LBO and a start.
///
/// ```
/// use swizzle_code::build::{MatrixHalf, matrix_half};
/// let Some(MatrixHalf::High(one)) = matrix_half(0x4000_4040) else { panic!() };
/// assert_eq!(one.arch(), swizzle_core::Arch::Tcgen05);
/// assert_eq!(matrix_half(0x0820_0490), None);
/// ```
pub fn matrix_half(raw: u32) -> Option<MatrixHalf> {
    if raw >> 24 & 31 != 0 {
        return None;
    }
    let has_constant = |arch: Arch| Descriptor::fixed_bits(arch) != 0;
    let is_high = |high: &Descriptor| {
        let arch = high.arch();
        high.raw() & Descriptor::fixed_mask(arch) == Descriptor::fixed_bits(arch)
            && high.decode().swizzle.is_ok()
            && (has_constant(arch) || high.get(FieldId::Swizzle) != 0)
            && high.get(FieldId::Sbo) != 0
            && high.get(FieldId::LboMode) == 0
    };
    let high = |arch: &Arch| Some(Descriptor::new(*arch, u64::from(raw) << 32)).filter(is_high);
    // One with a constant first: a match with it is not a coincidence.
    let high = Arch::ALL.iter().filter_map(high).max_by_key(|high| has_constant(high.arch()));
    let low = Descriptor::new(Arch::Tcgen05, u64::from(raw));
    let is_low = raw & 0xc000_c000 == 0 && low.get(FieldId::Start) != 0 && low.get(FieldId::Lbo) != 0;
    let is_low = || is_low && kinds_of_instruction(raw).is_empty();
    high.map(MatrixHalf::High).or_else(|| is_low().then_some(MatrixHalf::Low(low)))
}
