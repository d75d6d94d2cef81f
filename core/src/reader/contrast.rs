//! Two layouts beside each other: which cells lie elsewhere, and what else is not the same.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::hardware::{ADDRESS_BYTES, Named};
use crate::law::{Coord, Stride};
use crate::picture::scene::{Size, unit_grid};
use crate::reader::spec::Spec;

/// What the marks of two layouts beside each other mean.
pub const CONTRAST_LEGEND: &str =
    "marked corner: lies elsewhere in the other layout, counted from the start of each";

/// Units that are counted at the most: four times what shared memory holds.
const UNITS_MAX: u64 = 1 << 16;

/// Where a unit of one layout is in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    /// As far from the start as here.
    Same,
    /// Elsewhere, at least some of its elements.
    Moved,
    /// The other matrix has none of its elements.
    Absent,
}

/// How many units of one layout lie elsewhere in another, counted from the start of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contrast {
    /// Units of the layout.
    pub units: u32,
    /// Units that lie elsewhere in the other, or are not there.
    pub elsewhere: u32,
    /// Units that are not there.
    pub absent: u32,
}

impl Contrast {
    /// Looks for every unit of a layout in another; none where there are too many to count.
    ///
    /// ```
    /// use swizzle_core::{Contrast, Params, Spec, Swizzle};
    /// let here = Spec::new(&Params { mn: 8, ..Params::default() })?;
    /// let there = Spec::new(&Params { mn: 8, swizzle: Swizzle::None, ..Params::default() })?;
    /// let contrast = Contrast::of(&here, &there).unwrap();
    /// assert_eq!((contrast.units, contrast.elsewhere, contrast.absent), (64, 63, 0));
    /// # Ok::<(), swizzle_core::ParamsError>(())
    /// ```
    #[must_use]
    pub fn of(here: &Spec, there: &Spec) -> Option<Self> {
        let Size { columns, rows } = grid(here);
        if u64::from(columns) * u64::from(rows) > UNITS_MAX {
            return None;
        }
        let mut contrast = Self {
            units: columns * rows,
            elsewhere: 0,
            absent: 0,
        };
        for unit in 0..contrast.units {
            match unit_elsewhere(here, there, unit) {
                Elsewhere::Same => {}
                Elsewhere::Moved => contrast.elsewhere += 1,
                Elsewhere::Absent => {
                    contrast.elsewhere += 1;
                    contrast.absent += 1;
                }
            }
        }
        Some(contrast)
    }
}

/// The units of a layout, along the contiguous dimension and across it.
fn grid(spec: &Spec) -> Size {
    unit_grid(spec.tile(), spec.extent())
}

/// Where a unit, counted row by row, is in another layout.
pub(crate) fn unit_elsewhere(here: &Spec, there: &Spec, unit: u32) -> Elsewhere {
    let (layout, other) = (here.tile(), there.extent());
    let (columns, t) = (grid(here).columns, layout.element().per_unit());
    let (row, first) = (unit / columns, unit % columns * t);
    let (along_end, _) = here.extent().along_and_across(layout.major());
    let coord = |along: u32| Coord::at(layout.major(), along, row);
    let end = (first + t).min(along_end);
    // What is one unit here is then one unit there: its first element stands for all.
    let is_alike = layout.major() == there.tile().major()
        && layout.element() == there.tile().element()
        && other.contains(coord(end - 1));
    let elements = first..if is_alike { first + 1 } else { end };
    let count = elements.len();
    let (mut absent, mut moved) = (0, 0);
    for at in elements.map(coord) {
        if !other.contains(at) {
            absent += 1;
        } else if offset(here, at) != offset(there, at) {
            moved += 1;
        }
    }
    match (absent, moved) {
        (0, 0) => Elsewhere::Same,
        _ if absent == count => Elsewhere::Absent,
        _ => Elsewhere::Moved,
    }
}

/// Bytes from the start of a layout to an element, and the bit there.
fn offset(spec: &Spec, at: Coord) -> (u32, u32) {
    let address = spec.tile().byte_from_element(at);
    let start = spec.tile().params().start_bytes;
    (
        address.byte.wrapping_sub(start) % ADDRESS_BYTES,
        address.bit,
    )
}

/// The counts in words.
///
/// ```
/// use swizzle_core::{Contrast, contrast_text};
/// let contrast = Contrast { units: 64, elsewhere: 56, absent: 0 };
/// assert_eq!(contrast_text(contrast), "56 of 64 units lie elsewhere in the other");
/// let contrast = Contrast { units: 64, elsewhere: 32, absent: 32 };
/// assert_eq!(contrast_text(contrast), "32 of 64 units lie elsewhere in the other; 32 of them are not in it");
/// ```
#[must_use]
pub fn contrast_text(contrast: Contrast) -> String {
    let Contrast {
        units,
        elsewhere,
        absent,
    } = contrast;
    if elsewhere == 0 {
        return format!("all {units} units lie where they do in the other");
    }
    let absent = match absent {
        0 => String::new(),
        _ => format!("; {absent} of them are not in it"),
    };
    format!("{elsewhere} of {units} units lie elsewhere in the other{absent}")
}

/// Where an element lies in both layouts.
///
/// ```
/// use swizzle_core::{Coord, Params, Spec, Swizzle, contrast_cell_text};
/// let here = Spec::new(&Params::default())?;
/// let there = Spec::new(&Params { swizzle: Swizzle::None, ..Params::default() })?;
/// assert_eq!(
///     contrast_cell_text(&here, &there, Coord { mn: 3, k: 40 }),
///     "Element (3, 40): byte 0x5e0 in the first, 480 from its start; byte 0x1830 in the second, 5168 from its start",
/// );
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[must_use]
pub fn contrast_cell_text(first: &Spec, second: &Spec, at: Coord) -> String {
    let place = |spec: &Spec, which: &str| {
        if !spec.extent().contains(at) {
            return format!("not in the {which}");
        }
        let byte = spec.tile().byte_from_element(at).byte;
        let (from_start, bit) = offset(spec, at);
        let bit = if spec.tile().element().pitch_bits().is_multiple_of(8) {
            String::new()
        } else {
            format!(" bit {bit}")
        };
        format!("byte 0x{byte:x}{bit} in the {which}, {from_start} from its start")
    };
    let (first, second) = (place(first, "first"), place(second, "second"));
    format!("Element ({}, {}): {first}; {second}", at.mn, at.k)
}

/// One thing that can be said of both layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContrastRow {
    /// What it is.
    pub name: &'static str,
    /// Its value in the first.
    pub first: String,
    /// Its value in the second.
    pub second: String,
}

/// What is not the same in two layouts, in the order of the controls.
///
/// ```
/// use swizzle_core::{Params, Spec, Swizzle, contrast_rows};
/// let first = Spec::new(&Params::default())?;
/// let second = Spec::new(&Params { swizzle: Swizzle::B64, ..Params::default() })?;
/// let rows = contrast_rows(&first, &second);
/// let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
/// assert_eq!(names, ["Swizzle", "SBO", "Descriptor"]);
/// assert_eq!((rows[1].first.as_str(), rows[1].second.as_str()), ("1024 B", "512 B"));
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[must_use]
pub fn contrast_rows(first: &Spec, second: &Spec) -> Vec<ContrastRow> {
    let rows = facts(first).into_iter().zip(facts(second));
    rows.filter(|((_, first), (_, second))| first != second)
        .map(|((name, first), (_, second))| ContrastRow {
            name,
            first,
            second,
        })
        .collect()
}

/// What there is to say of a layout.
fn facts(spec: &Spec) -> [(&'static str, String); 17] {
    let params = spec.params();
    let read = spec.read(params.step);
    let bytes = |bytes: u32| format!("{bytes} B");
    [
        ("Instruction", params.arch.name().into()),
        ("Operand", params.operand.name().into()),
        ("Sparsity", params.sparsity.name().into()),
        ("Element", params.element.name().into()),
        ("Major", params.major.name().into()),
        ("Swizzle", params.swizzle.name().into()),
        ("MN", params.mn.to_string()),
        ("K", params.k.to_string()),
        ("Order of atoms", params.order.name().into()),
        ("Start address", format!("0x{:x}", params.start_bytes)),
        ("LBO", bytes(read.stride_bytes(Stride::Lbo))),
        ("SBO", bytes(read.stride_bytes(Stride::Sbo))),
        ("LBO mode", params.lbo_mode.name().into()),
        ("Base offset", read.params().base_offset.to_string()),
        ("Bytes of the tile", bytes(spec.span_bytes())),
        ("Step", format!("{} of {}", params.step, spec.steps())),
        (
            "Descriptor",
            spec.descriptor(params.step)
                .map_or_else(|none| none.to_string(), |descriptor| descriptor.to_string()),
        ),
    ]
}
