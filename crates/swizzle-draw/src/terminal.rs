//! Scenes in the colours of a terminal.

use std::iter;

use crate::cells::{Cell, Look};
use crate::palette::{Palette, Rgb, Theme};
use crate::scene::{Drawing, Fold, PaneKind, Scene, Window, widest};

/// How a terminal names colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The sixteen of its theme.
    Sixteen,
    /// Red, green and blue, 8 bits each.
    TrueColour,
}

/// Rows up to which each has a line with its numbers; more are drawn two to a line.
const NUMBERED_ROWS_MAX: usize = 16;
/// Characters between pictures.
const GAP: usize = 3;
/// Characters of a cell without a number: about twice as wide as high, as 16 bytes look beside 8 rows.
const CELL_WIDTH_MAX: usize = 4;
/// Rows from one head to the next.
const HEAD_ROWS: usize = 8;

/// What the colours of a wrong read are.
const LEGEND: &str = "dark red: read from the wrong address; light red: expected, not read\n";

/// SGR codes of the eight cell colours as foreground: four hues, then the same bright. Red is for what is wrong.
const SIXTEEN: [u8; 8] = [34, 32, 33, 35, 94, 92, 93, 95];

impl Depth {
    /// The SGR code of a cell's colour, as foreground or background.
    fn code(self, cell: Option<&Cell>, is_ground: bool) -> String {
        let shift = if is_ground { 10 } else { 0 };
        let Some(cell) = cell.filter(|cell| cell.look != Look::Absent) else {
            return (39 + shift).to_string();
        };
        match self {
            Self::Sixteen => {
                let code = match cell.look {
                    Look::Wrong => 31,
                    Look::Missing => 91,
                    _ => SIXTEEN[usize::from(cell.colour) % SIXTEEN.len()],
                };
                (code + shift).to_string()
            }
            Self::TrueColour => {
                let [r, g, b]: Rgb = match cell.look {
                    Look::Wrong => Theme::Light.wrong_ink(),
                    Look::Missing => [240, 96, 84],
                    _ => Palette::Isa.colour(Theme::Light, cell.colour),
                };
                format!("{};2;{r};{g};{b}", 38 + shift)
            }
        }
    }
}

/// The code of a number on a cell.
const fn ink(cell: &Cell) -> &'static str {
    match cell.look {
        Look::Absent => "39",
        Look::Wrong => "97",
        _ => "30",
    }
}

/// Returns matrix and memory side by side in at most so many characters a line and lines of rows, with the escapes of their colours and their
/// title: a line for a row with its numbers where there are few, else blocks without numbers, two rows to a line. What does not fit is left out, and counted.
///
/// ```
/// use swizzle_core::Said;
/// use swizzle_draw::scene::Drawing;
/// use swizzle_draw::{Depth, View, coloured_text_from_drawing};
/// use swizzle_infer::spec_from_said;
/// let drawing = Drawing::of(&spec_from_said(&Said::default())?, View::default());
/// let text = coloured_text_from_drawing(&drawing, Depth::Sixteen, [80, 40]);
/// assert_eq!(text.lines().count(), 2 + 64 / 2); // title, heads, two rows a line
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn coloured_text_from_drawing(drawing: &Drawing, depth: Depth, [width, lines]: [usize; 2]) -> String {
    let scenes: Vec<Scene> = PaneKind::OF_TILE
        .iter()
        .map(|kind| match Fold::of(drawing) {
            Some(fold) if !kind.has_addresses() => fold.scene(drawing),
            _ => {
                let size = drawing.size(*kind);
                let rows = 0..size.rows.min(2 * lines as u32);
                let columns = 0..size.columns;
                drawing.scene(*kind, &Window { columns, rows })
            }
        })
        .collect();
    let heads = |scene: &Scene| widest(&scene.down.heads) + 1;
    let columns: usize = scenes.iter().map(|scene| scene.window.columns.len()).sum();
    let beside: usize = scenes.iter().map(|scene| heads(scene) + GAP).sum();
    let room = width.saturating_sub(beside);
    let cells = scenes.iter().flat_map(|scene| &scene.cells);
    let number = widest(cells.map(|cell| cell.label)) + 2;
    let mut rows = scenes.iter().map(|scene| scene.window.rows.len());
    let is_numbered = rows.all(|rows| rows <= NUMBERED_ROWS_MAX) && number * columns <= room;
    let cell = if is_numbered { number } else { (room / columns.max(1)).clamp(1, CELL_WIDTH_MAX) };
    let columns_max = (room / cell / scenes.len()).max(1);
    let pictures = scenes.iter().map(|scene| {
        let picture = Picture {
            scene,
            depth,
            head: heads(scene),
            cell,
            columns: scene.window.columns.len().min(columns_max),
            is_numbered,
            lines_max: lines,
        };
        (picture.width() + GAP, picture.lines())
    });
    let lines = side_by_side(&pictures.collect::<Vec<_>>());
    let is_marked =
        |scene: &Scene| scene.cells.iter().any(|cell| matches!(cell.look, Look::Wrong | Look::Missing));
    let legend = if scenes.iter().any(is_marked) { LEGEND } else { "" };
    format!("{}\n{lines}{legend}", scenes[0].title)
}

/// Joins the lines of pictures, each with the width that it has.
fn side_by_side(pictures: &[(usize, Vec<Line>)]) -> String {
    let height = pictures.iter().map(|(_, lines)| lines.len()).max();
    let mut text = String::new();
    for line in 0..height.unwrap_or(0) {
        let mut pad = 0;
        for (width, lines) in pictures {
            let line = lines.get(line);
            if let Some(line) = line {
                text.extend(iter::repeat_n(' ', pad));
                text.push_str(&line.text);
                pad = 0;
            }
            pad += width - line.map_or(0, |line| line.width.min(*width));
        }
        text.push('\n');
    }
    text
}

/// A line with its escapes, and how many characters of it are seen.
struct Line {
    text: String,
    width: usize,
}

/// A scene and the room that it has.
struct Picture<'a> {
    scene: &'a Scene,
    depth: Depth,
    /// Characters of a head.
    head: usize,
    /// Characters of a cell.
    cell: usize,
    /// Columns that fit.
    columns: usize,
    is_numbered: bool,
    /// Lines of rows.
    lines_max: usize,
}

impl Picture<'_> {
    /// Characters of a row.
    const fn width(&self) -> usize {
        self.head + self.columns * self.cell
    }

    /// The title, the rows, and how much is left out.
    fn lines(&self) -> Vec<Line> {
        let scene = self.scene;
        let rows: Vec<&[Cell]> = scene.cells.chunks(scene.width()).collect();
        let rows_a_line = if self.is_numbered { 1 } else { 2 };
        let drawn = rows.len().min(self.lines_max * rows_a_line);
        let note = |text: String| {
            let text = format!("{:head$}{text}", "", head = self.head);
            let text: String = text.chars().take(self.width()).collect();
            let width = text.chars().count();
            Line { text, width }
        };
        let mut lines = vec![note(scene.kind.short_title().into())];
        let starts = (0..drawn).step_by(rows_a_line);
        for (at, rows) in starts.zip(rows[..drawn].chunks(rows_a_line)) {
            let is_headed = self.is_numbered || at % HEAD_ROWS == 0;
            let head = scene.down.heads.get(at).filter(|_| is_headed);
            let head = head.map_or("", String::as_str);
            let mut text = format!("{head:>end$} ", end = self.head - 1);
            self.paint(rows, &mut text);
            let width = self.width();
            lines.push(Line { text, width });
        }
        let left = [
            (scene.size.rows as usize - drawn, "rows"),
            (scene.size.columns as usize - self.columns, "columns"),
        ];
        let left = left.iter().filter(|(left, _)| *left > 0);
        lines.extend(left.map(|(left, what)| note(format!("… {left} more {what}"))));
        lines
    }

    /// Adds the cells of one row with its numbers, or of two without.
    fn paint(&self, rows: &[&[Cell]], text: &mut String) {
        let mut codes = String::new();
        for column in 0..self.columns {
            let upper = &rows[0][column];
            let lower = rows.get(1).map(|row| &row[column]);
            let (ink, ground) = if self.is_numbered {
                (ink(upper).into(), self.depth.code(Some(upper), true))
            } else {
                (self.depth.code(Some(upper), false), self.depth.code(lower, true))
            };
            let next = format!("\x1b[{ink};{ground}m");
            if next != codes {
                text.push_str(&next);
                codes = next;
            }
            let width = self.cell;
            let is_there = |cell: &Cell| cell.look != Look::Absent;
            match (self.is_numbered, is_there(upper), lower.is_some_and(is_there)) {
                (true, ..) => text.push_str(&format!("{:^width$}", upper.label.to_string())),
                (_, false, false) => text.extend(iter::repeat_n(' ', width)),
                (_, false, true) => {
                    // The upper half has no colour of its own: the lower is painted as the foreground.
                    codes = format!("\x1b[{};49m", self.depth.code(lower, false));
                    text.push_str(&codes);
                    text.extend(iter::repeat_n('▄', width));
                }
                (_, true, _) => text.extend(iter::repeat_n('▀', width)),
            }
        }
        text.push_str("\x1b[0m");
    }
}

#[cfg(test)]
mod tests {
    use swizzle_core::{Arch, Descriptor, Said};
    use swizzle_infer::spec_from_said;

    use super::*;
    use crate::view::{Colour, Shows, View};

    fn drawing(said: &Said, shows: Shows) -> Drawing {
        let colour = Colour::Logical;
        let view = View { shows, colour, ..View::default() };
        Drawing::of(&spec_from_said(said).expect("a tile"), view)
    }

    /// The parts of a line with the codes before them.
    fn painted(line: &str) -> Vec<(&str, &str)> {
        let parts = line.split("\x1b[").skip(1);
        parts.filter_map(|part| part.split_once('m')).collect()
    }

    fn tile(mn: u32) -> Drawing {
        let mut said = Said::default();
        said.tile.mn = Some(mn);
        drawing(&said, Shows::Tile)
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for (rows, width) in [8, 64, 256].into_iter().flat_map(|mn| [40, 80, 200].map(|w| (mn, w))) {
            let text = coloured_text_from_drawing(&tile(rows), Depth::TrueColour, [width, 64]);
            for line in text.lines().skip(1) {
                let escapes: usize = painted(line).iter().map(|(code, _)| code.len() + 3).sum();
                let seen = line.chars().count() - escapes;
                assert!(seen <= width, "{rows} rows, {width}: {line:?}");
            }
        }
    }

    #[test]
    fn few_rows_have_their_numbers_and_the_diagonals_of_the_swizzle() {
        let text = coloured_text_from_drawing(&tile(8), Depth::Sixteen, [100, 64]);
        let lines: Vec<_> = text.lines().collect();
        let second = painted(lines[3]);
        // Row 1 of the matrix: units 9, 8, 11, …; in memory the first unit of its line is unit 1.
        assert_eq!(second[..2], [("30;44", "  9  "), ("30;42", "  8  ")]);
        assert_eq!(second[9], ("30;42", " 1,1 "));
        assert!(!text.contains(LEGEND));
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let text = coloured_text_from_drawing(&tile(256), Depth::Sixteen, [60, 64]);
        assert_eq!(text.matches("… 128 more rows").count(), 2);
        let narrow = coloured_text_from_drawing(&tile(8), Depth::Sixteen, [30, 64]);
        assert_eq!(narrow.matches("… ").count(), 2, "{narrow}");
    }

    #[test]
    fn a_wrong_read_is_red_in_both_pictures() {
        let said = Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040));
        let text = coloured_text_from_drawing(&drawing(&said, Shows::Read), Depth::Sixteen, [80, 64]);
        let of = |code: &str| text.matches(code).count();
        assert!(of("[31;41m") > 0 && of("91;") > 0, "{text}");
        assert!(text.ends_with(LEGEND));
    }
}
