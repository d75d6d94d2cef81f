//! Who requires what lints on tensor memory ask for, asked of all of them.

use crate::about::RequiredBy;
use crate::finding::Tag;
use crate::tensor_memory::issue::ISSUE_LINTS;
use crate::tensor_memory::plan::PLAN_LINTS;

/// The lints that ask for nothing.
const NOTHING: [&str; 8] = [
    "plan-unknown",
    "plan-half",
    "plan-contested",
    "plan-n-step",
    "plan-apart",
    "plan-beyond",
    "plan-scaled-a",
    "metadata-unknown",
];

#[test]
fn every_lint_that_asks_for_something_says_who_requires_it() {
    let plan = PLAN_LINTS.iter().map(|lint| (lint.id, lint.tags));
    let issue = ISSUE_LINTS.iter().map(|lint| (lint.id, lint.tags));
    let all: Vec<(&str, &[Tag])> = plan.chain(issue).collect();
    for (id, tags) in &all {
        let is_required = tags.iter().any(|tag| matches!(tag, Tag::Required(_)));
        assert_ne!(is_required, NOTHING.contains(id), "{id}");
    }
    let is_there = |id: &&str| all.iter().any(|(known, _)| known == id);
    assert!(NOTHING.iter().all(is_there));
    let of = |id: &str| all.iter().find(|(known, _)| *known == id).map(|(_, tags)| *tags);
    assert_eq!(of("scale-id"), Some(&[Tag::Required(RequiredBy::Hardware)][..]));
    assert_eq!(of("scale-order"), Some(&[Tag::Required(RequiredBy::Library)][..]));
}
