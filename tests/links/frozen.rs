//! Frozen links: what one shows when it is opened, today and for ever. Those of one tile are rows of `frozen.tsv`.

use std::collections::BTreeMap;

use swizzle_core::Place;
use swizzle_tests::rows;
use swizzle_view::Shown;
use swizzle_view::link::pair_from_link;
use swizzle_view::state::figures;

use super::opened;

/// What a link shows, whether the link said it or left it to be assumed: each value by its name, in the words of links.
fn seen(shown: &Shown) -> Vec<(&'static str, String)> {
    let spec = shown.spec().expect("a link has a picture");
    let (tile, reader, view) = (spec.tile(), spec.reader(), shown.view);
    let place = |place: Place| format!("{},{},{}", place.stage, place.block, place.step);
    let descriptor = spec.descriptor(spec.place());
    let pinned = shown.pinned.map(|at| format!("{},{}", at.mn, at.k));
    vec![
        ("arch", reader.arch.to_string()),
        ("operand", reader.operand.to_string()),
        ("sparsity", reader.sparsity.to_string()),
        ("lbo_mode", reader.lbo_mode.to_string()),
        ("rows", reader.rows.to_string()),
        ("element", tile.element.to_string()),
        ("major", tile.major.to_string()),
        ("swizzle", tile.swizzle.to_string()),
        ("mn", tile.mn.to_string()),
        ("k", tile.k.to_string()),
        ("buffer", format!("{},{}", tile.buffer.mn, tile.buffer.k)),
        ("at", format!("{},{}", tile.at.mn, tile.at.k)),
        ("order", tile.order.to_string()),
        ("start_bytes", tile.start_bytes.to_string()),
        ("lbo_bytes", tile.lbo_bytes.to_string()),
        ("sbo_bytes", tile.sbo_bytes.to_string()),
        ("row_bytes", tile.row_bytes.map_or("none".into(), |bytes| bytes.to_string())),
        ("row_xor", tile.row_xor.map_or("none".into(), |xor| xor.to_string())),
        ("stages", tile.stages.to_string()),
        ("stage_bytes", tile.stage_bytes.to_string()),
        ("descriptor", descriptor.map_or("none".into(), |one| format!("{} {one}", one.arch()))),
        ("place", place(spec.place())),
        ("looked_at", place(shown.looked_at(&spec).place())),
        ("show", view.shows.to_string()),
        ("cells", view.cells.to_string()),
        ("number", view.number.to_string()),
        ("colour", view.colour.to_string()),
        ("pinned", pinned.unwrap_or("none".into())),
    ]
}

/// A link opens wholly, and what it shows differs from what silence means by what its row says alone.
#[test]
fn frozen_links_open_what_they_always_did() {
    let rows = rows(include_str!("frozen.tsv")).map(|row| {
        let link = row[0];
        let values = row.into_iter().skip(1).map(|part| part.split_once('=').expect(part));
        (link, values.collect::<BTreeMap<_, _>>())
    });
    let rows: Vec<_> = rows.collect();
    let silence = &rows[0].1;
    assert_eq!(seen(&opened("")), seen(&opened("#/")));
    for (link, values) in &rows {
        let shown = seen(&opened(link));
        assert_eq!(shown.len(), silence.len());
        let (mut expected, names) = (silence.clone(), silence.len());
        expected.extend(values);
        assert_eq!(expected.len(), names, "{link}: a name that there is not");
        for (name, value) in shown {
            assert_eq!(value, expected[name], "{link}: {name}");
        }
    }
    assert!(rows.len() > 35, "{} links", rows.len());
    for figure in figures() {
        let shown = opened(&format!("#/figure/{}", figure.number));
        assert_eq!(shown, figure.shown);
    }
}

/// Likewise for links of two.
#[test]
fn frozen_links_of_pairs_open_what_they_always_did() {
    for (link, first, second) in [
        ("#/compare/figure/157/with/figure/158", "#/figure/157", "#/figure/158"),
        (
            "#/compare/wgmma/4000004000010040?element=tf32&k=32/with/tcgen05/4000404000010040?mn=128",
            "#/wgmma/4000004000010040?element=tf32&k=32",
            "#/tcgen05/4000404000010040?mn=128",
        ),
        ("#/compare/wgmma/4000004000010040", "#/wgmma/4000004000010040", "#/wgmma/4000004000010040"),
        ("#/compare", "", ""),
        ("#/compare/", "", ""),
        ("#/compare//with/", "", ""),
    ] {
        let pair = pair_from_link(link).unwrap();
        assert_eq!(pair.map(|one| opened(&one)), [first, second].map(opened));
    }
    for link in ["", "#/", "#/comparex", "#/figure/157", "compare/figure/157"] {
        assert_eq!(pair_from_link(link), None, "{link}");
    }
}
