//! A region: what is in it, which lanes and columns it fills, and by which law.

use swizzle_core::hardware::{Element, Named as _, Operand};
use swizzle_core::{Sparsity, named};

use crate::plan::{Cell, Lanes, Mma, Place, Witness};
use crate::scale::{Held, ScaleColumns, Scaling, held};
use crate::tensor_memory::{Accumulator, DataPath, Metadata, OperandA, Shape, readings};
use crate::{Coordinate, Law, Point, Refusal};

/// The contents of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum What {
    /// The accumulator.
    D,
    /// Matrix A.
    A,
    /// Scale factors of A.
    Sfa,
    /// Scale factors of B.
    Sfb,
    /// Metadata of a sparse A.
    Metadata,
}

named!(
    What,
    "region",
    D => "d",
    A => "a",
    Sfa => "sfa",
    Sfb => "sfb",
    Metadata => "metadata",
);

impl What {
    /// Returns the name that is shown.
    pub const fn text(self) -> &'static str {
        match self {
            Self::D => "D",
            Self::A => "A",
            Self::Sfa => "SFA",
            Self::Sfb => "SFB",
            Self::Metadata => "Metadata",
        }
    }
}

/// The law of a region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Map {
    D(Accumulator),
    /// A, and elements of each slot.
    A(OperandA, u32),
    /// Scale factors, whose they are, and how many rows are not padding.
    Scale(ScaleColumns, Held, u32),
    Metadata(Metadata),
}

/// A region at its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its place in the plan.
    pub index: usize,
    /// Its contents.
    pub what: What,
    /// Its name: with a number from the second of a kind on.
    pub name: String,
    /// Its first column.
    pub column: u32,
    /// Columns that it fills.
    pub columns: u32,
    /// Lanes that it fills, in each of these columns and in each CTA.
    pub lanes: Lanes,
    /// The size of its contents: `128 × 256 f32`.
    pub size: String,
    /// The part of that size that each CTA holds.
    pub size_of_cta: String,
    pub(super) map: Map,
    /// Whether another reading of it exists.
    pub is_contested: bool,
    pub(super) ctas: u32,
}

impl Region {
    /// The columns that it fills.
    pub const fn range(&self) -> std::ops::Range<u32> {
        self.column..self.column.saturating_add(self.columns)
    }

    /// Whether a cell is of it.
    pub fn contains(&self, cell: Cell) -> bool {
        self.range().contains(&cell.column) && self.lanes.contains(cell.lane)
    }

    /// Its law, with source and mark.
    pub const fn law(&self) -> &Law {
        match &self.map {
            Map::D(map) => map.law(),
            Map::A(map, _) => map.law(),
            Map::Scale(map, ..) => map.law(),
            Map::Metadata(map) => map.law(),
        }
    }

    /// Returns how well its place is attested, and the source.
    pub const fn attested(&self) -> (crate::Mark, &'static str) {
        match &self.map {
            Map::D(_) | Map::A(..) | Map::Metadata(_) => (self.law().mark, self.law().source),
            Map::Scale(_, held, _) => (held.mark, held.source),
        }
    }

    /// The data path, of D.
    pub const fn path(&self) -> Option<DataPath> {
        match &self.map {
            Map::D(map) => Some(map.reading.path),
            Map::A(..) | Map::Scale(..) | Map::Metadata(_) => None,
        }
    }

    /// Cells of an element: of D (m, n), of A and metadata (m, k), of scale factors (row, block along K). One for each copy,
    /// and for each CTA that holds it.
    ///
    /// # Errors
    /// [`Refusal::Index`] for one that there is not.
    pub fn cells(&self, row: u32, index: u32) -> Result<Vec<Cell>, Refusal> {
        let at =
            |cta: u32| move |point: Point| Cell { cta, lane: point.lane, column: self.column + point.column };
        Ok(match &self.map {
            Map::D(map) => {
                let point = map.cell_from_element(row, index)?;
                vec![at(point.cta)(point)]
            }
            Map::A(map, per_slot) => {
                let points = map.cells_from_element(row, index / per_slot)?.into_iter();
                points.map(|point| at(point.cta)(point)).collect()
            }
            Map::Scale(map, held, rows) => {
                let mut found = Vec::new();
                let ctas = match self.is_of_pair() {
                    true => 0..2,
                    false => 0..1,
                };
                for cta in ctas {
                    let own = row.checked_sub(held.first_row(cta));
                    let Some(own) = own.filter(|own| own < rows) else {
                        continue;
                    };
                    let points = map.cells_from_factor(own, index)?.into_iter();
                    found.extend(points.map(at(cta)));
                }
                if found.is_empty() {
                    return Err(Refusal::Index {
                        what: "row",
                        value: row,
                        extent: held.first_row(self.ctas - 1) + rows,
                    });
                }
                found
            }
            Map::Metadata(map) => {
                let (cta, own) = match self.is_of_pair() {
                    true => (row / 128, row % 128),
                    false => (0, row),
                };
                let point = map.cell_from_element(own, index)?;
                vec![at(cta.min(1))(point)]
            }
        })
    }

    /// Rows of A that each CTA has, where it holds scale factors of more: whether those beyond matter is not known.
    pub const fn own_rows(&self) -> Option<u32> {
        match &self.map {
            Map::Scale(_, held, _) => held.own_rows,
            Map::D(_) | Map::A(..) | Map::Metadata(_) => None,
        }
    }

    /// Whether it is of two CTAs.
    const fn is_of_pair(&self) -> bool {
        self.ctas == 2
    }

    /// Lays a region of a plan at a column.
    pub(super) fn new(
        index: usize,
        place: &Place,
        name: String,
        column: u32,
        mma: &Mma,
        sparsity: Sparsity,
        witness: Witness,
    ) -> Result<Self, Refusal> {
        let (map, [size, size_of_cta], is_contested) = match place.what {
            What::D => d(place, mma, sparsity, witness)?,
            What::A => a(place, mma, sparsity)?,
            What::Sfa => scale(Operand::A, mma, sparsity, witness)?,
            What::Sfb => scale(Operand::B, mma, sparsity, witness)?,
            What::Metadata => metadata(mma)?,
        };
        let mut region = Self {
            index,
            what: place.what,
            name,
            column,
            columns: 0,
            lanes: Lanes::default(),
            size,
            size_of_cta,
            map,
            is_contested,
            ctas: mma.ctas(),
        };
        region.columns = region.law().span(Coordinate::Column);
        region.lanes = Lanes::of(region.law());
        Ok(region)
    }
}

/// The law, the sizes of all and of a CTA, and whether another reading exists.
type Made = Result<(Map, [String; 2], bool), Refusal>;

/// A size by rows, of all and of those that each CTA has.
fn of_both(mma: &Mma, size: impl Fn(u32) -> String) -> [String; 2] {
    [size(mma.m), size(mma.m / mma.ctas())]
}

fn d(place: &Place, mma: &Mma, sparsity: Sparsity, witness: Witness) -> Made {
    let shape = Shape { form: mma.form, sparsity, m: mma.m, n: mma.n };
    let all = readings(mma.form, sparsity, mma.m)?;
    let reading = *witness.of(all).unwrap_or(&all[0]);
    let map = Accumulator::as_read(shape, reading, place.alignment)?;
    let size = |m: u32| format!("{m} × {} {}", mma.n, mma.accumulator().name());
    Ok((Map::D(map), of_both(mma, size), all.len() > 1))
}

fn a(place: &Place, mma: &Mma, sparsity: Sparsity) -> Made {
    let element = mma.element();
    let stored = match sparsity {
        Sparsity::Dense => mma.k,
        Sparsity::Sparse => mma.k / 2,
    };
    // Two packed 4-bit elements fill a byte; which of them is the low half, no source that can be read says.
    let (form, m, alignment) = (mma.form, mma.m, place.alignment);
    let (map, per_slot) = match element {
        Element::E2m1Packed if !stored.is_multiple_of(2) => {
            return Err(Refusal::WholeColumns { k: stored, per_column: 8 });
        }
        Element::E2m1Packed => (OperandA::of_pairs(form, m, stored / 2, alignment)?, 2),
        element => (OperandA::new(form, m, stored, element, alignment)?, 1),
    };
    let words = match sparsity {
        Sparsity::Dense => "",
        Sparsity::Sparse => " stored",
    };
    let name = match element {
        Element::E2m1Packed => "e2m1",
        element => element.name(),
    };
    let size = |m: u32| format!("{m} × {stored}{words} {name}");
    Ok((Map::A(map, per_slot), of_both(mma, size), false))
}

fn scale(operand: Operand, mma: &Mma, sparsity: Sparsity, witness: Witness) -> Made {
    let scaling = Scaling::new(mma.kind, mma.known_block())?;
    let all = held(operand, mma.form, mma.m, mma.n)?;
    let held = *witness.of(&all).unwrap_or(&all[0]);
    let factors = mma.k.div_ceil(scaling.elements(sparsity));
    let map = ScaleColumns::new(held.copies, held.rows, factors)?;
    let rows = match operand {
        Operand::A => held.rows,
        Operand::B => mma.n,
    };
    let size = format!("{rows} rows × {factors} blocks");
    Ok((Map::Scale(map, held, rows), [size.clone(), size], all.len() > 1))
}

fn metadata(mma: &Mma) -> Made {
    let rows = mma.m / mma.ctas();
    let map = Metadata::new(mma.kind, rows, mma.k)?;
    let size = |m: u32| format!("{m} × {} elements of K", mma.k);
    Ok((Map::Metadata(map), of_both(mma, size), false))
}
