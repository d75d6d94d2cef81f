//! The pictures of a load: every cell of the lanes is a cell of the registers, and says what is there.

use swizzle_core::Named as _;
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_draw::scene::{CellAt, Label, LoadPicture, LoadSide, tensor_map};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::{Cell, Mma, Plan, ReadBack, What};

fn pictures() -> impl Iterator<Item = LoadPicture> {
    let pair = Mma { form: CtaForm::Two, m: 256, ..Mma::default() };
    let half = Mma { kind: Kind::F16, m: 64, k: 64, ..Mma::default() };
    let plan = |mma: Mma| {
        let mut plan = Plan { mma, ..Plan::default() };
        if !mma.kind.is_block_scaled() {
            plan.places.retain(|place| matches!(place.what, What::D | What::A));
        }
        plan
    };
    let plans = [plan(Mma::default()), plan(pair), plan(half)];
    plans.into_iter().flat_map(|plan| {
        let cta = plan.mma.ctas() - 1;
        let cells = [(44, 12), (3, 257), (120, 280), (17, 320), (127, 511)];
        let cells = cells.map(|(lane, column)| Cell { cta, lane, column });
        let laid = plan.laid();
        LoadShape::ALL.iter().flat_map(move |shape| {
            let laid = laid.clone();
            cells.into_iter().flat_map(move |cell| {
                let read = ReadBack::new(&laid, cell, *shape, None).expect("a load");
                [8, 4].map(|page| LoadPicture::new(laid.clone(), read.clone().with_page(page)))
            })
        })
    })
}

#[test]
fn lanes_and_registers_show_the_same_cells() {
    for picture in pictures() {
        let scenes = picture.scenes();
        let mut of_sides = [0, 0];
        for (number, scene) in scenes.iter().enumerate() {
            for row in 0..scene.size().rows {
                for column in 0..scene.size().columns {
                    let at = CellAt { column, row };
                    let place = picture.place((number, at)).expect("a place");
                    let both = picture.cells_of(place);
                    assert!(both.contains(&(number, at)), "{place:?}");
                    let sides = both.iter().map(|(number, _)| picture.side(*number));
                    assert!(sides.eq([LoadSide::Cells, LoadSide::Registers]));
                    of_sides[picture.side(number) as usize] += 1;
                    let held = picture.laid.at(place);
                    let cell = scene.cell(at).expect("a cell");
                    assert_eq!(cell.class.is_some(), !held.is_empty());
                    let pair = held.first().and_then(|held| held.items[0].pair());
                    if let Some((row, index)) = pair {
                        assert_eq!(cell.label, Label::Pair(row, index));
                    }
                }
            }
        }
        assert_eq!(of_sides, [32 * picture.read.page; 2]);
    }
}

#[test]
fn the_map_fills_what_regions_fill() {
    let mut plan = Plan::default().with_column(2, 264).with_column(3, 500);
    plan.mma.m = 128;
    let laid = plan.laid();
    let map = tensor_map(&laid);
    for lane in 0..128 {
        for column in 0..512 {
            let has = |block: &&swizzle_draw::scene::Block| {
                block.lanes.contains(&lane) && block.columns.contains(&column)
            };
            let cell = Cell { cta: 0, lane, column };
            assert_eq!(map.blocks.iter().filter(has).count(), laid.at(cell).len(), "{cell:?}");
            let is_clash = map.clashes.iter().any(|block| has(&block));
            assert_eq!(is_clash, laid.at(cell).len() > 1, "{cell:?}");
        }
    }
    assert!(map.blocks.iter().all(|block| block.columns.end <= 512));
}
