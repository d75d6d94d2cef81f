//! A scene as text: the form in which tests and the command line speak.

use crate::cells::Look;
use crate::scene::{Label, Scene, widest};

/// Returns the picture as lines of right-aligned numbers, with heads, and bars where atoms end. In a read that differs from
/// the tile's, `9≠64` means that 9 is read and 64 is expected, `≠64` that 64 is expected and not read.
///
/// ```
/// use swizzle_core::Spec;
/// use swizzle_view::figure;
/// use swizzle_draw::{scene, text_from_scene};
/// let figure = figure(161).unwrap();
/// let spec = figure.shown.spec()?;
/// let all = scene::Window::all(scene::matrix_size(&spec, &figure.shown.view));
/// let text = text_from_scene(&scene::matrix_scene(&spec, &figure.shown.view, &all));
/// assert!(text.ends_with("6 |13 12\n7 |15 14\n"));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn text_from_scene(scene: &Scene) -> String {
    let head_width = widest(&scene.down.heads);
    let cells = widest((0..scene.cells.len()).map(|index| cell_text(scene, index)));
    let cell_width = cells.max(widest(&scene.across.heads)).max(1);
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
    let width = scene.width();
    for ((row, head), first) in scene.window.rows.clone().zip(&scene.down.heads).zip((0..).step_by(width)) {
        if scene.row_breaks.contains(&row) {
            ruler(&mut text);
        }
        line(&mut text, head, &mut (first..first + width).map(|index| cell_text(scene, index)));
    }
    text
}

/// Returns the number of a cell: of a wrong one with the expected number, `9≠64`; of a missing one the latter alone, `≠64`.
fn cell_text(scene: &Scene, index: usize) -> String {
    let cell = &scene.cells[index];
    let beneath = scene.beneath.get(index).copied().unwrap_or(Label::Blank);
    match cell.look {
        Look::Wrong => format!("{}≠{beneath}", cell.label),
        Look::Missing => format!("≠{}", cell.label),
        _ => cell.label.to_string(),
    }
}
