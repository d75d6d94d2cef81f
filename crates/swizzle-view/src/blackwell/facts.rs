//! What follows from what is shown on the page of Blackwell.

use super::*;
use crate::link::held_first;
use swizzle_core::reader::VerdictKind;
use swizzle_draw::scene::{CopyPicture, LoadPicture, TensorMap, tensor_map};
use swizzle_lints::tensor_memory::{ReadPlan, findings_from_read_plan};
use swizzle_lints::{Finding, verdict_of_plan, verdict_of_scale};
use swizzle_text::VerdictLine;
use swizzle_tmem::Refusal;
use swizzle_tmem::plan::{Held, Laid};
use swizzle_tmem::scale::Followed;
use swizzle_warp::AskedFragment;

/// What follows from what is shown.
pub struct Facts {
    /// What is shown.
    pub shown: Shown,
    /// The regions at their columns.
    pub laid: Laid,
    /// The same as blocks of lanes and columns.
    pub map: TensorMap,
    /// The verdict, as far as the link was read.
    pub line: VerdictLine<Shown>,
    /// The findings on the plan and its load; none where there is no plan.
    pub found: Vec<Finding<ReadPlan>>,
    /// The stage of scale factors, or why there is none such; nothing where the kind has none.
    pub stage: Option<Result<ScaleStage, Refusal>>,
    /// The copy that is looked at.
    pub copy: Option<CopyPicture>,
    /// The fragment, and what it is one of.
    pub asked: AskedFragment,
}

impl Facts {
    /// The facts.
    pub fn of(shown: &Shown) -> Self {
        let tensor = &shown.tensor;
        let asked = shown.lanes.shown_fragment();
        let laid = tensor.plan.laid();
        let has_factors = shown.trip == Trip::Scale || has_factors(&laid);
        let stage = (has_factors && shown.trip != Trip::Fragment).then(|| shown.scale.stage());
        // The plan's verdict stays from trip to trip.
        let is_planned = shown.is_planned();
        let read = ReadPlan { plan: tensor.plan.clone(), load: tensor.shape };
        let found = if is_planned { findings_from_read_plan(&read) } else { Vec::new() };
        let of_stage = stage.as_ref().filter(|_| shown.trip == Trip::Scale);
        let of_stage = of_stage.map(|stage| {
            verdict_of_scale(stage.as_ref()).map(|order| {
                let mut next = shown.clone();
                next.scale.written = order;
                next
            })
        });
        let line = match of_stage.filter(|line| !is_planned || line.kind != VerdictKind::Right) {
            Some(line) => line,
            None if is_planned => verdict_of_plan(&laid, &found).map(|read| with_read(shown, read)),
            None => VerdictLine::new(VerdictKind::Right, asked.fragment.text()),
        };
        let copy = tensor.shared_copy().filter(|_| shown.trip == Trip::Cell);
        Self {
            shown: shown.clone(),
            map: tensor_map(&laid),
            line,
            found,
            stage,
            copy: copy.map(|(copy, first_column)| CopyPicture { copy, first_column }),
            asked,
            laid,
        }
    }

    /// The stage, if there is one.
    pub fn stage(&self) -> Option<&ScaleStage> {
        self.stage.as_ref()?.as_ref().ok()
    }

    /// The factor that is followed.
    pub fn followed(&self, at: &Shown) -> Option<Followed> {
        let stage = self.stage()?;
        let found = stage.follow(at.scale.row, at.scale.block);
        let own = || stage.follow(self.shown.scale.row, self.shown.scale.block);
        found.or_else(|_| own()).ok()
    }

    /// The load that reads the cell that is looked at, with the registers that are in view.
    pub fn load(&self, at: &Shown) -> Option<LoadPicture> {
        let tensor = &at.tensor;
        let cell = Cell {
            cta: tensor.cell.cta.min(tensor.plan.mma.ctas() - 1),
            lane: tensor.cell.lane.min(LANES - 1),
            column: tensor.cell.column.min(COLUMNS - 1),
        };
        let read = |num| ReadBack::new(&self.laid, cell, tensor.shape, num);
        let read = read(tensor.num).or_else(|_| read(None)).ok()?;
        // Each has eight columns.
        let page = if tensor.shape.lanes() == WARP_LANES { 8 } else { 4 };
        Some(LoadPicture { laid: self.laid.clone(), read: read.with_page(page) })
    }

    /// What a cell holds, that of the selected region first.
    pub fn held(&self, at: &Shown) -> Vec<Held> {
        held_first(&self.laid, at.tensor.cell, self.shown.tensor.selected)
    }

    /// What the cell holds, in words.
    pub fn held_text(&self, at: &Shown) -> String {
        let all: Vec<String> = self.held(at).iter().map(Held::text).collect();
        if all.is_empty() { "no element".into() } else { all.join(" and ") }
    }

    /// The cells of tensor memory that the trip goes through: every copy of what is looked at.
    pub fn cells(&self, at: &Shown) -> Vec<Cell> {
        let ctas = 0..at.tensor.plan.mma.ctas();
        match at.trip {
            Trip::Scale => {
                let followed = self.followed(at);
                let points = followed.and_then(|one| one.cells.into_iter().next());
                let points = points.unwrap_or_default().into_iter();
                let of_each = |Point { lane, column, .. }: Point| {
                    ctas.clone().map(move |cta| Cell { cta, lane, column })
                };
                points.flat_map(of_each).collect()
            }
            Trip::Cell => {
                let cell = at.tensor.cell;
                let all = copies(&self.laid, &self.held(at), cell);
                if all.is_empty() { vec![cell] } else { all }
            }
            Trip::Fragment => Vec::new(),
        }
    }

    /// The state after a repair of a plan and its load.
    pub fn mended(&self, read: &ReadPlan) -> Shown {
        with_read(&self.shown, read.clone())
    }
}

fn has_factors(laid: &Laid) -> bool {
    laid.regions().any(|region| matches!(region.what, What::Sfa | What::Sfb))
}

fn with_read(shown: &Shown, read: ReadPlan) -> Shown {
    let mut next = shown.clone();
    (next.tensor.plan, next.tensor.shape) = (read.plan, read.load);
    let most = read.load.most_repeats();
    next.tensor.num = next.tensor.num.filter(|num| *num <= most);
    next.trip = Trip::Cell;
    next.joined().on_trip(shown.trip)
}

/// Every cell of the CTA that holds the same as one.
fn copies(laid: &Laid, held: &[Held], at: Cell) -> Vec<Cell> {
    let found = held.first().and_then(|held| {
        let (row, index) = held.items.iter().find_map(|item| item.pair())?;
        laid.region(held.region)?.cells(row, index).ok()
    });
    let own = found.unwrap_or_default().into_iter();
    own.filter(|cell| cell.cta == at.cta).collect()
}
