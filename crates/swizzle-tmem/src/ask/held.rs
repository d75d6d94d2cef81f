//! The readings of what is asked about.

use super::*;
use crate::{
    moves::SharedCopy,
    plan::element_of,
    scale::{BLOCK_FACTORS, Copies, padded_rows},
};

/// The largest N, taken where N decides nothing.
const N_MAX: u32 = 256;

/// A reading, and its source where sources disagree.
pub(super) type Read = (Option<Witness>, Spread);

/// Every reading: first the one that is used if none is specified.
pub(super) fn all(asked: &Asked) -> Result<Vec<Read>, Fault> {
    let one = match asked.what {
        What::D => return accumulators(asked),
        What::Sfa => return scales(asked, Operand::A),
        What::Sfb => return scales(asked, Operand::B),
        What::A => Spread::of_all(a(asked)?, asked.ctas()),
        What::Metadata => {
            let rows = asked.m.unwrap_or(asked.usual_m());
            Spread::of_each(sparse(asked, rows)?, asked.ctas(), BLOCK_ROWS, rows)
        }
        What::Ld | What::St => {
            let shape = asked.need(Field::Shape, asked.load)?;
            let field = if asked.split.is_some() { Field::Split } else { Field::Num };
            let load = Load::new(shape, asked.num.unwrap_or(1), asked.is_packed, asked.split);
            Spread::of_threads(load.map_err(Fault::of(field))?.law, asked.is_packed)
        }
        What::Cp => {
            let copy = copy(asked)?;
            Spread::of_each(copy.law, asked.ctas(), 0, copy.shape.rows())
        }
    };
    Ok(vec![(None, one)])
}

fn accumulators(asked: &Asked) -> Result<Vec<Read>, Fault> {
    let m = asked.need(Field::M, asked.m)?;
    let n = asked.n.unwrap_or(N_MAX);
    let shape = Shape { form: asked.form, sparsity: asked.sparsity, m, n };
    let all = Accumulator::all(shape, asked.alignment).map_err(Fault::of(Field::N))?;
    if all.iter().any(|d| d.reading.path.n_parts() > 1) {
        asked.need(Field::N, asked.n)?;
    }
    let witnesses = [Witness::Ptx, Witness::Cute].map(|witness| (all.len() > 1).then_some(witness));
    let laws = all.into_iter().map(|d| Spread::of_all(d.law, asked.ctas()));
    Ok(witnesses.into_iter().zip(laws).collect())
}

fn a(asked: &Asked) -> Result<Law, Fault> {
    let m = asked.need(Field::M, asked.m)?;
    let element = element_of(asked.need(Field::Kind, asked.kind)?);
    let k = COLUMNS * (32 / element.slot_bits());
    let field = if asked.form == CtaForm::WeightStationary { Field::Ws } else { Field::Kind };
    operand_a(asked.form, m, k, element, asked.alignment).map_err(Fault::of(field))
}

fn sparse(asked: &Asked, m: u32) -> Result<Law, Fault> {
    let kind = asked.need(Field::Kind, asked.kind)?;
    let ctas = asked.ctas();
    // No source places those of half a row.
    let rows = if m.is_multiple_of(ctas) { m / ctas } else { 0 };
    let of_k = |k: u32| metadata(kind, rows, k).map_err(Fault::of(Field::M));
    let step = kind.k(Sparsity::Sparse);
    of_k(step * (COLUMNS / of_k(step)?.columns()))
}

fn copy(asked: &Asked) -> Result<SharedCopy, Fault> {
    let shape = asked.need(Field::Shape, asked.copy)?;
    if let Some(multicast) = asked.multicast {
        return SharedCopy::new(shape, multicast).map_err(Fault::of(Field::Multicast));
    }
    let exist = Multicast::ALL.iter().filter_map(|multicast| SharedCopy::new(shape, *multicast).ok());
    let mut exist: Vec<SharedCopy> = exist.collect();
    match (exist.pop(), &exist[..]) {
        (Some(only), []) => Ok(only),
        (last, others) => {
            let names: Vec<&str> = others.iter().chain(&last).map(|copy| copy.multicast.name()).collect();
            let why = format!("multicast is missing: {shape} has {}", names.join(" and "));
            Err(Fault { field: Field::Multicast, why })
        }
    }
}

/// Checks kind and block of scale factors, which decide how many there are and not where they are.
fn check_scaling(asked: &Asked) -> Result<(), Fault> {
    match (asked.kind, asked.vec) {
        (Some(kind), Some(vec)) => Scaling::new(kind, vec).map(|_| ()).map_err(Fault::of(Field::Vec)),
        (Some(kind), None) => Scaling::new(kind, 32).map(|_| ()).map_err(Fault::of(Field::Kind)),
        (None, None | Some(16 | 32)) => Ok(()),
        (None, Some(vec)) => Err(Fault {
            field: Field::Vec,
            why: format!("no kind has a scale factor for each {vec} elements of K: 16 or 32"),
        }),
    }
}

fn scales(asked: &Asked, operand: Operand) -> Result<Vec<Read>, Fault> {
    check_scaling(asked)?;
    match asked.form {
        CtaForm::WeightStationary => {
            Err(Fault::of(Field::Ws)(Refusal::Unknown("scale factors of a weight-stationary instruction")))
        }
        CtaForm::One => one_cta(asked, operand),
        CtaForm::Two => of_pair(asked, operand),
    }
}

/// Returns as many factors of each row as tensor memory has columns for, unless their number is specified.
fn columns(asked: &Asked, copies: Copies, rows: u32) -> Result<Law, Fault> {
    let of = |factors: u32, field| ScaleColumns::new(copies, rows, factors).map_err(Fault::of(field));
    let most = COLUMNS / of(1, Field::Rows)?.columns_of_word() * BLOCK_FACTORS;
    Ok(asked.blocks.map_or_else(|| of(most, Field::Rows), |blocks| of(blocks, Field::Blocks))?.law)
}

fn one_cta(asked: &Asked, operand: Operand) -> Result<Vec<Read>, Fault> {
    let check = |m: u32, n: u32, field| held(operand, asked.form, m, n).map_err(Fault::of(field));
    if let Some(m) = asked.m {
        check(m, BLOCK_ROWS, Field::M)?;
    }
    // Block-scaled instructions of one CTA have M = 128.
    let (usual, field) = match (operand, asked.n) {
        (Operand::A, _) => (Some(asked.m.unwrap_or(asked.usual_m())), Field::M),
        (Operand::B, n) => {
            check(BLOCK_ROWS, n.unwrap_or(BLOCK_ROWS), Field::N)?;
            (n, Field::N)
        }
    };
    let rows = asked.rows.or(usual).ok_or_else(|| Fault {
        field: Field::Rows,
        why: format!("rows is missing, and so is {field}: {} depends on it", asked.what),
    })?;
    let padded = (Some(Witness::Cute), padded_rows(rows));
    // Triton does not pad 32 and 64 rows; CuTe does, as those of N = 64.
    let all = match (asked.rows, rows) {
        (Some(_), 32 | 64) => vec![(None, rows), padded],
        _ => vec![(None, padded.1)],
    };
    let read = |(witness, padded)| {
        let law = columns(asked, Copies::Four, padded)?;
        Ok((witness, Spread::of_each(law, 1, 0, rows)))
    };
    all.into_iter().map(read).collect()
}

fn of_pair(asked: &Asked, operand: Operand) -> Result<Vec<Read>, Fault> {
    let m = asked.m.unwrap_or(asked.usual_m());
    let (rows, n) = match operand {
        Operand::A => (asked.rows.unwrap_or(m), BLOCK_ROWS),
        Operand::B => {
            let rows = asked.need(Field::N, asked.rows.or(asked.n))?;
            (rows, rows)
        }
    };
    let of_n = if asked.rows.is_some() { Field::Rows } else { Field::N };
    let all = held(operand, asked.form, m, n).map_err(|refusal| {
        let field = if matches!(refusal, Refusal::N(_)) { of_n } else { Field::M };
        Fault::of(field)(refusal)
    })?;
    if operand == Operand::A && (rows == 0 || rows > m) {
        return Err(Fault {
            field: Field::Rows,
            why: format!("{rows} rows of scale factors: A has 1 to {m}"),
        });
    }
    let read = |held: &crate::scale::Held| {
        let witness = match held.copies {
            Copies::Four => Witness::Ptx,
            Copies::Two => Witness::Cute,
        };
        let law = columns(asked, held.copies, held.rows)?;
        let first = if held.is_split() { held.rows } else { 0 };
        let spread = Spread { own_rows: held.own_rows, ..Spread::of_each(law, 2, first, rows) };
        Ok(((all.len() > 1).then_some(witness), spread))
    };
    // First the usual reading, of SFB CuTe's: see `Witness::usual`.
    all.iter().rev().map(read).collect()
}
