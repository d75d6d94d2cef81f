//! Layouts of kernels as CuTe prints them and as Triton writes them, opened from their text: each has the bytes that the kernels used.

use swizzle_core::{Coord, Element, Spec};
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_view::Shown;

const KERNELS: &str = include_str!("../../../tests/data/mma_sync_layouts.tsv");
const TRITON: &str = include_str!("../../../tests/data/triton_layouts.tsv");

fn numbers(text: &str) -> Vec<u32> {
    text.split(|one: char| !one.is_ascii_digit()).filter_map(|one| one.parse().ok()).collect()
}

fn opened(text: &str, context: &Shown) -> Spec {
    let read = shown_from_paste(text, &PasteChoice::default(), context);
    let pasted = read.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(pasted.unread().next().is_none(), "{text}");
    pasted.shown.spec().expect(text)
}

fn context(name: &str, start: &str) -> Shown {
    let mut context = Shown::default();
    let element = match name {
        "f8E5M2" => Element::E5m2,
        "i8" => Element::S8,
        name => name.parse().expect("an element type"),
    };
    (context.said.tile.element, context.said.tile.start_bytes) = (Some(element), start.parse().ok());
    context
}

#[test]
fn a_printed_layout_opens_the_tile_that_a_kernel_has() {
    let of_cute = KERNELS.lines().skip(1).map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
        [_, _, name, _, _, cute, start, points] => (cute.to_owned(), context(name, start), points),
        _ => panic!("{line}"),
    });
    let of_triton = TRITON.lines().skip(1).map(|line| {
        let [_, _, name, shape, encoding, start, points] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let (mut context, sides) = (context(name, start), numbers(shape));
        (context.said.tile.mn, context.said.tile.k) = (Some(sides[0]), Some(sides[1]));
        (format!("#ttg.{encoding}"), context, points)
    });
    let mut checked = 0;
    for (text, context, points) in of_cute.chain(of_triton) {
        let spec = opened(&text, &context);
        for point in points.split(' ') {
            let [mn, k, byte] = numbers(point)[..] else { panic!("{point}") };
            let at = Coord { mn, k };
            assert_eq!(spec.layout().byte_from_element(at).byte, byte, "{at:?} of {text}");
            checked += 1;
        }
    }
    assert_eq!(checked, 1073 + 131);
}

/// Source: Triton 3.6, `PaddedSharedEncodingAttr` and Gluon's `PaddedSharedLayout`.
#[test]
fn tritons_pads_open_rows_with_free_bytes() {
    for (text, every, pad) in [
        ("#ttg.padded_shared<[256:+8] {order = [1, 0], shape = [64, 128]}>", 256, 8),
        ("ttgl.PaddedSharedLayout.with_identity_for([[128, 4]], [32, 128], [1, 0])", 128, 4),
        ("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [16, 128]}>", 64, 8),
    ] {
        let spec = opened(text, &Shown::default());
        let extent = spec.extent();
        for (mn, k) in (0..extent.mn).flat_map(|mn| (0..extent.k).map(move |k| (mn, k))) {
            let offset = mn * extent.k + k;
            let byte = 0x400 + (offset + offset / every * pad) * 2;
            assert_eq!(spec.layout().byte_from_element(Coord { mn, k }).byte, byte, "({mn}, {k}) of {text}");
        }
    }
}
