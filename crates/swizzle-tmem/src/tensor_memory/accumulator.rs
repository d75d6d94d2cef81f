//! The accumulator D in tensor memory.

use super::*;

/// Largest N of an instruction.
const N_MAX: u32 = 256;

/// The values that determine where D is. M and N are those of the instruction: of the pair, for two CTAs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// How the instruction is issued.
    pub form: CtaForm,
    /// Whether A is sparse.
    pub sparsity: Sparsity,
    /// Rows of D.
    pub m: u32,
    /// Columns of D.
    pub n: u32,
}

named! {
    /// The half of the lanes that a data path fills, if it fills only half of them.
    ///
    /// Source: PTX ISA, tcgen05 data-path layout organization: lane alignment 0 or 16; D, A in tensor memory and metadata have
    /// the same.
    #[derive(Default)]
    pub enum Alignment "lane alignment" {
        /// Lanes 0 to 15 of each 32.
        #[default]
        Zero => "0",
        /// Lanes 16 to 31 of each 32.
        Sixteen => "16",
    }
}

impl Alignment {
    const fn lane(self) -> u32 {
        match self {
            Self::Zero => 0,
            Self::Sixteen => 16,
        }
    }
}

/// The accumulator D: element (m, n) ↔ CTA, lane, column.
///
/// Every element has a 32-bit column of its own, counted from the address of D. A 16-bit element is in its low half; what an
/// instruction leaves in the high half is not known. Source: PTX ISA, tcgen05 data-path layout organization; CuTe.
///
/// ```
/// use swizzle_core::Sparsity;
/// use swizzle_core::hardware::CtaForm;
/// use swizzle_tmem::tensor_memory::{Accumulator, Shape};
/// let shape = Shape { form: CtaForm::Two, sparsity: Sparsity::Dense, m: 128, n: 128 };
/// let d = Accumulator::new(shape)?;
/// let cell = d.law.points(&[70, 100])?[0];
/// assert_eq!((cell.cta, cell.lane, cell.column), (1, 70, 36));
/// assert_eq!(d.law.columns(), 64);
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accumulator {
    /// The shape that was asked for.
    pub shape: Shape,
    /// The data path, with its source.
    pub reading: Reading,
    /// The half of the lanes that is filled; without effect where the data path fills all of them.
    pub alignment: Alignment,
    /// The law: m, n ↔ CTA, lane, column.
    pub law: Law,
}

impl Accumulator {
    /// D according to the PTX ISA, in the lanes from 0 on if it fills half of them.
    ///
    /// # Errors
    /// [`Refusal::M`] where no data path is known, [`Refusal::N`] and [`Refusal::Parts`] for an N that it does not hold.
    pub fn new(shape: Shape) -> Result<Self, Refusal> {
        let first = readings(shape.form, shape.sparsity, shape.m)?[0];
        Self::as_read(shape, first, Alignment::Zero)
    }

    /// D by one of the [`readings`] of its shape, in one half of the lanes.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new); and [`Refusal::Unknown`] for a reading that is none of the shape's.
    pub fn as_read(shape: Shape, reading: Reading, alignment: Alignment) -> Result<Self, Refusal> {
        if !readings(shape.form, shape.sparsity, shape.m)?.contains(&reading) {
            return Err(Refusal::Unknown("a data path for another shape"));
        }
        if shape.n == 0 || shape.n > N_MAX {
            return Err(Refusal::N(shape.n));
        }
        let parts = reading.path.n_parts();
        if !shape.n.is_multiple_of(parts) {
            return Err(Refusal::Parts { n: shape.n, parts });
        }
        Ok(Self { shape, reading, alignment, law: law(shape, reading, alignment) })
    }

    /// Every reading of a shape, the PTX ISA's first.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn all(shape: Shape, alignment: Alignment) -> Result<Vec<Self>, Refusal> {
        let all = readings(shape.form, shape.sparsity, shape.m)?;
        let read = |reading: &Reading| Self::as_read(shape, *reading, alignment);
        all.iter().map(read).collect()
    }
}

fn law(shape: Shape, reading: Reading, alignment: Alignment) -> Law {
    let Shape { form, m, n, .. } = shape;
    const NAMES: [&str; 7] = [
        "D, layout A",
        "D, layout B",
        "D, layout C",
        "D, layout D",
        "D, layout E",
        "D, layout F",
        "D, layout G",
    ];
    let name = NAMES[reading.path as usize];
    let (rows, parts) = (m / form.ctas(), reading.path.n_parts());
    let is_half = reading.path.is_half_the_lanes();
    let law = Law::new(name, reading.mark, reading.source).over_rows(m, form.ctas(), is_half, alignment);
    law.over(Index::N, [(n / parts, Coordinate::Column, 1), (parts, Coordinate::Lane, rows)])
}

impl Law {
    /// Over the rows of some CTAs, each of which has one part of them: a row a lane, or in one half of the lanes.
    pub(super) fn over_rows(self, m: u32, ctas: u32, is_half: bool, alignment: Alignment) -> Self {
        use Coordinate::{Cta, Lane};
        let rows = m / ctas;
        if is_half {
            self.at_lane(alignment.lane())
                .over(Index::M, [(16, Lane, 1), (rows / 16, Lane, 32), (ctas, Cta, 1)])
        } else {
            self.over(Index::M, [(rows, Lane, 1), (ctas, Cta, 1)])
        }
    }
}
