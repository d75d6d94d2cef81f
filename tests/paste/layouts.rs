//! Layouts as CuTe prints them come back as the tile that they are of.

use swizzle_core::law::exact_text;
use swizzle_core::{
    Arch, Coord, Descriptor, Element, Extent, Major, Named, Order, Said, SaidReader, SaidTile, Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_parse::shown_from_paste;
use swizzle_view::Shown;
use swizzle_view::state::figures;

use super::GUESS;
use swizzle_tests::{sample, some};

/// Reading back a tile's own text gives the same address for every element, in any context.
fn check_layout(said: &Said) {
    let spec = spec_from_said(said).unwrap();
    let text = exact_text(spec.layout(), spec.extent());
    let (tile, reader) = (spec.tile(), spec.reader());
    // Of another tile, and for another.
    let given = Descriptor::new(reader.arch, 0x8000_0010_0020_0040 | Descriptor::fixed_bits(reader.arch));
    for (order, given) in [(Order::Mn, None), (Order::K, None), (Order::K, Some(given))] {
        let mut context = Shown::default();
        context.said.tile =
            some!(SaidTile { element: tile.element, order, start_bytes: tile.start_bytes, lbo_bytes: 80 });
        context.said.reader.arch = Some(reader.arch);
        if let Some(given) = given {
            context.said = context.said.with_given(given);
        }
        let read =
            shown_from_paste(&text, &GUESS, &context).unwrap_or_else(|error| panic!("{text}: {error}"));
        let back = read.shown.spec().unwrap();
        assert_eq!(read.notices, [], "{text}");
        assert_eq!(read.shown.said.given, given, "{text}");
        assert_eq!(back.tile().swizzle, tile.swizzle, "{text}");
        assert_eq!(back.reader().arch, reader.arch, "{text}");
        let Extent { mn, k } = spec.extent();
        assert!(back.extent().mn >= mn && back.extent().k >= k, "{text}");
        for i in 0..mn.max(k) {
            for coord in [
                Coord { mn: i.min(mn - 1), k: 0 },
                Coord { mn: 0, k: i.min(k - 1) },
                Coord { mn: i.min(mn - 1), k: (i * 7) % k },
            ] {
                assert_eq!(
                    back.layout().byte_from_element(coord),
                    spec.layout().byte_from_element(coord),
                    "{text} {coord:?}"
                );
            }
        }
    }
}

#[test]
fn every_exact_text_is_read_back_to_the_same_tile() {
    let mut all = Vec::new();
    for &element in Element::ALL {
        for &major in Major::ALL {
            for &swizzle in Swizzle::ALL {
                for &arch in Arch::ALL {
                    if swizzle == Swizzle::B128Atom32 && arch == Arch::Wgmma {
                        continue;
                    }
                    let t = element.per_unit();
                    for (mn, k) in [(8, t), (t, 8), (64, 64), (64, 16 * t), (16 * t, 96), (200, 3 * t)] {
                        for &order in Order::ALL {
                            let tile = some!(SaidTile { element, major, swizzle, mn, k, order });
                            let reader = some!(SaidReader { arch });
                            all.push(Said { tile, reader, ..Said::default() });
                        }
                    }
                }
            }
        }
    }
    // Twelve sizes and orders of each: those of the next mode are others.
    let asked = sample(&all, 5);
    println!("exact texts: {}", 2 * asked.len());
    for packed in asked {
        check_layout(packed);
        let mut by_hand = *packed;
        by_hand.tile.lbo_bytes = Some(match packed.tile.major {
            Some(Major::K) if packed.tile.swizzle != Some(Swizzle::None) => 8208,
            _ => 4112,
        });
        by_hand.tile.sbo_bytes = Some(2064);
        check_layout(&by_hand);
    }
}

#[test]
fn the_figures_are_read_back() {
    for figure in figures() {
        check_layout(&figure.shown.said);
    }
}
