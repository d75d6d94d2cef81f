//! Checks around the tensor-core instructions that found no fault, in words.

use std::collections::HashSet;

use swizzle_core::hardware::Named as _;
use swizzle_text::grouped;

use crate::kernel::letter::Letter;
use crate::kernel::part::row::Outcome;
use crate::kernel::part::{About, Part, Writer};

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
pub(crate) fn checked<'p>(
    parts: impl Iterator<Item = &'p Part>,
    wrong: &HashSet<Letter>,
) -> Vec<Checked> {
    // Those of barriers come in no order.
    let mut parts: Vec<&Part> = parts.collect();
    parts.sort_by_key(|part| part.line);
    let mut apart: Vec<&str> = Vec::new();
    let mut all: Vec<Checked> = Vec::new();
    for part in parts {
        if let About::Pair(one, other) = &part.about {
            for name in [one.name, other.name] {
                if !apart.contains(&name) {
                    apart.push(name);
                }
            }
            continue;
        }
        let is_of_stages = matches!(
            part.about,
            About::Buffer { .. } | About::Stages { .. } | About::Filled(_)
        );
        if is_of_stages && part.operand.is_some_and(|one| wrong.contains(&one)) {
            continue;
        }
        let Some(words) = words(&part.about) else {
            continue;
        };
        if all.iter().all(|one| one.words != words) {
            all.push(Checked {
                line: Some(part.line),
                operand: part.operand,
                words,
            });
        }
    }
    all.sort_by_key(|one| (one.operand, one.line));
    if let [names @ .., last] = &*apart {
        let names = match names {
            [] => format!("Buffers of {last}"),
            names => format!("{} and {last}", names.join(", ")),
        };
        let mut words = format!("{names} do not overlap");
        if let Some(first) = words.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        all.push(Checked {
            line: None,
            operand: None,
            words,
        });
    }
    all
}

/// A number of bytes, as it is shown.
fn counted(bytes: u64) -> String {
    u32::try_from(bytes).map_or_else(|_| bytes.to_string(), grouped)
}

pub(crate) fn words(about: &About) -> Option<String> {
    match about {
        About::Load(load) => {
            let mode = load.read.name();
            let (letter, row) = (load.side.name(), load.row_read);
            load.written?;
            let types = load
                .types
                .map(|(_, element)| format!(", {}", element.name()));
            Some(format!(
                "{letter}: box and reads agree on {mode}{}, rows of {row} bytes",
                types.unwrap_or_default()
            ))
        }
        About::Stages { side, read, .. } => Some(format!(
            "{}: stages are {} bytes apart in copies and reads",
            side.name(),
            counted(*read)
        )),
        About::Filled(filled) => {
            let what = match filled.writer? {
                Writer::Copies => "copies",
                Writer::Threads => "stores",
                Writer::Unknown => return None,
            };
            let (name, read) = (filled.name, filled.read?);
            Some(format!(
                "{name}: stages are {} bytes apart in {what} and reads",
                counted(read)
            ))
        }
        About::Expect(expect) => Some(format!(
            "The barrier expects the {} bytes that its copies bring",
            counted(expect.expected)
        ))
        .filter(|_| !expect.arriving.is_empty()),
        // Barriers are too small to be worth a line.
        About::Buffer { extents, .. } if extents.stages > 1 && extents.bytes > 8 => Some(format!(
            "{}: {} stages of {} bytes do not overlap",
            extents.name,
            extents.stages,
            counted(extents.bytes)
        )),
        About::Compared(compared) => match &compared.outcome {
            Outcome::Checked(words) => Some(words.clone()),
            Outcome::Wrong(..) | Outcome::NotFollowed(_) => None,
        },
        About::Pair(..)
        | About::Start { .. }
        | About::Buffer { .. }
        | About::Tensor(_)
        | About::Base { .. }
        | About::TensorCopy { .. }
        | About::Steps { .. }
        | About::Instruction(_)
        | About::Cut
        | About::UnknownMap { .. }
        | About::Constants(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::part::{Expect, extents, load, part};

    fn all(parts: &[Part]) -> Vec<String> {
        let all = checked(parts.iter(), &HashSet::new()).into_iter();
        all.map(|one| one.words).collect()
    }

    #[test]
    fn what_is_right_is_said_once() {
        let pair = |one, other| {
            part(About::Pair(
                extents(one, 0, 3, 16384),
                extents(other, 1 << 17, 3, 16384),
            ))
        };
        let expect = part(About::Expect(Expect {
            expected: 32768,
            arriving: vec![32768],
        }));
        assert_eq!(
            all(&[
                load(|_| {}),
                expect.clone(),
                expect,
                pair("A", "B"),
                pair("B", "barriers")
            ]),
            [
                "A: box and reads agree on 128B, bf16, rows of 128 bytes",
                "The barrier expects the 32,768 bytes that its copies bring",
                "A, B and barriers do not overlap",
            ]
        );
    }

    #[test]
    fn a_sentence_begins_with_a_capital() {
        let barriers = extents("the barriers", 0, 1, 8);
        let apart = part(About::Pair(barriers, extents("A", 1 << 17, 3, 16384)));
        assert_eq!(all(&[apart]), ["The barriers and A do not overlap"]);
    }

    #[test]
    fn nothing_is_said_of_stages_of_a_wrong_operand() {
        let buffer = |letter, name| Part {
            operand: Some(letter),
            ..part(About::Buffer {
                extents: extents(name, 0, 3, 16384),
                variable: None,
            })
        };
        let parts = [buffer(Letter::A, "A"), buffer(Letter::B, "B")];
        let said = checked(parts.iter(), &HashSet::from([Letter::A]));
        let words: Vec<_> = said.into_iter().map(|one| one.words).collect();
        assert_eq!(words, ["B: 3 stages of 16,384 bytes do not overlap"]);
    }

    #[test]
    fn what_no_lint_compares_is_not_called_checked() {
        let unknown = part(About::Expect(Expect {
            expected: 32768,
            arriving: Vec::new(),
        }));
        assert!(
            all(&[
                unknown,
                part(About::Constants(2)),
                load(|load| load.written = None)
            ])
            .is_empty()
        );
    }
}
