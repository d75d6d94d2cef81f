//! From a descriptor back to parameters: the read it describes, and a tile around it.

use crate::descriptor::Descriptor;
use crate::hardware::{LboMode, bytes_from_field, field_from_bytes};
use crate::law::Swizzle;
use crate::reader::Spec;
use crate::tile::{Params, ParamsError};

/// The parameters whose descriptor of step `context.step` is this one. What a descriptor does not hold (element type,
/// extents, ...) comes from `context`; a value that equals the automatic one becomes automatic again.
///
/// # Errors
/// [`ParamsError`] where the context itself has no picture.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Params, Spec, Swizzle, params_from_descriptor};
/// let descriptor = Descriptor::new(Arch::Wgmma, 0x8000_0020_0001_0080);
/// let params = params_from_descriptor(descriptor, &Params::default())?;
/// assert_eq!((params.swizzle, params.start_bytes, params.sbo_bytes), (Swizzle::B64, 0x800, None));
/// assert_eq!(Spec::new(&params)?.descriptor(0), Ok(descriptor));
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
pub fn params_from_descriptor(
    descriptor: Descriptor,
    context: &Params,
) -> Result<Params, ParamsError> {
    let fields = descriptor.decode();
    let mut params = Params {
        arch: descriptor.arch(),
        swizzle: fields.swizzle.unwrap_or(Swizzle::None),
        invalid_swizzle: fields.swizzle.err(),
        lbo_mode: fields.lbo_mode,
        stray_bits: fields.stray_bits,
        start_bytes: 0,
        lbo_bytes: None,
        sbo_bytes: None,
        base_offset: None,
        ..context.clone()
    };
    let automatic = Spec::new(&params)?;
    let tile = automatic.tile().params();
    params.base_offset = (tile.base_offset != fields.base_offset).then_some(fields.base_offset);
    params.sbo_bytes = (field_from_bytes(tile.sbo_bytes) != fields.sbo_field)
        .then(|| bytes_from_field(fields.sbo_field));
    // A relative LBO moves where the steps start; an absolute one follows from there.
    if params.lbo_mode == LboMode::Relative {
        params.lbo_bytes = lbo_by_hand(&params, fields.lbo_field)?;
    }
    params.start_bytes =
        Spec::new(&params)?.start_from_step(params.step, bytes_from_field(fields.start_field));
    if params.lbo_mode == LboMode::Absolute {
        params.lbo_bytes = lbo_by_hand(&params, fields.lbo_field)?;
    }
    Ok(params)
}

/// LBO, where it is not what the step would have of itself.
fn lbo_by_hand(params: &Params, lbo_field: u16) -> Result<Option<u32>, ParamsError> {
    let automatic = Spec::new(params)?.read(params.step).params().lbo_bytes;
    Ok((field_from_bytes(automatic) != lbo_field).then(|| bytes_from_field(lbo_field)))
}
