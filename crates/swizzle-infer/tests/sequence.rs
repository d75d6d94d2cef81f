//! Several explicit descriptors compared with the places of one tile.

use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::Arch;
use swizzle_core::reader::{Said, Spec};
use swizzle_infer::sequence::{at_nearest_place, differing_fields};
use swizzle_infer::spec_from_said;

fn with_given(raw: u64) -> Spec {
    let mut said = Said::default();
    said.tile.start_bytes = Some(0x400);
    (said.tile.mn, said.tile.k) = (Some(64), Some(64));
    spec_from_said(&said.with_given(Descriptor::new(Arch::Wgmma, raw))).unwrap()
}

#[test]
fn a_field_without_effect_does_not_differ() {
    // SBO of no swizzle, LBO 0 for 1.
    let spec = with_given(0x4000_0008_0000_0040);
    assert_eq!(differing_fields(&spec), [FieldId::Sbo]);
}

#[test]
fn a_start_between_two_steps_is_counted_from_the_nearer_one() {
    let nearest = at_nearest_place(&with_given(0x4000_0040_0001_0043)).unwrap();
    assert_eq!((nearest.place().step, nearest.bytes_beside_place()), (1, 16));
}
