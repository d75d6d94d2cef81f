//! The support matrix of one chip as a table: a row for each type, with the best of the kinds that read it.

use crate::build::instruction::{Instruction, SaidInstruction};
use crate::build::support::{Support, SupportCell, judged_cell, support_columns};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{
    Chip, CtaForm, Element, Kind, Major, Named as _, Operand, Sparsity, wgmma_accumulators, wgmma_n_extents,
};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::{Said, SaidReader};
use swizzle_infer::spec_from_said;

/// The types, majors and modes of one operand, in one form, that a chip's instruction reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportTable {
    /// The chip.
    pub chip: Chip,
    /// A row for each type; types of the same width follow each other.
    pub rows: Vec<SupportRow>,
}

/// A type with every major and mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportRow {
    /// The type.
    pub element: Element,
    /// The kinds of the chip that read it; none for an instruction without kinds.
    pub kinds: Vec<Kind>,
    /// A cell for each major and mode, in the order of [`support_columns`].
    pub cells: Vec<SupportCell>,
}

/// Widths of elements, the most used first.
const GROUPS_BITS: [u32; 6] = [16, 32, 8, 6, 4, 1];

/// The table of a chip. A cell is as good as the best kind that reads its type.
///
/// ```
/// use swizzle_code::build::support_table;
/// use swizzle_core::{Operand, Sparsity};
/// use swizzle_core::hardware::Chip;
/// let table = support_table(Chip::Sm90a, Operand::A, Sparsity::Dense);
/// let mut bits: Vec<u32> = table.rows.iter().map(|row| row.element.pitch_bits()).collect();
/// bits.dedup();
/// assert_eq!(bits, [16, 32, 8, 6, 4, 1]);
/// let is_4_bit = |row: &&swizzle_code::build::SupportRow| row.element.pitch_bits() == 4;
/// assert!(table.rows.iter().filter(is_4_bit).all(|row| !row.is_read())); // wgmma reads no 4-bit types
/// ```
pub fn support_table(chip: Chip, operand: Operand, sparsity: Sparsity) -> SupportTable {
    let of_bits = |bits: u32| Element::ALL.iter().filter(move |element| element.pitch_bits() == bits);
    let row = |element: &Element| support_row(chip, operand, sparsity, *element);
    SupportTable { chip, rows: GROUPS_BITS.into_iter().flat_map(of_bits).map(row).collect() }
}

/// One row of the [`support_table`].
///
/// ```
/// use swizzle_code::build::{support_row, support_table};
/// use swizzle_core::{Element, Operand, Sparsity};
/// use swizzle_core::hardware::Chip;
/// let row = support_row(Chip::Sm90a, Operand::A, Sparsity::Dense, Element::Tf32);
/// assert!(support_table(Chip::Sm90a, Operand::A, Sparsity::Dense).rows.iter().any(|one| *one == row));
/// ```
pub fn support_row(chip: Chip, operand: Operand, sparsity: Sparsity, element: Element) -> SupportRow {
    let kinds: Vec<Kind> = Kind::of_element(element).filter(|kind| chip.has_kind(*kind)).collect();
    let reader = SaidReader {
        operand: Some(operand),
        sparsity: Some(sparsity),
        ..Said::default().with_chip(chip).reader
    };
    let cells = support_columns().filter_map(|column| {
        let of_kind = |kind| judged_cell(reader, kind, element, column);
        let of_kinds = kinds.iter().filter_map(|kind| of_kind(Some(*kind)));
        of_kinds.min_by_key(|cell| cell.support).or_else(|| of_kind(None))
    });
    let cells = cells.collect();
    SupportRow { element, cells, kinds }
}

impl SupportTable {
    /// Every cell.
    pub fn cells(&self) -> impl Iterator<Item = &SupportCell> {
        self.rows.iter().flat_map(|row| &row.cells)
    }

    /// Returns the number of cells with this support.
    pub fn count(&self, support: Support) -> usize {
        self.cells().filter(|cell| cell.support == support).count()
    }

    /// The row of a type.
    pub fn row(&self, element: Element) -> Option<&SupportRow> {
        self.rows.iter().find(|row| row.element == element)
    }
}

/// Returns the facts about the instruction that reads a cell: names and values.
///
/// ```
/// use swizzle_code::build::{instruction_facts, support_table};
/// use swizzle_core::{Element, Major, Operand, Sparsity, Swizzle};
/// use swizzle_core::hardware::Chip;
/// let table = support_table(Chip::Sm90a, Operand::A, Sparsity::Dense);
/// let cell = table.row(Element::Bf16).unwrap().cell(Major::K, Swizzle::B128).unwrap();
/// let facts = instruction_facts(Chip::Sm90a, cell);
/// assert!(facts.contains(&("K", "16".into())));
/// assert!(facts.contains(&("Swizzle field", "1".into())));
/// ```
pub fn instruction_facts(chip: Chip, cell: &SupportCell) -> Vec<(&'static str, String)> {
    let Ok(spec) = spec_from_said(&cell.said.with_chip(chip)) else {
        return Vec::new();
    };
    let kind = SaidInstruction { kind: cell.kind, ..SaidInstruction::default() };
    let instruction = Instruction::of(&spec, &kind);
    let form = cell.sparsity;
    let (m, n, accumulators) = match cell.kind {
        Some(kind) => {
            let one = kind.m_extents(CtaForm::One, form).text();
            let pair = kind.m_extents(CtaForm::Two, form).text();
            let n = kind.n_extents(CtaForm::One, form, false);
            (format!("{one}; pair {pair}"), n.text(), kind.accumulators())
        }
        None => ("64".to_owned(), wgmma_n_extents(cell.element).text(), wgmma_accumulators(cell.element)),
    };
    let accumulators: Vec<&str> = accumulators.iter().map(|one| one.name()).collect();
    let kind = cell.kind.map(|kind| ("Kind", kind.to_string()));
    let code = spec.descriptor(spec.place()).ok().map(|one| one.get(FieldId::Swizzle));
    let code = code.map(|code| ("Swizzle field", code.to_string()));
    let all = [("M", m), ("N", n), ("K", instruction.k.to_string()), ("D", accumulators.join(", "))];
    kind.into_iter().chain(all).chain(code).collect()
}

impl SupportRow {
    /// The cell of a major and a mode.
    pub fn cell(&self, major: Major, mode: Swizzle) -> Option<&SupportCell> {
        self.cells.iter().find(|cell| (cell.major, cell.swizzle) == (major, mode))
    }

    /// The replacement for a cell of this row that is not supported: of the same major if any mode supports it (otherwise of the
    /// other one), and of those the nearest mode.
    pub fn instead_of(&self, cell: &SupportCell) -> Option<&SupportCell> {
        let distance = |other: &&SupportCell| {
            let at = |mode: Swizzle| Swizzle::ALL.iter().position(|one| *one == mode);
            let apart = at(other.swizzle).unwrap_or(0).abs_diff(at(cell.swizzle).unwrap_or(0));
            (other.support, other.major != cell.major, apart)
        };
        self.cells.iter().filter(|other| other.support != Support::Illegal).min_by_key(distance)
    }

    /// Returns the kinds of an instruction that read the type, otherwise the shape of one that does; empty where none does.
    pub fn instruction_text(&self, chip: Chip) -> String {
        if !self.kinds.is_empty() {
            let kinds: Vec<&str> = self.kinds.iter().map(|kind| kind.name()).collect();
            return format!("kind::{}", kinds.join(", "));
        }
        let legal = self.cells.iter().find(|cell| cell.support == Support::Legal);
        let facts = legal.map_or_else(Vec::new, |cell| instruction_facts(chip, cell));
        let k = facts.into_iter().find(|(name, _)| *name == "K");
        k.map_or_else(String::new, |(_, k)| format!("m64nNk{k}"))
    }

    /// Whether the chip reads the type in any way.
    pub fn is_read(&self) -> bool {
        self.cells.iter().any(|cell| cell.support != Support::Illegal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(chip: Chip) -> [usize; 3] {
        let table = support_table(chip, Operand::A, Sparsity::Dense);
        [Support::Legal, Support::Contested, Support::Illegal].map(|one| table.count(one))
    }

    /// Counted by hand from the tables of the PTX ISA and the assembler's list of kinds.
    #[test]
    fn counts_what_each_chip_reads() {
        // f16 and bf16 in both majors, six types K-major, four modes each.
        assert_eq!(counts(Chip::Sm90a), [40, 0, 80]);
        assert_eq!(counts(Chip::Sm100a), [69, 23, 28]);
        // Without s8 and u8: four modes of two majors each, and their contested cell.
        assert_eq!(counts(Chip::Sm103a), [69 - 16, 23 - 2, 28 + 18]);
        assert_eq!(counts(Chip::Sm103a), counts(Chip::Sm107a));
        assert_eq!(counts(Chip::Sm110a), counts(Chip::Sm100a));
    }

    #[test]
    fn offers_what_changes_least() {
        let table = support_table(Chip::Sm100a, Operand::A, Sparsity::Dense);
        let row = |element| table.row(element).expect("a row");
        let of = |element, major, mode| row(element).cell(major, mode).expect("a cell");
        let tf32 = of(Element::Tf32, Major::Mn, Swizzle::B128);
        assert_eq!(tf32.support, Support::Illegal);
        let instead = row(Element::Tf32).instead_of(tf32).expect("a mode");
        assert_eq!((instead.major, instead.swizzle), (Major::Mn, Swizzle::B128Atom32));
        let packed = of(Element::E2m1Packed, Major::Mn, Swizzle::B64);
        let instead = row(Element::E2m1Packed).instead_of(packed).expect("a mode");
        assert_eq!((instead.major, instead.swizzle), (Major::K, Swizzle::B64));
        // A type that the chip has not has nothing instead.
        let b1 = of(Element::B1, Major::K, Swizzle::B64);
        assert_eq!(row(Element::B1).instead_of(b1), None);
        assert!(b1.text.contains("b1"), "{}", b1.text);
    }
}
