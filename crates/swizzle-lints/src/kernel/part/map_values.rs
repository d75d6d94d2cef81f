//! Tensor maps that a kernel makes, those of its stores, too: dimensions that there are not, and values that the driver refuses.

use super::*;
use swizzle_core::hardware::Chip;
use swizzle_core::tma::{Dimension, MapSwizzle, TensorMap, refusals_of_map};
use swizzle_ptx::event::tensor_map::MadeMap;

/// Elements and bytes that fit every type.
const FITTING: u32 = 128;

/// The first value of a map that cannot be right, whatever the copies are.
pub(super) fn map_values(kernel: &Kernel<'_>) -> Option<Part> {
    kernel.maps.iter().find_map(|map| {
        let (line, part) = beyond(map).or_else(|| refused(map))?;
        let event = kernel.events.iter().find(|event| event.line == line)?;
        Some(part.at(event))
    })
}

/// A dimension that the rank leaves out.
fn beyond(map: &MadeMap) -> Option<(u32, Part)> {
    let (rank, (dimension, field, line)) = (map.rank?, map.furthest?);
    let (number, counted) = match field {
        "global_stride" => (
            dimension.saturating_sub(1),
            ", and the contiguous one has no stride",
        ),
        _ => (dimension, ""),
    };
    (dimension >= rank.into()).then(|| {
        let part = MAP_VALUES.wrong(
            format!("The tensor map has {rank} dimensions, `{field}` {number} is replaced"),
            format!("Dimensions are counted from 0{counted}, and the field of the dimension that was meant keeps its value."),
        );
        (line, part)
    })
}

/// What the driver refuses of the box.
fn refused(map: &MadeMap) -> Option<(u32, Part)> {
    let dimension = |at: usize| Dimension {
        extent: FITTING.into(),
        stride_bytes: FITTING.into(),
        box_elements: map.box_dims[at].unwrap_or(FITTING),
        element_stride: map.element_strides[at].unwrap_or(1),
    };
    let rank = map
        .rank
        .filter(|rank| *rank as usize <= map.box_dims.len())?;
    let asked = TensorMap {
        dimensions: (0..rank as usize).map(dimension).collect(),
        ..TensorMap::matrix(map.data_type?, MapSwizzle::None, (1, 1), (1, 1))
    };
    refusals_of_map(&asked, Chip::Sm100)
        .into_iter()
        .find_map(|one| {
            let (line, what) = match one.argument {
                "boxDim" => (map.lines.box_dims, "box sizes"),
                "elementStrides" => (map.lines.last, "element strides"),
                _ => return None,
            };
            let title = format!("The tensor map's {what} are not possible");
            Some((line, MAP_VALUES.wrong(title, &*one.text)))
        })
        .filter(|(line, _)| *line > 0)
}
