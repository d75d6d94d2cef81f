//! The numbers of a plan of tensor memory.

use super::*;
use swizzle_core::hardware::CtaForm;
use swizzle_lints::tensor_memory::plan::findings_from_plan;
use swizzle_tmem::{
    plan::{Held, Laid, Plan, ReadBack, Region, What},
    tensor_memory::{Address, Allocation, COLUMNS, LANES, Pair},
};

/// A plan of tensor memory and the load that is looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// The state that the page of tensor memory would show.
    pub shown: TensorMemoryShown,
    /// Its regions at their columns.
    pub laid: Laid,
}

/// Bytes of a cell.
pub(super) const CELL_BYTES: u32 = 4;

impl Planned {
    /// Returns the plan that a link of the page of tensor memory describes.
    ///
    /// ```
    /// use swizzle_learn::{Facts as _, Planned};
    /// let plan = Planned::of("#/tensor-memory?kind=f16&m=64&n=128&regions=d@64").unwrap();
    /// let number = |name| plan.number(name).map(|found| found.value);
    /// assert_eq!((number("lane 37 5"), number("column 37 5")), (Some(69), Some(69)));
    /// assert_eq!((number("columns"), number("lanes"), number("lane 64 0")), (Some(128), Some(64), None));
    /// assert_eq!(plan.value("address 37 5").as_deref(), Some("0x00450045"));
    /// ```
    pub fn of(link: &str) -> Option<Self> {
        let shown = form_from_link::<TensorMemoryShown>(link).shown;
        let laid = shown.plan.laid();
        Some(Self { shown, laid })
    }

    /// The first region of a kind.
    fn region(&self, what: What) -> Option<&Region> {
        self.laid.regions().find(|region| region.what == what)
    }

    /// The load that reads a cell.
    fn read(&self, cell: Cell) -> Option<ReadBack> {
        ReadBack::new(&self.laid, cell, self.shown.shape, self.shown.num).ok()
    }

    /// The first cell of an element, named as in `70 33`, `d2 6 33` or `sfa 37 5`.
    pub(super) fn cell(&self, element: &str) -> Option<Cell> {
        self.laid.find(element).ok()?.1.into_iter().next()
    }

    /// Describes the cell that was clicked, and whether its lane or its column is right.
    fn clicked(&self, wanted: Cell, given: Cell) -> String {
        let held = self.laid.at(given);
        let held: Vec<String> = held.iter().map(Held::text).collect();
        let held = if held.is_empty() { "no element".into() } else { held.join(" and ") };
        let right = match (given.lane == wanted.lane, given.column == wanted.column) {
            (true, false) => " The lane is right, the column is another.",
            (false, true) => " The column is right, the lane is another.",
            _ if (given.lane, given.column) == (wanted.column, wanted.lane) => {
                " That takes the lane for the column: an element is named by its row first."
            }
            _ => "",
        };
        format!("You clicked lane {}, column {}, which holds {held}.{right}", given.lane, given.column)
    }

    /// Describes its most serious fault, in a sentence or two; a note is not a fault.
    fn fault(&self) -> Option<String> {
        let mut found = findings_from_plan(&self.shown.plan).into_iter();
        let found = found.find(|one| one.severity != Severity::Note)?;
        let mut title = found.title;
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Some(format!("{title}. {}", found.text))
    }
}

impl Facts for Planned {
    /// Returns a number by its name. For an element (`70 33` of the first region, `sfa 37 5` of another, `d2 6 33` of the
    /// second D): `lane`, `column`, `address`, `cta`, `copies`, the `warp` whose lane it is and its `first_lane`,
    /// `quarter_lane`, the row modulo the lanes of a warp, `thread` and `register` that get it, `row` and `col`, the numbers
    /// themselves. For a region: `columns`, `lanes`, `first_column`. For the plan: `m`, `n`, `k`, `blocks` of K, `ctas`, `rows_of_cta`,
    /// `b_of_cta`, `used_columns`, `end`, `allocation`, `overlaps`, `shared_columns`. For the load: `num`, `registers`,
    /// `load_columns`, `load_lanes`, and where it begins, `load_lane`, `load_column` and `load_warp`. For the hardware:
    /// `all_lanes`, `all_columns`, `kib`, `word_bits`, `warp_lanes`, `half_lanes`, `least_allocation`.
    fn number(&self, name: &str) -> Option<Quantity> {
        let (what, arguments) = name.split_once(' ').unwrap_or((name, ""));
        let (plan, laid) = (&self.shown.plan, &self.laid);
        let read = || self.read(self.shown.cell);
        let of_plan = || {
            Some(match what {
                "m" => plan.mma.m,
                "n" => plan.mma.n,
                "k" => plan.mma.k,
                "blocks" => plan.mma.k / plan.mma.known_block(),
                "ctas" => plan.mma.ctas(),
                "rows_of_cta" => plan.mma.m / plan.mma.ctas(),
                "b_of_cta" => Pair::new(plan.mma.m, plan.mma.n).ok()?.operand(Operand::B, 0).len() as u32,
                "used_columns" => laid.used_columns(),
                "end" => laid.end(),
                "allocation" => laid.allocation().ok()?.columns(),
                "all_lanes" => LANES,
                "all_columns" => COLUMNS,
                "kib" => LANES * COLUMNS * CELL_BYTES / 1024,
                "least_allocation" => *Allocation::SIZES.first()?,
                "overlaps" => laid.overlaps().len() as u32,
                "shared_columns" => laid.overlaps().iter().map(|one| one.columns.len() as u32).sum(),
                "warp_lanes" => WARP_LANES,
                "half_lanes" => WARP_LANES / 2,
                "word_bits" => 8 * CELL_BYTES,
                "num" => read()?.load.num,
                "registers" => read()?.load.registers(),
                "load_columns" => read()?.load.law.columns(),
                "load_lanes" => read()?.load.shape.lanes(),
                "load_lane" => read()?.address.lane(),
                "load_column" => read()?.address.column(),
                "load_warp" => read()?.register.warp,
                _ => return None,
            })
        };
        if let Some(value) = of_plan().filter(|_| arguments.is_empty()) {
            return Some(count(value));
        }
        let (region, at) = self.laid.named(arguments).ok()?;
        let (row, index) = match (what, at) {
            ("columns", None) => return Some(count(region.columns)),
            ("lanes", None) => return Some(count(region.lanes.count())),
            ("first_column", None) => return Some(count(region.column)),
            (_, at) => at?,
        };
        let cells = region.cells(row, index).ok()?;
        let cell = *cells.first()?;
        let register = || Some(self.read(cell)?.register);
        Some(count(match what {
            "row" => row,
            "col" => index,
            "lane" => cell.lane,
            "column" => cell.column,
            "cta" => cell.cta,
            "copies" => cells.iter().filter(|one| one.cta == cell.cta).count() as u32,
            "warp" => cell.lane / WARP_LANES,
            "first_lane" => cell.lane / WARP_LANES * WARP_LANES,
            "quarter_lane" => row % WARP_LANES,
            "thread" => register()?.thread,
            "register" => register()?.register,
            "address" => {
                let address = Address::new(cell.lane, cell.column).ok()?;
                return Some(Quantity { value: address.word().into(), text: address.to_string() });
            }
            _ => return None,
        }))
    }

    /// A number, or a name: `kind`, `reading`, `shape`, `load` and its `load_address`, the `layout` of D and the `lane_ranges` that it fills.
    fn value(&self, name: &str) -> Option<String> {
        let mma = self.shown.plan.mma;
        Some(match name {
            "kind" => mma.kind.name().into(),
            "reading" => {
                let contested = self.laid.regions().find(|region| region.is_contested)?;
                self.shown.plan.reading_of(contested.what).name().into()
            }
            "shape" => self.shown.shape.name().into(),
            "load" => self.read(self.shown.cell)?.load.instruction(),
            "load_address" => self.read(self.shown.cell)?.address.to_string(),
            "layout" => self.region(What::D)?.path?.name().into(),
            "lane_ranges" => self.laid.regions().next()?.lanes.text(),
            "form" => match mma.form {
                CtaForm::One => "one CTA".into(),
                CtaForm::Two => "a pair of CTAs".into(),
                CtaForm::WeightStationary => ".ws".into(),
            },
            _ => self.number(name)?.text,
        })
    }

    fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement> {
        let (is_asked, fault) = match (&stop.ask.kind, answer) {
            (Kind::Cell { part, element }, Answer::Cell { part: there, at }) if part == there => {
                let [cta, lane, column] = *at;
                let (wanted, given) = (self.cell(element)?, Cell { cta, lane, column });
                return Some((wanted == given, Some(self.clicked(wanted, given))));
            }
            (Kind::Choose(options), Answer::Choice(place)) => {
                (true, Self::of(options.get(*place)?.1)?.fault())
            }
            // Any plan of the same regions without a fault: the goal is one of them.
            (Kind::Make(_), Answer::State(made)) => {
                let made = Self::of(made)?;
                let whats = |plan: &Plan| plan.places.iter().map(|place| place.what).collect::<Vec<_>>();
                let (asked, own) = (&self.shown.plan, &made.shown.plan);
                (own.mma == asked.mma && whats(own) == whats(asked), made.fault())
            }
            _ => return None,
        };
        Some((is_asked && fault.is_none(), fault))
    }

    fn slip(&self, name: &str, given: u64) -> Option<&'static str> {
        sentence(self, include_str!("../../slips/tensor.txt"), name, given)
    }
}
