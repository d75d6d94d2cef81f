//! Tensor maps that a kernel makes itself, as far as constants tell.

use std::collections::HashMap;

use swizzle_core::tma::{DIMENSIONS_MAX, DataType, Interleave, MapSwizzle};

use crate::domain::linear::Linear;
use crate::event::{Action, Event};

/// A tensor map that a kernel makes by `tensormap.replace`.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// A map in the making: its fields by their codes.
#[derive(Debug, Clone, Default)]
struct Draft {
    rank: Option<u64>,
    box_dims: [Option<u64>; DIMENSIONS_MAX],
    element_strides: [Option<u64>; DIMENSIONS_MAX],
    data_type: Option<u64>,
    swizzle: Option<u64>,
    atomicity: Option<u64>,
    interleave: Option<u64>,
    lines: MapLines,
    furthest: Option<(u64, &'static str, u32)>,
}

impl Draft {
    /// A map of zeros.
    fn cleared() -> Self {
        Self {
            rank: Some(0),
            box_dims: [Some(0); DIMENSIONS_MAX],
            element_strides: [Some(0); DIMENSIONS_MAX],
            data_type: Some(0),
            swizzle: Some(0),
            atomicity: Some(0),
            interleave: Some(0),
            ..Self::default()
        }
    }

    fn replace(&mut self, field: &'static str, dimension: Option<u64>, value: Option<u64>, line: u32) {
        self.lines.last = line;
        if let Some(at) = dimension {
            // Strides begin with that of the second dimension.
            let at = at.saturating_add(u64::from(field == "global_stride"));
            self.furthest = self.furthest.max(Some((at, field, line)));
        }
        let set = |fields: &mut [Option<u64>; DIMENSIONS_MAX]| match dimension {
            Some(at) if at < DIMENSIONS_MAX as u64 => fields[at as usize] = value,
            Some(_) => {}
            // Any of them.
            None => *fields = [None; DIMENSIONS_MAX],
        };
        match field {
            "rank" => self.rank = value,
            "box_dim" => {
                self.lines.box_dims = line;
                set(&mut self.box_dims);
            }
            "element_stride" => set(&mut self.element_strides),
            "elemtype" => (self.data_type, self.lines.data_type) = (value, line),
            "swizzle_mode" => (self.swizzle, self.lines.swizzle) = (value, line),
            "swizzle_atomicity" => self.atomicity = value,
            "interleave_layout" => self.interleave = value,
            _ => {}
        }
    }

    fn made(&self, address: Option<Linear>) -> MadeMap {
        let numbers = |fields: [Option<u64>; DIMENSIONS_MAX]| {
            fields.map(|field| field.and_then(|field| u32::try_from(field).ok()))
        };
        MadeMap {
            address,
            // The field is one less.
            rank: self.rank.map(|rank| (rank & 7) as u32 + 1),
            box_dims: numbers(self.box_dims),
            element_strides: numbers(self.element_strides),
            data_type: self.data_type.and_then(data_type),
            swizzle: swizzle(self.swizzle, self.atomicity),
            interleave: match self.interleave {
                Some(0) => Some(Interleave::None),
                Some(1) => Some(Interleave::B16),
                Some(2) => Some(Interleave::B32),
                _ => None,
            },
            lines: self.lines,
            furthest: self.furthest,
        }
    }
}

/// Source: PTX ISA, `tensormap.replace`, "Valid values for .elemtype"; the driver's numbers are others.
const fn data_type(code: u64) -> Option<DataType> {
    Some(match code {
        0 => DataType::Uint8,
        1 => DataType::Uint16,
        2 => DataType::Uint32,
        3 => DataType::Int32,
        4 => DataType::Uint64,
        5 => DataType::Int64,
        6 => DataType::Float16,
        7 => DataType::Float32,
        8 => DataType::Float32Ftz,
        9 => DataType::Float64,
        10 => DataType::Bfloat16,
        11 => DataType::Tfloat32,
        12 => DataType::Tfloat32Ftz,
        13 => DataType::U4Align8B,
        14 => DataType::U4Align16B,
        15 => DataType::U6Align16B,
        _ => return None,
    })
}

/// Source: PTX ISA, `tensormap.replace`, ".swizzle_mode" and ".swizzle_atomicity".
const fn swizzle(mode: Option<u64>, atomicity: Option<u64>) -> Option<MapSwizzle> {
    Some(match (mode, atomicity) {
        (Some(0), _) => MapSwizzle::None,
        (Some(1), Some(0)) => MapSwizzle::B32,
        (Some(2), Some(0)) => MapSwizzle::B64,
        (Some(3), Some(0)) => MapSwizzle::B128,
        (Some(3), Some(1)) => MapSwizzle::B128Atom32,
        (Some(3), Some(2)) => MapSwizzle::B128Atom32Flip8,
        (Some(3), Some(3)) => MapSwizzle::B128Atom64,
        _ => return None,
    })
}

impl MadeMap {
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

/// The maps that a kernel makes, in the order of the text.
pub(crate) fn made_maps(events: &[Event<'_>]) -> Vec<MadeMap> {
    let mut drafts: HashMap<Option<&Linear>, Draft> = HashMap::new();
    let mut maps = Vec::new();
    for event in events {
        match &event.action {
            Action::Cleared { first } => {
                drafts.insert(first.as_ref(), Draft::cleared());
            }
            Action::MapField { map, field, dimension, value } => {
                let draft = drafts.entry(map.as_ref()).or_default();
                draft.replace(field, *dimension, *value, event.line);
            }
            Action::MapPublished { destination, map } => {
                if let Some(draft) = drafts.remove(&map.as_ref()) {
                    maps.push(draft.made(destination.clone()));
                }
            }
            _ => {}
        }
    }
    // A map whose fields are replaced in global memory is used at its own address.
    let replaced = drafts.into_iter().filter(|(_, draft)| draft.lines.last > 0);
    maps.extend(replaced.map(|(at, draft)| draft.made(at.cloned())));
    maps.sort_by_key(|map| map.lines.last);
    maps
}
