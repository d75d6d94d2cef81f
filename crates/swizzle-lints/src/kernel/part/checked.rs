//! Checks around the tensor-core instructions that found no fault, in words.

use super::*;

/// Something that lints looked at and had nothing to say of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The line of the PTX, from 1; none where it is about several.
    pub line: Option<u32>,
    /// The operand that it is about.
    pub operand: Option<Letter>,
    /// The fact that holds.
    pub words: String,
}

/// Returns the facts that hold of parts without findings. Buffers that do not overlap are reported together; of operands with a
/// fault, the stages are not reported.
pub(crate) fn checked<'p>(parts: impl Iterator<Item = &'p Part>, wrong: &HashSet<Letter>) -> Vec<Checked> {
    let mut parts: Vec<&Part> = parts.collect();
    parts.sort_by_key(|part| part.line);
    let mut apart: Vec<&str> = Vec::new();
    let mut all: Vec<Checked> = Vec::new();
    for part in parts {
        let is_wrong = || part.operand.is_some_and(|one| wrong.contains(&one));
        let words = match &part.holds {
            Holds::Apart(names) => {
                for name in names {
                    if !apart.contains(name) {
                        apart.push(name);
                    }
                }
                continue;
            }
            Holds::Checked(words) => words,
            Holds::Stages(words) if !is_wrong() => words,
            Holds::Stages(_) | Holds::Nothing | Holds::NotFollowed(_) => continue,
        };
        if all.iter().all(|one| one.words != *words) {
            all.push(Checked { line: Some(part.line), operand: part.operand, words: words.clone() });
        }
    }
    all.sort_by_key(|one| (one.operand, one.line));
    let names = match &apart[..] {
        [] => return all,
        [one] => format!("Buffers of {one}"),
        names => listed(names),
    };
    let words = capital(&format!("{names} do not overlap"));
    all.push(Checked { line: None, operand: None, words });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::part::boxes::tests::load;
    use crate::kernel::part::buffers::tests::{apart, buffer};
    use crate::kernel::part::expects;

    fn all(parts: &[Part]) -> Vec<String> {
        let all = checked(parts.iter(), &HashSet::new()).into_iter();
        all.map(|one| one.words).collect()
    }

    #[test]
    fn what_is_right_is_said_once() {
        let expect = expects::tests::right();
        assert_eq!(
            all(&[load(|_| {}), expect.clone(), expect, apart("A", "B"), apart("B", "the barriers")]),
            [
                "A: box and reads agree on 128B, bf16, rows of 128 bytes",
                "The barrier expects the 32,768 bytes that its copies bring",
                "A, B and the barriers do not overlap",
            ]
        );
    }

    #[test]
    fn a_sentence_begins_with_a_capital() {
        assert_eq!(all(&[apart("the barriers", "A")]), ["The barriers and A do not overlap"]);
    }

    #[test]
    fn nothing_is_said_of_stages_of_a_wrong_operand() {
        let buffer = |letter, name| Part { operand: Some(letter), ..buffer(name, 16384) };
        let parts = [buffer(Letter::A, "A"), buffer(Letter::B, "B")];
        let said = checked(parts.iter(), &HashSet::from([Letter::A]));
        let words: Vec<_> = said.into_iter().map(|one| one.words).collect();
        assert_eq!(words, ["B: 3 stages of 16,384 bytes do not overlap"]);
    }

    #[test]
    fn what_no_check_compares_is_not_called_checked() {
        assert!(all(&[Part::default(), load(|load| load.written = None)]).is_empty());
    }
}
