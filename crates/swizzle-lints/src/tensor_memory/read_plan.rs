//! A plan of tensor memory together with the load that reads its accumulator.

use crate::prelude::*;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::{Laid, Plan, What};

use crate::tensor_memory::issue::{Issue, findings_from_issue};
use crate::tensor_memory::plan::findings_from_plan;

/// A plan, and the shape of the `tcgen05.ld` that reads D.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadPlan {
    /// The plan.
    pub plan: Plan,
    /// The shape.
    pub load: LoadShape,
}

/// All that is wrong with a plan and with the shape that reads its D, the most serious first.
///
/// ```
/// use swizzle_core::hardware::Kind;
/// use swizzle_lints::tensor_memory::{ReadPlan, findings_from_read_plan};
/// use swizzle_tmem::moves::LoadShape;
/// use swizzle_tmem::plan::{Mma, Place, Plan, What};
/// let mma = Mma { kind: Kind::F16, m: 64, ..Mma::default() };
/// let plan = Plan { mma, places: vec![Place::packed(What::D)], ..Plan::default() };
/// let read = ReadPlan { plan, load: LoadShape::S32x32b };
/// let found = findings_from_read_plan(&read);
/// assert_eq!(found[0].title, "32x32b reads 32 lanes of each warp, of which D fills 16");
/// assert_eq!(found[0].repairs[0].change.load, LoadShape::S16x256b);
/// // Of two tiles, each in its half of the lanes, it reads both.
/// let both = ReadPlan { plan: read.plan.with(What::D), ..read };
/// assert!(findings_from_read_plan(&both).iter().all(|found| found.id != "load-half"));
/// ```
pub fn findings_from_read_plan(read: &ReadPlan) -> Vec<Finding<ReadPlan>> {
    let laid = read.plan.laid();
    let of_plan = findings_from_plan(&read.plan)
        .into_iter()
        .map(|found| found.with_repairs(|plan| ReadPlan { plan, ..read.clone() }));
    let of_load = match has_lone_d(&laid) {
        true => findings_from_issue(&issue(read, &laid)),
        false => Vec::new(),
    };
    let of_load = of_load.into_iter().map(|found| {
        found.with_repairs(|issue| ReadPlan { load: issue.load.unwrap_or(read.load), ..read.clone() })
    });
    let mut all: Vec<Finding<ReadPlan>> = of_plan.chain(of_load).collect();
    all.sort_by_key(|found| found.severity);
    all
}

fn issue(read: &ReadPlan, laid: &Laid) -> Issue {
    let mma = read.plan.mma;
    Issue {
        sparsity: laid.sparsity,
        load: Some(read.load),
        reading: read.plan.witness,
        ..Issue::new(mma.form, mma.m)
    }
}

/// Whether a D has no other D beside it in the same columns: of such two, one load may read both.
fn has_lone_d(laid: &Laid) -> bool {
    let tiles = || laid.regions().filter(|region| region.what == What::D);
    let is_alone = |one: &swizzle_tmem::plan::Region| {
        !tiles().any(|other| other.range() == one.range() && other.lanes != one.lanes)
    };
    tiles().any(is_alone)
}
