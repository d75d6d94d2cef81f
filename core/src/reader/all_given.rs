//! Specified values with several explicit descriptors: as a list, and with one of them open.

use alloc::vec::Vec;

use crate::descriptor::Descriptor;
use crate::reader::beside::{Beside, GIVEN_MAX};
use crate::reader::place::SaidPlace;
use crate::reader::said::Said;

impl Said {
    /// Returns these values with several explicit descriptors, one of them open; those beyond [`GIVEN_MAX`] are left out. Their
    /// places are inferred again.
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
        Self { beside: Beside::of(all, open), place: SaidPlace::default(), ..self.with_given(*given) }
    }

    /// All explicit descriptors, in input order; all are for the architecture of the open one.
    #[must_use]
    pub fn all_given(&self) -> Vec<Descriptor> {
        let Some(given) = self.given else {
            return Vec::new();
        };
        let (before, behind) = self.beside.raws().split_at(self.beside.before());
        let new = |raw: &u64| given.with_raw(*raw);
        let before = before.iter().map(new);
        before.chain([given]).chain(behind.iter().map(new)).collect()
    }

    /// Returns these values with another of the explicit descriptors open.
    #[must_use]
    pub fn opening(&self, index: usize) -> Self {
        if index == self.beside.before() { *self } else { self.with_all_given(&self.all_given(), index) }
    }

    /// Returns these values with the open descriptor only.
    #[must_use]
    pub const fn alone(mut self) -> Self {
        self.beside = Beside::NONE;
        self
    }
}
