//! A region with another number of columns.

use super::*;

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
        let sparsity = self.laid().sparsity;
        let mma = self.mma;
        let by = place.what.sized_by();
        let candidates: Vec<u32> = match by {
            SizedBy::N => {
                let n = mma.kind.n_extents(mma.form, sparsity, false);
                (1..=256).filter(|value| n.contains(*value)).collect()
            }
            // The region with the fewest columns for each K is an A of 32-bit elements.
            SizedBy::K => {
                let step = mma.kind.k(sparsity);
                (1..).map(|steps| steps * step).take_while(|k| *k <= 64 * COLUMNS).collect()
            }
        };
        // More of N or K fills more columns, or as many; where no law places the region, there are too many.
        let filled = |value: u32| {
            let laid = self.sized(by, value).laid();
            let region = laid.region(at).filter(|region| region.columns <= COLUMNS);
            region.map_or(u32::MAX, |region| region.columns)
        };
        let above = candidates.partition_point(|value| filled(*value) < columns);
        let beside = [above.checked_sub(1), Some(above)].into_iter().flatten();
        let beside = beside.filter_map(|at| candidates.get(at).map(|value| filled(*value)));
        let beside = beside.filter(|filled| *filled != u32::MAX);
        let Some(nearest) = beside.min_by_key(|filled| filled.abs_diff(columns)) else {
            return self.clone();
        };
        if filled(self.size(by)) == nearest {
            return self.clone();
        }
        let end = candidates.partition_point(|value| filled(*value) <= nearest);
        self.sized(by, candidates[end - 1])
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
