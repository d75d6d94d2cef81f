//! Kernels of `mma.sync` against an H200: what each lane accesses, what that costs, and edits of one line with their products.

use std::collections::BTreeMap;

use swizzle_core::reader::VerdictKind;
use swizzle_lens::Reading;
use swizzle_lints::kernel::KernelReport;
use swizzle_lints::kernel::product::{ProductReport, access_reports};
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::module::Module;
use swizzle_ptx::run::{Left, Run, TURNS, TURNS_MAX};
use swizzle_tests::{csv_rows, is_exhaustive, json_lines, sample};

use crate::ptx::{Text, judged, lines, texts};
use swizzle_core::Named as _;

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

/// How many edits each truth and verdict has, by their names, and the edits that are called something else than they are.
type Called = (BTreeMap<(String, &'static str), u32>, Vec<String>);

fn called(texts: &[Text], mutants: Vec<&serde_json::Value>) -> Called {
    let (mut counts, mut faults) = (BTreeMap::new(), Vec::new());
    for mutant in mutants {
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
        let is_missed = mutant["missed"] == true;
        for verdict in judged(&edited(text, &edits), |_, report| report.verdict) {
            let is_right = of("truth") == "right";
            *counts.entry((of("truth").to_owned(), verdict.name())).or_default() += 1;
            let is_fault = match (is_right, verdict) {
                (true, verdict) => verdict == VerdictKind::Wrong,
                (false, VerdictKind::Right) => !is_missed,
                // One that is seen is no longer in the list of those that are not.
                (false, verdict) => verdict == VerdictKind::Warning || is_missed,
            };
            faults.extend(is_fault.then(|| format!("{} {}: {}", of("of"), of("name"), verdict.name())));
        }
    }
    (counts, faults)
}

#[test]
fn an_edit_is_called_what_its_product_was() {
    let texts: Vec<Text> = all().into_iter().chain(texts("written.jsonl.gz")).collect();
    let mutants = [lines("product_mutants.jsonl.gz"), lines("written_mutants.jsonl.gz")].concat();
    let (counts, faults) = called(&texts, sample(&mutants, 5));
    assert_eq!(faults, [""; 0]);
    let count = |truth: &str, verdict| counts.get(&(truth.to_owned(), verdict)).copied().unwrap_or(0);
    // All edits without an effect are right; of the others five in six are named.
    let (right, wrong) = if is_exhaustive() { (125, 384) } else { (26, 78) };
    assert_eq!(count("right", "right"), right);
    assert!(count("wrong", "wrong") >= wrong, "{counts:?}");
}

/// Edits of kernels of `wgmma`; those with `missed` are called right, and are not.
#[test]
fn an_edit_of_a_warpgroup_is_called_what_its_product_was() {
    let (counts, faults) =
        called(&texts("warpgroups.jsonl.gz"), sample(&lines("warpgroup_mutants.jsonl.gz"), 6));
    assert_eq!(faults, [""; 0], "{counts:?}");
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

/// Generic addresses in shared memory are checked as others are: bounds and order.
#[test]
fn generic_addresses_are_followed() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k28_bf16").expect("a kernel").text;
    let generic = text.replace("st.shared.", "st.").replace("ld.shared.", "ld.");
    let costs = |run: &Run<'_>| -> Vec<_> {
        access_reports(run).into_iter().filter(|one| one.wavefronts.is_some()).collect()
    };
    let found = |text: &str| {
        (judged(text, |_, report| report.verdict)[0], with_run(text, |_, run| (traced_of(run), costs(run))))
    };
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

/// A K that differs is told without what follows from it: of eight products four are of the second step of K.
#[test]
fn a_fault_of_k_is_told_where_it_is_made() {
    let texts = all();
    let text = &texts.iter().find(|text| text.file == "k25_f16").expect("a kernel").text;
    let old = text.lines().nth(317).expect("a line");
    let new = edited(text, &[(318, old.replace(", 16;", ", 8;"))]);
    let (findings, products) =
        judged(&new, |_, report| (report.findings.clone(), report.products.clone())).remove(0);
    let wrong = |report: &&ProductReport| report.operands.contains(&VerdictKind::Wrong);
    assert_eq!((findings[0].id, products.iter().filter(wrong).count()), ("product-k", 4));
    assert!(findings[0].text.contains("8 behind B’s") || findings[0].text.contains("8 ahead of B’s"));
}
