//! Text on a read compared with the tile.

use super::*;
use crate::quantity::units as tile_units;
use swizzle_core::reader::Difference;

/// The counts of a read compared with the tile.
///
/// ```
/// use swizzle_core::Tally;
/// use swizzle_text::tally_text;
/// assert_eq!(tally_text(Tally { right: 128, ..Tally::default() }), "all 128 units correct");
/// let tally = Tally { right: 16, wrong: 112, missing: 110 };
/// assert_eq!(tally_text(tally), "16 of 128 units correct; 112 are read from the wrong address, and 110 expected units are not read");
/// ```
pub fn tally_text(tally: Tally) -> String {
    let Tally { right, wrong, missing, .. } = tally;
    let all = right + wrong;
    if wrong == 0 {
        return format!("all {all} units correct");
    }
    format!(
        "{right} of {all} units correct; {wrong} are read from the wrong address, and {missing} expected units are not read"
    )
}

/// The counts of a layout compared with another: the units of its tile, and the units that the read at its place gets,
/// with how many of those are correct and how many are outside the tile.
///
/// ```
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// use swizzle_text::tile_and_read_counts;
/// let counts = |k| {
///     let tile = SaidTile { mn: Some(64), k: Some(k), ..SaidTile::default() };
///     spec_from_said(&Said { tile, ..Said::default() }).map(|spec| tile_and_read_counts(&spec))
/// };
/// assert_eq!(counts(64)?, ["tile: 512 units", "read 0: all 128 units correct"]);
/// assert_eq!(counts(8)?, ["tile: 64 units", "read 0: all 128 units correct, 64 of them outside the tile"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tile_and_read_counts(spec: &Spec) -> [String; 2] {
    let tally = Tally::of_read(spec, spec.place());
    let all = tally.right + tally.wrong;
    let units = tile_units(spec);
    let plural = if units == 1 { "" } else { "s" };
    let correct = match tally.wrong {
        0 => format!("all {all}"),
        _ => format!("{} of {all}", tally.right),
    };
    // An instruction may read more rows than are compared.
    let outside = match spec.units_outside() {
        (0, _) => String::new(),
        (outside, of) if of == all => format!(", {outside} of them outside the tile"),
        _ => String::new(),
    };
    [
        format!("tile: {units} unit{plural}"),
        format!("read {}: {correct} units correct{outside}", spec.place().step),
    ]
}

/// A difference with the actual and the expected address.
pub fn difference_text(difference: &Difference) -> String {
    let Difference { coord, read, wanted, instead, .. } = difference;
    let Coord { mn, k } = *coord;
    let (actual, expected) = (read.byte, wanted.byte);
    match instead {
        Some(Coord { mn: m2, k: k2 }) => format!(
            "Element ({mn}, {k}) is read from 0x{actual:x}, the address of ({m2}, {k2}), instead of 0x{expected:x}."
        ),
        None => format!("Element ({mn}, {k}) is read from 0x{actual:x} instead of 0x{expected:x}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::hardware::Arch;
    use swizzle_core::reader::{ReadAgainstTile, Said};
    use swizzle_infer::spec_from_said;

    #[test]
    fn a_difference_has_both_addresses() {
        let wrong = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040);
        let spec = spec_from_said(&Said::default().with_given(wrong)).unwrap();
        assert_eq!(
            difference_text(&ReadAgainstTile::of(&spec, 0).first().unwrap()),
            "Element (8, 0) is read from 0x490, the address of (1, 0), instead of 0x800.",
        );
    }
}
