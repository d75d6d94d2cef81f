//! The recommended swizzle of a tile: the widest mode that divides it and that the instruction supports.

use swizzle_core::hardware::{LboMode, Major};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::{Spec, is_legal_form};
use swizzle_warp::{FILLS, Fill};

/// Measured fills by TMA with one box per column of the tile: the cost of writing in each mode. The tensor core's read costs the
/// same in every mode.
fn fills() -> impl Iterator<Item = &'static Fill> {
    FILLS.iter().filter(|fill| fill.box_elements[2] == 1)
}

/// Cycles in which TMA fills a tile of 128 × 64 bf16 in a mode, one SM at work, where that was measured.
pub fn fill_cycles(swizzle: Swizzle) -> Option<u32> {
    fills().find(|fill| fill.swizzle == swizzle).map(|fill| fill.cycles.0)
}

/// A recommended swizzle mode and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestSwizzle {
    /// The mode.
    pub swizzle: Swizzle,
    /// The reason: the modes that divide the tile, and the cost.
    pub why: String,
}

/// The widest mode whose swizzle row divides the tile along its contiguous dimension and that the instruction supports for
/// this type and major; the narrowest legal one where none divides.
///
/// Modes on which sources disagree are not recommended.
///
/// ```
/// use swizzle_code::build::best_swizzle;
/// use swizzle_core::{Said, Swizzle};
/// use swizzle_infer::spec_from_said;
/// let mut said = Said::default();
/// said.tile.k = Some(96); // 192 bytes of bf16
/// assert_eq!(best_swizzle(&spec_from_said(&said)?).swizzle, Swizzle::B64);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn best_swizzle(spec: &Spec) -> BestSwizzle {
    let widest = [Swizzle::B128, Swizzle::B128Atom32, Swizzle::B64, Swizzle::B32, Swizzle::None];
    let legal: Vec<Swizzle> = widest.into_iter().filter(|mode| is_taken(spec, *mode)).collect();
    let bytes = along_bytes(spec);
    let widest = legal.iter().position(|mode| bytes.is_multiple_of(mode.row_bytes().into()));
    let (swizzle, why) = match (widest, &legal[..]) {
        (Some(at), _) => (legal[at], why(spec, legal[at], &legal[..at])),
        (None, [.., narrowest]) => (
            *narrowest,
            format!(
                "{bytes} bytes along {} are not a multiple of any legal mode's row; the narrowest mode leaves the least unused",
                along_letter(spec)
            ),
        ),
        (None, []) => {
            let (tile, reader) = (spec.tile(), spec.reader());
            let form = tile.major.operand_name(reader.operand);
            (Swizzle::None, format!("{} supports {} {form} in no swizzle mode", reader.arch, tile.element))
        }
    };
    BestSwizzle { swizzle, why }
}

/// Whether the instruction supports a mode and no source disagrees.
fn is_taken(spec: &Spec, swizzle: Swizzle) -> bool {
    let (tile, reader) = (spec.tile(), spec.reader());
    let is_contested = swizzle == Swizzle::B128Atom32 && tile.major == Major::K;
    // The ISA allows the absolute LBO mode with 128B only.
    let fits_lbo_mode = reader.lbo_mode == LboMode::Relative || swizzle == Swizzle::B128;
    !is_contested && fits_lbo_mode && is_legal_form(reader.arch, tile.element, tile.major, swizzle)
}

/// Bytes of the tile's slots along its contiguous dimension.
fn along_bytes(spec: &Spec) -> u64 {
    let (along, _) = spec.window().along_and_across(spec.tile().major);
    u64::from(along) * u64::from(spec.tile().element.slot_bits()) / 8
}

/// The letter of the contiguous dimension.
fn along_letter(spec: &Spec) -> &'static str {
    match spec.tile().major {
        Major::K => "K",
        Major::Mn => spec.reader().operand.mn_letter(),
    }
}

fn why(spec: &Spec, swizzle: Swizzle, passed: &[Swizzle]) -> String {
    let (tile, reader) = (spec.tile(), spec.reader());
    let passed = passed.iter().map(|mode| format!("{mode} does not divide this; "));
    let why = format!(
        "{} {} has {} bytes along {}: {}{swizzle} is the widest mode that divides this and that {} supports here.",
        tile.element,
        tile.major.operand_name(reader.operand),
        along_bytes(spec),
        along_letter(spec),
        passed.collect::<String>(),
        reader.arch,
    );
    let Some(own) = fill_cycles(swizzle) else { return why };
    let others = fills().filter(|fill| fill.swizzle != swizzle);
    let others = others.map(|other| format!(", {} with {}", other.cycles.0, other.swizzle));
    let others: String = others.collect();
    let measured = if reader.chip.is_measured() {
        String::new()
    } else {
        format!(" Measured with wgmma; not measured on {}.", reader.chip)
    };
    format!(
        "{why} The swizzle mode changes the cost of writing, not of reading: on an H200, TMA fills a 128 × 64 bf16 tile on one SM in {own} cycles with it{others}; the tensor core's read costs the same in every mode.{measured}"
    )
}
