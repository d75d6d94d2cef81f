//! A kernel's plan of tensor memory: an instruction, and the regions that it needs, each at a column.
//!
//! ```
//! use swizzle_tmem::plan::{Cell, Plan};
//! let laid = Plan::default().laid();
//! let columns: Vec<_> = laid.regions().map(|region| region.range()).collect();
//! assert_eq!(columns, [0..256, 256..272, 272..304, 304..336]); // D, SFA, SFB, A
//! assert_eq!((laid.used_columns(), laid.allocation().map(|a| a.columns())), (336, Ok(512)));
//! assert_eq!(laid.at(Cell { cta: 0, lane: 44, column: 12 })[0].text(), "D(44, 12)");
//! ```

mod content;
mod find;
mod laid;
mod lanes;
mod mma;
mod read_back;
mod region;
mod resized;

use super::*;

pub use {content::*, laid::*, lanes::*, mma::*, read_back::*, region::*, resized::*};

/// A cell of tensor memory of one CTA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Cell {
    /// CTA of a pair, 0 or 1.
    pub cta: u32,
    /// Lane, 0 to 127.
    pub lane: u32,
    /// Column, 0 to 511.
    pub column: u32,
}

/// A region that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The contents of the region.
    pub what: What,
    /// Its first column; none is packed: behind the columns of all regions before it, wherever those were moved. Where it
    /// would not fit there, the first column from which these leave room.
    pub column: Option<u32>,
    /// The half of the lanes that it fills, where it fills only half of them.
    pub alignment: Alignment,
}

impl Place {
    /// A packed region.
    pub const fn packed(what: What) -> Self {
        Self { what, column: None, alignment: Alignment::Zero }
    }
}

/// An instruction and the regions of tensor memory that it uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The instruction.
    pub mma: Mma,
    /// The source whose reading is used where sources disagree; none uses the [usual](Witness::usual) one of each region.
    pub witness: Option<Witness>,
    /// The regions, in order.
    pub places: Vec<Place>,
    /// Columns that are allocated; none allocates what the regions need.
    pub allocated: Option<u32>,
}

/// The most regions of a plan.
pub const MOST_REGIONS: usize = 16;

/// D of 128 × 256, both scale factors and A of `mxf4nvf4`, packed.
impl Default for Plan {
    fn default() -> Self {
        let all = [What::D, What::Sfa, What::Sfb, What::A];
        Self { mma: Mma::default(), witness: None, places: all.map(Place::packed).into(), allocated: None }
    }
}

impl Plan {
    /// The regions at their columns.
    pub fn laid(&self) -> Laid {
        Laid::of(self)
    }

    /// Returns the source whose reading of a region is used, where sources disagree.
    ///
    /// ```
    /// use swizzle_tmem::plan::{Plan, What, Witness};
    /// let plan = Plan::default();
    /// assert_eq!([What::D, What::Sfb].map(|what| plan.reading_of(what)), [Witness::Ptx, Witness::Cute]);
    /// let of_ptx = Plan { witness: Some(Witness::Ptx), ..plan };
    /// assert_eq!(of_ptx.reading_of(What::Sfb), Witness::Ptx);
    /// ```
    pub fn reading_of(&self, what: What) -> Witness {
        self.witness.unwrap_or(Witness::usual(what))
    }

    /// The plan with a region at another column.
    pub fn with_column(&self, at: usize, column: u32) -> Self {
        let mut plan = self.clone();
        if let Some(place) = plan.places.get_mut(at) {
            place.column = Some(column);
        }
        plan
    }

    /// The plan without a region.
    pub fn without(&self, at: usize) -> Self {
        let kept = self.places.iter().enumerate().filter(|(index, _)| *index != at);
        Self { places: kept.map(|(_, place)| *place).collect(), ..self.clone() }
    }

    /// The plan with one more region where it is free: in the half of the lanes that another of its kind leaves, or at the
    /// first column that nothing uses.
    ///
    /// ```
    /// use swizzle_core::hardware::Kind;
    /// use swizzle_tmem::plan::{Mma, Place, Plan, What};
    /// let mma = Mma { kind: Kind::F16, m: 64, ..Mma::default() };
    /// let one = Plan { mma, places: vec![Place::packed(What::D)], ..Plan::default() };
    /// let laid = one.with(What::D).laid();
    /// let second = laid.regions().nth(1).unwrap();
    /// assert_eq!((second.range(), second.lanes.text().as_str()), (0..256, "16–31, 48–63, 80–95, 112–127"));
    /// ```
    pub fn with(&self, what: What) -> Self {
        let at = self.places.len();
        let mut plan = self.clone();
        if at >= MOST_REGIONS {
            return plan;
        }
        plan.places.push(Place::packed(what));
        let laid = plan.laid();
        let Some(own) = laid.region(at) else {
            return plan;
        };
        let is_apart = |laid: &Laid| laid.overlaps().iter().all(|one| !one.is_of(at));
        if own.lanes.count() < LANES {
            let mut beside = laid.regions().filter(|one| one.what == what && one.index != at).map(|one| {
                let mut beside = plan.with_column(at, one.column);
                beside.places[at].alignment = Alignment::Sixteen;
                beside
            });
            if let Some(free) = beside.find(|plan| is_apart(&plan.laid())) {
                return free;
            }
        }
        match laid.free_column(at) {
            Some(column) if !(is_apart(&laid) && laid.is_inside(at)) => plan.with_column(at, column),
            _ => plan,
        }
    }
}
