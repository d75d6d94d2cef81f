//! A region: what is in it, which lanes and columns it fills, and by which law.

use super::*;
use crate::tensor_memory::{DataPath, operand_a_of_pairs};

named! {
    /// The contents of a region.
    pub enum What "region" {
        /// The accumulator.
        D => "d",
        /// Matrix A.
        A => "a",
        /// Scale factors of A.
        Sfa => "sfa",
        /// Scale factors of B.
        Sfb => "sfb",
        /// Metadata of a sparse A.
        Metadata => "metadata",
    }
}

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

    /// The operand that it is of, or whose scale factors it has.
    pub(super) const fn operand(self) -> Operand {
        match self {
            Self::Sfb => Operand::B,
            Self::D | Self::A | Self::Sfa | Self::Metadata => Operand::A,
        }
    }
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
    /// How well its place is attested, and the source.
    pub attested: (Mark, &'static str),
    /// The data path, of D.
    pub path: Option<DataPath>,
    /// Whether another reading of it exists.
    pub is_contested: bool,
    pub(super) spread: Spread,
}

impl Region {
    /// The columns that it fills.
    pub const fn range(&self) -> Range<u32> {
        self.column..self.column.saturating_add(self.columns)
    }

    /// Whether a cell is of it.
    pub fn contains(&self, cell: Cell) -> bool {
        self.range().contains(&cell.column) && self.lanes.contains(cell.lane)
    }

    /// Its law, with source and mark.
    pub const fn law(&self) -> &Law {
        &self.spread.law
    }

    /// Rows of A that each CTA has, where it holds scale factors of more: whether those beyond matter is not known.
    pub const fn own_rows(&self) -> Option<u32> {
        self.spread.own_rows
    }

    /// Cells of an element: of D (m, n), of A and metadata (m, k), of scale factors (row, block along K). One for each copy,
    /// and for each CTA that holds it.
    ///
    /// # Errors
    /// [`Refusal::Index`] for one that there is not.
    pub fn cells(&self, row: u32, index: u32) -> Result<Vec<Cell>, Refusal> {
        let cell =
            |point: Point| Cell { cta: point.cta, lane: point.lane, column: self.column + point.column };
        Ok(self.spread.points([row, index])?.into_iter().map(cell).collect())
    }

    /// Lays a region of a plan at a column.
    pub(super) fn new(
        plan: &Plan,
        index: usize,
        name: String,
        column: u32,
        sparsity: Sparsity,
    ) -> Result<Self, Refusal> {
        let (mma, place) = (&plan.mma, &plan.places[index]);
        let witness = plan.reading_of(place.what);
        let of_both = |size: &dyn Fn(u32) -> String| [size(mma.m), size(mma.m / mma.ctas())];
        let laid = |spread: Spread, [size, size_of_cta]: [String; 2]| Self {
            index,
            what: place.what,
            name,
            column,
            columns: spread.law.columns(),
            lanes: Lanes::of(&spread.law),
            size,
            size_of_cta,
            attested: spread.law.attested(),
            path: None,
            is_contested: false,
            spread,
        };
        Ok(match place.what {
            What::D => {
                let shape = Shape { form: mma.form, sparsity, m: mma.m, n: mma.n };
                let all = readings(mma.form, sparsity, mma.m)?;
                let reading = *witness.of(all).unwrap_or(&all[0]);
                let d = Accumulator::as_read(shape, reading, place.alignment)?;
                let size = |m: u32| format!("{m} × {} {}", mma.n, mma.accumulator().name());
                let region = laid(Spread::of_all(d.law, mma.ctas()), of_both(&size));
                Self { path: Some(reading.path), is_contested: all.len() > 1, ..region }
            }
            What::A => {
                let (law, size) = a(place, mma, sparsity)?;
                laid(Spread::of_all(law, mma.ctas()), of_both(&|m| format!("{m} × {size}")))
            }
            What::Sfa | What::Sfb => {
                let operand = place.what.operand();
                let scaling = Scaling::new(mma.kind, mma.known_block())?;
                let all = held(operand, mma.form, mma.m, mma.n)?;
                let held = *witness.of(&all).unwrap_or(&all[0]);
                let factors = mma.k.div_ceil(scaling.elements(sparsity));
                let map = ScaleColumns::new(held.copies, held.rows, factors)?;
                let (rows, ctas) = (if operand == Operand::A { held.rows } else { mma.n }, mma.ctas());
                let size = format!("{rows} rows × {factors} blocks");
                let of_all = held.first_row(ctas - 1) + rows;
                let spread = Spread::of_each(map.law, ctas, held.first_row_of_cta_1, of_all);
                let region = laid(Spread { own_rows: held.own_rows, ..spread }, [size.clone(), size]);
                Self { attested: (held.mark, held.source), is_contested: all.len() > 1, ..region }
            }
            What::Metadata => {
                let law = metadata(mma.kind, mma.m / mma.ctas(), mma.k)?;
                let size = |m: u32| format!("{m} × {} elements of K", mma.k);
                laid(Spread::of_each(law, mma.ctas(), BLOCK_ROWS, mma.m), of_both(&size))
            }
        })
    }
}

/// The law of A, and what it has of each row.
fn a(place: &Place, mma: &Mma, sparsity: Sparsity) -> Result<(Law, String), Refusal> {
    let element = mma.element();
    let (stored, words) = match sparsity {
        Sparsity::Dense => (mma.k, ""),
        Sparsity::Sparse => (mma.k / 2, " stored"),
    };
    // Two packed 4-bit elements fill a byte; which of them is the low half, no source that can be read says.
    let (form, m, alignment) = (mma.form, mma.m, place.alignment);
    if element != Element::E2m1Packed {
        let law = operand_a(form, m, stored, element, alignment)?;
        return Ok((law, format!("{stored}{words} {}", element.name())));
    }
    if !stored.is_multiple_of(2) {
        return Err(Refusal::WholeColumns { k: stored, per_column: 8 });
    }
    Ok((operand_a_of_pairs(form, m, stored / 2, alignment)?, format!("{stored}{words} e2m1")))
}
