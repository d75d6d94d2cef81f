//! A map of tensor memory as a picture: which lanes and columns hold which rows.

use std::fmt::Write as _;
use std::ops::Range;

use swizzle_core::hardware::Named as _;
use swizzle_tmem::Point;
use swizzle_tmem::ask::Map;
use swizzle_tmem::tensor_memory::{COLUMNS, LANES, WARP_LANES};

use crate::ink::Ink;
use crate::palette::{Palette, Theme};
use crate::scene::COLOURS;
use crate::svg::hex;

/// Rows of one colour.
const ROWS: u32 = 16;
/// Height of a lane and most width of a column, in user units.
const LANE: u32 = 2;
const COLUMN: u32 = 8;
/// Width that many columns share.
const WIDTH: u32 = 512;
/// Room at the left and above a picture, for what is written there.
const LEFT: u32 = 36;
const TOP: u32 = 40;

/// Columns of a lane that hold the same rows.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    lane: u32,
    columns: Range<u32>,
    class: u8,
}

/// Lanes down and columns across, a picture for each CTA, as far as the map holds something; the colour is that of the row
/// (of a load, the thread), and changes every 16.
///
/// ```
/// use swizzle_draw::{Palette, Theme, lanes_svg};
/// use swizzle_tmem::ask::{Asked, Map, What};
/// let mut asked = Asked::new(What::D);
/// (asked.m, asked.n) = (Some(64), Some(32));
/// let svg = lanes_svg(&Map::new(&asked).unwrap(), Palette::Isa, Theme::Light);
/// assert!(svg.contains("lanes 0–127, columns 0–31; each colour is 16 rows"));
/// ```
pub fn lanes_svg(map: &Map, palette: Palette, theme: Theme) -> String {
    let ctas: Vec<Vec<Run>> = (0..map.asked.ctas()).map(|cta| runs(map, cta)).collect();
    let ends = ctas.iter().flatten().map(|run| run.columns.end);
    let columns = ends.max().unwrap_or(1);
    let column = (WIDTH / columns).clamp(1, COLUMN);
    let (width, height) = (columns * column, LANES * LANE);
    let ink = hex(Ink::of(theme).text);
    let name = map.asked.what.fields()[0].name();
    let title = format!(
        "{}: lanes 0–{}, columns 0–{}; each colour is {ROWS} {name}s",
        map.law().name,
        LANES - 1,
        columns - 1
    );
    let step = LEFT + width;
    let all = (step * ctas.len() as u32 + 16).max(title.chars().count() as u32 * 7 + LEFT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"{0}\" viewBox=\"0 0 {all} {0}\" role=\"img\" aria-label=\"{title}\" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"{ink}\"><text x=\"{LEFT}\" y=\"14\">{title}</text>",
        TOP + height + 12
    );
    for (cta, runs) in ctas.iter().enumerate() {
        let left = LEFT + cta as u32 * step;
        if ctas.len() > 1 {
            let _ = write!(svg, "<text x=\"{left}\" y=\"32\">CTA {cta}</text>");
        }
        for lane in (0..LANES).step_by(WARP_LANES as usize) {
            let y = TOP + lane * LANE;
            let _ =
                write!(svg, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{lane}</text>", left - 4, y + 10);
        }
        for (class, colour) in (0..COLOURS).zip(palette.colours(theme)) {
            let of_class = runs.iter().filter(|run| u32::from(run.class) == class);
            let path: String = of_class.map(|run| path(run, left, column)).collect();
            if !path.is_empty() {
                let _ = write!(svg, "<path fill=\"{}\" d=\"{path}\"/>", hex(colour));
            }
        }
        // A warp reaches 32 lanes.
        let warps = (0..=LANES).step_by(WARP_LANES as usize);
        let lines: String = warps.map(|lane| format!("M{left} {}h{width}", TOP + lane * LANE)).collect();
        let _ = write!(
            svg,
            "<path fill=\"none\" stroke=\"{ink}\" stroke-opacity=\".4\" d=\"{lines}M{left} {TOP}v{height}m{width} 0v-{height}\"/>"
        );
    }
    svg.push_str("</svg>");
    svg
}

fn path(run: &Run, left: u32, column: u32) -> String {
    let (x, y) = (left + run.columns.start * column, TOP + run.lane * LANE);
    let width = (run.columns.end - run.columns.start) * column;
    format!("M{x} {y}h{width}v{LANE}h-{width}z")
}

/// Returns the contents of a CTA's lanes, each lane's columns from the left.
fn runs(map: &Map, cta: u32) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for lane in 0..LANES {
        for column in 0..COLUMNS {
            let cell = Point { cta, lane, column, ..Point::default() };
            let held = map.element(cell).ok();
            let Some([row, _]) = held.and_then(|held| held.first().copied()) else {
                continue;
            };
            let class = (row / ROWS % COLOURS) as u8;
            match runs.last_mut() {
                Some(last) if (last.lane, last.columns.end, last.class) == (lane, column, class) => {
                    last.columns.end += 1;
                }
                _ => runs.push(Run { lane, columns: column..column + 1, class }),
            }
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use swizzle_core::hardware::CtaForm;
    use swizzle_tmem::ask::{Asked, What};

    use super::*;

    /// The class of each cell, from the places of all elements.
    fn forward(map: &Map, rows: u32, columns: u32) -> Vec<(u32, u32, u32, u8)> {
        let mut cells = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let place = map.place([row, column]).expect("an element");
                for cell in &place.cells {
                    cells.push((cell.cta, cell.lane, cell.column, (row / 16 % 8) as u8));
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn drawn(map: &Map) -> Vec<(u32, u32, u32, u8)> {
        let ctas = 0..map.asked.ctas();
        let cells = ctas.flat_map(|cta| {
            runs(map, cta).into_iter().flat_map(move |run| {
                let (lane, class) = (run.lane, run.class);
                run.columns.map(move |column| (cta, lane, column, class))
            })
        });
        let mut cells: Vec<_> = cells.collect();
        cells.sort_unstable();
        cells
    }

    #[test]
    fn each_cell_has_the_colour_of_its_row() {
        let d = |m, group| {
            let mut asked = Asked::new(What::D);
            (asked.m, asked.n) = (Some(m), Some(32));
            asked.form = CtaForm::of_group(group, false).expect("a form");
            Map::new(&asked).expect("a map")
        };
        for (m, group) in [(64, 1), (128, 1), (128, 2), (256, 2)] {
            let map = d(m, group);
            assert_eq!(drawn(&map), forward(&map, m, 32), "{m} {group}");
        }
        // M = 64 fills half of the lanes.
        assert_eq!(runs(&d(64, 1), 0).len(), 64);
    }

    #[test]
    fn scale_factors_are_drawn_four_times() {
        let mut asked = Asked::new(What::Sfa);
        (asked.rows, asked.blocks) = (Some(128), Some(4));
        let map = Map::new(&asked).expect("a map");
        assert_eq!(drawn(&map), forward(&map, 128, 4));
        assert_eq!(drawn(&map).len(), 128 * 4);
    }
}
