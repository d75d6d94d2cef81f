//! From a layout back to the descriptor that gives it, or to the element at which none does.

use alloc::format;
use alloc::vec::Vec;

use crate::hardware::ADDRESS_BYTES;
use crate::hardware::{Arch, Element, Major, Named as _};
use crate::law::swizzle_text;
use crate::law::{Coord, Stride, Swizzle};
use crate::paste::cute::{CuteLayout, Mode};
use crate::paste::pasted::{PasteError, Pasted, refuse};
use crate::reader::{Said, Spec};
use crate::state::Shown;
use crate::tile::{Order, SaidTile, Tile};

pub(super) fn pasted(layout: &CuteLayout, context: &Shown) -> Result<Pasted, PasteError> {
    let (said, spec) = said(layout, &context.said)?;
    let tile = spec.tile();
    let what = format!(
        "a CuTe layout of {} elements, as set here: {}, swizzle {}",
        tile.element.name(),
        tile.major.operand_name(spec.reader().operand),
        tile.swizzle.name(),
    );
    Ok(Pasted {
        what,
        shown: Shown {
            said,
            view: context.view,
            at: None,
            pinned: None,
        },
        others: Vec::new(),
        notices: layout.notices.clone(),
    })
}

/// What the layout says of the tile, over what was said before, and the tile that it gives.
fn said(layout: &CuteLayout, context: &Said) -> Result<(Said, Spec), PasteError> {
    let element = context.tile.element.unwrap_or(Tile::default().element);
    let swizzle = swizzle(layout, element)?;
    let major = major(layout, context.tile.major.unwrap_or(Tile::default().major))?;
    let (along, across) = match major {
        Major::K => (&layout.k, &layout.mn),
        Major::Mn => (&layout.mn, &layout.k),
    };
    let (t, atom) = (element.per_unit(), swizzle.atom(major));
    let width = atom.row_units * t;
    if let ([run], [row]) = (&along.leaves[..], &across.leaves[..])
        && run.stride == 1
        && row.stride != i64::from(width)
    {
        return refuse(
            row.at.clone(),
            format_args!(
                "A plain {}-major tile, its rows {} elements apart: {} of {} elements wants blocks of {} rows that are {width} elements ({} bytes) apart",
                major.name(),
                row.stride,
                swizzle_text(swizzle),
                element.name(),
                atom.rows,
                swizzle.row_bytes(),
            ),
        );
    }
    let columns = stride_bytes(along, width, t)?;
    let groups = stride_bytes(across, atom.rows, t)?;
    let mut said = *context;
    said.tile = SaidTile {
        swizzle: Some(swizzle),
        major: Some(major),
        mn: Some(layout.mn.size),
        k: Some(layout.k.size),
        start_bytes: context.tile.start_bytes,
        element: context.tile.element,
        pattern_bytes: context.tile.pattern_bytes,
        stages: context.tile.stages,
        stage_bytes: context.tile.stage_bytes,
        ..SaidTile::default()
    };
    if swizzle == Swizzle::B128Atom32 && said.given.is_none() {
        said.reader.arch = said.reader.arch.or(Some(Arch::Tcgen05));
    }
    // The tile alone, whatever descriptor was given.
    let tile = |said: &Said| {
        let alone = Said {
            given: None,
            ..*said
        };
        Spec::new(&alone).or_else(|error| refuse(layout.at.clone(), format_args!("{error}")))
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

/// Holds every element of both modes against the law; the sum of both is then right for every pair.
fn verify(layout: &CuteLayout, spec: &Spec) -> Result<(), PasteError> {
    let (tile, t) = (spec.layout(), spec.layout().element().per_unit());
    for (mode, is_mn) in [(&layout.mn, true), (&layout.k, false)] {
        for i in 0..mode.size {
            let (mn, k) = if is_mn { (i, 0) } else { (0, i) };
            let place = tile.digits_from_element(Coord { mn, k });
            let moved = tile
                .absolute_from_digits(place)
                .wrapping_sub(tile.start_bytes());
            let needed = moved % ADDRESS_BYTES / 16 * t + place.slot;
            let (offset, leaf) = mode.offset(i);
            if offset.rem_euclid(i64::from(ADDRESS_BYTES / 16 * t)) != i64::from(needed) {
                let at = leaf.map_or(&layout.at, |leaf| &leaf.at).clone();
                return refuse(
                    at,
                    format_args!(
                        "No LBO and SBO give this: element (mn {mn}, k {k}) lies at {offset}, and {} {}-major needs it at {needed}",
                        swizzle_text(tile.swizzle()),
                        tile.major().name(),
                    ),
                );
            }
        }
    }
    Ok(())
}

/// The mode whose XOR this is, counted in bytes, or in elements as CuTe does before a pointer is there.
fn swizzle(layout: &CuteLayout, element: Element) -> Result<Swizzle, PasteError> {
    let [bits, base, shift] = layout.swizzle;
    let element_bits = i64::from(element.slot_bits().trailing_zeros());
    let is_at = |byte_base| base == byte_base || base + element_bits - 3 == byte_base;
    match (bits, shift) {
        (0, _) => Ok(Swizzle::None),
        (1, 3) if is_at(4) => Ok(Swizzle::B32),
        (2, 3) if is_at(4) => Ok(Swizzle::B64),
        (3, 3) if is_at(4) => Ok(Swizzle::B128),
        (2, 2) if is_at(5) => Ok(Swizzle::B128Atom32),
        _ => refuse(
            layout.swizzle_at.clone(),
            format_args!(
                "No descriptor has this swizzle: in bytes there are <0,4,3>, <1,4,3>, <2,4,3>, <3,4,3> and, on tcgen05, <2,5,2>"
            ),
        ),
    }
}

/// The mode in which neighbours are neighbours in memory.
fn major(layout: &CuteLayout, context: Major) -> Result<Major, PasteError> {
    let is_contiguous = |mode: &Mode| mode.size > 1 && mode.offset(1).0 == 1;
    match (is_contiguous(&layout.mn), is_contiguous(&layout.k)) {
        (true, false) => Ok(Major::Mn),
        (false, true) => Ok(Major::K),
        (true, true) => Ok(context),
        _ if layout.k.size == 1 => Ok(Major::K),
        _ if layout.mn.size == 1 => Ok(Major::Mn),
        _ => refuse(
            layout.at.clone(),
            format_args!(
                "In neither mode are neighbours 1 apart: a tensor core reads 16 bytes at a time"
            ),
        ),
    }
}

/// The bytes from index 0 to the one where a descriptor's stride is added first; `None` where the mode ends before.
fn stride_bytes(mode: &Mode, index: u32, t: u32) -> Result<Option<u32>, PasteError> {
    if index >= mode.size {
        return Ok(None);
    }
    let (offset, leaf) = mode.offset(index);
    let bytes = offset / i64::from(t) * 16;
    let wrong = if offset < 0 {
        "is negative"
    } else if offset % i64::from(t) != 0 {
        "is no multiple of 16 bytes"
    } else if bytes >= i64::from(ADDRESS_BYTES) {
        "is more than 262128 bytes, the largest that a field holds"
    } else {
        return Ok(Some(bytes as u32));
    };
    refuse(
        leaf.map_or(0..0, |leaf| leaf.at.clone()),
        format_args!("The distance from element 0 to {index}, {offset} elements, {wrong}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paste::cute;

    fn read(text: &str) -> Result<Said, PasteError> {
        let layout = cute::read(text).unwrap()?;
        Ok(pasted(&layout, &Shown::default())?.shown.said)
    }

    fn bf16(text: &str) -> SaidTile {
        read(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
            .tile
    }

    #[test]
    fn strides_are_found() {
        let figure_169 = bf16("Swizzle<1,4,3> o ((8,2,2),(8,2)):((1,8,128),(16,256))");
        assert_eq!(
            (figure_169.major, figure_169.swizzle),
            (Some(Major::Mn), Some(Swizzle::B32))
        );
        assert_eq!((figure_169.mn, figure_169.k), (Some(32), Some(16)));
        let packed = (figure_169.lbo_bytes, figure_169.sbo_bytes, figure_169.order);
        assert_eq!(packed, (None, None, Some(Order::Mn)));

        let padded = bf16("((8,8),(8,2)):((8,72),(1,640))");
        assert_eq!(
            (padded.lbo_bytes, padded.sbo_bytes),
            (Some(1280), Some(144))
        );
        let columns = bf16("Sw<3,4,3> o ((8,8),(64,2)):((64,512),(1,5120))");
        assert_eq!(columns.lbo_bytes, Some(10240));
    }

    #[test]
    fn swizzles_in_bytes_and_in_elements() {
        for (text, swizzle) in [
            ("Sw<3,4,3> o (8,64):(64,1)", Swizzle::B128),
            ("Sw<3,3,3> o (8,64):(64,1)", Swizzle::B128),
            ("Sw<2,3,3> o (8,32):(32,1)", Swizzle::B64),
            ("Sw<2,5,2> o (64,4):(1,64)", Swizzle::B128Atom32),
            ("Sw<2,4,2> o (64,4):(1,64)", Swizzle::B128Atom32),
            ("Sw<0,4,3> o (8,8):(8,1)", Swizzle::None),
            ("(8,8):(8,1)", Swizzle::None),
        ] {
            assert_eq!(bf16(text).swizzle, Some(swizzle), "{text}");
        }
        let arch = read("Sw<2,5,2> o (64,4):(1,64)").unwrap().reader.arch;
        assert_eq!(arch, Some(Arch::Tcgen05));
    }

    #[test]
    fn what_no_descriptor_gives_is_refused_with_the_reason() {
        for (text, part, message) in [
            (
                "(64,64):(64,1)",
                "64",
                "A plain K-major tile, its rows 64 elements apart: Swizzle<0,4,3> of bf16 elements wants blocks of 8 rows that are 8 elements (16 bytes) apart",
            ),
            (
                "Sw<3,4,3> o (64,128):(128,1)",
                "128",
                "A plain K-major tile",
            ),
            (
                "((8,8),(8,8)):((8,65),(1,640))",
                "65",
                "The distance from element 0 to 8, 65 elements, is no multiple of 16 bytes",
            ),
            (
                "((8,8),(8,8)):((8,-64),(1,640))",
                "-64",
                "The distance from element 0 to 8, -64 elements, is negative",
            ),
            (
                "((8,8),(8,8)):((8,64),(1,131072))",
                "131072",
                "The distance from element 0 to 8, 131072 elements, is more than",
            ),
            (
                "Sw<3,4,3> o ((8,8),(8,8)):((64,512),(1,16))",
                "16",
                "No LBO and SBO give this: element (mn 0, k 8) lies at 16, and Swizzle<3,4,3> K-major needs it at 8",
            ),
            (
                "Sw<3,4,4> o (8,64):(64,1)",
                "Sw<3,4,4>",
                "No descriptor has this swizzle",
            ),
            ("(8,8):(16,2)", "(8,8):(16,2)", "In neither mode"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(&text[error.at], part, "{text}: {}", error.message);
            assert!(
                error.message.starts_with(message),
                "{text}: {}",
                error.message
            );
        }
    }
}
