//! Every value of tile and reader by name, and whether it was specified.

use swizzle_core::hardware::Use;
use swizzle_core::{Said, SaidPlace, SaidReader, SaidTile, Spec};

use crate::table::{PARAMS, ParamId};
use crate::{Group, Param, Scalar};

/// A value of the tile or the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// Its lasting name.
    pub name: &'static str,
    /// The value itself; `None` if the tile has no such value.
    pub held: Option<Scalar>,
    /// Whether it was specified; otherwise it is inferred.
    pub is_said: bool,
}

/// Every value of the tile.
///
/// ```
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// use swizzle_params::tile_values;
/// let tile = SaidTile { k: Some(128), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
/// let said = tile_values(&spec).filter(|value| value.is_said);
/// assert_eq!(said.map(|value| value.name).collect::<Vec<_>>(), ["k"]);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn tile_values(spec: &Spec) -> impl Iterator<Item = Value> {
    values(spec, Group::is_of_tile)
}

/// Every value of the reader. An explicit descriptor specifies its architecture and LBO mode.
pub fn reader_values(spec: &Spec) -> impl Iterator<Item = Value> {
    values(spec, |group| group == Group::Reader)
}

fn values(spec: &Spec, is_of: fn(Group) -> bool) -> impl Iterator<Item = Value> {
    let taken = taken(spec);
    let params = PARAMS.iter().filter(move |param| is_of(param.group));
    params.map(move |param| Value { name: param.key, held: param.get(&taken), is_said: param.is_said(spec) })
}

/// The specified values, and those of some parameters as if they had been specified.
pub fn said_and_taken<'a>(spec: &Spec, params: impl IntoIterator<Item = &'a Param>) -> Said {
    let (mut said, taken) = (*spec.said(), taken(spec));
    for param in params {
        param.set(&mut said, param.get(&taken));
    }
    said
}

/// Every value as if it had been specified: the specified and the inferred ones.
pub const fn taken(spec: &Spec) -> Said {
    let (tile, reader, place) = (spec.tile(), spec.reader(), spec.place());
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
            pad_every_bytes: match tile.pads {
                Some(pads) => Some(pads.every_bytes),
                None => spec.said().tile.pad_every_bytes,
            },
            pad_bytes: match tile.pads {
                Some(pads) => Some(pads.bytes),
                None => spec.said().tile.pad_bytes,
            },
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
        place: SaidPlace { stage: Some(place.stage), block: Some(place.block), step: Some(place.step) },
        ..*spec.said()
    }
}

impl Param {
    /// Whether a value was specified.
    pub fn is_said(&self, spec: &Spec) -> bool {
        let is_said = |param: &Param| param.get(spec.said()).is_some();
        is_said(self)
            || match self.id {
                ParamId::Arch | ParamId::LboMode => spec.given().is_some(),
                // A specified shape implies a copy.
                ParamId::For => is_said(ParamId::Shape.param()),
                _ => false,
            }
    }
}
