//! A set of lanes.

use super::*;

/// A set of the 128 lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Lanes(u128);

impl Lanes {
    /// The lanes to which a law leads.
    pub(super) fn of(law: &Law) -> Self {
        let mut all = 1_u128.checked_shl(law.offset().lane).unwrap_or(0);
        let terms = law.terms().iter();
        for term in terms.filter(|term| term.coordinate == Coordinate::Lane) {
            let shifted = |digit: u32| all.checked_shl(digit * term.stride).unwrap_or(0);
            all = (0..term.count).map(shifted).fold(0, |sum, part| sum | part);
        }
        Self(all)
    }

    /// Whether a lane is among them.
    pub const fn contains(self, lane: u32) -> bool {
        lane < LANES && self.0 >> lane & 1 == 1
    }

    /// Returns the number of lanes.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Those that are in both sets.
    pub const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Neighbouring lanes together, in ascending order.
    pub fn ranges(self) -> Vec<Range<u32>> {
        let mut all: Vec<Range<u32>> = Vec::new();
        for lane in (0..LANES).filter(|lane| self.contains(*lane)) {
            match all.last_mut() {
                Some(last) if last.end == lane => last.end += 1,
                _ => all.push(lane..lane + 1),
            }
        }
        all
    }

    /// In words: `0–15, 32–47, 64–79, 96–111`.
    pub fn text(self) -> String {
        let range = |range: &Range<u32>| match range.len() {
            1 => range.start.to_string(),
            _ => format!("{}–{}", range.start, range.end - 1),
        };
        let all: Vec<String> = self.ranges().iter().map(range).collect();
        all.join(", ")
    }
}
