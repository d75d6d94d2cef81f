//! The movement of a memory view's units from their old addresses to their new ones, in beats: a picture of the XOR as it acts.

use crate::scene::matrix::{cells_per_unit, class};
use crate::scene::memory::unit_label;
use crate::scene::{Cell, CellAt, Drawing, Label, Mark, PaneKind, Scene, Window};
use swizzle_core::hardware::{LINE_UNITS, UNIT_BYTES};
use swizzle_core::law::Coord;
use swizzle_core::reader::Spec;

/// Beats of an XOR: neighbours change places, then pairs, then halves of a line.
const BEATS: u32 = 3;
/// Units that slide at the most, and ways in which they do: more would be no picture.
const MOST_UNITS: u32 = 4096;
const MOST_WAYS: usize = 32;

/// Cells that go the same way in a beat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Travel {
    /// Columns to the right and rows down that they go.
    pub by: (i32, i32),
    /// The picture of these units alone, at their places after the beat.
    pub scene: Scene,
}

/// A unit on its way: its places in memory before the first beat, and after each.
struct Way {
    unit: u32,
    places: Vec<u32>,
}

/// The beats in which the units in a window of the memory view travel from one drawing of a tile to the next: for each beat,
/// which units go which way and which do not move. Empty if nothing travels, or if more changes than the tile's layout.
///
/// A change of the base offset moves units from their old addresses; a change of the mode moves them from their addresses
/// without the XOR; a change of a stride slides whole groups at once.
///
/// ```
/// use swizzle_draw::scene::{Drawing, Window, moves};
/// use swizzle_core::{Said, SaidTile, Swizzle};
/// use swizzle_draw::View;
/// use swizzle_infer::spec_from_said;
/// let of = |swizzle| {
///     let tile = SaidTile { swizzle: Some(swizzle), ..SaidTile::default() };
///     spec_from_said(&Said { tile, ..Said::default() }).map(|spec| Drawing::of(&spec, View::default()))
/// };
/// let window = Window { columns: 0..8, rows: 0..8 };
/// let beats = moves(&of(Swizzle::None)?, &of(Swizzle::B128)?, &window);
/// assert_eq!(beats.len(), 3);
/// let ways = beats[0].iter().map(|travel| travel.by).collect::<Vec<_>>();
/// assert_eq!(ways, [(0, 0), (-1, 0), (1, 0)]); // neighbours
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn moves(before: &Drawing, after: &Drawing, window: &Window) -> Vec<Vec<Travel>> {
    let window = window.within(after.size(PaneKind::Memory));
    let (old, new) = (&before.drawn, &after.drawn);
    let is_same_tile = before.view.shows == after.view.shows
        && old.extent() == new.extent()
        && old.tile().element == new.tile().element
        && old.layout().major() == new.layout().major()
        && old.layout().is_canonical()
        && new.layout().is_canonical();
    if !is_same_tile {
        return Vec::new();
    }
    let (from, to) = (old.layout().params(), new.layout().params());
    let is_xor = (from.swizzle, from.base_offset) != (to.swizzle, to.base_offset);
    let is_slide = from.start_bytes == to.start_bytes
        && (from.lbo_bytes, from.sbo_bytes) != (to.lbo_bytes, to.sbo_bytes);
    let ways = match (is_xor, is_slide) {
        (true, _) => crossings(old, after, &window),
        (false, true) => slides(old, after, &window),
        (false, false) => return Vec::new(),
    };
    let beats = ways.first().map_or(0, |way| way.places.len() - 1);
    let travels = (0..beats)
        .map(|beat| travels(after, &window, &ways, beat))
        .filter(|travels| travels.iter().any(|travel| travel.by != (0, 0)));
    let travels: Vec<_> = travels.collect();
    match travels.iter().all(|ways| ways.len() <= MOST_WAYS) {
        true => travels,
        false => Vec::new(),
    }
}

/// Bit by bit from the place before the XOR, or under the former base offset, to the one after it.
fn crossings(old: &Spec, after: &Drawing, window: &Window) -> Vec<Way> {
    let layout = after.drawn.layout();
    let units = layout.unit_grid(after.drawn.extent()).columns;
    let is_base_offset = swizzle_core::law::LayoutParams {
        base_offset: layout.params().base_offset,
        ..old.layout().params()
    } == layout.params();
    let lines = after.occupancy.lines().start + window.rows.start
        ..after.occupancy.lines().start + window.rows.end;
    let owners = (lines.start * LINE_UNITS..lines.end * LINE_UNITS)
        .filter_map(|memory| Some((memory, after.occupancy.owner(memory)?)));
    let way = |(memory, unit): (u32, u32)| {
        let (column, row) = (unit % units, unit / units);
        let start = match is_base_offset {
            true => old.layout().physical_from_unit(column, row),
            false => {
                let first = column * layout.element().per_unit();
                layout.absolute_from_element(Coord::at(layout.major(), first, row))
            }
        };
        let start = start / UNIT_BYTES;
        let crossed = start ^ memory;
        let places = (0..=BEATS).map(|beat| start ^ (crossed & ((1 << beat) - 1)));
        Way {
            unit,
            places: places.collect(),
        }
    };
    owners.map(way).collect()
}

/// Every unit from its old address, in a single beat.
fn slides(old: &Spec, after: &Drawing, window: &Window) -> Vec<Way> {
    let layout = after.drawn.layout();
    let grid = layout.unit_grid(after.drawn.extent());
    let count = grid.columns.saturating_mul(grid.rows);
    if count > MOST_UNITS {
        return Vec::new();
    }
    let first = after.occupancy.lines().start;
    let is_in_view = |memory: &u32| {
        let row = (memory / LINE_UNITS).checked_sub(first);
        row.is_some_and(|row| window.rows.contains(&row))
    };
    let way = |unit: u32| {
        let (column, row) = (unit % grid.columns, unit / grid.columns);
        let places =
            [old.layout(), layout].map(|at| at.physical_from_unit(column, row) / UNIT_BYTES);
        Way {
            unit,
            places: places.into(),
        }
    };
    (0..count)
        .map(way)
        .filter(|way| is_in_view(&way.places[1]))
        .collect()
}

/// Returns the units that move in a beat, grouped by their way; those that do not move come first.
fn travels(after: &Drawing, window: &Window, ways: &[Way], beat: usize) -> Vec<Travel> {
    let (spec, view) = (&after.drawn, &after.view);
    let units = spec.layout().unit_grid(spec.extent()).columns;
    let per_unit = cells_per_unit(spec, view);
    let first = after.occupancy.lines().start;
    let mut travels = std::vec![Travel {
        by: (0, 0),
        scene: empty(after, window),
    }];
    for Way { unit, places } in ways {
        let (from, to) = (places[beat], places[beat + 1]);
        let part = |memory: u32| ((memory % LINE_UNITS) as i32, (memory / LINE_UNITS) as i32);
        let ((x, y), (to_x, to_y)) = (part(from), part(to));
        let by = ((to_x - x) * per_unit as i32, to_y - y);
        let at = match travels.iter().position(|travel| travel.by == by) {
            Some(at) => at,
            None => {
                let scene = empty(after, window);
                travels.push(Travel { by, scene });
                travels.len() - 1
            }
        };
        let Some(row) = (to / LINE_UNITS).checked_sub(first) else {
            continue;
        };
        for slot in 0..per_unit {
            let place = CellAt {
                column: to % LINE_UNITS * per_unit + slot,
                row,
            };
            let cell = Cell {
                class: Some(class(
                    spec,
                    view,
                    unit % units,
                    unit / units,
                    places[places.len() - 1],
                )),
                label: unit_label(spec, view, *unit, to, slot),
                mark: Mark::Plain,
            };
            put(&mut travels[at].scene, place, cell);
        }
    }
    travels
}

/// The window with nothing in it.
fn empty(after: &Drawing, window: &Window) -> Scene {
    let mut scene = after.scene(PaneKind::Memory, window);
    scene.cells.fill(Cell {
        class: None,
        label: Label::Blank,
        mark: Mark::Plain,
    });
    scene.beneath.clear();
    for runs in [
        &mut scene.reads,
        &mut scene.wrong,
        &mut scene.right,
        &mut scene.missing,
    ] {
        runs.clear();
    }
    scene
}

fn put(scene: &mut Scene, at: CellAt, cell: Cell) {
    let Window { columns, rows } = &scene.window;
    if columns.contains(&at.column) && rows.contains(&at.row) {
        let row = (at.row - rows.start) as usize;
        let index = row * columns.len() + (at.column - columns.start) as usize;
        scene.cells[index] = cell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::View;
    use swizzle_core::law::{Coord, Swizzle};
    use swizzle_core::reader::Said;
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn drawing(tile: SaidTile) -> Drawing {
        let said = Said {
            tile,
            ..Said::default()
        };
        Drawing::of(&spec_from_said(&said).unwrap(), View::default())
    }

    /// A cell by its label: column and row before a beat, and after it.
    type Move = (Label, (i32, i32), (i32, i32));

    /// Returns the moves of a beat.
    fn places(beat: &[Travel]) -> Vec<Move> {
        let mut all = Vec::new();
        for Travel { by, scene } in beat {
            let width = scene.window.columns.len();
            for (index, cell) in scene.cells.iter().enumerate() {
                if cell.class.is_some() {
                    let to = ((index % width) as i32, (index / width) as i32);
                    all.push((cell.label, (to.0 - by.0, to.1 - by.1), to));
                }
            }
        }
        all
    }

    /// Checks that each beat begins where the previous one ended, and that the last ends at the addresses of the elements.
    fn check(before: &Drawing, after: &Drawing, starts: impl Fn(Coord) -> u32) -> usize {
        let size = after.size(PaneKind::Memory);
        let beats = moves(before, after, &Window::all(size));
        let layout = after.drawn.layout();
        let first = after.occupancy.lines().start;
        let cell = |byte: u32| {
            let line = (byte / 128) as i32 - first as i32;
            ((byte / 16 % 8) as i32, line)
        };
        for row in 0..after.drawn.extent().mn {
            for unit in 0..after.drawn.extent().k / 8 {
                let coord = Coord {
                    mn: row,
                    k: unit * 8,
                };
                let mut at = cell(starts(coord));
                for beat in &beats {
                    let places = places(beat);
                    let label = Label::Pair(row, unit);
                    let (_, from, to) = places.iter().find(|way| way.0 == label).unwrap();
                    assert_eq!(*from, at, "{coord:?}");
                    at = *to;
                }
                assert_eq!(at, cell(layout.byte_from_element(coord).byte), "{coord:?}");
            }
        }
        beats.len()
    }

    #[test]
    fn a_mode_moves_units_from_where_no_xor_would_leave_them() {
        let of = |swizzle| {
            drawing(SaidTile {
                swizzle: Some(swizzle),
                mn: Some(16),
                ..SaidTile::default()
            })
        };
        for (swizzle, beats) in [
            (Swizzle::B128, 3),
            (Swizzle::B64, 2),
            (Swizzle::B32, 1),
            (Swizzle::None, 0),
        ] {
            let after = of(swizzle);
            let before = of(match swizzle {
                Swizzle::None => Swizzle::B128,
                _ => Swizzle::None,
            });
            let layout = *after.drawn.layout();
            let starts = |coord| layout.absolute_from_element(coord);
            assert_eq!(check(&before, &after, starts), beats, "{swizzle:?}");
        }
    }

    #[test]
    fn a_base_offset_moves_units_from_where_they_lay() {
        let of = |pattern: u32| {
            drawing(SaidTile {
                mn: Some(16),
                start_bytes: Some(0x400),
                pattern_bytes: Some(pattern),
                ..SaidTile::default()
            })
        };
        let (before, after) = (of(0x400), of(0x480));
        assert_ne!(
            before.drawn.layout().params().base_offset,
            after.drawn.layout().params().base_offset
        );
        let old = *before.drawn.layout();
        let starts = |coord| old.byte_from_element(coord).byte;
        assert!(check(&before, &after, starts) > 0);
    }

    #[test]
    fn a_stride_slides_whole_groups() {
        let of = |sbo: u32| {
            drawing(SaidTile {
                mn: Some(16),
                sbo_bytes: Some(sbo),
                ..SaidTile::default()
            })
        };
        let (before, after) = (of(1024), of(2048));
        let old = *before.drawn.layout();
        let starts = |coord| old.byte_from_element(coord).byte;
        assert_eq!(check(&before, &after, starts), 1);
        let beats = moves(&before, &after, &Window::all(after.size(PaneKind::Memory)));
        let ways: Vec<_> = beats[0].iter().map(|travel| travel.by).collect();
        assert_eq!(ways, [(0, 0), (0, 8)]); // the second group, eight lines down
        assert!(moves(&after, &after, &Window::all(after.size(PaneKind::Memory))).is_empty());
    }
}
