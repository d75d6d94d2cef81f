//! Each rule fires in its cases and only there, and its repair removes the finding. The cases are at the end of each rule's
//! file.

use std::collections::BTreeSet;

use super::*;
use swizzle_core::descriptor::DescriptorFields;
use swizzle_core::reader::{Reader, Said};
use swizzle_core::tile::Tile;
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;

/// Specified values, and the expected finding of a rule.
pub(super) struct Case {
    said: Said,
    /// Severity and words of the title or text; `None` where the rule must not fire.
    heard: Option<(Severity, &'static str)>,
}

/// A case in which the rule fires.
pub(super) fn speaks(severity: Severity, words: &'static str, said: Said) -> Case {
    Case {
        said,
        heard: Some((severity, words)),
    }
}

/// A case in which the rule does not fire.
pub(super) fn silent(said: Said) -> Case {
    Case { said, heard: None }
}

/// Specified element, major and operand, with a change, without a descriptor.
pub(super) fn said(change: impl FnOnce(&mut Said)) -> Said {
    let (tile, reader) = (Tile::default(), Reader::default());
    let mut said = Said::default();
    (said.tile.element, said.tile.major) = (Some(tile.element), Some(tile.major));
    said.reader.operand = Some(reader.operand);
    change(&mut said);
    said
}

/// Specified extents of the default tile, with a change, and its descriptor with some fields changed.
pub(super) fn given(
    change: impl FnOnce(&mut Said),
    fields: impl FnOnce(&mut DescriptorFields),
) -> Said {
    let tile = said(|said| {
        (said.tile.mn, said.tile.k) = (Some(64), Some(64));
        change(said);
    });
    let spec = spec_from_said(&tile).expect("a picture");
    let given = said_with(&spec, fields).and_then(|said| said.given);
    tile.with_given(given.expect("a code"))
}

/// Every rule with the name of its file and its cases.
macro_rules! gather {
    ($($file:ident),*) => {
        [$((stringify!($file), super::$file::RULE.id, super::$file::cases as _)),*]
    };
}

/// The name of a file, the id of its rule, and its cases.
type Gathered = (&'static str, &'static str, fn() -> Vec<Case>);

fn gathered() -> [Gathered; RULES.len()] {
    gather![
        absolute_lbo,
        advance,
        alignment,
        base_offset,
        chip,
        copy,
        extent,
        field_range,
        gaps,
        halves,
        inside_atom,
        meant,
        memory_end,
        no_effect,
        operand,
        operand_form,
        other_stride,
        overlap,
        phase,
        plain_rows,
        pointer,
        ring,
        sequence,
        slice,
        sparse,
        stray_bits,
        swapped,
        swizzle_code,
        units
    ]
}

fn findings(said: &Said) -> Vec<Finding> {
    findings_from_spec(&spec_from_said(said).expect("a picture"))
}

/// Every case with its rule.
fn cases() -> impl Iterator<Item = (&'static str, Case)> {
    gathered()
        .into_iter()
        .flat_map(|(_, id, cases)| cases().into_iter().map(move |case| (id, case)))
}

/// The files of this folder that are not rules.
const OTHERS: &[&str] = &[
    "candidate",
    "dump_line",
    "finding",
    "kind",
    "lib",
    "others",
    "pair_line",
    "possible",
    "report",
    "spec_line",
    "tests",
    "tma",
    "tma_line",
    "worth",
];

#[test]
fn every_rule_is_called_as_its_file() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let files: BTreeSet<String> = folder
        .expect("this folder")
        .filter_map(|file| file.ok()?.file_name().into_string().ok())
        .map(|name| name.trim_end_matches(".rs").to_string())
        .filter(|name| !OTHERS.contains(&name.as_str()))
        .collect();
    let gathered_files = gathered().map(|(file, _, _)| file.to_string());
    assert_eq!(BTreeSet::from(gathered_files), files);
    for (file, id, _) in gathered() {
        assert_eq!(file.replace('_', "-"), id);
    }
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
    assert_eq!(ids, gathered().map(|(_, id, _)| id).into());
}

#[test]
fn every_rule_has_a_source_and_speaks_and_is_silent_in_a_case() {
    for rule in RULES {
        assert!(!rule.source.is_empty(), "{}", rule.id);
        for is_heard in [true, false] {
            let is_there =
                |(id, case): &(&str, Case)| *id == rule.id && case.heard.is_some() == is_heard;
            assert!(
                cases().any(|case| is_there(&case)),
                "{}: {is_heard}",
                rule.id
            );
        }
    }
}

#[test]
fn each_rule_speaks_as_it_should_and_where_it_should() {
    let mut unheard = Vec::new();
    for (id, case) in cases() {
        let found = findings(&case.said);
        let is_heard = match case.heard {
            None => !found.iter().any(|finding| finding.rule == id),
            Some((severity, words)) => found.iter().any(|finding| {
                let says = finding.title.contains(words) || finding.text.contains(words);
                finding.rule == id && finding.severity == severity && says
            }),
        };
        if !is_heard {
            let heard = found
                .iter()
                .map(|found| (found.rule, found.severity, &found.title));
            unheard.push(format!(
                "{id} {:?}: {:?}",
                case.heard,
                Vec::from_iter(heard)
            ));
        }
    }
    assert!(unheard.is_empty(), "{}", unheard.join("\n"));
}

#[test]
fn a_repair_removes_what_was_found_and_brings_no_new_error() {
    let mut repairs = 0;
    for (id, case) in cases() {
        let before = findings(&case.said);
        for finding in &before {
            let Some(repair) = finding.repairs.first() else {
                continue;
            };
            repairs += 1;
            let after = findings(&repair.said);
            let is_same =
                |left: &&Finding| (left.rule, &left.title) == (finding.rule, &finding.title);
            assert_eq!(after.iter().find(is_same), None, "{id}: {}", repair.label);
            for left in after.iter().filter(|left| left.severity == Severity::Error) {
                assert!(
                    before.iter().any(|known| known.rule == left.rule),
                    "{id}: the repair “{}” introduces {left:?}",
                    repair.label
                );
            }
        }
    }
    assert!(repairs > 40, "{repairs}");
}

#[test]
fn a_guess_says_that_it_is_one_and_stands_alone() {
    for (id, case) in cases() {
        let found = findings(&case.said);
        let guesses: Vec<&Finding> = found
            .iter()
            .filter(|finding| finding.confidence == Confidence::Likely)
            .collect();
        assert!(guesses.len() < 2, "{id}: {guesses:#?}");
        if let [guess] = guesses[..] {
            assert!(!guess.repairs.is_empty(), "{id}: {guess:?}");
            let is_said_twice =
                |other: &&Finding| ["overlap", "phase", "meant"].contains(&other.rule);
            assert_eq!(found.iter().find(is_said_twice), None, "{id}: {guess:?}");
        }
    }
}
