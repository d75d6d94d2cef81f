//! A scene as text: the form in which tests and the command line speak.

use alloc::format;
use alloc::string::{String, ToString};

use crate::picture::scene::Scene;

/// The picture as lines of right-aligned numbers, with heads, and bars where atoms end.
///
/// ```
/// use swizzle_core::{Spec, figure, scene, text_from_scene};
/// let figure = figure(161).unwrap();
/// let spec = figure.shown.spec()?;
/// let all = scene::Window::all(scene::matrix_size(&spec, &figure.shown.view));
/// let text = text_from_scene(&scene::matrix_scene(&spec, &figure.shown.view, &all));
/// assert!(text.ends_with("6 |13 12\n7 |15 14\n"));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn text_from_scene(scene: &Scene) -> String {
    let head_width = widest(scene.down.heads.iter().map(String::as_str));
    let cell_width = scene
        .cells
        .iter()
        .map(|cell| cell.label.to_string().chars().count())
        .chain(scene.across.heads.iter().map(|head| head.chars().count()))
        .max()
        .unwrap_or(1);
    let bar = |column: u32| {
        if scene.column_breaks.contains(&column) {
            " |"
        } else if column == scene.window.columns.start {
            ""
        } else {
            " "
        }
    };
    let mut text = format!("{}\n", scene.title);
    let line = |text: &mut String, head: &str, cells: &mut dyn Iterator<Item = String>| {
        let mut row = format!("{head:>head_width$} |");
        for (column, cell) in scene.window.columns.clone().zip(cells) {
            row.push_str(bar(column));
            row.push_str(&format!("{cell:>cell_width$}"));
        }
        text.push_str(row.trim_end());
        text.push('\n');
    };
    line(&mut text, "", &mut scene.across.heads.iter().cloned());
    let rule = text.lines().nth(1).map_or(0, |line| line.chars().count());
    let ruler = |text: &mut String| {
        text.push_str(&"-".repeat(rule));
        text.push('\n');
    };
    ruler(&mut text);
    for (row, (head, cells)) in scene.window.rows.clone().zip(scene.rows()) {
        if scene.row_breaks.contains(&row) {
            ruler(&mut text);
        }
        line(
            &mut text,
            head,
            &mut cells.iter().map(|cell| cell.label.to_string()),
        );
    }
    text
}

fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}
