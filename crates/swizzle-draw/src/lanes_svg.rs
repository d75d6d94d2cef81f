//! A map of tensor memory as a picture: which lanes and columns hold which rows.

use std::fmt::Write as _;

use swizzle_core::hardware::Named as _;
use swizzle_tmem::Point;
use swizzle_tmem::ask::Map;
use swizzle_tmem::tensor_memory::{COLUMNS, LANES, WARP_LANES};

use crate::cells::{Cell, NONE, which};
use crate::ink::Ink;
use crate::palette::{Palette, Theme};
use crate::scene::{COLOURS, Label, coloured};
use crate::svg::{hex, path_of_cells};

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
    let ctas: Vec<Vec<Cell>> = (0..map.asked.ctas()).map(|cta| cells(map, cta)).collect();
    let held = ctas.iter().flat_map(|cells| which(cells, |cell| cell.id != NONE));
    let columns = held.map(|at| at % COLUMNS + 1).max().unwrap_or(1);
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
    for (cta, cells) in ctas.iter().enumerate() {
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
            let path = path_of_cells(
                cells,
                COLUMNS as usize,
                |cell| cell.filled() == Some(class as u8),
                |at, lane| (left + at * column, TOP + lane * LANE, column, LANE),
            );
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

/// The cells of a CTA in the colours of what they hold, lane by lane.
fn cells(map: &Map, cta: u32) -> Vec<Cell> {
    let cell = |at: u32| {
        let point = Point { cta, lane: at / COLUMNS, column: at % COLUMNS, ..Point::default() };
        let held = map.element(point).ok();
        let held = held.and_then(|held| held.first().copied());
        held.map_or(Cell::ABSENT, |[row, _]| coloured(row, row / ROWS, Label::Blank))
    };
    (0..LANES * COLUMNS).map(cell).collect()
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
        let of_cta = |cta: u32| {
            let cells = (0..).zip(cells(map, cta));
            let held = cells.filter(|(_, cell)| cell.id != NONE);
            held.map(move |(at, cell)| (cta, at / COLUMNS, at % COLUMNS, cell.colour))
        };
        ctas.flat_map(of_cta).collect()
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
        let mut lanes: Vec<u32> = drawn(&d(64, 1)).iter().map(|cell| cell.1).collect();
        lanes.dedup();
        assert_eq!(lanes.len(), 64);
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
