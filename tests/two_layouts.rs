//! Two layouts side by side: what is counted and marked, against a walk through all elements that knows no units.

use std::collections::HashMap;

use swizzle_core::hardware::ADDRESS_BYTES;
use swizzle_core::{Arch, Coord, Element, Major, Named as _, Said, SaidReader, SaidTile, Spec, Swizzle};
use swizzle_infer::{Elsewhere, TwoLayouts, spec_from_said, unit_elsewhere};
use swizzle_tests::{coords, is_exhaustive, some};
use swizzle_text::two_layouts_rows;

type Offsets = HashMap<Coord, (u32, u32)>;

/// Byte and bit of every element, from the start.
fn offsets(spec: &Spec) -> Offsets {
    let start = spec.tile().start_bytes;
    let offset = |at| {
        let address = spec.layout().byte_from_element(at);
        (at, ((address.byte + ADDRESS_BYTES - start) % ADDRESS_BYTES, address.bit))
    };
    coords(spec.extent()).map(offset).collect()
}

/// The units of the first by where they begin, with how many of their elements are elsewhere and not there.
fn counted(here: &Offsets, there: &Offsets) -> TwoLayouts {
    let mut units: HashMap<u32, (u32, u32, u32)> = HashMap::new();
    for (at, place) in here {
        // Sixteen bytes hold one unit at any address; no two of these tiles' units share them.
        let unit = units.entry(place.0 / 16).or_default();
        unit.0 += 1;
        match there.get(at) {
            None => unit.2 += 1,
            Some(other) => unit.1 += u32::from(other != place),
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

/// What is counted of all; and Compare marks each unit by what is asked of it alone: as many as are counted.
#[test]
fn units_are_counted_and_marked_as_their_elements_lie() {
    let layouts: Vec<_> = layouts().into_iter().map(|spec| (offsets(&spec), spec)).collect();
    let mut seen = (0, 0);
    for (at, ((these, here), (those, there))) in pairs_of(&layouts).enumerate() {
        // 5 does not divide the number of layouts: each meets others of every kind; all of them at night.
        if !is_exhaustive() && at % 5 > 0 {
            continue;
        }
        let expected = counted(these, those);
        seen.0 += u32::from(expected.elsewhere > expected.absent);
        seen.1 += u32::from(expected.absent > 0 && expected.absent < expected.units);
        assert_eq!(TwoLayouts::of(here, there), Some(expected), "{:?}\n{:?}", here.said(), there.said());
        if at % 25 == 0 {
            let all = (0..expected.units).map(|unit| unit_elsewhere(here, there, unit));
            let count = |is_it: fn(Elsewhere) -> bool| all.clone().filter(|at| is_it(*at)).count() as u32;
            assert_eq!(count(|at| at != Elsewhere::Same), expected.elsewhere);
            assert_eq!(count(|at| at == Elsewhere::Absent), expected.absent);
        }
    }
    assert!(seen.0 > 50 && seen.1 > 50, "{seen:?}");
}

fn pairs_of<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().flat_map(move |one| all.iter().map(move |other| (one, other)))
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
