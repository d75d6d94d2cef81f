//! How a page is looked at: neither in its link nor a step of anything.

use web_sys::KeyboardEvent;

/// Numbers of rows that a square can show.
pub const ROWS: [u32; 4] = [8, 16, 32, 64];

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

/// How it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The one thing that is open over the page, by the key of its value or by a name of its own.
    pub open: Option<&'static str>,
    /// On a narrow screen, the sheet that is open.
    pub sheet: Option<Sheet>,
    /// On a narrow screen, the one of both squares that is in view.
    pub side: usize,
    /// Rows of a square, where a number was chosen.
    pub rows: Option<u32>,
    /// First row of each square, where one was chosen.
    pub first: Option<[u32; 2]>,
    /// Whether all numbers have full ink.
    pub is_loud: bool,
    /// Whether cells have the values and not their places.
    pub has_values: bool,
    /// Whether the drawer is open.
    pub has_drawer: bool,
    /// The unit that is pinned.
    pub pinned: Option<u32>,
}

impl Look {
    /// The same with a thing open, or closed if it was.
    pub fn with_open(self, name: &'static str) -> Self {
        Self {
            open: Some(name).filter(|_| self.open != Some(name)),
            ..self
        }
    }

    /// The same with nothing open.
    pub fn closed(self) -> Self {
        Self { open: None, ..self }
    }

    /// The same with a unit pinned, or none if it is.
    pub fn with_pin(self, unit: Option<u32>) -> Self {
        Self {
            pinned: unit.filter(|unit| self.pinned != Some(*unit)),
            ..self
        }
    }

    /// Rows of a square: one atom, unless another number was chosen.
    pub fn rows(self) -> u32 {
        self.rows.unwrap_or(ROWS[0])
    }

    /// More or fewer rows; the first one stays in view.
    pub fn zoomed(self, by: isize) -> Self {
        let at = ROWS.iter().position(|rows| *rows == self.rows());
        let next = at.unwrap_or(0).saturating_add_signed(by);
        Self {
            rows: ROWS.get(next).copied().or(self.rows),
            ..self
        }
    }

    /// What a key of any such page does, if it is one.
    pub fn after_key(self, event: &KeyboardEvent) -> Option<Self> {
        Some(match &*event.key() {
            "-" => self.zoomed(1),
            "+" | "=" => self.zoomed(-1),
            "e" => Self {
                has_drawer: !self.has_drawer,
                ..self
            },
            "?" => self.with_open("keys"),
            "Escape" if self.open.is_some() => self.closed(),
            "Escape" => self.with_pin(None),
            _ => return None,
        })
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
        assert_eq!((look.zoomed(1).rows(), look.zoomed(-1).rows()), (16, 8));
        assert_eq!((0..9).fold(look, |look, _| look.zoomed(1)).rows(), 64);
        let pinned = look.with_pin(Some(3));
        assert_eq!((pinned.pinned, pinned.with_pin(Some(3))), (Some(3), look));
    }
}
