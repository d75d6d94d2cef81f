//! The starts of the reads of a walk, compared with the address law.
//!
//! A read that the others contradict is an outlier; if too few agree, nothing is reported: several tiles may be consecutive.

use super::most;

/// How the starts of a walk advance, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// This many bytes from each read to the next.
    Fixed(i64),
    /// `step` bytes inside a row of `row` bytes, in which the first read begins at `first`; then to the next column.
    Rows {
        /// Bytes from one read to the next in a row.
        step: i64,
        /// Bytes of a row.
        row: i64,
        /// Offset of the first read in its row, in bytes; `None` if it is not known.
        first: Option<i64>,
        /// Bytes from one column to the next, if the tile is packed along one dimension or the other.
        packed: [i64; 2],
    },
}

/// The starts of a walk, compared with the address law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The expected start of each read, relative to the reference; `None` if it cannot be determined.
    pub expected: Vec<Option<i64>>,
    /// Whether the reads confirm each other.
    pub is_confirmed: bool,
}

impl Fit {
    pub(super) fn unknown(count: usize) -> Self {
        Self { expected: vec![None; count], is_confirmed: false }
    }

    fn outliers(&self, starts: &[Option<i64>]) -> usize {
        let pairs = starts.iter().zip(&self.expected);
        pairs.filter(|(start, expected)| expected.is_some() && start != expected).count()
    }
}

/// The value that most have, and how many have it.
fn most_common(values: impl Iterator<Item = Option<i64>>) -> Option<(i64, usize)> {
    let mut all: Vec<i64> = values.flatten().collect();
    all.sort_unstable();
    // Among equally common values, the first: the walk's beginning.
    most(all.into_iter())
}

/// Holds starts against the law; each is relative to one and the same of them.
pub(super) fn fit(starts: &[Option<i64>], advance: Advance) -> Fit {
    if starts.len() < 2 {
        return Fit::unknown(starts.len());
    }
    match advance {
        Advance::Fixed(step) => fixed(starts, step),
        Advance::Rows { step, row, first, packed } if row > step => {
            let firsts: Vec<i64> = match first {
                Some(first) => vec![first],
                None => (0..row / step).map(|at| at * step).collect(),
            };
            let fits = firsts.into_iter().map(|first| rows(starts, [step, row, first], packed));
            let known = |fit: &Fit| fit.expected.iter().filter(|one| one.is_some()).count();
            let best =
                fits.min_by_key(|fit| (known(fit) == 0, fit.outliers(starts), usize::MAX - known(fit)));
            best.unwrap_or_else(|| Fit::unknown(starts.len()))
        }
        Advance::Rows { row, .. } => columns(starts, row),
    }
}

/// Lengths of runs, the longest first, that a walk can be made of.
fn run_lengths(count: usize) -> impl Iterator<Item = usize> {
    (2..=count).rev().filter(move |length| count.is_multiple_of(*length))
}

/// Runs in which each read is `step` behind the one before.
fn fixed(starts: &[Option<i64>], step: i64) -> Fit {
    let base = |at: usize| starts[at].map(|start| start - at as i64 * step);
    let count = starts.len();
    let runs = run_lengths(count).map(|length| {
        let mut expected = vec![None; count];
        let mut outliers = 0;
        for run in (0..count).step_by(length) {
            let Some((common, agreeing)) = most_common((run..run + length).map(base)) else {
                outliers = count;
                break;
            };
            outliers += length - agreeing;
            for (at, one) in expected.iter_mut().enumerate().skip(run).take(length) {
                *one = Some(common + at as i64 * step);
            }
            // Two that disagree do not tell which is wrong, and a run of which most disagree is none.
            if agreeing < length && (length != count || count > 2) && agreeing * 2 <= length {
                outliers = count;
            }
        }
        (outliers, expected)
    });
    match runs.min_by_key(|(outliers, _)| *outliers) {
        Some((outliers, expected)) if is_few(outliers, count) => Fit { expected, is_confirmed: true },
        _ => Fit::unknown(count),
    }
}

/// Whether so many of so many can be called wrong.
const fn is_few(outliers: usize, count: usize) -> bool {
    outliers == 0 || outliers * 3 <= count || (count == 2 && outliers == 1)
}

/// Rows of several reads, column by column.
fn rows(starts: &[Option<i64>], [step, row, first]: [i64; 3], packed: [i64; 2]) -> Fit {
    let count = starts.len();
    let place = |at: usize| (first + at as i64 * step) % row;
    let column = |at: usize| (first + at as i64 * step) / row;
    let base = |at: usize| starts[at].map(|start| start - place(at));
    let mut columns: Vec<(std::ops::Range<usize>, Option<i64>)> = Vec::new();
    let mut at = 0;
    while at < count {
        let end = (at + 1..count).find(|next| column(*next) != column(at)).unwrap_or(count);
        let common = most_common((at..end).map(base));
        let agreed = common.filter(|(_, agreeing)| agreeing * 2 > end - at).map(|(common, _)| common);
        columns.push((at..end, agreed));
        at = end;
    }
    let agreeing = |(range, base_of): &(std::ops::Range<usize>, Option<i64>)| match base_of {
        Some(common) if range.len() > 1 => range.clone().filter(|at| base(*at) == Some(*common)).count(),
        _ => 0,
    };
    let agreed: usize = columns.iter().map(agreeing).sum();
    let firsts: Vec<Option<i64>> = columns.iter().map(|(_, common)| *common).collect();
    let is_short_tile = count == 2 && columns.len() == 1;
    if agreed * 2 < count && !is_short_tile {
        return Fit::unknown(count);
    }
    // A new tile each time is not a mistake; a start inside a row is.
    if is_short_tile && agreed == 0 {
        return match (starts[0], starts[1]) {
            (Some(a), Some(b)) if (b - a) % (8 * row) != 0 => {
                Fit { expected: vec![Some(a), Some(a + step)], is_confirmed: true }
            }
            _ => Fit::unknown(count),
        };
    }
    let steady = steady(&firsts);
    let mut expected = vec![None; count];
    let mut is_confirmed = true;
    for (number, (range, common)) in columns.iter().enumerate() {
        let by_others = steady.as_ref().map(|steady| steady[number]);
        let before = |back: usize| number.checked_sub(back).and_then(|at| firsts[at]);
        let of_column = match (range.len(), common) {
            // Its reads agree: another column may begin anywhere.
            (2.., Some(common)) => Some(*common),
            (1, Some(common)) => by_others.or(Some(*common)),
            // Two that disagree: the one that a packed tile has.
            _ => by_others
                .or_else(|| {
                    let next = packed.map(|packed| Some(before(1)? + packed));
                    range.clone().map(base).into_iter().find(|base| next.contains(base)).flatten()
                })
                // The place by the two before it.
                .or_else(|| Some(2 * before(1)? - before(2)?))
                .or(base(range.start)),
        };
        is_confirmed &= range.len() > 1 || by_others.is_some() || number == 0;
        for at in range.clone() {
            expected[at] = of_column.map(|base| base + place(at));
        }
    }
    let fit = Fit { expected, is_confirmed };
    if is_few(fit.outliers(starts), count) { fit } else { Fit::unknown(count) }
}

/// Returns the expected starts of columns at one fixed distance, if most columns agree.
fn steady(firsts: &[Option<i64>]) -> Option<Vec<i64>> {
    if firsts.len() < 3 {
        return None;
    }
    let pairs = || firsts.windows(2).map(|pair| Some(pair[1]? - pair[0]?));
    let (common, _) = most_common(pairs())?;
    // One wrong column makes two distances wrong; the others are among the first.
    let distances = pairs().flatten().take(4).chain([common]);
    let lines = distances.filter_map(|distance| {
        let bases = firsts.iter().enumerate().map(|(at, first)| Some((*first)? - at as i64 * distance));
        most_common(bases).map(|(base, agreeing)| (distance, base, agreeing))
    });
    let (distance, base, agreeing) = lines.max_by_key(|(_, _, agreeing)| *agreeing)?;
    let is_most = agreeing * 2 > firsts.len() && is_few(firsts.len() - agreeing, firsts.len());
    is_most.then(|| (0..firsts.len()).map(|at| base + at as i64 * distance).collect())
}

/// Columns of one read each, or blocks of them that repeat.
fn columns(starts: &[Option<i64>], row: i64) -> Fit {
    let count = starts.len();
    let all: Option<Vec<i64>> = starts.iter().copied().collect();
    if let Some(steady) = steady(starts) {
        let expected: Vec<Option<i64>> = steady.into_iter().map(Some).collect();
        let fit = Fit { expected, is_confirmed: true };
        if fit.outliers(starts) == 0 || !all.as_deref().is_some_and(repeats) {
            return fit;
        }
    }
    match all {
        Some(all) if count == 2 => match (all[1] - all[0]) % row {
            0 => Fit { expected: starts.to_vec(), is_confirmed: false },
            // The tile is not known, but no column begins there.
            _ => Fit {
                expected: vec![Some(all[0]), Some(all[0] + row * ((all[1] - all[0]) / row).max(1))],
                is_confirmed: true,
            },
        },
        Some(all) if repeats(&all) => Fit { expected: starts.to_vec(), is_confirmed: true },
        _ => Fit::unknown(count),
    }
}

/// Whether starts are blocks of one form.
fn repeats(starts: &[i64]) -> bool {
    run_lengths(starts.len()).filter(|length| *length < starts.len()).any(|length| {
        let mut blocks = starts.chunks(length);
        let first = blocks.next().unwrap_or_default();
        blocks.all(|block| block.iter().zip(first).all(|(here, there)| here - block[0] == there - first[0]))
    })
}

#[cfg(test)]
mod tests {
    use super::{Advance, fit};

    fn outliers(starts: &[i64], advance: Advance) -> (Vec<usize>, bool) {
        let starts: Vec<Option<i64>> = starts.iter().copied().map(Some).collect();
        let fit = fit(&starts, advance);
        let wrong =
            (0..starts.len()).filter(|at| fit.expected[*at].is_some_and(|one| Some(one) != starts[*at]));
        (wrong.collect(), fit.is_confirmed)
    }

    fn rows(row: i64) -> Advance {
        Advance::Rows { step: 32, row, first: Some(0), packed: [8192, 512] }
    }

    #[test]
    fn one_read_that_does_not_fit_is_found() {
        let none = (vec![], true);
        assert_eq!(outliers(&[0, 32, 64, 96], rows(128)), none);
        assert_eq!(outliers(&[0, 32, 64, 96, 8192, 8224, 8256, 8288], rows(128)), none);
        assert_eq!(outliers(&[0, 1056, 64, 96], rows(128)), (vec![1], true));
        assert_eq!(outliers(&[0, 32, 9216, 8224], rows(64)).0, [2]);
        assert_eq!(outliers(&[0, 32, 8192, 9248], rows(64)).0, [3]);
        assert_eq!(outliers(&[0, 32, 8192, 8208], rows(64)).0.len(), 1);
        assert_eq!(outliers(&[0, 2048, 4096, 6144], Advance::Fixed(2048)), none);
        assert_eq!(outliers(&[0, 2048, 5120, 6144], Advance::Fixed(2048)), (vec![2], true));
        assert_eq!(outliers(&[0, 2048, 4096, 6144, 99, 2147, 4195, 6243], Advance::Fixed(2048)), none);
        assert_eq!(outliers(&[0, 4096, 8192, 12288], rows(32)), none);
        assert_eq!(outliers(&[0, 4096, 8208, 12288], rows(32)), (vec![2], true));
        assert_eq!(outliers(&[0, 16], rows(128)), (vec![1], true));
    }

    #[test]
    fn other_tiles_are_no_mistake() {
        for starts in [&[0, 12288, 8192, 4096][..], &[0, 2048, 4096, 6144], &[0, 8192]] {
            assert_eq!(outliers(starts, rows(128)), (vec![], false), "{starts:?}");
        }
        assert_eq!(outliers(&[0, 4096], rows(32)), (vec![], false));
    }
}
