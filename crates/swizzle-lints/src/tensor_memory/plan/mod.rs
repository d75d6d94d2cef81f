//! Lints on a plan of tensor memory: its regions, its allocation, its instruction. A lint a file.

mod plan_alignment;
mod plan_allocated;
mod plan_allocation;
mod plan_alone;
mod plan_apart;
mod plan_beyond;
mod plan_contested;
mod plan_half;
mod plan_n_step;
mod plan_overlap;
mod plan_scaled_a;
mod plan_shape;
mod plan_unknown;
mod plan_whole;

use crate::about::RequiredBy;
use crate::finding::Finding;
use crate::lint::{self, Lint, Subject, findings_of, lint};
use swizzle_text::Mend;
use swizzle_tmem::plan::{Laid, Plan, What};

impl Subject for Plan {
    /// A region's place has no name: findings are about what their titles name.
    type Field = &'static str;
    type Change = Plan;
    /// Its regions at their columns.
    type Facts = Laid;
}

/// What lints on it report.
type Report = lint::Report<Plan>;

/// The lints on a plan, in the order in which findings of one severity are shown.
pub const PLAN_LINTS: &[Lint<Plan>] = &[
    plan_overlap::LINT,
    plan_whole::LINT,
    plan_allocation::LINT,
    plan_allocated::LINT,
    plan_alignment::LINT,
    plan_shape::LINT,
    plan_unknown::LINT,
    plan_alone::LINT,
    plan_half::LINT,
    plan_contested::LINT,
    plan_n_step::LINT,
    plan_apart::LINT,
    plan_beyond::LINT,
    plan_scaled_a::LINT,
];

/// All that is wrong with a plan, the most serious first.
pub fn findings_from_plan(plan: &Plan) -> Vec<Finding<Plan>> {
    findings_of(PLAN_LINTS, plan, plan.laid()).0
}

/// Returns the name that a finding uses for a region.
fn name(laid: &Laid, index: usize) -> String {
    match laid.all.get(index) {
        Some(Ok(region)) => region.name.clone(),
        Some(Err(unplaced)) => unplaced.name.clone(),
        None => String::new(),
    }
}

/// A repair that moves a region to where it is free.
fn moved(plan: &Plan, laid: &Laid, index: usize) -> Option<Mend<Plan>> {
    let column = laid.free_column(index)?;
    let label = format!("Move {} to column {column}", name(laid, index));
    Some(Mend::new(label, plan.with_column(index, column)))
}

/// The first and the last of columns: `columns 264–271`, `column 7`.
fn columns(range: &std::ops::Range<u32>) -> String {
    match range.len() {
        1 => format!("column {}", range.start),
        _ => format!("columns {}–{}", range.start, range.end - 1),
    }
}
