//! A page for each lint: what it finds, why that is wrong, its source, and an example. The texts are in `rules.md`.

use crate::{
    instruction::{IDESC_LINTS, INSTRUCTION_LINTS},
    kernel::{KERNEL_LINTS, part::rows},
    matrix::LINTS,
    prelude::*,
    tensor_memory::{issue::ISSUE_LINTS, plan::PLAN_LINTS},
    tma::TMA_LINTS,
};

/// What is known of a lint besides its findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Stable name, which findings have.
    pub id: &'static str,
    /// Whether a report on a kernel can have it.
    pub is_of_kernel: bool,
    /// The section of the manual, or the measurement.
    pub source: &'static str,
    /// Its evidence.
    pub confidence: Confidence,
    /// The worst severity that its findings usually have.
    pub severity: Severity,
    /// What it finds, in one sentence.
    pub what: &'static str,
    /// Why that is wrong.
    pub why: &'static str,
    /// An example of what it finds, as code.
    pub wrong: &'static str,
    /// The same without it.
    pub right: &'static str,
}

/// The texts: for each rule a section with what it finds, why, and two lines of code.
const TEXTS: &str = include_str!("../rules.md");

fn of<S: Subject>(
    is_of_kernel: bool,
    lints: impl Iterator<Item = &'static Lint<S>>,
) -> impl Iterator<Item = Rule> {
    lints.map(move |lint| Rule {
        id: lint.id,
        is_of_kernel,
        source: lint.source,
        confidence: lint.confidence,
        severity: Severity::Error,
        what: "",
        why: "",
        wrong: "",
        right: "",
    })
}

/// All lints, without their texts.
fn bare() -> impl Iterator<Item = Rule> {
    let of_rows = of(true, rows().map(|row| &row.lint));
    let of_kernels = of(true, KERNEL_LINTS.iter()).chain(of_rows);
    let of_words = of(true, IDESC_LINTS.iter()).chain(of(true, INSTRUCTION_LINTS.iter()));
    let others = of(false, LINTS.iter()).chain(of(false, TMA_LINTS.iter()));
    let of_memory = of(false, PLAN_LINTS.iter()).chain(of(false, ISSUE_LINTS.iter()));
    of_kernels.chain(of_words).chain(others).chain(of_memory)
}

impl Rule {
    /// The same with the texts of its section.
    fn with_texts(mut self) -> Self {
        let is_own = |section: &&str| section.lines().next() == Some(self.id);
        let section = TEXTS.split("\n## ").find(is_own).unwrap_or_default();
        for line in section.lines().skip(1) {
            let code = |rest: &'static str| rest.trim_matches('`');
            match line.split_once(": ") {
                Some(("- wrong", rest)) => self.wrong = code(rest),
                Some(("- right", rest)) => self.right = code(rest),
                Some(("- severity", "warning")) => self.severity = Severity::Warning,
                Some(("- severity", "note")) => self.severity = Severity::Note,
                _ if line.is_empty() || line.starts_with('-') => {}
                _ if self.what.is_empty() => self.what = line,
                _ => self.why = line,
            }
        }
        self
    }
}

/// All lints: first those of kernels, then those of instructions, descriptors, tensor maps and tensor memory.
pub fn rules() -> impl Iterator<Item = Rule> {
    bare().map(Rule::with_texts)
}

/// The lint of an id.
pub fn rule(id: &str) -> Option<Rule> {
    bare().find(|rule| rule.id == id).map(Rule::with_texts)
}
