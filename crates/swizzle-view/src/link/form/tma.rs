//! The link of a tensor map, its box and the descriptor that reads it: `#/memory/tma?box=64,256&descriptor=0x4000004000010040`.

use super::*;
use swizzle_core::descriptor::Descriptor;
use swizzle_core::tma::{DataType, Dimension, Interleave, L2Promotion, MapSwizzle, OobFill};
use swizzle_lints::tma::{DriverEnum, TypedMap, boxes_from_tile, descriptor_for, target_from_name};

contents! {
    /// Contents of the page of TMA: a tensor map as it was typed, the destination of its box, and what reads it there.
    TmaShown {
        /// Chip that the map is for.
        target: Chip = Chip::Sm90,
        /// The map.
        map: TypedMap,
        /// Destination in shared memory, as it was typed.
        destination: String = "0x400".into(),
        /// Bytes of the buffer there, as they were typed; empty if not specified.
        buffer: String,
        /// Descriptor in hex, as it was typed.
        descriptor: String = "0x4000004000010040".into(),
        /// Element type that the descriptor's instruction takes.
        element: Element = Element::Bf16,
        /// Contiguous dimension of the operand.
        major: Major = Major::K,
        /// The link of the tile whose boxes are listed besides, from `#` on; empty where none is.
        tile: String,
    }
}

impl TmaShown {
    /// The first box of a tile with the descriptor that reads it, and the tile's link, which lists the others; `None` for a tile
    /// that TMA does not write.
    ///
    /// ```
    /// use swizzle_core::{Element, Said, SaidTile};
    /// use swizzle_infer::spec_from_said;
    /// use swizzle_view::link::{TmaShown, link_from_form};
    /// let tile = SaidTile { mn: Some(128), k: Some(256), element: Some(Element::E4m3), ..SaidTile::default() };
    /// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
    /// let shown = TmaShown::of_tile(&spec, String::new()).unwrap();
    /// assert_eq!(
    ///     link_from_form(&shown),
    ///     "#/memory/tma?arch=sm_90a&data_type=UINT8&extents=256,128&box=128,128&element=e4m3",
    /// );
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn of_tile(spec: &Spec, link: String) -> Option<Self> {
        let boxes = boxes_from_tile(spec.tile()).ok()?;
        let first = boxes.boxes.first()?;
        let list = |number: fn(&Dimension) -> u64| {
            let numbers = boxes.map.dimensions.iter().map(number);
            numbers.map(|one| one.to_string()).collect::<Vec<_>>().join(", ")
        };
        let chip = spec.reader().chip;
        Some(Self {
            target: Chip::with_tma().find(|one| *one == chip).unwrap_or(Chip::Sm90),
            map: TypedMap {
                data_type: boxes.map.data_type.name().into(),
                swizzle: boxes.map.swizzle.name().into(),
                extents: list(|one| one.extent),
                box_elements: list(|one| one.box_elements.into()),
                ..TypedMap::default()
            },
            destination: format!("{:#x}", first.destination_bytes),
            descriptor: spec.descriptor(0).map_or_else(|_| String::new(), |read| read.to_string()),
            element: spec.tile().element,
            major: boxes.major,
            tile: link,
            ..Self::default()
        })
    }
}

/// The names of an enumeration of the driver, each with its number, and the one that a text was read as.
fn names<T: DriverEnum>(text: &str) -> Values {
    let name = |one: &T| {
        let words = format!("{} ({}{})", one.number(), T::PREFIX, one.enumerator());
        (one.name().to_owned(), words)
    };
    Values::Text { names: T::ALL.iter().map(name).collect(), read: T::from_any(text).ok().map(T::name) }
}

impl Form for TmaShown {
    const PATH: &'static str = "#/memory/tma";
    const TABLE: Table<Self> = &[
        (
            "Tensor map",
            rows! {
                "arch" "Chip" "chip that the map is for" = target by (|text| target_from_name(text).map_err(|unknown| unknown.to_string())),
                    values: |_, _| Values::of(&Chip::with_tma().collect::<Vec<_>>(), Chip::name);
                "data_type" "Data type" "BFLOAT16" = map.data_type, values: |shown, _| names::<DataType>(&shown.map.data_type);
                "swizzle" "Swizzle" "none" = map.swizzle, values: |shown, _| names::<MapSwizzle>(&shown.map.swizzle);
                "interleave" "Interleave" "none" = map.interleave, values: |shown, _| names::<Interleave>(&shown.map.interleave);
                "rank" "Rank" "auto" = map.rank;
                "global_address" "Address" "auto" = map.global_address;
                "extents" "Extents" "4096, 4096" = map.extents;
                "strides" "Strides" "auto" = map.strides;
                "box" "Box" "64, 128" = map.box_elements;
                "element_strides" "Elem. strides" "auto" = map.element_strides;
            },
        ),
        (
            "Copy",
            rows! {
                "destination" "Destination" "0x400" = destination;
                "buffer" "Buffer bytes" "auto" = buffer;
            },
        ),
        (
            "Read",
            rows! {
                "descriptor" "Descriptor" "none" = descriptor;
                "element" "Element" "element type of the instruction" = element;
                "major" "Major" "contiguous dimension of the operand" = major;
            },
        ),
        // Needed by few maps.
        (
            "L2 promotion, fill and im2col",
            rows! {
                "l2_promotion" "L2 promotion" "L2_128B" = map.l2_promotion,
                    values: |shown, _| names::<L2Promotion>(&shown.map.l2_promotion);
                "oob_fill" "Fill" "none" = map.oob_fill, values: |shown, _| names::<OobFill>(&shown.map.oob_fill);
                "channels" "Channels" "not im2col" = map.channels;
                "pixels" "Pixels" "not im2col" = map.pixels;
                "lower_corner" "Lower corner" "all 0" = map.lower_corner;
                "upper_corner" "Upper corner" "all 0" = map.upper_corner;
                // A link has no spaces; those behind commas are of lists that people type.
                "tile" = tile by (|text| Ok(text.split_whitespace().collect()));
            },
        ),
    ];

    /// The types of map and read follow each other where they are not equally wide; a descriptor that the chip before took is
    /// written for the family of another one.
    fn edited(mut self, before: &Self) -> Self {
        let data_type = DataType::from_any(&self.map.data_type).ok();
        let is_as_wide = |one: &DataType| one.shared_bits() == self.element.slot_bits();
        if let Some(data_type) = data_type.filter(|one| !is_as_wide(one)) {
            match DataType::from_element(self.element).filter(|_| self.element != before.element) {
                Some(own) => self.map.data_type = own.name().into(),
                None => self.element = data_type.element().unwrap_or(self.element),
            }
        }
        let (from, to) = (before.target, self.target);
        let read = raw_from_hex(&self.descriptor).map(Descriptor::guessed);
        let taken = read.ok().filter(|read| from.arch() == Some(read.arch()) && from.arch() != to.arch());
        if let Some(written) = taken.and_then(|descriptor| descriptor_for(to, descriptor)) {
            self.descriptor = written.to_string();
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::form::with_text;

    #[test]
    fn types_of_map_and_read_follow_each_other() {
        let types = |key: &str, text: &str| {
            let shown = with_text(&TmaShown::default(), key, text);
            (shown.map.data_type, shown.element)
        };
        for (key, text, data_type, element) in [
            ("element", "e4m3", "UINT8", Element::E4m3),
            ("element", "f16", "BFLOAT16", Element::F16),
            ("data_type", "UINT8", "UINT8", Element::U8),
            ("data_type", "FLOAT16", "FLOAT16", Element::Bf16),
            ("data_type", "UINT64", "UINT64", Element::Bf16),
        ] {
            assert_eq!(types(key, text), (data_type.into(), element), "{key} {text}");
        }
    }

    #[test]
    fn the_descriptor_goes_with_the_chip() {
        let mut shown = TmaShown::default();
        let descriptor = |shown: &mut TmaShown, chip: Chip| {
            *shown = with_text(shown, "arch", chip.name());
            assert_eq!(shown.target, chip);
            shown.descriptor.clone()
        };
        assert_eq!(descriptor(&mut shown, Chip::Sm100a), "0x4000404000010040");
        assert_eq!(descriptor(&mut shown, Chip::Sm103a), "0x4000404000010040");
        assert_eq!(descriptor(&mut shown, Chip::Sm90a), "0x4000004000010040");
        // Typed text that is not a descriptor of the current chip stays as it is.
        for typed in ["", "0x4000404000010040", "what"] {
            shown.descriptor = typed.into();
            for chip in [Chip::Sm100a, Chip::Sm120] {
                assert_eq!(descriptor(&mut shown, chip), typed);
            }
            shown.target = Chip::Sm90;
        }
    }
}
