//! The link of the journey of one byte: `#/journey?scene=6&sbo=128&base=1`.

use crate::link::form::{Form, FormKey, place, within};
use swizzle_draw::journey::SCENES;

/// The part of the journey that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JourneyShown {
    /// The scene, from 0; links count from 1.
    pub scene: usize,
    /// SBO in bytes, a multiple of 128, as the reader chose it; none follows the scene.
    pub sbo_bytes: Option<u32>,
    /// Base offset, 0 to 7.
    pub base_offset: u8,
}

impl JourneyShown {
    /// Minimum and maximum of SBO, and the distance between its values, in bytes.
    pub const SBO: (u32, u32, u32) = (128, 2048, 128);
}

/// Frozen: what a link means by silence.
impl Default for JourneyShown {
    fn default() -> Self {
        Self {
            scene: 0,
            sbo_bytes: None,
            base_offset: 0,
        }
    }
}

impl Form for JourneyShown {
    const PATH: &'static str = "#/journey";
    const KEYS: &'static [FormKey<Self>] = &[
        place!("scene", scene, SCENES),
        FormKey {
            name: "sbo",
            read: |shown, value| {
                let (least, most, step) = Self::SBO;
                let bytes = within(value, least..=most)?;
                if !bytes.is_multiple_of(step) {
                    return Err(format!("must be a multiple of {step}"));
                }
                shown.sbo_bytes = Some(bytes);
                Ok(())
            },
            write: |shown| {
                shown
                    .sbo_bytes
                    .map_or_else(String::new, |sbo| sbo.to_string())
            },
        },
        FormKey {
            name: "base",
            read: |shown, value| {
                shown.base_offset = within(value, 0..=7)? as u8;
                Ok(())
            },
            write: |shown| shown.base_offset.to_string(),
        },
    ];
}
