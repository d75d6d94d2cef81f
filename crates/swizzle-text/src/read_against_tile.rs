//! What a read found of the tile, in words.

use swizzle_core::reader::{Difference, Tally};

/// The counts in words.
///
/// ```
/// use swizzle_core::Tally;
/// use swizzle_text::tally_text;
/// assert_eq!(tally_text(Tally { right: 128, ..Tally::default() }), "all 128 units right");
/// let tally = Tally { right: 16, wrong: 112, missing: 110 };
/// assert_eq!(tally_text(tally), "16 of 128 units right; 112 are read elsewhere than meant, and 110 that were meant are not read");
/// ```
#[must_use]
pub fn tally_text(tally: Tally) -> String {
    let all = tally.right + tally.wrong;
    if tally.wrong == 0 {
        return format!("all {all} units right");
    }
    format!(
        "{} of {all} units right; {} are read elsewhere than meant, and {} that were meant are not read",
        tally.right, tally.wrong, tally.missing
    )
}

/// The same for a narrow place.
///
/// ```
/// use swizzle_core::Tally;
/// use swizzle_text::tally_brief;
/// assert_eq!(tally_brief(Tally { right: 128, ..Tally::default() }), "all 128 right");
/// assert_eq!(tally_brief(Tally { right: 16, wrong: 112, missing: 110 }), "16 of 128 right");
/// ```
#[must_use]
pub fn tally_brief(tally: Tally) -> String {
    let all = tally.right + tally.wrong;
    match tally.wrong {
        0 => format!("all {all} right"),
        _ => format!("{} of {all} right", tally.right),
    }
}

/// A difference with both addresses spelled out.
#[must_use]
pub fn difference_text(difference: &Difference) -> String {
    let Difference {
        coord,
        read,
        wanted,
        instead,
        ..
    } = difference;
    let instead = match instead {
        Some(other) => format!(", where the tile has ({}, {})", other.mn, other.k),
        None => String::new(),
    };
    format!(
        "Element ({}, {}) is read at 0x{:x}{instead}; it lies at 0x{:x}.",
        coord.mn, coord.k, read.byte, wanted.byte
    )
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
            "Element (8, 0) is read at 0x490, where the tile has (1, 0); it lies at 0x800.",
        );
    }
}
