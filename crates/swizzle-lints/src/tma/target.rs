//! The chips that a tensor map can be for. `sm_90` was tested on an H200; the others follow the driver's documentation and were
//! not run.

use super::*;
use swizzle_text::vocabulary::chip_from_word;

/// Parses a word as a chip with tensor maps.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::target_from_word;
/// assert_eq!(target_from_word("GB300"), Some(Chip::Sm103a));
/// assert_eq!(target_from_word("sm_110a"), None); // No source has its legal tensor maps.
/// ```
pub fn target_from_word(word: &str) -> Option<Chip> {
    chip_from_word(word).filter(|chip| is_target(*chip))
}

/// Parses the stable name of a chip with tensor maps.
///
/// # Errors
/// Returns [`UnknownName`] also for a chip whose legal tensor maps no source has.
pub fn target_from_name(name: &str) -> Result<Chip, UnknownName> {
    let named = Chip::from_name(name)?;
    match is_target(named) {
        true => Ok(named),
        false => Err(UnknownName::new("target", name, Chip::with_tma().map(Chip::name))),
    }
}

fn is_target(chip: Chip) -> bool {
    Chip::with_tma().any(|one| one == chip)
}

/// The descriptor with the same meaning in the bits of a chip's family. `None` if the chip has no such instruction or its family no
/// code for the mode.
///
/// ```
/// use swizzle_core::Descriptor;
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::descriptor_for;
/// let wgmma = Descriptor::guessed(0x4000_0040_0001_0040);
/// let tcgen05 = descriptor_for(Chip::Sm100a, wgmma).unwrap();
/// assert_eq!(tcgen05.raw(), 0x4000_4040_0001_0040);
/// assert_eq!(descriptor_for(Chip::Sm90a, tcgen05), Some(wgmma));
/// assert_eq!(descriptor_for(Chip::Sm120, wgmma), None);
/// ```
pub fn descriptor_for(chip: Chip, descriptor: Descriptor) -> Option<Descriptor> {
    let arch = chip.arch()?;
    let mut fields = descriptor.decode();
    fields.stray_bits = 0;
    if fields.lbo_mode != LboMode::Relative {
        return None;
    }
    Descriptor::encode(arch, fields).ok()
}
