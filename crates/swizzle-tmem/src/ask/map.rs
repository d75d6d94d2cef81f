//! A map of tensor memory: elements and their places.

use crate::ask::asked::{Asked, Fault, Field};
use crate::ask::held::{Held, Scale, all};
use crate::ask::place::Place;
use crate::moves::Register;
use crate::plan::Witness;
use crate::refusal::inside;
use crate::scale::BLOCK_ROWS;
use crate::tensor_memory::{COLUMNS, LANES, WARP_LANES};
use crate::{Law, Point, Refusal};

/// A map of tensor memory, and the maps of sources that disagree with it.
///
/// An element has two numbers ([`What::fields`](crate::ask::What::fields)): row and column of D, row and k of A, row and factor of scale factors, row
/// and byte of a copy's source, thread (of the warpgroup, 0 to 127) and register of a load. Lanes and columns count from the
/// address of what is asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// The question that this map answers.
    pub asked: Asked,
    witness: Option<Witness>,
    held: Held,
    others: Vec<(Option<Witness>, Held)>,
}

impl Map {
    /// The map of what is asked about.
    ///
    /// # Errors
    /// The part of the question that is missing, out of range, or that no source answers.
    pub fn new(asked: &Asked) -> Result<Self, Fault> {
        let mut others = all(asked)?;
        let is_asked =
            |(witness, _): &(Option<Witness>, Held)| witness.is_some() && *witness == asked.reading;
        let at = others.iter().position(is_asked).unwrap_or(0);
        let (witness, held) = others.remove(at);
        Ok(Self { asked: asked.clone(), witness, held, others })
    }

    /// Its law, with source and mark.
    pub const fn law(&self) -> &Law {
        self.held.law()
    }

    /// Returns the source of this reading, where sources disagree.
    pub const fn witness(&self) -> Option<Witness> {
        self.witness
    }

    /// Returns the place of an element.
    ///
    /// # Errors
    /// The number that is out of range.
    pub fn place(&self, at: [u32; 2]) -> Result<Place, Fault> {
        place(&self.asked, &self.held, at)
    }

    /// The elements at a place: one, or several where the halves of `.16x32bx2` overlap. Any bit of the element will do.
    ///
    /// # Errors
    /// A place that tensor memory does not have, or that holds nothing of it.
    pub fn element(&self, cell: Point) -> Result<Vec<[u32; 2]>, Fault> {
        element(&self.asked, &self.held, cell)
    }

    /// Returns what is not settled about an element's place: the places in other sources, and what is not known.
    pub fn doubts(&self, at: [u32; 2]) -> Vec<String> {
        let mut doubts = Vec::new();
        let Ok(here) = self.place(at) else {
            return doubts;
        };
        if self.asked.takes_usual_m() {
            doubts.push(format!(
                "m is not specified: {} is assumed, and another m gives another place or none",
                self.asked.usual_m()
            ));
        }
        for (witness, held) in &self.others {
            let Ok(there) = place(&self.asked, held, at) else {
                continue;
            };
            if there.cells != here.cells {
                let whose = witness.map_or("another source", Witness::text);
                doubts.push(format!("sources disagree: {whose} places it in {}; not measured", there.text()));
            }
        }
        if let Held::Scale(scale) = &self.held
            && let Some(own) = scale.own_rows
        {
            doubts.push(format!(
                "row is that of the fragment of 128 rows that CuTe has in each CTA; each CTA has {own} rows of A, and whether rows {own} to 127 matter is not known"
            ));
        }
        doubts
    }
}

fn place(asked: &Asked, held: &Held, at: [u32; 2]) -> Result<Place, Fault> {
    let [first, second] = asked.what.fields();
    let fault = |refusal: Refusal| {
        let field = match &refusal {
            Refusal::Index { what, .. } if is_first(what) => first,
            _ => second,
        };
        Fault::of(field)(refusal)
    };
    let [row, col] = at;
    let both = || (0..asked.ctas()).collect();
    let place = match held {
        Held::D(d) => {
            let cell = d.cell_from_element(row, col).map_err(fault)?;
            Place::new(vec![cell.cta], vec![cell])
        }
        Held::A(a) => {
            let cells = a.cells_from_element(row, col).map_err(fault)?;
            Place::new(cells.iter().take(1).map(|cell| cell.cta).collect(), cells)
        }
        Held::Scale(scale) => {
            inside("row", row, scale.rows).map_err(fault)?;
            let (cta, own) = match scale.is_split {
                true => (row / BLOCK_ROWS, row % BLOCK_ROWS),
                false => (0, row),
            };
            let cells = scale.columns.cells_from_factor(own, col).map_err(fault)?;
            Place::new(if scale.is_split { vec![cta] } else { both() }, cells)
        }
        Held::Metadata(metadata) => {
            let rows = asked.m.unwrap_or(asked.usual_m());
            inside("row", row, rows).map_err(fault)?;
            let cell = metadata.cell_from_element(row % BLOCK_ROWS, col);
            Place::new(vec![row / BLOCK_ROWS], vec![cell.map_err(fault)?])
        }
        Held::Load(load) => {
            inside("thread", row, LANES).map_err(fault)?;
            let register =
                Register { warp: row / WARP_LANES, thread: row % WARP_LANES, register: col, half: 0 };
            let cell = load.cell_from_register(register).map_err(fault)?;
            Place::new(vec![0], vec![cell])
        }
        Held::Copy(copy) => {
            let cells = copy.cells_from_byte(row, col).map_err(fault)?;
            Place::new(both(), cells)
        }
    };
    Ok(place)
}

/// Whether a refused index is the first of the two numbers.
fn is_first(what: &str) -> bool {
    what.starts_with("row") || what.starts_with("thread") || what.starts_with("warp")
}

fn element(asked: &Asked, held: &Held, cell: Point) -> Result<Vec<[u32; 2]>, Fault> {
    for (field, refusal) in [
        (Field::Cta, inside("cta", cell.cta, asked.ctas())),
        (Field::Lane, inside("lane", cell.lane, LANES)),
        (Field::Column, inside("column", cell.column, COLUMNS)),
        (Field::Bit, inside("bit", cell.bit, 32)),
    ] {
        refusal.map_err(Fault::of(field))?;
    }
    let bits = match held {
        Held::D(_) => 32,
        Held::A(a) => a.element.slot_bits(),
        Held::Scale(_) | Held::Copy(_) => 8,
        Held::Metadata(_) => 4,
        Held::Load(load) if load.is_packed => 16,
        Held::Load(_) => 32,
    };
    // The bit at which the element begins, and the CTA's own cell.
    let own = Point { bit: cell.bit / bits * bits, ..cell };
    let alone = Point { cta: 0, ..own };
    let found: Vec<[u32; 2]> = match held {
        Held::D(d) => d.element_from_cell(own).map(<[u32; 2]>::from).into_iter().collect(),
        Held::A(a) => a.element_from_cell(own).map(<[u32; 2]>::from).into_iter().collect(),
        Held::Scale(scale) => {
            let found = scale.columns.factor_from_cell(alone);
            let first = if scale.is_split { cell.cta * BLOCK_ROWS } else { 0 };
            let found = found.map(|(row, factor, _)| [row + first, factor]);
            check_padding(scale, found)?;
            found.into_iter().collect()
        }
        Held::Metadata(metadata) => {
            let found = metadata.group_from_cell(alone);
            let row = |(row, k): (u32, std::ops::Range<u32>)| [row + cell.cta * BLOCK_ROWS, k.start];
            found.map(row).into_iter().collect()
        }
        Held::Load(load) => {
            let found = load.registers_from_cell(alone).into_iter();
            found.map(|at| [at.warp * WARP_LANES + at.thread, at.register]).collect()
        }
        Held::Copy(copy) => {
            let found = copy.byte_from_cell(alone);
            found.map(|(row, byte, _)| [row, byte]).into_iter().collect()
        }
    };
    match found.is_empty() {
        false => Ok(found),
        true => {
            let Point { lane, column, bit, .. } = cell;
            Err(Fault {
                field: Field::Lane,
                why: format!("lane {lane}, column {column}, bit {bit} holds nothing of this {}", asked.what),
            })
        }
    }
}

fn check_padding(scale: &Scale, found: Option<[u32; 2]>) -> Result<(), Fault> {
    let why = match found {
        Some([row, _]) if row >= scale.rows => {
            format!("row {row} is padding: there are {} rows", scale.rows)
        }
        Some([_, factor]) if factor >= scale.columns.factors => {
            let factors = scale.columns.factors;
            format!("scale factor {factor} is padding: there are {factors} of each row")
        }
        _ => return Ok(()),
    };
    Err(Fault { field: Field::Column, why })
}
