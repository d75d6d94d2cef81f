//! Every value of tile and reader by name, and whether it was said.

use crate::hardware::Use;
use crate::params::{Group, PARAMS, Param, ParamId, Scalar};
use crate::reader::{Said, SaidPlace, SaidReader, Spec};
use crate::tile::SaidTile;

/// A value of the tile or the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// Its lasting name.
    pub name: &'static str,
    /// What it is; none where the tile has no such value.
    pub held: Option<Scalar>,
    /// Whether somebody said so; else it is assumed.
    pub is_said: bool,
}

impl Spec {
    /// Every value of the tile.
    ///
    /// ```
    /// use swizzle_core::{Said, SaidTile};
    /// use swizzle_infer::spec_from_said;
    /// let tile = SaidTile { k: Some(128), ..SaidTile::default() };
    /// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
    /// let said = spec.tile_values().filter(|value| value.is_said);
    /// assert_eq!(said.map(|value| value.name).collect::<Vec<_>>(), ["k"]);
    /// # Ok::<(), swizzle_core::SpecError>(())
    /// ```
    pub fn tile_values(&self) -> impl Iterator<Item = Value> {
        self.values(Group::is_of_tile)
    }

    /// Every value of the reader. A given descriptor says its architecture and LBO mode.
    pub fn reader_values(&self) -> impl Iterator<Item = Value> {
        self.values(|group| group == Group::Reader)
    }

    fn values(&self, is_of: fn(Group) -> bool) -> impl Iterator<Item = Value> {
        let taken = self.taken();
        let params = PARAMS.iter().filter(move |param| is_of(param.group));
        params.map(move |param| Value {
            name: param.key,
            held: param.get(&taken),
            is_said: self.is_said(param),
        })
    }

    /// Every value as if it had been said: what was, and what was assumed.
    #[must_use]
    pub const fn taken(&self) -> Said {
        let (tile, reader, place) = (self.tile(), self.reader(), self.place());
        Said {
            tile: SaidTile {
                element: Some(tile.element),
                major: Some(tile.major),
                swizzle: Some(tile.swizzle),
                mn: Some(tile.mn),
                k: Some(tile.k),
                buffer_mn: Some(tile.buffer.mn),
                buffer_k: Some(tile.buffer.k),
                at_mn: Some(tile.at.mn),
                at_k: Some(tile.at.k),
                order: Some(tile.order),
                lbo_bytes: Some(tile.lbo_bytes),
                sbo_bytes: Some(tile.sbo_bytes),
                row_bytes: tile.row_bytes,
                row_xor: tile.row_xor,
                start_bytes: Some(tile.start_bytes),
                pattern_bytes: Some(tile.pattern_bytes),
                pattern_of: Some(tile.pattern_of),
                stages: Some(tile.stages),
                stage_bytes: Some(tile.stage_bytes),
            },
            reader: SaidReader {
                arch: Some(reader.arch),
                chip: Some(reader.chip),
                operand: Some(reader.operand),
                sparsity: Some(reader.sparsity),
                lbo_mode: Some(reader.lbo_mode),
                rows: Some(reader.rows),
                used_for: Some(reader.used_for),
                shape: match reader.used_for {
                    Use::Copy => Some(reader.shape),
                    Use::Mma => None,
                },
            },
            place: SaidPlace {
                stage: Some(place.stage),
                block: Some(place.block),
                step: Some(place.step),
            },
            ..*self.said()
        }
    }

    /// Whether somebody said a value.
    #[must_use]
    pub fn is_said(&self, param: &Param) -> bool {
        let is_said = |param: &Param| param.get(self.said()).is_some();
        is_said(param)
            || match param.id {
                ParamId::Arch | ParamId::LboMode => self.given().is_some(),
                // Who says a shape says that it is a copy.
                ParamId::For => is_said(ParamId::Shape.param()),
                _ => false,
            }
    }
}
