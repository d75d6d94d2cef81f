//! Faults around the instructions: boxes, barriers, buffers, tensor memory; each is found at its line.

use swizzle_core::Named as _;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::{Example, Reading};
use swizzle_lints::{Finding, Severity};

use crate::ptx::{judged, mutants, texts};

/// The errors of a text after an edit of one line.
fn planted(file: &str, line: usize, old: &str, new: &str) -> Vec<Finding<()>> {
    planted_all(file, &[(line, old, new)])
}

/// The errors of a text after edits of some lines.
fn planted_all(file: &str, edits: &[(usize, &str, &str)]) -> Vec<Finding<()>> {
    let all = texts("texts.jsonl.gz");
    let text = all.iter().find(|text| text.file == file);
    let mut lines: Vec<String> = text.expect("the file").text.lines().map(str::to_owned).collect();
    for (line, old, new) in edits {
        let line = &mut lines[line - 1];
        assert!(line.contains(old), "{line}");
        *line = line.replace(old, new);
    }
    let mut found = judged(&lines.join("\n"), |_, report| report.findings.clone()).concat();
    found.retain(|finding| finding.severity == Severity::Error);
    found
}

/// Whether an edit brings exactly one error, at this line and with these words.
fn brings(file: &str, (line, old, new): (usize, &str, &str), at: u32, words: &str) {
    let found = planted(file, line, old, new);
    let said: Vec<_> =
        found.iter().map(|finding| (finding.id, finding.line, finding.title.as_str())).collect();
    assert!(
        matches!(said[..], [(_, line, message)] if line == at && message.contains(words)),
        "{file}:{line} {old} → {new}: {said:?}"
    );
}

const TMA: &str = "triton_tma_bf16_128x128x64_w4_sm90";
const CUTLASS: &str = "cutlass_bf16_tn_128x256x64_sm100";
const SCALED: &str = "triton_scaled5_nvfp4_128x256x256_sm100";

#[test]
fn a_box_of_another_mode_is_found() {
    let edit = (126, "0x3", "0x2");
    brings(TMA, edit, 126, "A: the box is written in swizzle mode 64B, the descriptor reads 128B");
    let edit = (210, "0x3", "0x1");
    brings(TMA, edit, 210, "B: the box is written in swizzle mode 32B");
}

#[test]
fn a_barrier_that_expects_other_bytes_is_found() {
    let edit = (809, "32768", "16384");
    brings(TMA, edit, 809, "expects 16384 bytes, its copies bring 32768");
}

/// Whether an edit brings errors of these lints, in the order of their lines.
fn brings_all(file: &str, (line, old, new): (usize, &str, &str), wanted: &[(&str, u32)]) {
    let found = planted(file, line, old, new);
    // What is the same of several lines is said once, with each of them.
    let mut said: Vec<_> = found
        .iter()
        .flat_map(|one| {
            let lines = [one.line].into_iter().chain(one.also.iter().copied());
            lines.map(|line| (one.id, line))
        })
        .collect();
    said.sort_by_key(|(_, line)| *line);
    assert_eq!(said, wanted, "{file}:{line} {old} → {new}: {found:#?}");
}

#[test]
fn a_box_of_another_size_is_found() {
    // All barriers on which such a box arrives expect other bytes.
    let expects = [350, 385, 809].map(|line| ("expect-bytes", line));
    let with = |one: (&'static str, u32)| {
        let mut all = vec![one];
        all.extend(expects);
        all
    };
    brings_all(TMA, (81, "64", "32"), &with(("box-row", 90)));
    brings_all(TMA, (87, "128", "64"), &with(("box-cover", 90)));
}

#[test]
fn stages_that_overlap_are_found() {
    // B is 128 columns of N and 64 elements of K of bf16, MN-major: one read of K 16 alone spans 10,240 bytes.
    let near = [702, 813, 974].map(|line| (line, "14", "13"));
    let found = planted_all(TMA, &near);
    for (finding, letter) in found.iter().zip(["A", "B"]) {
        let message = format!("{letter}: stages are 8192 bytes apart and 16384 bytes long");
        assert_eq!((finding.id, &finding.title), ("stages-overlap", &message));
        let fix = finding.first_fix();
        assert_eq!(fix, Some("Place stages 16384 bytes apart"));
    }
    // Consequences of that are not reported as separate faults.
    assert_eq!(found.len(), 2, "{found:#?}");
}

/// The reads alone are moved: what fills the stages tells the right distance, and it is said once.
#[test]
fn stages_at_another_distance_have_one_finding() {
    for (old, new, distance) in [
        ("shl.b32 \t%r60, %r173, 14", "shl.b32 \t%r60, %r173, 13", 8192),
        ("shl.b32 \t%r60, %r173, 14", "mul.lo.s32 \t%r60, %r173, 16512", 16512),
    ] {
        let found = planted(TMA, 702, old, new);
        let said: Vec<_> = found.iter().map(|one| (one.id, &*one.title)).collect();
        let [a, b] = ["A", "B"].map(|letter| {
            format!(
                "{letter}: the copies go to stages 16384 bytes apart, the reads are {distance} bytes apart"
            )
        });
        assert_eq!(said, [("box-stage", &*a), ("box-stage", &*b)]);
    }
}

#[test]
fn tensor_memory_is_counted() {
    brings_all(SCALED, (42, "512", "384"), &[("tensor-alloc", 42)]);
    brings_all(SCALED, (879, "cta_group::1", "cta_group::2"), &[("tensor-group", 879)]);
    brings_all(SCALED, (2402, "512", "256"), &[("tensor-freed", 42)]);
    let found = planted(SCALED, 42, "512", "256");
    assert!(found.iter().any(|finding| finding.id == "tensor-columns"), "{found:#?}");
}

#[test]
fn a_warp_keeps_to_its_lanes() {
    let middle = (562, "+ 0]", "+ 1048576]");
    brings_all(SCALED, middle, &[("tensor-lanes", 562)]);
    let warps_16_lanes_apart = [(556, "21", "20"), (557, "6291456", "3145728")];
    let found = planted_all(SCALED, &warps_16_lanes_apart);
    let said: Vec<_> = found.iter().map(|one| (one.id, one.line)).collect();
    assert_eq!(said, [("tensor-lanes", 562)]);
}

#[test]
fn reads_of_a_ring_begin_where_its_copies_do() {
    // The boxes of CUTLASS' maps are not in the text, where its copies go is.
    for (to, words) in
        [("7304", "begin 128 bytes behind its copies"), ("7360", "begin 1024 bytes behind its copies")]
    {
        brings(CUTLASS, (1310, "7296", to), 1480, words);
    }
    let found = planted(CUTLASS, 1310, "7296", "7288");
    let said: Vec<_> = found.iter().map(|one| one.id).collect();
    assert_eq!(said, ["box-start", "buffers-overlap"], "{found:#?}");
    assert!(found[0].title.contains("begin 128 bytes before its copies"));
    for (to, words) in
        [("49280", "begin 128 bytes behind its copies"), ("50176", "begin 1024 bytes behind its copies")]
    {
        let found = planted(TMA, 704, "49152", to);
        let said: Vec<_> = found.iter().map(|one| one.id).collect();
        assert_eq!(said, ["box-start", "buffers-overlap"], "{found:#?}");
        assert!(found[0].title.contains(words), "{found:#?}");
    }
}

/// B is as wide as two boxes, and each of two warps copies one.
#[test]
fn copies_bring_what_their_barrier_waits_for() {
    let reading = Reading::of("a kernel", Example::ALL[0].text().into());
    let events = &reading.kernels[0].events;
    let bytes = |words: &str| -> Vec<u64> {
        let of = events.iter().filter(|event| event.words.starts_with(words));
        of.filter_map(|event| event.bytes).collect()
    };
    let (expected, loads) = (bytes("barrier expects"), bytes("TMA load"));
    assert_eq!(loads.len(), 2 * expected.len());
    for (expected, loads) in expected.iter().zip(loads.chunks(2)) {
        assert_eq!(*expected, loads.iter().sum::<u64>());
    }
    let of_b = events.iter().filter(|event| event.words == "TMA load, 2 boxes 64 × 64");
    assert_eq!(of_b.count(), expected.len());
}

const BY_POINTERS: &str = "triton_ptr_bf16_128x128x64_rr_w4_sm90";

#[test]
fn stages_are_read_as_far_apart_as_threads_fill_them() {
    // `cp.async` of one 16 bytes a thread: A and B go to stages 16,384 bytes apart, of three each.
    let faults = |(line, old, new), id: &str| -> Vec<(u32, String)> {
        let mut found = planted(BY_POINTERS, line, old, new);
        found.retain(|finding| finding.id == id);
        let said = found.into_iter();
        said.map(|finding| (finding.line, finding.title)).collect()
    };
    for (shift, bytes) in [(", 15;", 32768), (", 13;", 8192)] {
        let words = |letter| {
            format!("{letter}: the threads write stages 16384 bytes apart, the reads are {bytes} bytes apart")
        };
        assert_eq!(faults((715, ", 14;", shift), "fill-stage"), [(762, words("A")), (762, words("B"))]);
    }
    let words = |letter| {
        format!("{letter}: the threads write stages 32768 bytes apart, the reads are 16384 bytes apart")
    };
    assert_eq!(faults((836, ", 14;", ", 15;"), "fill-stage"), [(762, words("A")), (762, words("B"))]);
    // B begins 49,152 bytes behind A.
    for (begins, words) in [
        ("50176", "end 1024 bytes behind what the threads write for it"),
        ("48128", "begin 1024 bytes before what the threads write for it"),
        ("65536", "are where the threads write nothing for it"),
    ] {
        assert_eq!(
            faults((718, "49152", begins), "fill-cover"),
            [(762, format!("B: the reads of a stage {words}"))]
        );
    }
}

#[test]
fn all_that_fills_a_stage_fills_it_at_one_distance() {
    // Of two loops in which TMA fills A and B, and of two in which threads do, one goes elsewhere.
    let said = |file, line, old, new| -> Vec<_> {
        let found = planted(file, line, old, new).into_iter();
        found.map(|one| (one.id, one.line)).collect()
    };
    let copies = said(CUTLASS, 767, "14;", "15;");
    assert_eq!(copies, [("fill-stage", 773), ("fill-stage", 778)]);
    let stores = said("hand_wgmma_sm90", 441, "13;", "14;");
    assert_eq!(stores, [("fill-stage", 449), ("fill-stage", 450)]);
}

#[test]
fn a_distance_that_nothing_confirms_is_not_called_right() {
    // Stages are turns of a loop, and what fills them is one loop over all bytes.
    let all = texts("multiplied.jsonl.gz");
    let text = all.iter().find(|text| text.file == "case75");
    let judge = |text: &str| {
        judged(text, |_, report| {
            let of = |one: &Finding<()>| one.id == "stage-unknown";
            let notes = report.findings.iter().filter(|one| of(one)).count();
            (report.verdict, notes)
        })
    };
    let text = &text.expect("the text").text;
    assert_eq!(judge(text), [(VerdictKind::Incomplete, 2)]);
    assert!(mutants().iter().all(|mutant| {
        let verdicts = judge(&mutant.text);
        mutant.is_right() || verdicts.iter().all(|(verdict, _)| *verdict != VerdictKind::Right)
    }));
}

#[test]
fn a_map_that_goes_through_shared_memory_leaves_its_reads_open() {
    let all = texts("texts.jsonl.gz");
    let mut of = all.iter().filter(|text| text.file == "triton_ws_128x128x64_sm100");
    let text = &of.next().expect("the text").text;
    let found = judged(text, |_, report| {
        let notes = report.findings.iter().filter(|one| one.id == "map-unknown");
        let notes: Vec<_> = notes.map(|one| (one.line, one.title.clone())).collect();
        (report.verdict, notes)
    });
    let said = |side| {
        let words = "the tensor map of the copy in line 1219 is not known: its address is not followed beyond line 1126";
        (1051, format!("{side}: {words}"))
    };
    assert_eq!(found, [(VerdictKind::Incomplete, vec![said("A"), said("B")])]);
}
