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
        let found = |part: &'p Part| part.findings.iter().map(move |one| (part, one.clone()));
        let mut all: Vec<_> = parts.iter().flat_map(found).collect();
        // What is inferred is a cause of others only if nothing explains it.
        for is_asked in [Part::is_of_absence, |_: &Part| true] {
            let is_kept = all.iter().map(|one| !is_asked(one.0) || !is_silenced(one, &all));
            let mut is_kept = is_kept.collect::<Vec<bool>>().into_iter();
            all.retain(|_| is_kept.next() == Some(true));
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

#[cfg(test)]
mod tests {
    use super::FoundOfParts;
    use crate::about::Letter;
    use crate::finding::Severity;
    use crate::kernel::part::Part;
    use crate::kernel::part::buffers::tests::buffer;
    use crate::kernel::part::filled::Writer;
    use crate::kernel::part::filled::tests::filled;
    use swizzle_core::hardware::Operand;

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
}
