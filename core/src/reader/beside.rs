//! Several explicit descriptors of one input: a loop, or the whole sequence as it was printed.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::descriptor::Descriptor;

/// Maximum number of explicit descriptors, the open one included.
pub const GIVEN_MAX: usize = 64;

/// The explicit descriptors other than the open one, in input order.
#[derive(Clone, Copy)]
pub struct Beside {
    raws: [u64; GIVEN_MAX - 1],
    count: u8,
    /// Number of them before the open one.
    before: u8,
}

impl Beside {
    /// None: the open descriptor is the only one.
    pub const NONE: Self = Self { raws: [0; GIVEN_MAX - 1], count: 0, before: 0 };

    /// Takes all of several descriptors except the open one.
    pub(super) fn of(all: &[Descriptor], open: usize) -> Self {
        let mut beside = Self { count: (all.len() - 1) as u8, before: open as u8, ..Self::NONE };
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

    /// Number of them before the open one.
    #[must_use]
    pub const fn before(&self) -> usize {
        self.before as usize
    }

    /// Whether the open descriptor is the only one.
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
