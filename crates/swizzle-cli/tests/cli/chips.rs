//! `--chip`: whose bits a descriptor has, and what the chip lacks of its family.

use serde_json::Value;
use swizzle_view::{link_from_shown, shown_from_link};

use crate::program::{swizzle, swizzle_with};

fn json(options: &str) -> Value {
    let answer = swizzle(options).answer();
    serde_json::from_str(&answer).expect("the answer is JSON")
}

#[test]
fn a_start_beyond_256_kib_is_of_sm_107a() {
    let tile = json("tile --chip sm_107a --start 0x40400");
    assert_eq!(tile["steps"][1]["descriptor"], "0x4000404000014042");
    assert_eq!(tile["steps"][1]["start"], 0x40420);
    let before = json("tile --chip sm_100a --start 0x40400");
    assert_eq!(before["steps"][1]["descriptor"], "0x4000404000010042");
    let report =
        json("check --json --chip sm_107a --mn 64 --k 64 --start 0x40400 0x4000404000014042");
    let descriptor = &report["descriptors"][0];
    assert_eq!(descriptor["chip"], "sm_107a");
    assert_eq!(descriptor["fields"]["start"]["bytes"], 0x40420);
    assert_eq!(descriptor["fields"]["table_half"]["field"], 0);
}

#[test]
fn a_chip_has_its_product_s_name_too() {
    for (word, name) in [
        ("B200", "sm_100a"),
        ("gb300", "sm_103a"),
        ("H100", "sm_90a"),
    ] {
        let tile = |chip: &str| json(&format!("tile --chip {chip}"));
        assert_eq!(tile(word), tile(name), "{word}");
    }
    let refused = swizzle("tile --chip A100");
    assert!(refused.err.contains("sm_90a"), "{}", refused.err);
}

#[test]
fn what_the_chip_lacks_is_an_error() {
    let rules = |options: &str| -> Vec<String> {
        let tile = json(options);
        let findings = tile["findings"].as_array().expect("findings").iter();
        findings
            .filter(|one| one["severity"] == "error")
            .map(|one| one["id"].as_str().expect("a rule").into())
            .collect()
    };
    for chip in ["sm_103a", "sm_107a"] {
        assert_eq!(rules(&format!("tile --chip {chip} --element s8")), ["chip"]);
    }
    for chip in ["sm_90a", "sm_100a", "sm_110a"] {
        let none: [String; 0] = [];
        assert_eq!(rules(&format!("tile --chip {chip} --element s8")), none);
    }
    assert_eq!(rules("tile --chip sm_90"), ["chip"]);
}

#[test]
fn a_link_keeps_the_chip() {
    let link = "#/tcgen05/4000404000014042?chip=sm_107a";
    let shown = shown_from_link(link);
    assert!(shown.notices.is_empty(), "{:?}", shown.notices);
    assert_eq!(link_from_shown(&shown.shown), link);
    for wrong in ["#/wgmma?chip=sm_103a", "#/?chip=sm_120", "#/?chip=sm_5"] {
        assert_eq!(shown_from_link(wrong).notices.len(), 1, "{wrong}");
    }
}

/// A word for a chip says the chip, not its family alone: what it lacks is lacking.
#[test]
fn a_chip_is_said_in_words() {
    let of = |words: &str| -> (Value, bool) {
        let options = ["check", "--json", words];
        let report: Value = serde_json::from_str(&swizzle_with(&options).out).expect("JSON");
        let descriptor = &report["descriptors"][0];
        let findings = report["findings"].as_array().expect("findings").iter();
        let lacks = findings
            .filter(|one| one["id"] == "chip")
            .any(|one| one["severity"] == "error");
        (descriptor["chip"].clone(), lacks)
    };
    let s8 = "s8 K-major 128B 128x128 0x4000404000010040";
    for (chip, expected, lacks) in [
        ("sm_103a", Some("sm_103a"), true),
        ("B300", Some("sm_103a"), true),
        ("sm_110a", Some("sm_110a"), false),
        ("B200", None, false),
        ("sm_100", None, false),
    ] {
        assert_eq!(
            of(&format!("{chip} {s8}")),
            (expected.into(), lacks),
            "{chip}"
        );
    }
}
