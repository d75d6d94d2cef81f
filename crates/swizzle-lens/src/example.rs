//! Kernels to try: one that is right, and the same with a planted fault.

use swizzle_core::named;

/// A matmul by tensor maps, 128 × 128 × 64 of bf16, 3 stages, as Triton 3.7 compiles it for sm_90a; written for this project.
const TEXT: &str = include_str!("examples/mm_tma.ptx");

named! {
    /// A kernel to try.
    pub enum Example "example" {
        /// All of it is right.
        Right => "right",
        /// One K advance is given in bytes, where the field counts units.
        KAdvance => "k-advance",
        /// SBO of the mode 64B, in descriptors of 128B.
        Sbo => "sbo",
        /// Stages that begin in the middle of the swizzle pattern.
        Stage => "stage",
        /// A tensor map that writes plain rows.
        TmaBox => "box",
    }
}

impl Example {
    /// Returns the fault in it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Right => "Correct",
            Self::KAdvance => "K advance in bytes",
            Self::Sbo => "SBO from another mode",
            Self::Stage => "Stage stride off phase",
            Self::TmaBox => "TMA box without swizzle",
        }
    }

    /// More of that.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Right => "mm_tma, 8 instructions",
            Self::KAdvance => "step 1 adds 32 units",
            Self::Sbo => "512 bytes under 128B",
            Self::Stage => "16,512 bytes per stage",
            Self::TmaBox => "none under 128B",
        }
    }

    /// Whether a fault is planted.
    pub const fn is_right(self) -> bool {
        matches!(self, Self::Right)
    }

    /// Returns the name of its file.
    pub fn file(self) -> String {
        match self {
            Self::Right => "mm_tma.ptx".into(),
            _ => format!("mm_tma-{}.ptx", swizzle_core::Named::name(self)),
        }
    }

    /// Returns the change in the correct text: each place of the first string is replaced by the second.
    const fn change(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Right => None,
            Self::KAdvance => Some(("add.s32 \t%r74, %r63, 2;", "add.s32 \t%r74, %r63, 32;")),
            Self::Sbo => Some(("4611686293305294848", "4611686155866341376")),
            Self::Stage => Some(("shl.b32 \t%r60, %r173, 14;", "mul.lo.s32 \t%r60, %r173, 16512;")),
            Self::TmaBox => Some(("[ %rd7 + 0 ], 0x3;", "[ %rd7 + 0 ], 0x0;")),
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
    pub fn text(self) -> String {
        match self.change() {
            Some((old, new)) => TEXT.replace(old, new),
            None => TEXT.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use swizzle_core::hardware::Operand;
    use swizzle_core::reader::VerdictKind;

    use super::Example;
    use crate::{KernelView, Reading};
    use std::rc::Rc;

    fn view(example: Example) -> Rc<KernelView> {
        let reading = Reading::of(example.file(), example.text().into());
        reading.kernels[0].clone()
    }

    /// Counts, for A and for B, the operands that are right and those that are wrong.
    fn counts(view: &KernelView) -> [[usize; 2]; 2] {
        [Operand::A, Operand::B].map(|side| {
            [VerdictKind::Right, VerdictKind::Wrong].map(|kind| {
                let is_kind = |row: &&crate::Row| row.operands[side as usize].verdict == Some(kind);
                view.rows.iter().filter(is_kind).count()
            })
        })
    }

    #[test]
    fn what_is_wrong_and_what_is_not_is_said() {
        for (example, of_operands, headline, reservation) in [
            (Example::Right, [[8, 0], [8, 0]], "All 16 operands are read correctly", None),
            (Example::KAdvance, [[7, 1], [8, 0]], "1 of 16 operands is wrong: A of step 1, line 753", None),
            (
                Example::Sbo,
                [[0, 8], [0, 8]],
                "16 of 16 operands are wrong: first A of step 0, line 748",
                None,
            ),
            // Another distance is the only fault: nothing that follows from it is one more.
            (
                Example::Stage,
                [[0, 8], [0, 8]],
                "16 of 16 operands read wrong data from stage 1 on, first in line 748",
                Some("though each read alone is right"),
            ),
            (
                Example::TmaBox,
                [[0, 8], [8, 0]],
                "8 of 16 operands read wrong data: 1 fault in a copy, line 126",
                Some("though each read alone is right"),
            ),
        ] {
            let view = view(example);
            assert_eq!(counts(&view), of_operands, "{example}");
            assert_eq!(view.verdict.headline, headline);
            assert_eq!(view.verdict.reservation.as_deref(), reservation);
        }
    }

    /// Copies are 16,384 bytes apart and reads 16,512: in stage 1 a read begins 128 bytes behind its tile, in stage 2 256.
    #[test]
    fn a_stage_is_drawn_where_it_is_filled() {
        assert_eq!(view(Example::Right).first_stage(0, Operand::A), 0);
        let view = view(Example::Stage);
        let row = view.first_row();
        assert_eq!(view.first_stage(row, Operand::A), 1);
        for (stage, [tile, read]) in [(0, [0x400, 0x400]), (1, [0x4400, 0x4480]), (2, [0x8400, 0x8500])] {
            let said = view.part(row, Operand::A, stage).expect("a picture").shown.said;
            let given = said.given.expect("a descriptor").decode().start_field;
            assert_eq!(said.tile.start_bytes, Some(tile), "stage {stage}");
            assert_eq!(u32::from(given) * 16, read, "stage {stage}");
        }
    }
}
