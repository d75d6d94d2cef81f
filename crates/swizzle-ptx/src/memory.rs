//! Memory of a function's own: parameters of calls and local arrays, by what is stored in them anywhere.

use std::collections::{BTreeMap, HashMap};

use crate::domain::linear::Linear;
use crate::ssa::ValueId;

/// A store, and which of the registers that it stores.
pub(crate) type StoreKey = (u32, u32);

/// The values that are stored in the variables of a kernel.
#[derive(Default)]
pub(crate) struct Memory {
    variables: HashMap<u32, Variable>,
}

#[derive(Default)]
struct Variable {
    cells: BTreeMap<u64, Cell>,
    /// Stored at a place that is not known.
    anywhere: Cell,
    /// Values that are loaded from a place that is not known.
    readers: Vec<ValueId>,
    /// Whether something that is not seen may store in it.
    is_open: bool,
}

#[derive(Default)]
struct Cell {
    stored: BTreeMap<StoreKey, Linear>,
    readers: Vec<ValueId>,
}

fn push(list: &mut Vec<ValueId>, id: ValueId) {
    if list.last() != Some(&id) && !list.contains(&id) {
        list.push(id);
    }
}

impl Memory {
    /// Says that something that is not seen may store in a variable.
    pub(crate) fn open(&mut self, variable: u32) {
        self.variables.entry(variable).or_default().is_open = true;
    }

    /// Stores at an offset, or somewhere, and returns whose loads see it.
    pub(crate) fn store(
        &mut self,
        variable: u32,
        offset: Option<u64>,
        key: StoreKey,
        value: &Linear,
    ) -> Vec<ValueId> {
        let variable = self.variables.entry(variable).or_default();
        let own = match offset {
            Some(offset) => variable.cells.entry(offset).or_default(),
            None => &mut variable.anywhere,
        };
        if own.stored.insert(key, value.clone()).as_ref() == Some(value) {
            return Vec::new();
        }
        let seen_by = match offset {
            Some(offset) => variable.cells.range(offset..=offset),
            None => variable.cells.range(..),
        };
        let readers = seen_by.flat_map(|(_, cell)| &cell.readers);
        readers.chain(&variable.readers).copied().collect()
    }

    /// Returns the values that a load at an offset, or somewhere, can find; `None` where they are not known.
    pub(crate) fn load(
        &mut self,
        variable: u32,
        offset: Option<u64>,
        reader: ValueId,
    ) -> Option<Vec<Linear>> {
        let variable = self.variables.entry(variable).or_default();
        let mut found: Vec<Linear> = Vec::new();
        let mut add = |cell: &Cell| {
            for value in cell.stored.values() {
                if !found.contains(value) && found.len() < CHOICES_MAX {
                    found.push(value.clone());
                }
            }
        };
        match offset {
            Some(offset) => {
                let cell = variable.cells.entry(offset).or_default();
                push(&mut cell.readers, reader);
                add(cell);
            }
            None => {
                push(&mut variable.readers, reader);
                variable.cells.values().for_each(&mut add);
            }
        }
        add(&variable.anywhere);
        (!variable.is_open && found.len() < CHOICES_MAX).then_some(found)
    }
}

/// The number of different values from which on they no longer count as a choice.
pub(crate) const CHOICES_MAX: usize = 9;
