//! The same meaning in the other architecture's descriptor.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::descriptor::{Descriptor, NoSwizzleCode};
use crate::hardware::{Arch, LboMode};
use crate::reader::spec::Spec;
use crate::tile::Params;

/// A descriptor of the other architecture that reads the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counterpart {
    /// The descriptor.
    pub descriptor: Descriptor,
    /// The bits in which the two differ.
    pub differing_bits: u64,
}

/// These parameters on the other architecture: the same meaning, without bits that stood outside of the fields. A mode
/// of LBO that wgmma does not have becomes the relative one.
#[must_use]
pub fn params_on_arch(params: &Params, arch: Arch) -> Params {
    let mut params = Params {
        arch,
        invalid_swizzle: None,
        stray_bits: 0,
        ..params.clone()
    };
    if arch == Arch::Wgmma && params.lbo_mode == LboMode::Absolute {
        params.lbo_mode = LboMode::Relative;
        params.lbo_bytes = None;
    }
    params
}

/// The descriptor of the other architecture for the same step of the same tile.
///
/// # Errors
/// [`NoSwizzleCode`] where one of the two has no code for the swizzle.
///
/// ```
/// use swizzle_core::{Params, Spec, counterpart};
/// let other = counterpart(&Spec::new(&Params::default())?)?;
/// assert_eq!(other.descriptor.to_string(), "0x4000404000010040");
/// assert_eq!(other.differing_bits, 1 << 46);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn counterpart(spec: &Spec) -> Result<Counterpart, NoSwizzleCode> {
    let params = spec.params();
    let here = spec.descriptor(params.step)?;
    let there = params_on_arch(params, params.arch.other());
    // The extents were accepted once; the architecture changes nothing that is checked.
    let descriptor = Spec::new(&there).map_or(Ok(here), |spec| spec.descriptor(params.step))?;
    Ok(Counterpart {
        descriptor,
        differing_bits: here.raw() ^ descriptor.raw(),
    })
}

/// In which bits two descriptors differ, in words.
///
/// ```
/// use swizzle_core::bits_text;
/// assert_eq!(bits_text(0), "no bit differs");
/// assert_eq!(bits_text(1 << 46), "bit 46 differs");
/// assert_eq!(bits_text(1 << 46 | 3 << 61), "bits 62, 61, 46 differ");
/// ```
#[must_use]
pub fn bits_text(bits: u64) -> String {
    let set: Vec<String> = (0..64)
        .rev()
        .filter(|bit| bits >> bit & 1 == 1)
        .map(|bit: u32| format!("{bit}"))
        .collect();
    match set.as_slice() {
        [] => "no bit differs".into(),
        [bit] => format!("bit {bit} differs"),
        _ => format!("bits {} differ", set.join(", ")),
    }
}
