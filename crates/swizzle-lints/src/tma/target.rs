//! The chips that a tensor map is made for. What `sm_90` takes was tried on an H200; the others follow the driver's
//! documentation and were not run.

use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Chip, LboMode, Named as _, UnknownName};
use swizzle_text::vocabulary::chip_from_word;

/// The chip with tensor maps that a word names.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::target_from_word;
/// assert_eq!(target_from_word("GB300"), Some(Chip::Sm103a));
/// assert_eq!(target_from_word("sm_110a"), None); // No source says what its tensor maps take.
/// ```
#[must_use]
pub fn target_from_word(word: &str) -> Option<Chip> {
    chip_from_word(word).filter(|chip| is_target(*chip))
}

/// The chip with tensor maps of a lasting name.
///
/// # Errors
/// [`UnknownName`] for a chip of which no source says what tensor maps it takes, too.
pub fn target_from_name(name: &str) -> Result<Chip, UnknownName> {
    let named = Chip::from_name(name)?;
    match is_target(named) {
        true => Ok(named),
        false => Err(UnknownName::new("target", name, Chip::with_tma())),
    }
}

fn is_target(chip: Chip) -> bool {
    Chip::with_tma().any(|one| one == chip)
}

/// What a chip's instructions take for a descriptor: the same meaning in their family's bits. None where the chip has no
/// such instruction, or its family no code for the mode.
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
#[must_use]
pub fn descriptor_for(chip: Chip, descriptor: Descriptor) -> Option<Descriptor> {
    let arch = chip.arch()?;
    let mut fields = descriptor.decode();
    fields.stray_bits = 0;
    if fields.lbo_mode != LboMode::Relative {
        return None;
    }
    Descriptor::encode(arch, fields).ok()
}
