//! The loom against the law.

use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{ADDRESS_BYTES, Arch, Element, Major, Named as _};
use swizzle_core::law::{Coord, RowXor, Swizzle};
use swizzle_core::reader::{Said, SaidReader, Spec};
use swizzle_core::tile::SaidTile;
use swizzle_infer::spec_from_said;
use swizzle_text::loom::{Crossing, Loom, Strand};

/// The address that the wires, the sum and the gates lead to, in bits: nothing here asks the law.
fn followed(loom: &Loom) -> u64 {
    let memory = u64::from(ADDRESS_BYTES) * 8;
    let exchanged = match loom.crossing {
        Crossing::Units { phase, .. } => phase,
        Crossing::None | Crossing::Address { .. } => 0,
    };
    let mut sum = u64::from(loom.base_bytes) * 8;
    for bundle in &loom.bundles {
        let phase = match bundle.strand {
            Strand::Column => exchanged,
            _ => 0,
        };
        for (index, bit) in bundle.bits.iter().rev().enumerate() {
            if bit.is_set != (phase >> index & 1 == 1) {
                sum += match bit.wire {
                    Some(place) => 1 << (place + 3),
                    None => bit.weight_bits,
                };
            }
        }
    }
    sum %= memory;
    assert_eq!(sum, loom.sum_bits.into());
    if let Crossing::Address {
        base_offset, gates, ..
    } = &loom.crossing
    {
        let read = gates.iter().fold(0, |read, gate| {
            read << 1 | u32::from(loom.sum_at(gate.control as i32))
        });
        let phase = read.wrapping_sub((*base_offset).into());
        for (gate, bit) in gates.iter().rev().zip(0..) {
            assert_eq!(gate.phase_is_set, phase >> bit & 1 == 1);
            sum ^= u64::from(phase >> bit & 1) << (gate.target + 3);
        }
    }
    sum
}

fn check(spec: &Spec, coord: Coord, has_slots: bool) {
    let loom = Loom::of(spec, coord, has_slots);
    let address = spec.layout().byte_from_element(coord);
    let bits = u64::from(address.byte) * 8 + u64::from(address.bit);
    assert_eq!(followed(&loom), bits, "{coord:?} of {:?}", spec.tile());
    let (low, high) = loom.places;
    let mut places: Vec<i32> = Vec::new();
    for bit in loom.bundles.iter().flat_map(|bundle| &bundle.bits) {
        assert!((low..high).contains(&bit.place), "{bit:?}");
        assert!(places.last().is_none_or(|last| *last > bit.place));
        places.push(bit.place);
        let Some(there) = bit.turned else { continue };
        // Turned over, this bit alone is another, and it leads back.
        let other = Loom::of(spec, there, has_slots);
        let both = loom.bundles.iter().zip(&other.bundles);
        let differing = both.flat_map(|(here, there)| here.bits.iter().zip(&there.bits));
        let differing: Vec<_> = differing
            .filter(|(here, there)| here.is_set != there.is_set)
            .collect();
        assert_eq!(differing.len(), 1);
        assert_eq!(differing[0].0.place, bit.place);
        assert_eq!(differing[0].1.turned, Some(coord));
    }
}

fn spec(tile: SaidTile, arch: Arch) -> Spec {
    let reader = SaidReader {
        arch: Some(arch),
        ..SaidReader::default()
    };
    let said = Said {
        tile,
        reader,
        ..Said::default()
    };
    spec_from_said(&said).unwrap()
}

/// Every mode, major-ness and element, packed and with strides that no tile would have, every element of two atoms.
#[test]
fn the_wires_lead_where_the_law_does() {
    let strides = [
        (None, None),
        (Some(128), Some(128)),
        (Some(1040), Some(0x3_fff0)),
        (Some(0), Some(2048)),
    ];
    for (swizzle, major, element) in Swizzle::ALL.iter().flat_map(|swizzle| {
        let majors = Major::ALL.iter().flat_map(move |major| {
            Element::ALL
                .iter()
                .map(move |element| (*swizzle, *major, *element))
        });
        majors.collect::<Vec<_>>()
    }) {
        let t = element.per_unit();
        let atom = swizzle.atom(major);
        let (along, across) = (atom.row_units * 2 * t, atom.rows * 2);
        let extent = Coord::at(major, along, across);
        for ((sbo_bytes, lbo_bytes), start) in strides.into_iter().zip([0x400, 0, 0x490, 0x80]) {
            let tile = SaidTile {
                element: Some(element),
                major: Some(major),
                swizzle: Some(swizzle),
                mn: Some(extent.mn),
                k: Some(extent.k),
                start_bytes: Some(start),
                pattern_bytes: Some(start),
                sbo_bytes,
                lbo_bytes,
                ..SaidTile::default()
            };
            let spec = spec(tile, Arch::Tcgen05);
            for at in 0..along * across {
                // Elements of a unit are alike: all of a first one, then the ends of the others.
                let (unit_at, slot) = (at / t, at % t);
                if unit_at > 0 && slot > 0 && slot + 1 < t {
                    continue;
                }
                let coord = Coord::at(major, at % along, at / along);
                check(&spec, coord, true);
                if slot == 0 {
                    check(&spec, coord, false);
                }
            }
        }
    }
}

#[test]
fn plain_rows_and_their_exchanges_are_followed_too() {
    for row_xor in RowXor::ALL.iter().map(|xor| Some(*xor)).chain([None]) {
        for row_bytes in [128, 160, 256] {
            let tile = SaidTile {
                mn: Some(24),
                k: Some(64),
                start_bytes: Some(0x490),
                row_bytes: Some(row_bytes),
                row_xor,
                ..SaidTile::default()
            };
            let spec = spec(tile, Arch::Wgmma);
            for at in 0..24 * 64 {
                let coord = Coord {
                    mn: at / 64,
                    k: at % 64,
                };
                check(&spec, coord, true);
            }
        }
    }
}

#[test]
fn absolute_mode_has_two_beginnings() {
    let link = "#/tcgen05?operand=B&element=e2m1-packed&mn=8&k=768&lbo_mode=absolute&start=0x4000";
    let spec = swizzle_view::link::shown_from_link(link)
        .shown
        .spec()
        .unwrap();
    let read = spec.spec_from_read(2);
    let fields = (0..read.extent().k / 32).map(|unit| {
        let coord = Coord {
            mn: 3,
            k: unit * 32,
        };
        check(&read, coord, false);
        Loom::of(&read, coord, false).base_field
    });
    let fields: Vec<_> = fields.collect();
    assert!(
        fields.contains(&FieldId::Start) && fields.contains(&FieldId::Lbo),
        "{fields:?}"
    );
}

#[test]
fn a_stride_that_is_no_power_of_two_has_no_wires() {
    let of = |sbo: u32| {
        let tile = SaidTile {
            sbo_bytes: Some(sbo),
            ..SaidTile::default()
        };
        Loom::of(&spec(tile, Arch::Wgmma), Coord { mn: 11, k: 0 }, false)
    };
    assert!(of(1024).is_wired && of(128).is_wired);
    let loom = of(1040);
    assert!(!loom.is_wired);
    assert_eq!(loom.sum_bits / 8, 0x400 + 1040 + 3 * 128);
    // 1024 + 1024: the carry of the start and the first group.
    assert_eq!(of(1024).carries, [11]);
    assert_eq!(of(128).places, (0, 14));
}

#[test]
fn columns_of_a_tile_are_the_fields_only_where_a_read_needs_them() {
    let field_of_columns = |swizzle| {
        let tile = SaidTile {
            swizzle: Some(swizzle),
            k: Some(128),
            ..SaidTile::default()
        };
        let loom = Loom::of(&spec(tile, Arch::Wgmma), Coord { mn: 0, k: 64 }, false);
        let mut columns = loom.bundles.iter();
        columns
            .find(|bundle| bundle.strand == Strand::Column)
            .unwrap()
            .field
    };
    assert_eq!(field_of_columns(Swizzle::B128), None);
    assert_eq!(field_of_columns(Swizzle::None), Some(FieldId::Lbo));
}
