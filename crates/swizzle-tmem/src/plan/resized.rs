//! A region with another number of columns.

use super::*;
use std::cmp::Reverse;

/// The dimension that determines how many columns a region fills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SizedBy {
    /// N of the instruction.
    N,
    /// All of K.
    K,
}

impl What {
    /// Returns the dimension that determines how many columns it fills: N for D, K for the regions that are read along K.
    pub const fn sized_by(self) -> SizedBy {
        match self {
            Self::D => SizedBy::N,
            Self::A | Self::Sfa | Self::Sfb | Self::Metadata => SizedBy::K,
        }
    }
}

impl Plan {
    /// The plan in which a region fills the number of columns that is nearest to the one that is wanted: D by another N of the
    /// instruction, others by another K. Of several N or K with that number it is the present one, or the largest.
    ///
    /// ```
    /// use swizzle_tmem::plan::Plan;
    /// // D of mxf4nvf4: N is a multiple of 8. SFA: four columns for each 64 elements of K.
    /// let plan = Plan::default();
    /// assert_eq!(plan.with_columns(0, 101).mma.n, 104);
    /// assert_eq!(plan.with_columns(1, 29).mma.k, 448);
    /// ```
    pub fn with_columns(&self, at: usize, columns: u32) -> Self {
        let Some(place) = self.places.get(at) else {
            return self.clone();
        };
        let (mma, by, sparsity) = (self.mma, place.what.sized_by(), self.laid().sparsity);
        let n = mma.kind.n_extents(mma.form, sparsity, false);
        let (step, most) = match by {
            SizedBy::N => (1, 256),
            // The region with the fewest columns for each K is an A of 32-bit elements.
            SizedBy::K => (mma.kind.k(sparsity), 64 * COLUMNS),
        };
        let is_legal = |value: &u32| by == SizedBy::K || n.contains(*value);
        let filled = |value: u32| {
            let laid = self.sized(by, value).laid();
            laid.region(at).map(|region| region.columns).filter(|columns| *columns <= COLUMNS)
        };
        // More of N or K fills more columns, or as many, up to where no law places the region.
        let values = (step..=most).step_by(step as usize).filter(is_legal);
        let all = values.map_while(|value| Some((filled(value)?, value)));
        let nearest = all.min_by_key(|(filled, value)| (filled.abs_diff(columns), *filled, Reverse(*value)));
        match nearest {
            Some((nearest, value)) if filled(self.size(by)) != Some(nearest) => self.sized(by, value),
            _ => self.clone(),
        }
    }

    const fn size(&self, by: SizedBy) -> u32 {
        match by {
            SizedBy::N => self.mma.n,
            SizedBy::K => self.mma.k,
        }
    }

    fn sized(&self, by: SizedBy, value: u32) -> Self {
        let mut plan = self.clone();
        match by {
            SizedBy::N => plan.mma.n = value,
            SizedBy::K => plan.mma.k = value,
        }
        plan
    }
}
