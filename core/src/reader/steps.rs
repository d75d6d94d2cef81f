//! The steps along K of the sequence of reads that walks a tile.

use core::ops::Range;

use crate::descriptor::{Descriptor, NoSwizzleCode};
use crate::hardware::Major;
use crate::law::Coord;
use crate::reader::place::Place;
use crate::reader::spec::Spec;

/// A step along K, of the place's block and stage.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// Its number, from 0.
    pub step: u32,
    /// Absolute address at which its read starts.
    pub start_bytes: u32,
    /// Bytes added to the start of the previous step; negative if the address decreases. `None` at step 0.
    pub added_bytes: Option<i32>,
    /// Whether more or less was added than to reach step 1: the sequence moved into another atom.
    pub is_jump: bool,
    /// Its descriptor.
    pub descriptor: Result<Descriptor, NoSwizzleCode>,
    /// The elements of K that it reads.
    pub k: Range<u32>,
    /// The atoms along K that it touches, counted from 0.
    pub atoms: Range<u32>,
}

/// A step along K.
///
/// ```
/// use swizzle_core::{Arch, Element, Swizzle, Tile, step_at};
/// let tile = Tile::k_major(Element::Bf16, 64, 128).swizzle(Swizzle::B128).at_byte(0x400);
/// let spec = tile.read_by(Arch::Wgmma)?;
/// let step = step_at(&spec, 4);
/// assert_eq!((step.start_bytes, step.added_bytes, step.is_jump), (0x2400, Some(8096), true));
/// assert_eq!((step.k, step.atoms), (64..80, 1..2));
/// # Ok::<(), swizzle_core::NoSwizzleCode>(())
/// ```
#[must_use]
pub fn step_at(spec: &Spec, step: u32) -> Step {
    let start = |step: u32| spec.start_bytes(Place { step, ..spec.place() });
    let added = |step: u32| {
        let before = start(step.checked_sub(1)?);
        Some(spec.space().signed(start(step).wrapping_sub(before)))
    };
    let first_k = spec.first_element(Place { step, ..spec.place() }).k;
    let k = first_k..first_k.wrapping_add(spec.read_k());
    Step {
        step,
        start_bytes: start(step),
        added_bytes: added(step),
        is_jump: step > 0 && added(step) != added(1),
        descriptor: spec.descriptor(Place { step, ..spec.place() }),
        atoms: atom_of_k(spec, k.start)..atom_of_k(spec, k.end - 1) + 1,
        k,
    }
}

const fn atom_of_k(spec: &Spec, k: u32) -> u32 {
    let digits = spec.layout().digits_from_element(Coord { mn: 0, k });
    match spec.layout().major() {
        Major::K => digits.column,
        Major::Mn => digits.group,
    }
}
