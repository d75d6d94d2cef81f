//! The operands of an instruction, by their letters.

use swizzle_core::hardware::Operand;

/// An operand of an instruction in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Letter {
    /// The left factor.
    A,
    /// The right factor.
    B,
    /// The accumulator.
    D,
    /// Scale factors.
    S,
}

impl Letter {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::D => "D",
            Self::S => "S",
        }
    }

    /// The factor, if it is one.
    #[must_use]
    pub const fn operand(self) -> Option<Operand> {
        match self {
            Self::A => Some(Operand::A),
            Self::B => Some(Operand::B),
            Self::D | Self::S => None,
        }
    }

    pub(super) const fn of(side: Operand) -> Self {
        match side {
            Operand::A => Self::A,
            Operand::B => Self::B,
        }
    }
}
