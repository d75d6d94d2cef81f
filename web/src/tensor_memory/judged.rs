//! Consequences of a plan, computed when it changes.

use swizzle_draw::scene::{LoadPicture, TensorMap, tensor_map};
use swizzle_lints::tensor_memory::plan::findings_from_plan;
use swizzle_lints::tensor_memory::{ReadPlan, ReadPlanFinding, findings_from_read_plan};
use swizzle_lints::verdict_of_found;
use swizzle_text::VerdictLine;
use swizzle_tmem::plan::{Cell, Laid, Plan, ReadBack};
use swizzle_tmem::tensor_memory::{COLUMNS, LANES};
use swizzle_view::link::TensorMemoryShown;
use yew::prelude::*;

use crate::view::Shared;

/// Consequences of a plan alone, computed once.
pub(super) struct Judged {
    pub(super) laid: Laid,
    /// The first overlap, in words.
    pub(super) clash: Option<String>,
    pub(super) map: TensorMap,
}

impl Judged {
    fn new(plan: &Plan) -> Self {
        let laid = plan.laid();
        let mut found = findings_from_plan(plan).into_iter();
        Self {
            clash: found
                .find(|one| one.lint == "plan-overlap")
                .map(|one| one.text),
            map: tensor_map(&laid),
            laid,
        }
    }
}

/// The verdict on a plan and the load that reads its D.
#[derive(PartialEq)]
pub(super) struct Verdict {
    pub(super) line: VerdictLine<ReadPlan>,
    pub(super) found: Vec<ReadPlanFinding>,
}

/// The verdict on what is shown.
#[hook]
pub(super) fn use_verdict(shown: &TensorMemoryShown) -> std::rc::Rc<Verdict> {
    let read = ReadPlan {
        plan: shown.plan.clone(),
        load: shown.shape,
    };
    use_memo(read, |read| {
        let found = findings_from_read_plan(read);
        Verdict {
            line: verdict_of_found(&read.plan.laid(), &found),
            found,
        }
    })
}

/// That of what is shown, and the pictures of its load with so many registers of each thread; none of a cell that no load reads.
#[hook]
pub(super) fn use_judged(
    shown: &TensorMemoryShown,
    registers: u32,
) -> (Shared<Judged>, Option<Shared<LoadPicture>>) {
    let judged = use_memo(shown.plan.clone(), |plan| Shared::new(Judged::new(plan)));
    let key = ((*judged).clone(), shown.cell, shown.shape, shown.num);
    let drawn = use_memo(key, |(judged, cell, shape, num)| {
        let laid = judged.laid.clone();
        let cell = inside(*cell, &shown.plan);
        let read = ReadBack::new(&laid, cell, *shape, *num)
            .or_else(|_| ReadBack::new(&laid, cell, *shape, None));
        read.ok()
            .map(|read| Shared::new(LoadPicture::new(laid, read.with_page(registers))))
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
