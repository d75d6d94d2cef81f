//! Kernels to try: one that is right, and the same with a planted fault.

use swizzle_core::named;

/// A matmul by tensor maps, 128 × 128 × 64 of bf16, 3 stages, as Triton 3.7 compiles it for sm_90a; written for this project.
const TEXT: &str = include_str!("examples/mm_tma.ptx");

/// A kernel to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Example {
    /// All of it is right.
    Right,
    /// One K advance is given in bytes, where the field counts units.
    KAdvance,
    /// SBO of the mode 64B, in descriptors of 128B.
    Sbo,
    /// Stages that begin in the middle of the swizzle pattern.
    Stage,
    /// A tensor map that writes another swizzle.
    TmaBox,
}

named!(
    Example,
    "example",
    Right => "right",
    KAdvance => "k-advance",
    Sbo => "sbo",
    Stage => "stage",
    TmaBox => "box",
);

impl Example {
    /// What is wrong in it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Right => "Correct",
            Self::KAdvance => "K advance in bytes",
            Self::Sbo => "SBO from another mode",
            Self::Stage => "Stage stride off phase",
            Self::TmaBox => "TMA box with another swizzle",
        }
    }

    /// More of that.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Right => "mm_tma, 8 instructions",
            Self::KAdvance => "step 1 adds 32 units",
            Self::Sbo => "512 bytes under 128B",
            Self::Stage => "16,512 bytes per stage",
            Self::TmaBox => "TMA writes 64B",
        }
    }

    /// Whether a fault is planted.
    #[must_use]
    pub const fn is_right(self) -> bool {
        matches!(self, Self::Right)
    }

    /// What its file is called.
    #[must_use]
    pub fn file(self) -> String {
        match self {
            Self::Right => "mm_tma.ptx".into(),
            _ => format!("mm_tma-{}.ptx", swizzle_core::Named::name(self)),
        }
    }

    /// What is changed in the right text: each place of the first in the second.
    const fn change(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Right => None,
            Self::KAdvance => Some(("add.s32 \t%r74, %r63, 2;", "add.s32 \t%r74, %r63, 32;")),
            Self::Sbo => Some(("4611686293305294848", "4611686155866341376")),
            Self::Stage => Some((
                "shl.b32 \t%r60, %r173, 14;",
                "mul.lo.s32 \t%r60, %r173, 16512;",
            )),
            Self::TmaBox => Some(("[ %rd7 + 0 ], 0x3;", "[ %rd7 + 0 ], 0x2;")),
        }
    }

    /// Its text.
    ///
    /// ```
    /// use swizzle_core::reader::VerdictKind;
    /// use swizzle_lens::{Example, Reading};
    /// let reading = Reading::of("right", Example::Right.text().into());
    /// assert_eq!(reading.kernels[0].verdict.kind, VerdictKind::Right);
    /// assert_eq!(reading.kernels[0].verdict.headline, "All 16 operands are read correctly");
    /// ```
    #[must_use]
    pub fn text(self) -> String {
        match self.change() {
            Some((old, new)) => TEXT.replace(old, new),
            None => TEXT.to_owned(),
        }
    }
}
