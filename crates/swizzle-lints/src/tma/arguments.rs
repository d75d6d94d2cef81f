//! The arguments of the driver's function, with the values of a map.

use super::*;

/// An argument of the driver's function and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Argument {
    /// Its name, as refusals have it.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

/// The arguments of a tiled map, in the order of the function.
///
/// ```
/// use swizzle_core::tma::{DataType, MapSwizzle, TensorMap};
/// use swizzle_lints::tma::arguments_of_map;
/// let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (4096, 4096), (64, 128));
/// let arguments = arguments_of_map(&map);
/// let value = |name: &str| &*arguments.iter().find(|one| one.name == name).unwrap().value;
/// assert_eq!((value("boxDim"), value("globalStrides")), ("64, 128", "8192 bytes"));
/// ```
pub fn arguments_of_map(map: &TensorMap) -> Vec<Argument> {
    let each = |of: &dyn Fn(&Dimension) -> String, from: usize| {
        joined(map.dimensions.iter().skip(from).map(of), ", ")
    };
    let mut all = vec![
        ("tensorDataType", map.data_type.name().to_owned()),
        ("tensorRank", map.dimensions.len().to_string()),
        ("globalAddress", format!("{:#x}", map.global_address)),
        ("globalDim", each(&|one| one.extent.to_string(), 0)),
    ];
    if map.dimensions.len() > 1 {
        let strides = each(&|one| one.stride_bytes.to_string(), 1);
        all.push(("globalStrides", format!("{strides} bytes")));
    }
    match &map.im2col {
        None => all.push(("boxDim", each(&|one| one.box_elements.to_string(), 0))),
        Some(im2col) => {
            all.push(("channelsPerPixel", im2col.channels.to_string()));
            all.push(("pixelsPerColumn", im2col.pixels.to_string()));
            all.push(("pixelBoxLowerCorner", joined(&im2col.lower, ", ")));
            all.push(("pixelBoxUpperCorner", joined(&im2col.upper, ", ")));
        }
    }
    all.extend([
        ("elementStrides", each(&|one| one.element_stride.to_string(), 0)),
        ("interleave", map.interleave.name().to_owned()),
        ("swizzle", map.swizzle.name().to_owned()),
        ("oobFill", map.oob_fill.name().to_owned()),
    ]);
    let argument = |(name, value)| Argument { name, value };
    all.into_iter().map(argument).collect()
}
