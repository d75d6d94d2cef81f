//! `swizzle draw`: files that are well-formed, and what the library writes.

use swizzle_core::Named as _;
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Palette, Theme};
use swizzle_view::{Export, Format, export_from_shown};

use crate::program::swizzle;

/// Byte of element (mn, k) of Figure 157, by the law of its caption: rows of 128 bytes, unit XOR row.
#[test]
fn addresses_as_csv_and_json() {
    let csv = swizzle("draw --figure 157 --csv").answer();
    let rows: Vec<Vec<u32>> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').filter_map(|one| one.parse().ok()).collect())
        .collect();
    assert_eq!(rows.len(), 64);
    for row in &rows {
        let [mn, k, byte] = row[..3] else { panic!("{row:?}") };
        let start = rows[0][2];
        assert_eq!(byte, start + mn * 128 + ((k / 8) ^ mn) * 16, "{row:?}");
    }
    let json = swizzle("draw --figure 157 --json").right().json();
    assert_eq!(json["link"], "#/figure/157");
    let cells = json["cells"].as_array().expect("cells");
    assert!(cells.iter().zip(&rows).all(|(cell, row)| *cell == serde_json::json!(row)));
    assert_eq!(cells.len(), rows.len());
}

#[test]
fn svg_is_well_formed() {
    for options in [
        "--figure 157",
        "--mn 64 --k 64 --descriptor 0x4000000800010040 --show read",
        "--figure 165 --dark --palette safe --colour bank --number bank --link https://example.org/?a=1&b=2",
        "--mn 100 --k 20 --element e3m2 --swizzle none --view memory --colour step --cells elements",
    ] {
        let run = swizzle(&format!("draw {options} --svg"));
        assert_eq!(run.code, Some(0), "{options}");
        assert!(run.out.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{options}");
        check_xml(&run.out);
    }
}

/// Panics unless every tag is closed by its own kind, every attribute quoted, and every bare character escaped.
fn check_xml(text: &str) {
    for after in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;"];
        assert!(known.iter().any(|name| after.starts_with(name)), "&{after}");
    }
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((_, tail)) = rest.split_once('<') {
        let (tag, after) = tail.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        if !tag.ends_with('/') {
            let name = tag.split_whitespace().next().expect("a tag has a name");
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
}

/// The page saves what the same function returns.
#[test]
fn every_file_is_what_the_library_writes() {
    let state = |link: &str| swizzle_view::shown_from_link(link).shown;
    for (link, options) in [
        ("#/figure/157", "--figure 157"),
        ("#/wgmma/4000000800010040?show=read", "--descriptor 0x4000000800010040 --show read"),
        (
            "#/?mn=8&start=0x400&cells=elements&colour=bank",
            "--start 0x400 --mn 8 --cells elements --colour bank",
        ),
    ] {
        for kind in PaneKind::ALL {
            for format in Format::ALL {
                let export = Export {
                    kind: *kind,
                    format: *format,
                    palette: Palette::Safe,
                    theme: Theme::Dark,
                    base: Some("https://example.org/".into()),
                };
                let written = export_from_shown(&state(link), &export).expect("a file");
                let (view, format) = (kind.name(), format.name());
                let options = format!(
                    "draw {options} --view {view} --{format} --palette safe --dark --link https://example.org/"
                );
                assert_eq!(swizzle(&options).out, written, "{options}");
            }
        }
    }
}
