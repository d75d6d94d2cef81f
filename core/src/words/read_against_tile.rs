//! What a read found of the tile, in words.

use alloc::format;
use alloc::string::String;

use crate::hardware::Named;
use crate::law::Swizzle;
use crate::reader::{Difference, ReadAgainstTile, Spec, Tally, Value, Verdict};

/// What the marks of a compared read mean.
pub const MARKS_LEGEND: &str =
    "struck out: read elsewhere than the tile has it · dashed: of the tile, and not read";

/// The counts in words.
///
/// ```
/// use swizzle_core::Tally;
/// use swizzle_core::words::tally_text;
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
/// use swizzle_core::words::tally_brief;
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
///
/// ```
/// use swizzle_core::words::difference_text;
/// use swizzle_core::{Arch, Descriptor, ReadAgainstTile, Said, Spec};
/// let wrong = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040);
/// let found = ReadAgainstTile::of(&Spec::new(&Said::default().with_given(wrong))?, 0);
/// assert_eq!(
///     difference_text(&found.first().unwrap()),
///     "Element (8, 0) is read at 0x490, where the tile has (1, 0); it lies at 0x800.",
/// );
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn difference_text(difference: &Difference) -> String {
    let Difference {
        coord,
        read,
        wanted,
        instead,
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

/// The tile in a few words.
///
/// ```
/// use swizzle_core::words::tile_text;
/// use swizzle_core::{Said, Spec};
/// let spec = Spec::new(&Said::default())?;
/// assert_eq!(
///     tile_text(&spec),
///     "64 × 64 bf16 K-major tile with 128B swizzle at 0x400, packed, atoms along MN first",
/// );
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn tile_text(spec: &Spec) -> String {
    let (tile, operand) = (spec.tile(), spec.reader().operand);
    let swizzle = match (tile.row_bytes, tile.swizzle) {
        (Some(row_bytes), _) => format!("in plain rows {row_bytes} bytes apart"),
        (None, Swizzle::None) => "without swizzle".into(),
        (None, mode) => format!("with {} swizzle", mode.name()),
    };
    let strides =
        if (tile.lbo_bytes, tile.sbo_bytes) == (spec.packed().lbo_bytes, spec.packed().sbo_bytes) {
            format!(
                "packed, atoms along {} first",
                tile.order.name().to_ascii_uppercase()
            )
        } else {
            format!("LBO {} and SBO {} bytes", tile.lbo_bytes, tile.sbo_bytes)
        };
    format!(
        "{} × {} {} {} tile {swizzle} at 0x{:x}, {strides}",
        tile.mn,
        tile.k,
        tile.element.name(),
        tile.major.operand_name(operand),
        tile.start_bytes,
    )
}

/// What was not said, by the names of the values; `None` where everything was.
///
/// ```
/// use swizzle_core::words::assumed_text;
/// use swizzle_core::{Said, SaidTile, Spec};
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let spec = Spec::new(&Said { tile, ..Said::default() })?;
/// assert!(assumed_text(&spec).unwrap().starts_with("element, major, swizzle, order, "));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn assumed_text(spec: &Spec) -> Option<String> {
    // A buffer, its window and its stages are there only for those who say so.
    const OF_BUFFER: [&str; 8] = [
        "buffer_mn",
        "buffer_k",
        "at_mn",
        "at_k",
        "row_bytes",
        "stages",
        "stage_bytes",
        "rows",
    ];
    let is_assumed = |value: &Value| !value.is_said && !OF_BUFFER.contains(&value.name);
    let (tile, reader) = (spec.tile_values(), spec.reader_values());
    let names = tile.iter().chain(&reader).filter(|value| is_assumed(value));
    let names: alloc::vec::Vec<&str> = names.map(|value| value.name).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// The verdict on the descriptor in words. Where nothing was said of the tile it names the tile that the read would fit, and
/// claims no more.
///
/// ```
/// use swizzle_core::words::verdict_text;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile, Spec};
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0846);
/// assert_eq!(
///     verdict_text(&Spec::new(&Said::default().with_given(given))?),
///     "Nothing was said of the tile. The read would fit a 64 × 64 bf16 K-major tile with 128B swizzle at 0x8460, packed, atoms along MN first.",
/// );
/// let tile = SaidTile { start_bytes: Some(0x8400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// assert_eq!(
///     verdict_text(&Spec::new(&Said { tile, ..Said::default() }.with_given(given))?),
///     "Step 3 of 4: all 128 units right.",
/// );
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn verdict_text(spec: &Spec) -> String {
    let found = ReadAgainstTile::of(spec, spec.place());
    let differs = found.first().map(|first| {
        let tally = tally_text(found.tally());
        format!("{tally}. {}", difference_text(&first))
    });
    match (spec.verdict(), differs) {
        (Verdict::Unsaid, None) => format!(
            "Nothing was said of the tile. The read would fit a {}.",
            tile_text(spec)
        ),
        (Verdict::Unsaid, Some(differs)) => format!(
            "Nothing was said of the tile, and no tile fits this read. Of a {}: {differs}",
            tile_text(spec)
        ),
        (_, differs) => format!(
            "{}: {}",
            place_text(spec),
            differs.unwrap_or_else(|| format!("{}.", tally_text(found.tally())))
        ),
    }
}

/// The descriptor's place in the sequence: `Step 3 of 4`, with block and stage where there are several.
#[must_use]
pub fn place_text(spec: &Spec) -> String {
    let place = spec.place();
    let mut text = format!("Step {} of {}", place.step, spec.steps());
    if spec.blocks() > 1 {
        let rows = spec.read_extent().mn;
        let first = place.block * rows;
        let letter = spec.reader().operand.mn_letter();
        text.push_str(&format!(", {letter} {first}–{}", first + rows - 1));
    }
    if spec.tile().stages > 1 {
        text.push_str(&format!(", stage {}", place.stage));
    }
    text
}
