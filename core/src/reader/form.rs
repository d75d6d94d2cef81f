//! The forms of an operand that an instruction accepts.

use crate::hardware::{Arch, Element, Major};
use crate::law::Swizzle;
use crate::reader::spec::Spec;

/// Reason that an instruction does not accept a form of an operand.
///
/// Source: PTX ISA, wgmma matrix shapes and "imm-trans"; tcgen05 transpose and swizzle tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormFault {
    /// The family has no operand of this type.
    Element,
    /// wgmma has no swizzle with 32-byte atoms.
    AtomOfWgmma,
    /// wgmma transposes 16-bit floating-point types only.
    MajorOfWgmma,
    /// tcgen05 does not transpose packed 4-bit types.
    MajorOfPacked,
    /// A transposed 32-bit operand of tcgen05 needs the swizzle with 32-byte atoms.
    NeedsAtom32,
    /// A transposed 8- or 16-bit operand of tcgen05 cannot have that swizzle.
    CannotAtom32,
}

impl FormFault {
    /// Every fault.
    pub const ALL: [Self; 6] = [
        Self::Element,
        Self::AtomOfWgmma,
        Self::MajorOfWgmma,
        Self::MajorOfPacked,
        Self::NeedsAtom32,
        Self::CannotAtom32,
    ];

    /// Whether an operand of this type, major-ness and swizzle has this fault.
    #[must_use]
    pub fn is_of(self, arch: Arch, element: Element, major: Major, swizzle: Swizzle) -> bool {
        let with_32b_atoms = swizzle == Swizzle::B128Atom32;
        let is_transposed = major == Major::Mn;
        let bits = element.slot_bits();
        match (arch, self) {
            (Arch::Wgmma | Arch::Tcgen05, Self::Element) => !arch.has_element(element),
            (Arch::Wgmma, Self::AtomOfWgmma) => with_32b_atoms,
            (Arch::Wgmma, Self::MajorOfWgmma) => {
                is_transposed && !matches!(element, Element::F16 | Element::Bf16)
            }
            (Arch::Tcgen05, Self::MajorOfPacked) => is_transposed && bits == 4,
            (Arch::Tcgen05, Self::NeedsAtom32) => is_transposed && bits == 32 && !with_32b_atoms,
            (Arch::Tcgen05, Self::CannotAtom32) => is_transposed && !matches!(bits, 4 | 32) && with_32b_atoms,
            (Arch::Wgmma, Self::MajorOfPacked | Self::NeedsAtom32 | Self::CannotAtom32)
            | (Arch::Tcgen05, Self::AtomOfWgmma | Self::MajorOfWgmma) => false,
        }
    }
}

/// Whether an instruction accepts this type, major-ness and swizzle.
///
/// ```
/// use swizzle_core::{Arch, Element, Major, Swizzle};
/// use swizzle_core::reader::is_legal_form;
/// assert!(!is_legal_form(Arch::Wgmma, Element::Tf32, Major::Mn, Swizzle::B128));
/// assert!(is_legal_form(Arch::Tcgen05, Element::Tf32, Major::Mn, Swizzle::B128Atom32));
/// ```
#[must_use]
pub fn is_legal_form(arch: Arch, element: Element, major: Major, swizzle: Swizzle) -> bool {
    let mut faults = FormFault::ALL.iter();
    !faults.any(|fault| fault.is_of(arch, element, major, swizzle))
}

impl Spec {
    /// Whether the instruction accepts the operand in the mode of its descriptor.
    #[must_use]
    pub fn has_legal_form(&self) -> bool {
        let read = self.read(self.place());
        is_legal_form(self.reader().arch, read.element(), read.major(), read.swizzle())
    }
}
