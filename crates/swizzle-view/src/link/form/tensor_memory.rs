//! The link of a plan of tensor memory: `#/tensor-memory?kind=f16&m=64&k=64&regions=d,a&shape=32x32b&lane=44&column=12`.

use super::parameter::{Held as Written, powers};
use super::*;
use swizzle_core::hardware::CopyShape;
use swizzle_tmem::moves::{Multicast, SharedCopy};
use swizzle_tmem::plan::{Cell, Held, Laid, MOST_REGIONS, Place, Plan, ReadBack, What};
use swizzle_tmem::tensor_memory::{Allocation, LANES, WARP_LANES};

contents! {
    /// Contents of the page of tensor memory.
    TensorMemoryShown {
        /// The instruction and its regions.
        plan: Plan,
        /// The shape of the `tcgen05.ld` that reads back.
        shape: LoadShape = LoadShape::S16x256b,
        /// Its repetition; none gives each thread eight registers.
        num: Option<u32>,
        /// The cell that is looked at.
        cell: Cell = Cell { cta: 0, lane: 44, column: 12 },
        /// The region that is selected, by its place in the plan; none selects the first one of the cell.
        selected: Option<usize>,
        /// A `tcgen05.cp` that writes to the columns of the cell.
        copy: Option<(CopyShape, Multicast)>,
        /// The scale-factor id that came with the address of the cell.
        id: Option<u32>,
    }
}

impl TensorMemoryShown {
    /// The copy that is looked at, and the first of its columns: a multiple of as many as it writes.
    ///
    /// ```
    /// use swizzle_view::link::{TensorMemoryShown, form_from_link};
    /// let shown = form_from_link::<TensorMemoryShown>("#/tensor-memory?column=270&cp=64x128b.02_13").shown;
    /// let (copy, first_column) = shown.shared_copy().unwrap();
    /// assert_eq!((copy.multicast.copies(), first_column), (2, 268));
    /// ```
    pub fn shared_copy(&self) -> Option<(SharedCopy, u32)> {
        let (shape, multicast) = self.copy?;
        let copy = SharedCopy::new(shape, multicast).ok()?;
        let columns = shape.row_bytes() / 4;
        Some((copy, self.cell.column / columns * columns))
    }

    /// The same with another kind: with scale factors where it has them. Frozen, as what a link means that names a kind.
    ///
    /// ```
    /// use swizzle_core::hardware::Kind;
    /// use swizzle_view::link::{TensorMemoryShown, link_from_form};
    /// let shown = TensorMemoryShown::default().with_kind(Kind::F16);
    /// assert_eq!(link_from_form(&shown), "#/tensor-memory?kind=f16");
    /// assert_eq!(shown.plan.laid().regions().map(|one| &*one.name).collect::<Vec<_>>(), ["D", "A"]);
    /// ```
    pub fn with_kind(&self, kind: Kind) -> Self {
        let mut shown = self.clone();
        let (plan, was) = (&mut shown.plan, self.plan.mma.kind);
        plan.mma.kind = kind;
        let is_scale = |place: &Place| matches!(place.what, What::Sfa | What::Sfb);
        match (was.is_block_scaled(), kind.is_block_scaled()) {
            (true, false) => plan.places.retain(|place| !is_scale(place)),
            (false, true) => {
                let of_d = plan.places.iter().rposition(|place| place.what == What::D);
                let at = of_d.map_or(0, |at| at + 1);
                plan.places.truncate(MOST_REGIONS - 2);
                let both = [What::Sfa, What::Sfb].map(Place::packed);
                let at = at.min(plan.places.len());
                plan.places.splice(at..at, both);
            }
            (true, true) | (false, false) => {}
        }
        if kind.is_block_scaled() && plan.mma.form == CtaForm::WeightStationary {
            return shown.with_form(CtaForm::One);
        }
        if kind.is_block_scaled() && plan.mma.form == CtaForm::One {
            plan.mma.m = 128;
        }
        shown
    }

    /// The region that is looked at: the selected one, while it fills the cell, or the first one that does.
    ///
    /// ```
    /// use swizzle_view::link::{TensorMemoryShown, form_from_link};
    /// let of = |link| form_from_link::<TensorMemoryShown>(link).shown;
    /// // Two regions at one column: each can be selected.
    /// let both = of("#/tensor-memory?kind=f16&regions=d,d@0");
    /// let selected = |shown: &TensorMemoryShown| shown.region(&shown.plan.laid());
    /// assert_eq!([0, 1].map(|index| selected(&both.with_selected(index))), [Some(0), Some(1)]);
    /// ```
    pub fn region(&self, laid: &Laid) -> Option<usize> {
        held_first(laid, self.cell, self.selected).first().map(|held| held.region)
    }

    /// The same with a region selected, by its first cell.
    pub fn with_selected(&self, index: usize) -> Self {
        let laid = self.plan.laid();
        let Some(region) = laid.region(index) else {
            return self.clone();
        };
        let lane = (0..LANES).find(|lane| region.lanes.contains(*lane));
        let cell =
            Cell { cta: self.cell.cta, lane: lane.unwrap_or(0), column: region.column.min(COLUMNS - 1) };
        self.with_cell(cell, Some(index))
    }

    /// The same at another cell, with a region selected where that fills it.
    pub fn with_cell(&self, cell: Cell, index: Option<usize>) -> Self {
        let held = self.plan.laid().at(cell);
        let mut regions = held.iter().map(|held| held.region);
        // The first one of the cell needs no name.
        let is_first = regions.next() == index;
        Self {
            cell,
            selected: index.filter(|index| !is_first && regions.any(|region| region == *index)),
            // It came with the address of the cell.
            id: self.id.filter(|_| cell == self.cell),
            ..self.clone()
        }
    }

    /// The same with the selected region at another column, or packed; the cell moves along.
    ///
    /// ```
    /// use swizzle_view::link::{TensorMemoryShown, form_from_link, link_from_form};
    /// let link = "#/tensor-memory?kind=mxf8f6f4&regions=d@0,sfa@256,sfb@264&lane=0&column=256";
    /// let shown = form_from_link::<TensorMemoryShown>(link).shown;
    /// // It stays selected where it overlaps D, and is moved on.
    /// let moved = shown.with_column(1, Some(252));
    /// assert_eq!((moved.region(&moved.plan.laid()), moved.cell.column), (Some(1), 252));
    /// let back = moved.with_column(1, Some(256));
    /// assert_eq!(link_from_form(&back), link);
    /// ```
    pub fn with_column(&self, index: usize, column: Option<u32>) -> Self {
        let mut shown = self.clone();
        let laid = self.plan.laid();
        let is_own = self.region(&laid) == Some(index);
        let former = laid.region(index).map(|region| region.column);
        let Some(place) = shown.plan.places.get_mut(index) else {
            return shown;
        };
        place.column = column;
        let now = shown.plan.laid().region(index).map(|region| region.column);
        let (Some(former), Some(now), true) = (former, now, is_own) else {
            return shown;
        };
        let column = (self.cell.column + now).saturating_sub(former);
        let cell = Cell { column: column.min(COLUMNS - 1), ..self.cell };
        shown.with_cell(cell, Some(index))
    }

    /// The same without a region.
    pub fn without(&self, index: usize) -> Self {
        Self { plan: self.plan.without(index), selected: None, ..self.clone() }
    }

    /// The same issued otherwise, with an M that this form has. Frozen, as what a link means that names a form.
    pub fn with_form(&self, form: CtaForm) -> Self {
        let mut shown = self.clone();
        let plan = &mut shown.plan;
        let mma = &mut plan.mma;
        if mma.form == form {
            return shown;
        }
        mma.form = form;
        mma.m = match form {
            CtaForm::One => 128,
            CtaForm::Two => 256,
            CtaForm::WeightStationary => 64,
        };
        if form == CtaForm::WeightStationary {
            let n = mma.kind.n_extents(form, Sparsity::Dense, false);
            if !n.contains(mma.n) {
                mma.n = 128;
            }
            // No source has A in tensor memory of this form.
            plan.places.retain(|place| place.what != What::A);
        }
        if form != CtaForm::Two {
            shown.cell.cta = 0;
        }
        shown
    }
}

/// The section that lists the regions.
pub const REGIONS: &str = "Regions";
/// Largest number of rows, columns and elements that a link may name.
const MOST: u32 = 65_536;
/// Where A is.
const PLACES_OF_A: [&str; 2] = ["tensor memory", "shared memory"];
/// Both halves of the lanes of a warp.
pub const HALVES: [&str; 2] = ["0–15", "16–31"];

/// Every `tcgen05.cp`, by its shape, and by its multicast where that has several.
pub const COPIES: [(&str, CopyShape, Multicast); 6] = [
    ("128x256b", CopyShape::R128x256b, Multicast::None),
    ("4x256b", CopyShape::R4x256b, Multicast::None),
    ("128x128b", CopyShape::R128x128b, Multicast::None),
    ("64x128b.02_13", CopyShape::R64x128b, Multicast::W02x13),
    ("64x128b.01_23", CopyShape::R64x128b, Multicast::W01x23),
    ("32x128b", CopyShape::R32x128b, Multicast::Warpx4),
];

impl TensorMemoryShown {
    fn lane_of_warp(&self) -> u32 {
        self.cell.lane % WARP_LANES
    }

    fn is_weight_stationary(&self) -> bool {
        self.plan.mma.form == CtaForm::WeightStationary
    }

    fn place_of_a(&self) -> Option<usize> {
        self.plan.places.iter().position(|one| one.what == What::A)
    }

    fn contested(&self) -> Option<What> {
        let laid = self.plan.laid();
        let mut regions = laid.regions().filter(|one| one.is_contested);
        regions.next().map(|one| one.what)
    }
}

impl Form for TensorMemoryShown {
    const PATH: &'static str = "#/tensor-memory";
    const TABLE: Table<Self> = &[
        (
            "Instruction",
            rows! {
                "kind" "Kind" "kind of tcgen05.mma" = plan.mma.kind,
                    read: |shown, text| named(text).map(|kind| *shown = shown.with_kind(kind));
                "cta_group",
                    read: |shown, text| group(text).map(|form| *shown = shown.with_form(form)),
                    write: |shown| shown.plan.mma.ctas().to_string();
                "ws",
                    read: |shown, text| {
                        match one_of(text, &[0, 1])? {
                            1 => *shown = shown.with_form(CtaForm::WeightStationary),
                            _ if shown.is_weight_stationary() => *shown = shown.with_form(CtaForm::One),
                            _ => {}
                        }
                        Ok(())
                    },
                    write: |shown| u32::from(shown.is_weight_stationary()).to_string();
                "form" "CTAs" "CTAs that issue it" = plan.mma.form,
                    is_linked: false,
                    read: |shown, text| named(text).map(|form| *shown = shown.with_form(form)),
                    values: |shown, _| {
                        let is_scaled = shown.plan.mma.kind.is_block_scaled();
                        let choice = |(form, text): (CtaForm, _)| Choice {
                            is_off: is_scaled && form == CtaForm::WeightStationary,
                            ..Choice::called(form.name(), text)
                        };
                        Values::Choice([
                            (CtaForm::One, "one CTA"), (CtaForm::Two, "a pair of CTAs"), (CtaForm::WeightStationary, "one CTA, .ws"),
                        ].map(choice).into())
                    };
                "m" "M" "rows of D" = plan.mma.m [0..=MOST],
                    values: |shown, _| {
                    let mma = shown.plan.mma;
                    let all = mma.kind.m_extents(mma.form, shown.plan.laid().sparsity).single;
                    powers(|m| all.contains(&m))
                };
                "n" "N" "columns of D" = plan.mma.n [0..=MOST],
                    values: |shown, _| {
                    let mma = shown.plan.mma;
                    let step = mma.kind.n_extents(mma.form, shown.plan.laid().sparsity, false).step;
                    Values::number(0, MOST, if step == 0 { 64 } else { step })
                };
                "k" "K" "elements of K" = plan.mma.k [0..=MOST],
                    values: |shown, _| {
                    Values::number(0, MOST, shown.plan.mma.kind.k(shown.plan.laid().sparsity))
                };
                "vec" "k per factor" "elements of K that share a scale factor" = plan.mma.block [[16, 32]]
                    when |shown, _| shown.plan.mma.kind == Kind::Mxf4nvf4;
                "a" "A" "where A is",
                    is_linked: false,
                    read: |shown, text| {
                        shown.plan = match (text == PLACES_OF_A[0], shown.place_of_a()) {
                            (true, None) => shown.plan.with(What::A),
                            (false, Some(at)) => shown.plan.without(at),
                            _ => return Ok(()),
                        };
                        Ok(())
                    },
                    write: |shown| PLACES_OF_A[usize::from(shown.place_of_a().is_none())].into(),
                    values: |shown, _| Values::names(&PLACES_OF_A).when(!shown.is_weight_stationary());
                "reading" "Reading" "source whose placement is drawn" = plan.witness when |shown, _| shown.contested().is_some(),
                    auto: Some(|shown| shown.plan.reading_of(shown.contested().unwrap_or(What::D)).name().into());
            },
        ),
        (
            REGIONS,
            rows! {
                "regions" = plan.places;
                "add" "Add" "a region of the plan",
                    is_linked: false,
                    read: |shown, text| named(text).map(|what| shown.plan = shown.plan.with(what)),
                    values: |shown, _| {
                        let is_off = shown.plan.places.len() >= MOST_REGIONS;
                        let choice = |what: &What| Choice { is_off, ..Choice::called(what.name(), what.text()) };
                        Values::Choice(What::ALL.iter().map(choice).collect()).or("a region…")
                    };
                "allocated" "tcgen05.alloc" "columns that are allocated" = plan.allocated [0..=MOST],
                    values: |_, _| powers(|size| Allocation::SIZES.contains(&size)),
                    auto: Some(|shown| {
                        let needed = shown.plan.laid().allocation();
                        needed.map_or_else(|_| String::new(), |one| one.columns().to_string())
                    });
            },
        ),
        (
            "Read back",
            rows! {
                "shape" "tcgen05.ld" "shape of the load" = shape;
                "num" "Repeat" "repetition of the load" = num [0..=128] by (|text| match Written::parse(text, 0..=128)? {
                        Some(num) if !u32::is_power_of_two(num) => Err("must be a power of two from 1 to 128".into()),
                        num => Ok(num),
                    }),
                    values: |shown, _| {
                        let shape = shown.shape;
                        powers(|num| num <= shape.most_repeats().min(128) && num * shape.registers() <= COLUMNS)
                    },
                    auto: Some(|shown| ReadBack::usual_num(shown.shape).to_string());
                "warp" "Warp" "warp that reads",
                    is_linked: false,
                    read: |shown, text| within(text, 0..=3).map(|warp| shown.cell.lane = warp * WARP_LANES + shown.lane_of_warp()),
                    write: |shown| (shown.cell.lane / WARP_LANES).to_string(),
                    values: |_, _| Values::names(&["0", "1", "2", "3"]);
                "half" "Lanes" "lanes of the warp",
                    is_linked: false,
                    read: |shown, text| {
                        let first = if text == HALVES[1] { 16 } else { 0 };
                        shown.cell.lane += first + shown.lane_of_warp() % 16 - shown.lane_of_warp();
                        Ok(())
                    },
                    write: |shown| HALVES[usize::from(shown.lane_of_warp() >= 16)].into(),
                    values: |shown, _| Values::names(&HALVES).when(shown.shape.lanes() < WARP_LANES);
                "cta" "CTA" "CTA of the pair" = cell.cta [0..=1],
                    values: |shown, _| Values::names(&["0", "1"]).when(shown.plan.mma.ctas() == 2);
                "lane" "Lane" "lane of the cell" = cell.lane [0..=LANES - 1];
                "column" "Column" "column of the cell" = cell.column [0..=COLUMNS - 1];
                "selected",
                    read: |shown, text| within(text, 0..=MOST_REGIONS as u32 - 1).map(|index| shown.selected = Some(index as usize)),
                    write: |shown| shown.selected.map_or_else(String::new, |index| index.to_string());
            },
        ),
        (
            "Copy in",
            rows! {
                "cp" "tcgen05.cp" "copy that writes these columns",
                    read: |shown, text| {
                        let names = || COPIES.map(|(name, ..)| name).join(", ");
                        let found = COPIES.into_iter().find(|(name, ..)| *name == text);
                        if found.is_none() && !text.is_empty() {
                            return Err(format!("must be {}", names()));
                        }
                        shown.copy = found.map(|(_, shape, multicast)| (shape, multicast));
                        Ok(())
                    },
                    write: |shown| {
                        let is_it = |copy: &&(_, CopyShape, Multicast)| shown.copy == Some((copy.1, copy.2));
                        COPIES.iter().find(is_it).map_or_else(String::new, |(name, ..)| (*name).into())
                    },
                    values: |_, _| Values::names(&COPIES.map(|(name, ..)| name)).or("none");
                "id" = id [0..=3];
            },
        ),
    ];

    /// A repetition that the load has, and a cell with what belongs to it.
    fn edited(mut self, before: &Self) -> Self {
        let most = self.shape.most_repeats();
        self.num = self.num.filter(|num| *num <= most);
        let cell = std::mem::replace(&mut self.cell, before.cell);
        if cell == before.cell { self } else { self.with_cell(cell, self.selected) }
    }

    fn base(&self) -> Self {
        let fresh = Self::default();
        let (mma, usual) = (self.plan.mma, fresh.plan.mma);
        let mut base = fresh.with_kind(mma.kind).with_form(mma.form);
        // These keys are written where they differ from the fresh page.
        (base.plan.mma.kind, base.plan.mma.form) = (usual.kind, usual.form);
        base
    }
}

/// Returns the contents of a cell, those of the selected region first.
pub fn held_first(laid: &Laid, cell: Cell, selected: Option<usize>) -> Vec<Held> {
    let mut held = laid.at(cell);
    held.sort_by_key(|held| selected != Some(held.region));
    held
}

/// Regions, each by its name, 16 where it is in the upper half of the lanes, and its column where that is not packed: `d`,
/// `d16@0`.
#[derive(Default)]
pub(super) struct Regions;

impl Written<Regions> for Vec<Place> {
    fn parse(text: &str, _: Regions) -> Result<Self, String> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        if parts.clone().count() > MOST_REGIONS {
            return Err(format!("must be at most {MOST_REGIONS} regions"));
        }
        let place = |part: &str| {
            let (name, column) = match part.split_once('@') {
                Some((name, column)) => (name, Some(within(column, 0..=MOST)?)),
                None => (part, None),
            };
            let (name, alignment) = match name.strip_suffix("16") {
                Some(name) => (name, Alignment::Sixteen),
                None => (name, Alignment::Zero),
            };
            Ok(Place { what: named(name)?, column, alignment })
        };
        parts.map(place).collect()
    }

    fn write(&self, _: Regions) -> String {
        let place = |place: &Place| {
            let half = if place.alignment == Alignment::Sixteen { "16" } else { "" };
            let column = place.column.map_or_else(String::new, |column| format!("@{column}"));
            format!("{}{half}{column}", place.what.name())
        };
        self.iter().map(place).collect::<Vec<_>>().join(", ")
    }
}
