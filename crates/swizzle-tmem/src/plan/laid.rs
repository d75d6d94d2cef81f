//! The regions of a plan at their columns, and what follows.

use super::*;
use crate::tensor_memory::Allocation;

/// Columns by which a region is moved at a time: four columns are a block of scale factors.
const SNAP: u32 = 4;

/// A region that no law places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unplaced {
    /// Its place in the plan.
    pub index: usize,
    /// Its contents.
    pub what: What,
    /// Its name.
    pub name: String,
    /// Why.
    pub why: Refusal,
}

/// Two regions that share cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// Both, by their places in the plan.
    pub regions: [usize; 2],
    /// The columns that they share.
    pub columns: Range<u32>,
    /// The lanes that they share in each of these.
    pub lanes: Lanes,
}

impl Overlap {
    /// Whether a region is one of both.
    pub const fn is_of(&self, index: usize) -> bool {
        self.regions[0] == index || self.regions[1] == index
    }
}

/// The regions of a plan at their columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// Every region in the plan's order, or why it is not placed.
    pub all: Vec<Result<Region, Unplaced>>,
    /// Whether A is sparse: metadata are there.
    pub sparsity: Sparsity,
}

impl Laid {
    pub(super) fn of(plan: &Plan) -> Self {
        let has_metadata = plan.places.iter().any(|one| one.what == What::Metadata);
        let sparsity = if has_metadata { Sparsity::Sparse } else { Sparsity::Dense };
        let mut packed = 0_u32;
        let mut all = Vec::new();
        for (index, place) in plan.places.iter().enumerate() {
            let before = plan.places[..index].iter();
            let before = before.filter(|one| one.what == place.what).count();
            let name = match before {
                0 => place.what.text().to_owned(),
                _ => format!("{} {}", place.what.text(), before + 1),
            };
            let column = place.column.unwrap_or(packed);
            let mut region = Region::new(plan, index, name.clone(), column, sparsity);
            if let Ok(region) = &mut region {
                if place.column.is_none() && region.range().end > COLUMNS {
                    let before: Vec<&Region> = all.iter().flatten().collect();
                    region.column = first_free(region, 0, &before).unwrap_or(packed);
                }
                packed = packed.saturating_add(region.columns);
            }
            all.push(region.map_err(|why| Unplaced { index, what: place.what, name, why }));
        }
        Self { all, sparsity }
    }

    /// The regions that are placed.
    pub fn regions(&self) -> impl Iterator<Item = &Region> {
        self.all.iter().flatten()
    }

    /// The region at a place of the plan, where it is placed.
    pub fn region(&self, index: usize) -> Option<&Region> {
        self.all.get(index)?.as_ref().ok()
    }

    /// Every two regions that share a lane of a column, in the plan's order.
    pub fn overlaps(&self) -> Vec<Overlap> {
        let regions: Vec<&Region> = self.regions().collect();
        let pairs =
            (0..).zip(&regions).flat_map(|(at, one)| regions[at + 1..].iter().map(move |other| (one, other)));
        let overlap = |(one, other): (&&Region, &&Region)| {
            let (own, their) = (one.range(), other.range());
            let columns = own.start.max(their.start)..own.end.min(their.end);
            let lanes = one.lanes.both(other.lanes);
            let regions = [one.index, other.index];
            (!columns.is_empty() && !lanes.is_empty()).then_some(Overlap { regions, columns, lanes })
        };
        pairs.filter_map(overlap).collect()
    }

    /// Columns of tensor memory in which something is.
    pub fn used_columns(&self) -> u32 {
        let is_used = |column: &u32| self.regions().any(|one| one.range().contains(column));
        (0..COLUMNS).filter(is_used).count() as u32
    }

    /// The first column behind all regions.
    pub fn end(&self) -> u32 {
        self.regions().map(|one| one.range().end).max().unwrap_or(0)
    }

    /// The smallest allocation that holds all regions.
    ///
    /// # Errors
    /// [`Refusal::Columns`] where tensor memory ends before them.
    pub fn allocation(&self) -> Result<Allocation, Refusal> {
        Allocation::that_holds(self.end())
    }

    /// Whether a region ends where tensor memory does, or before.
    pub fn is_inside(&self, index: usize) -> bool {
        self.region(index).is_none_or(|region| region.range().end <= COLUMNS)
    }

    /// Returns the contents of a cell: those of each region that fills it.
    pub fn at(&self, cell: Cell) -> Vec<Held> {
        self.regions().filter_map(|one| one.held(cell)).collect()
    }

    /// A column from which a region overlaps no other and does not leave tensor memory: the first from its own on, or the
    /// first of all; in steps of 4.
    pub fn free_column(&self, index: usize) -> Option<u32> {
        let own = self.region(index)?;
        let others: Vec<&Region> = self.regions().filter(|one| one.index != index).collect();
        let from = own.column.next_multiple_of(SNAP);
        first_free(own, from, &others).or_else(|| first_free(own, 0, &others))
    }
}

/// The first column, in steps of 4, from which a region overlaps no other and does not leave tensor memory.
fn first_free(own: &Region, from: u32, others: &[&Region]) -> Option<u32> {
    let last = COLUMNS.checked_sub(own.columns)?;
    let is_free = |column: &u32| {
        let columns = *column..*column + own.columns;
        others.iter().all(|one| {
            let range = one.range();
            let is_apart = columns.end <= range.start || range.end <= columns.start;
            is_apart || own.lanes.both(one.lanes).is_empty()
        })
    };
    (from..=last).step_by(SNAP as usize).find(is_free)
}
