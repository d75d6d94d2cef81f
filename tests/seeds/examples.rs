//! The worked examples: figures 166 to 170, and 188 to 192.

use swizzle_core::law::{Repeats, exact_text, repeats_from_extent, symbolic_text};
use swizzle_core::{Arch, Coord, Element, FieldId, Named, Said, SaidReader, SaidTile, Stride};
use swizzle_tests::{CsvRow, CuteText, Swizzled, csv_rows, some};

use crate::seeds::spec;

/// The worked examples as printed: parameters and values.
fn examples() -> Vec<CsvRow> {
    csv_rows("manual/examples.tsv")
}

/// A stride in bytes; none where the manual has none.
fn stride_bytes(example: &CsvRow, stride: &str) -> Option<u32> {
    Some(example.said::<u32>(stride)? * example.number("bytes"))
}

/// The tile of an example, its strides left to be worked out.
fn said(example: &CsvRow, arch: Arch) -> Said {
    let tile = SaidTile {
        element: example.said("element"),
        major: example.said("major"),
        swizzle: example.said("swizzle"),
        mn: example.said("mn"),
        k: example.said("k"),
        start_bytes: Some(0),
        lbo_bytes: stride_bytes(example, "lbo").is_none().then_some(32),
        ..SaidTile::default()
    };
    Said { tile, reader: some!(SaidReader { arch }), ..Said::default() }
}

/// T, m, k, strides, encodings and both layout texts; strides worked out as well as said.
#[test]
fn worked_examples() {
    for (arch, example) in
        Arch::ALL.iter().flat_map(|&arch| examples().into_iter().map(move |example| (arch, example)))
    {
        let figure = example.number(arch.name());
        let worked_out = said(&example, arch);
        let [lbo, sbo] = ["lbo", "sbo"].map(|stride| stride_bytes(&example, stride));
        let mut by_hand = worked_out;
        by_hand.tile.lbo_bytes = lbo.or(by_hand.tile.lbo_bytes);
        by_hand.tile.sbo_bytes = sbo;
        for said in [worked_out, by_hand] {
            let spec = spec(&said);
            let (tile, extent) = (spec.layout(), spec.extent());
            assert_eq!(example.get::<Element>("element").per_unit(), example.number("t"), "figure {figure}");
            let repeats = Repeats { m: example.number("repeats_m"), k: example.number("repeats_k") };
            assert_eq!(repeats_from_extent(tile, extent), repeats, "figure {figure}: m and k");
            assert_eq!(exact_text(tile, extent), example.text("exact"), "figure {figure}");
            let text = symbolic_text(example.get("major"), example.get("swizzle"));
            assert_eq!(text, example.text("canonical"), "figure {figure}");
            for (stride, bytes) in [(Stride::Lbo, lbo), (Stride::Sbo, sbo)] {
                let is_same = bytes.is_none_or(|bytes| tile.stride_bytes(stride) == bytes);
                assert!(is_same, "figure {figure}: {stride:?}");
            }
            for step in 0..spec.steps() {
                let descriptor = spec.descriptor(step).unwrap_or_else(|error| panic!("{error}"));
                for (id, field) in [(FieldId::Lbo, "lbo_field"), (FieldId::Sbo, "sbo_field")] {
                    let wanted: u64 = example.get(field);
                    assert_eq!(descriptor.get(id), wanted, "figure {figure}, step {step}: {field}");
                }
            }
        }
    }
}

/// The printed texts, read as functions, against the printed parameters and the core's addresses.
#[test]
fn worked_examples_as_functions() {
    for example in examples() {
        let at = example.at();
        let exact = Swizzled::parse(example.text("exact"));
        let (_, canonical) = example.text("canonical").split_once(" o ").unwrap_or_default();
        let canonical = CuteText::parse_symbols(canonical, |symbol| match symbol {
            "T" => example.number("t"),
            "m" => example.number("repeats_m"),
            "k" => example.number("repeats_k"),
            "LBO" => example.number("lbo"),
            "SBO" => example.number("sbo"),
            other => panic!("{other} is no symbol of the manual"),
        });
        let extent = (example.number("mn"), example.number("k"));
        assert_eq!((canonical.size(0), canonical.size(1)), extent, "{at}");
        assert_eq!((exact.layout.size(0), exact.layout.size(1)), extent, "{at}");
        let tile = *spec(&said(&example, Arch::Wgmma)).layout();
        for (mn, k) in (0..extent.0).flat_map(|mn| (0..extent.1).map(move |k| (mn, k))) {
            let offset = exact.layout.offset(mn, k);
            assert_eq!(canonical.offset(mn, k), offset, "{at}: ({mn}, {k})");
            let found = tile.byte_from_element(Coord { mn, k });
            let wanted = exact.functor.apply(offset * example.number("bytes"));
            assert_eq!((found.byte, found.bit), (wanted, 0), "{at}: ({mn}, {k})");
        }
    }
}

/// Figure 167 (189) as printed, with K = 16, is not one-to-one: unit column 2 of a row is unit column 0 of the next.
/// With k = 1, as PTX ISA 9.4 prints it, it is; and where the hardware goes on is a matter of LBO.
#[test]
fn figure_167_with_one_repeat_of_k() {
    for &arch in Arch::ALL {
        let printed = said(&examples()[1], arch);
        let tile = *spec(&printed).layout();
        for mn in 0..7 {
            assert_eq!(
                tile.byte_from_element(Coord { mn, k: 8 }),
                tile.byte_from_element(Coord { mn: mn + 1, k: 0 }),
            );
        }
        let mut corrected = printed;
        (corrected.tile.k, corrected.tile.lbo_bytes) = (Some(8), None);
        let corrected = spec(&corrected);
        let (tile, extent) = (corrected.layout(), corrected.extent());
        assert_eq!(exact_text(tile, extent), "Swizzle<1,4,3> o ((8,2),(4,2)):((8,64),(1,4))");
        assert_eq!(repeats_from_extent(tile, extent), Repeats { m: 2, k: 1 });
        let coords = (0..16).flat_map(|mn| (0..8).map(move |k| Coord { mn, k }));
        let mut bytes: Vec<u32> = coords.map(|coord| tile.byte_from_element(coord).byte).collect();
        bytes.sort_unstable();
        assert_eq!(bytes, (0..16 * 8).map(|i| 4 * i).collect::<Vec<_>>());
    }
}
