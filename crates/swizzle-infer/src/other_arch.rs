//! The same meaning in another architecture's descriptor.

use super::*;
use swizzle_core::descriptor::NoSwizzleCode;

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
/// assert_eq!(other.to_string(), "0x4000404000010040");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn on_other_arch(spec: &Spec, arch: Arch) -> Result<Descriptor, NoSwizzleCode> {
    let mut fields = spec.descriptor(spec.place())?.decode();
    fields.stray_bits = 0;
    if let (Err(_), Ok(written)) = (fields.swizzle, spec.derived_descriptor(spec.place())) {
        fields.swizzle = written.decode().swizzle;
    }
    if arch.has_absolute_lbo() || fields.lbo_mode == LboMode::Relative {
        Descriptor::encode(arch, fields)
    } else {
        let reader = Reader { arch, chip: arch.first_chip(), lbo_mode: LboMode::Relative, ..*spec.reader() };
        let said = Said { given: None, ..*spec.said() };
        Spec::assembled(&said, *spec.tile(), reader, spec.place()).derived_descriptor(spec.place())
    }
}
