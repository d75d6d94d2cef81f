//! Each lint fires in its cases and only there, and its repair removes the finding. The cases are rows of `cases.tsv`.

mod required;
pub(crate) mod subjects;

use std::any::TypeId;
use std::collections::BTreeSet;

use super::*;
use crate::kernel::part::{Part, row::Row, rows};
use crate::lint::{FindingOf, findings_of};
use subjects::FromCase;
use swizzle_core::reader::Spec;
use swizzle_infer::spec_from_said;

/// A subject, and the expected finding of a lint.
#[derive(Debug, Clone)]
struct Case<S> {
    subject: S,
    /// Severity and words of the title or text; `None` where the lint must not fire.
    heard: Option<(Severity, String)>,
}

/// The cases of a lint.
fn cases_of<S: FromCase>(lint: &Lint<S>) -> Vec<Case<S>> {
    let head = format!("[{}]", lint.id);
    let lines = include_str!("cases.tsv").lines();
    let rows = lines.skip_while(|line| *line != head).skip(1);
    let rows = rows.take_while(|line| !line.is_empty());
    let rows = rows.filter(|line| !line.starts_with('#')).map(|line| {
        let (severity, rest) = line.split_once('\t').expect(line);
        let (subject, words) = rest.split_once('\t').unwrap_or((rest, ""));
        let severity: Option<Severity> = severity.parse().ok().or_else(|| {
            assert_eq!(severity, "silent", "{line}");
            None
        });
        let heard = severity.map(|severity| (severity, words.to_owned()));
        let subject = S::from_case(subject).expect(line);
        Case { subject, heard }
    });
    rows.collect()
}

#[test]
fn each_head_of_the_cases_is_a_lint() {
    let (mut heads, mut is_in_section) = (BTreeSet::new(), false);
    for line in include_str!("cases.tsv").lines().filter(|line| !line.starts_with('#')) {
        if let Some(head) = line.strip_prefix('[') {
            let id = head.trim_end_matches(']');
            let is_known = rule(id).is_some();
            assert!(is_known && heads.insert(head), "{line}");
        }
        is_in_section = !line.is_empty() && (is_in_section || line.starts_with('['));
        assert!(line.is_empty() || is_in_section, "{line} is a case of no lint");
        // What is silent has no words, what speaks has.
        let columns = line.split('\t').count();
        assert!(columns == 1 || columns == if line.starts_with("silent") { 2 } else { 3 }, "{line}");
    }
}

/// Every case with its lint.
fn cases() -> impl Iterator<Item = (&'static str, Case<Spec>)> {
    LINTS.iter().flat_map(|lint| cases_of(lint).into_iter().map(|case| (lint.id, case)))
}

/// The findings of a list of lints on a subject.
type Judge<S> = fn(&'static [Lint<S>], &S) -> Vec<FindingOf<S>>;

/// Asks something of each list of lints that has cases, with its judge.
macro_rules! of_each_list {
    ($ask:ident $(, $more:expr)*) => {{
        $ask(LINTS, matrix::findings_of $(, $more)*);
        $ask(instruction::IDESC_LINTS, |lints, word| findings_of(lints, word, ()).0 $(, $more)*);
        $ask(instruction::INSTRUCTION_LINTS, |lints, values| findings_of(lints, values, ()).0 $(, $more)*);
        $ask(tma::TMA_LINTS, |lints, copy| findings_of(lints, copy, copy.landed()).0 $(, $more)*);
        $ask(kernel::KERNEL_LINTS, |lints, read| findings_of(lints, read, ()).0 $(, $more)*);
        $ask(
            tensor_memory::plan::PLAN_LINTS,
            |lints, plan| findings_of(lints, plan, plan.laid()).0
            $(, $more)*
        );
        $ask(tensor_memory::issue::ISSUE_LINTS, tensor_memory::issue::found $(, $more)*);
    }};
}

/// The checks of parts that have cases.
fn rows_with_cases() -> impl Iterator<Item = &'static Row> {
    rows().filter(|row| !cases_of(&row.lint).is_empty())
}

/// Whether each lint of a subject has a source, a case in which it fires and one in which it does not, and does so.
fn lints_hear_their_cases<S: FromCase>(lints: &'static [Lint<S>], judge: Judge<S>) {
    for lint in lints {
        hears_its_cases(lint, cases_of(lint), |subject| judge(lints, subject));
    }
}

fn hears_its_cases<S: Subject>(lint: &Lint<S>, cases: Vec<Case<S>>, judge: impl Fn(&S) -> Vec<FindingOf<S>>) {
    assert!(!lint.source.is_empty(), "{}", lint.id);
    for is_heard in [true, false] {
        let is_there = cases.iter().any(|case| case.heard.is_some() == is_heard);
        assert!(is_there, "{}: {is_heard}", lint.id);
    }
    for case in cases {
        let found = judge(&case.subject);
        let mut own = found.iter().filter(|finding| finding.id == lint.id);
        let is_heard = match &case.heard {
            None => own.next().is_none(),
            Some((severity, words)) => own.any(|finding| {
                let says = finding.title.contains(words) || finding.text.contains(words);
                finding.severity == *severity && says
            }),
        };
        let all = found.iter().map(|found| (found.id, found.severity, &found.title));
        assert!(is_heard, "{} {:?}: {:?}", lint.id, case.heard, Vec::from_iter(all));
    }
}

#[test]
fn each_lint_speaks_as_it_should_and_where_it_should() {
    of_each_list!(lints_hear_their_cases);
    for row in rows_with_cases() {
        hears_its_cases(&row.lint, cases_of(&row.lint), |part: &Part| part.findings.clone());
    }
}

/// Asks that a list in another order finds the same; only what is shown first, and which of two findings that vanish together is on
/// top, differs. Nothing is silenced by a lint that the list does not have; parts that fill the bytes of a kernel's read can be the
/// cause of a finding on it.
fn order_is_only_display<S: FromCase>(lints: &'static [Lint<S>], judge: Judge<S>, of_parts: &[&str]) {
    let is_of_kernel = TypeId::of::<S>() == TypeId::of::<kernel::OperandRead>();
    let beside = if is_of_kernel { of_parts } else { &[] };
    let orders: [fn(&mut Vec<Lint<S>>); 3] = [
        |lints| lints.reverse(),
        |lints| lints.rotate_left(2),
        |lints| lints.sort_by_key(|lint| (lint.id.len() % 5, lint.id)),
    ];
    let cases: Vec<_> = lints.iter().flat_map(cases_of).collect();
    for order in orders {
        let mut permuted = lints.to_vec();
        order(&mut permuted);
        let permuted: &'static [Lint<S>] = permuted.leak();
        for case in &cases {
            let [own, other] = [lints, permuted].map(|lints| {
                let mut all = judge(lints, &case.subject);
                for finding in &mut all {
                    finding.consequence_of = None;
                    let silencers = finding.silenced_by.iter().flat_map(|one| one.lints());
                    for id in silencers {
                        let is_here = lints.iter().any(|lint| lint.id == *id);
                        assert!(is_here || beside.contains(id), "{id}");
                    }
                }
                all.sort_by(|one, other| (one.id, &one.title).cmp(&(other.id, &other.title)));
                all
            });
            assert_eq!(own, other);
        }
    }
}

#[test]
fn the_order_of_a_list_is_only_the_order_of_display() {
    let of_parts: Vec<_> = rows().map(|row| row.lint.id).collect();
    of_each_list!(order_is_only_display, &of_parts);
    // What silences a check of a part is a check, too.
    for silencer in rows().flat_map(|row| row.lint.silenced_by) {
        assert!(silencer.lints().iter().all(|id| of_parts.contains(id)), "{silencer:?}");
    }
}

#[test]
fn a_repair_removes_what_was_found_and_brings_no_new_error() {
    let mut repairs = 0;
    for (id, case) in cases() {
        let before = findings_from_spec(&case.subject);
        for finding in &before {
            let Some(repair) = finding.repairs.first() else {
                continue;
            };
            repairs += 1;
            let after = findings_from_spec(&spec_from_said(&repair.change.said).expect("a picture"));
            let is_same = |left: &&Finding| (left.id, &left.title) == (finding.id, &finding.title);
            assert_eq!(after.iter().find(is_same), None, "{id}: {}", repair.label);
            for left in after.iter().filter(|left| left.severity == Severity::Error) {
                assert!(
                    before.iter().any(|known| known.id == left.id),
                    "{id}: the repair “{}” introduces {left:?}",
                    repair.label
                );
            }
        }
    }
    assert!(repairs > 40, "{repairs}");
}

/// A subject whose fix is another subject.
#[test]
fn a_repair_of_tensor_memory_removes_what_was_found() {
    fn repairs<S: FromCase + Subject<Change = S>>(
        lints: &'static [Lint<S>],
        judge: fn(&S) -> Vec<Finding<S>>,
    ) -> usize {
        let found = lints.iter().flat_map(cases_of).flat_map(|case| judge(&case.subject));
        // Sources that disagree do so in either reading.
        let found = found.filter(|finding| finding.confidence != Confidence::Contested);
        let mut count = 0;
        for (finding, repair) in
            found.flat_map(|one| one.repairs.clone().into_iter().map(move |repair| (one.clone(), repair)))
        {
            let after = judge(&repair.change);
            let is_same = |left: &&Finding<S>| (left.id, &left.title) == (finding.id, &finding.title);
            assert_eq!(after.iter().find(is_same), None, "{}", repair.label);
            count += 1;
        }
        count
    }
    use tensor_memory::{issue, plan};
    let of_plans = repairs(plan::PLAN_LINTS, plan::findings_from_plan);
    let of_issues = repairs(issue::ISSUE_LINTS, issue::findings_from_issue);
    assert!(of_plans > 15 && of_issues > 12, "{of_plans}, {of_issues}");
}

#[test]
fn a_guess_says_that_it_is_one_and_stands_alone() {
    for (id, case) in cases() {
        let found = findings_from_spec(&case.subject);
        let guesses: Vec<&Finding> =
            found.iter().filter(|finding| finding.confidence == Confidence::Likely).collect();
        assert!(guesses.len() < 2, "{id}: {guesses:#?}");
        if let [guess] = guesses[..] {
            assert!(!guess.repairs.is_empty(), "{id}: {guess:?}");
            let is_said_twice = |other: &&Finding| ["overlap", "phase", "meant"].contains(&other.id);
            assert_eq!(found.iter().find(is_said_twice), None, "{id}: {guess:?}");
        }
    }
}

/// Each section of `rules.md` is that of a lint, with a severity that the lint has in a case.
#[test]
fn every_rule_has_its_page() {
    fn severities<S: FromCase>(
        lints: &'static [Lint<S>],
        _: Judge<S>,
        all: &mut Vec<(&'static str, Severity)>,
    ) {
        for lint in lints {
            let heard = cases_of(lint).into_iter().filter_map(|case| case.heard);
            all.extend(heard.map(|(severity, _)| (lint.id, severity)));
        }
    }
    let mut known = Vec::new();
    of_each_list!(severities, &mut known);
    for row in rows() {
        let heard = cases_of(&row.lint).into_iter().filter_map(|case| case.heard);
        known.extend(heard.map(|(severity, _)| (row.lint.id, severity)));
        // A check without cases finds errors.
        if known.last().is_none_or(|(id, _)| *id != row.lint.id) {
            known.push((row.lint.id, Severity::Error));
        }
    }
    let mut listed = BTreeSet::new();
    for rule in rules() {
        assert!(known.contains(&(rule.id, rule.severity)), "{rule:?}");
        assert!(listed.insert(rule.id) && !rule.why.is_empty(), "{rule:?}");
    }
    assert_eq!(listed, known.iter().map(|(id, _)| *id).collect());
    let text = include_str!("../../rules.md");
    for id in text.lines().filter_map(|line| line.strip_prefix("## ")) {
        assert!(listed.contains(id), "{id}");
    }
}
