//! How squares are looked at: neither in a link nor a step of anything.

use super::*;
use crate::cells::Event;

/// Numbers of rows that a square can show. The last one is for tiles that are seen atom by atom.
pub const ROWS: [u32; 5] = [8, 16, 32, 64, 256];

/// The most rows that are seen unit by unit.
pub const UNITS_MOST: u32 = 64;

/// A part of the page that is a sheet on a narrow screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// All parameters.
    Edit,
    /// The bits.
    Bits,
    /// What was found.
    Findings,
    /// The unit that is pinned.
    Trace,
}

/// How squares are looked at. What a page has no use for stays as it is by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The one thing that is open over the page, by the key of its value or by a name of its own.
    pub open: Option<&'static str>,
    /// On a narrow screen, the sheet that is open.
    pub sheet: Option<Sheet>,
    /// On a narrow screen, the one of the squares that is in view.
    pub side: usize,
    /// Rows of a square, where a number was chosen.
    pub rows: Option<u32>,
    /// First row of each square, where one was chosen.
    pub first: Option<[u32; 2]>,
    /// Whether all numbers have full ink.
    pub is_loud: bool,
    /// Whether squares are tables of text.
    pub is_text: bool,
    /// Whether cells have what else the page can show in them, values or the numbers of the PTX ISA; `None` follows the page.
    pub dress: Option<bool>,
    /// Whether the drawer is open.
    pub has_drawer: bool,
    /// The unit that is pinned, where that is not in the link.
    pub pinned: Option<u32>,
}

impl Look {
    /// The same with a thing open, or closed if it was.
    pub fn with_open(self, name: &'static str) -> Self {
        Self { open: Some(name).filter(|_| self.open != Some(name)), ..self }
    }

    /// The same with nothing open.
    pub fn closed(self) -> Self {
        Self { open: None, ..self }
    }

    /// The same with the drawer open, or closed if it was.
    pub fn with_drawer(self) -> Self {
        Self { has_drawer: !self.has_drawer, ..self }
    }

    /// The same with a unit pinned, or none if it is.
    pub fn with_pin(self, unit: Option<u32>) -> Self {
        Self { pinned: unit.filter(|unit| self.pinned != Some(*unit)), ..self }
    }

    /// Rows of a square: one atom, unless another number was chosen.
    pub fn rows(self) -> u32 {
        self.rows_or(ROWS[0])
    }

    /// Rows of a square that shows units: so many, unless another number was chosen.
    pub fn rows_or(self, rows: u32) -> u32 {
        self.rows.unwrap_or(rows).min(UNITS_MOST)
    }

    /// More or fewer rows than now; the first row stays in view.
    fn zoomed(self, rows: u32, by: i32) -> Self {
        let at = ROWS.iter().position(|one| *one == rows).unwrap_or(0);
        let next = ROWS[at.saturating_add_signed(by as isize).min(ROWS.len() - 1)];
        Self { rows: Some(next), first: self.first.map(|first| first.map(|row| row / next * next)), ..self }
    }

    /// What a key of any such page does, if it is one.
    pub fn after_key(self, key: &str, rows: u32) -> Option<Self> {
        Some(match key {
            "-" => self.zoomed(rows, 1),
            "+" | "=" => self.zoomed(rows, -1),
            "e" => self.with_drawer(),
            "?" => self.with_open("keys"),
            "Escape" if self.open.is_some() => self.closed(),
            "Escape" => self.with_pin(None),
            _ => return None,
        })
    }

    /// What events in the squares do: `first` is where both begin now, `hot` the unit in view.
    pub fn on_cells(
        self,
        (rows, first): (u32, [u32; 2]),
        hot: Option<u32>,
        hover: Callback<Option<u32>>,
        on: Callback<Self>,
    ) -> Callback<(usize, Event)> {
        Callback::from(move |(at, event): (usize, Event)| match event.pinning(self.pinned, hot) {
            Event::Pin(pinned) => on.emit(Self { pinned, ..self }),
            Event::Zoom(by) => on.emit(self.zoomed(rows, by)),
            Event::First(row) => {
                let mut first = first;
                first[at] = row;
                let first = Some(first);
                on.emit(Self { first, ..self });
            }
            event => event.point(|unit| hover.emit(unit)),
        })
    }

    /// The view options of any squares; only some can be text.
    pub fn options(self, rows: u32, most: u32, can_be_text: bool, on: &Callback<Self>) -> Html {
        let ink = [("faint", false), ("full", true)]
            .map(|(text, is_loud)| (text, is_loud == self.is_loud, Self { is_loud, ..self }));
        let all = ROWS.into_iter().filter(|one| *one <= most).map(|one| {
            let to = Self { rows: Some(one), first: None, ..self };
            (one.to_string(), one == rows, to)
        });
        let text = [("cells", false), ("text", true)]
            .map(|(text, is_text)| (text, is_text == self.is_text, Self { is_text, ..self }));
        in_turn((
            option("Contrast", ink, on),
            option("Rows in view", all, on),
            can_be_text.then(|| option("Show as", text, on)),
        ))
    }

    /// The rows in view, as [`with_rows`](Look::with_rows) reads them.
    pub fn rows_text(&self) -> String {
        let [matrix, memory] = self.first.unwrap_or_default();
        format!(" {} {matrix} {memory}", self.rows.unwrap_or(0))
    }

    /// The same with the rows of such a text, if it is one.
    pub fn with_rows(self, text: &str) -> Option<Self> {
        let numbers: Result<Vec<u32>, _> = text.strip_prefix(' ')?.split(' ').map(str::parse).collect();
        let &[rows, matrix, memory] = numbers.ok()?.as_slice() else {
            return None;
        };
        Some(Self {
            rows: ROWS.contains(&rows).then_some(rows),
            first: Some([matrix, memory]).filter(|first| *first != [0, 0]),
            ..self
        })
    }
}

/// Narrower windows have one square, and sheets.
pub const NARROW: f64 = 720.0;

/// All that is beside the cells on a narrow screen.
const NARROW_MARGIN: f64 = 24.0 + 52.0 + 16.0 + SCROLL_BAR;
/// What the bar of a page that scrolls takes from a window, at most.
const SCROLL_BAR: f64 = 15.0;
/// All that is beside the cells of two squares.
const TWO_MARGIN: f64 = 48.0 + GUTTER + GAP + 16.0;

/// Side of a cell at eight rows, by the window.
pub fn cell_side((width, height): (f64, f64)) -> f64 {
    match () {
        () if width < NARROW => ((width - NARROW_MARGIN) / 8.0).floor().clamp(24.0, 56.0),
        () if width >= 1900.0 && height >= 1000.0 => 76.0,
        () if width >= 1600.0 && height >= 940.0 => 64.0,
        // Both squares, their gutters, and what is between them.
        () if width < 870.0 => ((width - TWO_MARGIN) / 16.0).floor(),
        () if height < 740.0 || width < 960.0 => 40.0,
        // Two atoms below each other can still be hit.
        () if width < 1240.0 => 44.0,
        () if width < 1400.0 || height < 860.0 => 46.0,
        () => 56.0,
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn one_thing_is_open_and_closes_when_it_is_pressed_again() {
        let open = Look::default().with_open("box").with_open("eye");
        assert_eq!(open.open, Some("eye"));
        assert_eq!(open.with_open("eye"), Look::default());
    }

    #[test]
    fn zoom_and_pin_end_where_they_began() {
        let look = Look::default();
        let zoomed = |look: Look, by| look.zoomed(look.rows(), by);
        assert_eq!((zoomed(look, 1).rows(), zoomed(look, -1).rows()), (16, 8));
        assert_eq!((0..9).fold(look, |look, _| zoomed(look, 1)).rows(), UNITS_MOST);
        let pinned = look.with_pin(Some(3));
        assert_eq!((pinned.pinned, pinned.with_pin(Some(3))), (Some(3), look));
    }

    #[test]
    fn rows_in_view_are_written_and_read() {
        let look = Look { rows: Some(16), first: Some([24, 3]), ..Look::default() };
        for look in [look, Look::default()] {
            assert_eq!(Look::default().with_rows(&look.rows_text()), Some(look));
        }
        // Of a longer link with the same beginning, or of another build.
        for text in ["", "&k=64 0 0 0", " 0 0", " 0 0 x"] {
            assert_eq!(look.with_rows(text), None, "{text}");
        }
        assert_eq!(look.with_rows(" 17 0 0").and_then(|look| look.rows), None);
    }
}
