//! The link of the support matrix: `#/support?chip=sm_100a&operand=B&element=tf32&major=MN&swizzle=128B`.

use super::*;
use swizzle_core::hardware::Arch;

contents! {
    /// The part of the support matrix that is shown, and the cell of it that is explained.
    #[derive(Copy)]
    SupportShown {
        /// Instruction family.
        arch: Arch = Arch::Wgmma,
        /// Chip; none is the first of the family.
        chip: Option<Chip>,
        /// Operand.
        operand: Operand = Operand::A,
        /// Dense or sparse form.
        sparsity: Sparsity = Sparsity::Dense,
        /// The cell's type; a cell has all three.
        element: Option<Element>,
        /// Its contiguous dimension.
        major: Option<Major>,
        /// Its mode.
        swizzle: Option<Swizzle>,
    }
}

impl SupportShown {
    /// The chip that is shown.
    pub fn chip(&self) -> Chip {
        let own = self.chip.filter(|chip| Self::is_shown(*chip));
        own.unwrap_or_else(|| self.arch.first_chip())
    }

    /// Whether it has a table: a chip without descriptors has only its facts.
    pub fn has_table(&self) -> bool {
        self.chip().arch().is_some()
    }

    /// Whether a chip is shown: one whose family's instructions need the `a` of its target is shown with that.
    pub const fn is_shown(chip: Chip) -> bool {
        chip.arch().is_none() || chip.has_instructions()
    }

    /// The same of another chip.
    pub fn with_chip(self, chip: Chip) -> Self {
        let arch = chip.arch().unwrap_or(self.arch);
        Self { arch, chip: (chip != arch.first_chip()).then_some(chip), ..self }
    }

    /// The cell that is explained.
    pub fn cell(&self) -> Option<(Element, Major, Swizzle)> {
        Some((self.element?, self.major?, self.swizzle?))
    }

    /// The same with another cell explained.
    pub const fn with_cell(self, (element, major, swizzle): (Element, Major, Swizzle)) -> Self {
        Self { element: Some(element), major: Some(major), swizzle: Some(swizzle), ..self }
    }
}

impl Form for SupportShown {
    const PATH: &'static str = "#/support";
    const TABLE: Table<Self> = &[(
        "",
        rows! {
            "arch" = arch;
            "chip" = chip by (|text| match named(text)? {
                chip if Self::is_shown(chip) => Ok(Some(chip)),
                chip => Err(format!("{chip} has neither wgmma nor tcgen05")),
            });
            "operand" = operand;
            "sparsity" = sparsity;
            "element" = element;
            "major" = major;
            "swizzle" = swizzle;
        },
    )];
}
