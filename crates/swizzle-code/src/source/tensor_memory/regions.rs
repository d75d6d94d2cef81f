//! The regions of a kernel in tensor memory.

use std::ops::Range;

use crate::source::Sourced;
use swizzle_core::Sparsity;
use swizzle_core::hardware::Kind;
use swizzle_tmem::plan::{Mma, Place, Plan, What};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, Shape, readings};

/// The regions that one block of a tile needs, from the first allocated column on.
pub(super) struct Regions {
    /// The contents of each region, and its columns.
    pub(super) all: Vec<(What, Range<u32>)>,
    /// Columns to allocate: a power of two.
    pub(super) allocated: u32,
    /// Lane of D's address.
    pub(super) d_lane: u32,
}

impl Regions {
    /// D, scale factors and metadata, packed.
    pub(super) fn new(sourced: &Sourced<'_>) -> Result<Self, String> {
        let one = sourced.instruction;
        let Some(kind) = one.kind else {
            return Err("wgmma has none".into());
        };
        let d = Place {
            column: (one.d_column > 0).then_some(one.d_column),
            alignment: one.d_lane,
            ..Place::packed(What::D)
        };
        let mut places = vec![d];
        if kind.is_block_scaled() {
            places.extend([What::Sfa, What::Sfb].map(Place::packed));
        }
        if one.sparsity == Sparsity::Sparse {
            places.push(Place::packed(What::Metadata));
        }
        let plan = Plan { mma: mma(sourced, kind), witness: None, places, allocated: None };
        let laid = plan.laid();
        if let Some(overlap) = laid.overlaps().first() {
            let columns = &overlap.columns;
            let [one, other] = overlap.regions.map(|at| plan.places[at].what.text());
            return Err(format!(
                "{one} and {other} overlap in columns {}–{}",
                columns.start,
                columns.end - 1
            ));
        }
        let mut all = Vec::new();
        for region in &laid.all {
            match region {
                Ok(region) if region.is_contested => {
                    return Err(format!(
                        "sources disagree on where {} is for M = {} and {}",
                        region.what.text(),
                        one.m,
                        swizzle_core::Named::name(one.form)
                    ));
                }
                Ok(region) => all.push((region.what, region.range())),
                Err(unplaced) => return Err(unplaced.why.to_string()),
            }
        }
        let allocated = laid.allocation().map_err(|refusal| refusal.to_string())?;
        Ok(Self {
            all,
            allocated: allocated.columns(),
            d_lane: laid.region(0).map_or(0, |d| d.law().offset().lane),
        })
    }

    /// Returns the offset of D's address from that of the allocation.
    pub(super) fn offset_of_d(&self) -> u32 {
        self.d_lane << 16 | self.all[0].1.start
    }

    /// Describes how D's address follows, where it is not in lane 0.
    pub(super) fn text_of_d(&self) -> String {
        format!(
            "D is in lanes {} to 31 of each 32: its address is that of the allocation plus this offset, lane in bits 16–31 and column in bits 0–15.",
            self.d_lane
        )
    }

    /// Describes the contents of the columns, from the address that a function writes.
    pub(super) fn text(&self, function: &str) -> String {
        let text =
            |(what, range): &(What, Range<u32>)| format!("{} {}–{}", what.text(), range.start, range.end - 1);
        let texts: Vec<String> = self.all.iter().map(text).collect();
        format!(
            "Columns, from the address that `{function}` writes: {}. The allocation is a power of two of at least 32 columns.",
            texts.join(", ")
        )
    }
}

/// The instructions of a block, along all of K.
fn mma(sourced: &Sourced<'_>, kind: Kind) -> Mma {
    let one = sourced.instruction;
    Mma {
        kind,
        form: one.form,
        m: one.m,
        n: one.n,
        k: sourced.spec.steps() * one.k,
        block: one.vec.elements(),
    }
}

/// Returns the place of D, if no source disagrees.
pub(super) fn accumulator(one: &crate::build::Instruction) -> Result<Accumulator, String> {
    let shape = Shape { form: one.form, sparsity: one.sparsity, m: one.m, n: one.n };
    let found = readings(one.form, one.sparsity, one.m).map_err(|refusal| refusal.to_string())?;
    if found.len() > 1 {
        let name = |reading: &swizzle_tmem::tensor_memory::Reading| swizzle_core::Named::name(reading.path);
        let names: Vec<&str> = found.iter().map(name).collect();
        return Err(format!("sources disagree on where D is, layout {}", names.join(" or ")));
    }
    if one.d_lane != Alignment::Zero && !found[0].path.is_half_the_lanes() {
        return Err("D fills all lanes, so that it is in lanes from 0 on".into());
    }
    Accumulator::as_read(shape, found[0], one.d_lane).map_err(|refusal| refusal.to_string())
}
