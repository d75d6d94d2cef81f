//! How a picture is read: what its cells are, and what their numbers and colours say.

use swizzle_core::named;

/// The part of shared memory that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shows {
    /// The whole matrix.
    Tile,
    /// The read of one instruction through the selected step's descriptor.
    Read,
    /// The tile as an image, and what all reads get of it.
    Picture,
}

named!(
    Shows,
    "picture",
    Tile => "tile",
    Read => "read",
    Picture => "picture",
);

/// Kind of cell in the matrix view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cells {
    /// A unit of 16 bytes, as in most of the ISA's figures.
    Units,
    /// An element, as in Figures 164 and 165.
    Elements,
}

named!(
    Cells,
    "cells",
    Units => "units",
    Elements => "elements",
);

/// Meaning of the number in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Number {
    /// `(address − start) / 16`: its place in memory. The ISA's own.
    Memory,
    /// Its place in the matrix, counted along the contiguous dimension first.
    Logical,
    /// The banks that hold it.
    Bank,
    /// Nothing: there is none.
    None,
}

named!(
    Number,
    "number",
    Memory => "memory",
    Logical => "logical",
    Bank => "bank",
    None => "none",
);

/// Meaning of the colour of a cell; a unit has the same colour in both views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Memory unit modulo 8. The ISA's own.
    Memory,
    /// Logical unit modulo 8.
    Logical,
    /// Row of the atom.
    Row,
    /// Atom.
    Atom,
    /// Group of four banks.
    Bank,
    /// The step that reads it.
    Step,
    /// Nothing: all cells have one.
    None,
}

named!(
    Colour,
    "colour",
    Memory => "memory",
    Logical => "logical",
    Row => "row",
    Atom => "atom",
    Bank => "bank",
    Step => "step",
    None => "none",
);

/// How both views are read. The default is the ISA's own look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct View {
    /// Part that is drawn.
    pub shows: Shows,
    /// Kind of cell.
    pub cells: Cells,
    /// Meaning of a cell's number.
    pub number: Number,
    /// Meaning of a cell's colour.
    pub colour: Colour,
}

impl Default for View {
    fn default() -> Self {
        Self { shows: Shows::Tile, cells: Cells::Units, number: Number::Memory, colour: Colour::Memory }
    }
}
