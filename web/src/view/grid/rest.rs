//! How much is below and to the right of what is in view, where no map shows it.

use super::drawn::Drawn;
use super::pane::Pane;
use super::viewport::Viewport;
use crate::element::{Element, el};

/// Says that the view is cut; none where its end is seen.
pub(super) fn rest(pane: &Pane, drawn: &Drawn, viewport: &Viewport) -> Option<Element> {
    let (size, geometry) = (pane.size(), &drawn.geometry);
    let (room_x, room_y) = geometry.room(viewport);
    let below = beyond(size.rows, geometry.pitch_y, viewport.top, room_y);
    let right = beyond(size.columns, geometry.pitch_x, viewport.left, room_x);
    let words = match below {
        0 if right == 0 => return None,
        0 => format!("{right} more columns →"),
        _ => format!("{below} more rows ↓"),
    };
    (viewport.width > 0).then(|| el("p").class("grid-rest").child(words))
}

/// Cells that are not seen whole: only those are drawn.
fn beyond(cells: u32, pitch: u32, scroll: i32, room: u32) -> u32 {
    let seen = scroll.max(0).cast_unsigned() + room;
    cells.saturating_sub(seen / pitch.max(1))
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::beyond;

    #[test]
    fn a_cell_is_beyond_what_is_seen_of_it() {
        assert_eq!(beyond(64, 36, 0, 16 * 36), 48);
        assert_eq!(beyond(64, 36, 0, 16 * 36 + 35), 48);
        assert_eq!(beyond(64, 36, 36, 16 * 36), 47);
        assert_eq!(beyond(64, 36, 48 * 36, 16 * 36), 0);
        assert_eq!(beyond(8, 36, -5, 1000), 0);
        assert_eq!(beyond(8, 0, 0, 0), 8);
    }
}
