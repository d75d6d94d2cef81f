//! From a tile to its sequence: the best swizzle, the starts and descriptors of every read, and what they cover.

use swizzle_code::build::{
    Coverage, Instruction, SaidInstruction, alignment_bytes, best_swizzle, coverage, pair_of_ctas,
    spec_for_building,
};
use swizzle_core::hardware::{Accumulator, CtaForm, bytes_from_field};
use swizzle_core::{Descriptor, Element, FieldId, Major, Named, Operand, Order, Said, Spec, Swizzle};
use swizzle_infer::spec_from_said;
use swizzle_tests::{csv_rows, json_lines, legal_forms, place_atoms, rows, said};

use crate::laws::atom_and_functor;

/// The tile of a link, at 0 where it does not say where.
fn spec(link: &str) -> Spec {
    let mut said = said(link);
    said.tile.start_bytes.get_or_insert(0);
    spec_for_building(&said, None).expect("a spec")
}

/// What is asked of a tile.
fn answer(spec: &Spec, question: &str) -> String {
    let list =
        |all: &mut dyn Iterator<Item = i64>| all.map(|one| one.to_string()).collect::<Vec<_>>().join(" ");
    let count =
        |of: fn(&Coverage) -> u32| coverage(spec).map_or("not counted".into(), |all| of(&all).to_string());
    match question {
        "rows" => spec.reader().rows.to_string(),
        "best" => best_swizzle(spec).swizzle.to_string(),
        "alignment" => alignment_bytes(spec).to_string(),
        "bytes" => spec.tile().buffer_bytes().to_string(),
        "name" => Instruction::of(spec, &SaidInstruction::default()).name(),
        "name f32" => {
            let accumulator = Some(Accumulator::F32);
            Instruction::of(spec, &SaidInstruction { accumulator, ..SaidInstruction::default() }).name()
        }
        "once" => count(|all| all.once),
        "beyond" => count(|all| all.beyond),
        "starts" => list(&mut spec.reads().map(|read| read.start_bytes.into())),
        "added" => list(&mut spec.reads().map(|read| read.added_units.unwrap_or(0).into())),
        "strides" => {
            let first = spec.reads().next().expect("a read").descriptor.expect("a code");
            list(
                &mut [FieldId::Lbo, FieldId::Sbo]
                    .map(|id| bytes_from_field(first.get(id) as u16).into())
                    .into_iter(),
            )
        }
        _ => panic!("what is {question}?"),
    }
}

#[test]
fn tiles_are_built_as_the_rows_say() {
    for row in rows(include_str!("building.tsv")) {
        let [link, question, wanted] = row[..] else { panic!("{row:?}: not three columns") };
        assert_eq!(answer(&spec(link), question), wanted, "{link}: {question}");
    }
}

/// CUTLASS's walk over 768 packed 4-bit elements of K, whose steps `absolute.rs` has.
#[test]
fn eight_steps_of_48_bytes_walk_three_lines() {
    let spec = spec(
        "#/tcgen05?element=e2m1-packed&major=K&swizzle=128B&mn=128&k=768&lbo_mode=absolute&start=0x8000",
    );
    assert_eq!(spec.reads().count(), 8);
    assert!(coverage(&spec).expect("small").is_exact());
    let instruction = Instruction::of(&spec, &SaidInstruction::default());
    assert_eq!(instruction.idesc().expect("tcgen05").expect("a code").raw() >> 31, 1);
}

/// Every legal form on both architectures: starts are where a twin that writes atom after atom has the first element of
/// each read, and the sequence takes the tile exactly once.
#[test]
fn every_legal_tile_is_covered_exactly_once() {
    let mut count = 0;
    for (arch, element, major, swizzle) in legal_forms() {
        if swizzle == Swizzle::B128Atom32 && major == Major::K {
            // It is contested.
            continue;
        }
        for operand in [Operand::A, Operand::B] {
            for order in [Order::Mn, Order::K] {
                let k = 2 * 8 * element.per_unit();
                let mn = match (major, element) {
                    (Major::Mn, _) => 16 * element.per_unit(),
                    // Its kinds have M = 128 alone.
                    (Major::K, Element::E2m1Packed) => 256,
                    (Major::K, _) => 192,
                };
                let spec = spec(&format!(
                    "#/{arch}?operand={operand}&element={element}&major={major}&swizzle={swizzle}&mn={mn}&k={k}&order={order}"
                ));
                let (t, bits) = (element.per_unit(), element.pitch_bits());
                let twin =
                    place_atoms(atom_and_functor(swizzle, major).0, t, bits, (mn, k), order == Order::Mn);
                for read in spec.reads() {
                    let at = (read.first.mn * k + read.first.k) as usize;
                    let expected = twin.bits[at] / 8;
                    assert_eq!(read.start_bytes, expected % (1 << 18));
                }
                let units = mn * k / t;
                let whole = Coverage { once: units, ..Coverage::default() };
                assert_eq!(coverage(&spec), Some(whole), "{arch:?} {element:?} {mn}");
                assert_eq!(spec.tile().buffer_bytes(), u64::from(twin.units) * 16);
                count += 1;
            }
        }
    }
    // 40 forms of wgmma and 81 of tcgen05, of two operands in two orders.
    assert_eq!(count, 121 * 4);
}

#[test]
fn what_is_not_covered_once_is_counted() {
    // A descriptor whose SBO is half of what it should be reads rows that are others.
    let wrong = spec("#/wgmma/4000002000010000?meant_sbo_bytes=1024&mn=64&k=16&meant_swizzle=128B&order=mn");
    let wrong = coverage(&wrong).expect("small");
    assert!(wrong.beyond > 0 && wrong.never == wrong.beyond, "{wrong:?}");
}

#[test]
fn why_a_mode_is_best_says_what_was_measured() {
    let best = best_swizzle(&spec_from_said(&Said::default()).expect("a picture"));
    let fills = csv_rows("hopper_costs.csv");
    for swizzle in [Swizzle::B128, Swizzle::B64, Swizzle::B32, Swizzle::None] {
        let of_mode = fills.iter().filter(|row| {
            row.text("what") == "fill"
                && row.text("swizzle") == swizzle.name()
                && row.text("how").ends_with("of rank 2")
                && row.text("case") == "one SM"
        });
        let measured: Vec<u32> = of_mode.map(|row| row.number("cycles")).collect();
        let [cycles] = measured[..] else {
            panic!("{}: {measured:?}", swizzle.name());
        };
        let words = if swizzle == best.swizzle {
            format!(" in {cycles} cycles with it")
        } else {
            format!(", {cycles} with {}", swizzle.name())
        };
        assert!(best.why.contains(&words), "{words}: {}", best.why);
    }
}

#[test]
fn each_cta_of_a_pair_has_the_halves_that_cute_gives_it() {
    let mut seen = 0;
    for line in json_lines("blackwell/pair.jsonl") {
        let element = match line.text("op") {
            op if op.starts_with("F16BF16") => Element::Bf16,
            op if op.starts_with("TF32") => Element::Tf32,
            _ => continue,
        };
        let [m, n] = ["m", "n"].map(|key| line.number(key));
        let k = 4 * 256 / element.slot_bits();
        seen += 1;
        for operand in [Operand::A, Operand::B] {
            let (rows, other_mn) = match operand {
                Operand::A => (m / 2, n),
                Operand::B => (n / 2, m / 2),
            };
            let spec = spec(&format!(
                "#/tcgen05?operand={operand}&element={element}&major=K&swizzle=128B&mn={rows}&k={k}&rows={rows}"
            ));
            let wanted = SaidInstruction { other_mn: Some(other_mn), ..SaidInstruction::default() };
            let pair = pair_of_ctas(&spec, &Instruction::of(&spec, &wanted)).expect("a pair");
            assert_eq!((pair.both.m, pair.both.n, pair.k), (m, n, k), "{}", line.at());
            for rank in 0..2 {
                let [a, b] = [Operand::A, Operand::B].map(|one| pair.halves.operand(one, rank));
                let found = [a, b, pair.halves.d(rank).0].map(|r| [r.start, r.end - 1]);
                let wanted = ["a", "b", "d"].map(|key| {
                    let [first, last, ..] = line.get::<[[u32; 4]; 2]>(key)[rank as usize];
                    [first, last]
                });
                assert_eq!(found, wanted, "{}", line.at());
            }
            // All of K, a descriptor for each 32 bytes of it.
            assert_eq!((pair.a.descriptors.len(), pair.b.descriptors.len()), (4, 4));
            let [a, b] = [&pair.a, &pair.b].map(|held| held.tile.tile().buffer_bytes());
            assert_eq!([a, b], [m, n].map(|rows| u64::from(rows / 2 * 128)), "{}", line.at());
            let start = |d: Descriptor| 16 * d.get(FieldId::Start);
            assert_eq!(start(pair.a.descriptors[3]), 96);
            assert!(start(pair.b.descriptors[0]) >= a);
        }
    }
    assert!(seen >= 4, "{seen}");
}

/// N of a pair is at most 256, half in each CTA (`pair.jsonl`): a tile of more rows of B is several blocks.
#[test]
fn a_pair_takes_at_most_128_rows_of_b_in_each_cta() {
    let form = Some(CtaForm::Two);
    let built = |mn: u32, element: Element| {
        let said = said(&format!("#/tcgen05?operand=B&element={element}&mn={mn}&k=128"));
        let spec = spec_for_building(&said, form).expect("a tile");
        let wanted = SaidInstruction { form, ..SaidInstruction::default() };
        let one = Instruction::of(&spec, &wanted);
        (spec, one)
    };
    for (mn, element, n, blocks) in [
        (256, Element::Bf16, 256, 2),
        (320, Element::Bf16, 160, 4),
        (192, Element::Bf16, 192, 2),
        (512, Element::E4m3, 256, 4),
        (72, Element::Bf16, 144, 1),
        // N is a multiple of 16; of s8, of 32.
        (352, Element::Bf16, 176, 4),
        (352, Element::S8, 64, 11),
    ] {
        let (spec, one) = built(mn, element);
        assert_eq!((one.n, spec.blocks()), (n, blocks), "{mn} {element:?}");
        assert!(coverage(&spec).expect("small").is_exact(), "{mn} {element:?}");
        let pair = pair_of_ctas(&spec, &one).expect("a pair");
        let rows = [0, 1].map(|rank| pair.halves.operand(Operand::B, rank));
        assert_eq!(rows, [0..n / 2, n / 2..n], "{mn} {element:?}");
    }
    // One CTA has N = 256 alone; as a pair, 128 of its rows are those of a block.
    let spec = spec("#/tcgen05?operand=B&element=bf16&mn=256&k=128&rows=256");
    let one = Instruction::of(&spec, &SaidInstruction::default());
    assert_eq!((one.n, spec.blocks()), (256, 1));
    let pair = pair_of_ctas(&spec, &one).expect("a pair");
    assert_eq!((pair.both.n, pair.halves.operand(Operand::B, 1)), (256, 128..256));
}
