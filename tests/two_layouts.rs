//! Two layouts side by side: what is counted and marked, against a walk through all elements that knows no units.

use std::collections::HashMap;

use swizzle_core::hardware::ADDRESS_BYTES;
use swizzle_core::{Arch, Coord, Element, Major, Named as _, Said, SaidReader, SaidTile, Spec, Swizzle};
use swizzle_infer::{Elsewhere, TwoLayouts, spec_from_said, unit_elsewhere};
use swizzle_tests::some;
use swizzle_text::two_layouts_rows;

/// Byte and bit of every element, from the start.
fn offsets(spec: &Spec) -> HashMap<(u32, u32), (u32, u32)> {
    let start = spec.tile().start_bytes;
    let elements = (0..spec.extent().mn).flat_map(|mn| (0..spec.extent().k).map(move |k| (mn, k)));
    elements
        .map(|(mn, k)| {
            let address = spec.layout().byte_from_element(Coord { mn, k });
            let byte = (address.byte + ADDRESS_BYTES - start) % ADDRESS_BYTES;
            ((mn, k), (byte, address.bit))
        })
        .collect()
}

/// The units of the first by where they begin, with how many of their elements are elsewhere and not there.
fn counted(here: &Spec, there: &Spec) -> TwoLayouts {
    let others = offsets(there);
    let mut units: HashMap<u32, (u32, u32, u32)> = HashMap::new();
    for (at, place) in offsets(here) {
        // Sixteen bytes hold one unit at any address; no two of these tiles' units share them.
        let unit = units.entry(place.0 / 16).or_default();
        unit.0 += 1;
        match others.get(&at) {
            None => unit.2 += 1,
            Some(other) if *other != place => unit.1 += 1,
            Some(_) => {}
        }
    }
    let mut found = TwoLayouts { units: 0, elsewhere: 0, absent: 0 };
    for (all, moved, absent) in units.values() {
        found.units += 1;
        found.elsewhere += u32::from(moved + absent > 0);
        found.absent += u32::from(absent == all);
    }
    found
}

fn layouts() -> Vec<Spec> {
    let mut layouts = Vec::new();
    for element in [Element::Bf16, Element::E4m3, Element::E2m1] {
        for major in Major::ALL {
            for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B128] {
                for (mn, k, start_bytes) in [(32, 64, 0x400), (64, 32, 0x400), (30, 60, 0x480)] {
                    let tile = some!(SaidTile { element, major: *major, swizzle, mn, k, start_bytes });
                    let reader = some!(SaidReader { arch: Arch::Tcgen05 });
                    let said = Said { tile, reader, ..Said::default() };
                    layouts.push(spec_from_said(&said).unwrap());
                }
            }
        }
    }
    layouts
}

#[test]
fn units_are_counted_as_their_elements_lie() {
    let layouts = layouts();
    let mut seen = (0, 0);
    for here in &layouts {
        for there in &layouts {
            let expected = counted(here, there);
            assert_eq!(TwoLayouts::of(here, there), Some(expected), "{:?}\n{:?}", here.said(), there.said());
            seen.0 += u32::from(expected.elsewhere > expected.absent);
            seen.1 += u32::from(expected.absent > 0 && expected.absent < expected.units);
        }
    }
    assert!(seen.0 > 100 && seen.1 > 100, "{seen:?}");
}

/// Compare marks each unit by what is asked of it alone: as many as are counted of all.
#[test]
fn as_many_units_are_marked_as_are_counted() {
    for here in &layouts() {
        for there in layouts().iter().step_by(5) {
            let found = TwoLayouts::of(here, there).unwrap();
            let count = |is_it: fn(Elsewhere) -> bool| {
                let all = (0..found.units).filter(|unit| is_it(unit_elsewhere(here, there, *unit)));
                all.count() as u32
            };
            assert_eq!(count(|at| at != Elsewhere::Same), found.elsewhere);
            assert_eq!(count(|at| at == Elsewhere::Absent), found.absent);
        }
    }
}

#[test]
fn a_layout_differs_in_nothing_from_itself() {
    for spec in &layouts() {
        let found = TwoLayouts::of(spec, spec).unwrap();
        assert_eq!((found.elsewhere, found.absent), (0, 0));
        assert_eq!(two_layouts_rows(spec, spec), []);
    }
}

#[test]
fn tiles_of_any_size_are_compared_or_refused() {
    let large = Said { tile: some!(SaidTile { mn: 65_536, k: 65_536 }), ..Said::default() };
    let (large, small) = (spec_from_said(&large).unwrap(), spec_from_said(&Said::default()).unwrap());
    assert_eq!(TwoLayouts::of(&large, &small), None);
    let found = TwoLayouts::of(&small, &large).unwrap();
    assert_eq!((found.units, found.absent), (512, 0));
}
