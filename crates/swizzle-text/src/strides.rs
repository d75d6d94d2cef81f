//! The meaning of LBO and SBO in each mode, in the manual and as measured.

use super::*;

/// The meaning of a stride, in the manual and as measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrideMeaning {
    /// The ISA's definition, in this project's words and units.
    pub isa: String,
    /// The hardware's behavior, as far as it is measured.
    pub measured: String,
    /// Both ends of the stride, in element indices of the operand: short, for an arrow.
    pub span: String,
}

/// The definition of a stride in a mode.
///
/// Source: PTX ISA, "Leading Dimension Byte Offset", "Stride Dimension Byte Offset" and tcgen05's "Leading Dimension
/// Stride"; the measured column from read-backs on H200.
///
/// ```
/// use swizzle_core::{Arch, Element, LboMode, Major, Stride, Swizzle};
/// use swizzle_text::stride_meaning;
/// let meaning = stride_meaning(Stride::Sbo, Arch::Wgmma, Element::Bf16, Major::K, Swizzle::B128, LboMode::Relative);
/// assert_eq!(meaning.span, "rows 0–7 → rows 8–15");
/// ```
pub fn stride_meaning(
    stride: Stride,
    arch: Arch,
    element: Element,
    major: Major,
    swizzle: Swizzle,
    lbo_mode: LboMode,
) -> StrideMeaning {
    let is_address = stride == Stride::Lbo && lbo_mode == LboMode::Absolute;
    let name = if is_address { "address" } else { stride.name() };
    let keys = [name, arch.name(), major.name(), swizzle.name()];
    let rows = rows::<6>(include_str!("strides.tsv"));
    let is_it = |row: &&[&str; 6]| row.iter().zip(keys).all(|(word, key)| *word == "any" || *word == key);
    let [.., isa, measured] = *rows.iter().find(is_it).expect("each stride has a row");
    let span =
        if is_address { "address of the second chunk".into() } else { span(stride, element, major, swizzle) };
    StrideMeaning { isa: isa.into(), measured: measured.into(), span }
}

fn span(stride: Stride, element: Element, major: Major, swizzle: Swizzle) -> String {
    let atom = swizzle.atom(major);
    let (axis, each) = match (stride == Stride::of_columns(major, swizzle), major) {
        (true, Major::K) => ("K", atom.row_units * element.per_unit()),
        (true, Major::Mn) => ("MN", atom.row_units * element.per_unit()),
        (false, Major::K) => ("rows", atom.rows),
        (false, Major::Mn) => ("K", atom.rows),
    };
    format!("{axis} 0–{} → {axis} {each}–{}", each - 1, 2 * each - 1)
}

/// The meaning of a stride in the mode that a descriptor reads.
pub fn stride_meaning_of(spec: &Spec, stride: Stride) -> StrideMeaning {
    let read = spec.read(spec.place()).params();
    stride_meaning(stride, spec.reader().arch, read.element, read.major, read.swizzle, read.lbo_mode)
}
