//! How often loops go round: how much of K all products of a kernel multiply together, and how many copies bring it, where the size
//! that the loops are asked about is a certain number.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap as HashMap;

use crate::domain::linear::Linear;
use crate::event::{Action, Event};
use crate::flat::Next;
use crate::mma::Mma;
use crate::operand::Operand;
use crate::values::Values;
use crate::values::machine::{Around, Machine, Size};

/// How much of K the loops of a kernel multiply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turns {
    /// The line of the jump that leaves the innermost loop of products, from 1.
    pub line: u32,
    /// Its place in the source; 0 without one.
    pub loc: u32,
    /// Whether they multiply all of it.
    pub whole: Whole,
}

/// Whether loops go through all of K.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// All of it, where a size says how long it is; else as much as is copied.
    All(bool),
    /// Of so many parts of K they multiply so many; whether the copies bring all of them.
    Multiplied(u32, u32, bool),
    /// Of so many parts of K, all of which they multiply, so many are copied.
    Copied(u32, u32),
    /// All of it, but copies bring boxes that are not one beside the other.
    Beside,
    /// How often they go round is not followed.
    Open,
}

/// Turns that are counted where the text has their number.
const TURNS_MAX: u32 = 1 << 10;

/// More instructions are not carried out for one kernel.
const STEPS_MAX: usize = 1 << 18;

/// Turns of loops around the innermost one of a copy that are told apart.
const OTHERS_MAX: u32 = 64;

/// What sizes are that are not the one that is asked about: M and N.
const OTHER_SIZES: [u64; 2] = [1, 1 << 12];

/// How often loops are asked about more sizes.
const ASKED_MAX: usize = 6;

/// Parts of K of which loops are asked whether they multiply all of them: as unrolled loops have, and odd ones.
const PARTS: [u32; 8] = [16, 8, 24, 7, 13, 3, 2, 1];

/// Fewer parts than loops have stages.
const FEW: u32 = 7;

/// A loop, or the whole kernel, with what it has of the way to an instruction.
struct Level {
    /// The loop; none for the kernel.
    around: Option<Around>,
    /// The position in it, in the order of a turn.
    place: u32,
    /// The jumps that pass over the instruction or the inner loop in which it is, with those that lead past them to it.
    over: Vec<(u32, Vec<u32>)>,
}

/// A loop: where it is entered, and the jumps that leave it, each with whether it does where it is carried out.
struct Turning {
    around: Around,
    entry: u32,
    exits: Vec<(u32, bool)>,
}

impl Turning {
    fn of(values: &Values<'_, '_, '_>, around: Around) -> Self {
        let (flat, flow) = (values.ssa.flat, values.ssa.flow);
        let (first, end) = around;
        let is_outside = |at: u32| !(first..end).contains(&at);
        let of_jump = |at: u32| {
            let Next::Jumps(targets) = &flat.next[at as usize] else { return None };
            flat.instruction(at).guard.filter(|_| flow.loop_of[at as usize] == Some(around))?;
            let leaves = targets.iter().any(|target| is_outside(*target));
            (leaves || at + 1 == end).then_some((at, leaves))
        };
        let is_entered = |block: &u32| {
            let mut before = flow.before[*block as usize].iter();
            before.any(|one| is_outside(flow.starts[*one as usize + 1] - 1))
        };
        let mut blocks = flow.block_of[first as usize]..=flow.block_of[end as usize - 1];
        let entry = blocks.find(is_entered).map_or(first, |block| flow.starts[block as usize]);
        Self { around, entry, exits: (first..end).filter_map(of_jump).collect() }
    }

    /// A position in the order of a turn, which begins where the loop is entered; the length of the loop for those outside.
    const fn place(&self, position: u32) -> u32 {
        let (first, end) = self.around;
        match () {
            () if position < first || position >= end => end - first,
            () if position < self.entry => position + end - first - self.entry,
            () => position - self.entry,
        }
    }
}

/// Jumps with their targets, by the innermost loop around them.
type Jumps<'f> = HashMap<Option<Around>, Vec<(u32, &'f [u32])>>;

fn jumps<'f>(values: &Values<'f, '_, '_>) -> Jumps<'f> {
    let (flat, flow) = (values.ssa.flat, values.ssa.flow);
    let mut jumps = Jumps::default();
    for (at, next) in (0..).zip(&flat.next) {
        if let Next::Jumps(targets) = next
            && !targets.is_empty()
        {
            jumps.entry(flow.loop_of[at as usize]).or_default().push((at, targets));
        }
    }
    jumps
}

/// The way to an instruction, from its innermost loop outwards.
fn levels(values: &Values<'_, '_, '_>, loops: &[Turning], jumps: &Jumps<'_>, position: u32) -> Vec<Level> {
    let flat = values.ssa.flat;
    let mut around: Vec<&Turning> =
        loops.iter().filter(|one| (one.around.0..one.around.1).contains(&position)).collect();
    around.sort_by_key(|one| one.around.1 - one.around.0);
    let (mut levels, mut inner) = (Vec::new(), (position, position + 1));
    for own in around.into_iter().map(Some).chain([None]) {
        let range = own.map_or((0, inner.0), |own| own.around);
        let place = |at: u32| own.map_or(at, |own| own.place(at));
        let jumps = jumps.get(&own.map(|own| own.around)).map_or(&[][..], |all| all);
        let before = || {
            let own = jumps.iter().filter(|(at, _)| (range.0..range.1).contains(at));
            own.map(|(at, targets)| (*at, *targets)).filter(|(at, _)| place(*at) < place(inner.0))
        };
        let passes = |(at, targets): &(u32, &[u32])| {
            targets.iter().all(|target| place(*target) > place(inner.1 - 1))
                && flat.instruction(*at).guard.is_some()
        };
        let past = |at: u32| {
            let is_past = move |target: &u32| (place(at) + 1..=place(inner.0)).contains(&place(*target));
            let others =
                before().filter(move |(other, to)| place(*other) < place(at) && to.iter().any(is_past));
            others.map(|(other, _)| other).collect()
        };
        let mut over: Vec<(u32, Vec<u32>)> = before().filter(passes).map(|(at, _)| (at, past(at))).collect();
        if inner.1 == inner.0 + 1 && flat.instruction(inner.0).guard.is_some() {
            over.push((inner.0, Vec::new()));
        }
        levels.push(Level { around: own.map(|own| own.around), place: place(inner.0), over });
        inner = range;
    }
    levels
}

struct Counter<'v, 'f, 'm, 'a> {
    machine: Machine<'v, 'f, 'm, 'a>,
    loops: &'v [Turning],
    /// The last turn of each loop with the sizes that are set, and the place of the jump that leaves it.
    ends: HashMap<Around, Option<(u32, u32)>>,
    /// Turns that are counted.
    turns_max: u32,
}

impl Counter<'_, '_, '_, '_> {
    fn set_sizes(&mut self, sizes: HashMap<Size, u64>) {
        self.machine.set_sizes(sizes);
        self.ends.clear();
    }

    /// The last turn of a loop, counted from 0, and the place of the jump that leaves it.
    fn end(&mut self, around: Around) -> Option<(u32, u32)> {
        if let Some(end) = self.ends.get(&around) {
            return *end;
        }
        let own = self.loops.iter().find(|one| one.around == around)?;
        let mut end = None;
        for turn in 0..self.turns_max {
            let mut is_known = false;
            for (at, leaves) in &own.exits {
                let is_let = self.machine.is_let(*at, Some(around), turn);
                is_known |= is_let.is_some();
                if is_let == Some(*leaves) {
                    end = Some((turn, own.place(*at)));
                }
            }
            if end.is_some() || !is_known {
                break;
            }
        }
        end.iter().for_each(|(last, _)| self.machine.set_last_turn(around, *last));
        self.ends.insert(around, end);
        end
    }

    /// The turns of a loop in which whoever comes to an instruction carries it out.
    fn reached(&mut self, position: u32, level: &Level) -> Vec<u32> {
        let end = level.around.and_then(|around| self.end(around));
        let turns = end.map_or(1, |(last, exit)| last + u32::from(level.place < exit));
        let is_passed = |turn: &u32| {
            level.over.iter().any(|(at, past)| {
                let mut is_let = |at: u32| self.machine.is_let(at, level.around, *turn);
                is_let(*at) == Some(*at != position) && past.iter().all(|at| is_let(*at) == Some(false))
            })
        };
        let mut is_passed = is_passed;
        (0..turns).filter(|turn| !is_passed(turn)).collect()
    }

    fn executions(&mut self, position: u32, levels: &[Level]) -> u32 {
        let each = levels.iter().map(|level| self.reached(position, level).len() as u32);
        each.fold(1, u32::saturating_mul)
    }
}

/// A copy of a box.
struct Copied<'w> {
    map: &'w Linear,
    position: u32,
    /// The place of its coordinates in the list of operands, and how many.
    coordinates: (u32, u32),
    /// What the text says of its coordinates.
    sums: Vec<Option<Linear>>,
    levels: Vec<Level>,
}

/// A coordinate of a box.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Coordinate {
    Number(u64),
    /// Not a number: what the text says of it, if it is followed.
    Sum(Option<Linear>),
}

/// The boxes that copies of a map bring.
type Boxes = Vec<Vec<Coordinate>>;

impl Copied<'_> {
    fn boxes(&self, counter: &mut Counter<'_, '_, '_, '_>) -> Boxes {
        let Some((own, outer)) = self.levels.split_first() else { return Vec::new() };
        let others = counter.executions(self.position, outer);
        let list = counter.machine.flat().list(self.position, self.coordinates.0, self.coordinates.1);
        let mut boxes = Boxes::new();
        for turn in counter.reached(self.position, own) {
            let mut of = |one| counter.machine.in_turn(self.position, one, own.around, turn);
            let number = |one| of(one).filter(|_| others == 1).map(Coordinate::Number);
            let of_turn = list.iter().map(number).zip(&self.sums);
            let of_turn = of_turn.map(|(number, sum)| number.unwrap_or_else(|| Coordinate::Sum(sum.clone())));
            let of_turn: Vec<Coordinate> = of_turn.collect();
            boxes.extend((0..others.min(OTHERS_MAX)).map(|_| of_turn.clone()));
        }
        boxes
    }
}

/// What is amiss with boxes, of which there are more where K has more parts: along K they are one beside the other from its beginning
/// on, and each part of K has the same others.
fn fault_of(boxes: &Boxes, fewer: &Boxes) -> Option<Whole> {
    let along = |boxes: &Boxes, at: usize| {
        let mut others: BTreeMap<u64, Boxes> = BTreeMap::new();
        for one in boxes {
            let Coordinate::Number(place) = *one.get(at)? else { return None };
            let mut rest = one.clone();
            rest.remove(at);
            others.entry(place).or_default().push(rest);
        }
        Some(others)
    };
    let count = boxes.first().map_or(0, Vec::len);
    let found = (0..count).find_map(|at| {
        let own = along(boxes, at)?;
        (own.len() > along(fewer, at)?.len()).then_some(own)
    });
    let Some(mut found) = found else { return Some(Whole::Open) };
    found.values_mut().for_each(|others| others.sort_unstable());
    let step = found.keys().nth(1).copied().unwrap_or_default();
    let Some(first) = found.values().next() else { return Some(Whole::Open) };
    let is_next =
        |(at, (place, others)): (u64, (&u64, &Vec<_>))| *place == at * step && others.len() == first.len();
    if !(0..).zip(&found).all(is_next) {
        return Some(Whole::Beside);
    }
    // Another row of the matrix for some part of K, as far as the text tells it.
    found.values().any(|others| others != first).then_some(Whole::Open)
}

/// Number of executions for each number of parts of K, by the accumulator, counted in elements of K, and by the copies' map.
struct Counted<'c> {
    multiplied: BTreeMap<u32, Vec<u32>>,
    copied: BTreeMap<&'c Linear, Vec<Boxes>>,
}

/// The elements of K of an instruction.
fn k_of(mma: &Mma<'_>) -> Option<u32> {
    let of_kind = mma.name.kind.map(|kind| kind.k(mma.name.sparsity));
    mma.name.shape.map_or(of_kind, |shape| Some(shape[2]))
}

/// How many there are for each part beside a number of others: none where that is not so for all numbers of parts.
fn law(counted: &[u32]) -> Option<(u32, i64)> {
    let [first, second, ..] = *counted else { return None };
    let by = first.checked_sub(second)? / (PARTS[0] - PARTS[1]);
    let others = i64::from(first) - i64::from(by * PARTS[0]);
    // With few parts what is there beside them may be less.
    let is_one = |(parts, count): (&u32, &u32)| {
        i64::from(*count) == i64::from(by * parts) + others || others != 0 && *parts < FEW
    };
    PARTS.iter().zip(counted).all(is_one).then_some((by, others))
}

/// The products and the copies of a kernel with the ways to them.
struct Work<'w> {
    mmas: Vec<(&'w Mma<'w>, u32, Vec<Level>)>,
    copies: Vec<Copied<'w>>,
    /// Elements of K that belong together: of one accumulator between two waits, or in a loop.
    units: BTreeSet<u32>,
}

impl<'w> Work<'w> {
    fn count(
        &self,
        counter: &mut Counter<'_, '_, '_, '_>,
        sizes: impl Iterator<Item = HashMap<Size, u64>>,
    ) -> Counted<'w> {
        let mut counted = Counted { multiplied: BTreeMap::new(), copied: BTreeMap::new() };
        for (at, sizes) in sizes.enumerate() {
            // The first two tell whether they grow with the size.
            if at == 2 && !counted.multiplied.values().any(|all| law(&all[..2]).is_some_and(|(by, _)| by > 0))
            {
                break;
            }
            counter.set_sizes(sizes);
            let loops: Vec<Around> = counter.loops.iter().map(|one| one.around).collect();
            loops.into_iter().for_each(|one| {
                counter.end(one);
            });
            for (mma, k, levels) in &self.mmas {
                let all = counted.multiplied.entry(mma.accumulator).or_insert_with(|| vec![0; PARTS.len()]);
                let count = counter.executions(mma.position, levels);
                all[at] = all[at].saturating_add(count.saturating_mul(*k));
            }
            for copy in &self.copies {
                let all = counted.copied.entry(copy.map).or_insert_with(|| vec![Boxes::new(); PARTS.len()]);
                all[at].extend(copy.boxes(counter));
            }
        }
        counted
    }

    /// Whether a copy of a map is in a loop of products.
    fn is_beside_products(&self, map: &Linear) -> bool {
        let around = |levels: &[Level]| levels.first().and_then(|level| level.around);
        let mut own =
            self.copies.iter().filter(|copy| copy.map == map).filter_map(|copy| around(&copy.levels));
        own.any(|own| self.mmas.iter().any(|(.., levels)| around(levels) == Some(own)))
    }

    /// Whether loops that have a number of turns go round as often as copies bring parts; none without copies.
    fn as_copied(
        &self,
        counter: &mut Counter<'_, '_, '_, '_>,
        of_products: &BTreeSet<Around>,
        unit: u32,
    ) -> Option<Whole> {
        let counted = self.count(counter, std::iter::once(HashMap::default()));
        if counted.copied.is_empty() {
            return None;
        }
        if of_products.iter().any(|around| counter.end(*around).is_none()) {
            return Some(Whole::Open);
        }
        let parts = counted.multiplied.values().map(|one| one[0] / unit).max().unwrap_or(1);
        for boxes in counted.copied.values().map(|boxes| &boxes[0]).filter(|boxes| boxes.len() > 1) {
            let count = boxes.len() as u32;
            if !of_products.is_empty() && !count.is_multiple_of(parts) {
                return Some(Whole::Copied(parts, count));
            }
            if let Some(fault) = fault_of(boxes, &boxes[..1].to_vec()) {
                return Some(fault);
            }
        }
        Some(Whole::All(false))
    }

    /// What counting says, if elements of K belong together in one of these numbers.
    fn whole(&self, counted: &Counted<'_>, units: &[u32]) -> Option<Whole> {
        let mut laws = counted.multiplied.values().filter_map(|one| law(one));
        let is_own = |(by, others): &(u32, i64)| units.contains(by) && others % i64::from(*by) == 0;
        let laws: Vec<_> = laws.by_ref().filter(is_own).collect();
        let (by, others) = laws.iter().find(|(_, others)| *others == 0).or(laws.first())?;
        let of = |by: u32, others: i64| (i64::from(PARTS[0]) + others / i64::from(by)) as u32;
        let mut is_copied = false;
        for (map, boxes) in &counted.copied {
            let counts: Vec<u32> = boxes.iter().map(|one| one.len() as u32).collect();
            match law(&counts) {
                None => return Some(Whole::Open),
                // What is copied before the loops is no part of K.
                Some((0, _)) if !self.is_beside_products(map) => {}
                Some((0, _)) => return Some(Whole::Open),
                Some((by, missing)) if missing != 0 => return Some(Whole::Copied(PARTS[0], of(by, missing))),
                Some(_) => {
                    is_copied = true;
                    if let Some(fault) = fault_of(&boxes[0], &boxes[1]) {
                        return Some(fault);
                    }
                }
            }
        }
        Some(match others {
            0 => Whole::All(true),
            _ => Whole::Multiplied(PARTS[0], of(*by, *others), is_copied),
        })
    }
}

/// The largest number that divides all.
fn common(numbers: &BTreeSet<u32>) -> u32 {
    let divisor = |a: u32, b: &u32| {
        let (mut a, mut b) = (a, *b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    numbers.iter().fold(0, divisor)
}

/// How much of K the loops of a kernel multiply; none where no loop has products.
pub(super) fn turns(
    values: &mut Values<'_, '_, '_>,
    mmas: &[Mma<'_>],
    events: &[Event<'_>],
) -> Option<Turns> {
    let (flat, flow) = (values.ssa.flat, values.ssa.flow);
    let innermost = |mma: &Mma<'_>| flow.loop_of[mma.position as usize];
    let of_products: BTreeSet<Around> = mmas.iter().filter_map(innermost).collect();
    let shown = of_products.iter().min_by_key(|(first, end)| end - first).copied();
    let copies = events.iter().filter_map(|event| match &event.action {
        Action::Copy(copy) if copy.is_load && event.barrier.is_some() => {
            let is_map = |one: &&Operand<'_>| matches!(one, Operand::Address(..));
            let Operand::Address(at, _) = flat.operands(event.position).iter().filter(is_map).nth(1)? else {
                return None;
            };
            Some((copy.map.as_ref()?, event.position, (*at + 1, copy.dimensions)))
        }
        _ => None,
    });
    let copies: Vec<_> = copies.collect();
    let positions = || mmas.iter().map(|mma| mma.position).chain(copies.iter().map(|(_, at, _)| *at));
    let has_any = |(first, end): &&Around| positions().any(|at| (*first..*end).contains(&at));
    let loops: Vec<Turning> =
        flow.loops.iter().filter(has_any).map(|one| Turning::of(values, *one)).collect();
    let mut together: HashMap<_, u32> = HashMap::default();
    for mma in mmas {
        for section in [mma.section, u32::MAX] {
            *together.entry((mma.accumulator, section, innermost(mma))).or_default() += k_of(mma)?;
        }
    }
    let mut units: BTreeSet<u32> = together.into_values().collect();
    units.insert(common(&units));
    let jumps = jumps(values);
    let levels = |at: u32| levels(values, &loops, &jumps, at);
    let of_mma = |mma| Some((mma, k_of(mma)?, levels(mma.position)));
    let mut work = Work {
        mmas: mmas.iter().map(of_mma).collect::<Option<_>>()?,
        copies: copies
            .iter()
            .map(|(map, position, coordinates)| Copied {
                map,
                position: *position,
                coordinates: *coordinates,
                sums: Vec::new(),
                levels: levels(*position),
            })
            .collect(),
        units,
    };
    let exits = loops.iter().flat_map(|one| one.exits.iter().map(|(at, _)| *at));
    let of_mmas = work.mmas.iter().flat_map(|(.., levels)| levels);
    let all = of_mmas.chain(work.copies.iter().flat_map(|copy| &copy.levels));
    let asked: BTreeSet<u32> = exits
        .chain(all.flat_map(|level| &level.over).flat_map(|(at, past)| [*at].into_iter().chain(past.clone())))
        .collect();
    for at in asked {
        let guard = flat.instruction(at).guard.map(Operand::Register);
        guard.iter().for_each(|guard| values.ask(at, guard));
    }
    for copy in &work.copies {
        let list = flat.list(copy.position, copy.coordinates.0, copy.coordinates.1);
        list.iter().for_each(|one| values.ask(copy.position, one));
    }
    values.settle();
    for copy in &mut work.copies {
        let list = flat.list(copy.position, copy.coordinates.0, copy.coordinates.1);
        let sums = list.iter().map(|one| values.of_operand(copy.position, one));
        let sums: Vec<_> = sums.collect();
        // What ways have brought together is another value at another place.
        let is_fixed = |sum: &Linear| !sum.terms.iter().any(|(atom, _)| values.is_joined(*atom));
        copy.sums = sums.into_iter().map(|sum| sum.filter(is_fixed)).collect();
    }
    let jumps = loops.iter().filter(|one| Some(one.around) == shown).flat_map(|one| &one.exits);
    let jump = jumps.map(|(at, _)| *at).next_back().or(shown.map(|(_, end)| end - 1));
    let jump = flat.instruction(jump.or(mmas.first().map(|mma| mma.position))?);
    // Blocks that take several tiles have one where sizes are small, or do not end where they are large.
    let mut all = OTHER_SIZES.iter().map(|other| whole(values, &work, &loops, &of_products, *other));
    let first = all.next()??;
    let whole = match first {
        Whole::Open => all.next().flatten().unwrap_or(first),
        _ => first,
    };
    Some(Turns { line: jump.line, loc: jump.loc, whole })
}

fn whole(
    values: &mut Values<'_, '_, '_>,
    work: &Work<'_>,
    loops: &[Turning],
    of_products: &BTreeSet<Around>,
    other: u64,
) -> Option<Whole> {
    let specials = values.specials.clone();
    let is_block = |at: u32| specials[at as usize].starts_with("%ctaid");
    let mut counter =
        Counter { machine: Machine::of(values, STEPS_MAX), loops, ends: HashMap::default(), turns_max: 1 };
    // The sizes that loops follow from: that of which they ask first may lead to others.
    let mut sizes: HashMap<Size, u64> = HashMap::default();
    for _ in 0..ASKED_MAX {
        counter.set_sizes(sizes.clone());
        of_products.iter().for_each(|around| {
            counter.end(*around);
        });
        let missing = std::mem::take(counter.machine.missing());
        if missing.is_empty() {
            break;
        }
        let of_one = |size| match size {
            Size::Parameter(..) => other,
            Size::Special(at) => u64::from(!is_block(at)),
        };
        sizes.extend(missing.into_iter().map(|size| (size, of_one(size))));
    }
    let parts_max = PARTS.iter().max().copied().unwrap_or_default();
    let all: Vec<u32> = work.units.iter().copied().collect();
    let unit = common(&work.units);
    counter.turns_max =
        if sizes.is_empty() { TURNS_MAX } else { (parts_max + 2) * all.last().map_or(1, |most| most / unit) };
    counter.ends.clear();
    if sizes.is_empty() {
        return work.as_copied(&mut counter, of_products, unit);
    }
    let mut found = Whole::Open;
    for size in sizes.keys().copied() {
        let of_block = match size {
            Size::Parameter(..) => 0,
            // Blocks of a triangle: each has one more part than the one before it.
            Size::Special(at) if is_block(at) => 1,
            Size::Special(_) => continue,
        };
        // A size counts parts of K, or its elements.
        for by in std::iter::once(1).chain(all.iter().copied().filter(|_| of_block == 0)) {
            let with = |parts: &u32| {
                let mut sizes = sizes.clone();
                sizes.insert(size, u64::from(parts * by - of_block));
                sizes
            };
            let counted = work.count(&mut counter, PARTS.iter().map(with));
            let units = match (by, of_block) {
                (1, 0) => all.clone(),
                (1, _) => (1..=16).map(|by| by * unit).collect(),
                _ => vec![by],
            };
            match work.whole(&counted, &units) {
                None | Some(Whole::Open) => {}
                Some(whole @ Whole::All(_)) => return Some(whole),
                Some(other) => found = other,
            }
        }
    }
    Some(found)
}
