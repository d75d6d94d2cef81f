//! What a fresh page shows, drawn into the document: it is visible with the document, and the page replaces it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use swizzle_core::Named as _;
use swizzle_draw::image::Image;
use swizzle_draw::scene::{Window, matrix_scene, matrix_size};
use swizzle_infer::WholeRead;
use swizzle_view::state::{FACES, Figure, Mend};

/// Pixels of a unit, and of a cell where a figure has more than eight rows or is drawn by element.
const UNIT: u32 = 16;
const SMALL: u32 = 8;

/// The first mistake of the page Home: what is written, and what is read.
pub(crate) fn torn() -> Result<[Image; 2]> {
    let spec = mend()?.spec;
    let read = WholeRead::of(&spec).context("the tile has no image")?;
    let written = Image::balloon(spec.extent());
    let got = written.as_read(&read);
    Ok([written, got])
}

/// That mistake.
pub(crate) fn mend() -> Result<Mend> {
    Mend::of(&FACES[0]).context("the first face has no descriptor")
}

/// The digits of the wrong descriptor, with those marked that are wrong.
pub(crate) fn digits() -> Result<String> {
    let mend = mend()?;
    let run = |(digits, is_wrong): (String, bool)| if is_wrong { format!("<b>{digits}</b>") } else { digits };
    Ok(mend.digits(mend.given).into_iter().map(run).collect())
}

/// All figures of the manual as options of one list.
pub(crate) fn figures() -> Result<String> {
    let figures = swizzle_view::state::figures().enumerate();
    figures.map(|(at, figure)| figure_option(&figure, at == 0)).collect()
}

/// A figure, a path a colour. Each path has the places of its cells in memory, too, where a style moves them.
fn figure_option(figure: &Figure, is_first: bool) -> Result<String> {
    let spec = figure.shown.spec()?;
    let size = matrix_size(&spec, &figure.shown.view);
    let scene = matrix_scene(&spec, &figure.shown.view, &Window::all(size));
    let (columns, rows) = (size.columns, size.rows);
    let mut paths = BTreeMap::<u8, [String; 2]>::new();
    for (at, cell) in (0..).zip(&scene.cells) {
        let Some(class) = cell.filled() else { continue };
        let number: u32 = cell.label.to_string().parse().unwrap_or(at);
        let [matrix, memory] = paths.entry(class).or_default();
        let _ = write!(matrix, "M{} {}h1v1h-1z", at % columns, at / columns);
        let _ = write!(memory, "M{} {}h1v1h-1z", number % columns, number / columns);
    }
    let side = if rows > 8 || columns > 8 { SMALL } else { UNIT };
    let number = figure.number;
    let tile = spec.tile();
    let kind = format!("{}, {}", tile.major.name(), tile.swizzle.name());
    let mut html = format!(
        "<div role=\"option\" id=\"figure-{number}\" aria-selected=\"{is_first}\" aria-label=\"Figure {number} {kind}: {}\"><svg width=\"{}\" height=\"{}\" viewBox=\"0 0 {columns} {rows}\" aria-hidden=\"true\">",
        figure.name,
        columns * side,
        rows * side
    );
    for (class, [matrix, memory]) in paths {
        let _ = write!(
            html,
            "<path style=\"fill:var(--cell-{class});--memory:path('{memory}')\" d=\"{matrix}\"/>"
        );
    }
    let _ = write!(html, "</svg><span><b>{number}</b> {kind}</span></div>");
    Ok(html)
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_view::state::figures as all_figures;

    #[test]
    fn every_figure_is_there_in_its_colours() -> Result<()> {
        let html = figures()?;
        assert_eq!(html.matches("role=\"option\"").count(), all_figures().count());
        assert_eq!(html.matches("aria-selected=\"true\"").count(), 1);
        for figure in all_figures() {
            assert!(html.contains(&format!("id=\"figure-{}\"", figure.number)));
        }
        // One atom of 128B: row 1 has unit 9 first, which is the second of memory's second line.
        let atom = figure_option(&swizzle_view::figure(157).context("a figure")?, false)?;
        assert_eq!(atom.matches("<path").count(), 8);
        let second = atom.split("fill:var(--cell-1)").nth(1).unwrap_or_default();
        assert!(second.contains("d=\"M1 0h1v1h-1zM0 1h1v1h-1z"), "{second}");
        assert!(second.starts_with(";--memory:path('M1 0h1v1h-1zM1 1h1v1h-1z"), "{second}");
        Ok(())
    }

    #[test]
    fn the_pictures_are_those_of_the_core() -> Result<()> {
        let [written, read] = torn()?;
        for picture in [&written, &read] {
            let svg = picture.svg();
            let cells: u32 =
                svg.split('h').filter_map(|run| run.split_once('v')?.0.parse::<u32>().ok()).sum();
            assert_eq!(cells, 64 * 64);
        }
        assert_ne!(written, read);
        assert_eq!(digits()?, "0x400000<b>08</b>00010040");
        Ok(())
    }
}
