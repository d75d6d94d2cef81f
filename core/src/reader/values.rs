//! Every value of tile and reader by name, and whether it was said.

use crate::hardware::{Named, Use};
use crate::reader::spec::Spec;

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// A number: elements, bytes or a count, as its name says.
    Number(u32),
    /// A choice, by its lasting name.
    Choice(&'static str),
    /// Nothing: the tile has no such value.
    Nothing,
}

/// A value of the tile or the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// Its lasting name.
    pub name: &'static str,
    /// What it is.
    pub held: Held,
    /// Whether somebody said so; else it is assumed.
    pub is_said: bool,
}

const fn value(name: &'static str, held: Held, is_said: bool) -> Value {
    Value {
        name,
        held,
        is_said,
    }
}

fn choice<T: Named>(name: &'static str, held: T, said: Option<T>) -> Value {
    value(name, Held::Choice(held.name()), said.is_some())
}

fn number(name: &'static str, held: u32, said: Option<u32>) -> Value {
    value(name, Held::Number(held), said.is_some())
}

impl Spec {
    /// Every value of the tile.
    ///
    /// ```
    /// use swizzle_core::{Said, SaidTile};
    /// use swizzle_infer::spec_from_said;
    /// let tile = SaidTile { k: Some(128), ..SaidTile::default() };
    /// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
    /// let said = spec.tile_values().into_iter().filter(|value| value.is_said);
    /// assert_eq!(said.map(|value| value.name).collect::<Vec<_>>(), ["k"]);
    /// # Ok::<(), swizzle_core::SpecError>(())
    /// ```
    #[must_use]
    pub fn tile_values(&self) -> [Value; 19] {
        let (tile, said) = (self.tile(), &self.said().tile);
        [
            choice("element", tile.element, said.element),
            choice("major", tile.major, said.major),
            choice("swizzle", tile.swizzle, said.swizzle),
            number("mn", tile.mn, said.mn),
            number("k", tile.k, said.k),
            number("buffer_mn", tile.buffer.mn, said.buffer_mn),
            number("buffer_k", tile.buffer.k, said.buffer_k),
            number("at_mn", tile.at.mn, said.at_mn),
            number("at_k", tile.at.k, said.at_k),
            choice("order", tile.order, said.order),
            number("lbo_bytes", tile.lbo_bytes, said.lbo_bytes),
            number("sbo_bytes", tile.sbo_bytes, said.sbo_bytes),
            value(
                "row_bytes",
                tile.row_bytes.map_or(Held::Nothing, Held::Number),
                said.row_bytes.is_some(),
            ),
            value(
                "row_xor",
                tile.row_xor
                    .map_or(Held::Nothing, |xor| Held::Choice(xor.name())),
                said.row_xor.is_some(),
            ),
            number("start", tile.start_bytes, said.start_bytes),
            number("pattern", tile.pattern_bytes, said.pattern_bytes),
            choice("pattern_of", tile.pattern_of, said.pattern_of),
            number("stages", tile.stages, said.stages),
            number("stage_bytes", tile.stage_bytes, said.stage_bytes),
        ]
    }

    /// Every value of the reader. A given descriptor says its architecture and LBO mode.
    #[must_use]
    pub fn reader_values(&self) -> [Value; 7] {
        let (reader, said) = (self.reader(), &self.said().reader);
        let is_given = self.given().is_some();
        [
            value(
                "arch",
                Held::Choice(reader.arch.name()),
                is_given || said.arch.is_some(),
            ),
            choice("operand", reader.operand, said.operand),
            choice("sparsity", reader.sparsity, said.sparsity),
            value(
                "lbo_mode",
                Held::Choice(reader.lbo_mode.name()),
                is_given || said.lbo_mode.is_some(),
            ),
            number("rows", reader.rows, said.rows),
            value(
                "for",
                Held::Choice(reader.used_for.name()),
                said.used_for.or(said.shape.map(|_| Use::Copy)).is_some(),
            ),
            value(
                "shape",
                match reader.used_for {
                    Use::Copy => Held::Choice(reader.shape.name()),
                    Use::Mma => Held::Nothing,
                },
                said.shape.is_some(),
            ),
        ]
    }
}
