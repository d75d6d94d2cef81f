//! The support matrix of type, major, swizzle, architecture, kind and operand, computed by the lints.

use crate::build::instruction::{Instruction, SaidInstruction};
use swizzle_core::hardware::{Arch, Element, Kind, Major, Named as _, Operand, Sparsity};
use swizzle_core::law::Swizzle;
use swizzle_core::named;
use swizzle_core::reader::{Said, SaidReader};
use swizzle_core::tile::SaidTile;
use swizzle_infer::spec_from_said;
use swizzle_lints::{Confidence, Finding, Severity, Tag, findings_from_spec};

/// The columns of the table: every mode, K-major and then MN-major.
pub fn support_columns() -> impl Iterator<Item = (Major, Swizzle)> {
    let of_major = |major: &'static Major| Swizzle::ALL.iter().map(move |mode| (*major, *mode));
    Major::ALL.iter().flat_map(of_major)
}

named! {
    /// Whether a combination can be used.
    pub enum Support "support" {
        /// Every source supports it.
        Legal => "legal",
        /// Sources disagree.
        Contested => "contested",
        /// No instruction supports it.
        Illegal => "illegal",
    }
}

/// A cell of the matrix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupportCell {
    /// Family.
    pub arch: Arch,
    /// Kind, for `tcgen05.mma`.
    pub kind: Option<Kind>,
    /// Operand.
    pub operand: Operand,
    /// Type.
    pub element: Element,
    /// Contiguous dimension.
    pub major: Major,
    /// Mode.
    pub swizzle: Swizzle,
    /// Dense or sparse form.
    pub sparsity: Sparsity,
    /// Whether it can be used.
    pub support: Support,
    /// The lint that objects; empty where every source agrees that it is legal.
    pub lint: &'static str,
    /// The text of that lint's finding.
    pub text: String,
    /// Source of the lint.
    pub source: &'static str,
    /// The specified values with which the builder shows it.
    pub said: Said,
}

/// Every cell: for wgmma each type, for tcgen05 each type of each kind; dense and sparse, both operands, both majors, all modes.
/// Each is computed from the findings on a tile and its instruction.
///
/// ```
/// use swizzle_code::build::{Support, support_cells};
/// use swizzle_core::{Arch, Element, Major, Swizzle};
/// let cells = support_cells();
/// let tf32 = cells.iter().find(|cell| {
///     (cell.arch, cell.element, cell.major, cell.swizzle)
///         == (Arch::Wgmma, Element::Tf32, Major::Mn, Swizzle::B128)
/// });
/// let tf32 = tf32.unwrap();
/// assert_eq!((tf32.support, tf32.lint), (Support::Illegal, "operand-form"));
/// ```
pub fn support_cells() -> Vec<SupportCell> {
    let mut cells = Vec::new();
    for arch in Arch::ALL {
        let kinds: Vec<(Option<Kind>, &[Element])> = if arch.has_instruction_descriptor() {
            Kind::ALL.iter().map(|kind| (Some(*kind), kind.elements())).collect()
        } else {
            vec![(None, Element::ALL)]
        };
        let rows = kinds.iter().flat_map(|(kind, all)| all.iter().map(move |element| (*kind, *element)));
        for ((kind, element), operand) in rows.flat_map(|row| Operand::ALL.iter().map(move |one| (row, one)))
        {
            for sparsity in Sparsity::ALL {
                let reader = SaidReader {
                    arch: Some(*arch),
                    operand: Some(*operand),
                    sparsity: Some(*sparsity),
                    ..SaidReader::default()
                };
                let cell = |column| judged_cell(reader, kind, element, column);
                cells.extend(support_columns().filter_map(cell));
            }
        }
    }
    cells
}

/// The cell of a tile that is large enough for any shape.
pub(super) fn judged_cell(
    reader: SaidReader,
    kind: Option<Kind>,
    element: Element,
    (major, swizzle): (Major, Swizzle),
) -> Option<SupportCell> {
    let tile = SaidTile {
        element: Some(element),
        major: Some(major),
        swizzle: Some(swizzle),
        mn: Some(256),
        k: Some(64 * element.per_unit()),
        ..SaidTile::default()
    };
    let said = Said { tile, reader, ..Said::default() };
    let spec = spec_from_said(&said).ok()?;
    let reader = spec.reader();
    let wanted = SaidInstruction { kind, ..SaidInstruction::default() };
    let mut judged = SupportCell {
        arch: reader.arch,
        kind,
        operand: reader.operand,
        element,
        major,
        swizzle,
        sparsity: reader.sparsity,
        support: Support::Legal,
        lint: "",
        text: String::new(),
        source: "",
        said,
    };
    // Only these are about forms; the others are about addresses, which are not specified here.
    for finding in findings_from_spec(&spec) {
        if finding.is(Tag::OfForm) {
            judged.judge(&finding, finding.id);
        }
    }
    for finding in Instruction::of(&spec, &wanted).findings(&spec) {
        judged.judge(&finding, "instruction");
    }
    Some(judged)
}

impl SupportCell {
    /// Takes over a finding that is worse than what is known.
    fn judge<C>(&mut self, finding: &Finding<C>, lint: &'static str) {
        let support = match (finding.severity, finding.confidence) {
            (Severity::Error, _) => Support::Illegal,
            (_, Confidence::Contested) => Support::Contested,
            _ => Support::Legal,
        };
        if support > self.support {
            self.support = support;
            (self.lint, self.source) = (lint, finding.source);
            self.text = format!("{}. {}", finding.title, finding.text);
        }
    }
}
