//! The same meaning in another architecture's descriptor.

use swizzle_core::descriptor::{Descriptor, NoSwizzleCode};
use swizzle_core::hardware::{Arch, LboMode};
use swizzle_core::reader::Reader;
use swizzle_core::reader::Said;
use swizzle_core::reader::Spec;

/// A descriptor of another architecture that reads the same bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherArch {
    /// The descriptor.
    pub descriptor: Descriptor,
    /// The bits in which the two differ.
    pub differing_bits: u64,
}

/// The descriptor of another architecture for the same place of the same tile, without bits outside the fields. An LBO mode that
/// the other architecture does not have becomes the relative mode.
///
/// # Errors
/// Returns [`NoSwizzleCode`] if one of the two has no code for the swizzle.
///
/// ```
/// use swizzle_core::{Arch, Said};
/// use swizzle_infer::on_other_arch;
/// use swizzle_infer::spec_from_said;
/// let other = on_other_arch(&spec_from_said(&Said::default())?, Arch::Tcgen05)?;
/// assert_eq!(other.descriptor.to_string(), "0x4000404000010040");
/// assert_eq!(other.differing_bits, 1 << 46);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn on_other_arch(spec: &Spec, arch: Arch) -> Result<OtherArch, NoSwizzleCode> {
    let here = spec.descriptor(spec.place())?;
    let mut fields = here.decode();
    fields.stray_bits = 0;
    if let (Err(_), Ok(written)) = (fields.swizzle, spec.derived_descriptor(spec.place())) {
        fields.swizzle = written.decode().swizzle;
    }
    let descriptor = if arch.has_absolute_lbo() || fields.lbo_mode == LboMode::Relative {
        Descriptor::encode(arch, fields)?
    } else {
        let reader = Reader { arch, chip: arch.first_chip(), lbo_mode: LboMode::Relative, ..*spec.reader() };
        let said = Said { given: None, ..*spec.said() };
        Spec::assembled(&said, *spec.tile(), reader, spec.place()).derived_descriptor(spec.place())?
    };
    Ok(OtherArch { descriptor, differing_bits: here.raw() ^ descriptor.raw() })
}
