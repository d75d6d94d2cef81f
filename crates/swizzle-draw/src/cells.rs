//! A picture of cells as a value, and where its cells are in a square: all that the cell view knows. No browser, no tile.

use std::fmt::Write as _;

use crate::label::Label;

/// No unit: the cell belongs to nothing.
pub const NONE: u32 = u32::MAX;

/// Cells that Home and End leap over, and rows that Page up and down do.
const FAR: i32 = i32::MAX;
const PAGE: i32 = 16;

/// How a cell is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Look {
    /// In its colour.
    #[default]
    Plain,
    /// Something else is read here.
    Wrong,
    /// It is there and never read.
    Missing,
    /// Of no interest now.
    Dimmed,
    /// Behind what it is about.
    Soft,
    /// The same under a dot with the label.
    Dotted,
    /// A dot in its colour, with the label, on empty ground.
    Dot,
    /// What costs nothing; odd colours are paler.
    Free,
    /// What costs; likewise.
    Costly,
    /// So many of its 16 bytes are data, the rest is padding.
    Padded(u8),
    /// What is followed from picture to picture.
    Followed,
    /// There is no cell.
    Absent,
}

/// A cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// What it stands for: the same in every scene that shows it.
    pub id: u32,
    /// Index of its colour, 0 to 7.
    pub colour: u8,
    /// How it is drawn.
    pub look: Look,
    /// Its label, written out only where it is drawn.
    pub label: Label,
}

impl Cell {
    /// Where the picture has no cell.
    pub const ABSENT: Self = Self { id: NONE, colour: 0, look: Look::Absent, label: Label::Blank };
    /// One that nothing is in.
    pub const EMPTY: Self = Self { look: Look::Missing, ..Self::ABSENT };

    /// The colour that it is filled with.
    pub fn filled(&self) -> Option<u8> {
        (!matches!(self.look, Look::Absent | Look::Missing)).then_some(self.colour)
    }
}

/// The numbers along a side: `from`, `from + by`, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Axis {
    /// What is counted.
    pub name: &'static str,
    /// The first number.
    pub from: u32,
    /// From one to the next.
    pub by: u32,
    /// Whether it is an address.
    pub is_hex: bool,
    /// Whether each is a range, up to the next.
    pub is_range: bool,
}

impl Axis {
    /// Numbers from the first on, so far from one to the next.
    pub const fn new(name: &'static str, from: u32, by: u32) -> Self {
        Self { name, from, by, is_hex: false, is_range: false }
    }

    /// The same of addresses.
    pub const fn addresses(from: u32, by: u32) -> Self {
        Self { is_hex: true, ..Self::new("", from, by) }
    }

    /// The text at a place.
    pub fn text(self, at: u32) -> String {
        let number = self.from + at * self.by;
        if self.is_range {
            format!("{number}–{}", number + self.by - 1)
        } else if self.is_hex {
            format!("{number:#x}")
        } else {
            number.to_string()
        }
    }
}

/// A line around a set of cells, of one of the sheet's kinds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// Class of the line.
    pub class: &'static str,
    /// Indices of the cells.
    pub cells: Vec<u32>,
}

impl Outline {
    /// The frame around what is read, rightly or not.
    pub const fn frame(is_wrong: bool, cells: Vec<u32>) -> Self {
        let class = if is_wrong { "frame is-wrong" } else { "frame" };
        Self { class, cells }
    }
}

/// An arrow beside the rows.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    /// Class of the line and its words.
    pub class: &'static str,
    /// First and last row, in rows of the scene.
    pub rows: (f64, f64),
    /// Pixels before the first column.
    pub before: f64,
    /// Its words, and whether they stand upright beside it.
    pub words: (String, bool),
}

/// A way from a cell to another one: an arrow that ends at its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    /// Class of the line.
    pub class: &'static str,
    /// Index of the cell that it leads from.
    pub from: u32,
    /// Index of the cell that it leads to.
    pub to: u32,
}

/// Indices of all cells of a kind, in order.
pub fn which(cells: &[Cell], is_it: impl Fn(&Cell) -> bool) -> Vec<u32> {
    let all = (0..).zip(cells).filter(|(_, cell)| is_it(cell));
    all.map(|(at, _)| at).collect()
}

/// Columns and rows that a key leads by, where a page has so many rows.
pub fn way_of_key(key: &str, page: i32) -> Option<(i32, i32)> {
    Some(match key {
        "ArrowLeft" => (-1, 0),
        "ArrowRight" => (1, 0),
        "ArrowUp" => (0, -1),
        "ArrowDown" => (0, 1),
        "Home" => (-FAR, 0),
        "End" => (FAR, 0),
        "PageUp" => (0, -page),
        "PageDown" => (0, page),
        _ => return None,
    })
}

/// A number behind a row, with what is said of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mark {
    /// The number; none where the row has none.
    pub text: String,
    /// Words under it.
    pub note: String,
    /// Class of both.
    pub class: &'static str,
}

/// A picture of cells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scene {
    /// Its title.
    pub name: &'static str,
    /// A remark beside the title.
    pub note: &'static str,
    /// What the remark is about: without such a cell in view it is left out.
    pub noted: Option<Look>,
    /// What a cell is called, for who cannot see it.
    pub noun: &'static str,
    /// Cells of a row.
    pub columns: u32,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// Numbers above and before the cells.
    pub axes: [Axis; 2],
    /// Rows between two heavier lines.
    pub group: u32,
    /// Columns between two heavier lines; none where there are no such lines.
    pub seam: u32,
    /// Rows of a part of the rail where all rows are in view; without them there is no rail then.
    pub rail: u32,
    /// Names over cells, each with the row and the column that it is in the middle of.
    pub names: Vec<((f64, f64), String)>,
    /// Lines around cells.
    pub outlines: Vec<Outline>,
    /// Arrows before the cells.
    pub arrows: Vec<Arrow>,
    /// Arrows between cells.
    pub leads: Vec<Lead>,
    /// Numbers behind the rows, under a name.
    pub behind: (&'static str, Vec<Mark>),
    /// Names of the rows, where they are no sequence of numbers.
    pub row_names: Vec<String>,
    /// The same of the columns.
    pub column_names: Vec<String>,
    /// Whether arrow keys lead from one number of cells to the next, and not from place to place.
    pub is_listed: bool,
}

impl Scene {
    /// The text before a row.
    pub fn row_text(&self, row: u32) -> String {
        let name = self.row_names.get(row as usize);
        name.map_or_else(|| self.axes[1].text(row), Clone::clone)
    }

    /// The text over a column.
    pub fn column_text(&self, column: u32) -> String {
        let name = self.column_names.get(column as usize);
        name.map_or_else(|| self.axes[0].text(column), Clone::clone)
    }

    /// So many of its rows in a size, turned to the screenful that a unit is in.
    pub fn geometry(&self, size: (f64, f64), rows: u32, first: u32, unit: Option<u32>) -> Geometry {
        let geometry = Geometry { size, columns: self.columns, rows, first };
        geometry.turned(self, unit)
    }

    /// Number of rows.
    pub fn rows(&self) -> u32 {
        (self.cells.len() as u32).div_ceil(self.columns.max(1))
    }

    /// A cell, if there is one.
    pub fn cell(&self, row: u32, column: u32) -> Option<&Cell> {
        let at = (row * self.columns + column) as usize;
        self.cells.get(at).filter(|cell| cell.look != Look::Absent && column < self.columns)
    }

    /// Indices of all cells of a unit, in order.
    pub fn find_all(&self, id: u32) -> Vec<u32> {
        which(&self.cells, |cell| id != NONE && cell.id == id && cell.look != Look::Absent)
    }

    /// Index of the cell of a unit.
    pub fn find(&self, id: u32) -> Option<u32> {
        let found = self.cells.iter().position(|cell| cell.id == id && cell.look != Look::Absent);
        found.filter(|_| id != NONE).map(|at| at as u32)
    }

    /// Row and column of an index.
    pub fn place(&self, at: u32) -> (u32, u32) {
        (at / self.columns, at % self.columns)
    }

    /// Whether a run of rows has a wrong cell.
    pub fn has_wrong(&self, rows: std::ops::Range<u32>) -> bool {
        self.has(Look::Wrong, rows)
    }

    /// Whether a run of rows has a cell that is drawn in a way.
    fn has(&self, look: Look, rows: std::ops::Range<u32>) -> bool {
        let [from, to] = [rows.start, rows.end].map(|row| (row * self.columns) as usize);
        let cells = self.cells.get(from..to.min(self.cells.len()));
        cells.is_some_and(|cells| cells.iter().any(|cell| cell.look == look))
    }

    /// The remark beside the title, where what it is about is among some rows.
    pub fn note_on(&self, rows: std::ops::Range<u32>) -> &'static str {
        match self.noted {
            Some(look) if !self.has(look, rows) => "",
            _ => self.note,
        }
    }

    /// The cell that a key leads to: an arrow, Home and End along a row, Page up and down. The first one in view if there is none.
    pub fn beside(&self, from: Option<u32>, key: &str, first_row: u32) -> Option<u32> {
        let (across, down) = way_of_key(key, PAGE)?;
        if self.is_listed {
            return self.next(from, across + down > 0);
        }
        let Some((row, column)) = from.map(|at| self.place(at)) else {
            return self.cell(first_row, 0).map(|cell| cell.id);
        };
        // An arrow stops at an edge, a leap ends there.
        let to = |from: u32, by: i32, end: u32| match by.abs() {
            0 | 1 => from.checked_add_signed(by),
            _ => Some(from.saturating_add_signed(by).min(end.saturating_sub(1))),
        };
        let there = to(row, down, self.rows()).zip(to(column, across, self.columns));
        there.and_then(|(row, column)| self.cell(row, column)).map(|cell| cell.id)
    }
}

impl Scene {
    /// The cell whose number is the next one, or the one before; the first of all if there is none.
    fn next(&self, from: Option<u32>, is_up: bool) -> Option<u32> {
        let ids = self.cells.iter().map(|cell| cell.id);
        let ids = ids.filter(|id| *id != NONE);
        let here = from.and_then(|at| self.cells.get(at as usize)).map(|cell| cell.id);
        match (here, is_up) {
            (None, _) => ids.min(),
            (Some(here), true) => ids.filter(|id| *id > here).min(),
            (Some(here), false) => ids.filter(|id| *id < here).max(),
        }
    }
}

/// Where the cells are: a number of rows in a square.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// Width and height in pixels: a square, unless a drawer is beside it.
    pub size: (f64, f64),
    /// Cells of a row.
    pub columns: u32,
    /// Rows in view.
    pub rows: u32,
    /// The first of them.
    pub first: u32,
}

impl Geometry {
    /// Width and height of a cell.
    pub fn cell(&self) -> (f64, f64) {
        (self.size.0 / f64::from(self.columns), self.size.1 / f64::from(self.rows))
    }

    /// Row and column at a point of the square.
    pub fn at(&self, x: f64, y: f64) -> Option<(u32, u32)> {
        let (width, height) = self.cell();
        let is_inside = (0.0..self.size.0).contains(&x) && (0.0..self.size.1).contains(&y);
        is_inside.then(|| (self.first + (y / height) as u32, (x / width) as u32))
    }

    /// Top left corner of a cell, which may be out of view.
    pub fn corner(&self, row: u32, column: u32) -> (f64, f64) {
        let (width, height) = self.cell();
        let below = f64::from(row) - f64::from(self.first);
        (f64::from(column) * width, below * height)
    }

    /// Whether a row is in view.
    pub fn shows(&self, row: u32) -> bool {
        (self.first..self.first + self.rows).contains(&row)
    }

    /// First row of the screenful that a row is in.
    pub fn turned_to(&self, row: u32) -> u32 {
        if self.shows(row) { self.first } else { row / self.rows * self.rows }
    }

    /// The same, turned to the screenful that a unit is in.
    pub fn turned(self, scene: &Scene, unit: Option<u32>) -> Self {
        let row = unit.and_then(|unit| scene.find(unit)).map(|cell| scene.place(cell).0);
        Self { first: row.map_or(self.first, |row| self.turned_to(row)), ..self }
    }

    /// The way of an arrow from a cell along its row and then along the column of another to that one's edge: an SVG path. Empty
    /// where one of them is out of view.
    pub fn lead(&self, from: u32, to: u32) -> String {
        let (width, height) = self.cell();
        let [from, to] = [from, to].map(|at| (at / self.columns, at % self.columns));
        if !self.shows(from.0) || !self.shows(to.0) {
            return String::new();
        }
        let middle = |(row, column): (u32, u32)| {
            let (x, y) = self.corner(row, column);
            (x + width / 2.0, y + height / 2.0)
        };
        let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
        let (across, down) = ((to_x - x).signum(), (to_y - y).signum());
        let start = x + across * (width / 2.0 - 6.0);
        match (from.0 == to.0, from.1 == to.1) {
            (true, true) => String::new(),
            (true, false) => {
                let end = to_x - across * (width / 2.0 + 2.0);
                let by = -7.0 * across;
                format!("M{start} {y}H{end}m{by} -5l{} 5l{by} 5", -by)
            }
            (false, is_below) => {
                let end = to_y - down * (height / 2.0 + 2.0);
                let by = -7.0 * down;
                let start = if is_below { x } else { start };
                format!("M{start} {y}H{to_x}V{end}m-5 {by}l5 {}l5 {by}", -by)
            }
        }
    }

    /// The outer edge of those cells of a set that are in view: an SVG path.
    pub fn edge(&self, cells: &[u32]) -> String {
        let (width, height) = self.cell();
        let has = |row: i64, column: i64| {
            let at = row * i64::from(self.columns) + column;
            let is_inside = (0..i64::from(self.columns)).contains(&column)
                && u32::try_from(row).is_ok_and(|row| self.shows(row));
            is_inside && u32::try_from(at).is_ok_and(|at| cells.binary_search(&at).is_ok())
        };
        let mut path = String::new();
        for at in cells {
            let (row, column) = (at / self.columns, at % self.columns);
            if !self.shows(row) {
                continue;
            }
            let (x, y) = self.corner(row, column);
            let (r, c) = (i64::from(row), i64::from(column));
            for (is_edge, x, y, line) in [
                (!has(r - 1, c), x, y, format!("h{width}")),
                (!has(r + 1, c), x, y + height, format!("h{width}")),
                (!has(r, c - 1), x, y, format!("v{height}")),
                (!has(r, c + 1), x + width, y, format!("v{height}")),
            ] {
                if is_edge {
                    // Writing to a string cannot fail.
                    let _ = write!(path, "M{x} {y}{line}");
                }
            }
        }
        path
    }
}

#[cfg(test)]
mod tests;
