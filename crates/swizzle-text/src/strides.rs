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
    let span = span(stride, element, major, swizzle, lbo_mode);
    let isa = isa_text(stride, arch, major, swizzle, lbo_mode);
    let measured = measured_text(stride, arch, major, swizzle, lbo_mode);
    StrideMeaning { isa, measured, span }
}

fn span(stride: Stride, element: Element, major: Major, swizzle: Swizzle, lbo_mode: LboMode) -> String {
    if stride == Stride::Lbo && lbo_mode == LboMode::Absolute {
        return "address of the second chunk".into();
    }
    let atom = swizzle.atom(major);
    if stride == Stride::of_columns(major, swizzle) {
        let width = atom.row_units * element.per_unit();
        let axis = match major {
            Major::K => "K",
            Major::Mn => "MN",
        };
        format!("{axis} 0–{} → {axis} {width}–{}", width - 1, 2 * width - 1)
    } else {
        let axis = match major {
            Major::K => "rows",
            Major::Mn => "K",
        };
        let rows = atom.rows;
        format!("{axis} 0–{} → {axis} {rows}–{}", rows - 1, 2 * rows - 1)
    }
}

fn isa_text(stride: Stride, arch: Arch, major: Major, swizzle: Swizzle, lbo_mode: LboMode) -> String {
    let distance = match arch {
        Arch::Wgmma => "offset",
        Arch::Tcgen05 => "stride",
    };
    match (stride, major, swizzle) {
        (Stride::Lbo, _, _) if lbo_mode == LboMode::Absolute => {
            "shared-memory address of the second chunk of a 48-byte K".into()
        }
        (Stride::Lbo, Major::K, Swizzle::None) => format!(
            "{distance} from the first unit column to the second: the next 16 bytes of K"
        ),
        (Stride::Lbo, Major::K, _) => "not used in swizzled K-major, assumed to be 1".into(),
        (Stride::Lbo, Major::Mn, Swizzle::None) => {
            format!("{distance} from the first 8 columns of K to the next 8")
        }
        (Stride::Lbo, Major::Mn, _) => format!(
            "{distance} from the first {w} units along MN to the next {w}",
            w = swizzle.row_units()
        ),
        (Stride::Sbo, Major::K, _) => "offset from the first 8 rows to the next 8".into(),
        (Stride::Sbo, Major::Mn, Swizzle::None) => {
            "offset from the first unit along MN to the next".into()
        }
        (Stride::Sbo, Major::Mn, Swizzle::B128Atom32) => {
            "offset from the first 8 columns of K to the next 8 according to the text; CuTe uses groups of 4, like the 8 × 4 atom of the table".into()
        }
        (Stride::Sbo, Major::Mn, _) => "offset from the first 8 columns of K to the next 8".into(),
    }
}

fn measured_text(stride: Stride, arch: Arch, major: Major, swizzle: Swizzle, lbo_mode: LboMode) -> String {
    let same = if arch.is_measured() {
        "confirmed on an H200"
    } else {
        "not run on hardware; confirmed for wgmma on an H200"
    };
    match (stride, major, swizzle) {
        (_, _, Swizzle::B128Atom32) => "not run on hardware; from CuTe".into(),
        (Stride::Lbo, _, _) if lbo_mode == LboMode::Absolute => {
            "not run on hardware; from the PTX ISA and CuTe's use of the mode".into()
        }
        (Stride::Lbo, Major::K, Swizzle::None) => same.into(),
        (Stride::Lbo, Major::K, _) => {
            let measured = format!(
                "offset to the next {}-byte column of K; not used within a column",
                swizzle.row_bytes()
            );
            if arch.is_measured() {
                format!("{measured} (H200, 360 of 360 cases)")
            } else {
                format!("{measured} (wgmma on an H200; {} not run)", arch.name())
            }
        }
        _ => same.into(),
    }
}

/// The meaning of a stride in the mode that a descriptor reads.
pub fn stride_meaning_of(spec: &Spec, stride: Stride) -> StrideMeaning {
    let read = spec.read(spec.place());
    stride_meaning(
        stride,
        spec.reader().arch,
        read.element(),
        read.major(),
        read.swizzle(),
        read.params().lbo_mode,
    )
}
