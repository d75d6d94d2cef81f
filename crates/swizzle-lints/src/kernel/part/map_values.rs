//! Tensor maps that a kernel makes, those of its stores, too: dimensions that there are not, and values that the driver refuses.

use super::*;

/// Elements and bytes that fit every type.
const FITTING: u32 = 128;

/// The first value of a map that cannot be right, whatever the copies are.
pub(super) fn map_values(kernel: &Kernel<'_>) -> Option<Part> {
    of_values(kernel).or_else(|| of_places(kernel))
}

/// Maps that are published less than a map's size apart.
fn of_places(kernel: &Kernel<'_>) -> Option<Part> {
    let places = kernel.events.iter().filter_map(|event| match &event.action {
        Action::MapPublished { destination, .. } => Some((event, destination.as_ref()?)),
        _ => None,
    });
    let places: Vec<_> = places.collect();
    for (number, (event, place)) in places.iter().enumerate() {
        let mut apart = places[..number].iter().filter_map(|(_, other)| other.ahead(place, 64));
        if let Some(bytes) = apart.find(|bytes| *bytes != 0 && bytes.unsigned_abs() < MAP_BYTES) {
            let part = MAP_VALUES.wrong(
                format!("The tensor map is published {bytes} bytes from another"),
                format!("A tensor map has {MAP_BYTES} bytes: one of the two is overwritten."),
            );
            return Some(part.at(*event));
        }
    }
    None
}

/// Bytes of a tensor map. Source: CUDA driver API, `CUtensorMap`.
const MAP_BYTES: u64 = 128;

fn of_values(kernel: &Kernel<'_>) -> Option<Part> {
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
        "global_stride" => (dimension.saturating_sub(1), ", and the contiguous one has no stride"),
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

/// What the driver refuses of a box that is known whole: a size that is not known may be small.
fn refused(map: &MadeMap) -> Option<(u32, Part)> {
    let rank = map.copied()?.len();
    let dimension = |at: usize| {
        Some(Dimension {
            extent: FITTING.into(),
            stride_bytes: FITTING.into(),
            box_elements: map.box_dims[at]?,
            element_stride: map.element_strides[at].unwrap_or(1),
        })
    };
    let asked = TensorMap {
        dimensions: (0..rank).map(dimension).collect::<Option<_>>()?,
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

#[cfg(test)]
mod tests {
    use swizzle_ptx::kernel::kernels;
    use swizzle_ptx::module::Module;

    use super::map_values;

    /// The title of what is said of a map with these boxes and element strides, if something is.
    fn said(rank: u32, fields: &str) -> Option<String> {
        let replace = |field: &str| format!("tensormap.replace.tile.{field}.global.b1024.b32 [%map], ");
        let lines: String = fields
            .split(';')
            .map(|one| {
                let (field, values) = one.trim().split_once(' ').expect("a field and its values");
                format!("{}{values};\n", replace(field))
            })
            .collect();
        let text = format!(
            ".version 8.7\n.target sm_90a\n.visible .entry k(.param .u64 p, .param .u32 q) {{\n.reg .b64 %map; .reg .b32 %q; .reg .f32 %f<4>; .reg .b64 %d;\n\
             ld.param.u64 %map, [p];\nld.param.u32 %q, [q];\n{}{rank};\n{}0xa;\n{lines}\
             wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0,%f1,%f2,%f3}}, %d, %d, 1, 1, 1, 0, 0;\nret;\n}}",
            replace("rank"),
            replace("elemtype")
        );
        let module = Module::read(&text);
        let kernels = kernels(&module);
        let part = map_values(&kernels[0])?;
        Some(format!("{part:?}"))
    }

    #[test]
    fn what_is_not_known_is_not_refused() {
        let right = "box_dim 0, 64; box_dim 1, 128; element_stride 0, 1; element_stride 1, 1";
        assert_eq!(said(1, right), None);
        // 128 × 128 × 128 elements would not fit; sizes of a parameter may be smaller.
        let open = "box_dim 0, 64; box_dim 1, %q; box_dim 2, %q; element_stride 1, 1; element_stride 2, 1";
        assert_eq!(said(2, open), None);
        let large = "box_dim 0, 64; box_dim 1, 512; element_stride 0, 1; element_stride 1, 1";
        assert!(said(1, large).is_some_and(|said| said.contains("box sizes")));
        let stride = "box_dim 0, 64; box_dim 1, 128; element_stride 0, 1; element_stride 1, 16";
        assert!(said(1, stride).is_some_and(|said| said.contains("element strides")));
        let beyond = format!("{right}; element_stride 2, 1");
        assert!(said(1, &beyond).is_some_and(|said| said.contains("has 2 dimensions")));
    }
}
