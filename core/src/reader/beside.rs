//! Several descriptors that were given together: a loop, or the whole sequence as it was printed.

use core::fmt;
use core::hash::{Hash, Hasher};

use alloc::vec::Vec;

use crate::descriptor::Descriptor;
use crate::reader::place::SaidPlace;
use crate::reader::said::Said;

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

impl Said {
    /// The same with several descriptors given, one of them open; those beyond [`GIVEN_MAX`] are left out. Where they belong is
    /// found anew.
    ///
    /// ```
    /// use swizzle_core::{Arch, Descriptor, Said};
    /// let loop_of_three = [0x42, 0x44, 0x46].map(|low| Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0000 | low));
    /// let said = Said::default().with_all_given(&loop_of_three, 1);
    /// assert_eq!(said.given, Some(loop_of_three[1]));
    /// assert_eq!(said.all_given(), loop_of_three);
    /// assert_eq!(said.opening(2).given, Some(loop_of_three[2]));
    /// ```
    #[must_use]
    pub fn with_all_given(self, all: &[Descriptor], open: usize) -> Self {
        let all = &all[..all.len().min(GIVEN_MAX)];
        let open = open.min(all.len().saturating_sub(1));
        let Some(given) = all.get(open) else {
            return self;
        };
        let mut beside = Beside {
            count: (all.len() - 1) as u8,
            before: open as u8,
            ..Beside::NONE
        };
        let others = all[..open].iter().chain(&all[open + 1..]);
        for (raw, other) in beside.raws.iter_mut().zip(others) {
            *raw = other.raw();
        }
        Self {
            beside,
            place: SaidPlace::default(),
            ..self.with_given(*given)
        }
    }

    /// Every descriptor that was given, in the order in which they came; all are for the architecture of the open one.
    #[must_use]
    pub fn all_given(&self) -> Vec<Descriptor> {
        let Some(given) = self.given else {
            return Vec::new();
        };
        let (before, behind) = self.beside.raws().split_at(self.beside.before());
        let new = |raw: &u64| Descriptor::new(given.arch(), *raw);
        let before = before.iter().map(new);
        before
            .chain([given])
            .chain(behind.iter().map(new))
            .collect()
    }

    /// The same with another of the given ones open.
    #[must_use]
    pub fn opening(&self, index: usize) -> Self {
        match index == self.beside.before() {
            true => *self,
            false => self.with_all_given(&self.all_given(), index),
        }
    }

    /// The same with the open one alone.
    #[must_use]
    pub const fn alone(mut self) -> Self {
        self.beside = Beside::NONE;
        self
    }
}
