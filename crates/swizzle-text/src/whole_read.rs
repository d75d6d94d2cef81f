//! Sentences on what all reads of a tile get.

use core::ops::Range;

use super::*;
use swizzle_core::law::Extent;
use swizzle_infer::WholeRead;

/// How many units are wrong, in a few words: of each read where all have as many, otherwise of all reads together.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said};
/// use swizzle_infer::WholeRead;
/// use swizzle_infer::spec_from_said;
/// use swizzle_text::whole_read_count;
/// let mut said = Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040));
/// said.tile.start_bytes = Some(0x400);
/// let read = WholeRead::of(&spec_from_said(&said)?).unwrap();
/// assert_eq!(whole_read_count(&read), "112 of 128 units wrong");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn whole_read_count(read: &WholeRead) -> String {
    let (wrong, units) = of_each(read).unwrap_or((read.wrong(), read.units()));
    match wrong {
        0 => format!("all {} units right", grouped(units)),
        wrong => format!("{} of {} units wrong", grouped(wrong), grouped(units)),
    }
}

/// How many units of each read are wrong, and how many it has, where that is the same of several.
fn of_each(read: &WholeRead) -> Option<(u32, u32)> {
    let (first, rest) = read.reads().split_first()?;
    let is_same = !rest.is_empty() && rest.iter().all(|other| other == first);
    is_same.then_some(*first)
}

/// Names the reads that the count covers; a kernel makes them with the fields of the current one.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said};
/// use swizzle_infer::WholeRead;
/// use swizzle_infer::spec_from_said;
/// use swizzle_text::whole_read_reads;
/// let mut said = Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040));
/// said.tile.start_bytes = Some(0x400);
/// let read = WholeRead::of(&spec_from_said(&said)?).unwrap();
/// assert_eq!(whole_read_reads(&read), "in each of 4 reads with these fields");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn whole_read_reads(read: &WholeRead) -> String {
    let fields = if read.wrong() > 0 { " with these fields" } else { "" };
    match (read.reads().len(), of_each(read)) {
        (0 | 1, _) => "in the only read".into(),
        (reads, Some(_)) => format!("in each of {reads} reads{fields}"),
        (reads, None) => format!("in all {reads} reads{fields}"),
    }
}

/// The rows and the K of an element's unit of 16 bytes, as far as the tile has them.
pub fn unit_of(extent: Extent, major: Major, per_unit: u32, coord: Coord) -> (Range<u32>, Range<u32>) {
    let unit = |at: u32, end: u32| {
        let first = at - at % per_unit;
        first..(first + per_unit).min(end)
    };
    match major {
        Major::K => (coord.mn..coord.mn + 1, unit(coord.k, extent.k)),
        Major::Mn => (unit(coord.mn, extent.mn), coord.k..coord.k + 1),
    }
}
