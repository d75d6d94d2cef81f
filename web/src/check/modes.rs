//! The swizzle modes as choices: a picture of memory under each, and what writing a row costs.

use super::*;
use swizzle_core::descriptor::swizzle_from_code;
use swizzle_core::reader::FormFault;

/// The modes, each with a picture of memory and the bank conflicts of writing a row.
pub fn modes(spec: &Spec) -> Vec<Choice> {
    let tile = spec.tile();
    let mode = |(swizzle, ways): &(Swizzle, Option<u32>)| {
        let arch = spec.reader().arch;
        let faults = [FormFault::AtomOfWgmma, FormFault::NeedsAtom32, FormFault::CannotAtom32];
        let is_off = faults.iter().any(|fault| fault.is_of(arch, tile.element, tile.major, *swizzle));
        let note = match (is_off, ways) {
            (true, _) => elsewhere(arch),
            (false, Some(ways)) => format!("{ways}×"),
            (false, None) => String::new(),
        };
        Choice { note, is_off, picture: Some((SIDE, mode_paths(*swizzle))), ..Choice::named(swizzle.name()) }
    };
    RowWrites::of(tile).ways.iter().map(mode).collect()
}

/// Where a choice works that this family lacks.
pub fn elsewhere(arch: Arch) -> String {
    let other = arch.others().next();
    other.map_or_else(String::new, |other| format!("{} only", other.name()))
}

pub fn mode_name(arch: Arch, code: u32) -> &'static str {
    let mode = u8::try_from(code).ok().and_then(|code| swizzle_from_code(arch, code).ok());
    mode.map_or("undefined", |mode| mode.name())
}

/// Side of a mode's picture, of which a unit is an eighth.
pub const SIDE: u32 = 72;

/// Memory of 8 × 64 elements of two bytes in a mode: a path for each of the eight units of a row.
pub fn mode_paths(mode: Swizzle) -> [String; 8] {
    let tile = Tile::k_major(Element::Bf16, 8, 64).swizzle(mode);
    let mut paths: [String; 8] = Default::default();
    for (row, unit) in (0..8).flat_map(|row| (0..8).map(move |unit| (row, unit))) {
        let byte = tile.byte_from_element(Coord { mn: row, k: unit * 8 }).byte;
        let (x, y) = (byte / 16 % 8 * 9, byte / 128 * 9);
        paths[unit as usize].push_str(&format!("M{x} {y}h9v9h-9z"));
    }
    paths
}
