//! The distribution to files of what several parts of the page share.
//!
//! The splitter has a file for each set of parts that have something in common: two hundred and sixty, most of one or two
//! kilobytes, of which a first visit to the atlas asked for a hundred and seventy.

/// Bytes of code that a part may load without using them, where that saves it a request. With 40,000 the atlas has 15 files and
/// all its code in 750 ms instead of 2,400, the page of kernels 8 and 240 ms instead of 1,250; with 16,000 they have 29 and 15.
/// Either way no page loads more bytes than from the splitter's files, each of which has a head (November 2026).
const REQUEST: u64 = 40_000;

/// The most parts that [`Shared::parts`] tells apart.
pub(crate) const MOST_PARTS: usize = 64;

/// Code that the same parts share.
#[derive(Debug, PartialEq)]
pub(crate) struct Shared {
    /// The splitter's files in it.
    pub(crate) stems: Vec<String>,
    /// A bit for each part that needs any of it.
    pub(crate) parts: u64,
    /// Their length.
    bytes: u64,
}

impl Shared {
    /// One file of the splitter, needed by nothing yet.
    pub(crate) fn new(stem: &str, bytes: usize) -> Self {
        Self { stems: vec![stem.to_owned()], parts: 0, bytes: bytes as u64 }
    }

    /// Returns the gain of both in one file, in bytes over all parts; negative if it costs more.
    fn gain(&self, other: &Self) -> i64 {
        let count = |parts: u64| u64::from(parts.count_ones());
        let saved = REQUEST * count(self.parts & other.parts);
        let more =
            self.bytes * count(other.parts & !self.parts) + other.bytes * count(self.parts & !other.parts);
        saved as i64 - more as i64
    }
}

/// The same in fewer files: the two for which it is worth most are put together as long as it is worth anything.
pub(crate) fn few(mut all: Vec<Shared>) -> Vec<Shared> {
    loop {
        let pairs = (0..all.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let gains = pairs.map(|(one, other)| (all[one].gain(&all[other]), one, other));
        match gains.max() {
            // `other` comes before `one`, so removing `one` does not move anything that is used here afterwards.
            Some((gain, one, other)) if gain > 0 => {
                let joins = all.remove(one);
                let shared = &mut all[other];
                shared.stems.extend(joins.stems);
                shared.parts |= joins.parts;
                shared.bytes += joins.bytes;
            }
            _ => return all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(stem: &str, parts: u64, bytes: usize) -> Shared {
        Shared { parts, ..Shared::new(stem, bytes) }
    }

    #[test]
    fn bytes_for_nothing_cost_less_than_a_request() {
        // What the same parts need is one file.
        assert_eq!(
            few(vec![shared("a", 0b11, 1_000_000), shared("b", 0b11, 10), shared("c", 0b1100, 10)]).len(),
            2
        );
        let two = |bytes| few(vec![shared("a", 0b1, 100_000), shared("b", 0b11, bytes)]).len();
        // The second part would load the first file for nothing.
        assert_eq!(two(10), 2);
        let two = |bytes| few(vec![shared("a", 0b11, 100_000), shared("b", 0b1, bytes)]).len();
        assert_eq!(two(REQUEST as usize - 1), 1);
        assert_eq!(two(REQUEST as usize), 2);
    }

    #[test]
    fn every_part_still_has_all_that_it_needs() {
        // Sets and lengths of all kinds, the same in each run.
        let all = || (1..64_u64).map(|at| shared(&at.to_string(), at, (at * at % 97 * 700) as usize));
        let few = few(all().collect());
        assert!(few.len() < 32, "{}", few.len());
        for one in all() {
            let place = few.iter().find(|shared| shared.stems.contains(&one.stems[0]));
            let place = place.expect("nothing is lost");
            assert_eq!(place.parts & one.parts, one.parts, "{one:?}");
        }
        let stems = few.iter().map(|shared| shared.stems.len());
        assert_eq!(stems.sum::<usize>(), 63);
    }
}
