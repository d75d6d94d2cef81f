//! Sentences of the table's words, in any order: each word is read or named, and what is said is what the table says.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use swizzle_core::{Major, Operand, Said};
use swizzle_params::PARAMS;
use swizzle_parse::shown_from_paste;
use swizzle_parse::{Meaning, vocabulary};
use swizzle_tests::{cases, rows, said as linked};
use swizzle_view::Shown;

use super::GUESS;

/// What is said once in a sentence.
fn subject(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Element(_) | Meaning::ElementAs(_) | Meaning::NoElement => "element",
        // Mode and major may be in one name.
        Meaning::Swizzle(_)
        | Meaning::NoSwizzle
        | Meaning::Layout(..)
        | Meaning::Major(_)
        | Meaning::MajorOf(_)
        | Meaning::AsWritten(_) => "layout",
        Meaning::Arch(_) | Meaning::Chip(_) | Meaning::NoArch => "arch",
        Meaning::Operand(_) => "operand",
    }
}

/// Says what a word means; whether it says anything.
fn say(said: &mut Said, meaning: Meaning) -> bool {
    let tile = &mut said.tile;
    match meaning {
        Meaning::Element(element) | Meaning::ElementAs(element) => tile.element = Some(element),
        Meaning::Swizzle(mode) => tile.swizzle = Some(mode),
        Meaning::Layout(mode, major) => {
            tile.swizzle = Some(mode);
            tile.major = Some(major);
        }
        Meaning::Arch(arch) => said.reader.arch = Some(arch),
        Meaning::Chip(chip) => *said = said.with_chip(chip),
        Meaning::Major(major) | Meaning::AsWritten(major) => tile.major = Some(major),
        Meaning::MajorOf(operand) => {
            tile.major = Some(Major::Mn);
            said.reader.operand = Some(operand);
        }
        Meaning::Operand(operand) => said.reader.operand = Some(operand),
        Meaning::NoElement | Meaning::NoSwizzle | Meaning::NoArch => return false,
    }
    true
}

/// Several words that say one thing, a row of `phrases.tsv`.
fn phrases() -> Vec<Vec<&'static str>> {
    rows(include_str!("phrases.tsv")).collect()
}

/// A word in another case.
fn cased(word: &str, case: u8) -> String {
    match case {
        0 => word.into(),
        1 => word.to_uppercase(),
        _ => word.replace('_', "-"),
    }
}

/// A word as a notice quotes it: a long one is cut.
fn part(word: &str) -> String {
    match word.len() > 40 {
        true => format!("{}…", &word[..40]),
        false => word.into(),
    }
}

fn check(
    words: &[(Index, u8)],
    phrases: &[Index],
    order: &[Index],
    separators: &[&str],
    foreign: Option<&str>,
) -> Result<(), TestCaseError> {
    let table: Vec<(&str, Meaning, &str)> = vocabulary().collect();
    let mut said = Said::default();
    (said.tile.mn, said.tile.k, said.tile.start_bytes) = (Some(128), Some(64), Some(0x400));
    let mut parts: Vec<String> = vec!["128x64".into(), "at 0x400".into()];
    let mut named: Vec<String> = Vec::new();
    let mut subjects = Vec::new();
    for (index, case) in words {
        let (word, meaning, _) = *index.get(&table);
        let mut about = vec![subject(meaning)];
        if matches!(meaning, Meaning::MajorOf(_)) {
            about.push("operand");
        }
        if about.iter().any(|one| subjects.contains(one)) {
            continue;
        }
        subjects.extend(about);
        let word = cased(word, *case);
        if !say(&mut said, meaning) {
            named.push(part(&word));
        }
        parts.push(word);
    }
    let all = self::phrases();
    for index in phrases {
        let [words, about, means] = index.get(&all)[..] else { panic!("a phrase") };
        let mut about = about.split_terminator(',');
        if about.clone().any(|one| subjects.contains(&one)) || parts.iter().any(|one| one == words) {
            continue;
        }
        subjects.extend(&mut about);
        if means.is_empty() {
            named.push(words.into());
        }
        let means = linked(&format!("#/?{means}"));
        for param in PARAMS {
            let value = param.get(&means);
            assert!(value.is_none() || param.set(&mut said, value), "{words}");
        }
        parts.push(words.into());
    }
    if let Some(foreign) = foreign {
        parts.push(foreign.into());
        named.push(foreign.into());
    }
    let mut text = String::new();
    for (i, at) in order.iter().enumerate() {
        if parts.is_empty() {
            break;
        }
        let part = parts.remove(at.index(parts.len()));
        if i > 0 {
            text.push_str(separators[i % separators.len()]);
        }
        text.push_str(&part);
    }
    let pasted = match shown_from_paste(&text, &GUESS, &Shown::default()) {
        Ok(pasted) => pasted,
        Err(error) => return Err(TestCaseError::fail(format!("{text:?}: {error}"))),
    };
    let mut unread: Vec<String> = pasted.unread().map(|one| one.part.clone()).collect();
    unread.sort();
    named.sort();
    prop_assert_eq!(unread, named, "{:?}", text);
    prop_assert_eq!(pasted.shown.said, said, "{:?}", text);
    Ok(())
}

#[test]
fn every_word_of_the_table_is_read_or_named() {
    let table: Vec<(&str, Meaning, &str)> = vocabulary().collect();
    assert!(table.len() > 200);
    for (word, meaning, _) in table {
        let mut said = Said::default();
        (said.tile.mn, said.tile.k) = (Some(128), Some(64));
        said.reader.operand = Some(Operand::A);
        let whose = match meaning {
            Meaning::Operand(_) | Meaning::MajorOf(_) => "",
            _ => "operand A ",
        };
        let is_read = say(&mut said, meaning);
        let text = format!("{whose}{word} 128x64 start=0x400");
        said.tile.start_bytes = Some(0x400);
        let pasted = shown_from_paste(&text, &GUESS, &Shown::default())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let unread: Vec<&str> = pasted.unread().map(|one| &*one.part).collect();
        let named = if is_read { vec![] } else { vec![part(word)] };
        assert_eq!(unread, named, "{text}");
        assert_eq!(pasted.shown.said, said, "{text}");
    }
}

proptest! {
    #![proptest_config(cases(96, 2000))]

    #[test]
    fn sentences_say_what_the_table_says(
        words in prop::collection::vec((any::<Index>(), 0_u8..3), 1..8),
        phrases in prop::collection::vec(any::<Index>(), 0..5),
        order in prop::collection::vec(any::<Index>(), 24),
        separators in prop::collection::vec(select(&[" ", ", ", "\n", "; ", " \t"][..]), 1..4),
        foreign in prop::option::of(select(&["fluffy", "zq7", "quux_9", "Wobble"][..])),
    ) {
        check(&words, &phrases, &order, &separators, foreign)?;
    }
}
