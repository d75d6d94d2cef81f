//! The pictures of a load: every cell of the lanes is a cell of the registers, and says what is there.

use swizzle_core::Named as _;
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_draw::cells::Look;
use swizzle_draw::scene::{Label, LoadPicture, LoadSide, place_of_id, tensor_map};
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
                [8, 4].map(|page| LoadPicture { laid: laid.clone(), read: read.clone().with_page(page) })
            })
        })
    })
}

#[test]
fn lanes_and_registers_show_the_same_cells() {
    for picture in pictures() {
        let sides = [LoadSide::Cells, LoadSide::Registers].map(|side| {
            let sheets = picture.sheets(side).into_iter();
            let mut cells: Vec<_> = sheets.flat_map(|sheet| sheet.cells).collect();
            cells.sort_by_key(|cell| cell.id);
            cells
        });
        assert_eq!(sides[0], sides[1]);
        assert_eq!(sides[0].len() as u32, 32 * picture.read.page);
        for pair in sides[0].windows(2) {
            assert_ne!(pair[0].id, pair[1].id);
        }
        for cell in &sides[0] {
            let place = place_of_id(cell.id);
            let held = picture.laid.at(place);
            assert_eq!(cell.look == Look::Missing, held.is_empty(), "{place:?}");
            let pair = held.first().and_then(|held| held.items[0].pair());
            if let Some((row, index)) = pair {
                assert_eq!(cell.label, Label::Pair(row, index));
            }
        }
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
