//! What a figure's controls can be set to, and that the text beside it holds for all of it.

use std::collections::BTreeSet;

use std::rc::Rc;

use swizzle_learn::{
    Block, Facts, Figure, FigureKind, Line, Span, TERMS, holds, offered, resolved, set, set_in_link,
    subject_of,
};

use crate::learn::{lines, opened, spans_of_blocks, spec, stops};

/// The controls of a text and its figure.
fn knobs(figure: &Figure, blocks: &'static [Block]) -> BTreeSet<&'static str> {
    let in_text = spans_of_blocks(blocks).filter_map(|span| match span {
        Span::Knob(key) => Some(key),
        _ => None,
    });
    in_text.chain(figure.knobs.iter().copied()).collect()
}

/// Settings of a control: all names that it offers, or numbers of every size.
fn settings(figure: &Figure, key: &str) -> Vec<String> {
    let numbers = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match key {
        "wires" => names(&["0", "1", "2", "3", "010", "100", "101", "110"]),
        _ if figure.kind() != FigureKind::Tile => match figure.choices_of(key) {
            Some(offered) => names(offered),
            None => numbers(&[0, 1, 8, 32, 47, 48, 64, 256, 511]),
        },
        "swizzle" | "swizzle_alone" | "element" => names(&offered(figure, key).expect("a control of names")),
        "major" => names(&["K", "MN"]),
        "operand" => names(&["A", "B"]),
        "order" => names(&["mn", "k"]),
        "sparsity" => names(&["dense", "sparse"]),
        "number" => names(&["memory", "logical", "bank", "none"]),
        "base_offset" => numbers(&[0, 1, 2, 3, 4, 5, 6, 7]),
        "step" => numbers(&[0, 1, 2, 3]),
        "mn" => numbers(&[64, 72, 120, 128, 136, 256]),
        "k" => numbers(&[8, 16, 32, 64, 72, 128, 4096]),
        "start" | "pattern" => numbers(&[0, 0x10, 0x80, 0x400, 0x40c, 0x480, 0x2000, 0x3fff0]),
        "lbo_bytes" | "sbo_bytes" | "meant_row_bytes" => {
            numbers(&[0, 16, 64, 128, 512, 528, 1024, 2048, 8192, 0x3fff0])
        }
        other => panic!("no settings are known for the knob {other}"),
    }
}

/// What a figure shows with controls set; none where that has no picture.
fn with_set(figure: &Figure, pairs: &[(&str, &str)], at: &str) -> Option<Rc<dyn Facts>> {
    if figure.kind() != FigureKind::Tile {
        let begins = Some(figure.link.to_owned());
        let link = pairs.iter().fold(begins, |link, (key, text)| set_in_link(&link?, key, text));
        return (subject_of(figure).facts)(&link?);
    }
    let begins = Some(opened(figure.link, at));
    let shown = pairs.iter().fold(begins, |shown, (key, text)| set(&shown?, key, text));
    // What has no picture is not taken.
    let spec = shown?.spec().ok()?;
    (spec.place().step < spec.steps().max(1)).then(|| Rc::new(spec) as Rc<dyn Facts>)
}

/// The states that two controls of a figure lead to.
fn reached(figure: &Figure, keys: &BTreeSet<&'static str>, at: &str) -> Vec<(String, Rc<dyn Facts>)> {
    let mut reached = Vec::new();
    let mut set = |pairs: &[(&str, &str)]| {
        if let Some(facts) = with_set(figure, pairs, at) {
            reached.push((format!("{at}: {pairs:?}"), facts));
        }
    };
    for one in keys {
        for value in settings(figure, one) {
            set(&[(one, &value)]);
            for other in keys.range(*one..).skip(1) {
                for second in settings(figure, other) {
                    set(&[(one, &value), (other, &second)]);
                }
            }
        }
    }
    reached
}

/// Whether every number of a line, and every choice of its words, is there.
fn assert_known(line: Line, facts: &dyn Facts, at: &str) {
    for span in resolved(line, facts) {
        if let Span::Value(name) = span {
            assert!(facts.value(name).is_some(), "{at}: {{{name}}}");
        }
    }
    for span in line.spans() {
        if let Span::If(condition, then, other) = span {
            let holds = holds(facts, condition);
            assert!(holds.is_some(), "{at}: {{if {condition}}}");
            assert_known(if holds == Some(true) { then } else { other }, facts, at);
        }
    }
}

/// The texts with a figure: what they say before a question, their figure, and a name for messages.
fn texts() -> impl Iterator<Item = (&'static [Block], &'static Figure, String)> {
    let of_terms = TERMS.iter().map(|term| (term.blocks, &term.figure, format!("glossary: {}", term.title)));
    stops().map(|(stop, at)| (stop.blocks, &stop.figure, at)).chain(of_terms)
}

#[test]
fn a_text_has_its_numbers_whatever_its_controls_are_set_to() {
    for (blocks, figure, at) in texts() {
        for (at, facts) in reached(figure, &knobs(figure, blocks), &at) {
            for line in lines(blocks) {
                assert_known(line, &*facts, &at);
            }
        }
    }
}

#[test]
fn a_control_offers_what_the_figure_begins_with() {
    for (blocks, figure, at) in texts() {
        let keys = knobs(figure, blocks);
        for (key, _) in figure.choices {
            assert!(keys.contains(key), "{at}: no control turns {key}");
        }
        if figure.kind() != FigureKind::Tile {
            continue;
        }
        let begins = spec(figure.link, &at);
        for key in ["swizzle", "element"].iter().filter(|key| keys.contains(**key)) {
            let offered = offered(figure, key).expect("a control of names");
            let now = begins.value(key).expect("every figure has one");
            assert!(offered.contains(&&*now), "{at}: {key} {now}");
        }
    }
}

/// Where names are said beside the control that turns them, and why they stay true.
const NAMED_BESIDE_THEIR_CONTROL: &[(&str, &str)] = &[
    ("Which types allow it", "the types that Hopper can transpose"),
    ("Which swizzle?", "the code of each mode"),
    ("Code one", "what the code means on either chip"),
    ("Swizzle mode", "the list of all modes"),
];

/// What a control changes is not written out beside it, where it would go on being said when it is no longer so.
#[test]
fn nothing_names_what_a_control_turns() {
    let mut named = Vec::new();
    for (blocks, figure, at) in texts() {
        let keys = knobs(figure, blocks);
        for key in ["swizzle", "element"].iter().filter(|key| keys.contains(**key)) {
            let names = offered(figure, key).expect("a control of names");
            for span in lines(blocks).flat_map(Line::spans) {
                let (Span::Text(words) | Span::Code(words)) = span else {
                    continue;
                };
                let ends = |c: char| !(c.is_alphanumeric() || c == '-');
                for word in words.split(ends).filter(|word| names.contains(word)) {
                    let is_allowed = NAMED_BESIDE_THEIR_CONTROL.iter().any(|(title, _)| at.ends_with(title));
                    if !is_allowed {
                        named.push(format!("{at}: {word} in “{words}”"));
                    }
                }
            }
        }
    }
    assert_eq!(named, [""; 0]);
}
