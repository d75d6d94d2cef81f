//! Both squares, held against the law of addresses and the counts of each read.

use swizzle_core::{Coord, Major, Tally};
use swizzle_infer::trace::trace_from_element;
use swizzle_view::link_from_shown;
use swizzle_view::state::{FACES, figures};
use swizzle_warp::RowWrites;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::super::facts::Facts;
use super::super::scenes::{Dress, matrix, memory, pile};
use super::super::state::Act;
use super::{desk, facts};
use crate::cells::{Look, NONE, Scene};

/// Modes, major-ness, elements, operands, a base offset, strides that are no power of two or overlap, rows of a writer's own,
/// buffers, stages, blocks; and reads that are wrong in their own ways.
const LINKS: [&str; 27] = [
    "#/?",
    "#/wgmma?swizzle=none&mn=16&k=64",
    "#/wgmma?swizzle=32B&major=MN",
    "#/tcgen05?swizzle=128B-32B-atom&major=MN&element=tf32",
    "#/wgmma?base_offset=3&start=0x480&pattern=0x580",
    "#/tcgen05?element=e2m1-packed&k=256",
    "#/tcgen05?element=e3m2&k=128",
    "#/tcgen05?operand=B&mn=96&k=80",
    "#/wgmma?meant_row_bytes=160&mn=8&k=64",
    "#/wgmma?sparsity=sparse&mn=64&k=64",
    "#/wgmma?mn=64&k=64&buffer_mn=128&buffer_k=128&at_mn=64&at_k=64",
    "#/wgmma?mn=64&k=64&stages=3&stage=2",
    "#/wgmma?mn=256&k=128&block=2&step=5",
    "#/wgmma?mn=1&k=1",
    "#/wgmma/4000000800010040?mn=64&k=64&meant_start=0x400",
    "#/wgmma/4000004100010040",
    "#/wgmma/4000004000010045?k=16",
    "#/wgmma/4002004000010040?step=2",
    "#/tcgen05/2000402000200040?element=tf32&major=MN",
    "#/wgmma/4000004000013fc0",
    "#/wgmma/4000004000010040?meant_row_bytes=128",
    "#/wgmma/8000002000010080?k=32",
    "#/wgmma?element=tf32&mn=32&k=32&meant_row_bytes=132",
    "#/wgmma?element=tf32&mn=32&k=32&meant_row_xor=row-and-31-4B",
    "#/wgmma?meant_row_xor=row-and-15-2B&mn=16&k=32",
    "#/wgmma?meant_row_xor=swizzle-2-2-4&major=MN&mn=32&k=32",
    "#/wgmma?pad_every=512&pad=24",
];

fn all() -> impl Iterator<Item = String> {
    let faces = FACES.iter().map(|face| face.link.to_owned());
    let figures = figures().map(|figure| link_from_shown(&figure.shown));
    LINKS.iter().map(|link| (*link).to_owned()).chain(faces).chain(figures)
}

fn of(link: &str) -> Facts {
    facts(&desk(link))
}

/// The byte that the axes of memory give a cell.
fn byte(scene: &crate::cells::Scene, at: u32) -> u32 {
    let (row, slot) = scene.place(at);
    scene.axes[1].from
        + row * scene.axes[1].by
        + slot * scene.axes[0].by * if scene.axes[0].name == "bank" { 4 } else { 1 }
}

#[test]
fn each_unit_is_in_memory_where_the_law_has_it() {
    for link in all() {
        let facts = of(&link);
        let scene = memory(&facts, &Dress::Place, None);
        let each = facts.spec.layout().unit_bytes();
        for (unit, own) in (0..).zip(&facts.bytes) {
            let law = facts.spec.layout().byte_from_element(facts.element(unit)).byte;
            assert_eq!(*own / each, law / each, "unit {unit} of {link}");
            // Of units that collide, the last one is drawn.
            let is_alone = facts.bytes.iter().filter(|byte| *byte / each == law / each).count() == 1;
            let at = scene.find(unit);
            assert!(at.is_some() || !is_alone, "unit {unit} of {link}");
            let drawn = at.map_or(law / each, |at| byte(&scene, at) / each);
            assert_eq!(drawn, law / each, "unit {unit} of {link}");
        }
    }
}

#[test]
fn the_matrix_has_each_unit_in_its_row() {
    for link in all() {
        let facts = of(&link);
        let scene = matrix(&facts, &Dress::Place);
        let in_view = scene.cells.iter().filter(|cell| cell.id != NONE);
        for cell in in_view.clone() {
            let (row, column) = scene.place(scene.find(cell.id).expect("a cell"));
            let place = (cell.id / facts.units[0], cell.id % facts.units[0]);
            let drawn = (row, scene.axes[0].from + column);
            let is_standing = facts.spec.tile().major == Major::Mn;
            let drawn = if is_standing { (drawn.1, drawn.0) } else { drawn };
            assert_eq!(drawn, place, "{link}");
        }
        // All rows of as many columns as are in view, K of an MN-major tile.
        let [along, across] = facts.units;
        let [in_all, rows] = match facts.spec.tile().major {
            Major::K => [along, across],
            Major::Mn => [across, along],
        };
        let columns = (in_all - scene.axes[0].from).min(scene.columns);
        assert_eq!(in_view.count() as u32, columns * rows, "{link}");
    }
}

/// The red cells of the read that a descriptor is for are as many as the core counts there.
#[test]
fn what_is_red_is_what_a_read_counts() {
    let mut wrong = 0;
    for link in all() {
        let facts = of(&link);
        let spec = &facts.spec;
        let is_whole = spec.read_extent().k <= spec.extent().k && spec.blocks() == 1;
        // Of units that collide, one arrives in place of the other, in a right read as well.
        let mut places: Vec<u32> = facts.bytes.iter().map(|byte| byte / 16).collect();
        places.sort_unstable();
        let collides = places.windows(2).any(|two| two[0] == two[1]);
        if facts.whole.is_none() || spec.tile().stages > 1 || !is_whole || collides {
            continue;
        }
        let units = 0..facts.bytes.len() as u32;
        let red = units.filter(|unit| facts.is_in_step(*unit) && facts.is_wrong(*unit));
        let expected = Tally::of_read(spec, facts.place()).wrong;
        assert_eq!(red.count() as u32, expected, "{link}");
        wrong += expected;
        let scene = matrix(&facts, &Dress::Place);
        for cell in scene.cells.iter().filter(|cell| cell.id != NONE) {
            let is_red = cell.look == Look::Wrong;
            assert_eq!(is_red, facts.is_wrong(cell.id), "{link}");
        }
    }
    assert!(wrong > 500, "{wrong}");
}

/// A red cell has the name of the unit that is read in its place; where that is in memory, it is read.
#[test]
fn a_red_cell_is_named_after_what_arrives() {
    let facts = of(LINKS[14]);
    let (scene, memory) = (matrix(&facts, &Dress::Place), memory(&facts, &Dress::Place, None));
    for cell in scene.cells.iter().filter(|cell| cell.look == Look::Wrong) {
        let whole = facts.whole.as_ref().expect("a read");
        let got = whole.element_for(facts.element(cell.id)).expect("inside the tile");
        let unit = facts.unit(got);
        assert_eq!(cell.label.to_string(), format!("{},{}", unit / 8, unit % 8));
        let at = memory.find(unit).expect("a cell") as usize;
        assert_eq!(memory.cells[at].look, Look::Plain);
    }
}

/// The trace of each unit ends at the byte that is read for it.
#[test]
fn each_trace_ends_where_the_unit_is_read() {
    for link in all() {
        let facts = of(&link);
        for unit in 0..facts.bytes.len() as u32 {
            let (layout, at) = facts.law(unit);
            let byte = trace_from_element(&layout, at).address.byte;
            assert_eq!(byte / 16, facts.read[unit as usize] / 16, "unit {unit} of {link}");
        }
    }
}

/// In the ISA's numbering a unit has the number of its place in memory.
#[test]
fn figures_number_units_by_their_place_in_memory() {
    for figure in figures() {
        let facts = of(&link_from_shown(&figure.shown));
        let first = facts.bytes.iter().min().copied().unwrap_or(0);
        for (unit, (colour, label)) in facts.as_drawn().into_iter().enumerate() {
            let number = (facts.bytes[unit] - first) / 16;
            assert_eq!(label.to_string(), number.to_string(), "figure {}", figure.number);
            assert_eq!(u32::from(colour), number % 8, "figure {}", figure.number);
        }
    }
}

/// The frame is around the units of one read.
#[test]
fn the_frame_of_a_step_is_around_its_units() {
    let start = desk("#/wgmma?mn=64&k=128");
    for step in 0..8 {
        let facts = facts(&start.after(Act::step(step)));
        for scene in [matrix(&facts, &Dress::Place), memory(&facts, &Dress::Place, None)] {
            let framed = &scene.outlines[0].cells;
            assert_eq!(framed.len(), 64 * 2, "{} step {step}", scene.name);
            for at in framed {
                let k = facts.element(scene.cells[*at as usize].id).k;
                assert_eq!(k / 16, step, "{}", scene.name);
            }
        }
    }
}

/// Each mode piles the units of a row up as high as the conflict that its choice says, of any type and size.
#[test]
fn the_banks_pile_up_as_the_choice_of_a_mode_says() {
    for link in ["#/wgmma?mn=64&k=64", "#/?major=MN&mn=128", "#/?mn=64&k=16", "#/?element=e4m3&k=256"] {
        let tile = *facts(&desk(link)).spec.tile();
        for (mode, ways) in RowWrites::of(&tile).ways {
            let Some(ways) = ways else { continue };
            let scene = pile(&tile, mode);
            let turns = (0..8).filter(|turn| (0..8).any(|slot| scene.cell(*turn, slot).is_some()));
            assert_eq!(turns.count() as u32, ways, "{link} {mode:?}");
        }
    }
}

/// Tiles that no shared memory holds are drawn as far as there is room for them; none is too small.
#[test]
fn tiles_of_any_size_are_drawn() {
    for link in ["#/?mn=16384&k=1024", "#/?mn=1&k=1", "#/?mn=65536&k=65536", "#/?major=MN&mn=4096&k=4096"] {
        let facts = of(link);
        let (matrix, memory) = (matrix(&facts, &Dress::Place), memory(&facts, &Dress::Place, None));
        assert_eq!(matrix.cell(0, 0).map(|cell| cell.id), Some(0), "{link}");
        // Of units that collide, the last one is drawn.
        let at = memory.find(facts.bytes.len() as u32 - 1);
        assert!(at.is_some(), "{link}");
        assert_eq!(facts.unit(facts.element(0)), 0, "{link}");
        assert_eq!(facts.element(0), Coord { mn: 0, k: 0 });
    }
}

/// A sparse tile stores half of K, and its columns count all of it; B has all of K anyway.
#[test]
fn columns_of_a_sparse_tile_count_all_of_k() {
    for (link, columns) in [
        ("#/?sparsity=sparse", ["K", "0", "16", "112"]),
        ("#/?sparsity=sparse&element=tf32&k=32", ["K", "0", "8", "56"]),
        ("#/tcgen05?sparsity=sparse&major=MN", ["K", "0", "2", "14"]),
        ("#/?sparsity=sparse&operand=B", ["unit", "0", "1", "7"]),
        ("", ["unit", "0", "1", "7"]),
    ] {
        let scene = matrix(&facts(&desk(link)), &Dress::Place);
        let text = |at| scene.axes[0].text(at);
        let shown = [scene.axes[0].name.into(), text(0), text(1), text(7)];
        assert_eq!(shown, columns.map(String::from), "{link}");
    }
}

/// Blocks of a tile that is wider than a swizzle row are named where the strides lead.
#[test]
fn blocks_are_named_where_they_are() {
    let named = |link| {
        let facts = facts(&desk(link));
        let of = |scene: Scene| scene.names;
        (of(matrix(&facts, &Dress::Place)), of(memory(&facts, &Dress::Place, None)))
    };
    let (matrix, memory) = named("#/?operand=B&major=MN&mn=128&k=64");
    assert_eq!((matrix.len(), memory.len()), (4, 16));
    assert_eq!(matrix[3], ((12.0, 12.0), "N 64–127, K 8–15".into()));
    // LBO is 8 lines, SBO 16.
    let lines = memory[..4].iter().map(|((line, _), name)| (*line, &**name));
    let expected = ["N 0–63, K 0–7", "N 64–127, K 0–7", "N 0–63, K 8–15", "N 64–127, K 8–15"];
    assert!(lines.eq([4.0, 12.0, 20.0, 28.0].into_iter().zip(expected)));
    for link in ["", "#/?operand=B&major=MN&mn=64&k=64", "#/?operand=B&mn=128&k=64"] {
        assert_eq!(named(link), (Vec::new(), Vec::new()), "{link}");
    }
}
