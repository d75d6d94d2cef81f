//! `swizzle draw`.

use swizzle_core::Named as _;
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Palette, Theme};
use swizzle_view::{Export, Format, export_from_shown};

use crate::program::swizzle;

#[test]
fn figure_157_as_text() {
    let text = swizzle("draw --figure 157 --text").answer();
    assert_eq!(swizzle("draw --figure 157").answer(), text);
    let rows: Vec<Vec<u32>> = text
        .lines()
        .filter_map(|line| line.split_once('|'))
        .filter(|(head, _)| !head.trim().is_empty())
        .map(|(_, cells)| {
            cells
                .split_whitespace()
                .filter_map(|cell| cell.parse().ok())
                .collect()
        })
        .collect();
    // Row 1 of the ISA's figure reads 9 8 11 10 …: the unit column XOR the row.
    let wanted: Vec<Vec<u32>> = (0..8)
        .map(|row| (0..8).map(|column| row * 8 + (column ^ row)).collect())
        .collect();
    assert_eq!(rows, wanted);
}

#[test]
fn options_change_a_figure() {
    let drawn = |options: &str| swizzle(&format!("draw {options}")).answer();
    assert_eq!(
        drawn("--figure 157 --element tf32 --k 32 --operand A"),
        drawn("--element tf32 --mn 8 --k 32")
    );
    assert_eq!(
        drawn("--figure 164 --cells units"),
        drawn("--figure 157 --element tf32 --k 32")
    );
}

#[test]
fn the_memory_view_has_a_line_for_every_128_bytes() {
    let text =
        swizzle("draw --mn 16 --k 16 --swizzle 32B --start 0x400 --view memory --number logical")
            .answer();
    let heads: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split_once(" |"))
        .map(|(head, _)| head)
        .collect();
    assert_eq!(heads, ["      ", "0x0400", "0x0480", "0x0500", "0x0580"]);
}

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
        let [mn, k, byte] = row[..3] else {
            panic!("{row:?}")
        };
        let start = rows[0][2];
        assert_eq!(byte, start + mn * 128 + ((k / 8) ^ mn) * 16, "{row:?}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&swizzle("draw --figure 157 --json").answer()).expect("JSON");
    assert_eq!(json["link"], "#/figure/157");
    let cells = json["cells"].as_array().expect("cells");
    assert!(
        cells
            .iter()
            .zip(&rows)
            .all(|(cell, row)| *cell == serde_json::json!(row))
    );
    assert_eq!(cells.len(), rows.len());
    let run = swizzle("draw --mn 65536 --k 65536 --csv");
    assert!(
        run.err
            .contains("rows are more than the 1048576 of a table"),
        "{}",
        run.err
    );
    assert_eq!(run.code, Some(2));
}

#[test]
fn svg_is_well_formed() {
    for options in [
        "--figure 157",
        "--figure 165 --dark --palette safe --colour bank --number bank --link https://example.org/?a=1&b=2",
        "--mn 100 --k 20 --element e3m2 --swizzle none --view memory --colour step --cells elements",
    ] {
        let run = swizzle(&format!("draw {options} --svg"));
        assert_eq!(run.code, Some(0), "{options}");
        assert!(
            run.out
                .starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""),
            "{options}"
        );
        check_xml(&run.out);
    }
}

/// Its caption has the verdict of the atlas, and a read of 64 rows is folded as there.
#[test]
fn a_read_as_svg_says_whether_it_is_right() {
    let drawn = |options: &str| swizzle(&format!("draw --mn 64 --k 64 {options} --svg")).out;
    let wrong = drawn("--descriptor 0x4000000800010040 --show read");
    check_xml(&wrong);
    let caption = "SBO is too small: 112 of 128 units are wrong. Set SBO to 1024 B";
    assert!(
        wrong.contains(&format!(">Error: {caption}.</text>")),
        "{wrong}"
    );
    assert!(wrong.contains(&format!("; Error: {caption};")), "{wrong}");
    for strip in ["rows 0–15", "16–31", "32–47", "48–63"] {
        assert!(
            wrong.contains(&format!(">{strip}</text>")),
            "{strip}: {wrong}"
        );
    }
    // The tile has the same verdict, and stays whole.
    let tile = drawn("--descriptor 0x4000000800010040");
    assert!(
        tile.contains(&format!(">Error: {caption}.</text>")),
        "{tile}"
    );
    assert!(!tile.contains("16–31"), "{tile}");
    let right = drawn("--descriptor 0x4000004000010040");
    assert!(
        right.contains(">All 128 units are read from the right address, "),
        "{right}"
    );
    assert!(drawn("").contains(">Every element is read exactly once (4 reads).</text>"));
}

#[test]
fn the_link_under_a_picture_opens_it() {
    let svg = swizzle("draw --figure 157 --svg --link https://example.org/#").answer();
    assert!(svg.contains("<a href=\"https://example.org/#/figure/157\">"));
    let svg =
        swizzle("draw --start 0x400 --colour bank --svg --link https://example.org/").answer();
    assert!(svg.contains("\"https://example.org/#/?start=0x400&amp;colour=bank\""));
}

#[test]
fn what_no_instruction_reads_is_drawn_with_a_note() {
    let run = swizzle("draw --element tf32 --major MN --mn 32 --k 8");
    assert_eq!(
        run.err,
        "note: drawn despite an error: wgmma cannot read tf32 M-major\n"
    );
    assert_eq!((run.out.lines().count(), run.code), (11, Some(0)));
}

#[test]
fn a_picture_that_nobody_could_see_is_refused() {
    let run = swizzle("draw --mn 4096 --k 4096");
    assert!(
        run.err
            .starts_with("error: 512 × 4096 = 2097152 cells are more than the 65536")
    );
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
    let run = swizzle("draw --figure 155");
    assert!(
        run.err
            .starts_with("error: unknown figure 155; known figures: 156, 157,")
    );
    assert_eq!(run.code, Some(2));
}

/// Panics unless every tag is closed by its own kind, every attribute quoted, and every bare character escaped.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once('<') {
        check_characters(before);
        let (tag, after) = tail.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        check_characters(tag);
        if !tag.ends_with('/') {
            let name = tag.split_whitespace().next().expect("a tag has a name");
            open.push(name);
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
}

fn check_characters(text: &str) {
    for after in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;"];
        assert!(known.iter().any(|name| after.starts_with(name)), "&{after}");
    }
}

/// The page saves what the same function returns.
#[test]
fn every_file_is_what_the_library_writes() {
    let state = |link: &str| swizzle_view::shown_from_link(link).shown;
    for (link, options) in [
        ("#/figure/157", "--figure 157"),
        (
            "#/wgmma/4000000800010040?show=read",
            "--descriptor 0x4000000800010040 --show read",
        ),
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

#[test]
fn a_figure_that_is_no_number_is_told_so() {
    for figure in ["abc", "-3", "99999"] {
        let run = swizzle(&format!("draw --figure {figure}"));
        assert_eq!(run.code, Some(2));
        let wanted = format!("“{figure}” is not a figure number; known figures: 156, 157");
        assert!(run.err.contains(&wanted), "{}", run.err);
    }
}
