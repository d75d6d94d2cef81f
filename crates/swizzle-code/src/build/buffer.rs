//! The shared memory that a tile needs: how many bytes, and on which boundary.

use swizzle_core::hardware::LINE_BYTES;
use swizzle_core::reader::Spec;

/// Bytes of all stages, from the first atom of the first stage through the last atom of the last.
pub fn buffer_bytes(spec: &Spec) -> u64 {
    spec.tile().buffer_bytes()
}

/// The boundary on which the buffer and each of its stages must start for base offset 0: the period of the swizzle pattern, and
/// at least the 128 bytes that TMA requires of its destination.
///
/// Source: PTX ISA, "Matrix Descriptor Format" (1024, 512, 256) and `cp.async.bulk.tensor`; a destination at +16, 32, 64
/// or 96 faults on an H200 in every mode.
///
/// ```
/// use swizzle_code::build::alignment_bytes;
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// assert_eq!(alignment_bytes(&spec_from_said(&Said::default())?), 1024);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub const fn alignment_bytes(spec: &Spec) -> u32 {
    let pattern = spec.tile().swizzle.pattern_bytes();
    if pattern > LINE_BYTES { pattern } else { LINE_BYTES }
}
