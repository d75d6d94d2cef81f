//! A scene as a small picture: colours and borders, nothing to read.

use std::fmt::Write as _;

use crate::cells::{Cell, Look};
use crate::palette::{Palette, Theme};
use crate::scene::{COLOURS, Scene};
use crate::svg::{hex, path_of_cells};

/// The part of a scene that is in view as a bare SVG: one path a colour, one for the borders of the atoms, in the text's
/// colour. A cell is one user unit wide and high.
///
/// ```
/// use swizzle_draw::{Palette, Theme, scene};
/// use swizzle_core::Spec;
/// use swizzle_view::figure;
/// use swizzle_draw::thumbnail_svg;
/// let figure = figure(157).unwrap();
/// let spec = figure.shown.spec()?;
/// let all = scene::Window::all(scene::matrix_size(&spec, &figure.shown.view));
/// let svg = thumbnail_svg(&scene::matrix_scene(&spec, &figure.shown.view, &all), Palette::Isa, Theme::Light);
/// assert!(svg.starts_with("<svg") && svg.contains("viewBox=\"0 0 8 8\""));
/// assert_eq!(svg.matches("<path fill=\"#").count(), 8);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn thumbnail_svg(scene: &Scene, palette: Palette, theme: Theme) -> String {
    marked_thumbnail_svg(scene, palette, theme, "")
}

/// The same with a path in cells over it: an area, all around which is of class `is-rest`, or where it is not closed a line.
///
/// ```
/// use swizzle_draw::{Palette, Theme, scene};
/// use swizzle_core::Spec;
/// use swizzle_view::figure;
/// use swizzle_draw::marked_thumbnail_svg;
/// let figure = figure(157).unwrap();
/// let spec = figure.shown.spec()?;
/// let all = scene::Window::all(scene::matrix_size(&spec, &figure.shown.view));
/// let cells = scene::matrix_scene(&spec, &figure.shown.view, &all);
/// let row = marked_thumbnail_svg(&cells, Palette::Isa, Theme::Light, "M0 3h8v1H0z");
/// assert!(row.contains("class=\"is-rest\"") && row.ends_with("<path class=\"is-marked\" d=\"M0 3h8v1H0z\"/></svg>"));
/// let arrow = marked_thumbnail_svg(&cells, Palette::Isa, Theme::Light, "M1 1h6");
/// assert!(!arrow.contains("is-rest"));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn marked_thumbnail_svg(scene: &Scene, palette: Palette, theme: Theme, mark: &str) -> String {
    let (columns, rows) = (scene.window.columns.len(), scene.window.rows.len());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {columns} {rows}\" aria-hidden=\"true\" shape-rendering=\"crispEdges\">"
    );
    let path = |holds: &dyn Fn(&Cell) -> bool| {
        path_of_cells(&scene.cells, scene.width(), holds, |column, row| (column, row, 1, 1))
    };
    for (class, colour) in (0..COLOURS).zip(palette.colours(theme)) {
        let path = path(&|cell| cell.filled() == Some(class as u8));
        if !path.is_empty() {
            let _ = write!(svg, "<path fill=\"{}\" d=\"{path}\"/>", hex(colour));
        }
    }
    let wrong = path(&|cell| cell.look == Look::Wrong);
    if !wrong.is_empty() {
        let _ = write!(svg, "<path class=\"is-wrong\" d=\"{wrong}\"/>");
    }
    let mut borders = format!("M0 0H{columns}V{rows}H0z");
    for column in &scene.column_breaks {
        let _ = write!(borders, "M{} 0V{rows}", column - scene.window.columns.start);
    }
    for row in &scene.row_breaks {
        let _ = write!(borders, "M0 {}H{columns}", row - scene.window.rows.start);
    }
    let _ = write!(
        svg,
        "<path fill=\"none\" stroke=\"currentColor\" vector-effect=\"non-scaling-stroke\" d=\"{borders}\"/>"
    );
    if mark.ends_with('z') {
        let _ = write!(
            svg,
            "<path class=\"is-rest\" fill-rule=\"evenodd\" d=\"M0 0H{columns}V{rows}H0z{mark}\"/>"
        );
    }
    if !mark.is_empty() {
        let _ = write!(svg, "<path class=\"is-marked\" d=\"{mark}\"/>");
    }
    svg.push_str("</svg>");
    svg
}
