//! The link of a tensor map, its box and the descriptor that reads it: `#/memory/tma?box=64,256&descriptor=0x4000004000010040`.

use crate::link::form::text::escaped;
use crate::link::form::{Form, FormKey, choice, typed};
use swizzle_code::raw_from_hex;
use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Chip, Element, Major, Named as _};
use swizzle_lints::tma::{TypedMap, descriptor_for, target_from_name};

/// Contents of the page of TMA: a tensor map as it was typed, the destination of its box, and what reads it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TmaShown {
    /// Chip that the map is for.
    pub target: Chip,
    /// The map.
    pub map: TypedMap,
    /// Destination in shared memory, as it was typed.
    pub destination: String,
    /// Bytes of the buffer there, as they were typed; empty if not specified.
    pub buffer: String,
    /// Descriptor in hex, as it was typed.
    pub descriptor: String,
    /// Element type that the descriptor's instruction takes.
    pub element: Element,
    /// Contiguous dimension of the operand.
    pub major: Major,
    /// The link of the tile whose boxes are listed besides, from `#` on; empty where none is.
    pub tile: String,
}

/// Frozen: what a link means by silence.
impl Default for TmaShown {
    fn default() -> Self {
        Self {
            target: Chip::Sm90,
            map: TypedMap {
                data_type: "BFLOAT16".into(),
                swizzle: "128B".into(),
                interleave: "none".into(),
                extents: "4096, 4096".into(),
                strides: String::new(),
                box_elements: "64, 128".into(),
                element_strides: String::new(),
                rank: String::new(),
                global_address: String::new(),
                channels: String::new(),
                pixels: String::new(),
                lower_corner: String::new(),
                upper_corner: String::new(),
                l2_promotion: String::new(),
                oob_fill: String::new(),
            },
            destination: "0x400".into(),
            buffer: String::new(),
            descriptor: "0x4000004000010040".into(),
            element: Element::Bf16,
            major: Major::K,
            tile: String::new(),
        }
    }
}

impl TmaShown {
    /// Chooses a chip. A descriptor that the chip before took is written for the new one's family.
    pub fn choose_target(&mut self, target: Chip) {
        let read = raw_from_hex(&self.descriptor).ok();
        let read = read.map(Descriptor::guessed);
        let taken = read.filter(|read| self.target.arch() == Some(read.arch()));
        if let Some(descriptor) = taken
            && target.arch() != self.target.arch()
            && let Some(written) = descriptor_for(target, descriptor)
        {
            self.descriptor = written.to_string();
        }
        self.target = target;
    }
}

impl Form for TmaShown {
    const PATH: &'static str = "#/memory/tma";
    const KEYS: &'static [FormKey<Self>] = &[
        FormKey {
            name: "arch",
            read: |shown, value| {
                let chip = target_from_name(value).map_err(|unknown| unknown.to_string())?;
                shown.target = chip;
                Ok(())
            },
            write: |shown| escaped(shown.target.name()),
        },
        typed!("data_type", map.data_type),
        typed!("swizzle", map.swizzle),
        typed!("interleave", map.interleave),
        typed!("extents", map.extents),
        typed!("strides", map.strides),
        typed!("box", map.box_elements),
        typed!("element_strides", map.element_strides),
        typed!("rank", map.rank),
        typed!("global_address", map.global_address),
        typed!("channels", map.channels),
        typed!("pixels", map.pixels),
        typed!("lower_corner", map.lower_corner),
        typed!("upper_corner", map.upper_corner),
        typed!("l2_promotion", map.l2_promotion),
        typed!("oob_fill", map.oob_fill),
        typed!("destination", destination),
        typed!("buffer", buffer),
        choice!("element", element),
        choice!("major", major),
        typed!("descriptor", descriptor),
        FormKey {
            name: "tile",
            read: |shown, value| {
                // A link has no spaces; those behind commas are of lists that people type.
                shown.tile = value.split_whitespace().collect();
                Ok(())
            },
            write: |shown| escaped(&shown.tile),
        },
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_descriptor_goes_with_the_chip() {
        let mut shown = TmaShown::default();
        shown.choose_target(Chip::Sm100a);
        assert_eq!(shown.descriptor, "0x4000404000010040");
        shown.choose_target(Chip::Sm103a);
        assert_eq!(shown.descriptor, "0x4000404000010040");
        shown.choose_target(Chip::Sm90a);
        assert_eq!(
            (shown.target, &*shown.descriptor),
            (Chip::Sm90a, "0x4000004000010040")
        );
        // Typed text that is not a descriptor of the current chip stays as it is.
        for typed in ["", "0x4000404000010040", "what"] {
            shown.descriptor = typed.into();
            shown.choose_target(Chip::Sm100a);
            shown.choose_target(Chip::Sm120);
            assert_eq!(shown.descriptor, typed);
            shown.target = Chip::Sm90;
        }
    }
}
