//! Kernels of `mma.sync` against an H200: what each lane accesses, what that costs, and edits of one line with their products.

use std::collections::BTreeMap;

use swizzle_core::reader::VerdictKind;
use swizzle_lens::{Reading, mend_finding};
use swizzle_lints::kernel::KernelReport;
use swizzle_lints::kernel::product::{ProductReport, access_reports};
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::module::Module;
use swizzle_ptx::run::{Left, Run, TURNS, TURNS_MAX};
use swizzle_tests::{csv_rows, json_lines};

use crate::ptx::{Text, judged, lines, texts};

/// What one turn of a warp accesses: the line, the warp, the turn, and the address of each lane.
type Traced = BTreeMap<(u64, u64, u64), Vec<Option<u64>>>;

fn all() -> Vec<Text> {
    texts("products.jsonl.gz")
}

fn with_run<R>(text: &str, ask: impl FnOnce(&Kernel<'_>, &Run<'_>) -> R) -> R {
    let module = Module::read(text);
    let kernel = &kernels(&module)[0];
    ask(kernel, kernel.run.as_ref().expect("products"))
}

fn traced_of(run: &Run<'_>) -> Traced {
    let each = run.accesses.iter().flat_map(|access| {
        access.executions.iter().map(|one| {
            let lanes = one.lanes.iter().map(|lane| lane.map(u64::from));
            ((access.line.into(), one.warp.into(), one.turn.into()), lanes.collect())
        })
    });
    each.collect()
}

#[test]
fn every_lane_accesses_what_it_accessed() {
    let texts = all();
    let (mut count, mut lanes_compared) = (0, 0);
    let files = ["mma_sync/addresses_h200.jsonl.gz", "mma_sync/triton_addresses_h200.jsonl.gz"];
    for line in files.into_iter().flat_map(json_lines) {
        let name = line.text("kernel");
        let text = texts.iter().find(|text| text.file == name).expect(name);
        let found = with_run(&text.text, |_, run| traced_of(run));
        let number = |value: &serde_json::Value| value.as_u64();
        for access in line.list("accesses") {
            let [at, warp, turn] = ["line", "warp", "turn"].map(|key| number(&access[key]).expect(key));
            let lanes: Vec<_> = access["lanes"].as_array().expect("lanes").iter().map(number).collect();
            // Of a loop without an end in the text a few turns are followed.
            let Some(own) = found.get(&(at, warp, turn)) else {
                panic!("{name}: line {at}, warp {warp}, turn {turn} is not carried out");
            };
            // x1 and x2 take no address of the other lanes, which give one all the same.
            let is_same = own.iter().zip(&lanes).all(|(own, traced)| own.is_none() || own == traced);
            let counted = own.iter().flatten().count();
            assert!(is_same && counted > 0, "{name}: line {at}, warp {warp}, turn {turn}: {own:?}");
            lanes_compared += counted;
            count += 1;
        }
    }
    assert_eq!((count, lanes_compared), (2635, 75024));
}

#[test]
fn accesses_cost_what_they_cost() {
    let reports: BTreeMap<String, BTreeMap<u32, _>> = all()
        .iter()
        .map(|text| {
            let of = with_run(&text.text, |_, run| {
                run.accesses.iter().map(|one| one.line).zip(access_reports(run)).collect()
            });
            (text.file.clone(), of)
        })
        .collect();
    let (mut measured, mut open) = (0, 0);
    let files = ["mma_sync/accesses_h200.csv.gz", "mma_sync/triton_accesses_h200.csv.gz"];
    for row in files.into_iter().flat_map(csv_rows) {
        let report = &reports[row.text("kernel")][&row.number("line")];
        let operand = report.operand.map(|letter| letter.name());
        match row.text("operand") {
            "not reached" => assert_eq!((operand, report.wavefronts), (None, None), "{}", row.at()),
            // The measurement named them by the order of regions; in this one A is behind B.
            _ if row.text("kernel").contains("e5m2_32x64x32") => {}
            letter @ ("A" | "B" | "D") => assert_eq!(operand, Some(letter), "{}", row.at()),
            _ => {}
        }
        let executions = row.text("executions").parse().unwrap_or(0);
        // What the assembler merged has no instruction of its own.
        if executions == 0 || row.number("wavefronts") == 0 {
            continue;
        }
        let Some(wavefronts) = report.wavefronts else {
            open += 1;
            continue;
        };
        assert_eq!(wavefronts * executions, row.number("wavefronts"), "{}", row.at());
        measured += 1;
        // The assembler stores two neighbours at once: 64 bits a lane.
        if [("k34_bf16", 368), ("k34_bf16", 379)].contains(&(row.text("kernel"), row.number("line"))) {
            continue;
        }
        assert_eq!(
            report.ideal.map(|ideal| ideal * executions),
            Some(row.number("wavefronts_ideal")),
            "{}",
            row.at()
        );
    }
    // Copies of which no law is known, or whose rows in global memory are a distance apart that the launch says.
    assert_eq!((measured, open), (860, 78));
}

#[test]
fn kernels_whose_product_is_right_are_right() {
    for text in all() {
        // Tensor maps fill the tiles of one: what they write is not followed.
        let wanted = if text.file.contains("tma") { VerdictKind::Incomplete } else { VerdictKind::Right };
        let of = |report: &KernelReport| (report.verdict, report.findings.clone(), report.facts.clone());
        for (verdict, findings, facts) in judged(&text.text, |_, report| of(report)) {
            assert_eq!(verdict, wanted, "{}: {findings:?}", text.file);
            // Triton's guards say what is inside of the matrices.
            let is_told = facts.iter().any(|fact| fact.words.contains("without an edge of a matrix"));
            assert!(
                is_told == text.file.starts_with("triton") || verdict != VerdictKind::Right,
                "{}",
                text.file
            );
        }
    }
}

/// The text with some lines exchanged for others.
fn edited(text: &str, edits: &[(u64, String)]) -> String {
    let lines = (1..).zip(text.lines()).map(|(at, line)| {
        let edit = edits.iter().find(|(of, _)| *of == at);
        edit.map_or(line, |(_, new)| new)
    });
    lines.collect::<Vec<&str>>().join("\n")
}

/// How often a loop goes round is the launch's: one that never ends, and one with a turn too many.
const OF_TURNS: [(&str, &str); 2] = [("written_xored", "m14"), ("written_xored", "m30")];

/// What the text of a kernel leaves open is not followed, and nothing else.
#[test]
fn kernels_in_the_styles_of_others_are_right() {
    let mut verdicts = Vec::new();
    for text in texts("written.jsonl.gz") {
        verdicts.extend(judged(&text.text, |kernel, report| (kernel.name.to_owned(), report.verdict)));
    }
    assert_eq!(verdicts.len(), 10);
    verdicts.retain(|(_, verdict)| *verdict != VerdictKind::Right);
    // `.maxntid` bounds the threads of a block; it does not say how many are along y.
    assert_eq!(verdicts, [("bf16_rows".to_owned(), VerdictKind::Incomplete)]);
}

#[test]
fn an_edit_is_called_what_its_product_was() {
    let texts: Vec<Text> = all().into_iter().chain(texts("written.jsonl.gz")).collect();
    let (mut counts, mut faults) = (BTreeMap::<(String, &str), u32>::new(), Vec::new());
    for mutant in [lines("product_mutants.jsonl.gz"), lines("written_mutants.jsonl.gz")].concat() {
        let of = |key: &str| mutant[key].as_str().expect(key);
        let text = &texts.iter().find(|text| text.file == of("of")).expect("a kernel").text;
        let at: Vec<u64> =
            mutant["lines"].as_array().expect("lines").iter().filter_map(|one| one.as_u64()).collect();
        let line = |at: u64| text.lines().nth(at as usize - 1).expect("a line").to_owned();
        let edits = match at[..] {
            // Two neighbours change places.
            [one, other] => vec![(one, line(other)), (other, line(one))],
            [one] => vec![(one, of("new").to_owned())],
            _ => unreachable!("one line or two"),
        };
        for verdict in judged(&edited(text, &edits), |_, report| report.verdict) {
            let is_right = of("truth") == "right";
            *counts.entry((of("truth").to_owned(), verdict.name())).or_default() += 1;
            if OF_TURNS.contains(&(of("of"), of("name"))) {
                assert_eq!(verdict, VerdictKind::Right, "it is told now: take it out of the list");
                continue;
            }
            if is_right == (verdict == VerdictKind::Wrong) || !is_right && verdict == VerdictKind::Warning {
                let is_open = !is_right && verdict == VerdictKind::Incomplete;
                faults.extend((!is_open).then(|| format!("{} {}: {}", of("of"), of("name"), verdict.name())));
            }
            if !is_right && verdict == VerdictKind::Right {
                faults.push(format!("{} {}: right", of("of"), of("name")));
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    let count = |truth: &str, verdict| counts.get(&(truth.to_owned(), verdict)).copied().unwrap_or(0);
    // All edits without an effect are right; of the others five in six are named.
    assert_eq!(count("right", "right"), 125);
    assert!(count("wrong", "wrong") >= 384, "{counts:?}");
}

/// Waits and barriers are no numbers: a kernel without one of them is not right.
#[test]
fn a_missing_wait_and_a_missing_barrier_are_named() {
    let texts = all();
    for (file, word, of) in [
        ("k04_f16", "cp.async.wait_group", "cp.async"),
        ("k16_bf16", "bar.sync", "another warp"),
        ("h00_ring_f16", "cp.async.wait_group", "cp.async"),
        ("triton_ptr_f16_64x64x32_rr_w4_sm80", "bar.sync", ""),
    ] {
        let text = &texts.iter().find(|text| text.file == file).expect(file).text;
        let without = text.replace(word, "// ");
        let found = judged(&without, |_, report| {
            let first =
                report.findings.iter().find(|one| one.id == "shared-order" || one.id == "fragment-unset");
            (report.verdict, first.map(|one| one.title.clone()).unwrap_or_default())
        });
        assert_eq!(found[0].0, VerdictKind::Wrong, "{file}: {found:?}");
        assert!(found[0].1.contains(of), "{file}: {found:?}");
    }
}

/// The tiles of A and B as shared memory holds them, in words of links: the pitch of rows, and the exchange.
#[test]
fn operands_are_tiles_of_rows() {
    let (mut found, mut open) = (BTreeMap::new(), Vec::new());
    for text in all().iter().filter(|text| !text.file.starts_with("triton")) {
        let reading = Reading::of("kernel", text.text.as_str().into());
        for (side, operand) in ["A", "B"].iter().zip(0..) {
            let mut parts =
                reading.kernels[0].rows.iter().filter_map(|row| row.operands[operand].part.as_ref());
            match parts.next() {
                Some(part) => {
                    let tile = part.shown.said.tile;
                    let xor = tile.row_xor.map_or_else(String::new, |xor| format!(" {xor}"));
                    found.insert(
                        format!("{} {side}", text.file),
                        format!("{}{xor}", tile.row_bytes.expect("rows")),
                    );
                }
                None => open.push(format!("{} {side}", text.file)),
            }
        }
    }
    let of = |name: &str| found.get(name).map(String::as_str);
    assert_eq!(of("k01_bf16 A"), Some("144"));
    assert_eq!(of("k04_f16 B"), Some("128 row-and-7"));
    assert_eq!(of("k13_bf16 A"), Some("128 row-and-3"));
    assert_eq!(of("k25_f16 A"), Some("64 row/2-and-3"));
    assert_eq!(of("k58_tf32 A"), Some("128 row-and-15-4B"));
    assert_eq!(of("h00_ring_f16 A"), Some("64 row/2-and-3"));
    assert_eq!((found.len(), open), (60, Vec::new()));
}

/// One number that is wrong is mended by that number.
#[test]
fn a_wrong_number_is_mended() {
    for (file, right, wrong) in [
        ("k25_f16", "and.b32  \t%r133, %r132, 24;", "and.b32  \t%r133, %r132, 48;"),
        ("k40_bf16", "ld.shared.u32 \t%r93, [%r319+2416];", "ld.shared.u32 \t%r93, [%r319+2400];"),
        ("k61_s8", "st.shared.v4.u32 \t[%r36], {", "st.shared.v4.u32 \t[%r36+64], {"),
    ] {
        let text = &all().into_iter().find(|text| text.file == file).expect(file).text;
        let edited = text.replacen(right, wrong, 1);
        assert_ne!(&edited, text, "{file}");
        let reading = Reading::of(file, edited.as_str().into());
        let (finding, _) = &reading.kernels[0].findings[0];
        let edit = mend_finding(&reading, 0, finding);
        let line = text.lines().position(|line| line.contains(right)).expect("the line") as u32 + 1;
        match edit {
            Some(edit) => assert_eq!((edit.line, edit.left), (line, 0), "{file}: {edit:?}"),
            None => panic!("{file}: {finding:?}"),
        }
    }
}

/// What the text does not say is not guessed: threads of a launch, and extents of a block.
#[test]
fn a_block_without_extents_is_not_called_wrong() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k16_bf16").expect("a kernel").text;
    let bounds = text.lines().find(|line| line.starts_with(".maxntid")).expect("bounds");
    let open = text.replace(bounds, "");
    let verdict = |text: &str| judged(text, |_, report| report.verdict)[0];
    assert_eq!((verdict(text), verdict(&open)), (VerdictKind::Right, VerdictKind::Incomplete));
    // The same threads in four rows of 32.
    let thread = "mov.u32 \t%r86, %tid.x;";
    let of_rows = "mov.u32 %ra, %tid.y; shl.b32 %rb, %ra, 5; mov.u32 %rc, %tid.x; add.s32 %r86, %rb, %rc;";
    let two = text.replace(bounds, ".maxntid 32, 4, 1").replace(thread, of_rows);
    assert_eq!(verdict(&two), VerdictKind::Right);
    assert_eq!(verdict(&two.replace(".maxntid 32, 4, 1", "")), VerdictKind::Incomplete);
}

/// Generic addresses in shared memory are checked as others are: bounds and order.
#[test]
fn generic_addresses_are_followed() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k28_bf16").expect("a kernel").text;
    let generic = text.replace("st.shared.", "st.").replace("ld.shared.", "ld.");
    let found =
        |text: &str| (judged(text, |_, report| report.verdict)[0], with_run(text, |_, run| traced_of(run)));
    assert!(generic != *text && found(&generic) == found(text));
    for wrong in [generic.replace("bar.sync", "// "), generic.replacen("], %rs", "+262144], %rs", 1)] {
        assert_eq!(found(&wrong).0, VerdictKind::Wrong);
    }
}

/// Pointers in one parameter, of which two are loaded at once, are two.
#[test]
fn a_vector_of_parameters_is_several() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k04_f16").expect("a kernel").text;
    let load = |at: u32, register: u32| format!("ld.param.u64 \t%rd{register}, [k04_f16_param_{at}];");
    let both = "ld.param.v2.u64 {%rd13, %rd14}, [k04_f16_param_0];";
    let text = text.replace(&load(0, 13), "").replace(&load(1, 14), both);
    assert_eq!(judged(&text, |_, report| report.verdict)[0], VerdictKind::Right);
    let pointers = with_run(&text, |_, run| {
        let product = &run.products[0];
        [product.a[0], product.b[0]]
            .map(|cell| run.sources.address(cell).and_then(|at| run.sources.pointer(at.from)))
    });
    let [a, b] = pointers.map(|pointer| pointer.expect("a pointer"));
    assert_eq!((a.0, a.1, b.1), (b.0, 0, 8));
}

/// Lanes exchange registers inside of their segment. Source: PTX ISA, `shfl.sync`, semantics.
#[test]
fn lanes_exchange_inside_of_their_segment() {
    let exchanged = |mode: &str, by: u32, clamp: u32| -> Vec<u64> {
        let text = format!(
            ".version 8.0\n.target sm_80\n.visible .entry k() .maxntid 32, 1, 1\n{{\n\
             .reg .b32 %r<20>; .shared .align 4 .b8 s[128];\nmov.u32 %r0, %tid.x;\n\
             shfl.sync.{mode}.b32 %r1, %r0, {by}, {clamp}, -1;\n\
             shl.b32 %r2, %r0, 2;\nmov.u32 %r3, s;\nadd.s32 %r4, %r2, %r3;\nst.shared.u32 [%r4], %r1;\n\
             mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {{%r5,%r6,%r7,%r8}}, {{%r9,%r10,%r11,%r12}}, {{%r13,%r14}}, {{%r15,%r16,%r17,%r18}};\n\
             ret;\n}}\n"
        );
        with_run(&text, |_, run| {
            let lanes = run.accesses[0].executions[0].lanes;
            let byte = |lane: Option<u32>| run.shared[lane.expect("an address") as usize];
            lanes.into_iter().map(|lane| byte(lane).as_number().expect("a lane")).collect()
        })
    };
    let each = |of: fn(u64) -> u64| (0..32).map(of).collect::<Vec<_>>();
    assert_eq!(exchanged("idx", 9, 0x181f), each(|lane| lane & 24 | 1));
    assert_eq!(exchanged("up", 3, 0x1800), each(|lane| if lane % 8 < 3 { lane } else { lane - 3 }));
    assert_eq!(exchanged("down", 3, 0x181f), each(|lane| if lane % 8 > 4 { lane } else { lane + 3 }));
    assert_eq!(exchanged("bfly", 9, 0x181f), each(|lane| if lane / 8 % 2 == 0 { lane } else { lane ^ 9 }));
    assert_eq!(exchanged("bfly", 9, 0x1f), each(|lane| lane ^ 9));
}

/// What is multiplied and not stored, and what is never reached, is not right.
#[test]
fn results_of_all_warps_and_all_products_are_looked_at() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k28_bf16").expect("a kernel").text;
    let verdict = |text: &str| judged(text, |_, report| report.verdict)[0];
    assert_eq!(verdict(text), VerdictKind::Right);
    let first = text.lines().find(|line| line.contains("st.global")).expect("a store");
    let of_one = "\n.reg .b32 %rx<2>; .reg .pred %px<2>;\n\
        mov.u32 %rx1, %tid.x; setp.gt.u32 %px1, %rx1, 31;\n@%px1 ret;\n";
    assert_eq!(verdict(&text.replacen(first, &format!("{of_one}{first}"), 1)), VerdictKind::Incomplete);
    let product = text.lines().position(|line| line.contains("mma.sync")).expect("a product");
    let product: Vec<&str> =
        text.lines().skip(product).take_while(|line| !line.contains("// ")).take(6).collect();
    let product = product.join("\n").split_inclusive(';').next().expect("a statement").to_owned();
    let (before, after) = text.rsplit_once("ret;").expect("an end");
    assert_eq!(verdict(&format!("{before}ret;\n{product}\n{after}")), VerdictKind::Incomplete);
}

/// A number of the block that is exchanged for another, or counts other rows than a block has, is not right.
#[test]
fn each_block_has_its_own_rows_and_columns() {
    let texts = all();
    let edits = [
        ("triton_ptr_f16_64x64x32_rr_w4_sm80", "shl.b32 \t%r1, %r35, 6;", "shl.b32 \t%r1, %r36, 6;"),
        ("triton_ptr_f16_64x64x32_rr_w4_sm80", "shl.b32 \t%r1, %r35, 6;", "shl.b32 \t%r1, %r35, 7;"),
        ("triton_ptr_i8_64x64x64_rc_w4_sm80", "or.b32 \t%r142, %r141, %r5;", "or.b32 \t%r142, %r141, %r1;"),
        ("triton_ptr_bf16_64x64x64_cr_w4_sm89", "or.b32 \t%r179, %r5, %r1;", "or.b32 \t%r179, %r5, %r9;"),
    ];
    for (file, from, to) in edits {
        let text = &texts.iter().find(|text| text.file == file).expect(file).text;
        assert!(text.contains(from), "{file}: {from}");
        let verdict = judged(&text.replace(from, to), |_, report| report.verdict)[0];
        assert_eq!(verdict, VerdictKind::Incomplete, "{file}: {to}");
    }
}

/// A loop without an end in the text is followed until a ring of stages has come round; one that does not come round is told.
#[test]
fn a_loop_is_followed_until_its_addresses_come_back() {
    let text = |mask: u32| {
        format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry ring(.param .u32 n) .reqntid 32 {{\n\
            .reg .pred %p<2>; .reg .b32 %r<20>; .shared .align 16 .b8 smem[4096];\n\
            ld.param.u32 %r9, [n]; mov.u32 %r1, 0; mov.u32 %r3, smem;\n\
            LOOP: and.b32 %r2, %r1, {mask}; add.s32 %r2, %r2, %r3; st.shared.b32 [%r2], %r1;\n\
            mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {{%r10, %r11}}, {{%r12, %r13, %r14, %r15}}, \
            {{%r16, %r17}}, {{%r10, %r11}};\n\
            add.s32 %r1, %r1, 16; setp.lt.s32 %p1, %r1, %r9; @%p1 bra LOOP; ret;\n}}\n"
        )
    };
    let followed = |mask| {
        with_run(&text(mask), |_, run| {
            (run.accesses[0].executions.len(), run.left.iter().any(|(_, why)| *why == Left::Turns))
        })
    };
    assert_eq!(followed(0), (TURNS as usize, false));
    // Eight stages, and the first once more.
    assert_eq!(followed(0x70), (9, false));
    assert_eq!(followed(0xfff), (TURNS_MAX as usize, true));
}

/// Edits by hand that were right once: the file, what is replaced, and the verdict.
#[test]
fn what_collides_is_not_right() {
    let texts = all();
    let line = |text: &str, at: usize| text.lines().nth(at - 1).expect("a line").to_owned();
    let store = "mov.u32 %r301, _ZZ7k25_f16E2sA; st.shared.u32 [%r301], %r1; or.b32 %r209, %r129, %r130;";
    let wrong = VerdictKind::Wrong;
    let edits = [
        // All results at one address, rows that are forgotten, lanes that are.
        ("k25_f16", 449, ", 4;", ", 0;", wrong),
        ("k25_f16", 447, "or.b32  \t%r209, %r129, %r130;", "mov.u32 %r209, %r129;", wrong),
        (
            "k25_f16",
            447,
            "or.b32  \t%r209, %r129, %r130;",
            "and.b32 %r130, %r130, 1536; or.b32 %r209, %r129, %r130;",
            wrong,
        ),
        // Each warp writes a word that another reads.
        ("k25_f16", 447, "or.b32  \t%r209, %r129, %r130;", store, wrong),
        // A's rows are longer than A's memory: they end in B's.
        ("k25_f16", 77, ", 128;", ", 256;", wrong),
        // Copies that write zeros may arrive after the results that are stored there.
        ("triton_ptr_f16_64x64x32_rr_w4_sm80", 386, "cp.async.wait_group", "// ", wrong),
        // No barrier is not milder than one of the lanes.
        ("triton_ptr_f16_64x64x32_rr_w4_sm80", 237, "bar.sync", "// ", wrong),
    ];
    for (file, at, from, to, verdict) in edits {
        let text = &texts.iter().find(|text| text.file == file).expect(file).text;
        let old = line(text, at);
        assert!(old.contains(from), "{file} {at}: {old}");
        let new = edited(text, &[(at as u64, old.replace(from, to))]);
        let (found, findings) = judged(&new, |_, report| (report.verdict, report.findings.clone())).remove(0);
        assert_eq!(found, verdict, "{file} {at}: {to}: {findings:?}");
        // A barrier that is missing is not mended by an address.
        let reading = Reading::of(file, new.as_str().into());
        for (finding, _) in reading.kernels[0].findings.iter().filter(|(one, _)| one.id == "shared-order") {
            assert_eq!(mend_finding(&reading, 0, finding), None, "{file} {at}");
        }
    }
}

/// A fault is told where it is: a result at its store, a K that differs without what follows from it.
#[test]
fn faults_are_where_they_are_made() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k25_f16").expect("a kernel").text;
    let found = |at: usize, from: &str, to: &str| {
        let old = text.lines().nth(at - 1).expect("a line");
        assert!(old.contains(from), "{old}");
        let new = edited(text, &[(at as u64, old.replace(from, to))]);
        judged(&new, |_, report| (report.findings.clone(), report.products.clone())).remove(0)
    };
    let (findings, _) = found(454, "1024", "512");
    assert_eq!((findings[0].id, findings[0].line), ("product-result", 454));
    // Of eight products four are of the second step of K.
    let (findings, products) = found(318, ", 16;", ", 8;");
    let wrong = |report: &&ProductReport| report.operands.contains(&VerdictKind::Wrong);
    assert_eq!((findings[0].id, products.iter().filter(wrong).count()), ("product-k", 4));
    assert!(findings[0].text.contains("8 behind B’s") || findings[0].text.contains("8 ahead of B’s"));
}

/// A block that begins further away than 64 bits count is not followed.
#[test]
fn a_distance_that_no_number_holds_is_not_followed() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k04_f16").expect("a kernel").text;
    let load = "ld.param.u64 \t%rd13, [k04_f16_param_0];";
    let far = format!(
        "{load} mov.u32 %rx1, %ctaid.x; mul.wide.u32 %rdx1, %rx1, 2147483647; shl.b64 %rdx1, %rdx1, 31;\n\
        add.s64 %rd13, %rd13, %rdx1;"
    );
    let text = text.replacen(load, &format!(".reg .b32 %rx<2>; .reg .b64 %rdx<2>; {far}"), 1);
    assert_eq!(judged(&text, |_, report| report.verdict)[0], VerdictKind::Incomplete);
}
