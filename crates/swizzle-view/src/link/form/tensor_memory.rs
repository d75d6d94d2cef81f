//! The link of a plan of tensor memory: `#/tensor-memory?kind=f16&m=64&k=64&regions=d,a&shape=32x32b&lane=44&column=12`.

use swizzle_core::Sparsity;
use swizzle_core::hardware::{CopyShape, CtaForm, Kind, Named as _};
use swizzle_tmem::moves::{LoadShape, Multicast, SharedCopy};
use swizzle_tmem::plan::{Cell, Held, Laid, MOST_REGIONS, Place, Plan, What, Witness};
use swizzle_tmem::tensor_memory::{Alignment, COLUMNS, LANES};

use crate::link::form::{Form, FormKey, choice, named, number, within};

/// Contents of the page of tensor memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorMemoryShown {
    /// The instruction and its regions.
    pub plan: Plan,
    /// The shape of the `tcgen05.ld` that reads back.
    pub shape: LoadShape,
    /// Its repetition; none gives each thread eight registers.
    pub num: Option<u32>,
    /// The cell that is looked at.
    pub cell: Cell,
    /// The region that is selected, by its place in the plan; none selects the first one of the cell.
    pub selected: Option<usize>,
    /// A `tcgen05.cp` that writes to the columns of the cell.
    pub copy: Option<(CopyShape, Multicast)>,
    /// The scale-factor id that came with the address of the cell.
    pub id: Option<u32>,
}

/// Frozen: what a link means by silence.
impl Default for TensorMemoryShown {
    fn default() -> Self {
        Self {
            plan: Plan::default(),
            shape: LoadShape::S16x256b,
            num: None,
            cell: Cell {
                cta: 0,
                lane: 44,
                column: 12,
            },
            selected: None,
            copy: None,
            id: None,
        }
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
    #[must_use]
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
    #[must_use]
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
    #[must_use]
    pub fn region(&self, laid: &Laid) -> Option<usize> {
        held_first(laid, self.cell, self.selected)
            .first()
            .map(|held| held.region)
    }

    /// The same with a region selected, by its first cell.
    #[must_use]
    pub fn with_selected(&self, index: usize) -> Self {
        let laid = self.plan.laid();
        let Some(region) = laid.region(index) else {
            return self.clone();
        };
        let lane = (0..LANES).find(|lane| region.lanes.contains(*lane));
        let cell = Cell {
            cta: self.cell.cta,
            lane: lane.unwrap_or(0),
            column: region.column.min(COLUMNS - 1),
        };
        self.with_cell(cell, Some(index))
    }

    /// The same at another cell, with a region selected where that fills it.
    #[must_use]
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
    #[must_use]
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
        let cell = Cell {
            column: column.min(COLUMNS - 1),
            ..self.cell
        };
        shown.with_cell(cell, Some(index))
    }

    /// The same without a region.
    #[must_use]
    pub fn without(&self, index: usize) -> Self {
        Self {
            plan: self.plan.without(index),
            selected: None,
            ..self.clone()
        }
    }

    /// The same issued otherwise, with an M that this form has. Frozen, as what a link means that names a form.
    #[must_use]
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

/// A key of a number that may be left out.
macro_rules! maybe {
    ($name:literal, $($path:ident).+, $most:expr) => {
        FormKey {
            name: $name,
            read: |shown, value| {
                shown.$($path).+ = Some(within(value, 0..=$most)?);
                Ok(())
            },
            write: |shown| {
                let value = shown.$($path).+.map(|value| value.to_string());
                value.unwrap_or_default()
            },
        }
    };
}

/// Largest number of rows, columns and elements that a link may name.
const MOST: u32 = 65_536;

impl Form for TensorMemoryShown {
    const PATH: &'static str = "#/tensor-memory";
    const KEYS: &'static [FormKey<Self>] = &[
        FormKey {
            name: "kind",
            read: |shown, value| named(value).map(|kind| *shown = shown.with_kind(kind)),
            write: |shown| shown.plan.mma.kind.name().into(),
        },
        FormKey {
            name: "cta_group",
            read: |shown, value| {
                let form = match value {
                    "1" => CtaForm::One,
                    "2" => CtaForm::Two,
                    _ => return Err("must be 1 or 2".into()),
                };
                *shown = shown.with_form(form);
                Ok(())
            },
            write: |shown| shown.plan.mma.ctas().to_string(),
        },
        FormKey {
            name: "ws",
            read: |shown, value| {
                match value {
                    "1" => *shown = shown.with_form(CtaForm::WeightStationary),
                    "0" if shown.plan.mma.form == CtaForm::WeightStationary => {
                        *shown = shown.with_form(CtaForm::One);
                    }
                    "0" => {}
                    _ => return Err("must be 0 or 1".into()),
                }
                Ok(())
            },
            write: |shown| {
                let is_it = shown.plan.mma.form == CtaForm::WeightStationary;
                u32::from(is_it).to_string()
            },
        },
        number!("m", plan.mma.m, 0..=MOST),
        number!("n", plan.mma.n, 0..=MOST),
        number!("k", plan.mma.k, 0..=MOST),
        FormKey {
            name: "vec",
            read: |shown, value| match value {
                "16" | "32" => {
                    shown.plan.mma.block = within(value, 16..=32)?;
                    Ok(())
                }
                _ => Err("must be 16 or 32".into()),
            },
            write: |shown| shown.plan.mma.block.to_string(),
        },
        FormKey {
            name: "reading",
            read: |shown, value| named(value).map(|witness| shown.plan.witness = Some(witness)),
            write: |shown| {
                let witness = shown.plan.witness.map(Witness::name);
                witness.unwrap_or_default().into()
            },
        },
        FormKey {
            name: "regions",
            read: |shown, value| places(value).map(|places| shown.plan.places = places),
            write: |shown| {
                let all: Vec<String> = shown.plan.places.iter().map(place_text).collect();
                all.join(",")
            },
        },
        maybe!("allocated", plan.allocated, MOST),
        choice!("shape", shape),
        FormKey {
            name: "num",
            read: |shown, value| {
                let num = within(value, 0..=128)?;
                if !num.is_power_of_two() {
                    return Err("must be a power of two from 1 to 128".into());
                }
                shown.num = Some(num);
                Ok(())
            },
            write: |shown| {
                let num = shown.num.map(|num| num.to_string());
                num.unwrap_or_default()
            },
        },
        number!("cta", cell.cta, 0..=1),
        number!("lane", cell.lane, 0..=LANES - 1),
        number!("column", cell.column, 0..=COLUMNS - 1),
        FormKey {
            name: "selected",
            read: |shown, value| {
                let most = u32::try_from(MOST_REGIONS).unwrap_or(0) - 1;
                shown.selected = usize::try_from(within(value, 0..=most)?).ok();
                Ok(())
            },
            write: |shown| {
                let selected = shown.selected.map(|index| index.to_string());
                selected.unwrap_or_default()
            },
        },
        FormKey {
            name: "cp",
            read: |shown, value| {
                let all = copies();
                let found = all.iter().find(|copy| copy_name(**copy) == value);
                let names = || all.iter().map(|copy| copy_name(*copy)).collect::<Vec<_>>();
                let found = found.ok_or_else(|| format!("must be {}", names().join(", ")))?;
                shown.copy = Some(*found);
                Ok(())
            },
            write: |shown| shown.copy.map(copy_name).unwrap_or_default(),
        },
        maybe!("id", id, 3),
    ];

    fn base(&self) -> Self {
        let fresh = Self::default();
        let mma = self.plan.mma;
        let mut base = fresh.with_kind(mma.kind);
        base = base.with_form(mma.form);
        // These keys are written where they differ from the fresh page.
        base.plan.mma.kind = fresh.plan.mma.kind;
        base.plan.mma.form = fresh.plan.mma.form;
        base
    }
}

/// Every `tcgen05.cp`: its shape and its multicast.
#[must_use]
pub fn copies() -> Vec<(CopyShape, Multicast)> {
    let all = CopyShape::ALL.iter();
    let all = all.flat_map(|shape| Multicast::ALL.iter().map(|multicast| (*shape, *multicast)));
    all.filter(|(shape, multicast)| SharedCopy::new(*shape, *multicast).is_ok())
        .collect()
}

/// A copy as a link names it: by its shape, and by its multicast where that has several.
#[must_use]
pub fn copy_name((shape, multicast): (CopyShape, Multicast)) -> String {
    match multicast {
        Multicast::None | Multicast::Warpx4 => shape.name().into(),
        Multicast::W02x13 | Multicast::W01x23 => format!("{shape}.{multicast}"),
    }
}

/// Returns the contents of a cell, those of the selected region first.
#[must_use]
pub fn held_first(laid: &Laid, cell: Cell, selected: Option<usize>) -> Vec<Held> {
    let mut held = laid.at(cell);
    held.sort_by_key(|held| selected != Some(held.region));
    held
}

/// A region: its name, 16 where it is in the upper half of the lanes, and its column where that is not packed: `d`, `d16@0`.
fn place_text(place: &Place) -> String {
    let half = match place.alignment {
        Alignment::Zero => "",
        Alignment::Sixteen => "16",
    };
    let column = place.column.map(|column| format!("@{column}"));
    format!("{}{half}{}", place.what.name(), column.unwrap_or_default())
}

fn places(value: &str) -> Result<Vec<Place>, String> {
    let parts = value.split(',').map(str::trim);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    if parts.len() > MOST_REGIONS {
        return Err(format!("must be at most {MOST_REGIONS} regions"));
    }
    let place = |part: &&str| {
        let (name, column) = match part.split_once('@') {
            Some((name, column)) => (name, Some(within(column, 0..=MOST)?)),
            None => (*part, None),
        };
        let (name, alignment) = match name.strip_suffix("16") {
            Some(name) => (name, Alignment::Sixteen),
            None => (name, Alignment::Zero),
        };
        Ok(Place {
            what: named(name)?,
            column,
            alignment,
        })
    };
    parts.iter().map(place).collect()
}
