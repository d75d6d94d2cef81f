//! The elements at a byte, of any layout: one-to-one or not, small or so large that its addresses repeat.

use proptest::prelude::*;
use swizzle_core::hardware::ADDRESS_BYTES;
use swizzle_core::law::RowXor;
use swizzle_core::{
    Arch, Coord, Element, Extent, Layout, LboMode, Major, Said, SaidReader, SaidTile, Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_tests::{cases, coords, some};

use crate::any::choice;

/// Strides that repeat soon, late and never.
fn stride() -> impl Strategy<Value = u32> {
    prop_oneof![
        Just(0),
        (0_u32..64).prop_map(|units| units * 16),
        (0_u32..64).prop_map(|times| times * 4096),
        (0_u32..1 << 14).prop_map(|units| units * 16),
    ]
}

/// What is at a byte by the definition: element after element, in order of MN, then K.
fn check(layout: &Layout, extent: Extent, seen: u32) -> Result<(), TestCaseError> {
    let pitch = layout.element().pitch_bits();
    let bits: Vec<_> = coords(extent)
        .map(|coord| {
            let at = layout.byte_from_element(coord);
            (at.byte * 8 + at.bit, coord)
        })
        .collect();
    for byte in [bits[seen as usize % bits.len()].0 / 8, seen % ADDRESS_BYTES] {
        let there = bits.iter().filter(|(first, _)| (first / 8..=(first + pitch - 1) / 8).contains(&byte));
        let there: Vec<Coord> = there.map(|(_, coord)| *coord).collect();
        prop_assert_eq!(layout.first_element_from_byte(byte, extent), there.first().copied(), "0x{:x}", byte);
        prop_assert_eq!(layout.elements_from_byte(byte, extent), there, "0x{:x}", byte);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(400, 2_000))]

    #[test]
    fn the_elements_of_plain_rows_at_a_byte(
        (element, major) in (choice::<Element>(), choice::<Major>()),
        row_xor in prop::option::of(prop::sample::select(RowXor::ALL)),
        row_bytes in stride(),
        (mn, k) in (1_u32..300, 1_u32..300),
        start_units in 0_u32..1 << 14,
        seen in any::<u32>(),
    ) {
        let rows = Layout::plain_rows(element, major, start_units * 16, row_bytes, row_xor);
        check(&rows, Extent { mn, k }, seen)?;
    }

    #[test]
    fn the_elements_at_a_byte(
        (element, major, swizzle) in (choice::<Element>(), choice::<Major>(), choice::<Swizzle>()),
        (lbo_bytes, sbo_bytes) in (stride(), stride()),
        (mn, k) in (1_u32..400, 1_u32..400),
        start_units in 0_u32..1 << 14,
        is_absolute in any::<bool>(),
        seen in any::<u32>(),
    ) {
        let said = Said {
            tile: some!(SaidTile { element, major, swizzle, mn, k, start_bytes: start_units * 16, lbo_bytes, sbo_bytes }),
            reader: some!(SaidReader { arch: Arch::Tcgen05, lbo_mode: if is_absolute { LboMode::Absolute } else { LboMode::Relative } }),
            ..Said::default()
        };
        let spec = spec_from_said(&said).expect("all of these can be drawn");
        check(spec.layout(), spec.extent(), seen)?;
    }
}
