//! How serious a finding is, and the evidence for it.

use swizzle_core::reader::VerdictKind;

swizzle_core::named! {
    /// Severity of a finding.
    pub enum Severity "severity" {
        /// The instruction or the read is wrong.
        Error => "error",
        /// Likely a mistake.
        Warning => "warning",
        /// Information: a field without effect, or a point on which sources disagree.
        Note => "note",
    }
}

impl Severity {
    /// The verdict that it comes to; a note changes none.
    pub const fn verdict(self) -> Option<VerdictKind> {
        match self {
            Self::Error => Some(VerdictKind::Wrong),
            Self::Warning => Some(VerdictKind::Warning),
            Self::Note => None,
        }
    }
}

swizzle_core::named! {
    /// The kind of evidence that supports a lint.
    pub enum Confidence "evidence" {
        /// Read back from an H200; for tcgen05, measured on wgmma only.
        Measured => "measured",
        /// The PTX ISA says so.
        Stated => "stated",
        /// Public source code does so.
        InCode => "from code",
        /// Follows by arithmetic from what is measured or stated.
        Derived => "derived",
        /// A guess at the intention, from common mistakes.
        Likely => "likely",
        /// The sources disagree.
        Contested => "contested",
    }
}
