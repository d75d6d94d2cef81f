//! Plans against cells that are filled one by one.

use std::collections::BTreeSet;

use proptest::prelude::*;
use swizzle_core::hardware::{CtaForm, Kind, Operand};
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::{cases, grid, pairs, rows};
use swizzle_tmem::ask::{self, Asked};
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::{Cell, Content, Mma, Place, Plan, ReadBack, Region, What, Witness};
use swizzle_tmem::scale::held;
use swizzle_tmem::tensor_memory::Alignment;
use swizzle_view::link::{TensorMemoryShown, form_from_link};

use crate::tmem::twin;

/// Which CTA, lane and column of a region hold an element, by the formulas of the twin; columns from the region's first.
fn cells_of(plan: &Plan, region: &Region, sparsity: Sparsity) -> Vec<(Cell, Option<Content>)> {
    let Mma { kind, form, m, n, k, .. } = plan.mma;
    let place = plan.places[region.index];
    let asked = Asked {
        kind: Some(kind),
        form,
        sparsity,
        m: Some(m),
        n: Some(n),
        alignment: place.alignment,
        reading: plan.witness,
        ..Asked::new(ask::What::from_name(region.what.name()).expect("a map"))
    };
    let content = |row, along| Some(Content { what: region.what, row, along });
    let placed = |row, column, content: Option<Content>| {
        let (ctas, lanes, column, _) = twin::place(&asked, row, column);
        let cells = pairs(&ctas, &lanes).map(|(cta, lane)| (Cell { cta, lane, column }, content.clone()));
        cells.collect::<Vec<_>>()
    };
    match region.what {
        What::D => grid(m, n).flat_map(|(m, n)| placed(m, n, content(m, n..n + 1))).collect(),
        What::A => {
            let wide = if matches!(kind, Kind::Mxf4 | Kind::Mxf4nvf4) { 2 } else { 1 };
            let of_row = k / wide / if sparsity == Sparsity::Sparse { 2 } else { 1 };
            let slot = |(m, slot)| placed(m, slot, content(m, slot * wide..(slot + 1) * wide));
            grid(m, of_row).flat_map(slot).collect()
        }
        What::Sfa | What::Sfb => {
            let (operand, usual) = match region.what {
                What::Sfb => (Operand::B, Witness::Cute),
                _ => (Operand::A, Witness::Ptx),
            };
            let both = held(operand, form, m, n).expect("factors");
            let one = match plan.witness.unwrap_or(usual) {
                Witness::Ptx => both[0],
                Witness::Cute => both[both.len() - 1],
            };
            let factors = k.div_ceil(plan.mma.known_block() << u32::from(sparsity == Sparsity::Sparse));
            let of_cta =
                |cta| grid(one.rows, factors.next_multiple_of(4)).map(move |(row, block)| (cta, row, block));
            let cells = (0..form.ctas()).flat_map(of_cta).flat_map(|(cta, row, block)| {
                let (lanes, column, _) = twin::scale_cells(one.copies.count(), one.rows, row, block);
                let is_padding = block >= factors || operand == Operand::B && row >= n;
                let row = row + cta * one.first_row_of_cta_1;
                let content = if is_padding { None } else { content(row, block..block + 1) };
                lanes.into_iter().map(move |lane| (Cell { cta, lane, column }, content.clone()))
            });
            cells.collect()
        }
        What::Metadata => unreachable!("metadata are asked by name"),
    }
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
    #![proptest_config(cases(48, 48))]

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
                if let Some(Content { row, along, .. }) = content {
                    let cells = region.cells(*row, along.start).expect("an element");
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

/// What is asked of a plan, and the answer: as the file's head says it.
fn answer(plan: &Plan, question: &str) -> String {
    let (laid, (what, rest)) = (plan.laid(), question.split_once(' ').unwrap_or((question, "")));
    let numbers: Vec<u32> = rest.split(' ').filter_map(|word| word.parse().ok()).collect();
    let list = |all: &mut dyn Iterator<Item = String>| all.collect::<Vec<_>>().join(", ");
    let cell = |cell: &Cell| format!("{} {} {}", cell.cta, cell.lane, cell.column);
    match what {
        "columns" => list(&mut laid.regions().map(|one| one.column.to_string())),
        "sizes" => list(&mut laid.regions().map(|one| format!("{} ({})", one.size, one.size_of_cta))),
        "refused" => {
            list(&mut (0..laid.all.len()).filter(|at| laid.all[*at].is_err()).map(|at| at.to_string()))
        }
        "overlaps" => list(
            &mut laid
                .overlaps()
                .iter()
                .map(|one| format!("{:?} {:?} {} lanes", one.regions, one.columns, one.lanes.count())),
        ),
        "used" => laid.used_columns().to_string(),
        "end" => laid.end().to_string(),
        "free" => format!("{:?}", laid.free_column(numbers[0] as usize)),
        "n" => plan.mma.n.to_string(),
        "k" => plan.mma.k.to_string(),
        "find" => match laid.find(rest) {
            Ok((region, cells)) => format!("{region}: {}", list(&mut cells.iter().map(cell))),
            Err(_) => "not found".into(),
        },
        "at" => {
            let cell = Cell { cta: numbers[0], lane: numbers[1], column: numbers[2] };
            list(&mut laid.at(cell).iter().map(|held| held.text()))
        }
        _ => panic!("what is {question}?"),
    }
}

#[test]
fn plans_are_laid_as_they_were_worked_out() {
    let mut plan = Plan::default();
    for row in rows(include_str!("plans.tsv")) {
        let [query, edit, question, wanted] = row[..] else { panic!("{row:?}: not four columns") };
        if !query.is_empty() {
            let opened = form_from_link::<TensorMemoryShown>(&format!("#/tensor-memory?{query}"));
            assert!(opened.notices.is_empty(), "{query}: {:?}", opened.notices);
            plan = opened.shown.plan;
        }
        let words: Vec<&str> = edit.split(' ').collect();
        let number = |at: usize| words[at].parse::<u32>().expect(edit);
        let edited = match words[0] {
            "" => plan.clone(),
            "add" => words[1..].iter().fold(plan.clone(), |plan, what| plan.with(what.parse().expect(edit))),
            "move" => plan.with_column(number(1) as usize, number(2)),
            "resize" => plan.with_columns(number(1) as usize, number(2)),
            _ => panic!("what is {edit}?"),
        };
        assert_eq!(answer(&edited, question), wanted, "{query} {edit}: {question}");
    }
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
                for (thread, register) in grid(32, read.registers().end) {
                    if !read.registers().contains(&register) {
                        continue;
                    }
                    let [lane, column] = twin::load(*shape, read.load.num, thread, register);
                    let at = read.cell_from_register(thread, register).expect("a cell");
                    let address = read.address;
                    assert_eq!((at.lane, at.column), (address.lane() + lane, address.column() + column));
                    assert!(seen.insert(at));
                    let back = read.register_from_cell(at).expect("a register");
                    assert_eq!((back.thread, back.register), (thread, register));
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
