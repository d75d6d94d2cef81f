//! A whole read against its naive twin: 64-bit words that a kernel would count up, and a search for each element.

use std::collections::HashMap;

use swizzle_core::hardware::{Element, Major};
use swizzle_core::law::{Coord, Extent, Swizzle};
use swizzle_core::{Arch, Descriptor, Said, Spec};
use swizzle_infer::WholeRead;
use swizzle_infer::spec_from_said;

/// A packed tile at 0x400, whose first descriptor is computed.
fn tile(arch: Arch, element: Element, major: Major, swizzle: Swizzle) -> Said {
    let mut said = Said::default();
    said.reader.arch = Some(arch);
    said.tile.element = Some(element);
    said.tile.major = Some(major);
    said.tile.swizzle = Some(swizzle);
    said.tile.start_bytes = Some(0x400);
    (said.tile.mn, said.tile.k) = (Some(128), Some(64));
    let packed = spec_from_said(&said).unwrap().packed();
    said.tile.lbo_bytes = Some(packed.lbo_bytes);
    said.tile.sbo_bytes = Some(packed.sbo_bytes);
    (said.place.step, said.place.block) = (Some(0), Some(0));
    said
}

/// The element in each element's place, by the words of a loop that adds to the first.
fn naive(right: &Spec, first: Descriptor) -> Vec<Option<Coord>> {
    let (tile, extent) = (right.layout(), right.extent());
    let mut all = vec![None; (extent.mn * extent.k) as usize];
    let coords = (0..extent.mn).flat_map(|mn| (0..extent.k).map(move |k| Coord { mn, k }));
    let holders: HashMap<_, _> = coords.map(|coord| (tile.byte_from_element(coord), coord)).collect();
    let start = |block: u32, step: u32| {
        let place = swizzle_core::Place { block, step, ..right.place() };
        (place, right.derived_descriptor(place).unwrap().raw())
    };
    let (_, origin) = start(0, 0);
    for block in 0..right.blocks() {
        for step in 0..right.steps() {
            let (place, word) = start(block, step);
            let raw = first.raw().wrapping_add(word.wrapping_sub(origin));
            let read = right.layout_from_descriptor(Descriptor::new(first.arch(), raw));
            let (at, own) = (right.first_element(place), right.read_extent());
            for mn in 0..own.mn {
                for k in 0..own.k {
                    let coord = Coord { mn: at.mn + mn, k: at.k + k };
                    if extent.contains(coord) {
                        let byte = read.byte_from_element(Coord { mn, k });
                        let holder = holders.get(&byte).copied();
                        all[(coord.mn * extent.k + coord.k) as usize] = holder;
                    }
                }
            }
        }
    }
    all
}

/// Compares a whole read through a given descriptor with its twin: elements that are wrong, if it is read at all.
fn check(said: &Said, given: Descriptor) -> Option<u32> {
    let right = spec_from_said(said).unwrap();
    let spec = spec_from_said(&said.with_given(given)).ok()?;
    let (read, expected, extent) = (WholeRead::of(&spec).unwrap(), naive(&right, given), spec.extent());
    let listed: HashMap<_, _> = read.elements_read().collect();
    assert_eq!((listed.len(), extent), (expected.len(), right.extent()), "{given}");
    let mut wrong = 0;
    for (coord, source) in listed {
        let twin = expected[(coord.mn * extent.k + coord.k) as usize];
        assert_eq!((source, read.element_for(coord)), (twin, twin), "{given} {coord:?}");
        let (_, law, at) = read.read_of(coord).unwrap();
        if let Some(source) = twin {
            let byte = right.layout().byte_from_element(source);
            assert_eq!(law.byte_from_element(at), byte, "{given} {coord:?}");
        }
        wrong += u32::from(twin != Some(coord));
    }
    let by_units = read.wrong() * right.tile().element.per_unit();
    assert!(by_units == wrong || PADDED.contains(&(extent.mn, extent.k)), "{given}");
    Some(wrong)
}

/// Rows that end within a unit: its padding is not an element of the tile.
const PADDED: [(u32, u32); 2] = [(64, 36), (36, 64)];

#[test]
fn a_unit_that_is_padded_has_fewer_elements() {
    for (major, (mn, k)) in [Major::K, Major::Mn].into_iter().zip(PADDED) {
        let mut said = tile(Arch::Wgmma, Element::Bf16, major, Swizzle::B128);
        (said.tile.mn, said.tile.k) = (Some(mn), Some(k));
        let word = spec_from_said(&said).unwrap().derived_descriptor(0).unwrap().raw();
        // One unit further: the padded one arrives in place of the one before.
        assert!(check(&said, Descriptor::new(Arch::Wgmma, word + 1)).is_some());
    }
}

#[test]
fn the_reads_cover_the_tile_once() {
    let mut said = tile(Arch::Wgmma, Element::Bf16, Major::K, Swizzle::B128);
    (said.tile.mn, said.tile.k) = (Some(96), Some(40));
    let spec = spec_from_said(&said).unwrap();
    let read = WholeRead::of(&spec).unwrap();
    let area = |mn, k, rows, columns| (Coord { mn, k }, Extent { mn: rows, k: columns });
    let expected = [
        area(0, 0, 64, 16),
        area(0, 16, 64, 16),
        area(0, 32, 64, 8),
        area(64, 0, 32, 16),
        area(64, 16, 32, 16),
        area(64, 32, 32, 8),
    ];
    assert_eq!(read.areas(), expected);
}

#[test]
fn every_element_comes_from_where_the_words_lead() {
    let mut wrong_tiles = 0;
    for arch in [Arch::Wgmma, Arch::Tcgen05] {
        for (element, major) in [
            (Element::Bf16, Major::K),
            (Element::Bf16, Major::Mn),
            (Element::Tf32, Major::K),
            (Element::E4m3, Major::K),
        ] {
            for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
                let said = tile(arch, element, major, swizzle);
                let right = spec_from_said(&said).unwrap();
                let word = right.derived_descriptor(0).unwrap().raw();
                // The word unchanged; 128 bytes further; another SBO; LBO and SBO exchanged; another mode.
                let (lbo, sbo) = (word >> 16 & 0x3fff, word >> 32 & 0x3fff);
                let exchanged = word & !(0x3fff << 16 | 0x3fff << 32) | sbo << 16 | lbo << 32;
                for raw in [word, word + 8, word ^ 0x48 << 32, exchanged, word ^ 1 << 62] {
                    let given = Descriptor::new(arch, raw);
                    wrong_tiles += u32::from(check(&said, given).is_some_and(|wrong| wrong > 0));
                }
            }
        }
    }
    assert!(wrong_tiles > 60, "{wrong_tiles}");
}
