//! From a tile to its sequence: the best swizzle, the starts and descriptors of every read, and what they cover.

use swizzle_code::build::{
    Coverage, Instruction, SaidInstruction, alignment_bytes, best_swizzle, buffer_bytes, coverage,
    pair_of_ctas, spec_for_building,
};
use swizzle_core::hardware::{Accumulator, CtaForm, bytes_from_field};
use swizzle_core::{Descriptor, Element, FieldId, Major, Named, Operand, Order, Said, Spec, Swizzle};
use swizzle_infer::spec_from_said;
use swizzle_tests::{AtomSides, csv_rows, json_lines, legal_forms, place_atoms, said};

/// The tile of a link, at 0 where it does not say where.
fn spec(link: &str) -> Spec {
    let mut said = said(link);
    said.tile.start_bytes.get_or_insert(0);
    spec_for_building(&said, None).expect("a spec")
}

fn starts(spec: &Spec) -> Vec<u32> {
    spec.reads().map(|read| read.start_bytes).collect()
}

#[test]
fn published_walks_are_these() {
    // A public text on descriptors: bf16, 128 × 128, M = 64.
    let one = spec("#/?element=bf16&major=K&swizzle=128B&mn=128&k=128");
    let block = [0, 32, 64, 96, 16384, 16416, 16448, 16480];
    let both: Vec<u32> = block.into_iter().chain(block.map(|start| start + 8192)).collect();
    assert_eq!(starts(&one), both);
    let deltas: Vec<i32> = one.reads().map(|read| read.added_units.unwrap_or(0)).collect();
    assert_eq!(deltas[..5], [0, 2, 2, 2, 1018]);
    assert_eq!(deltas[8], (8192 - 16480) / 16);
    // The same text's MN-major one, 64B, atoms along K first: LBO 8192, SBO 512, K by 1024, M by 16384.
    let other = spec("#/?element=bf16&major=MN&swizzle=64B&mn=128&k=128&order=k");
    let expected: Vec<u32> =
        (0..2).flat_map(|block| (0..8).map(move |step| block * 16384 + step * 1024)).collect();
    assert_eq!(starts(&other), expected);
    let first = other.reads().next().expect("a read").descriptor.expect("a code");
    let bytes = |id| bytes_from_field(first.get(id) as u16);
    assert_eq!((bytes(FieldId::Lbo), bytes(FieldId::Sbo)), (8192, 512));
}

/// CUTLASS's walk over 768 packed 4-bit elements of K: buffer and unit of the start, buffer of the second chunk.
#[test]
fn eight_steps_of_48_bytes_walk_three_lines() {
    let spec = spec(
        "#/tcgen05?element=e2m1-packed&major=K&swizzle=128B&mn=128&k=768&lbo_mode=absolute&start=0x8000",
    );
    let expected = [(0, 0, 0), (0, 3, 0), (0, 6, 1), (1, 1, 1), (1, 4, 1), (1, 7, 2), (2, 2, 2), (2, 5, 2)];
    let reads: Vec<_> = spec.reads().collect();
    assert_eq!(reads.len(), 8);
    let buffer = 128 * 128;
    for (read, (start, unit, second)) in reads.iter().zip(expected) {
        let descriptor = read.descriptor.expect("a code");
        let bytes = |id| bytes_from_field(descriptor.get(id) as u16);
        assert_eq!(bytes(FieldId::Start), 0x8000 + start * buffer + unit * 16);
        assert_eq!(bytes(FieldId::Lbo), 0x8000 + second * buffer);
        assert_eq!(descriptor.get(FieldId::LboMode), 1);
    }
    assert!(coverage(&spec).expect("small").is_exact());
    let instruction = Instruction::of(&spec, &SaidInstruction::default());
    assert_eq!(instruction.idesc().expect("tcgen05").expect("a code").raw() >> 31, 1);
}

fn sides(swizzle: Swizzle, major: Major) -> AtomSides {
    let row = match swizzle {
        Swizzle::None => 1,
        Swizzle::B32 => 2,
        Swizzle::B64 => 4,
        Swizzle::B128 | Swizzle::B128Atom32 => 8,
    };
    let rows = if swizzle == Swizzle::B128Atom32 { 4 } else { 8 };
    AtomSides {
        mn: if major == Major::K { rows } else { row },
        k: if major == Major::K { row } else { rows },
        k_is_contiguous: major == Major::K,
    }
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
                let twin = place_atoms(sides(swizzle, major), t, bits, (mn, k), order == Order::Mn);
                for read in spec.reads() {
                    let at = (read.first.mn * k + read.first.k) as usize;
                    let expected = twin.bits[at] / 8;
                    assert_eq!(read.start_bytes, expected % (1 << 18));
                }
                let units = mn * k / t;
                let whole = Coverage { once: units, ..Coverage::default() };
                assert_eq!(coverage(&spec), Some(whole), "{arch:?} {element:?} {mn}");
                assert_eq!(buffer_bytes(&spec), u64::from(twin.units) * 16);
                count += 1;
            }
        }
    }
    // 40 forms of wgmma and 81 of tcgen05, of two operands in two orders.
    assert_eq!(count, 121 * 4);
}

#[test]
fn what_is_not_covered_once_is_counted() {
    let covers = |spec: &Spec| coverage(spec).expect("small");
    // K of 40 is walked in three reads of 16: one unit beyond in each of 64 rows.
    let beyond = covers(&spec("#/?k=40"));
    assert_eq!((beyond.once, beyond.beyond), (64 * 5, 64));
    // A descriptor whose SBO is half of what it should be reads rows that are others.
    let wrong =
        covers(&spec("#/wgmma/4000002000010000?meant_sbo_bytes=1024&mn=64&k=16&meant_swizzle=128B&order=mn"));
    assert!(wrong.beyond > 0 && wrong.never == wrong.beyond, "{wrong:?}");
    assert!(coverage(&spec("#/?mn=65536&k=65536")).is_none());
}

#[test]
fn rows_of_one_instruction_divide_the_tile() {
    for (tile, rows) in [
        ("wgmma?operand=A&element=bf16&mn=128", 64),
        ("wgmma?operand=B&element=bf16&mn=320", 160),
        ("wgmma?operand=B&element=s8&mn=304", 16),
        ("wgmma?operand=B&element=s8&mn=24", 24),
        ("tcgen05?operand=A&element=bf16&mn=192", 64),
        ("tcgen05?operand=A&element=e2m1-packed&mn=256", 128),
        // No M divides it: the last read goes beyond.
        ("tcgen05?operand=A&element=bf16&mn=100", 128),
    ] {
        let spec = spec(&format!("#/{tile}&major=K&swizzle=32B&k=64"));
        assert_eq!(spec.reader().rows, rows, "{tile}");
    }
}

#[test]
fn the_best_swizzle_is_the_widest_that_divides() {
    for (tile, best) in [
        ("wgmma?element=bf16&major=K&mn=128&k=64", "128B"),
        ("wgmma?element=bf16&major=K&mn=128&k=32", "64B"),
        ("wgmma?element=bf16&major=K&mn=128&k=16", "32B"),
        ("wgmma?element=bf16&major=K&mn=128&k=24", "none"),
        ("wgmma?element=bf16&major=K&mn=128&k=20", "none"),
        ("wgmma?element=bf16&major=K&mn=128&k=96", "64B"),
        ("wgmma?element=e4m3&major=K&mn=64&k=160", "32B"),
        ("wgmma?element=bf16&major=MN&mn=96&k=16", "64B"),
        ("wgmma?element=tf32&major=MN&mn=64&k=32", "none"),
        ("tcgen05?element=tf32&major=MN&mn=64&k=32", "128B-32B-atom"),
        ("tcgen05?element=e2m1&major=K&mn=128&k=128", "128B"),
        ("tcgen05?element=e2m1-packed&major=K&mn=128&k=128", "64B"),
        ("tcgen05?element=e2m1-packed&major=K&mn=128&k=256", "128B"),
    ] {
        let found = best_swizzle(&spec(&format!("#/{tile}&swizzle=none")));
        assert_eq!(found.swizzle.name(), best, "{tile}: {}", found.why);
    }
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
        let words = match swizzle == best.swizzle {
            true => format!(" in {cycles} cycles with it"),
            false => format!(", {cycles} with {}", swizzle.name()),
        };
        assert!(best.why.contains(&words), "{words}: {}", best.why);
    }
}

#[test]
fn instructions_are_named_as_ptx_names_them() {
    let name = |link: &str, accumulator| {
        Instruction::of(&spec(link), &SaidInstruction { accumulator, ..SaidInstruction::default() }).name()
    };
    assert_eq!(name("#/?element=b1", None), "wgmma.mma_async.sync.aligned.m64n64k256.s32.b1.b1.and.popc");
    assert_eq!(
        name("#/?operand=B&sparsity=sparse&mn=128", Some(Accumulator::F32)),
        "wgmma.mma_async.sp.sync.aligned.m64n128k32.f32.bf16.bf16"
    );
    assert_eq!(
        name("#/tcgen05?element=e2m1-packed", None),
        "tcgen05.mma.cta_group::1.kind::mxf4.block_scale"
    );
}

#[test]
fn buffers_begin_where_the_pattern_does() {
    for (swizzle, bytes) in
        [("none", 128), ("32B", 256), ("64B", 512), ("128B", 1024), ("128B-32B-atom", 512)]
    {
        assert_eq!(alignment_bytes(&spec(&format!("#/?swizzle={swizzle}"))), bytes);
    }
    let staged = spec("#/?stages=3&stage_bytes=9216");
    assert_eq!(buffer_bytes(&staged), 2 * 9216 + 8192);
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
            assert_eq!((pair.m, pair.n, pair.k), (m, n, k), "{}", line.at());
            for (rank, cta) in pair.ctas.iter().enumerate() {
                let found = [&cta.a.rows, &cta.b.rows, &cta.d.0].map(|r| [r.start, r.end - 1]);
                let wanted = ["a", "b", "d"].map(|key| {
                    let limit = |at: usize| line.list(key)[rank][at].as_u64().expect("a number");
                    [limit(0), limit(1)]
                });
                assert_eq!(found.map(|r| r.map(u64::from)), wanted, "{}", line.at());
                // All of K, a descriptor for each 32 bytes of it.
                assert_eq!((cta.a.descriptors.len(), cta.b.descriptors.len()), (4, 4));
                assert_eq!(cta.a.bytes, u64::from(m / 2 * 128), "{}", line.at());
                assert_eq!(cta.b.bytes, u64::from(n / 2 * 128), "{}", line.at());
                let start = |d: Descriptor| 16 * d.get(FieldId::Start);
                assert_eq!(start(cta.a.descriptors[3]), 96);
                assert!(start(cta.b.descriptors[0]) >= cta.a.bytes);
            }
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
    for line in json_lines("blackwell/pair.jsonl") {
        let n = line.number("n");
        // Two blocks of half of N in each CTA, or one.
        for blocks in [1, 2] {
            let (spec, one) = built(blocks * n / 2, Element::Bf16);
            let most = if blocks * n <= 256 { blocks * n } else { n };
            assert_eq!((one.n, spec.blocks()), (most, blocks * n / most), "{}", line.at());
            let pair = pair_of_ctas(&spec, &one).expect("a pair");
            if most == n {
                let found = pair.ctas.map(|cta| [cta.b.rows.start, cta.b.rows.end - 1]);
                let wanted = line.list("b").iter().map(|b| [0, 1].map(|at| b[at].as_u64()));
                let wanted: Vec<_> = wanted.collect();
                assert_eq!(found.map(|rows| rows.map(|row| Some(u64::from(row)))).to_vec(), wanted);
            }
            assert!(coverage(&spec).expect("small").is_exact(), "{}", line.at());
        }
    }
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
    }
    // One CTA has N = 256 alone; as a pair, 128 of its rows are those of a block.
    let spec = spec("#/tcgen05?operand=B&element=bf16&mn=256&k=128&rows=256");
    let one = Instruction::of(&spec, &SaidInstruction::default());
    assert_eq!((one.n, spec.blocks()), (256, 1));
    let pair = pair_of_ctas(&spec, &one).expect("a pair");
    assert_eq!((pair.n, pair.ctas[1].b.rows.clone()), (256, 128..256));
}
