//! Which forms of an operand an instruction takes.

use crate::hardware::{Arch, Element, Major};
use crate::law::Swizzle;
use crate::reader::spec::Spec;

/// Whether an instruction takes this type, major-ness and swizzle.
///
/// Source: PTX ISA, wgmma matrix shapes and "imm-trans"; tcgen05 transpose and swizzle tables.
///
/// ```
/// use swizzle_core::{Arch, Element, Major, Swizzle};
/// use swizzle_core::reader::is_legal_form;
/// assert!(!is_legal_form(Arch::Wgmma, Element::Tf32, Major::Mn, Swizzle::B128));
/// assert!(is_legal_form(Arch::Tcgen05, Element::Tf32, Major::Mn, Swizzle::B128Atom32));
/// ```
#[must_use]
pub fn is_legal_form(arch: Arch, element: Element, major: Major, swizzle: Swizzle) -> bool {
    let is_16_bit = matches!(element, Element::F16 | Element::Bf16);
    let with_32b_atoms = swizzle == Swizzle::B128Atom32;
    arch.has_element(element)
        && match (arch, major) {
            (Arch::Wgmma, major) => !with_32b_atoms && (major == Major::K || is_16_bit),
            (Arch::Tcgen05, Major::K) => true,
            (Arch::Tcgen05, Major::Mn) => match element.slot_bits() {
                4 => false,
                32 => with_32b_atoms,
                _ => !with_32b_atoms,
            },
        }
}

impl Spec {
    /// Whether the instruction takes the operand in the mode that its descriptor says.
    #[must_use]
    pub fn has_legal_form(&self) -> bool {
        let read = self.read(self.place());
        is_legal_form(
            self.reader().arch,
            read.element(),
            read.major(),
            read.swizzle(),
        )
    }
}
