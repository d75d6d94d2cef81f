//! Sentences on what all reads of a tile get.

use core::ops::Range;

use swizzle_core::hardware::{Major, Operand};
use swizzle_core::law::{Coord, Extent, Layout};
use swizzle_core::reader::Spec;
use swizzle_infer::WholeRead;

use crate::count::grouped;
use crate::loom::text::TraceRow;

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
#[must_use]
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
#[must_use]
pub fn whole_read_reads(read: &WholeRead) -> String {
    let fields = if read.wrong() > 0 {
        " with these fields"
    } else {
        ""
    };
    match (read.reads().len(), of_each(read)) {
        (0 | 1, _) => "in the only read".into(),
        (reads, Some(_)) => format!("in each of {reads} reads{fields}"),
        (reads, None) => format!("in all {reads} reads{fields}"),
    }
}

/// How much of D is wrong with such a read, for any values of the other operand: a row or column of D uses a whole row of the
/// tile.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said};
/// use swizzle_infer::WholeRead;
/// use swizzle_infer::spec_from_said;
/// use swizzle_text::product_count;
/// let mut said = Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040));
/// said.tile.start_bytes = Some(0x400);
/// let spec = spec_from_said(&said)?;
/// let read = WholeRead::of(&spec).unwrap();
/// assert_eq!(product_count(&spec, &read), "56 of 64 rows of D wrong");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn product_count(spec: &Spec, read: &WholeRead) -> String {
    let mut is_wrong = vec![false; spec.extent().mn as usize];
    read.elements_read().for_each(|(coord, source)| {
        is_wrong[coord.mn as usize] |= source != Some(coord);
    });
    let lines = match spec.reader().operand {
        Operand::A => "rows",
        Operand::B => "columns",
    };
    let all = grouped(spec.extent().mn);
    match is_wrong.into_iter().filter(|wrong| *wrong).count() as u32 {
        0 => format!("all {all} {lines} of D right"),
        wrong => format!("{} of {all} {lines} of D wrong", grouped(wrong)),
    }
}

/// Names the unit that arrives in place of an element's own, in a sentence.
///
/// ```
/// use swizzle_core::{Arch, Coord, Descriptor, Said};
/// use swizzle_infer::WholeRead;
/// use swizzle_infer::spec_from_said;
/// use swizzle_text::whole_read_unit;
/// let mut said = Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040));
/// said.tile.start_bytes = Some(0x400);
/// let spec = spec_from_said(&said)?;
/// let read = WholeRead::of(&spec).unwrap();
/// let text = whole_read_unit(&spec, &read, Coord { mn: 20, k: 9 });
/// assert_eq!(text, "Row 20, K 8–15: row 6, K 8–15 is read instead, from 0x770; expected 0xe50.");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn whole_read_unit(spec: &Spec, read: &WholeRead, coord: Coord) -> String {
    let own = unit_text(spec, coord);
    match whole_read_rows(spec, read, coord) {
        None => format!("{own}: right."),
        Some([expected, actual]) => format!(
            "{own}: {} is read instead, from {}; expected {}.",
            actual.way, actual.value, expected.value
        ),
    }
}

/// Returns the address of a unit of the tile, and the unit that is read in its place with its address, as rows beside its
/// trace; `None` if the unit is correct.
///
/// ```
/// use swizzle_core::{Arch, Coord, Descriptor, Said};
/// use swizzle_infer::{WholeRead, spec_from_said};
/// use swizzle_text::whole_read_rows;
/// let mut said = Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040));
/// said.tile.start_bytes = Some(0x400);
/// let spec = spec_from_said(&said)?;
/// let read = WholeRead::of(&spec).unwrap();
/// let rows = whole_read_rows(&spec, &read, Coord { mn: 20, k: 9 }).unwrap();
/// let text = rows.map(|row| [row.name.into(), row.way, row.value].join(", "));
/// assert_eq!(text, ["expected, row 20, K 8–15, 0xe50", "actual, row 6, K 8–15, 0x770"]);
/// assert_eq!(whole_read_rows(&spec, &read, Coord { mn: 7, k: 9 }), None);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn whole_read_rows(spec: &Spec, read: &WholeRead, coord: Coord) -> Option<[TraceRow; 2]> {
    let source = read.element_for(coord);
    let (_, law, at) = read.read_of(coord).filter(|_| source != Some(coord))?;
    let row = |name, way, layout: &Layout, at| TraceRow {
        name,
        way,
        value: format!("0x{:x}", layout.byte_from_element(at).byte),
    };
    let first = |at: Coord| {
        let (along, across) = at.along_and_across(spec.layout().major());
        let per_unit = spec.tile().element.per_unit();
        Coord::at(spec.layout().major(), along - along % per_unit, across)
    };
    let unit = |coord| unit_text(spec, coord).replacen("Row", "row", 1);
    let arrives = source.map_or_else(|| "memory outside the tile".into(), unit);
    Some([
        row("expected", unit(coord), spec.layout(), first(coord)),
        row("actual", arrives, law, first(at)),
    ])
}

/// The unit of a tile's element.
fn unit_of_tile(spec: &Spec, coord: Coord) -> (Range<u32>, Range<u32>) {
    let (major, element) = (spec.layout().major(), spec.tile().element);
    unit_of(spec.extent(), major, element.per_unit(), coord)
}

/// The unit of an element: `Row 20, K 8–15`.
fn unit_text(spec: &Spec, coord: Coord) -> String {
    let (rows, k) = unit_of_tile(spec, coord);
    let span = |range: Range<u32>| match range.len() {
        1 => range.start.to_string(),
        _ => format!("{}–{}", range.start, range.end - 1),
    };
    let rows_word = if rows.len() == 1 { "Row" } else { "Rows" };
    format!("{rows_word} {}, K {}", span(rows), span(k))
}

/// The rows and the K of an element's unit of 16 bytes, as far as the tile has them.
#[must_use]
pub fn unit_of(
    extent: Extent,
    major: Major,
    per_unit: u32,
    coord: Coord,
) -> (Range<u32>, Range<u32>) {
    let unit = |at: u32, end: u32| {
        let first = at - at % per_unit;
        first..(first + per_unit).min(end)
    };
    match major {
        Major::K => (coord.mn..coord.mn + 1, unit(coord.k, extent.k)),
        Major::Mn => (unit(coord.mn, extent.mn), coord.k..coord.k + 1),
    }
}
