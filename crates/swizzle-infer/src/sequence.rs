//! The whole sequence of reads as a table, and its explicit descriptors: the place of each, and whether it belongs there.

use super::*;
use swizzle_core::{
    hardware::AddressSpace,
    reader::{Read, Tally},
};

/// Maximum number of places of a sequence that are listed one by one.
pub const PLACES_MAX: usize = 1 << 12;

/// An explicit descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The descriptor.
    pub descriptor: Descriptor,
    /// The place where it belongs; `None` beyond the end of the sequence.
    pub place: Option<Place>,
    /// Whether its read matches the tile at that place.
    pub is_right: bool,
    /// The fields in which it differs from the descriptor that belongs there; those without effect are left out.
    pub fields: Vec<FieldId>,
    /// The descriptor that belongs there: this one, with these fields computed from the tile.
    pub wanted: Option<Descriptor>,
    /// Units added to the start of the explicit descriptor before; `None` for the first.
    pub added_units: Option<i32>,
    /// Units that should have been added.
    pub wanted_units: Option<i32>,
}

/// Every block × step × stage of a tile, and the explicit descriptors of it.
///
/// ```
/// use swizzle_infer::sequence::Sequence;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// // K was advanced by 32 units, where 32 bytes belong.
/// let given = [0x40, 0x60, 0x80, 0xa0].map(|low| Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0000 | low));
/// let tile = SaidTile { start_bytes: Some(0x400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let said = Said { tile, ..Said::default() }.with_all_given(&given, 0);
/// let sequence = Sequence::of(&spec_from_said(&said)?);
/// let wrong = sequence.first_wrong().unwrap();
/// let found = &sequence.given[wrong];
/// assert_eq!((wrong, found.added_units, found.wanted_units), (1, Some(32), Some(2)));
/// assert_eq!(found.wanted.unwrap().raw(), 0x4000_0040_0001_0042);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The reads: step fastest, then block, then stage; at most [`PLACES_MAX`].
    pub rows: Vec<Read>,
    /// Total number of places.
    pub count: u64,
    /// The explicit descriptors, in input order.
    pub given: Vec<Given>,
    /// Whether they are in an order in which the sequence is walked.
    pub is_in_order: bool,
}

impl Sequence {
    /// Returns the sequence of a tile, with the explicit descriptors of it.
    pub fn of(spec: &Spec) -> Self {
        let all = spec.said().all_given();
        let found = match all.len() {
            // Its place is already known: it was specified, or follows from an explanation.
            1 => Aligned { places: vec![Some(spec.place())], matches: 1, is_in_order: true },
            _ => aligned(spec, &all),
        };
        Self::with(spec, &all, &found)
    }

    /// Compares the sequence of a tile with descriptors for all of it: the first at the first place, and so on.
    pub fn of_whole(spec: &Spec, all: &[Descriptor]) -> Self {
        let mut places: Vec<Option<Place>> = places(spec).map(Some).collect();
        places.resize(all.len(), None);
        let found = Aligned { places, matches: 0, is_in_order: true };
        Self::with(spec, all, &found)
    }

    fn with(spec: &Spec, all: &[Descriptor], found: &Aligned) -> Self {
        let place = |index: usize| found.places.get(index).copied().flatten();
        let units = |from: u32, to: u32| spec.space().units_between(from, to);
        let given = (0..).zip(all).map(|(index, descriptor)| {
            let before = usize::checked_sub(index, 1);
            let places = before.and_then(|before| place(before).zip(place(index)));
            Given {
                added_units: before.map(|before| units(start_of(all[before]), start_of(*descriptor))),
                wanted_units: places.map(|(a, b)| units(spec.start_bytes(a), spec.start_bytes(b))),
                ..given_at(spec, *descriptor, place(index))
            }
        });
        let rows = spec.reads().take(PLACES_MAX).collect();
        let steps = u64::from(spec.blocks()) * u64::from(spec.steps());
        let count = steps * u64::from(spec.tile().stages);
        Self { rows, count, given: given.collect(), is_in_order: found.is_in_order }
    }

    /// Index of the explicit descriptor that belongs at a place.
    pub fn given_at(&self, place: Place) -> Option<usize> {
        self.given.iter().position(|given| given.place == Some(place))
    }

    /// Index of the first explicit descriptor that does not read the tile correctly at its place.
    pub fn first_wrong(&self) -> Option<usize> {
        self.given.iter().position(|given| !given.is_right)
    }

    /// Number of correct explicit descriptors.
    pub fn right_count(&self) -> usize {
        self.given.iter().filter(|given| given.is_right).count()
    }

    /// Whether the explicit descriptors are the whole sequence, all of them correct and in the order of the rows.
    pub fn is_whole(&self) -> bool {
        let is_next = |(row, given): (&Read, &Given)| given.is_right && given.place == Some(row.place);
        self.count == self.given.len() as u64
            && self.rows.len() == self.given.len()
            && self.rows.iter().zip(&self.given).all(is_next)
    }
}

fn given_at(spec: &Spec, descriptor: Descriptor, place: Option<Place>) -> Given {
    let at = place.map(|place| spec.with_given_at(descriptor, place));
    let fields = at.as_ref().map(differing_fields).unwrap_or_default();
    let wanted = at.as_ref().and_then(|at| {
        let derived = at.derived_descriptor(at.place()).ok()?;
        let with = |held: Descriptor, id: &FieldId| held.with(*id, derived.get(*id));
        Some(fields.iter().fold(descriptor, with))
    });
    Given {
        descriptor,
        place,
        is_right: at.is_some_and(|at| Tally::of_read(&at, at.place()).wrong == 0),
        fields,
        wanted,
        added_units: None,
        wanted_units: None,
    }
}

/// The fields in which the explicit descriptor differs from the expected one of its place; those without effect are left out.
pub fn differing_fields(spec: &Spec) -> Vec<FieldId> {
    let (Some(given), Ok(derived)) = (spec.given(), spec.derived_descriptor(spec.place())) else {
        return Vec::new();
    };
    let read = spec.derived_read(spec.place());
    let takes =
        |stride: Stride| spec.is_read_by_instruction(stride) || read.reaches(stride, spec.read_extent());
    // Only as many bits of the base offset matter as the phase has.
    let lines = (read.swizzle().pattern_bytes() >> 7).max(1);
    let has_effect = |id: FieldId| match id {
        FieldId::Lbo => takes(Stride::Lbo),
        FieldId::Sbo => takes(Stride::Sbo),
        FieldId::BaseOffset => {
            let bits = given.get(id) ^ derived.get(id);
            read.swizzle() != Swizzle::None && bits & u64::from(lines - 1) != 0
        }
        _ => true,
    };
    let fields = Descriptor::fields(given.chip()).iter();
    fields
        .filter(|field| given.get(field.id) != derived.get(field.id) && has_effect(field.id))
        .map(|field| field.id)
        .collect()
}

/// The explicit descriptor at the place that starts nearest to it, if its place is not specified and no place starts there.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::sequence::at_nearest_place;
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { start_bytes: Some(0x400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0043);
/// let nearest = at_nearest_place(&spec_from_said(&Said { tile, ..Said::default() }.with_given(given))?).unwrap();
/// assert_eq!(nearest.place().step, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn at_nearest_place(spec: &Spec) -> Option<Spec> {
    let given = spec.given()?;
    if spec.bytes_beside_place() == 0 || spec.said().place.is_any() {
        return None;
    }
    let distance =
        |place: &Place| spec.space().units_between(spec.start_bytes(*place), start_of(given)).unsigned_abs();
    Some(spec.with_given_at(given, places(spec).min_by_key(distance)?))
}

fn places(spec: &Spec) -> impl Iterator<Item = Place> + use<> {
    spec.all_places().take(PLACES_MAX)
}

/// A place of the sequence, and where it starts.
type Start = (Place, u32);

/// The places of explicit descriptors.
#[non_exhaustive]
pub struct Aligned {
    /// The place of each descriptor.
    pub places: Vec<Option<Place>>,
    /// Number of descriptors that start where their place starts.
    pub matches: usize,
    /// Whether they are in an order in which the sequence is walked.
    pub is_in_order: bool,
}

/// Finds the places of explicit descriptors: a run of the sequence, in the order of any of its loops; or any order, if each
/// starts one place and no two start the same. A specified place of the open one is kept.
pub fn aligned(spec: &Spec, all: &[Descriptor]) -> Aligned {
    let starts: Vec<Start> = places(spec).map(|place| (place, spec.start_bytes(place))).collect();
    let wanted: Vec<u32> = all.iter().copied().map(start_of).collect();
    let (space, open) = (spec.space(), spec.said().beside.before());
    let is_said = |place: Place| spec.said().place.over(place) == place;
    let mut best: Option<Aligned> = None;
    let is_loop = is_even(space, wanted.iter().copied());
    for (number, order) in orders(spec, &starts).iter().enumerate() {
        for offset in 0..order.len() {
            let run = &order[offset..];
            if run.get(open).is_some_and(|(place, _)| !is_said(*place)) {
                continue;
            }
            let pairs = || run.iter().map(|(_, start)| *start).zip(&wanted);
            // A loop that adds the same number each time walks one dimension, most likely the steps.
            if number > 0 && is_loop && !is_even(space, pairs().map(|(start, _)| start)) {
                continue;
            }
            let matches = pairs().filter(|(start, wanted)| start == *wanted).count();
            if best.as_ref().is_none_or(|best| matches > best.matches) {
                let places = (0..all.len()).map(|index| run.get(index).map(|(place, _)| *place)).collect();
                let found = Aligned { places, matches, is_in_order: true };
                if matches == all.len() {
                    return found;
                }
                best = Some(found);
            }
        }
    }
    let none = || Aligned { places: vec![None; all.len()], matches: 0, is_in_order: true };
    let mut best = best.unwrap_or_else(none);
    if best.matches == 1
        && let Some(last) = last_of_two(space, &starts, &wanted, &best.places)
    {
        best.places[1] = Some(last);
        best.is_in_order = false;
    }
    scattered(starts, &wanted).filter(|found| found.get(open).is_none_or(|open| is_said(*open))).map_or(
        best,
        |found| Aligned {
            matches: found.len(),
            places: found.into_iter().map(Some).collect(),
            is_in_order: false,
        },
    )
}

/// Whether there are three or more starts, all the same distance apart.
fn is_even(space: AddressSpace, starts: impl Iterator<Item = u32>) -> bool {
    let starts: Vec<u32> = starts.collect();
    let mut added = starts.windows(2).map(|two| space.units_between(two[0], two[1]));
    let first = added.next();
    starts.len() > 2 && added.all(|units| Some(units) == first)
}

/// The place of the second of two descriptors, if it may be the sequence's last instead of its next: it starts within a step of
/// that place, and the next place is more than two steps away.
fn last_of_two(
    space: AddressSpace,
    starts: &[Start],
    wanted: &[u32],
    found: &[Option<Place>],
) -> Option<Place> {
    let (&[_, last], &[Some(_), Some(next)], &[(_, first), (_, second), ..]) = (wanted, found, starts) else {
        return None;
    };
    let step = space.units_between(first, second).unsigned_abs();
    let off = |(_, start): &&Start| space.units_between(*start, last).unsigned_abs();
    let expected = starts.iter().find(|(place, _)| *place == next)?;
    let nearest = starts.iter().min_by_key(off)?;
    (off(&expected) > 2 * step && off(&nearest) <= step).then_some(nearest.0)
}

/// The places that start where these do, each once; `None` if one is missing.
fn scattered(mut free: Vec<Start>, wanted: &[u32]) -> Option<Vec<Place>> {
    let mut take = |wanted: &u32| {
        let found = free.iter().position(|(_, start)| start == wanted)?;
        Some(free.remove(found).0)
    };
    wanted.iter().map(&mut take).collect()
}

/// The orders in which loops walk the places: each dimension fastest, then either of the other two.
fn orders(spec: &Spec, starts: &[Start]) -> Vec<Vec<Start>> {
    /// Stage, block and step, the slowest first.
    const NESTED: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]];
    let is_plain = spec.tile().stages == 1 && spec.blocks() == 1;
    let mut orders: Vec<Vec<Start>> = Vec::new();
    for nested in &NESTED[..if is_plain { 1 } else { NESTED.len() }] {
        let mut order = starts.to_vec();
        order.sort_by_key(|(Place { stage, block, step }, _)| nested.map(|at| [*stage, *block, *step][at]));
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}
