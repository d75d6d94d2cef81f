//! One reading of what is asked about.

use swizzle_core::Operand;
use swizzle_core::hardware::{CtaForm, Element, Kind, Named as _};

use crate::ask::asked::{Asked, Fault, Field, What};
use crate::moves::{Load, Multicast, SharedCopy};
use crate::plan::Witness;
use crate::scale::{BLOCK_FACTORS, BLOCK_ROWS, Copies, ScaleColumns, Scaling, held, padded_rows};
use crate::tensor_memory::{Accumulator, COLUMNS, DataPath, Metadata, OperandA, Shape, readings};
use crate::{Law, Refusal};

/// The largest N, taken where N decides nothing.
const N_MAX: u32 = 256;

/// The law of what is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Held {
    D(Accumulator),
    A(OperandA),
    Scale(Scale),
    Metadata(Metadata),
    Load(Load),
    Copy(SharedCopy),
}

/// Scale factors of a CTA or of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) columns: ScaleColumns,
    /// Rows without padding: of the pair, where each CTA has its own.
    pub(super) rows: u32,
    /// Whether each CTA has 128 rows of its own.
    pub(super) is_split: bool,
    /// Rows of A that each CTA has, where it holds factors of more.
    pub(super) own_rows: Option<u32>,
}

impl Held {
    pub(super) const fn law(&self) -> &Law {
        match self {
            Self::D(d) => d.law(),
            Self::A(a) => a.law(),
            Self::Scale(scale) => scale.columns.law(),
            Self::Metadata(metadata) => metadata.law(),
            Self::Load(load) => load.law(),
            Self::Copy(copy) => copy.law(),
        }
    }
}

/// Every reading, each with its source where sources disagree: first the one that is used if none is specified.
pub(super) fn all(asked: &Asked) -> Result<Vec<(Option<Witness>, Held)>, Fault> {
    match asked.what {
        What::D => accumulators(asked),
        What::A => Ok(vec![(None, Held::A(operand_a(asked)?))]),
        What::Sfa | What::Sfb => scales(asked),
        What::Metadata => Ok(vec![(None, Held::Metadata(metadata(asked)?))]),
        What::Ld | What::St => Ok(vec![(None, Held::Load(load(asked)?))]),
        What::Cp => Ok(vec![(None, Held::Copy(copy(asked)?))]),
    }
}

fn accumulators(asked: &Asked) -> Result<Vec<(Option<Witness>, Held)>, Fault> {
    let m = asked.m.ok_or_else(|| asked.missing(Field::M))?;
    let paths = readings(asked.form, asked.sparsity, m).map_err(Fault::of(Field::M))?;
    let depends_on_n = paths.iter().any(|reading| reading.path.n_parts() > 1);
    let n = match asked.n {
        None if depends_on_n => return Err(asked.missing(Field::N)),
        n => n.unwrap_or(N_MAX),
    };
    let shape = Shape { form: asked.form, sparsity: asked.sparsity, m, n };
    let read = |reading| {
        let witness = match (paths.len(), reading) {
            (1, _) => None,
            (_, crate::tensor_memory::Reading { path, .. }) => Some(match path {
                DataPath::C => Witness::Ptx,
                DataPath::A | DataPath::B | DataPath::D | DataPath::E | DataPath::F | DataPath::G => {
                    Witness::Cute
                }
            }),
        };
        let d = Accumulator::as_read(shape, reading, asked.alignment);
        Ok((witness, Held::D(d.map_err(Fault::of(Field::N))?)))
    };
    paths.iter().copied().map(read).collect()
}

fn operand_a(asked: &Asked) -> Result<OperandA, Fault> {
    let m = asked.m.ok_or_else(|| asked.missing(Field::M))?;
    let kind = asked.kind.ok_or_else(|| asked.missing(Field::Kind))?;
    // One element type stands for each kind: all types of a kind fill the same part of a column.
    let element = match kind {
        Kind::F16 => Element::F16,
        Kind::Tf32 => Element::Tf32,
        Kind::F8f6f4 | Kind::Mxf8f6f4 => Element::E4m3,
        Kind::I8 => Element::S8,
        Kind::Mxf4 | Kind::Mxf4nvf4 => Element::E2m1Packed,
    };
    let k = COLUMNS * (32 / element.slot_bits());
    OperandA::new(asked.form, m, k, element, asked.alignment).map_err(|refusal| {
        let field = match (&refusal, asked.form) {
            (Refusal::M { .. }, _) => Field::M,
            (_, CtaForm::WeightStationary) => Field::Ws,
            (_, CtaForm::One | CtaForm::Two) => Field::Kind,
        };
        Fault::of(field)(refusal)
    })
}

fn metadata(asked: &Asked) -> Result<Metadata, Fault> {
    let kind = asked.kind.ok_or_else(|| asked.missing(Field::Kind))?;
    let m = asked.m.unwrap_or(asked.usual_m());
    let (ctas, step) = (asked.ctas(), kind.k(swizzle_core::Sparsity::Sparse));
    let one = Metadata::new(kind, m / ctas, step).map_err(Fault::of(Field::M))?;
    let k = step * (COLUMNS / one.columns());
    match m.is_multiple_of(ctas) {
        true => Metadata::new(kind, m / ctas, k).map_err(Fault::of(Field::M)),
        false => {
            Err(Fault::of(Field::M)(Refusal::Unknown("metadata of a CTA that does not have 128 rows of A")))
        }
    }
}

fn load(asked: &Asked) -> Result<Load, Fault> {
    let shape = asked.load.ok_or_else(|| asked.missing(Field::Shape))?;
    let num = asked.num.unwrap_or(1);
    Load::new(shape, num, asked.is_packed, asked.split).map_err(|refusal| {
        let field = match (&refusal, asked.split) {
            (Refusal::Repeat { .. }, _) | (_, None) => Field::Num,
            (_, Some(_)) => Field::Split,
        };
        Fault::of(field)(refusal)
    })
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

fn scales(asked: &Asked) -> Result<Vec<(Option<Witness>, Held)>, Fault> {
    check_scaling(asked)?;
    match (asked.what, asked.form) {
        (_, CtaForm::WeightStationary) => {
            Err(Fault::of(Field::Ws)(Refusal::Unknown("scale factors of a weight-stationary instruction")))
        }
        (What::Sfb, CtaForm::One) => one_cta(asked, Operand::B),
        (What::Sfb, CtaForm::Two) => b_of_pair(asked),
        (_, CtaForm::One) => one_cta(asked, Operand::A),
        (_, CtaForm::Two) => a_of_pair(asked),
    }
}

/// Returns as many factors of each row as tensor memory has columns for, unless their number is specified.
fn columns(asked: &Asked, copies: Copies, rows: u32) -> Result<ScaleColumns, Fault> {
    let one = ScaleColumns::new(copies, rows, 1).map_err(Fault::of(Field::Rows))?;
    let most = COLUMNS / one.columns_of_word() * BLOCK_FACTORS;
    let (blocks, field) = match asked.blocks {
        Some(blocks) => (blocks, Field::Blocks),
        None => (most, Field::Rows),
    };
    ScaleColumns::new(copies, rows, blocks).map_err(Fault::of(field))
}

/// Factors of which every CTA has all rows.
fn scale(columns: ScaleColumns, rows: u32) -> Held {
    Held::Scale(Scale { columns, rows, is_split: false, own_rows: None })
}

fn one_cta(asked: &Asked, operand: Operand) -> Result<Vec<(Option<Witness>, Held)>, Fault> {
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
        let columns = columns(asked, Copies::Four, padded)?;
        Ok((witness, scale(columns, rows)))
    };
    all.into_iter().map(read).collect()
}

fn a_of_pair(asked: &Asked) -> Result<Vec<(Option<Witness>, Held)>, Fault> {
    let m = asked.m.unwrap_or(asked.usual_m());
    let rows = asked.rows.unwrap_or(m);
    let held = held(Operand::A, asked.form, m, BLOCK_ROWS).map_err(Fault::of(Field::M))?;
    if rows == 0 || rows > m {
        return Err(Fault {
            field: Field::Rows,
            why: format!("{rows} rows of scale factors: A has 1 to {m}"),
        });
    }
    let read = |held: &crate::scale::Held| {
        let columns = columns(asked, held.copies, held.rows)?;
        let scale = Scale { columns, rows, is_split: held.is_split(), own_rows: held.own_rows };
        Ok((None, Held::Scale(scale)))
    };
    held.iter().map(read).collect()
}

fn b_of_pair(asked: &Asked) -> Result<Vec<(Option<Witness>, Held)>, Fault> {
    let m = asked.m.unwrap_or(asked.usual_m());
    let rows = asked.rows.or(asked.n);
    let rows = rows.ok_or_else(|| asked.missing(Field::N))?;
    let field = if asked.rows.is_some() { Field::Rows } else { Field::N };
    let held = held(Operand::B, asked.form, m, rows).map_err(|refusal| {
        let field = if matches!(refusal, Refusal::N(_)) { field } else { Field::M };
        Fault::of(field)(refusal)
    })?;
    let read = |held: &crate::scale::Held| {
        let witness = match (held.copies, held_is_alone(m, rows)) {
            (_, true) => None,
            (Copies::Four, false) => Some(Witness::Ptx),
            (Copies::Two, false) => Some(Witness::Cute),
        };
        let columns = columns(asked, held.copies, held.rows)?;
        Ok((witness, scale(columns, rows)))
    };
    let mut all: Vec<_> = held.iter().map(read).collect::<Result<_, Fault>>()?;
    // First the usual reading, CuTe's: see `Witness::usual`.
    all.reverse();
    Ok(all)
}

/// Whether sources agree about SFB of a pair.
const fn held_is_alone(m: u32, rows: u32) -> bool {
    m != 128 || !rows.is_multiple_of(BLOCK_ROWS)
}
