//! Comparisons that go on after the first difference.

use std::fmt::{Debug, Display};

/// How many differences are printed; the rest is counted.
const SHOWN: usize = 20;

/// Counts comparisons and keeps the ones that failed, so that one run shows the shape of a disagreement.
#[derive(Debug, Default)]
pub struct Report {
    checked: u64,
    failed: u64,
    shown: Vec<String>,
}

impl Report {
    /// No comparison yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Compares what was found with what is wanted; `at` says where the wanted value comes from. True when equal.
    pub fn equal<T: PartialEq + Debug + ?Sized>(
        &mut self,
        at: &dyn Display,
        what: &dyn Display,
        found: &T,
        wanted: &T,
    ) -> bool {
        let holds = found == wanted;
        self.holds(at, &format_args!("{what}: found {found:?}, wanted {wanted:?}"), holds);
        holds
    }

    /// Notes whether a statement holds.
    pub fn holds(&mut self, at: &dyn Display, what: &dyn Display, holds: bool) {
        self.checked += 1;
        if !holds {
            self.failed += 1;
            if self.shown.len() < SHOWN {
                self.shown.push(format!("{at}: {what}"));
            }
        }
    }

    /// Comparisons so far.
    #[must_use]
    pub const fn checked(&self) -> u64 {
        self.checked
    }

    /// Prints the count.
    ///
    /// # Panics
    /// When a comparison failed; the message lists the first of them.
    pub fn finish(self, name: &str) {
        println!("{name}: {} comparisons", self.checked);
        assert!(
            self.failed == 0,
            "{name}: {} of {} comparisons failed, the first are\n{}",
            self.failed,
            self.checked,
            self.shown.join("\n")
        );
    }
}
