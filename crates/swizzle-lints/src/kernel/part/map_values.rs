//! Tensor maps that a kernel makes, those of its stores, too: dimensions that there are not, and values that the driver refuses.

use swizzle_core::hardware::Chip;
use swizzle_core::tma::{Dimension, MapSwizzle, TensorMap, refusals_of_map};
use swizzle_ptx::event::tensor_map::MadeMap;
use swizzle_ptx::kernel::Kernel;

use crate::finding::Confidence;
use crate::kernel::part::Part;
use crate::kernel::part::row::{FactKind, Outcome, Row};

pub(super) static MAP_VALUES: Row = Row {
    id: "map-values",
    source: "PTX ISA, `tensormap.replace`; CUDA driver API, `cuTensorMapEncodeTiled`",
    confidence: Confidence::Stated,
    fact: FactKind::Map,
};

/// Elements and bytes that fit every type.
const FITTING: u32 = 128;

/// The first value of a map that cannot be right, whatever the copies are.
pub(super) fn map_values(kernel: &Kernel<'_>) -> Option<Part> {
    kernel.maps.iter().find_map(|map| {
        let (line, outcome) = beyond(map).or_else(|| refused(map))?;
        let loc = kernel.events.iter().find(|event| event.line == line)?.loc;
        Some(MAP_VALUES.part((line, loc), None, Vec::new(), outcome))
    })
}

/// A dimension that the rank leaves out.
fn beyond(map: &MadeMap) -> Option<(u32, Outcome)> {
    let (rank, (dimension, field, line)) = (map.rank?, map.furthest?);
    let is_stride = field == "global_stride";
    (dimension >= rank.into()).then(|| {
        let outcome = Outcome::wrong(
            format_args!(
                "The tensor map has {rank} dimensions, `{field}` {} is replaced",
                dimension - u64::from(is_stride)
            ),
            format_args!(
                "Dimensions are counted from 0{}, and the field of the dimension that was meant keeps its value.",
                if is_stride { ", and the contiguous one has no stride" } else { "" }
            ),
        );
        (line, outcome)
    })
}

/// What the driver refuses of the box.
fn refused(map: &MadeMap) -> Option<(u32, Outcome)> {
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
    let mut refusals = refusals_of_map(&asked, Chip::Sm100).into_iter();
    let first = refusals.find(|one| ["boxDim", "elementStrides"].contains(&one.argument))?;
    let line = match first.argument {
        "boxDim" => map.lines.box_dims,
        _ => map.lines.last,
    };
    let outcome = Outcome::wrong(
        format_args!(
            "The tensor map's {} are not possible",
            if first.argument == "boxDim" {
                "box sizes"
            } else {
                "element strides"
            }
        ),
        format_args!("{}", first.text),
    );
    (line > 0).then_some((line, outcome))
}
