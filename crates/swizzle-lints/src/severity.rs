//! How serious a finding is, and the evidence for it.

use swizzle_core::reader::VerdictKind;

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The instruction or the read is wrong.
    Error,
    /// Likely a mistake.
    Warning,
    /// Information: a field without effect, or a point on which sources disagree.
    Note,
}

impl Severity {
    /// Returns its name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }

    /// The verdict that it comes to; a note changes none.
    pub const fn verdict(self) -> Option<VerdictKind> {
        match self {
            Self::Error => Some(VerdictKind::Wrong),
            Self::Warning => Some(VerdictKind::Warning),
            Self::Note => None,
        }
    }
}

/// The kind of evidence that supports a lint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// Read back from an H200; for tcgen05, measured on wgmma only.
    Measured,
    /// The PTX ISA says so.
    Stated,
    /// Public source code does so.
    InCode,
    /// Follows by arithmetic from what is measured or stated.
    Derived,
    /// A guess at the intention, from common mistakes.
    Likely,
    /// The sources disagree.
    Contested,
}

impl Confidence {
    /// Returns its name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Stated => "stated",
            Self::InCode => "from code",
            Self::Derived => "derived",
            Self::Likely => "likely",
            Self::Contested => "contested",
        }
    }
}
