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

/// A lint, whatever it judges: whether a report on a kernel can have it, its id, its source and its evidence.
type Listed = (bool, &'static str, &'static str, Confidence);

fn of<S: Subject>(
    is_of_kernel: bool,
    lints: impl IntoIterator<Item = &'static Lint<S>>,
) -> impl Iterator<Item = Listed> {
    lints.into_iter().map(move |lint| (is_of_kernel, lint.id, lint.source, lint.confidence))
}

/// All lints, without their texts.
fn listed() -> impl Iterator<Item = Listed> {
    let of_kernels = of(true, KERNEL_LINTS).chain(of(true, rows().map(|row| &row.lint)));
    let of_words = of(true, IDESC_LINTS).chain(of(true, INSTRUCTION_LINTS));
    let others = of(false, LINTS).chain(of(false, TMA_LINTS));
    let of_memory = of(false, PLAN_LINTS).chain(of(false, ISSUE_LINTS));
    of_kernels.chain(of_words).chain(others).chain(of_memory)
}

/// A lint with the texts of its section.
fn page((is_of_kernel, id, source, confidence): Listed) -> Rule {
    let section = TEXTS.split("\n## ").find(|section| section.lines().next() == Some(id)).unwrap_or_default();
    let mut sentences = section.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('-'));
    let said = |key| section.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    Rule {
        id,
        is_of_kernel,
        source,
        confidence,
        severity: said("- severity: ").parse().unwrap_or(Severity::Error),
        what: sentences.next().unwrap_or_default(),
        why: sentences.last().unwrap_or_default(),
        wrong: said("- wrong: ").trim_matches('`'),
        right: said("- right: ").trim_matches('`'),
    }
}

/// All lints: first those of kernels, then those of instructions, descriptors, tensor maps and tensor memory.
pub fn rules() -> impl Iterator<Item = Rule> {
    listed().map(page)
}

/// The lint of an id.
pub fn rule(id: &str) -> Option<Rule> {
    listed().find(|(_, own, ..)| *own == id).map(page)
}
