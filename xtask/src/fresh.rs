//! The views of a fresh page, drawn into the document: they are visible with the document, and the page replaces them.
//!
//! The style sheet (`fresh.css`) gives its cells the size that the page gives them.

use std::fmt::Write as _;

use anyhow::Result;
use swizzle_draw::hex;
use swizzle_draw::scene::{Cell, Drawing, PaneKind, Paths, Scene, Window};
use swizzle_draw::{Palette, Theme};
use swizzle_view::shown_from_link;

/// Rows of a view: as many as a window of 1200 pixels has room for.
const ROWS: u32 = 24;
/// The rows that most windows have room for: where these are all, the others are not laid out.
const USUAL_ROWS: usize = 16;
/// The side of a cell in the drawing, which is stretched to the cells of the page.
const SIDE: u32 = 20;

/// The beginning of a view of the tile with which the page opens, as elements of the document.
pub(crate) fn view(kind: PaneKind) -> Result<String> {
    let shown = shown_from_link("").shown;
    let drawing = Drawing::of(&shown.looked_at(&shown.spec()?), shown.view);
    let size = drawing.size(kind);
    let window = Window {
        columns: 0..size.columns,
        rows: 0..size.rows.min(ROWS),
    };
    let scene = drawing.scene(kind, &window);
    let mut html = format!("<div class=\"fresh-cells\">{}", cells(&scene));
    let row = |(_, cells): (&str, &[Cell])| {
        let labels = cells.iter().map(|cell| centred(&cell.label.to_string()));
        labels.collect()
    };
    html.push_str(&lines("fresh-numbers", scene.rows().map(row)));
    let heads: String = scene
        .across
        .heads
        .iter()
        .map(|head| centred(head))
        .collect();
    let _ = write!(html, "</div><pre class=\"fresh-heads\">{heads}</pre>");
    html.push_str(&lines("fresh-rows", scene.down.heads.iter().cloned()));
    Ok(html)
}

/// Characters that all numbers have room for.
const CHARACTERS: usize = 4;

/// A number in the middle of that room, up to the next cell: spaces are half as wide as characters, and cells are tabs.
fn centred(label: &str) -> String {
    let before = CHARACTERS.saturating_sub(label.chars().count());
    format!("{}{label}\t", " ".repeat(before))
}

/// Texts below each other, those apart that few screens show.
fn lines(class: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    let (usual, more) = lines.split_at(lines.len().min(USUAL_ROWS));
    let [usual, more] = [usual, more].map(|lines| lines.join("\n"));
    format!("<pre class=\"{class}\">{usual}\n<span class=\"fresh-more\">{more}</span></pre>")
}

/// Colours and lines: a path for each, in both themes.
fn cells(scene: &Scene) -> String {
    let columns = scene.window.columns.len() as u32;
    let rows = scene.window.rows.len() as u32;
    let mut svg = format!(
        "<svg viewBox=\"0 0 {} {}\" preserveAspectRatio=\"none\"><g transform=\"scale({SIDE})\">",
        columns * SIDE,
        rows * SIDE
    );
    let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| Palette::Isa.colours(theme));
    for (class, (light, dark)) in light.iter().zip(dark).enumerate() {
        let mut path = String::new();
        for (at, cell) in (0..).zip(&scene.cells) {
            if cell
                .class
                .is_some_and(|of_cell| usize::from(of_cell) == class)
            {
                let (x, y) = (at % columns, at / columns);
                let _ = write!(path, "M{x} {y}h1v1h-1z");
            }
        }
        if !path.is_empty() {
            let (light, dark) = (hex(*light), hex(dark));
            let _ = write!(
                svg,
                "<path style=\"fill:light-dark({light},{dark})\" d=\"{path}\"/>"
            );
        }
    }
    svg.push_str("</g>");
    let paths = Paths::new(scene, SIDE, SIDE);
    for (class, path) in [
        ("grid-thin", &paths.thin),
        ("grid-reads-halo", &paths.reads),
        ("grid-heavy", &paths.heavy),
        ("grid-reads", &paths.reads),
    ] {
        let _ = write!(svg, "<path class=\"{class}\" d=\"{path}\"/>");
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_view_has_the_numbers_and_colours_of_the_core() -> Result<()> {
        for (kind, first, last) in [
            (PaneKind::Matrix, "   0\t   1\t", " 185\t 184\t</span>"),
            (PaneKind::Memory, " 0,0\t 0,1\t", "23,1\t23,0\t</span>"),
        ] {
            let html = view(kind)?;
            assert_eq!(html.matches("light-dark").count(), 8);
            assert!(
                html.contains(&format!("<pre class=\"fresh-numbers\">{first}")),
                "{html}"
            );
            assert!(html.contains(last), "{html}");
        }
        Ok(())
    }
}
