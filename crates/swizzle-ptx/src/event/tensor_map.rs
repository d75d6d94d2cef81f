//! Tensor maps that a kernel makes itself, as far as constants tell.

use std::collections::HashMap;

use swizzle_core::hardware::Named as _;
use swizzle_core::tma::{DIMENSIONS_MAX, DataType, Interleave, MapSwizzle};

use crate::domain::linear::Linear;
use crate::event::{Action, Event};

/// A tensor map that a kernel makes by `tensormap.replace`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MadeMap {
    /// The address at which copies find it.
    pub address: Option<Linear>,
    /// Dimensions.
    pub rank: Option<u32>,
    /// Elements of the box, the contiguous dimension first.
    pub box_dims: [Option<u32>; DIMENSIONS_MAX],
    /// The step between copied elements.
    pub element_strides: [Option<u32>; DIMENSIONS_MAX],
    /// Type of the elements.
    pub data_type: Option<DataType>,
    /// Swizzle mode.
    pub swizzle: Option<MapSwizzle>,
    /// Interleave.
    pub interleave: Option<Interleave>,
    /// The lines of its fields: the box, the type, the swizzle mode; from 1, 0 for a field that is not replaced.
    pub lines: MapLines,
    /// The highest dimension that is replaced, with its field and line.
    pub furthest: Option<(u64, &'static str, u32)>,
    /// The codes of the swizzle mode and of its atomicity.
    modes: [Option<u64>; 2],
}

/// The lines in which fields of a tensor map are replaced; 0 for those that are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MapLines {
    /// The last of any field.
    pub last: u32,
    /// The last of the box.
    pub box_dims: u32,
    /// The type of the elements.
    pub data_type: u32,
    /// The swizzle mode.
    pub swizzle: u32,
}

impl MadeMap {
    /// A map of zeros.
    fn cleared() -> Self {
        let zeros = [Some(0); DIMENSIONS_MAX];
        let mut map = Self { box_dims: zeros, element_strides: zeros, ..Self::default() };
        for field in ["rank", "elemtype", "swizzle_mode", "swizzle_atomicity", "interleave_layout"] {
            map.replace(field, None, Some(0), 0);
        }
        map
    }

    fn replace(&mut self, field: &'static str, dimension: Option<u64>, value: Option<u64>, line: u32) {
        self.lines.last = line;
        if let Some(at) = dimension {
            // Strides begin with that of the second dimension.
            let at = at.saturating_add(u64::from(field == "global_stride"));
            self.furthest = self.furthest.max(Some((at, field, line)));
        }
        let number = value.and_then(|value| u32::try_from(value).ok());
        let set = |fields: &mut [Option<u32>; DIMENSIONS_MAX]| match dimension {
            Some(at) if at < DIMENSIONS_MAX as u64 => fields[at as usize] = number,
            Some(_) => {}
            // Any of them.
            None => *fields = [None; DIMENSIONS_MAX],
        };
        match field {
            // The field is one less.
            "rank" => self.rank = value.map(|rank| (rank & 7) as u32 + 1),
            "box_dim" => {
                self.lines.box_dims = line;
                set(&mut self.box_dims);
            }
            "element_stride" => set(&mut self.element_strides),
            "elemtype" => (self.data_type, self.lines.data_type) = (value.and_then(data_type), line),
            "swizzle_mode" => (self.modes[0], self.lines.swizzle) = (value, line),
            "swizzle_atomicity" => self.modes[1] = value,
            "interleave_layout" => {
                self.interleave = value.and_then(|code| Interleave::ALL.get(code as usize).copied());
            }
            _ => {}
        }
        self.swizzle = swizzle(self.modes);
    }

    /// Bytes of one box, as a barrier counts them: without the padding of narrow elements.
    pub fn transaction_bytes(&self) -> Option<u64> {
        self.bytes(self.data_type?.global_bits())
    }

    /// Bytes of one box in shared memory, without the rest of a wider row.
    pub fn shared_bytes(&self) -> Option<u64> {
        self.bytes(self.data_type?.shared_bits())
    }

    fn bytes(&self, bits: u32) -> Option<u64> {
        let all = self.copied()?;
        let elements = all.iter().try_fold(1u64, |product, one| product.checked_mul((*one).into()))?;
        Some(elements.checked_mul(bits.into())? / 8)
    }

    /// Elements that a copy of the box brings, of each dimension.
    pub fn copied(&self) -> Option<Vec<u32>> {
        let rank = (self.rank? as usize).min(DIMENSIONS_MAX);
        let of = |at: usize| {
            let elements = self.box_dims[at]?;
            match at {
                0 => Some(elements),
                _ => Some(elements.div_ceil(self.element_strides[at]?.max(1))),
            }
        };
        (0..rank).map(of).collect()
    }
}

/// Source: PTX ISA, `tensormap.replace`, "Valid values for .elemtype"; the driver's numbers are others.
fn data_type(code: u64) -> Option<DataType> {
    use DataType::*;
    const TYPES: [DataType; 16] = [
        Uint8,
        Uint16,
        Uint32,
        Int32,
        Uint64,
        Int64,
        Float16,
        Float32,
        Float32Ftz,
        Float64,
        Bfloat16,
        Tfloat32,
        Tfloat32Ftz,
        U4Align8B,
        U4Align16B,
        U6Align16B,
    ];
    TYPES.get(code as usize).copied()
}

/// Source: PTX ISA, `tensormap.replace`, ".swizzle_mode" and ".swizzle_atomicity".
const fn swizzle(modes: [Option<u64>; 2]) -> Option<MapSwizzle> {
    Some(match modes {
        [Some(0), _] => MapSwizzle::None,
        [Some(1), Some(0)] => MapSwizzle::B32,
        [Some(2), Some(0)] => MapSwizzle::B64,
        [Some(3), Some(0)] => MapSwizzle::B128,
        [Some(3), Some(1)] => MapSwizzle::B128Atom32,
        [Some(3), Some(2)] => MapSwizzle::B128Atom32Flip8,
        [Some(3), Some(3)] => MapSwizzle::B128Atom64,
        _ => return None,
    })
}

/// The maps that a kernel makes, in the order of the text.
pub(crate) fn made_maps(events: &[Event<'_>]) -> Vec<MadeMap> {
    let mut drafts: HashMap<Option<&Linear>, MadeMap> = HashMap::new();
    let mut maps = Vec::new();
    for event in events {
        match &event.action {
            Action::Cleared { first } => {
                drafts.insert(first.as_ref(), MadeMap::cleared());
            }
            Action::MapField { map, field, dimension, value } => {
                drafts.entry(map.as_ref()).or_default().replace(field, *dimension, *value, event.line);
            }
            Action::MapPublished { destination, map } => {
                if let Some(draft) = drafts.remove(&map.as_ref()) {
                    maps.push(MadeMap { address: destination.clone(), ..draft });
                }
            }
            _ => {}
        }
    }
    // A map whose fields are replaced in global memory is used at its own address.
    let replaced = drafts.into_iter().filter(|(_, draft)| draft.lines.last > 0);
    maps.extend(replaced.map(|(at, draft)| MadeMap { address: at.cloned(), ..draft }));
    maps.sort_by_key(|map| map.lines.last);
    maps
}
