//! Tiles of atoms: the address of each element, and the text of the layout.

use std::collections::BTreeSet;

use swizzle_core::law::exact_text;
use swizzle_core::{Arch, Coord, Major};
use swizzle_tests::{Functor, Report, Swizzled, coords, fnv1a, is_exhaustive, sample};

use crate::cute::case::{Case, WINDOW_BYTES, functor_from_numbers, lines, spec_of_atoms};

fn bytes_of(case: &Case) -> u32 {
    case.line.number("cosize") / case.units_per_byte()
}

/// `map`, `s`, `fnv`, `cosize`, `pd`, `lay` and the atom's own sides and swizzle. Of several types of a width one is walked: the
/// others have the same atom and, term by term, the same law.
#[test]
fn maps_of_atoms() {
    let mut report = Report::new();
    let mut wrapping = BTreeSet::new();
    for line in sample(&lines("atom"), 3) {
        let (case, others) = Case::of(line);
        let at = case.line.at();
        let bits = case.line.number("bits");
        let spec = spec_of_atoms(&case, Arch::Tcgen05, 0);
        let tile = *spec.layout();
        for element in others {
            let other = Case { element: *element, line: line.clone(), lay: case.lay.clone(), ..case };
            let law = *spec_of_atoms(&other, Arch::Tcgen05, 0).layout();
            report.equal(&at, element, &law.terms(), &tile.terms());
        }

        let atom = case.swizzle.atom(case.major);
        let (mn, k) = atom.sides(case.major);
        let t = case.element.per_unit();
        let sides = match case.major {
            Major::K => (mn, k * t),
            Major::Mn => (mn * t, k),
        };
        let wanted = (case.line.number("amn"), case.line.number("ak"));
        report.equal(&at, &"atom", &sides, &wanted);

        let xor = case.swizzle.xor();
        let functor = Functor { bits: xor.bits, base: xor.base, shift: xor.shift };
        report.equal(&at, &"swizzle", &functor, &case.functor);
        // On indices of elements the lowest bits, which count bytes of an element, are gone; four-bit elements count
        // half bytes. Without swizzle CuTe writes 0.
        let on_elements = match (xor.bits, bits) {
            (0, _) => 0,
            (_, 4) => xor.base + 1,
            _ => xor.base - (bits / 8).trailing_zeros(),
        };
        let wanted = functor_from_numbers(&case.line, "eswz");
        report.equal(&at, &"swizzle on elements", &Functor { base: on_elements, ..functor }, &wanted);

        let map = case.map(&tile);
        case.check_map(&mut report, &map);
        report.equal(&at, &"map of the line's own layout", &case.map_from_lay(), &map);

        // CuTe's cosize: one past the last offset of the layout before the swizzle.
        let end_bits = coords(case.extent).map(|coord| {
            let place = tile.digits_from_element(coord);
            tile.absolute_from_element(coord) * 8 + (place.slot + 1) * bits
        });
        let cosize = end_bits.max().map(|bits| bits / 8 * case.units_per_byte());
        report.equal(&at, &"cosize", &cosize, &Some(case.line.number("cosize")));

        // Two texts that may nest differently, compared as functions.
        let text = exact_text(&tile, spec.extent());
        let ours = Swizzled::parse(&text);
        report.equal(&at, &text, &ours.functor, &case.functor);
        for mode in [0, 1] {
            report.equal(&at, &text, &ours.layout.size(mode), &case.lay.size(mode));
        }
        for Coord { mn, k } in coords(case.extent) {
            let at_element = format_args!("{text} at ({mn}, {k})");
            report.equal(&at, &at_element, &ours.layout.offset(mn, k), &case.lay.offset(mn, k));
        }

        for (start_bytes, hash) in case.line.hashes("pd") {
            if start_bytes + bytes_of(&case) > WINDOW_BYTES {
                wrapping.insert(at.line);
            }
            let tile = *spec_of_atoms(&case, Arch::Wgmma, start_bytes).layout();
            let found = fnv1a(case.map(&tile));
            report.equal(&at, &format_args!("hash at {start_bytes}"), &found, &hash);
        }
    }
    // Only tiles of 256 KiB leave the window; there alone the unwrapping of `Case::map` has work to do.
    let all = BTreeSet::from([136, 149, 164, 186, 191]);
    let is_asked =
        if is_exhaustive() { wrapping == all } else { !wrapping.is_empty() && wrapping.is_subset(&all) };
    assert!(is_asked, "lines that wrap: {wrapping:?}");
    report.finish("maps of atoms");
}
