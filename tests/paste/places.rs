//! A byte or an element that is looked for.

use swizzle_core::{Coord, Extent};
use swizzle_learn::TERMS;
use swizzle_parse::{Destination, shown_from_paste};

use super::{GUESS, contexts};
use swizzle_tests::sample;

#[test]
fn a_term_alone_or_asked_for_has_its_entry() {
    for (text, entry) in [
        ("LBO", "lbo"),
        ("sbo", "sbo"),
        ("what is LBO?", "lbo"),
        ("What does the base offset mean?", "base-offset"),
        ("explain the swizzle", "swizzle-mode"),
        ("swizzle mode", "swizzle-mode"),
        ("atom", "atom"),
        ("a bank", "bank"),
        ("phase", "phase"),
        ("row pitch", "row-pitch"),
        ("what's the XOR", "xor"),
    ] {
        for context in contexts() {
            let pasted = shown_from_paste(text, &GUESS, &context).unwrap();
            let link = pasted.goes_to.as_ref().and_then(Destination::link);
            assert_eq!(link, Some(format!("#/glossary/{entry}")), "{text}");
            assert_eq!((pasted.shown, &*pasted.notices), (context, &[][..]), "{text}");
        }
        assert!(TERMS.iter().any(|term| term.slug == entry), "{entry}");
    }
}

#[test]
fn bytes_and_elements_find_each_other() {
    for context in contexts() {
        let mut small = context;
        let whole = context.spec().unwrap();
        small.said.tile.mn = Some(whole.tile().mn.min(40));
        small.said.tile.k = Some(whole.tile().k.min(72));
        let spec = small.spec().unwrap();
        let Extent { mn: mn_end, k: k_end } = spec.extent();
        let rows = (0..mn_end).filter(|mn| mn % 8 < 2 || mn_end < 64);
        let all: Vec<_> = rows.flat_map(|mn| (0..k_end).map(move |k| (mn, k))).collect();
        for &(mn, k) in sample(&all, 5) {
            let address = spec.layout().byte_from_element(Coord { mn, k });
            let text = format!("element ({mn}, {k})");
            let asked = shown_from_paste(&text, &GUESS, &small).unwrap();
            assert_eq!(asked.shown.pinned, Some(Coord { mn, k }));
            assert_eq!(asked.what, format!("{text}: byte 0x{:x}", address.byte));
            for text in [format!("byte {}", address.byte), format!("0x{:x}", address.byte)] {
                let found = shown_from_paste(&text, &GUESS, &small).unwrap();
                assert_eq!(found.shown.said, small.said, "{text}");
                // Elements of less than a byte share it, and so do those of a layout that overlaps.
                let at = found.shown.pinned.unwrap();
                let byte = spec.layout().byte_from_element(at).byte;
                assert_eq!(byte, address.byte, "{text}");
            }
        }
    }
}
