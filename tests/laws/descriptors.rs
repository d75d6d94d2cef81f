//! The XOR and the descriptor's bits.

use proptest::prelude::*;
use swizzle_core::{Arch, Descriptor, DescriptorFields, LboMode, Major, Named, Swizzle};
use swizzle_tests::cases;

use crate::laws::{BASE_OFFSETS, atom_and_functor};

/// The XOR is its own inverse, keeps every address in its line of 128 bytes, and is the functor of the table: all
/// addresses, base offsets and modes.
#[test]
fn xor_is_its_own_inverse() {
    let mut checked = 0_u64;
    for &swizzle in Swizzle::ALL {
        let (_, functor) = atom_and_functor(swizzle, Major::K);
        for base_offset in BASE_OFFSETS {
            for address in 0..1 << 18 {
                let physical = swizzle.physical_from_absolute(address, base_offset);
                assert_eq!(
                    swizzle.physical_from_absolute(physical, base_offset),
                    address,
                    "{} {base_offset}",
                    swizzle.name()
                );
                assert_eq!(physical / 128, address / 128, "{} {base_offset}", swizzle.name());
                assert_eq!(
                    physical,
                    functor.apply_with_base_offset(address, base_offset),
                    "{} {base_offset} {address}",
                    swizzle.name()
                );
                checked += 1;
            }
        }
    }
    println!("XOR: {checked} addresses");
}

/// Decoding takes out the ISA's bit ranges, and encoding what was decoded gives the same 64 bits.
fn check_raw(arch: Arch, raw: u64) {
    let descriptor = Descriptor::new(arch, raw);
    let fields = descriptor.decode();
    assert_eq!(Descriptor::encode(arch, fields), Ok(descriptor), "{descriptor}");
    let found = [fields.start_field, fields.lbo_field, fields.sbo_field, u16::from(fields.base_offset)];
    let wanted =
        [(0, 14), (16, 14), (32, 14), (49, 3)].map(|(low, width)| (raw >> low & ((1 << width) - 1)) as u16);
    assert_eq!(found, wanted, "{descriptor}");
    let (mode, fixed, fixed_mask) = match arch {
        Arch::Wgmma => (LboMode::Relative, 0, 0x3FF1_C000_C000_C000_u64),
        Arch::Tcgen05 => {
            let is_absolute = raw >> 52 & 1 == 1;
            let mode = if is_absolute { LboMode::Absolute } else { LboMode::Relative };
            (mode, 1 << 46, 0x1FE1_C000_C000_C000)
        }
    };
    assert_eq!(fields.lbo_mode, mode, "{descriptor}");
    assert_eq!(fields.stray_bits, (raw ^ fixed) & fixed_mask, "{descriptor}");
}

/// Every single bit, every pair of bits, every value of every field, alone and among set bits, for both architectures.
#[test]
fn structured_descriptors() {
    let mut checked = 0_u64;
    for &arch in Arch::ALL {
        let mut check = |raw: u64| {
            for base in [raw, !raw, raw ^ 1 << 46] {
                check_raw(arch, base);
                checked += 1;
            }
        };
        check(0);
        for i in 0..64 {
            for j in 0..=i {
                check(1 << i | 1 << j);
            }
        }
        for value in 0..1 << 14 {
            for low in [0, 16, 32] {
                check(value << low);
            }
        }
        for value in 0..1 << 18 {
            // Everything above SBO: constants, base offset, LBO mode, swizzle.
            check(value << 46);
        }
    }
    println!("structured descriptors: {checked}");
}

proptest! {
    #![proptest_config(cases(20_000, 1_000_000))]

    /// Any 64 bits.
    #[test]
    fn arbitrary_descriptors(raw in any::<u64>()) {
        for &arch in Arch::ALL {
            check_raw(arch, raw);
        }
    }

    /// Any values of the fields: encoded, then decoded, they are the same.
    #[test]
    fn arbitrary_fields(
        (start_field, lbo_field, sbo_field) in (0_u16..1 << 14, 0_u16..1 << 14, 0_u16..1 << 14),
        base_offset in 0_u8..8,
        is_absolute in any::<bool>(),
        mode in 0..Swizzle::ALL.len(),
        stray in any::<u64>(),
    ) {
        for &arch in Arch::ALL {
            let fields = DescriptorFields {
                start_field,
                lbo_field,
                sbo_field,
                base_offset,
                lbo_mode: if is_absolute && arch == Arch::Tcgen05 { LboMode::Absolute } else { LboMode::Relative },
                swizzle: Ok(Swizzle::ALL[mode]),
                stray_bits: stray & Descriptor::fixed_mask(arch),
                lut_half: 0,
            };
            match Descriptor::encode(arch, fields) {
                Ok(descriptor) => prop_assert_eq!(descriptor.decode(), fields),
                Err(error) => {
                    prop_assert_eq!((error.chip.arch(), error.swizzle), (Some(Arch::Wgmma), Swizzle::B128Atom32));
                }
            }
        }
    }
}
