//! The sum of a trace is the address.

use swizzle_core::law::{Coord, Swizzle};
use swizzle_core::reader::Said;
use swizzle_infer::spec_from_said;
use swizzle_infer::trace::memory_unit;

/// Every unit of a tile that fills all addresses has a number of its own.
#[test]
fn a_tile_of_256_kib_is_numbered_from_0_to_16383() {
    for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B128] {
        for start_bytes in [0, 0x400, 0x3fc00] {
            let mut said = Said::default();
            (said.tile.swizzle, said.tile.start_bytes) = (Some(swizzle), Some(start_bytes));
            (said.tile.mn, said.tile.k) = (Some(2048), Some(64));
            let spec = spec_from_said(&said).unwrap();
            let mut seen = vec![0_u32; 1 << 14];
            for mn in 0..2048 {
                for k in (0..64).step_by(8) {
                    let address = spec.layout().byte_from_element(Coord { mn, k });
                    let unit = memory_unit(spec.layout(), address.byte);
                    seen[usize::try_from(unit).unwrap()] += 1;
                }
            }
            assert!(seen.iter().all(|count| *count == 1), "{swizzle:?} {start_bytes:#x}");
        }
    }
}

#[test]
fn units_that_the_xor_leads_before_the_start_are_negative() {
    let mut said = Said::default();
    said.tile.start_bytes = Some(0x4f0);
    let spec = spec_from_said(&said).unwrap();
    assert_eq!(memory_unit(spec.layout(), 0x480), -7);
    assert_eq!(memory_unit(spec.layout(), 0x470), (1 << 14) - 8);
}
