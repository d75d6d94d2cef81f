//! The first element at a byte, of any layout: one-to-one or not, small or so large that its addresses repeat.

use proptest::prelude::*;
use swizzle_core::{
    ADDRESS_BYTES, Arch, Coord, Element, Extent, LboMode, Major, Named, Params, Spec, Swizzle,
};

/// Strides that repeat soon, late and never.
fn stride() -> impl Strategy<Value = u32> {
    prop_oneof![
        Just(0),
        (0_u32..64).prop_map(|units| units * 16),
        (0_u32..64).prop_map(|times| times * 4096),
        (0_u32..1 << 14).prop_map(|units| units * 16),
    ]
}

fn one_of<T: Named + std::fmt::Debug>() -> impl Strategy<Value = T> {
    (0..T::ALL.len()).prop_map(|index| T::ALL[index])
}

/// The first element by the definition: element after element, in order of MN, then K.
fn first_by_looking(spec: &Spec, byte: u32) -> Option<Coord> {
    let Extent { mn, k } = spec.extent();
    let pitch = spec.tile().element().pitch_bits();
    (0..mn)
        .flat_map(|mn| (0..k).map(move |k| Coord { mn, k }))
        .find(|coord| {
            let at = spec.tile().byte_from_element(*coord);
            let first_bit = at.byte * 8 + at.bit;
            (first_bit / 8..=(first_bit + pitch - 1) / 8).contains(&byte)
        })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_first_element_at_a_byte(
        (element, major, swizzle) in (one_of::<Element>(), one_of::<Major>(), one_of::<Swizzle>()),
        (lbo_bytes, sbo_bytes) in (stride(), stride()),
        (mn, k) in (1_u32..400, 1_u32..400),
        start_units in 0_u32..1 << 14,
        is_absolute in any::<bool>(),
        seen in any::<u32>(),
    ) {
        let params = Params {
            arch: Arch::Tcgen05,
            element,
            major,
            swizzle,
            mn,
            k,
            start_bytes: start_units * 16,
            lbo_bytes: Some(lbo_bytes),
            sbo_bytes: Some(sbo_bytes),
            column_bytes: Some(lbo_bytes),
            lbo_mode: if is_absolute { LboMode::Absolute } else { LboMode::Relative },
            ..Params::default()
        };
        let spec = Spec::new(&params).expect("all of these can be drawn");
        let coord = Coord { mn: seen % mn, k: seen / mn % k };
        let byte = spec.tile().byte_from_element(coord).byte;
        for byte in [byte, seen % ADDRESS_BYTES] {
            let found = spec.tile().first_element_from_byte(byte, spec.extent());
            prop_assert_eq!(found, first_by_looking(&spec, byte), "byte 0x{:x}", byte);
            let all = spec.tile().elements_from_byte(byte, spec.extent());
            prop_assert_eq!(found, all.first().copied());
        }
    }
}
