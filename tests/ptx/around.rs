//! What is around the instructions of a kernel: bytes that barriers wait for, distances that nothing confirms, maps that are not followed.

use swizzle_core::Named as _;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::{Example, Reading};
use swizzle_lints::Finding;

use crate::ptx::{judged, mutants, texts};

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
