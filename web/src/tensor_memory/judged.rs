//! What follows from a plan, worked out when it changes.

use swizzle_draw::scene::{LoadPicture, TensorMap, tensor_map};
use swizzle_lints::tensor_memory::plan::{PlanFinding, findings_from_plan};
use swizzle_lints::verdict_of_plan;
use swizzle_text::VerdictLine;
use swizzle_tmem::plan::{Cell, Laid, Plan, ReadBack};
use swizzle_tmem::tensor_memory::{COLUMNS, LANES};
use swizzle_view::link::TensorMemoryShown;
use yew::prelude::*;

use crate::view::Shared;

/// What follows from a plan alone, worked out once.
pub(super) struct Judged {
    pub(super) laid: Laid,
    pub(super) line: VerdictLine<Plan>,
    pub(super) found: Vec<PlanFinding>,
    pub(super) map: TensorMap,
}

impl Judged {
    fn new(plan: &Plan) -> Self {
        let laid = plan.laid();
        Self {
            line: verdict_of_plan(plan),
            found: findings_from_plan(plan),
            map: tensor_map(&laid),
            laid,
        }
    }
}

/// That of what is shown, and the pictures of its load; none of a cell that no load reads.
#[hook]
pub(super) fn use_judged(
    shown: &TensorMemoryShown,
) -> (Shared<Judged>, Option<Shared<LoadPicture>>) {
    let judged = use_memo(shown.plan.clone(), |plan| Shared::new(Judged::new(plan)));
    let key = ((*judged).clone(), shown.cell, shown.shape, shown.num);
    let drawn = use_memo(key, |(judged, cell, shape, num)| {
        let laid = judged.laid.clone();
        let cell = inside(*cell, &shown.plan);
        let read = ReadBack::new(&laid, cell, *shape, *num)
            .or_else(|_| ReadBack::new(&laid, cell, *shape, None));
        read.ok()
            .map(|read| Shared::new(LoadPicture::new(laid, read)))
    });
    ((*judged).clone(), (*drawn).clone())
}

/// A cell that the plan has: of CTA 0 where it is of one.
fn inside(cell: Cell, plan: &Plan) -> Cell {
    Cell {
        cta: cell.cta.min(plan.mma.ctas() - 1),
        lane: cell.lane.min(LANES - 1),
        column: cell.column.min(COLUMNS - 1),
    }
}
