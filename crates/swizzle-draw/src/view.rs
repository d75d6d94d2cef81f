//! How a picture is read: what its cells are, and what their numbers and colours say.

use swizzle_core::named;

named! {
    /// The part of shared memory that is drawn.
    pub enum Shows "picture" {
        /// The whole matrix.
        Tile => "tile",
        /// The read of one instruction through the selected step's descriptor.
        Read => "read",
        /// The tile as an image, and what all reads get of it.
        Picture => "picture",
    }
}

named! {
    /// Kind of cell in the matrix view.
    pub enum Cells "cells" {
        /// A unit of 16 bytes, as in most of the ISA's figures.
        Units => "units",
        /// An element, as in Figures 164 and 165.
        Elements => "elements",
    }
}

named! {
    /// Meaning of the number in a cell.
    pub enum Number "number" {
        /// `(address − start) / 16`: its place in memory. The ISA's own.
        Memory => "memory",
        /// Its place in the matrix, counted along the contiguous dimension first.
        Logical => "logical",
        /// The banks that hold it.
        Bank => "bank",
        /// Nothing: there is none.
        None => "none",
    }
}

named! {
    /// Meaning of the colour of a cell; a unit has the same colour in both views.
    pub enum Colour "colour" {
        /// Memory unit modulo 8. The ISA's own.
        Memory => "memory",
        /// Logical unit modulo 8.
        Logical => "logical",
        /// Row of the atom.
        Row => "row",
        /// Atom.
        Atom => "atom",
        /// Group of four banks.
        Bank => "bank",
        /// The step that reads it.
        Step => "step",
        /// Nothing: all cells have one.
        None => "none",
    }
}

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
