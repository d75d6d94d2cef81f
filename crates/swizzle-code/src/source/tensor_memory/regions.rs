//! The regions of a kernel in tensor memory.

use std::error::Error;

use crate::build::Instruction;
use crate::source::Sourced;
use crate::template::Facts;
use swizzle_core::{Named as _, Sparsity};
use swizzle_tmem::plan::{Place, Plan, Region, What};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, Reading, Shape, readings};

/// Adds the regions that one block of a tile needs, packed from the first allocated column on: D, scale factors and metadata.
pub(super) fn add(facts: &mut Facts, is_python: bool, sourced: &Sourced<'_>) -> Result<(), Box<dyn Error>> {
    let one = sourced.instruction;
    let plan = plan(sourced).ok_or("wgmma has none")?;
    let laid = plan.laid();
    if let Some(overlap) = laid.overlaps().first() {
        let columns = &overlap.columns;
        let [one, other] = overlap.regions.map(|at| plan.places[at].what.text());
        return Err(
            format!("{one} and {other} overlap in columns {}–{}", columns.start, columns.end - 1).into()
        );
    }
    let mut all: Vec<&Region> = Vec::new();
    for region in &laid.all {
        let region = region.as_ref().map_err(|unplaced| unplaced.why.clone())?;
        if region.is_contested {
            let (what, Instruction { m, form, .. }) = (region.what.text(), one);
            return Err(format!("sources disagree on where {what} is for M = {m} and {form}").into());
        }
        all.push(region);
    }
    let allocated = laid.allocation()?;
    let lane = laid.region(0).map_or(0, |d| d.law().offset().lane);
    let columns =
        |region: &&Region| format!("{} {}–{}", region.what.text(), region.column, region.range().end - 1);
    let columns: Vec<String> = all.iter().map(columns).collect();
    let allocator = if is_python { "tcgen05.alloc" } else { "allocate" };
    facts.add(&[
        ("allocated", &allocated.columns()),
        (
            "regions_text",
            &format!(
                "Columns, from the address that `{allocator}` writes: {}. The allocation is a power of two of at least 32 columns.",
                columns.join(", ")
            ),
        ),
        ("d_lane", &lane),
        ("d_offset", &format!("0x{:08x}", lane << 16 | all[0].column)),
        (
            "d_text",
            &format!(
                "D is in lanes {lane} to 31 of each 32: its address is that of the allocation plus this offset, lane in bits 16–31 and column in bits 0–15."
            ),
        ),
    ]);
    // CuTe's template compares no D of 16-bit elements: CuTe counts two of them a column.
    facts.list("regions", all, |row, region| {
        let what = region.what.text();
        row.add(&[("what", &what), ("column", &region.column), ("columns", &region.columns)]);
    });
    Ok(())
}

/// The regions of a block, along all of K.
fn plan(sourced: &Sourced<'_>) -> Option<Plan> {
    let one = sourced.instruction;
    let d = Place {
        column: (one.d_column > 0).then_some(one.d_column),
        alignment: one.d_lane,
        ..Place::packed(What::D)
    };
    let mut places = vec![d];
    if one.is_scaled() {
        places.extend([What::Sfa, What::Sfb].map(Place::packed));
    }
    if one.sparsity == Sparsity::Sparse {
        places.push(Place::packed(What::Metadata));
    }
    Some(Plan { mma: one.mma(sourced.spec)?, places, ..Plan::default() })
}

/// Returns the place of D, if no source disagrees.
pub(super) fn accumulator(one: &Instruction) -> Result<Accumulator, Box<dyn Error>> {
    let shape = Shape { form: one.form, sparsity: one.sparsity, m: one.m, n: one.n };
    let found = readings(one.form, one.sparsity, one.m)?;
    if found.len() > 1 {
        let name = |reading: &Reading| reading.path.name();
        let names: Vec<&str> = found.iter().map(name).collect();
        return Err(format!("sources disagree on where D is, layout {}", names.join(" or ")).into());
    }
    if one.d_lane != Alignment::Zero && !found[0].path.is_half_the_lanes() {
        return Err("D fills all lanes, so that it is in lanes from 0 on".into());
    }
    Ok(Accumulator::as_read(shape, found[0], one.d_lane)?)
}
