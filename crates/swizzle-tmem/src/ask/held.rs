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
        What::Sfa | What::Sfb => return scales(asked),
        What::A => Spread::of_all(a(asked)?, asked.ctas()),
        What::Metadata => {
            let rows = asked.m.unwrap_or(asked.usual_m());
            Spread::of_each(sparse(asked)?, asked.ctas(), BLOCK_ROWS, rows)
        }
        What::Ld | What::St => Spread::of_threads(load(asked)?, asked.is_packed),
        What::Cp => {
            let copy = copy(asked)?;
            Spread::of_each(copy.law, asked.ctas(), 0, copy.shape.rows())
        }
    };
    Ok(vec![(None, one)])
}

fn accumulators(asked: &Asked) -> Result<Vec<Read>, Fault> {
    let m = asked.m.ok_or_else(|| asked.missing(Field::M))?;
    let paths = readings(asked.form, asked.sparsity, m).map_err(Fault::of(Field::M))?;
    let depends_on_n = paths.iter().any(|reading| reading.path.n_parts() > 1);
    let n = match asked.n {
        None if depends_on_n => return Err(asked.missing(Field::N)),
        n => n.unwrap_or(N_MAX),
    };
    let shape = Shape { form: asked.form, sparsity: asked.sparsity, m, n };
    let read = |(witness, reading)| {
        let d = Accumulator::as_read(shape, reading, asked.alignment).map_err(Fault::of(Field::N))?;
        Ok((witness, Spread::of_all(d.law, asked.ctas())))
    };
    let witnesses = [Witness::Ptx, Witness::Cute].map(|witness| (paths.len() > 1).then_some(witness));
    witnesses.into_iter().zip(paths.iter().copied()).map(read).collect()
}

fn a(asked: &Asked) -> Result<Law, Fault> {
    let m = asked.m.ok_or_else(|| asked.missing(Field::M))?;
    let kind = asked.kind.ok_or_else(|| asked.missing(Field::Kind))?;
    let element = element_of(kind);
    let k = COLUMNS * (32 / element.slot_bits());
    operand_a(asked.form, m, k, element, asked.alignment).map_err(|refusal| {
        let field = match (&refusal, asked.form) {
            (Refusal::M { .. }, _) => Field::M,
            (_, CtaForm::WeightStationary) => Field::Ws,
            (_, CtaForm::One | CtaForm::Two) => Field::Kind,
        };
        Fault::of(field)(refusal)
    })
}

fn sparse(asked: &Asked) -> Result<Law, Fault> {
    let kind = asked.kind.ok_or_else(|| asked.missing(Field::Kind))?;
    let m = asked.m.unwrap_or(asked.usual_m());
    let (ctas, step) = (asked.ctas(), kind.k(swizzle_core::Sparsity::Sparse));
    let one = metadata(kind, m / ctas, step).map_err(Fault::of(Field::M))?;
    let k = step * (COLUMNS / one.columns());
    if m.is_multiple_of(ctas) {
        metadata(kind, m / ctas, k).map_err(Fault::of(Field::M))
    } else {
        Err(Fault::of(Field::M)(Refusal::Unknown("metadata of a CTA that does not have 128 rows of A")))
    }
}

fn load(asked: &Asked) -> Result<Law, Fault> {
    let shape = asked.load.ok_or_else(|| asked.missing(Field::Shape))?;
    let num = asked.num.unwrap_or(1);
    let load = Load::new(shape, num, asked.is_packed, asked.split).map_err(|refusal| {
        let field = match (&refusal, asked.split) {
            (Refusal::Repeat { .. }, _) | (_, None) => Field::Num,
            (_, Some(_)) => Field::Split,
        };
        Fault::of(field)(refusal)
    })?;
    Ok(load.law)
}

fn copy(asked: &Asked) -> Result<SharedCopy, Fault> {
    let shape = asked.copy.ok_or_else(|| asked.missing(Field::Shape))?;
    let exist = Multicast::ALL.iter().filter_map(|multicast| SharedCopy::new(shape, *multicast).ok());
    let exist: Vec<SharedCopy> = exist.collect();
    match (asked.multicast, &exist[..]) {
        (Some(multicast), _) => SharedCopy::new(shape, multicast).map_err(Fault::of(Field::Multicast)),
        (None, [only]) => Ok(only.clone()),
        (None, _) => {
            let names: Vec<&str> = exist.iter().map(|copy| copy.multicast.name()).collect();
            Err(Fault {
                field: Field::Multicast,
                why: format!("multicast is missing: {shape} has {}", names.join(" and ")),
            })
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

fn scales(asked: &Asked) -> Result<Vec<Read>, Fault> {
    check_scaling(asked)?;
    let operand = match asked.what {
        What::Sfb => Operand::B,
        _ => Operand::A,
    };
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
    let one = ScaleColumns::new(copies, rows, 1).map_err(Fault::of(Field::Rows))?;
    let most = COLUMNS / one.columns_of_word() * BLOCK_FACTORS;
    let (blocks, field) = match asked.blocks {
        Some(blocks) => (blocks, Field::Blocks),
        None => (most, Field::Rows),
    };
    let columns = ScaleColumns::new(copies, rows, blocks).map_err(Fault::of(field))?;
    Ok(columns.law)
}

fn one_cta(asked: &Asked, operand: Operand) -> Result<Vec<Read>, Fault> {
    let (said, field) = match operand {
        Operand::A => (asked.m, Field::M),
        Operand::B => (asked.n, Field::N),
    };
    if let Some(m) = asked.m {
        held(operand, asked.form, m, BLOCK_ROWS).map_err(Fault::of(Field::M))?;
    }
    if operand == Operand::B
        && let Some(n) = asked.n
    {
        held(operand, asked.form, BLOCK_ROWS, n).map_err(Fault::of(Field::N))?;
    }
    // Block-scaled instructions of one CTA have M = 128.
    let usual = (operand == Operand::A).then_some(asked.usual_m());
    let rows = asked.rows.or(said).or(usual).ok_or_else(|| {
        let missing = asked.missing(Field::Rows);
        Fault { why: format!("rows is missing, and so is {field}: {} depends on it", asked.what), ..missing }
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
            let rows = asked.rows.or(asked.n).ok_or_else(|| asked.missing(Field::N))?;
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
