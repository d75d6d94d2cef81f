//! What a fresh page shows, drawn into the document: it is seen as soon as the document is, and the page takes its place.
//!
//! The style sheet (`fresh.css`) gives its cells the size that the page gives them.

use std::fmt::Write as _;

use anyhow::Result;
use swizzle_core::picture::hex;
use swizzle_core::scene::{Drawing, Paths, Scene, SceneKind, Window};
use swizzle_core::{Palette, Theme, shown_from_link};

/// Rows of it: as many as a screen of 1800 pixels has room for.
const ROWS: u32 = 40;
/// The side of a cell in the drawing, which is stretched to the cells of the page.
const SIDE: u32 = 20;

/// The beginning of a view of the tile with which the page opens, as elements of the document.
pub(crate) fn view(kind: SceneKind) -> Result<String> {
    let shown = shown_from_link("").shown;
    let drawing = Drawing::of(&shown.looked_at(&shown.spec()?), shown.view);
    let size = drawing.size(kind);
    let window = Window {
        columns: 0..size.columns,
        rows: 0..size.rows.min(ROWS),
    };
    let scene = drawing.scene(kind, &window);
    let mut html = format!("<div class=\"fresh-cells\">{}", cells(&scene));
    for column in 0..scene.window.columns.len() {
        let labels = scene
            .rows()
            .map(|(_, cells)| cells[column].label.to_string());
        html.push_str(&lines("fresh-numbers", labels));
    }
    html.push_str("</div><div class=\"fresh-heads\">");
    for head in &scene.across.heads {
        let _ = write!(html, "<i>{head}</i>");
    }
    html.push_str("</div>");
    html.push_str(&lines("fresh-rows", scene.down.heads.iter().cloned()));
    Ok(html)
}

/// Texts below each other.
fn lines(class: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    format!("<pre class=\"{class}\">{}</pre>", lines.join("\n"))
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
            (SceneKind::Matrix, "0\n", "\n319</pre>"),
            (SceneKind::Memory, "0,0\n", "\n39,0</pre>"),
        ] {
            let html = view(kind)?;
            assert_eq!(html.matches("fresh-numbers").count(), 8);
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
