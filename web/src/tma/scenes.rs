//! The box and the shared memory where it lands, as scenes of cells.

use super::*;
use crate::cells::Look;
use crate::check::scenes::{LINE, SLOTS, UNIT, in_lines, in_rows, memory_cell};
use swizzle_draw::scene::BoxUnit;

/// Both scenes, and the unit whose place is read for each; behind the box's last unit, a place that it does not write.
pub fn scenes(landed: &Landed, map: &TensorMap) -> ([Scene; 2], Rc<Vec<u32>>) {
    let picture = &landed.picture;
    let count = picture.units.len() as u32;
    let all = picture.units.iter().flat_map(|unit| [Some(unit.written), unit.read]).flatten();
    let line = |byte: u32| byte / LINE;
    let first = all.clone().map(line).min().unwrap_or(0);
    let last = all.map(line).max().unwrap_or(0).min(first + (1 << 11));
    let mut memory = vec![Cell::ABSENT; ((last - first + 1) * SLOTS) as usize];
    for (unit, of) in (0..).zip(&picture.units) {
        if let Some(cell) = memory_cell(&mut memory, UNIT, first * LINE, of.written) {
            *cell = own(picture, map, unit);
        }
    }
    for of in &picture.units {
        let read = of.read.and_then(|byte| Some((byte, memory_cell(&mut memory, UNIT, first * LINE, byte)?)));
        if let Some((byte, cell)) = read.filter(|(_, cell)| cell.id == NONE) {
            *cell = Cell { id: count + byte / UNIT, look: Look::Missing, label: Label::Unknown, colour: 0 };
        }
    }
    let read_at =
        |byte: u32| memory.get((byte / UNIT).checked_sub(first * SLOTS)? as usize).map(|cell| cell.id);
    let got: Vec<u32> = (0..)
        .zip(&picture.units)
        .map(|(unit, of)| of.read.map_or(Some(unit), read_at).unwrap_or(NONE))
        .collect();
    let is_wrong = |of: &BoxUnit| of.read.is_some_and(|read| read != of.written);
    let cell = |(unit, of): (u32, &BoxUnit)| {
        let own = own(picture, map, unit);
        let source = got.get(unit as usize).copied().filter(|source| *source < count);
        let label = source.map_or(Label::Unknown, |source| place(picture, source));
        if is_wrong(of) {
            Cell { look: Look::Wrong, label, ..own }
        } else {
            Cell { look: Look::Plain, ..own }
        }
    };
    let cells = (0..).zip(&picture.units).map(cell).collect();
    let mut scenes =
        [in_rows("Box", picture.columns, 0, cells), in_lines("Shared memory", first * LINE, memory)];
    let has_wrong = picture.units.iter().any(is_wrong);

    let mut read: [Vec<u32>; 2] = Default::default();
    for (unit, of) in (0..).zip(&picture.units) {
        if let Some(byte) = of.read {
            read[0].push(unit);
            read[1].extend((byte / UNIT).checked_sub(first * SLOTS));
        }
    }
    read[1].sort_unstable();
    for (scene, cells) in scenes.iter_mut().zip(read) {
        if !cells.is_empty() {
            scene.outlines.push(Outline::frame(has_wrong, cells));
        }
    }
    let [of_box, of_memory] = &mut scenes;
    (of_box.note, of_box.noted) = ("red: read instead", Some(Look::Wrong));
    of_memory.note = if map.data_type.is_padded() { "each unit: 16 elements, then padding" } else { "" };
    of_memory.group = (landed.landing.pattern_bytes() / LINE).max(2);
    (scenes, Rc::new(got))
}

/// A unit in its own colour and place; of a padded type, as far as it has data.
fn own(picture: &BoxPicture, map: &TensorMap, unit: u32) -> Cell {
    Cell {
        id: unit,
        colour: (unit % picture.columns % SLOTS) as u8,
        look: if map.data_type.is_padded() {
            Look::Padded((2 * map.data_type.global_bits()) as u8)
        } else {
            Look::Plain
        },
        label: place(picture, unit),
    }
}

fn place(picture: &BoxPicture, unit: u32) -> Label {
    Label::Pair(unit / picture.columns, unit % picture.columns)
}

#[cfg(test)]
mod tests {
    use swizzle_view::link::{TmaShown, form_from_link};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::tma::facts::Facts;

    fn of(link: &str) -> ([Scene; 2], Rc<Vec<u32>>) {
        let facts = Facts::of(&form_from_link::<TmaShown>(link).shown);
        let landed = facts.landed.expect("a copy");
        scenes(&landed, &facts.map.expect("a map"))
    }

    fn count(scene: &Scene, look: Look) -> usize {
        scene.cells.iter().filter(|cell| cell.look == look).count()
    }

    #[test]
    fn what_agrees_is_framed_in_both() {
        let ([of_box, memory], got) = of("#/memory/tma");
        assert_eq!((of_box.columns, of_box.rows(), memory.row_text(0)), (8, 128, "0x400".into()));
        assert_eq!([&of_box, &memory].map(|scene| scene.outlines[0].cells.len()), [128, 128]);
        assert_eq!((count(&of_box, Look::Wrong), got[3 * 8 + 1]), (0, 3 * 8 + 1));
        let at = memory.find(3 * 8 + 5).map(|at| memory.place(at));
        assert_eq!(at, Some((3, 6)));
    }

    #[test]
    fn a_read_elsewhere_is_red_and_says_what_it_gets() {
        let ([of_box, memory], got) = of("#/memory/tma?swizzle=none");
        assert_eq!(count(&of_box, Look::Wrong), 112);
        // Of row 1, unit 0 is read from where an XOR with 1 has it.
        assert_eq!((of_box.cells[8].label, got[8]), (Label::Pair(1, 1), 9));
        assert_eq!(of_box.outlines[0].class, "frame is-wrong");
        assert!(memory.outlines[0].cells.is_sorted());
        // Of a read that begins four lines in, the first rows are missing; what lies beyond the box is a place of its own.
        let ([_, memory], got) = of("#/memory/tma?descriptor=0x4000004000010060&box=64,8");
        assert_eq!(count(&memory, Look::Missing), 4 * 2);
        assert!(got.len() == 64);
    }

    #[test]
    fn padded_elements_have_half_of_their_unit() {
        let ([of_box, memory], _) =
            of("#/memory/tma?arch=sm_100a&data_type=16U4_ALIGN16B&box=128,128&element=e2m1&descriptor=");
        assert_eq!((count(&of_box, Look::Plain), count(&memory, Look::Padded(8))), (1024, 1024));
    }
}
