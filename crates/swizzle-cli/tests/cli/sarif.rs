//! The rules in a log of SARIF.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::golden::right_and_wrong;
use crate::program::swizzle_with_input;

/// What GitHub shows of a rule: what is found, why, help with an example, a page and a level.
#[test]
fn rules_say_what_they_find() {
    let run = swizzle_with_input("lint --sarif -", &right_and_wrong()[0]);
    let log = run.json();
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    let rules = rules.as_array().expect("rules");
    let ids: BTreeSet<_> = rules.iter().map(|rule| rule["id"].as_str()).collect();
    assert!(rules.len() > 60 && ids.len() == rules.len());
    for rule in rules {
        let of =
            |at: &str| rule.pointer(at).and_then(Value::as_str).unwrap_or_else(|| panic!("{at}: {rule}"));
        let what = of("/shortDescription/text");
        assert!(what.ends_with('.') && what.len() < 150 && !what.contains("PTX ISA,"), "{what}");
        assert!(of("/fullDescription/text").starts_with(what));
        for help in ["/help/text", "/help/markdown"] {
            for words in ["Wrong: ", "Right: ", "Source: ", "[[allow]]"] {
                assert!(of(help).contains(words), "{words}: {rule}");
            }
        }
        assert!(of("/helpUri").starts_with("https://"));
        assert!(["error", "warning", "note"].contains(&of("/defaultConfiguration/level")));
    }
}
