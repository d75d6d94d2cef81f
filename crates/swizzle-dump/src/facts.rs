//! The facts of a layout found in a dump.

use crate::found::{Form, Found};
use crate::rows::Exchange;
use swizzle_core::hardware::{Major, Named as _};
use swizzle_core::law::{Stride, Swizzle};

/// One fact of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub name: &'static str,
    /// Its value, with its unit.
    pub value: String,
    /// Whether the dump determines it; otherwise it is that of a packed tile.
    pub is_shown: bool,
}

/// Whether a descriptor can read what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readable {
    /// Yes.
    Yes,
    /// Only with this base offset.
    WithBaseOffset(u8),
    /// No.
    No,
}

impl Readable {
    /// Returns it as a sentence.
    pub fn text(self) -> String {
        match self {
            Self::Yes => "A descriptor can read it.".into(),
            Self::WithBaseOffset(offset) => {
                format!("A descriptor can read it only with base offset {offset}.")
            }
            Self::No => "No descriptor reads it.".into(),
        }
    }
}

impl Found {
    /// Whether a descriptor can read it.
    pub const fn readable(&self) -> Readable {
        match (self.form, self.base_offset) {
            (Form::Canonical(_), 0) => Readable::Yes,
            (Form::Canonical(_), offset) => Readable::WithBaseOffset(offset),
            (Form::Rows { .. }, _) => Readable::No,
        }
    }

    /// Returns its facts.
    pub fn facts(&self) -> Vec<Fact> {
        let fact = |name: &'static str, value: String| Fact { name, value, is_shown: true };
        let mut facts = match self.form {
            Form::Canonical(swizzle) => self.canonical_facts(swizzle),
            Form::Rows { exchange, pitch, column } => {
                let mut facts = Vec::from([fact("Row pitch", format!("{pitch} bytes"))]);
                facts.push(fact(
                    "Units permuted by",
                    match exchange {
                        Exchange::None => "nothing".into(),
                        exchange => exchange.text(),
                    },
                ));
                if let Some((run, bytes)) = column {
                    let value = format!("{run} bytes wide, {bytes} bytes apart");
                    facts.push(fact("Columns", value));
                }
                facts
            }
        };
        facts.insert(0, fact("Major", self.major.name().into()));
        facts.push(Fact { is_shown: self.phases.len() < 2, ..fact("Start", self.start_text()) });
        let (shape, origin) = (self.shape, self.origin);
        let mut extents = format!("{} × {}", shape.mn, shape.k);
        if (origin.mn, origin.k) != (0, 0) {
            extents += &format!(", from ({}, {})", origin.mn, origin.k);
        }
        facts.push(fact("M or N × K", extents));
        if let Some((count, bytes)) = self.stages {
            facts.push(fact("Stages", format!("{count}, {bytes} bytes apart")));
        }
        facts
    }

    fn canonical_facts(&self, swizzle: Swizzle) -> Vec<Fact> {
        let (lbo, sbo) = self.strides.unwrap_or_default();
        let is_shown = |name: &str| !self.undetermined.contains(&name);
        let (columns, groups) = match Stride::of_columns(self.major, swizzle) {
            Stride::Lbo => (lbo, sbo),
            Stride::Sbo => (sbo, lbo),
        };
        let (along_k, along_mn) = match self.major {
            Major::K => (columns, groups),
            Major::Mn => (groups, columns),
        };
        let order = if along_mn < along_k { "along M or N first" } else { "along K first" };
        let fact = |name: &'static str, value: String, is_shown: bool| Fact { name, value, is_shown };
        let mut facts = Vec::from([
            fact("Swizzle", swizzle.name().into(), true),
            fact(self.lbo_name(swizzle), format!("{lbo} bytes"), is_shown("lbo")),
            fact("SBO", format!("{sbo} bytes"), is_shown("sbo")),
            fact("Atom order", order.into(), is_shown("lbo") && is_shown("sbo")),
        ]);
        if let (true, Ok(start)) = (self.has_address, u32::try_from(self.start_bytes)) {
            let phase = swizzle.phase(start, self.base_offset);
            let shown = is_shown("base_offset");
            facts.push(fact("Base offset", self.base_offset.to_string(), shown));
            facts.push(fact("Phase of the first row", phase.to_string(), shown));
        }
        facts
    }
}
