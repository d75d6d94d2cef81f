//! Repairs of a map that the driver refuses.

use super::*;

/// A change that removes a finding on a copy, and adds none.
pub type MapRepair = Mend<MapChange>;

/// The change that a repair makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapChange {
    /// The map.
    Map(Box<TypedMap>),
    /// The chip.
    Target(Chip),
    /// The destination.
    Destination(u32),
    /// Bytes of the buffer.
    Buffer(u32),
    /// The swizzle mode of the map.
    Swizzle(MapSwizzle),
    /// The descriptor that reads the box.
    Descriptor(Descriptor),
}

/// Maximum number of repairs.
const REPAIRS_MAX: usize = 3;

/// Changes that remove one of a map's refusals, the smallest first.
pub(super) fn repairs_of_map(
    copy: &TypedCopy,
    map: &TensorMap,
    refusal: &Refusal,
    before: &[Refusal],
) -> Vec<MapRepair> {
    let is_repair = |repair: &MapRepair| {
        let (typed, target) = match &repair.change {
            MapChange::Map(typed) => (&**typed, copy.target),
            MapChange::Target(target) => (&copy.map, *target),
            MapChange::Destination(_)
            | MapChange::Buffer(_)
            | MapChange::Swizzle(_)
            | MapChange::Descriptor(_) => return true,
        };
        let Ok(map) = typed.map() else {
            return false;
        };
        let after = refusals_of_map(&map, target);
        !after.contains(refusal) && after.iter().all(|one| before.contains(one))
    };
    candidates(copy, map, refusal.argument).into_iter().filter(is_repair).take(REPAIRS_MAX).collect()
}

fn candidates(copy: &TypedCopy, map: &TensorMap, argument: &str) -> Vec<MapRepair> {
    match argument {
        "boxDim" | "channelsPerPixel" | "pixelsPerColumn" => {
            let mut all = of_box(copy, map);
            all.extend(of_swizzle(copy));
            all
        }
        "swizzle" | "tensorDataType" => {
            let mut all = of_swizzle(copy);
            let target = Chip::Sm100a;
            let label = format!("Set the target to {}", target.name());
            all.push(Mend::new(label, MapChange::Target(target)));
            all
        }
        "globalStrides" => of_strides(copy, map),
        "globalAddress" => {
            let at = map.global_address.checked_next_multiple_of(global_alignment(map));
            let repair = |at: u64| {
                let label = format!("Set the address to {at:#x}");
                of_map(copy, label, |typed| typed.global_address = format!("{at:#x}"))
            };
            at.map(repair).into_iter().collect()
        }
        "elementStrides" => vec![of_map(copy, "Set the element strides to 1", |typed| {
            typed.element_strides = String::new();
        })],
        "interleave" | "tensorRank" | "globalDim" => {
            vec![of_map(copy, "Set interleave to none", |typed| {
                typed.interleave = "none".into();
            })]
        }
        "oobFill" => vec![of_map(copy, "Fill with zeros", |typed| {
            typed.oob_fill = "none".into();
        })],
        "pixelBoxLowerCorner" | "pixelBoxUpperCorner" => {
            vec![of_map(copy, "Set the corners to 0", |typed| {
                typed.lower_corner = String::new();
                typed.upper_corner = String::new();
            })]
        }
        _ => Vec::new(),
    }
}

fn of_map(copy: &TypedCopy, label: impl Into<String>, change: impl FnOnce(&mut TypedMap)) -> MapRepair {
    let mut typed = copy.map.clone();
    change(&mut typed);
    Mend::new(label, MapChange::Map(Box::new(typed)))
}

fn of_swizzle(copy: &TypedCopy) -> Vec<MapRepair> {
    let modes = [MapSwizzle::B128, MapSwizzle::B64, MapSwizzle::B32, MapSwizzle::None];
    let repair = |mode: MapSwizzle| {
        let label = format!("Set swizzle to {}", mode.name());
        of_map(copy, label, |typed| typed.swizzle = mode.name().into())
    };
    modes.map(repair).into()
}

/// Repairs that set the box as long along each dimension as the limits allow.
fn of_box(copy: &TypedCopy, map: &TensorMap) -> Vec<MapRepair> {
    let bits = map.data_type.global_bits();
    let span_bits = map.swizzle.span_bytes().map_or(u32::MAX, |span| span * 8);
    // The smallest number of elements that fills whole units.
    let least = (1..=128).find(|count| (count * bits).is_multiple_of(128)).unwrap_or(1);
    let width = map.box_elements(0).min(256).min(span_bits / bits);
    let width = if map.data_type.is_padded() { 128 } else { (width / least * least).max(least) };
    let mut widths = vec![width];
    if width < map.box_elements(0) && map.box_elements(0) < 256 {
        widths.push((width + least).min(256));
    }
    let of_width = |width: u32| match &map.im2col {
        Some(im2col) => {
            let most = SHARED_END / (width * bits / 8).max(1);
            let pixels = im2col.pixels.clamp(1, 1024.min(most.max(1)));
            let label = format!("Set the window to {width} channels, {pixels} pixels");
            of_map(copy, label, |typed| {
                typed.channels = width.to_string();
                typed.pixels = pixels.to_string();
            })
        }
        None => {
            let rest = map.dimensions.iter().skip(1).map(|one| one.box_elements.clamp(1, 256));
            let all: Vec<u32> = [width].into_iter().chain(rest).collect();
            let text = fitted(all, map.data_type.shared_bits());
            let label = format!("Set the box to {}", text.replace(", ", " × "));
            of_map(copy, label, |typed| typed.box_elements = text)
        }
    };
    widths.into_iter().map(of_width).collect()
}

/// A box as a list, with its longest dimensions halved until it fits in shared memory.
fn fitted(mut all: Vec<u32>, bits: u32) -> String {
    let bytes = |all: &[u32]| {
        let elements = all.iter().map(|one| u64::from(*one)).product::<u64>();
        elements * u64::from(bits) / 8
    };
    while bytes(&all) > SHARED_END.into() {
        let Some(longest) = all.iter_mut().skip(1).max().filter(|one| **one > 1) else {
            break;
        };
        *longest /= 2;
    }
    joined(all, ", ")
}

/// The repair that pads the strides to the driver's alignment.
fn of_strides(copy: &TypedCopy, map: &TensorMap) -> Vec<MapRepair> {
    let alignment = global_alignment(map);
    let next = |stride: u64| stride.checked_next_multiple_of(alignment);
    let strides = map.dimensions.iter().skip(1);
    let strides: Option<Vec<u64>> = strides.map(|one| next(one.stride_bytes)).collect();
    let Some(strides) = strides else {
        return Vec::new();
    };
    let text = joined(strides, ", ");
    let label = format!("Pad the rows: set the strides to {text}");
    vec![of_map(copy, label, |typed| typed.strides = text)]
}
