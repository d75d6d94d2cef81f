//! Matrix A in tensor memory.

use super::*;

/// Matrix A in tensor memory: element (m, k), copy ↔ CTA, lane, column, bit of the column's word. Rows are those of the pair,
/// for two CTAs. The alignment is that of D; it has an effect for M = 64.
///
/// Always K-major, and never of a weight-stationary instruction. Elements are packed, 32 bits to a column; 4- and 6-bit ones of
/// the kinds `f8f6f4` and `mxf8f6f4` have a byte each. Source: PTX ISA, packing formats in tensor memory; the lanes are CuTe's.
/// In a pair with M = 128, each CTA has its 64 rows twice.
///
/// # Errors
/// [`Refusal::M`] for an M that no instruction has, [`Refusal::Unknown`] for a weight-stationary one and for packed 4-bit
/// elements, of which no source says which is the low half of a byte ([`operand_a_of_pairs`] has the byte);
/// [`Refusal::WholeColumns`] for a K that does not fill its last column, [`Refusal::Columns`] for more than 512 columns.
///
/// ```
/// use swizzle_core::{Element, hardware::CtaForm};
/// use swizzle_tmem::tensor_memory::{Alignment, operand_a};
/// let a = operand_a(CtaForm::One, 64, 16, Element::F16, Alignment::Zero)?;
/// let cells = a.points(&[17, 5])?;
/// assert_eq!(cells.iter().map(|c| (c.lane, c.column, c.bit)).collect::<Vec<_>>(), [(33, 2, 16)]);
/// assert_eq!(a.element(cells[0]), Some([17, 5]));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
pub fn operand_a(
    form: CtaForm,
    m: u32,
    k: u32,
    element: Element,
    alignment: Alignment,
) -> Result<Law, Refusal> {
    match element {
        Element::B1 => Err(Refusal::Unknown("A in tensor memory of this element type")),
        Element::E2m1Packed => {
            Err(Refusal::Unknown("which half of its byte a packed 4-bit element of A has"))
        }
        _ => law(form, m, (Index::K, k, 1), element.slot_bits(), alignment),
    }
}

/// A of packed 4-bit elements, byte by byte: `pairs` of them in a row, of which a column has four. Element k is in pair k / 2.
///
/// ```
/// use swizzle_core::hardware::CtaForm;
/// use swizzle_tmem::{Coordinate, tensor_memory::{Alignment, operand_a_of_pairs}};
/// let a = operand_a_of_pairs(CtaForm::One, 128, 128, Alignment::Zero)?;
/// let column = a.formula(Coordinate::Column, &[89, 48 / 2]);
/// assert_eq!((&*column.text, &*column.sum()), ("k / 8", "6"));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
///
/// # Errors
/// The errors of [`operand_a`].
pub fn operand_a_of_pairs(form: CtaForm, m: u32, pairs: u32, alignment: Alignment) -> Result<Law, Refusal> {
    law(form, m, (Index::Pair, pairs, 2), 8, alignment)
}

fn law(
    form: CtaForm,
    m: u32,
    (along, k, per): (Index, u32, u32),
    bits: u32,
    alignment: Alignment,
) -> Result<Law, Refusal> {
    use Coordinate::{Bit, Column, Lane};
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
    let per_column = 32 / bits;
    if k == 0 || !k.is_multiple_of(per_column) {
        return Err(Refusal::WholeColumns { k, per_column });
    }
    let columns = k / per_column;
    if columns > COLUMNS {
        return Err(Refusal::Columns(columns));
    }
    let ctas = form.ctas();
    let rows = m / ctas;
    let is_twice = ctas == 2 && rows == 64;
    let (mark, source) = if is_twice {
        (
            Mark::Inferred,
            "PTX ISA, packing formats; CuTe's fragment has the rows twice, and its comment leads to lanes + 64",
        )
    } else {
        (Mark::Code, "PTX ISA, packing formats; CuTe's fragments of A in tensor memory")
    };
    let copies = 1 + u32::from(is_twice);
    Ok(Law::new("A in tensor memory", mark, source)
        .over_rows(m, ctas, ctas == 1 && rows == 64, alignment)
        .over(along, [(per_column, Bit, bits), (columns, Column, 1)])
        .shared_by(per)
        .over(Index::Copy, [(copies, Lane, 64)]))
}
