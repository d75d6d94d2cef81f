//! The facts of a layout found in a dump.

use super::*;

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
        let mut facts = Vec::new();
        let mut add = |name, value, is_shown| facts.push(Fact { name, value, is_shown });
        add("Major", self.major.name().into(), true);
        match self.form {
            Form::Canonical(swizzle) => {
                let (lbo, sbo) = self.strides.unwrap_or_default();
                let is_shown = |name| !self.undetermined.contains(&name);
                let [column, group] = self.fit.steps.by;
                let is_mn_first = match self.major {
                    Major::K => group < column,
                    Major::Mn => column < group,
                };
                let order = if is_mn_first { "along M or N first" } else { "along K first" };
                add("Swizzle", swizzle.name().into(), true);
                add(self.lbo_name(swizzle), format!("{lbo} bytes"), is_shown("lbo"));
                add("SBO", format!("{sbo} bytes"), is_shown("sbo"));
                add("Atom order", order.into(), is_shown("lbo") && is_shown("sbo"));
                if let (true, Ok(start)) = (self.cells.has_address, u32::try_from(self.start_bytes)) {
                    let phase = swizzle.phase(start, self.base_offset);
                    add("Base offset", self.base_offset.to_string(), is_shown("base_offset"));
                    add("Phase of the first row", phase.to_string(), is_shown("base_offset"));
                }
            }
            Form::Rows { exchange, pitch, column } => {
                add("Row pitch", format!("{pitch} bytes"), true);
                let exchange = match exchange {
                    Exchange::None => "nothing".into(),
                    exchange => exchange.text(),
                };
                add("Units permuted by", exchange, true);
                if let Some((run, bytes)) = column {
                    add("Columns", format!("{run} bytes wide, {bytes} bytes apart"), true);
                }
            }
        }
        add("Start", self.start_text(), self.phases.len() < 2);
        let mut extents = format!("{} × {}", self.shape.mn, self.shape.k);
        if self.origin != FIRST {
            extents += &format!(", from ({}, {})", self.origin.mn, self.origin.k);
        }
        add("M or N × K", extents, true);
        if let Some((count, bytes)) = self.stages {
            add("Stages", format!("{count}, {bytes} bytes apart"), true);
        }
        facts
    }
}
