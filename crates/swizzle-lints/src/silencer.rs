//! Conditions that silence a finding, as data.

use crate::severity::Severity;
use swizzle_core::descriptor::FieldId;

/// Findings that silence another: by whom they are, and what they are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Silencer {
    pub(crate) by: By,
    pub(crate) on: On,
    /// Notes silence nothing, unless this is `Note`.
    pub(crate) least: Severity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Lints(&'static [&'static str]),
    Guesses,
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    Anything,
    Same,
    Fields(&'static [FieldId]),
}

impl Silencer {
    const fn new(by: By) -> Self {
        Self { by, on: On::Anything, least: Severity::Warning }
    }

    /// Findings of these lints.
    pub(crate) const fn by(lints: &'static [&'static str]) -> Self {
        Self::new(By::Lints(lints))
    }

    /// Guesses at the intention by any other lint.
    pub(crate) const fn by_guesses() -> Self {
        Self::new(By::Guesses)
    }

    /// Findings of any other lint.
    pub(crate) const fn by_all() -> Self {
        Self::new(By::All)
    }

    /// Only findings that share a field with the silenced one.
    pub(crate) const fn on_same_field(mut self) -> Self {
        self.on = On::Same;
        self
    }

    /// Only findings about one of these fields.
    pub(crate) const fn on(mut self, fields: &'static [FieldId]) -> Self {
        self.on = On::Fields(fields);
        self
    }

    /// Notes, too.
    pub(crate) const fn even_notes(mut self) -> Self {
        self.least = Severity::Note;
        self
    }

    /// The lints that it names.
    #[cfg(test)]
    pub(crate) const fn lints(&self) -> &'static [&'static str] {
        match self.by {
            By::Lints(lints) => lints,
            By::Guesses | By::All => &[],
        }
    }
}
