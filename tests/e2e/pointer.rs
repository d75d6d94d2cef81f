//! The mouse and a finger over the cells: what is under them is traced, and a press pins it.

use serde_json::Value;
use swizzle_core::Coord;
use swizzle_tests::webdriver::{Error, Result};

use crate::page::{Page, state};

/// The middle of a cell of the first or the second square, in pixels of the window.
const MIDDLE: &str = "
    const [square, row, column] = arguments;
    const canvas = document.querySelectorAll('.cell-view canvas')[square];
    canvas.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top } = canvas.getBoundingClientRect();
    const { cellWidth, cellHeight } = canvas.dataset;
    return [left + (column + 0.5) * cellWidth, top + (row + 0.5) * cellHeight]";

/// What the column at the right is about, and where the wire leads.
const TRACED: &str = "
    return [document.querySelector('.aside h2')?.textContent ?? '', document.querySelectorAll('.pair-wire .wire').length]";

impl Page {
    fn middle(&self, square: u32, row: u32, column: u32) -> Result<(f64, f64)> {
        let place = [square.into(), row.into(), column.into()];
        let at = self.session().execute(MIDDLE, &place)?;
        let side = |at: &Value| at.as_f64().ok_or_else(|| Error::new("no cell".to_owned()));
        Ok((side(&at[0])?, side(&at[1])?))
    }

    fn traces(&self, title: &str, wires: u64) -> Result<()> {
        self.session().wait_for(title, |session| {
            let found = session.execute(TRACED, &[])?;
            if found[0] == title && found[1] == wires {
                return Ok(Some(()));
            }
            Err(Error::new(format!("it is {found}")))
        })
    }

    /// Presses the mouse's button where it is.
    fn click_here(&self) -> Result<()> {
        self.session().pointer_press()?;
        self.session().pointer_release()
    }
}

#[test]
fn what_is_under_the_pointer_is_traced_until_it_is_pinned() -> Result<()> {
    let link = "#/figure/157";
    let (page, unpinned) = (Page::open(link)?, state(link));
    page.shows(&unpinned)?;
    let (x, y) = page.middle(0, 3, 5)?;
    page.session().pointer_to_view(x, y)?;
    page.traces("Row 3, unit 5", 2)?;
    // The same unit under the pointer in memory: row 3 is line 3, and 5 XOR 3 is 6.
    let (x, y) = page.middle(1, 3, 6)?;
    page.session().pointer_to_view(x, y)?;
    page.traces("Row 3, unit 5", 2)?;
    page.session().pointer_to_view(5.0, 5.0)?;
    page.traces("", 0)?;

    let (x, y) = page.middle(0, 3, 5)?;
    page.session().pointer_to_view(x, y)?;
    page.click_here()?;
    let mut pinned = unpinned;
    pinned.pinned = Some(Coord { mn: 3, k: 40 });
    page.has_address_of(&pinned)?;
    page.session().pointer_to_view(5.0, 5.0)?;
    page.traces("Row 3, unit 5", 2)?;
    page.session().refresh()?;
    page.traces("Row 3, unit 5", 2)?;
    // A second press lets it go.
    let (x, y) = page.middle(0, 3, 5)?;
    page.session().pointer_to_view(x, y)?;
    page.click_here()?;
    page.has_address_of(&unpinned)
}

#[test]
fn the_first_tap_of_a_finger_pins_the_unit_that_was_tapped() -> Result<()> {
    let link = "#/figure/157";
    for square in [0, 1] {
        let (page, mut pinned) = (Page::open(link)?, state(link));
        page.shows(&pinned)?;
        let (x, y) = page.middle(square, 5, 1)?;
        page.session().tap_in_view(x, y)?;
        // In memory, line 5 has at slot 1 the unit 1 XOR 5.
        let unit = if square == 0 { 1 } else { 4 };
        pinned.pinned = Some(Coord { mn: 5, k: unit * 8 });
        page.has_address_of(&pinned)?;
        page.traces(&format!("Row 5, unit {unit}"), 2)?;
    }
    Ok(())
}
