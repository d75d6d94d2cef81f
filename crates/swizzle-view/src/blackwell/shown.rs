//! Contents of the page of Blackwell: the links of its three trips, which tell one story.

use super::*;
use crate::Route;
use crate::link::{BLOCKS_MAX, LanesTab, OpenedForm, ROWS_MAX, form_from_link, link_from_form};
use swizzle_core::hardware::CtaForm;
use swizzle_tmem::plan::{Content, Mma, Place, Plan};

/// What is followed, and which link it is kept in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trip {
    /// A scale factor, from shared memory to the multiply: `#/scale`.
    Scale,
    /// A cell of tensor memory, to a register: `#/tensor-memory`.
    #[default]
    Cell,
    /// An element of a fragment of `wgmma` or `ldmatrix`: `#/memory/lanes?tab=registers`.
    Fragment,
}

impl Trip {
    /// All trips with their names.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Scale, "Scale factor"), (Self::Cell, "Accumulator"), (Self::Fragment, "Fragment")];
}

/// What is shown: the link of each trip.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shown {
    /// The trip in view.
    pub trip: Trip,
    /// The plan, the cell and the load.
    pub tensor: TensorMemoryShown,
    /// The stage and the factor.
    pub scale: ScaleShown,
    /// The fragment.
    pub lanes: Box<LanesShown>,
}

impl Shown {
    /// Opens a link of a trip; the other trips follow from it.
    pub fn of_link(link: &str) -> OpenedForm<Self> {
        fn opened<T: Form>(link: &str, shown: impl Fn(T) -> Shown) -> OpenedForm<Shown> {
            let OpenedForm { shown: form, notices } = form_from_link(link);
            OpenedForm { shown: shown(form).joined(), notices }
        }
        let fresh = |trip| Self { trip, ..Self::default() };
        match Route::of(link) {
            Route::Scale => opened(link, |scale| Self { scale, ..fresh(Trip::Scale) }),
            Route::Memory(_) => {
                opened(link, |lanes| Self { lanes: Box::new(lanes), ..fresh(Trip::Fragment) })
            }
            _ => opened(link, |tensor| Self { tensor, ..fresh(Trip::Cell) }),
        }
    }

    /// The link of the trip in view.
    pub fn link(&self) -> String {
        match self.trip {
            Trip::Scale => link_from_form(&self.scale),
            Trip::Cell => link_from_form(&self.tensor),
            Trip::Fragment => link_from_form(&*self.lanes),
        }
    }

    /// Whether there is a plan, and no stage by itself.
    pub fn is_planned(&self) -> bool {
        match self.trip {
            Trip::Scale => self.tensor.plan != plan_of(&self.scale),
            Trip::Cell => true,
            Trip::Fragment => false,
        }
    }

    /// The same with the other trips made to follow from the one in view.
    pub fn joined(mut self) -> Self {
        match self.trip {
            Trip::Scale => {
                let is_planned = scale_of(&self.tensor, self.scale).is_some_and(|of| {
                    let (row, block) = (self.scale.row, self.scale.block);
                    ScaleShown { row, block, ..of } == self.scale
                });
                if !is_planned {
                    self.tensor.plan = plan_of(&self.scale);
                    self.tensor.selected = None;
                }
                self.tensor.cell = cell_of(&self);
            }
            Trip::Cell => self.scale = scale_of(&self.tensor, self.scale).unwrap_or(self.scale),
            Trip::Fragment => {}
        }
        self
    }

    /// The same on another trip.
    pub fn on_trip(&self, trip: Trip) -> Self {
        let mut next = Self { trip, ..self.clone() };
        if trip == Trip::Fragment {
            next.lanes.tab = LanesTab::Registers;
        }
        next.joined()
    }

    /// The same with another factor.
    pub fn with_factor(&self, (row, block): (u32, u32)) -> Self {
        let scale = ScaleShown { row, block, ..self.scale };
        Self { scale: scale.within(), ..self.clone() }.joined()
    }

    /// The same with another cell of tensor memory.
    pub fn with_cell(&self, cell: Cell) -> Self {
        Self { tensor: self.tensor.with_cell(cell, self.tensor.selected), ..self.clone() }.joined()
    }
}

impl Shown {
    /// The same at the element of a text, such as `D(70, 33)`.
    ///
    /// # Errors
    /// What is wrong with the text, and how the row of a next tile is reached.
    pub fn find(&self, text: &str) -> Result<Self, String> {
        let tensor = &self.tensor;
        match tensor.plan.laid().find(text) {
            Ok((index, cells)) => {
                let first = cells.first().copied().unwrap_or(tensor.cell);
                let tensor = tensor.with_cell(first, Some(index));
                Ok(Self { tensor, ..self.clone() }.joined())
            }
            Err(why) => Err(why + &next_tile(&tensor.plan, text.trim())),
        }
    }
}

/// The region of an operand's factors.
pub const fn region_of(operand: Operand) -> What {
    match operand {
        Operand::A => What::Sfa,
        Operand::B => What::Sfb,
    }
}

/// The stage of a plan, with what only a stage has from the former one; none where the plan has no scale factors.
fn scale_of(tensor: &TensorMemoryShown, former: ScaleShown) -> Option<ScaleShown> {
    let mma = tensor.plan.mma;
    if !mma.kind.is_block_scaled() {
        return None;
    }
    let laid = tensor.plan.laid();
    let mut regions = [former.operand, former.operand.other()].into_iter().filter_map(|operand| {
        let region = laid.regions().find(|one| one.what == region_of(operand))?;
        Some((operand, region.column))
    });
    let (operand, column) = regions.next()?;
    let vec = mma.known_block();
    let rows = match operand {
        Operand::A => 128,
        Operand::B => mma.n.clamp(1, ROWS_MAX),
    };
    let held = laid.at(tensor.cell);
    let held = held.first().and_then(|held| held.items.first());
    let (row, block) = match held.and_then(|item| item.content.as_ref()) {
        Some(Content { what: What::D, row, along }) => match operand {
            Operand::A => (row % rows, former.block),
            Operand::B => (along.start, former.block),
        },
        Some(Content { what, row, along }) if *what == region_of(operand) => (*row, along.start),
        _ => (former.row, former.block),
    };
    let scale = ScaleShown {
        kind: mma.kind,
        vec,
        operand,
        rows,
        blocks: (mma.k / vec).clamp(1, BLOCKS_MAX),
        form: mma.form,
        m: match mma.form {
            CtaForm::Two => mma.m,
            CtaForm::One | CtaForm::WeightStationary => former.m,
        },
        column,
        is_k96: former.is_k96 && former.kind == mma.kind,
        row,
        block,
        ..former
    };
    Some(scale.within())
}

/// A plan for a stage that none is known of: its factors, and a D where it leaves room.
fn plan_of(scale: &ScaleShown) -> Plan {
    let usual = Mma::default();
    let mma = Mma {
        kind: scale.kind,
        form: scale.form,
        m: match scale.form {
            CtaForm::Two => scale.m,
            CtaForm::One | CtaForm::WeightStationary => usual.m,
        },
        n: match scale.operand {
            Operand::A => usual.n,
            Operand::B => scale.rows.next_multiple_of(16),
        },
        k: scale.blocks * scale.vec,
        block: scale.vec,
    };
    let d = Place::packed(What::D);
    let factors = Place { column: Some(scale.column), ..Place::packed(region_of(scale.operand)) };
    let places = if scale.column >= mma.n { vec![d, factors] } else { vec![factors, d] };
    let plan = Plan { mma, places, ..Plan::default() };
    let at = usize::from(scale.column < mma.n);
    // A D that fits neither before the factors nor behind them is narrower.
    let narrower = (1..=mma.n / 16).rev().map(|n| {
        let mma = Mma { n: 16 * n, ..mma };
        Plan { mma, ..plan.clone() }
    });
    let is_apart = |plan: &Plan| plan.laid().overlaps().is_empty();
    let placed = |plan: Plan| Some(plan.with_column(at, plan.laid().free_column(at)?));
    match scale.operand {
        Operand::A if (1..mma.n).contains(&scale.column) && !is_apart(&plan) => {
            narrower.filter_map(placed).find(is_apart)
        }
        _ => None,
    }
    .unwrap_or(plan)
}

/// The cell of D that a factor scales, in the column or the row that was looked at.
fn cell_of(shown: &Shown) -> Cell {
    let laid = shown.tensor.plan.laid();
    let Some(region) = laid.regions().find(|one| one.what == What::D) else {
        return shown.tensor.cell;
    };
    let held = laid.at(shown.tensor.cell).into_iter();
    let held = held.filter(|held| held.region == region.index);
    let here = held.flat_map(|held| held.items).find_map(|item| item.pair());
    let (m, n) = here.unwrap_or((44, 12));
    let Mma { m: rows, n: columns, .. } = shown.tensor.plan.mma;
    let (m, n) = match shown.scale.operand {
        Operand::A => (shown.scale.row % rows.max(1), n),
        Operand::B => (m, shown.scale.row % columns.max(1)),
    };
    let cells = region.cells(m, n).unwrap_or_default();
    cells.first().copied().unwrap_or(shown.tensor.cell)
}

/// How a row of the next tile is reached, where one was asked for.
fn next_tile(plan: &Plan, text: &str) -> String {
    let rows = plan.mma.m;
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let mut numbers = numbers.filter_map(|part| part.parse::<u32>().ok());
    let (Some(row), Some(column)) = (numbers.next(), numbers.next()) else {
        return String::new();
    };
    let is_of_d = text.starts_with(|c: char| matches!(c, 'd' | 'D') || c.is_ascii_digit());
    if !is_of_d || !(rows..2 * rows).contains(&row) {
        return String::new();
    }
    let at = row - rows;
    format!(". Row {row} is row {at} of the next tile: add a second D, then D 2 ({at}, {column})")
}
