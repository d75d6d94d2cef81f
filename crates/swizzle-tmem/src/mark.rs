//! How well a law is attested.

use super::*;

named! {
    /// How well a law is attested. None of these is a measurement.
    pub enum Mark "mark" {
        /// The text of the PTX ISA says it.
        Docs => "docs",
        /// One program computes it.
        Code => "code",
        /// CuTe and Triton printed the same map, independently.
        TwoWitnesses => "two-witnesses",
        /// It follows from something that is attested, and nothing states it.
        Inferred => "inferred",
    }
}

impl Mark {
    /// In words.
    ///
    /// ```
    /// assert_eq!(swizzle_tmem::Mark::Code.text(), "in one source only");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Self::Docs => "stated by the PTX ISA",
            Self::Code => "in one source only",
            Self::TwoWitnesses => "CuTe and Triton agree",
            Self::Inferred => "inferred",
        }
    }

    /// The same, with the source where it is only one.
    ///
    /// ```
    /// let text = swizzle_tmem::Mark::Code.text_with("CuTe's traits of copies");
    /// assert_eq!(text, "in one source only (CuTe's traits of copies)");
    /// ```
    pub fn text_with(self, source: &str) -> String {
        match self {
            Self::Code => format!("{} ({source})", self.text()),
            mark => mark.text().into(),
        }
    }
}
