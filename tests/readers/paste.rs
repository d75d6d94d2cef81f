//! The box that takes anything.

use swizzle_core::{Arch, Descriptor, Said, Spec};
use swizzle_infer::sequence::Sequence;
use swizzle_parse::tensor_map::map_from_print;
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_text::sequence_text;
use swizzle_view::{Shown, shown_from_link};

use super::state;
use super::target::{Fault, Target, ensure, literal};

pub(crate) const TARGET: Target =
    Target { name: "paste", corpus, tokens: Vec::new, check: |input| check(&String::from_utf8_lossy(input)) };

/// Every text whose answer is known.
fn corpus() -> Vec<Vec<u8>> {
    include_str!("../../crates/swizzle-parse/tests/answers.jsonl").lines().map(literal).collect()
}

/// A descriptor with a base offset, without LBO, and with a bit where none belongs.
const GIVEN: u64 = 2 << 61 | 5 << 49 | 1 << 46 | 64 << 32 | 1 << 14;

/// The contexts of the box: nothing specified, and everything specified that a value must not be mixed with, with a
/// descriptor and without.
fn contexts() -> [Shown; 3] {
    let link = "#/tcgen05?element=e2m1-packed&major=MN&order=k&mn=200&k=1000&pattern=0x480&lbo_bytes=48&start=0x8400\
        &sparsity=sparse&step=3";
    let opened = shown_from_link(link);
    assert_eq!(opened.notices, [], "{link}");
    let said = opened.shown.said;
    let given = said.with_given(Descriptor::new(Arch::Tcgen05, GIVEN));
    [Said::default(), said, given].map(Shown::from)
}

fn check(text: &str) -> Result<(), Fault> {
    let map = map_from_print(text).map_or("a tensor map".into(), |print| print.text());
    ensure!(map.contains("tensor map"), "it is called {map}");
    for context in contexts() {
        if let Err(error) = shown_from_paste(text, &PasteChoice::default(), &context) {
            // What is asked can be answered.
            for (label, choice) in &error.readings {
                let reading = read(text, choice, &context)?;
                ensure!(reading.is_some(), "“{label}” is offered and refused");
            }
        }
        if let Some(pasted) = read(text, &PasteChoice::default(), &context)? {
            // What is offered can be had.
            for (label, choice) in &pasted.others {
                ensure!(!label.is_empty(), "another reading has no label");
                let other = read(text, choice, &context)?;
                ensure!(other.is_some(), "“{label}” is offered and refused");
            }
        }
    }
    Ok(())
}

/// Reads a text; nothing where it is refused, as it should be.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Result<Option<Pasted>, Fault> {
    let pasted = match shown_from_paste(text, choice, context) {
        Ok(pasted) => pasted,
        Err(error) => {
            ensure!(!error.message.is_empty(), "it is refused without a reason");
            ensure!(
                text.get(error.at.clone()).is_some(),
                "“{}” lies at {:?}, which is no part of the text",
                error.message,
                error.at
            );
            return Ok(None);
        }
    };
    ensure!(!pasted.what.is_empty(), "nothing says what was recognised");
    for notice in &pasted.notices {
        ensure!(!notice.why.is_empty(), "“{}” is left out without a reason", notice.part);
    }
    let spec = pasted.shown.spec();
    let spec = spec.map_err(|why| format!("there is no tile: {why}"))?;
    state::stands_as_said(&spec)?;
    state::survives_its_link(&pasted.shown)?;
    state::has_words(&spec)?;
    has_a_sequence(&spec)?;
    Ok(Some(pasted))
}

/// Every given descriptor is in the sequence's table at most once, and the sequence has words.
fn has_a_sequence(spec: &Spec) -> Result<(), Fault> {
    let all = spec.said().all_given();
    if all.len() < 2 {
        return Ok(());
    }
    let sequence = Sequence::of(spec);
    ensure!(sequence.given.len() == all.len(), "a descriptor is lost");
    let placed = sequence.given.iter().filter(|given| given.place.is_some()).count();
    let in_rows = sequence.rows.iter().filter(|row| sequence.given_at(row.place).is_some()).count();
    ensure!(in_rows <= placed, "{in_rows} rows hold {placed} descriptors");
    ensure!(!sequence_text(spec, &sequence).is_empty(), "a sequence has no words");
    Ok(())
}
