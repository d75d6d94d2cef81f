//! A scene as SVG text: one path a colour, so that large grids stay small and quick to draw.

use std::fmt::Write as _;

use crate::arrow_paths::ArrowPaths;
use crate::cells::{Cell, Look};
use crate::field_colours::stride_colour;
use crate::ink::Ink;
use crate::legend::{READS_LEGEND, legend, marks_legend};
use crate::palette::{Palette, Rgb, Theme};
use crate::scene::{Arrow, COLOURS, Label, Paths, Scene, widest};
use crate::view::View;
use swizzle_core::law::Stride;
use swizzle_core::reader::VerdictKind;

/// How an exported picture looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SvgStyle {
    /// Cell colours.
    pub palette: Palette,
    /// Page behind it.
    pub theme: Theme,
    /// Description of the picture beyond its title and legend, for those who do not see it.
    pub description: String,
    /// Verdict on what is drawn, the first of the lines under the picture.
    pub verdict: Option<SvgVerdict>,
    /// The link that opens this picture as live parameters, written under it.
    pub link: Option<String>,
}

/// The verdict under a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SvgVerdict {
    /// One of the four kinds.
    pub kind: VerdictKind,
    /// Whether it says that something is right.
    pub is_good: bool,
    /// Text of the verdict.
    pub text: String,
}

/// Side of a cell, in user units.
const PITCH: u32 = 36;
/// Cells narrower than their label are widened to this much per character.
const CHARACTER: u32 = 8;
/// Room above the grid: title, axis, arrow, heads.
const TOP: u32 = 92;
/// Room below, beside that of the lines of legend and link.
const BOTTOM: u32 = 16;
/// Height of such a line.
const LINE: u32 = 20;

/// A file of its own: the picture with title, heads, arrows, legend, and a link back if one is specified.
///
/// ```
/// use swizzle_draw::{Palette, Theme, scene, svg_from_scene};
/// use swizzle_core::Spec;
/// use swizzle_view::figure;
/// use swizzle_draw::SvgStyle;
/// let figure = figure(157).unwrap();
/// let spec = figure.shown.spec()?;
/// let all = scene::Window::all(scene::matrix_size(&spec, &figure.shown.view));
/// let picture = scene::matrix_scene(&spec, &figure.shown.view, &all);
/// let style = SvgStyle {
///     palette: Palette::Isa,
///     theme: Theme::Light,
///     description: String::new(),
///     verdict: None,
///     link: None,
/// };
/// let svg = svg_from_scene(&picture, &figure.shown.view, &style);
/// assert_eq!(svg.matches("<path class=\"c").count(), 8); // one a colour
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn svg_from_scene(scene: &Scene, view: &View, style: &SvgStyle) -> String {
    let ink = Ink::of(style.theme);
    let grid = Grid::of(scene);
    let legend = legends(scene, view);
    let verdict = style.verdict.as_ref();
    let words = legend.iter().map(|words| text_width(words, 13));
    let width = words
        .chain([text_width(&scene.title, 17)])
        .chain(verdict.map(|verdict| text_width(&verdict.text, 14)))
        .max()
        .unwrap_or(0)
        .max(grid.left + grid.width() + 24);
    // The lines below the picture: their colour, how they are written, and the words.
    let mut foot: Vec<(Rgb, &str, &str)> = Vec::new();
    if let Some(verdict) = verdict {
        let fill = ink.of_verdict(verdict.kind, verdict.is_good);
        foot.push((fill, "font-weight=\"600\"", &verdict.text));
    }
    foot.extend(legend.iter().map(|words| (ink.quiet, "", words.as_str())));
    let link = style.link.as_deref().unwrap_or_default();
    let parts = parts(link, width);
    let height = TOP + grid.height() + BOTTOM + (foot.len() + parts.len()) as u32 * LINE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"ui-sans-serif,system-ui,sans-serif\" font-size=\"13\">\n<title>{title}</title>\n<desc>{description}</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"{page}\"/>\n",
        title = escaped(&scene.title),
        description = escaped(&described(style, &legend)),
        page = hex(ink.page),
    );
    text(&mut svg, (16, 28), ink.text, "font-size=\"16\" font-weight=\"600\"", &scene.title);
    text(&mut svg, (grid.left, 50), ink.quiet, "", &scene.across.title);
    cells(&mut svg, scene, &grid, style);
    lines(&mut svg, scene, &grid, style.theme);
    labels(&mut svg, scene, &grid, style.theme);
    heads(&mut svg, scene, &grid, ink);
    for arrow in &scene.arrows {
        draw_arrow(&mut svg, arrow, scene, &grid, style.theme);
    }
    let mut y = TOP + grid.height() + 24;
    for (fill, style, words) in foot {
        text(&mut svg, (16, y), fill, style, words);
        y += LINE;
    }
    if style.link.is_some() {
        let _ = write!(svg, "<a href=\"{}\">", escaped(link));
        for (part, y) in parts.iter().zip((y..).step_by(LINE as usize)) {
            text(&mut svg, (16, y), ink.quiet, "text-decoration=\"underline\"", part);
        }
        svg.push_str("</a>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// A link in pieces of which each fits into a picture so wide.
fn parts(link: &str, width: u32) -> Vec<String> {
    let room = (width.saturating_sub(32) / CHARACTER).max(1) as usize;
    let letters: Vec<char> = link.chars().collect();
    letters.chunks(room).map(|part| part.iter().collect()).collect()
}

/// The lines under a picture: what number and colour mean, and what is drawn over the cells.
fn legends(scene: &Scene, view: &View) -> Vec<String> {
    let mut lines = vec![legend(scene.kind, view)];
    if !scene.reads.is_empty() {
        lines.push(READS_LEGEND.into());
    }
    if !(scene.wrong.is_empty() && scene.missing.is_empty()) {
        lines.push(marks_legend(scene));
    }
    lines
}

/// A description with verdict and legend behind it.
fn described(style: &SvgStyle, legend: &[String]) -> String {
    let mut text = style.description.clone();
    let verdict = style.verdict.iter().map(|verdict| &verdict.text);
    for line in verdict.chain(legend) {
        if !text.is_empty() {
            text.push_str("; ");
        }
        text.push_str(line.trim_end_matches('.'));
    }
    text
}

/// The position of the grid in the file.
struct Grid {
    left: u32,
    pitch_x: u32,
    columns: u32,
    rows: u32,
}

impl Grid {
    fn of(scene: &Scene) -> Self {
        let labels = widest(scene.cells.iter().map(|cell| cell.label));
        let longest = labels.max(widest(&scene.across.heads)).max(1) as u32;
        let narrow = if scene.unit_columns > 1 { 24 } else { PITCH };
        Self {
            left: 56 + widest(&scene.down.heads).max(1) as u32 * CHARACTER,
            pitch_x: narrow.max(longest * CHARACTER + 6),
            columns: scene.window.columns.len() as u32,
            rows: scene.window.rows.len() as u32,
        }
    }

    const fn width(&self) -> u32 {
        self.columns * self.pitch_x
    }

    const fn height(&self) -> u32 {
        self.rows * PITCH
    }

    const fn x(&self, column: u32) -> u32 {
        self.left + column * self.pitch_x
    }

    const fn y(row: u32) -> u32 {
        TOP + row * PITCH
    }
}

fn cells(svg: &mut String, scene: &Scene, grid: &Grid, style: &SvgStyle) {
    for (class, colour) in (0..COLOURS).zip(style.palette.colours(style.theme)) {
        for (is_pale, colour) in [(false, colour), (true, style.theme.paled(colour))] {
            let holds =
                |cell: &Cell| cell.filled() == Some(class as u8) && (cell.look == Look::Wrong) == is_pale;
            let path = path_of_cells(&scene.cells, scene.width(), holds, |column, row| {
                (grid.x(column), Grid::y(row), grid.pitch_x, PITCH)
            });
            if !path.is_empty() {
                let _ = writeln!(svg, "<path class=\"c{class}\" fill=\"{}\" d=\"{path}\"/>", hex(colour));
            }
        }
    }
}

/// The outline of all cells for which something holds, such as one colour, neighbours in a row joined; positions count from the window's corner.
pub(crate) fn path_of_cells(
    cells: &[Cell],
    width: usize,
    holds: impl Fn(&Cell) -> bool,
    place: impl Fn(u32, u32) -> (u32, u32, u32, u32),
) -> String {
    let mut path = String::new();
    for (row, cells) in (0..).zip(cells.chunks(width)) {
        let mut column = 0;
        while column < cells.len() {
            let run = cells[column..].iter().take_while(|cell| holds(cell)).count();
            if run > 0 {
                let (x, y, w, h) = place(column as u32, row);
                let _ = write!(path, "M{x} {y}h{}v{h}h-{}z", w * run as u32, w * run as u32);
            }
            column += run.max(1);
        }
    }
    path
}

fn lines(svg: &mut String, scene: &Scene, grid: &Grid, theme: Theme) {
    let ink = Ink::of(theme);
    let paths = Paths::new(scene, grid.pitch_x, PITCH);
    let (thin, text) = (hex(ink.thin), hex(ink.text));
    let _ = writeln!(svg, "<g fill=\"none\" transform=\"translate({} {TOP})\">", grid.left);
    let mut line = |path: &str, stroke: &str, width: &str, rest: &str| {
        if !path.is_empty() {
            let _ = writeln!(svg, "<path stroke=\"{stroke}\" stroke-width=\"{width}\" {rest}d=\"{path}\"/>");
        }
    };
    line(&paths.thin, &thin, "0.5", "");
    line(&paths.units, &text, "1", "");
    let (read, wrong, halo) = (hex(ink.read), hex(theme.wrong_ink()), hex(ink.halo));
    line(&paths.reads, &halo, "5.5", "");
    line(&paths.heavy, &text, "1.75", "");
    line(&paths.gaps, &hex(ink.page), "6", "");
    line(&paths.reads, &read, "2.5", "");
    line(&paths.missing, &wrong, "2", "stroke-dasharray=\"4 3\" ");
    line(&paths.right, &halo, "5.5", "");
    line(&paths.right, &hex(ink.right), "2.5", "");
    let filled = format!("fill=\"{wrong}\" ");
    line(&paths.wrong, "none", "0", &filled);
    svg.push_str("</g>\n");
}

fn labels(svg: &mut String, scene: &Scene, grid: &Grid, theme: Theme) {
    let _ = writeln!(
        svg,
        "<g text-anchor=\"middle\" fill=\"{}\" font-family=\"ui-monospace,monospace\">",
        hex(theme.ink())
    );
    let width = scene.width();
    for (index, cell) in scene.cells.iter().enumerate() {
        let x = grid.x((index % width) as u32) + grid.pitch_x / 2;
        let middle = Grid::y((index / width) as u32) + PITCH / 2 + 5;
        let beneath = scene.beneath.get(index).filter(|at| **at != Label::Blank);
        let y = if beneath.is_some() { middle - 6 } else { middle };
        let style = match cell.look {
            Look::Wrong => format!(" fill=\"{}\" font-weight=\"600\"", hex(theme.wrong_ink())),
            Look::Missing => format!(" fill=\"{}\"", hex(Ink::of(theme).quiet)),
            _ => String::new(),
        };
        if cell.label != Label::Blank {
            let label = cell.label;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{style}>{label}</text>");
        }
        if let Some(beneath) = beneath {
            let y = middle + 8;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"10\">{beneath}</text>");
        }
    }
    svg.push_str("</g>\n");
}

fn heads(svg: &mut String, scene: &Scene, grid: &Grid, ink: &Ink) {
    let _ = writeln!(
        svg,
        "<g fill=\"{}\" font-size=\"12\" font-family=\"ui-monospace,monospace\">",
        hex(ink.quiet)
    );
    let mut across = |x: u32, head: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            TOP - 8,
            escaped(head)
        );
    };
    // The rows of each strip are written above a folded matrix.
    for strip in &scene.strips {
        let cells = strip.columns.start + strip.columns.end;
        across(grid.left + cells * grid.pitch_x / 2, &strip.text());
    }
    let heads = scene.across.heads.iter().filter(|_| scene.strips.is_empty());
    for (column, head) in (0..).zip(heads) {
        across(grid.x(column) + grid.pitch_x / 2, head);
    }
    for (row, head) in (0..).zip(&scene.down.heads) {
        let y = Grid::y(row) + PITCH / 2 + 4;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
            grid.left - 8,
            escaped(head)
        );
    }
    svg.push_str("</g>\n");
}

/// Draws an arrow: along the top if it stays in its row, otherwise down the left side.
fn draw_arrow(svg: &mut String, arrow: &Arrow, scene: &Scene, grid: &Grid, theme: Theme) {
    let is_in_view =
        |at: crate::scene::CellAt| at.column <= scene.window.columns.end && at.row <= scene.window.rows.end;
    if scene.window.columns.start > 0 || scene.window.rows.start > 0 || !is_in_view(arrow.to) {
        return;
    }
    let colour = hex(stride_colour(arrow.stride, theme));
    let label = escaped(&arrow.label);
    let is_across = arrow.from.row == arrow.to.row;
    // LBO and SBO side by side where both run down, each with room for the letters of its label, 9 high.
    let x = match arrow.stride {
        Stride::Sbo => 37,
        Stride::Lbo => 17,
    };
    let paths = if is_across {
        ArrowPaths::across(TOP - 30, grid.x(arrow.from.column), grid.x(arrow.to.column))
    } else {
        ArrowPaths::down(x, Grid::y(arrow.from.row), Grid::y(arrow.to.row))
    };
    let place = if is_across {
        let (x, y) = (grid.x(arrow.to.column) + 6, TOP - 26);
        format!("x=\"{x}\" y=\"{y}\"")
    } else {
        let (x, from, to) = (x - 6, Grid::y(arrow.from.row), Grid::y(arrow.to.row));
        let y = from + (to - from) / 2;
        format!("transform=\"rotate(-90 {x} {y})\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\"")
    };
    let (cx, cy) = paths.dot;
    let _ = writeln!(
        svg,
        "<path stroke=\"{colour}\" stroke-width=\"2\" d=\"{}\"/><path fill=\"{colour}\" d=\"{}\"/><circle cx=\"{cx}\" cy=\"{cy}\" r=\"3\" fill=\"{colour}\"/><text {place} fill=\"{colour}\" font-size=\"12\" font-weight=\"600\">{label}</text>",
        paths.line, paths.head,
    );
}

fn text(svg: &mut String, (x, y): (u32, u32), fill: Rgb, style: &str, words: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"start\" fill=\"{}\" {style}>{}</text>",
        hex(fill),
        escaped(words)
    );
}

/// About how wide a line of text of a size is, with its margins: letters are a little wider than half their height.
fn text_width(text: &str, size: u32) -> u32 {
    text.chars().count() as u32 * size * 14 / 25 + 32
}

/// A colour as CSS writes it.
pub fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;

    #[test]
    fn labels_beside_arrows_are_inside_of_the_picture() {
        let shown = swizzle_view::link::shown_from_link("#/?swizzle=none&mn=64&k=64").shown;
        let (spec, view) = (shown.spec().expect("a tile"), View::default());
        let occupancy = scene::Occupancy::of_tile(&spec);
        let window = scene::Window::all(scene::memory_size(&spec, &occupancy, &view));
        let scene = scene::memory_scene(&spec, &occupancy, &view, &window);
        let style = SvgStyle {
            palette: Palette::Isa,
            theme: Theme::Light,
            description: String::new(),
            verdict: None,
            link: None,
        };
        let svg = svg_from_scene(&scene, &view, &style);
        let baselines =
            svg.split("rotate(-90 ").skip(1).filter_map(|rest| rest.split(' ').next()?.parse().ok());
        // Letters of 12 pixels are 9 high.
        assert!(baselines.clone().count() > 0 && baselines.clone().all(|x: u32| x > 9), "{svg}");
    }

    #[test]
    fn a_long_link_stands_in_lines_that_fit() {
        let link = "https://example.org/#/?swizzle=128B&mn=64".repeat(9);
        let lines = parts(&link, 476);
        assert_eq!(lines.concat(), link);
        assert!(lines.iter().all(|line| text_width(line, 13) <= 476));
    }
}
