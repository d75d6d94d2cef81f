//! Findings on all parts of a kernel, and the operands that read the faulty parts.

use super::*;

/// Faults of the data that an operand reads.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Feed {
    /// The lints that report them, with their severities.
    pub(crate) lints: Vec<(&'static str, Severity)>,
    /// Bytes from stage to stage at which it is filled, where it is read at another distance.
    pub(crate) filled_apart: Option<u64>,
    /// Bytes of a row, where copies fill it with rows that are not swizzled and another mode is read.
    pub(crate) plain_row: Option<u64>,
}

/// Findings on the parts of a kernel.
pub(crate) struct FoundOfParts<'p> {
    /// Each finding with its part.
    pub(crate) findings: Vec<(&'p Part, Finding<()>)>,
    /// Parts without findings.
    pub(crate) right: Vec<&'p Part>,
    /// Errors and warnings about the data that each operand reads.
    pub(crate) feeds: HashMap<(usize, Operand), Feed>,
}

impl<'p> FoundOfParts<'p> {
    pub(crate) fn of(parts: &'p [Part]) -> Self {
        let found = |part: &'p Part| part.found().map(move |one| (part, one));
        let mut all: Vec<_> = parts.iter().flat_map(found).collect();
        // What is inferred is a cause of others only if nothing explains it.
        for is_asked in [Part::is_of_absence, |_: &Part| true] {
            let is_kept = all.iter().map(|one| !is_asked(one.0) || !is_silenced(one, &all)).collect();
            retain(&mut all, is_kept);
        }
        let mut feeds: HashMap<(usize, Operand), Feed> = HashMap::new();
        for (part, finding) in all.iter().filter(|(_, one)| one.severity != Severity::Note) {
            for reader in &part.readers {
                let feed = feeds.entry(*reader).or_default();
                let lint = (finding.id, finding.severity);
                if !feed.lints.contains(&lint) {
                    feed.lints.push(lint);
                }
                feed.filled_apart = feed.filled_apart.or(part.feed.filled_apart);
                feed.plain_row = feed.plain_row.or(part.feed.plain_row);
            }
        }
        Self { findings: all, right: parts.iter().filter(|part| part.findings.is_empty()).collect(), feeds }
    }
}

impl Feed {
    /// How bad it is.
    pub(crate) fn severity(&self) -> Option<Severity> {
        self.lints.iter().map(|(_, severity)| *severity).min()
    }

    /// Whether it is why another finding says something of a read.
    pub(crate) fn silences(&self, finding: &Finding<()>) -> bool {
        let by = |(lint, severity): &(&str, Severity)| finding.is_silenced_by_lint(lint, *severity);
        self.lints.iter().any(by)
    }
}

/// Whether a finding of another part that the same operand reads silences one.
fn is_silenced((part, finding): &(&Part, Finding<()>), all: &[(&Part, Finding<()>)]) -> bool {
    let is_beside = |other: &Part| {
        let readers: HashSet<_> = other.readers.iter().collect();
        part.readers.is_empty() || part.readers.iter().any(|one| readers.contains(one))
    };
    all.iter().any(|(other, by)| finding.is_silenced_by(by) && is_beside(other))
}

// Checks around the tensor-core instructions that found no fault, in words.

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
    use crate::kernel::part::buffers::tests::{apart, buffer};
    use crate::kernel::part::fills::Writer;
    use crate::kernel::part::fills::filled_tests::filled;
    use crate::kernel::part::loads::boxes_tests::load;

    /// Stages of A of 16 KiB, read 8 KiB apart and filled 16 KiB apart.
    fn near_stages(readers: &[usize]) -> [Part; 2] {
        let read = |part: Part| Part {
            operand: Some(Letter::A),
            readers: readers.iter().map(|at| (*at, Operand::A)).collect(),
            ..part
        };
        let overlapping = buffer("A", 8192);
        let filled = filled(|filled| {
            filled.read = Some(8192);
            filled.written = Some((Writer::Copies, 16384));
        });
        [read(overlapping), read(filled)]
    }

    #[test]
    fn one_cause_is_said_once() {
        let parts = near_stages(&[0, 1]);
        let found = FoundOfParts::of(&parts);
        let ids: Vec<_> = found.findings.iter().map(|(_, one)| one.id).collect();
        assert_eq!(ids, ["fill-stage"]);
        assert!(found.right.is_empty());
        let feed = &found.feeds[&(1, Operand::A)];
        assert_eq!((feed.severity(), feed.filled_apart), (Some(Severity::Error), Some(16384)));
        assert!(!found.feeds.contains_key(&(1, Operand::B)));
    }

    #[test]
    fn other_reads_of_the_operand_have_a_cause_of_their_own() {
        let ([first, _], [_, second]) = (near_stages(&[0]), near_stages(&[1]));
        let parts = [first, second];
        assert_eq!(FoundOfParts::of(&parts).findings.len(), 2);
    }

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
