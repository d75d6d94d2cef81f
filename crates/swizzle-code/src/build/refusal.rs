//! Why no instruction supports a tile: errors of the lints on the tile as built, and of its instruction.

use std::fmt;

use crate::build::instruction::Instruction;
use swizzle_core::descriptor::InstructionDescriptor;
use swizzle_core::reader::Spec;
use swizzle_infer::spec_from_said;
use swizzle_lints::{Finding, Repair, Severity, Tag, findings_from_spec};
use swizzle_params::{ParamId, said_and_taken};
use swizzle_text::Mend;

/// Why a tile has no instruction, and therefore no code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildRefusal {
    /// One-line title.
    pub title: String,
    /// The error and its cause.
    pub text: String,
    /// The fixes, the most likely first.
    pub repairs: Vec<Mend>,
}

impl fmt::Display for BuildRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.title, self.text)?;
        self.repairs.first().map_or(Ok(()), |repair| write!(f, " {}.", repair.label))
    }
}

/// Why no instruction supports a tile: the first error of the lints, otherwise that of the instruction. With an explicit
/// descriptor, only errors that no bits of it could fix count, as its start is not used.
///
/// ```
/// use swizzle_code::build::{Instruction, SaidInstruction, build_refusal};
/// use swizzle_core::{Element, Major, Said};
/// use swizzle_infer::spec_from_said;
/// let mut said = Said::default();
/// (said.tile.element, said.tile.major) = (Some(Element::Tf32), Some(Major::Mn));
/// let spec = spec_from_said(&said)?;
/// let refusal = build_refusal(&spec, &Instruction::of(&spec, &SaidInstruction::default())).expect("a refusal");
/// assert_eq!(refusal.title, "wgmma cannot read tf32 M-major");
/// assert_eq!(refusal.repairs[0].label, "Make the operand K-major");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn build_refusal(spec: &Spec, instruction: &Instruction) -> Option<BuildRefusal> {
    let mut of_tile = findings_of_build(spec);
    of_tile.retain(|finding| spec.given().is_none() || finding.is(Tag::OfTile));
    first(spec, (&of_tile, &instruction.findings(spec)), Severity::Error)
}

/// The first finding of a severity: on the tile, otherwise on its instruction.
pub(super) fn first(
    spec: &Spec,
    (of_tile, of_instruction): (&[Finding], &[Finding<InstructionDescriptor>]),
    severity: Severity,
) -> Option<BuildRefusal> {
    let refusal = |title: &String, text: &String, repairs| BuildRefusal {
        title: title.clone(),
        text: text.clone(),
        repairs,
    };
    let own = of_tile.iter().find(|one| one.severity == severity);
    let own = own.map(|one| refusal(&one.title, &one.text, mends(spec, one)));
    let mut others = of_instruction.iter().filter(|one| one.severity == severity);
    own.or_else(|| others.next().map(|one| refusal(&one.title, &one.text, Vec::new())))
}

/// The findings on the tile as built. All its values count as specified, so no finding is downgraded; repairs change the specified
/// values.
pub fn findings_of_build(spec: &Spec) -> Vec<Finding> {
    use ParamId::*;
    let taken = [Element, Major, Swizzle, Mn, K, Order, Operand, Sparsity];
    let said = said_and_taken(spec, taken.map(ParamId::param));
    let own = findings_from_spec(spec);
    let Ok(whole) = spec_from_said(&said) else {
        return own;
    };
    let mut findings = findings_from_spec(&whole);
    for finding in &mut findings {
        let same = |other: &&Finding| (other.id, &other.title) == (finding.id, &finding.title);
        if let Some(other) = own.iter().find(same) {
            finding.repairs = other.repairs.clone();
        }
    }
    findings
}

/// The most likely repair of a finding, with a short label if it changes only the mode.
fn mends(spec: &Spec, finding: &Finding) -> Vec<Mend> {
    let was = spec.said();
    let mend = |repair: &Repair| {
        let said = repair.change.said;
        let mut only_mode = *was;
        only_mode.tile.swizzle = said.tile.swizzle;
        let label = match said.tile.swizzle {
            Some(mode) if only_mode == said => format!("Use {mode}"),
            _ => repair.label.clone(),
        };
        Mend::new(label, said)
    };
    finding.repairs.iter().take(1).map(mend).collect()
}
