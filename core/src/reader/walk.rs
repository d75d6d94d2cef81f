//! The sequence of reads that walks a tile along K.

use alloc::format;
use alloc::string::String;
use core::ops::Range;

use crate::descriptor::{Descriptor, NoSwizzleCode};
use crate::hardware::ADDRESS_BYTES;
use crate::hardware::Major;
use crate::law::Coord;
use crate::reader::spec::Spec;

/// A step of the walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WalkStep {
    /// Its number, from 0.
    pub step: u32,
    /// Where its read starts, before the XOR.
    pub start_bytes: u32,
    /// Bytes that were added to the start of the step before; negative where an address went back. `None` at step 0.
    pub added_bytes: Option<i32>,
    /// Whether more or less was added than to reach step 1: the walk went over into another atom.
    pub is_jump: bool,
    /// Its descriptor.
    pub descriptor: Result<Descriptor, NoSwizzleCode>,
    /// The elements of K that it reads.
    pub k: Range<u32>,
    /// The atoms along K that it touches, counted from 0.
    pub atoms: Range<u32>,
}

/// A step of the walk.
///
/// ```
/// use swizzle_core::{Params, Spec, walk_step};
/// let spec = Spec::new(&Params { k: 128, ..Params::default() })?;
/// let step = walk_step(&spec, 4);
/// assert_eq!((step.start_bytes, step.added_bytes, step.is_jump), (0x2400, Some(8096), true));
/// assert_eq!((step.k, step.atoms), (64..80, 1..2));
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[must_use]
pub fn walk_step(spec: &Spec, step: u32) -> WalkStep {
    let added = |step: u32| {
        let before = spec.step_start_bytes(step.checked_sub(1)?);
        Some(signed(spec.step_start_bytes(step).wrapping_sub(before)))
    };
    let first_k = step.wrapping_mul(spec.read_k());
    let k = first_k..first_k.wrapping_add(spec.read_k());
    WalkStep {
        step,
        start_bytes: spec.step_start_bytes(step),
        added_bytes: added(step),
        is_jump: step > 0 && added(step) != added(1),
        descriptor: spec.descriptor(step),
        atoms: atom_of_k(spec, k.start)..atom_of_k(spec, k.end - 1) + 1,
        k,
    }
}

/// A difference of addresses modulo 2^18, the shorter way round.
const fn signed(difference: u32) -> i32 {
    let difference = difference % ADDRESS_BYTES;
    if difference < ADDRESS_BYTES / 2 {
        difference as i32
    } else {
        difference as i32 - ADDRESS_BYTES as i32
    }
}

const fn atom_of_k(spec: &Spec, k: u32) -> u32 {
    let place = spec.tile().place_from_element(Coord { mn: 0, k });
    match spec.tile().major() {
        Major::K => place.column,
        Major::Mn => place.group,
    }
}

/// Where the reads of the next rows begin; `None` where one read covers them all.
///
/// ```
/// use swizzle_core::{Params, Spec, rows_text};
/// let spec = Spec::new(&Params { mn: 128, ..Params::default() })?;
/// assert_eq!(
///     rows_text(&spec).unwrap(),
///     "These read M 0–63. For M 64–127 add 8192 bytes (512 units) to each start.",
/// );
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[must_use]
pub fn rows_text(spec: &Spec) -> Option<String> {
    let (rows, letter) = (spec.read_extent().mn, spec.params().operand.mn_letter());
    let first = |mn: u32| {
        let place = spec.tile().place_from_element(Coord { mn, k: 0 });
        spec.tile().absolute_from_place(place)
    };
    let last = (2 * rows).min(spec.extent().mn);
    (last > rows).then(|| {
        let added = first(rows).wrapping_sub(first(0)) % ADDRESS_BYTES;
        let rest = if spec.extent().mn > last {
            ", and so on"
        } else {
            ""
        };
        format!(
            "These read {letter} 0–{}. For {letter} {rows}–{} add {added} bytes ({} units) to each start{rest}.",
            rows - 1,
            last - 1,
            added / 16
        )
    })
}

/// What is added from step to step, and why it is sometimes something else; `None` where one read covers K.
///
/// ```
/// use swizzle_core::{Params, Spec, walk_text};
/// let spec = Spec::new(&Params { k: 128, ..Params::default() })?;
/// assert_eq!(
///     walk_text(&spec).unwrap(),
///     "Each step adds 32 bytes (2 units) inside the 128-byte swizzle row; after 4 steps the row ends, and the next column of K is 8192 bytes from the last one’s start: + 8096. The XOR acts on absolute addresses, so the base offset stays.",
/// );
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[must_use]
pub fn walk_text(spec: &Spec) -> Option<String> {
    let second = (spec.steps() > 1).then(|| walk_step(spec, 1))?;
    let added = second.added_bytes?;
    let each = format!("Each step adds {added} bytes ({} units)", added / 16);
    let layout = spec.tile();
    let is_k_row = layout.major() == Major::K && layout.swizzle().row_units() > 1;
    let jump = (2..spec.steps().min(64)).find(|step| walk_step(spec, *step).is_jump);
    let why = match (is_k_row, jump) {
        (true, Some(jump)) => format!(
            " inside the {}-byte swizzle row; after {jump} steps the row ends, and the next column of K is {} bytes from the last one’s start: + {}.",
            layout.swizzle().row_bytes(),
            layout.column_bytes(),
            walk_step(spec, jump).added_bytes.unwrap_or(0)
        ),
        (true, None) if second.atoms.start == 0 => {
            format!(
                " inside the {}-byte swizzle row.",
                layout.swizzle().row_bytes()
            )
        }
        _ => ": the atoms of K that one read takes.".into(),
    };
    let base = " The XOR acts on absolute addresses, so the base offset stays.";
    let base = if layout.swizzle().row_units() > 1 {
        base
    } else {
        ""
    };
    Some(format!("{each}{why}{base}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{Arch, Element, Named, Operand};
    use crate::law::{Layout, LayoutParams, Swizzle};
    use crate::tile::Params;

    /// Bytes that a text says are to be added.
    fn added(text: &str) -> u32 {
        let (_, rest) = text.split_once("add ").unwrap();
        rest.split(' ').next().unwrap().parse().unwrap()
    }

    #[test]
    fn the_next_rows_are_read_from_the_start_that_is_said() {
        let mut count = 0;
        for arch in Arch::ALL {
            for major in Major::ALL {
                for swizzle in Swizzle::ALL {
                    for (element, operand, mn) in [
                        (Element::Bf16, Operand::A, 256),
                        (Element::Tf32, Operand::A, 192),
                        (Element::E4m3, Operand::B, 512),
                    ] {
                        let params = Params {
                            arch: *arch,
                            major: *major,
                            swizzle: *swizzle,
                            element,
                            operand,
                            mn,
                            start_bytes: 0x2000,
                            ..Params::default()
                        };
                        let spec = Spec::new(&params).unwrap();
                        let read = spec.read(1);
                        let moved = Layout::new(LayoutParams {
                            start_bytes: read.start_bytes() + added(&rows_text(&spec).unwrap()),
                            ..read.params()
                        });
                        let rows = spec.read_extent().mn;
                        for mn in 0..rows.min(spec.extent().mn - rows) {
                            for k in 0..spec.read_k() {
                                let of_tile = Coord {
                                    mn: rows + mn,
                                    k: spec.read_k() + k,
                                };
                                assert_eq!(
                                    moved.byte_from_element(Coord { mn, k }),
                                    spec.tile().byte_from_element(of_tile),
                                    "{params:?} {mn} {k}"
                                );
                                count += 1;
                            }
                        }
                    }
                }
            }
        }
        assert!(count > 100_000);
    }
}
