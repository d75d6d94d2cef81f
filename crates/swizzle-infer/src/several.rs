//! The tile that several explicit descriptors are compared with.

use std::cmp::Reverse;

use super::*;
use crate::sequence::aligned;

/// Infers unspecified values from several explicit descriptors. The tile is the one that matches the first, whichever is open,
/// unless another tile with the specified values explains more of them; unspecified extents and order are chosen so that as
/// many as possible start one of its reads, the smallest first. If no packed tile has them all, one with gaps may.
///
/// # Errors
/// Returns [`SpecError`] with the value and its legal range.
pub(super) fn spec(said: &Said) -> Result<Spec, SpecError> {
    let all = said.all_given();
    let first = match said.place.is_any() {
        // The specified place is that of the open descriptor.
        true => said.alone(),
        false => said.opening(0).alone(),
    };
    let plain = spec_from_said(&first)?;
    let mut best = held(said, &plain, &all);
    let compare = |best: &mut (Explained, Spec), spec: &Spec| {
        let other = held(said, spec, &all);
        if other.0 > best.0 {
            *best = other;
        }
    };
    for guess in guesses(&first, &plain, &all) {
        if best.0.faults.0 == 0 {
            break;
        }
        let is_packed =
            (guess.tile.lbo_bytes, guess.tile.sbo_bytes) == (said.tile.lbo_bytes, said.tile.sbo_bytes);
        if let Some(spec) = fitting(&packed(&guess)).filter(|spec| is_packed || spec.is_held()) {
            compare(&mut best, &spec);
        }
    }
    // A stride may be wrong in all of them.
    if best.0.faults.0 > 0 && has_extents(&first) {
        for spec in packed(&first) {
            compare(&mut best, &spec);
        }
    }
    Ok(best.1)
}

/// How well a tile explains the explicit descriptors.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Explained {
    /// Strides and increments that would be wrong or unspecified. Fewer is better.
    faults: Reverse<usize>,
    /// Number of descriptors that start one of its reads; those in the order of a loop count more.
    matches: usize,
}

/// A tile with all explicit descriptors and nothing else specified in addition, and how well it explains them.
fn held(said: &Said, spec: &Spec, all: &[Descriptor]) -> (Explained, Spec) {
    let at = |place: Place| Spec::assembled(said, *spec.tile(), *spec.reader(), place);
    let found = aligned(&at(spec.place()), all);
    let place = found.places.get(said.beside.before()).copied().flatten();
    let spec = at(place.unwrap_or(spec.place()));
    let has = |stride: Stride| all.first().is_none_or(|first| has_the_stride_of(&spec, *first, stride));
    let wrong = [Stride::Lbo, Stride::Sbo].into_iter().filter(|stride| !has(*stride));
    let is_moved = found.matches < all.len();
    let explained = Explained {
        faults: Reverse(spec.gaps().iter().flatten().count() + wrong.count() + usize::from(is_moved)),
        matches: found.matches * (1 + usize::from(found.is_in_order)),
    };
    (explained, spec)
}

/// Possible additional values, the most likely first.
fn guesses(said: &Said, spec: &Spec, all: &[Descriptor]) -> Vec<Said> {
    let count = (all.len() as u32).next_power_of_two();
    let tile = &said.tile;
    let extents = |said: Option<u32>, buffer: Option<u32>, guesses: &[u32], each: u32| -> Vec<Option<u32>> {
        if said.or(buffer).is_some() {
            return vec![said];
        }
        let extents = guesses.iter().map(|count| count.saturating_mul(each));
        extents.map(|extent| Some(extent).filter(|extent| *extent <= EXTENT_MAX)).collect()
    };
    let steps = [spec.steps(), count, count.div_ceil(2), count.div_ceil(4)];
    let ks = extents(tile.k, tile.buffer_k, &steps, spec.read_k());
    let mns = extents(tile.mn, tile.buffer_mn, &[1, 2, count], spec.reader().rows);
    let orders = orders(said);
    let columns = column_bytes(said, spec, all);
    let strides = [
        (tile.lbo_bytes, tile.sbo_bytes),
        (columns, tile.sbo_bytes),
        // A buffer with gaps.
        (columns, Some(spec.tile().sbo_bytes)),
    ];
    let mut guesses = Vec::new();
    for (lbo_bytes, sbo_bytes) in strides {
        for mn in &mns {
            for k in &ks {
                for order in &orders {
                    let mut guess = *said;
                    (guess.tile.mn, guess.tile.k) = (*mn, *k);
                    guess.tile.order = Some(*order);
                    (guess.tile.lbo_bytes, guess.tile.sbo_bytes) = (lbo_bytes, sbo_bytes);
                    guesses.push(guess);
                }
            }
        }
    }
    guesses
}

/// The column stride of a swizzled K-major tile, taken from its first jump if unspecified: no field contains it. If it is not the
/// packed one, the tile has gaps.
fn column_bytes(said: &Said, spec: &Spec, all: &[Descriptor]) -> Option<u32> {
    if said.tile.lbo_bytes.is_some() || !spec.has_column_stride() {
        return said.tile.lbo_bytes;
    }
    let width = spec.tile().swizzle.row_units() * spec.tile().element.per_unit();
    let next = all.get((width / spec.read_k().max(1)) as usize)?;
    let bytes = spec.space().wrapped(start_of(*next).wrapping_sub(start_of(all[0])));
    (bytes > 0).then_some(bytes)
}

/// The values of a loop that starts at the descriptor of a sequence's first step and adds an increment, in the descriptor's units,
/// for each step.
///
/// ```
/// use swizzle_infer::sequence::Sequence;
/// use swizzle_infer::said_with_increment;
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// let right = said_with_increment(&spec_from_said(&Said::default())?, 2).unwrap();
/// assert_eq!(Sequence::of(&spec_from_said(&right)?).first_wrong(), None);
/// let wrong = said_with_increment(&spec_from_said(&Said::default())?, 16).unwrap();
/// assert_eq!(Sequence::of(&spec_from_said(&wrong)?).first_wrong(), Some(1));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
///
/// Returns `None` if the architecture has no code for the swizzle.
pub fn said_with_increment(spec: &Spec, units: i64) -> Option<Said> {
    let first = match (spec.said().all_given().first(), spec.place().step) {
        (Some(first), _) if !spec.said().beside.is_empty() => *first,
        (Some(first), 0) => *first,
        _ => spec.derived_descriptor(Place { step: 0, ..spec.place() }).ok()?,
    };
    Some(said_with_loop(spec, first, units, spec.steps().max(2)))
}

/// A loop of `count` descriptors from one on, each with the increment added.
pub fn said_with_loop(spec: &Spec, first: Descriptor, units: i64, count: u32) -> Said {
    let count = count.min(swizzle_core::reader::GIVEN_MAX as u32);
    let step = |i: u32| first.raw().wrapping_add((units as u64).wrapping_mul(u64::from(i)));
    let all: Vec<Descriptor> = (0..count).map(|i| first.with_raw(step(i))).collect();
    // The values specified for the tile without a descriptor are kept, including its start.
    let mut said = *spec.said();
    if said.given.is_none() {
        said.tile.start_bytes = Some(spec.tile().start_bytes);
        said.tile.mn = Some(spec.tile().mn);
        said.tile.k = Some(spec.tile().k);
    }
    said.with_all_given(&all, 0)
}
