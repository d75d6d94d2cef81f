//! Lints on an instruction and what it finds in tensor memory: ids, scale factors and their copies, A, metadata, the load of D.
//! A lint a file.

mod a_major;
mod idesc_pair;
mod load_half;
mod metadata_unknown;
mod scale_bits;
mod scale_copy;
mod scale_id;
mod scale_order;
mod scale_rows;

use crate::about::RequiredBy;
use crate::finding::Finding;
use crate::lint::{self, Lint, Subject, findings_of, lint};
use swizzle_core::descriptor::{Descriptor, InstructionDescriptor};
use swizzle_core::hardware::{CtaForm, Kind, Major, Sparsity};
use swizzle_text::Mend;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::Witness;
use swizzle_tmem::scale::{ScaleStage, StageShape};

/// A `tcgen05.mma`, and what is specified of its use of tensor memory. A value that is `None` or empty is not specified.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// The kind, where something depends on it.
    pub kind: Option<Kind>,
    /// How it is issued.
    pub form: CtaForm,
    /// Whether A is sparse, with metadata in tensor memory.
    pub sparsity: Sparsity,
    /// M: of the pair, for two CTAs.
    pub m: Option<u32>,
    /// N: of the pair, for two CTAs.
    pub n: Option<u32>,
    /// The instruction descriptor that it is given.
    pub idesc: Option<InstructionDescriptor>,
    /// The order in which A is written, where it is in tensor memory.
    pub a_major: Option<Major>,
    /// The shape of the loads that read D.
    pub load: Option<LoadShape>,
    /// The source whose reading of D applies where sources disagree; the PTX ISA's if none was chosen.
    pub reading: Option<Witness>,
    /// The scale factors of one operand.
    pub scales: Option<Scales>,
}

/// The scale factors of one operand, and what a kernel gives for them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scales {
    /// The stage.
    pub shape: StageShape,
    /// The id that each instruction along K is given.
    pub ids: Vec<u32>,
    /// The descriptors of the copies, in the order of their columns.
    pub copies: Vec<Descriptor>,
    /// Bytes of shared memory from one stage to the next.
    pub stage_bytes: Option<u32>,
}

impl Issue {
    /// Returns an instruction with only its form specified, and M if it is known.
    pub fn new(form: CtaForm, m: impl Into<Option<u32>>) -> Self {
        Self {
            kind: None,
            form,
            sparsity: Sparsity::Dense,
            m: m.into(),
            n: None,
            idesc: None,
            a_major: None,
            load: None,
            reading: None,
            scales: None,
        }
    }

    /// CTAs that it is of.
    const fn ctas(&self) -> u32 {
        self.form.ctas()
    }

    /// The same with other scale factors.
    fn with_scales(&self, change: impl FnOnce(&mut Scales)) -> Self {
        let mut issue = self.clone();
        if let Some(scales) = &mut issue.scales {
            change(scales);
        }
        issue
    }
}

impl Subject for Issue {
    /// The subject of a finding, by the name of its option.
    type Field = &'static str;
    type Change = Issue;
    /// The stage of scale factors, where there is one.
    type Facts = Option<ScaleStage>;
}

/// What lints on it report.
type Report = lint::Report<Issue>;

/// The lints on an instruction and tensor memory, in the order in which findings of one severity are shown.
pub const ISSUE_LINTS: &[Lint<Issue>] = &[
    idesc_pair::LINT,
    scale_id::LINT,
    scale_order::LINT,
    scale_bits::LINT,
    scale_copy::LINT,
    scale_rows::LINT,
    load_half::LINT,
    a_major::LINT,
    metadata_unknown::LINT,
];

fn facts(issue: &Issue) -> Option<ScaleStage> {
    let scales = issue.scales.as_ref()?;
    ScaleStage::new(scales.shape).ok()
}

/// All that is wrong with an instruction and what it finds in tensor memory, the most serious first.
///
/// ```
/// use swizzle_core::hardware::CtaForm;
/// use swizzle_lints::tensor_memory::issue::{Issue, findings_from_issue};
/// use swizzle_tmem::moves::LoadShape;
/// let issue = Issue { load: Some(LoadShape::S32x32b), ..Issue::new(CtaForm::One, 64) };
/// assert_eq!(findings_from_issue(&issue)[0].title, "32x32b reads 32 lanes of each warp, of which D fills 16");
/// ```
pub fn findings_from_issue(issue: &Issue) -> Vec<Finding<Issue>> {
    findings_of(ISSUE_LINTS, issue, facts(issue)).0
}

/// Returns the findings of a list of lints, for the tests of the engine.
#[cfg(test)]
pub(crate) fn found(lints: &'static [Lint<Issue>], issue: &Issue) -> Vec<Finding<Issue>> {
    findings_of(lints, issue, facts(issue)).0
}
