//! A register fragment: its law, and the places that were asked for.

use serde::Serialize;
use swizzle_warp::{AskedFragment, Slot};

/// The places that are asked for: those with all of the values that are given.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// Lane of the warp, or thread of the warpgroup.
    pub lane: Option<u32>,
    /// Register of the operand.
    pub register: Option<u32>,
    /// Row and column.
    pub element: Option<(u32, u32)>,
}

/// A fragment as JSON.
#[derive(Debug, Serialize)]
pub struct Fragment {
    /// What it is a fragment of.
    pub fragment: String,
    /// Rows.
    pub rows: u32,
    /// Columns.
    pub columns: u32,
    /// Matrices that are held beside each other.
    pub matrices: u32,
    /// Bits that an element has in its register.
    pub bits: u32,
    /// Lanes, or threads of a warpgroup.
    pub threads: u32,
    /// Registers of each.
    pub registers: u32,
    /// Elements of a register.
    pub parts: u32,
    /// Row, column and matrix as sums.
    pub law: Vec<String>,
    /// The PTX version that brought the instruction.
    pub ptx: Option<String>,
    /// The first chip that has it.
    pub sm: Option<u32>,
    /// How well the map is attested.
    pub evidence: &'static str,
    /// The places that were asked for.
    pub slots: Vec<Held>,
}

/// A place in the registers, and its cell.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Held {
    /// Lane of the warp, or thread of the warpgroup.
    pub lane: u32,
    /// Register of the operand.
    pub register: u32,
    /// Element of the register, from its low bits.
    pub part: u32,
    /// Row.
    pub row: u32,
    /// Column.
    pub column: u32,
    /// Matrix.
    pub matrix: u32,
}

impl Held {
    /// The place.
    pub const fn slot(&self) -> Slot {
        Slot { thread: self.lane, register: self.register, part: self.part }
    }
}

impl Fragment {
    /// The fragment of an instruction and an operand, with the places that are wanted.
    ///
    /// # Errors
    /// Says what of it is unknown, or what the fragment does not have.
    pub fn of(text: &str, operand: &str, wanted: Wanted) -> Result<Self, String> {
        let asked = AskedFragment::from_text(text, operand)?;
        let held = &asked.fragment;
        let (rows, columns, registers) = (held.rows, held.columns, held.registers());
        let limits = [
            (held.who(), wanted.lane, held.threads),
            ("register", wanted.register, registers),
            ("row", wanted.element.map(|at| at.0), rows),
            ("column", wanted.element.map(|at| at.1), columns),
        ];
        for (what, value, count) in limits {
            if let Some(value) = value.filter(|value| *value >= count) {
                return Err(format!("{what} {value} is outside {}: 0 to {}", asked.title, count - 1));
            }
        }
        let slots = held.slots().map(|slot| {
            let Slot { thread: lane, register, part } = slot;
            let ((row, column), matrix) = (held.cell_from_slot(slot), held.matrix_from_slot(slot));
            Held { lane, register, part, row, column, matrix }
        });
        let is_wanted = |one: &Held| {
            wanted.lane.is_none_or(|lane| lane == one.lane)
                && wanted.register.is_none_or(|register| register == one.register)
                && wanted.element.is_none_or(|cell| cell == (one.row, one.column))
        };
        Ok(Self {
            rows,
            columns,
            matrices: held.matrices(),
            bits: held.bits,
            threads: held.threads,
            registers,
            parts: held.parts,
            law: held.formulas(),
            ptx: asked.since.map(|((major, minor), _)| format!("{major}.{minor}")),
            sm: asked.since.map(|(_, sm)| sm),
            evidence: asked.evidence,
            slots: slots.filter(is_wanted).collect(),
            fragment: asked.title,
        })
    }
}
