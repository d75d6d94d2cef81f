//! The tile of a strided layout in CuTe's notation, or the part of the layout that no descriptor can produce.

use std::fmt::Arguments;

use super::*;
use swizzle_core::{
    hardware::ADDRESS_BYTES,
    law::{offset_from_pieces, swizzle_text},
};

/// One of the two modes, as the function from an index to an offset in elements.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mode {
    /// Size and stride of each piece, the innermost first; pieces of size 1 are left out.
    pub leaves: Vec<(u32, i64)>,
    /// The product of their sizes.
    pub size: u32,
}

impl Mode {
    /// Creates a mode from pieces.
    pub fn new(leaves: &[(u32, i64)]) -> Self {
        Self {
            leaves: leaves.to_vec(),
            size: leaves.iter().fold(1, |all, (size, _)| all.saturating_mul(*size)),
        }
    }

    /// Its pieces, with contiguous neighbours merged.
    pub(crate) fn merged(&self) -> Vec<(u32, i64)> {
        let mut merged: Vec<(u32, i64)> = Vec::new();
        for &(size, stride) in &self.leaves {
            match merged.last_mut() {
                Some((count, first)) if first.saturating_mul(i64::from(*count)) == stride => {
                    *count = count.saturating_mul(size);
                }
                _ => merged.push((size, stride)),
            }
        }
        merged
    }

    /// The stride of neighbours, if it is uniform.
    fn pitch(&self) -> Option<i64> {
        match self.merged()[..] {
            [(_, pitch)] => Some(pitch),
            _ => None,
        }
    }

    /// The offset of an index in elements, and the outermost piece with a nonzero digit; pieces of size 0 have no digit.
    pub fn offset(&self, index: u32) -> (i64, Option<usize>) {
        offset_from_pieces(&self.leaves, index)
    }
}

/// A layout of two modes under a swizzle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Strided {
    /// `B`, `M`, `S` of the swizzle; all 0 where there is none.
    pub swizzle: [i64; 3],
    /// Along M or N.
    pub mn: Mode,
    /// Along K.
    pub k: Mode,
}

/// A part of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// The whole layout.
    Whole,
    /// Its swizzle.
    Swizzle,
    /// A piece of a mode.
    Leaf {
        /// Whether it is a piece of MN; otherwise of K.
        is_mn: bool,
        /// Index of the piece.
        leaf: usize,
    },
}

/// Reason that no descriptor can produce a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotCanonical {
    /// The reason, in one sentence.
    pub message: String,
    /// The part at fault.
    pub at: At,
}

fn refuse<T>(at: At, message: Arguments<'_>) -> Result<T, NotCanonical> {
    Err(NotCanonical { message: std::fmt::format(message), at })
}

/// The values that the layout specifies, added to those specified before, and the resulting tile.
///
/// # Errors
/// Returns [`NotCanonical`] with the part that no descriptor can produce, and why.
///
/// ```
/// use swizzle_core::Said;
/// use swizzle_infer::{Mode, Strided, said_from_strided};
/// // ((8,8),64):((64,640),1): rows of 64 elements, groups of 8 rows padded by 128 elements.
/// let layout = Strided {
///     swizzle: [3, 4, 3],
///     mn: Mode::new(&[(8, 64), (8, 640)]),
///     k: Mode::new(&[(64, 1)]),
/// };
/// let (said, _) = said_from_strided(&layout, &Said::default()).unwrap();
/// assert_eq!(said.tile.sbo_bytes, Some(1280));
/// ```
pub fn said_from_strided(layout: &Strided, context: &Said) -> Result<(Said, Spec), NotCanonical> {
    let element = element_of(&context.tile);
    let swizzle = swizzle(layout, element)?;
    let major = major(layout, major_of(&context.tile))?;
    let (along, across) = match major {
        Major::K => (&layout.k, &layout.mn),
        Major::Mn => (&layout.mn, &layout.k),
    };
    let (t, atom) = (element.per_unit(), swizzle.atom(major));
    let width = atom.row_units * t;
    if let ([(_, 1)], Some(pitch)) = (&along.merged()[..], across.pitch())
        && pitch != i64::from(width)
    {
        let Coord { mn, k } = Coord::at(major, 0, 1);
        return refuse(
            At::Leaf { is_mn: major == Major::K, leaf: 0 },
            format_args!(
                "A plain {major}-major tile with rows {pitch} elements apart: {} of {element} elements needs blocks of {} rows that are {width} elements ({} bytes) apart; element (mn {mn}, k {k}) is at offset {pitch} instead of {width}",
                swizzle_text(swizzle),
                atom.rows,
                swizzle.row_bytes(),
            ),
        );
    }
    let columns = stride_bytes(along, width, t, major == Major::Mn)?;
    let groups = stride_bytes(across, atom.rows, t, major == Major::K)?;
    // The layout implies an aligned pattern, even if a base offset was specified before.
    let has_base_offset = |given: Descriptor| given.decode().base_offset != 0;
    let is_moved = swizzle != Swizzle::None && context.given.is_some_and(has_base_offset);
    let aligned = is_moved.then_some(0);
    let mut said = *context;
    said.tile = SaidTile {
        swizzle: Some(swizzle),
        major: Some(major),
        mn: Some(layout.mn.size),
        k: Some(layout.k.size),
        start_bytes: context.tile.start_bytes,
        element: context.tile.element,
        pattern_bytes: context.tile.pattern_bytes.or(aligned),
        pattern_of: context.tile.pattern_of,
        stages: context.tile.stages,
        stage_bytes: context.tile.stage_bytes,
        ..SaidTile::default()
    };
    let has_code = |arch: &Arch| code_from_swizzle(*arch, swizzle).is_some();
    if said.given.is_none() && !has_code(&Arch::default()) {
        said.reader.arch = said.reader.arch.or_else(|| Arch::default().others().find(has_code));
    }
    // The tile only, without any explicit descriptor.
    let tile = |said: &Said| {
        let alone = Said { given: None, ..*said };
        spec_from_said(&alone).or_else(|error| refuse(At::Whole, format_args!("{error}")))
    };
    let orders = [context.tile.order.unwrap_or(Order::Mn), Order::Mn, Order::K];
    let is_packed = |order: &Order| {
        let mut ordered = said;
        ordered.tile.order = Some(*order);
        tile(&ordered).is_ok_and(|spec| {
            columns.is_none_or(|bytes| bytes == spec.layout().column_bytes())
                && groups.is_none_or(|bytes| bytes == spec.layout().group_bytes())
        })
    };
    match orders.into_iter().find(is_packed) {
        Some(order) => said.tile.order = Some(order),
        None if Stride::of_columns(major, swizzle) == Stride::Sbo => {
            (said.tile.sbo_bytes, said.tile.lbo_bytes) = (columns, groups);
        }
        None => (said.tile.lbo_bytes, said.tile.sbo_bytes) = (columns, groups),
    }
    let spec = tile(&said)?;
    verify(layout, &spec)?;
    Ok((said, spec))
}

/// Compares every element of both modes with the law; the sum is then correct for every pair.
fn verify(layout: &Strided, spec: &Spec) -> Result<(), NotCanonical> {
    let (tile, t) = (spec.layout(), spec.layout().element().per_unit());
    for (mode, is_mn) in [(&layout.mn, true), (&layout.k, false)] {
        for i in 0..mode.size {
            let coord @ Coord { mn, k } = if is_mn { Coord { mn: i, k: 0 } } else { Coord { mn: 0, k: i } };
            let moved = tile.absolute_from_element(coord).wrapping_sub(tile.start_bytes());
            let slot = tile.digits_from_element(coord).slot;
            let needed = spec.space().wrapped(moved) / UNIT_BYTES * t + slot;
            let (offset, leaf) = mode.offset(i);
            if offset.rem_euclid(i64::from(spec.space().field_values() * t)) != i64::from(needed) {
                let at = leaf.map_or(At::Whole, |leaf| At::Leaf { is_mn, leaf });
                return refuse(
                    at,
                    format_args!(
                        "No LBO and SBO produce this: element (mn {mn}, k {k}) is at offset {offset}, but {} {}-major needs it at {needed}",
                        swizzle_text(tile.swizzle()),
                        tile.major(),
                    ),
                );
            }
        }
    }
    Ok(())
}

/// The mode with this XOR, on bytes, or on elements as in CuTe before a pointer is attached.
fn swizzle(layout: &Strided, element: Element) -> Result<Swizzle, NotCanonical> {
    let [bits, base, shift] = layout.swizzle;
    let element_bits = i64::from(element.slot_bits().trailing_zeros());
    let is_at = |byte_base| base == byte_base || base.saturating_add(element_bits - 3) == byte_base;
    match (bits, shift) {
        (0, _) => Ok(Swizzle::None),
        (1, 3) if is_at(4) => Ok(Swizzle::B32),
        (2, 3) if is_at(4) => Ok(Swizzle::B64),
        (3, 3) if is_at(4) => Ok(Swizzle::B128),
        (2, 2) if is_at(5) => Ok(Swizzle::B128Atom32),
        _ => refuse(
            At::Swizzle,
            format_args!(
                "No descriptor has this swizzle: the swizzles in bytes are <0,4,3>, <1,4,3>, <2,4,3>, <3,4,3> and, on tcgen05, <2,5,2>"
            ),
        ),
    }
}

/// The mode in which neighbours are contiguous in memory.
fn major(layout: &Strided, context: Major) -> Result<Major, NotCanonical> {
    let is_contiguous = |mode: &Mode| mode.size > 1 && mode.offset(1).0 == 1;
    match (is_contiguous(&layout.mn), is_contiguous(&layout.k)) {
        (true, false) => Ok(Major::Mn),
        (false, true) => Ok(Major::K),
        (true, true) => Ok(context),
        _ if layout.k.size == 1 => Ok(Major::K),
        _ if layout.mn.size == 1 => Ok(Major::Mn),
        _ => refuse(
            At::Whole,
            format_args!("Neither mode has stride 1, but a tensor core reads 16 contiguous bytes at a time"),
        ),
    }
}

/// The bytes from index 0 to the first index that needs a descriptor's stride; `None` if the mode ends before it.
fn stride_bytes(mode: &Mode, index: u32, t: u32, is_mn: bool) -> Result<Option<u32>, NotCanonical> {
    if index >= mode.size {
        return Ok(None);
    }
    let (offset, leaf) = mode.offset(index);
    let bytes = (offset / i64::from(t)).saturating_mul(UNIT_BYTES.into());
    let wrong = if offset < 0 {
        "is negative"
    } else if offset % i64::from(t) != 0 {
        "is not a multiple of 16 bytes"
    } else if bytes >= i64::from(ADDRESS_BYTES) {
        "is more than 262128 bytes, the maximum of a field"
    } else {
        return Ok(Some(bytes as u32));
    };
    refuse(
        leaf.map_or(At::Whole, |leaf| At::Leaf { is_mn, leaf }),
        format_args!("The distance from element 0 to {index}, {offset} elements, {wrong}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_piece_counts_nothing() {
        assert_eq!(Mode::new(&[(0, 5)]).offset(3), (0, None));
        assert_eq!(Mode::new(&[(2, 1), (0, 5), (4, 8)]).offset(3), (9, Some(2)));
    }

    #[test]
    fn what_does_not_fit_ends_at_the_largest_number() {
        let mode = Mode::new(&[(1 << 20, i64::MAX), (1 << 20, 1)]);
        assert_eq!(mode.size, u32::MAX);
        assert_eq!(mode.offset(2), (i64::MAX, Some(0)));
    }
}
