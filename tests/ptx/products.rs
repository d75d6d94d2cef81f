//! Kernels of `mma.sync` against an H200: what each lane accesses, what that costs, and edits of one line with their products.

use std::collections::BTreeMap;

use swizzle_core::Named as _;
use swizzle_core::reader::VerdictKind;
use swizzle_lints::kernel::product::access_reports;
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::module::Module;
use swizzle_ptx::run::Run;
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
    let mut count = 0;
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
            assert_eq!(own, &lanes, "{name}: line {at}, warp {warp}, turn {turn}");
            count += 1;
        }
    }
    assert_eq!(count, 2635);
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
        assert_eq!(
            report.ideal.map(|ideal| ideal * executions),
            Some(row.number("wavefronts_ideal")),
            "{}",
            row.at()
        );
        measured += 1;
    }
    assert_eq!((measured, open), (0, 0));
}

#[test]
fn kernels_whose_product_is_right_are_right() {
    for text in all() {
        // Tensor maps fill the tiles of one: what they write is not followed.
        let wanted = if text.file.contains("tma") { VerdictKind::Incomplete } else { VerdictKind::Right };
        for (verdict, findings) in judged(&text.text, |_, report| (report.verdict, report.findings.clone())) {
            assert_eq!(verdict, wanted, "{}: {findings:?}", text.file);
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

#[test]
fn an_edit_is_called_what_its_product_was() {
    let texts = all();
    let (mut counts, mut faults) = (BTreeMap::<(String, &str), u32>::new(), Vec::new());
    for mutant in lines("product_mutants.jsonl.gz") {
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
    assert_eq!(count("right", "right"), 85);
    assert!(count("wrong", "wrong") >= 254, "{counts:?}");
}

/// Waits and barriers are no numbers: a kernel without one of them is not right.
#[test]
fn a_missing_wait_and_a_missing_barrier_are_named() {
    let texts = all();
    for (file, word, of) in [
        ("k04_f16", "cp.async.wait_group", "cp.async"),
        ("k16_bf16", "bar.sync", "barrier"),
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
