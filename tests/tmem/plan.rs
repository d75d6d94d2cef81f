//! Plans against cells that are filled one by one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use swizzle_core::hardware::{CtaForm, Kind, Operand};
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::seed;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::{Cell, Content, Mma, Place, Plan, ReadBack, Region, What, Witness};
use swizzle_tmem::scale::{Copies, held};
use swizzle_tmem::tensor_memory::{Alignment, readings};

use crate::tmem::twin;

/// Which CTA, lane and column of a region hold an element, by the formulas of the twin; columns from the region's first.
fn cells_of(plan: &Plan, region: &Region, sparsity: Sparsity) -> Vec<(Cell, Content)> {
    let Mma { kind, form, m, n, k, .. } = plan.mma;
    let ctas = plan.mma.ctas();
    let place = plan.places[region.index];
    let half = match place.alignment {
        Alignment::Zero => 0,
        Alignment::Sixteen => 16,
    };
    let cell = |cta, lane, column| Cell { cta, lane, column };
    let mut all = Vec::new();
    match region.what {
        What::D => {
            let both = readings(form, sparsity, m).expect("a data path");
            let path = match plan.witness.unwrap_or(Witness::Ptx) {
                Witness::Ptx => both[0].path,
                Witness::Cute => both[both.len() - 1].path,
            };
            for row in 0..m {
                for column in 0..n {
                    let [cta, lane, at] = twin::accumulator(path, n, row, column);
                    let lane = lane + if path.is_half_the_lanes() { half } else { 0 };
                    all.push((cell(cta, lane, at), Content::D { m: row, n: column }));
                }
            }
        }
        What::A => {
            let (bits, of_row) = match kind {
                Kind::Tf32 => (32, k),
                Kind::F16 => (16, k),
                Kind::Mxf4 | Kind::Mxf4nvf4 => (8, k / 2),
                Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => (8, k),
            };
            let of_row = match sparsity {
                Sparsity::Dense => of_row,
                Sparsity::Sparse => of_row / 2,
            };
            let wide = if matches!(kind, Kind::Mxf4 | Kind::Mxf4nvf4) { 2 } else { 1 };
            let own = m / ctas;
            for row in 0..m {
                let (cta, at) = (row / own, row % own);
                let lanes = match (ctas, own) {
                    (1, 64) => vec![at / 16 * 32 + at % 16 + half],
                    (2, 64) => vec![at, at + 64],
                    _ => vec![at],
                };
                for slot in 0..of_row {
                    let k = slot * wide..(slot + 1) * wide;
                    let what = Content::A { m: row, k };
                    let one = |lane: &u32| (cell(cta, *lane, slot * bits / 32), what.clone());
                    all.extend(lanes.iter().map(one));
                }
            }
        }
        What::Sfa | What::Sfb => {
            let operand = match region.what {
                What::Sfb => Operand::B,
                _ => Operand::A,
            };
            let both = held(operand, form, m, n).expect("factors");
            let usual = match operand {
                Operand::A => Witness::Ptx,
                Operand::B => Witness::Cute,
            };
            let one = match plan.witness.unwrap_or(usual) {
                Witness::Ptx => both[0],
                Witness::Cute => both[both.len() - 1],
            };
            let each = plan.mma.known_block() << u32::from(sparsity == Sparsity::Sparse);
            let factors = k.div_ceil(each);
            let copies = match one.copies {
                Copies::Four => 4,
                Copies::Two => 2,
            };
            for cta in 0..ctas {
                for row in 0..one.rows {
                    for block in 0..factors.next_multiple_of(4) {
                        let (lanes, column, _) = twin::scale_cells(copies, one.rows, row, block);
                        let is_padding = block >= factors || operand == Operand::B && row >= n;
                        let what = match is_padding {
                            true => Content::Padding,
                            false => {
                                Content::Factor { operand, row: row + cta * one.first_row_of_cta_1, block }
                            }
                        };
                        let cell = |lane: u32| (cell(cta, lane, column), what.clone());
                        all.extend(lanes.into_iter().map(cell));
                    }
                }
            }
        }
        What::Metadata => unreachable!("its twin is in metadata.rs"),
    }
    all
}

fn mma() -> impl Strategy<Value = Mma> {
    let kinds = prop::sample::select(Kind::ALL.to_vec());
    let forms = prop::sample::select(CtaForm::ALL.to_vec());
    let m = prop::sample::select(vec![32_u32, 64, 128, 256]);
    let n = prop::sample::select(vec![8_u32, 64, 96, 128, 192, 256]);
    let k = prop::sample::select(vec![32_u32, 64, 96, 256]);
    let block = prop::sample::select(vec![16_u32, 32]);
    (kinds, forms, m, n, k, block).prop_map(|(kind, form, m, n, k, block)| Mma { kind, form, m, n, k, block })
}

prop_compose! {
    fn place()(
        what in prop::sample::select(vec![What::D, What::A, What::Sfa, What::Sfb]),
        column in prop::option::of(0_u32..600),
        is_upper in any::<bool>(),
    ) -> Place {
        let alignment = if is_upper { Alignment::Sixteen } else { Alignment::Zero };
        Place { what, column, alignment }
    }
}

prop_compose! {
    fn plan()(
        mma in mma(),
        witness in prop::sample::select(vec![None, Some(Witness::Ptx), Some(Witness::Cute)]),
        places in prop::collection::vec(place(), 1..4),
    ) -> Plan {
        Plan { mma, witness, places, allocated: None }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, rng_seed: seed(), ..ProptestConfig::default() })]

    #[test]
    fn regions_fill_the_cells_that_elements_fill(plan in plan()) {
        let laid = plan.laid();
        let mut filled: Vec<(usize, BTreeSet<(u32, u32)>)> = Vec::new();
        for region in laid.regions() {
            let cells = cells_of(&plan, region, laid.sparsity);
            let mut own = BTreeSet::new();
            for (at, (cell, content)) in cells.iter().enumerate() {
                own.insert((cell.lane, cell.column));
                // The inverse of some of them.
                if at % 97 != 0 {
                    continue;
                }
                let cell = Cell { column: region.column.saturating_add(cell.column), ..*cell };
                let held = region.held(cell).expect("its own cell");
                prop_assert!(held.items.iter().any(|item| item.content == *content), "{plan:?} {cell:?} {content:?} {held:?}");
                if let Some((row, index)) = content.pair() {
                    let cells = region.cells(row, index).expect("an element");
                    prop_assert!(cells.contains(&cell), "{plan:?} {content:?} {cells:?}");
                }
            }
            let lanes = (0..128_u32).filter(|lane| region.lanes.contains(*lane));
            let product: BTreeSet<(u32, u32)> = lanes.flat_map(|lane| (0..region.columns).map(move |column| (lane, column))).collect();
            prop_assert_eq!(&own, &product, "{:?}", plan);
            let own = own.into_iter().map(|(lane, column)| (lane, column + region.column));
            filled.push((region.index, own.collect()));
        }
        let mut overlaps = Vec::new();
        for (at, (one, cells)) in filled.iter().enumerate() {
            for (other, others) in &filled[at + 1..] {
                let shared: BTreeSet<_> = cells.intersection(others).copied().collect();
                if !shared.is_empty() {
                    overlaps.push(([*one, *other], shared));
                }
            }
        }
        let found: Vec<_> = laid.overlaps().into_iter().map(|one| {
            let cells = one.columns.flat_map(|column| (0..128).filter(move |lane| one.lanes.contains(*lane)).map(move |lane| (lane, column)));
            (one.regions, cells.collect::<BTreeSet<_>>())
        }).collect();
        prop_assert_eq!(found, overlaps, "{:?}", plan);
        let used: BTreeSet<u32> = filled.iter().flat_map(|(_, cells)| cells.iter().map(|(_, column)| *column)).filter(|column| *column < 512).collect();
        prop_assert_eq!(laid.used_columns(), used.len() as u32);
        // A free column is free, and no earlier one that is a multiple of 4 is, from its own on.
        for region in laid.regions() {
            let at = |column| {
                let moved = plan.with_column(region.index, column).laid();
                moved.is_inside(region.index) && moved.overlaps().iter().all(|one| !one.is_of(region.index))
            };
            // Regions behind it that are packed move with its size alone.
            if let Some(free) = laid.free_column(region.index) {
                prop_assert!(at(free), "{plan:?} {free}");
            } else {
                prop_assert!((0..512).step_by(4).all(|column| !at(column)), "{plan:?}");
            }
        }
    }
}

#[test]
fn what_is_packed_follows_what_was_before_it_wherever_that_was_moved() {
    let plan = Plan::default();
    let first = |plan: &Plan| plan.laid().regions().map(|one| one.column).collect::<Vec<_>>();
    assert_eq!(first(&plan), [0, 256, 272, 304]);
    assert_eq!(first(&plan.with_column(2, 264)), [0, 256, 264, 304]);
    let overlap = plan.with_column(2, 264).laid().overlaps();
    assert_eq!(overlap.len(), 1);
    assert_eq!((overlap[0].regions, overlap[0].columns.clone()), ([1, 2], 264..272));
    assert_eq!(overlap[0].lanes.count(), 128);
    assert_eq!(plan.with_column(2, 264).laid().free_column(2), Some(272));
}

#[test]
fn what_would_leave_tensor_memory_is_packed_where_there_is_room() {
    // 256 columns of D, 64 of A, 256 that share those of D: 576 before SFA.
    let mma = Mma { kind: Kind::Mxf8f6f4, ..Mma::default() };
    let again = Place { column: Some(0), alignment: Alignment::Sixteen, ..Place::packed(What::D) };
    let [d, a, sfa, sfb] = [What::D, What::A, What::Sfa, What::Sfb].map(Place::packed);
    let first = |places: &[Place]| {
        let plan = Plan { mma, places: places.into(), ..Plan::default() };
        let laid = plan.laid();
        laid.regions().map(|one| one.column).collect::<Vec<_>>()
    };
    assert_eq!(first(&[d, a, again, sfa, sfb]), [0, 256, 0, 320, 328]);
    // Nowhere is room for a third D.
    assert_eq!(first(&[d, d, d]), [0, 256, 512]);
}

#[test]
fn a_cell_names_the_region_that_it_is_of() {
    let mma = Mma { kind: Kind::F16, n: 128, ..Mma::default() };
    let plan = Plan { mma, places: vec![Place::packed(What::D), Place::packed(What::D)], ..Plan::default() };
    let laid = plan.laid();
    for (column, name) in [(33, "D(6, 33)"), (161, "D 2 (6, 33)")] {
        let cell = Cell { cta: 0, lane: 6, column };
        assert_eq!(laid.at(cell)[0].text(), name);
        assert_eq!(laid.find(name).expect("an element").1, [cell]);
    }
}

#[test]
fn a_cta_of_a_pair_has_half_of_the_rows() {
    for (m, rows) in [(256, 128), (128, 64)] {
        let mma = Mma { kind: Kind::F16, form: CtaForm::Two, m, ..Mma::default() };
        let places = [What::D, What::A].map(Place::packed).into();
        let plan = Plan { mma, places, ..Plan::default() };
        let laid = plan.laid();
        let sizes: Vec<_> = laid.regions().map(|one| (one.size.clone(), one.size_of_cta.clone())).collect();
        let wanted =
            ["256 f32", "256 bf16"].map(|rest| (format!("{m} × {rest}"), format!("{rows} × {rest}")));
        assert_eq!(sizes, wanted);
    }
}

#[test]
fn two_tiles_of_64_rows_share_columns_and_no_lane() {
    let mma = Mma { kind: Kind::F16, m: 64, n: 256, ..Mma::default() };
    let one = Plan { mma, places: vec![Place::packed(What::D)], ..Plan::default() };
    let both = one.with(What::D);
    let laid = both.laid();
    assert_eq!(laid.overlaps(), []);
    assert_eq!(laid.used_columns(), 256);
    // D(70, 33) of 128 rows: row 6 of the second tile.
    let (region, cells) = laid.find("D 2 (6, 33)").expect("an element");
    assert_eq!((region, cells), (1, vec![Cell { cta: 0, lane: 22, column: 33 }]));
    // A third has no lanes left there.
    let third = both.with(What::D);
    assert_eq!(third.laid().region(2).map(Region::range), Some(256..512));
    assert_eq!(third.laid().overlaps(), []);
}

#[test]
fn what_no_source_places_is_refused_and_takes_no_column() {
    let mma = Mma { kind: Kind::Mxf4, m: 64, ..Mma::default() };
    let plan = Plan { mma, ..Plan::default() };
    let laid = plan.laid();
    let refused: Vec<_> = laid.all.iter().map(Result::is_err).collect();
    assert_eq!(refused, [false, true, true, false]);
    assert_eq!(laid.end(), 256 + 32);
    assert!(plan.laid().find("SFA 0 0").is_err());
}

#[test]
fn metadata_are_found_by_their_elements_in_either_cta() {
    let mma = Mma { kind: Kind::F16, form: CtaForm::Two, m: 256, n: 64, k: 64, block: 16 };
    let plan = Plan { mma, places: vec![Place::packed(What::Metadata)], ..Plan::default() };
    let laid = plan.laid();
    assert_eq!(laid.sparsity, Sparsity::Sparse);
    let (_, cells) = laid.find("metadata 205 20").expect("an element");
    assert_eq!(cells, [Cell { cta: 1, lane: 77, column: 0 }]);
    let held = &laid.at(cells[0])[0];
    let own = held.items.iter().find(|item| item.bit == 20).expect("bits");
    assert_eq!(own.content.text(), "metadata of A(205, 20–23)");
}

/// Every cell of a warp is read by one register of one thread, of the eight that are looked at, and those lead back.
#[test]
fn a_cell_is_read_by_the_register_that_leads_back_to_it() {
    let mma = Mma { kind: Kind::F16, m: 64, n: 128, ..Mma::default() };
    let places = vec![Place { column: Some(40), ..Place::packed(What::D) }];
    let laid = Plan { mma, places, ..Plan::default() }.laid();
    for shape in LoadShape::ALL {
        for num in [None, Some(1), Some(4), Some(shape.most_repeats())] {
            for (lane, column) in [(0, 40), (6, 73), (17, 41), (70, 0), (127, 511), (95, 167)] {
                let cell = Cell { cta: 0, lane, column };
                let read = ReadBack::new(&laid, cell, *shape, num).expect("a load");
                assert_eq!(read.register_from_cell(cell), Some(read.register), "{read:?}");
                assert!(read.lanes().contains(&lane) && read.lanes().start / 32 == lane / 32);
                let mut seen = BTreeSet::new();
                for thread in 0..32 {
                    for register in read.registers() {
                        let [own_lane, own_column] = twin::load(*shape, read.load.num, thread, register);
                        let at = read.cell_from_register(thread, register).expect("a cell");
                        let address = read.address;
                        assert_eq!(at.lane, address.lane() + own_lane);
                        assert_eq!(at.column, address.column() + own_column);
                        assert!(seen.insert(at));
                        let back = read.register_from_cell(at).expect("a register");
                        assert_eq!((back.thread, back.register), (thread, register));
                    }
                }
                let of_window = read.columns().len() * read.lanes().len();
                assert_eq!(of_window, seen.len(), "{shape} {num:?}");
            }
        }
    }
    let cell = Cell { lane: 128, ..Cell::default() };
    assert!(ReadBack::new(&laid, cell, LoadShape::S16x64b, None).is_err());
    assert!(ReadBack::new(&laid, Cell::default(), LoadShape::S16x64b, Some(3)).is_err());
}
