//! Several descriptors that were given together: a loop, or the whole sequence as it was printed.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::descriptor::Descriptor;

/// The most descriptors that are given together.
pub const GIVEN_MAX: usize = 64;

/// The descriptors that were given beside the one that is open, in the order in which they came.
#[derive(Clone, Copy)]
pub struct Beside {
    raws: [u64; GIVEN_MAX - 1],
    count: u8,
    /// How many of them came before the open one.
    before: u8,
}

impl Beside {
    /// None: the one that is open was given alone.
    pub const NONE: Self = Self {
        raws: [0; GIVEN_MAX - 1],
        count: 0,
        before: 0,
    };

    /// All but the open one of several.
    pub(super) fn of(all: &[Descriptor], open: usize) -> Self {
        let mut beside = Self {
            count: (all.len() - 1) as u8,
            before: open as u8,
            ..Self::NONE
        };
        let others = all[..open].iter().chain(&all[open + 1..]);
        for (raw, other) in beside.raws.iter_mut().zip(others) {
            *raw = other.raw();
        }
        beside
    }

    /// Their bits, in order.
    #[must_use]
    pub fn raws(&self) -> &[u64] {
        &self.raws[..usize::from(self.count)]
    }

    /// How many of them came before the one that is open.
    #[must_use]
    pub const fn before(&self) -> usize {
        self.before as usize
    }

    /// Whether the one that is open was given alone.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Default for Beside {
    fn default() -> Self {
        Self::NONE
    }
}

impl PartialEq for Beside {
    fn eq(&self, other: &Self) -> bool {
        (self.before, self.raws()) == (other.before, other.raws())
    }
}

impl Eq for Beside {}

impl Hash for Beside {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.before.hash(state);
        self.raws().hash(state);
    }
}

impl fmt::Debug for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x?} around {}", self.raws(), self.before)
    }
}
