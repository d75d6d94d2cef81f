//! Matrix A in tensor memory.

use swizzle_core::Element;
use swizzle_core::hardware::CtaForm;

use crate::refusal::inside;
use crate::tensor_memory::{Alignment, COLUMNS};
use crate::{Coordinate, Index, Law, Mark, Point, Refusal};

/// Matrix A in tensor memory: element (m, k), copy ↔ CTA, lane, column, bit of the column's word.
///
/// Always K-major, and never of a weight-stationary instruction. Elements are packed, 32 bits to a column; 4- and 6-bit ones of
/// the kinds `f8f6f4` and `mxf8f6f4` have a byte each. Source: PTX ISA, packing formats in tensor memory; the lanes are CuTe's.
/// In a pair with M = 128, each CTA has its 64 rows twice.
///
/// ```
/// use swizzle_core::{Element, hardware::CtaForm};
/// use swizzle_tmem::tensor_memory::{Alignment, OperandA};
/// let a = OperandA::new(CtaForm::One, 64, 16, Element::F16, Alignment::Zero)?;
/// let cells = a.cells_from_element(17, 5)?;
/// assert_eq!(cells.iter().map(|c| (c.lane, c.column, c.bit)).collect::<Vec<_>>(), [(33, 2, 16)]);
/// assert_eq!(a.element_from_cell(cells[0]), Some((17, 5)));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperandA {
    /// Rows: of the pair, for two CTAs.
    pub m: u32,
    /// Elements of a row.
    pub k: u32,
    /// The element type.
    pub element: Element,
    law: Law,
}

impl OperandA {
    /// A of so many rows, of the pair for two CTAs, and so many elements of each. The alignment is that of D; it has an effect
    /// for M = 64.
    ///
    /// # Errors
    /// [`Refusal::M`] for an M that no instruction has, [`Refusal::Unknown`] for a weight-stationary one and for packed 4-bit
    /// elements, of which no source says which is the low half of a byte ([`OperandA::of_pairs`] has the byte); [`Refusal::WholeColumns`] for a K that does not fill its last column,
    /// [`Refusal::Columns`] for more than 512 columns.
    pub fn new(
        form: CtaForm,
        m: u32,
        k: u32,
        element: Element,
        alignment: Alignment,
    ) -> Result<Self, Refusal> {
        if matches!(element, Element::E2m1Packed | Element::B1) {
            return Err(Refusal::Unknown(match element {
                Element::B1 => "A in tensor memory of this element type",
                _ => "which half of its byte a packed 4-bit element of A has",
            }));
        }
        Self::over(form, m, (Index::K, k), element, alignment)
    }

    /// A of packed 4-bit elements, byte by byte: `pairs` of them in a row, of which a column has four. Element k is in pair
    /// k / 2.
    ///
    /// ```
    /// use swizzle_core::hardware::CtaForm;
    /// use swizzle_tmem::{Coordinate, tensor_memory::{Alignment, OperandA}};
    /// let a = OperandA::of_pairs(CtaForm::One, 128, 128, Alignment::Zero)?;
    /// let column = a.law().formula(Coordinate::Column, &[89, 48 / 2]);
    /// assert_eq!((&*column.text, &*column.sum()), ("k / 8", "6"));
    /// # Ok::<(), swizzle_tmem::Refusal>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`OperandA::new`].
    pub fn of_pairs(form: CtaForm, m: u32, pairs: u32, alignment: Alignment) -> Result<Self, Refusal> {
        let byte = Element::E4m3;
        Self::over(form, m, (Index::Pair, pairs), byte, alignment)
    }

    fn over(
        form: CtaForm,
        m: u32,
        (along, k): (Index, u32),
        element: Element,
        alignment: Alignment,
    ) -> Result<Self, Refusal> {
        let known: &[u32] = match form {
            CtaForm::One => &[64, 128],
            CtaForm::Two => &[128, 256],
            CtaForm::WeightStationary => {
                return Err(Refusal::Unknown("A in tensor memory of a weight-stationary instruction"));
            }
        };
        if !known.contains(&m) {
            return Err(Refusal::M { form, m, known });
        }
        let per_column = 32 / element.slot_bits();
        if k == 0 || !k.is_multiple_of(per_column) {
            return Err(Refusal::WholeColumns { k, per_column });
        }
        let columns = k / per_column;
        if columns > COLUMNS {
            return Err(Refusal::Columns(columns));
        }
        let slot = Slot { along, per_column, bits: element.slot_bits(), columns };
        Ok(Self { m, k, element, law: law(form, m, slot, alignment) })
    }

    /// The law: m, k, copy ↔ CTA, lane, column, bit.
    pub const fn law(&self) -> &Law {
        &self.law
    }

    /// Columns that it takes of each CTA's tensor memory.
    pub fn columns(&self) -> u32 {
        self.law.span(Coordinate::Column)
    }

    /// Returns the places of an element: a cell for each copy, from the column of A's address on.
    ///
    /// # Errors
    /// [`Refusal::Index`] for an element that A does not have.
    pub fn cells_from_element(&self, m: u32, k: u32) -> Result<Vec<Point>, Refusal> {
        inside("row m", m, self.m)?;
        inside("element k", k, self.k)?;
        Ok((0..2).filter_map(|copy| self.law.point(&[m, k, copy])).collect())
    }

    /// The element (m, k) that begins at a CTA, lane, column and bit; none where none begins.
    pub fn element_from_cell(&self, cell: Point) -> Option<(u32, u32)> {
        let found = self.law.indices(cell);
        found.first().map(|indices| (indices[0], indices[1]))
    }
}

/// How elements are packed along K.
struct Slot {
    along: Index,
    per_column: u32,
    bits: u32,
    columns: u32,
}

fn law(form: CtaForm, m: u32, slot: Slot, alignment: Alignment) -> Law {
    use Coordinate::{Bit, Column, Cta, Lane};
    let ctas = form.ctas();
    let rows = m / ctas;
    let is_twice = ctas == 2 && rows == 64;
    let (mark, source) = match is_twice {
        true => (
            Mark::Inferred,
            "PTX ISA, packing formats; CuTe's fragment has the rows twice, and its comment leads to lanes + 64",
        ),
        false => (Mark::Code, "PTX ISA, packing formats; CuTe's fragments of A in tensor memory"),
    };
    let law = Law::new("A in tensor memory", mark, source).over(Index::M, m);
    let law = match ctas == 1 && rows == 64 {
        true => law.at_lane(alignment.lane()).digit((1, 16), Lane, 1).digit((16, 4), Lane, 32),
        false => law.digit((1, rows), Lane, 1),
    };
    let copies = 1 + u32::from(is_twice);
    law.digit((rows, ctas), Cta, 1)
        .over(slot.along, slot.per_column * slot.columns)
        .digit((1, slot.per_column), Bit, slot.bits)
        .digit((slot.per_column, slot.columns), Column, 1)
        .over(Index::Copy, copies)
        .digit((1, copies), Lane, 64)
}
