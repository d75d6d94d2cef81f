//! Number of stages of a ring: a counter that a comparison sets back to 0.

use crate::domain::atoms::Atom;
use crate::domain::linear::{AtomId, Linear};
use crate::operand::Operand;
use crate::ssa::{Origin, ValueId};
use crate::values::Values;

/// Stages of a ring in an address: `start + stride · stage`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ring {
    /// The counter in the address.
    pub stage: AtomId,
    /// Number of stages, counted from 0.
    pub stages: u32,
    /// Bytes from one stage to the next.
    pub stride: u64,
}

/// The most stages of a ring in shared memory.
const STAGES_MAX: u64 = 64;

/// The most values of a counter that are examined.
const VALUES_MAX: usize = 64;

/// Returns the number of values of a counter from 0 on, by comparisons that set it back or, if a loop changes it, by its bits.
pub(crate) fn stages<'a>(values: &mut Values<'_, '_, 'a>, atom: AtomId, turns: bool) -> Option<u32> {
    of_comparisons(values, atom, turns)?.or_else(|| of_bits(values, atom).filter(|_| turns))
}

/// Returns the number of values of a counter modulo a number: all bits below a power of two, or a remainder.
fn of_bits(values: &Values<'_, '_, '_>, atom: AtomId) -> Option<u32> {
    let known = values.atoms.known_of(atom);
    let count = match values.atoms.atom(atom) {
        Atom::Remainder(_, by) => u64::from(*by),
        _ => known.max().saturating_add(1),
    };
    let is_count = known.bits == 0 && known.low_zeros() == 0 && (2..=STAGES_MAX).contains(&count);
    (is_count && steps_by_one(values, atom, count)).then_some(count as u32)
}

/// Whether a counter modulo a number goes on by one stage from turn to turn, as far as its turns are followed.
fn steps_by_one(values: &Values<'_, '_, '_>, atom: AtomId, count: u64) -> bool {
    let (Atom::Slice(of, 0, _) | Atom::Remainder(of, _)) = values.atoms.atom(atom) else {
        return true;
    };
    let [(counter, 1)] = of.terms[..] else {
        return true;
    };
    let mut steps = values.choices(counter).iter().filter_map(|way| match way.terms[..] {
        [(from, 1)] if from == counter => Some(way.constant),
        [(from, 1)] if from == atom => Some(way.constant.wrapping_add(of.constant)),
        _ => None,
    });
    steps.all(|step| step % count == 1)
}

/// The stage at which a counter of comparisons begins, if it begins at one number on all ways.
pub(crate) fn first_stage<'a>(values: &mut Values<'_, '_, 'a>, atom: AtomId, stages: u32) -> Option<u32> {
    let (mut seen, mut selects, mut entries, mut at) = (vec![atom], 0, Vec::new(), 0);
    while at < seen.len().min(VALUES_MAX) {
        let one = seen[at];
        at += 1;
        let Atom::Opaque(id) = *values.atoms.atom(one) else {
            return None;
        };
        let choices = values.choices(one).to_vec();
        let select = of_select(values, id, &choices);
        selects += u32::from(select.is_some());
        let ways: Vec<Linear> = select.map_or(choices, |(_, from)| vec![Linear::atom(from)]);
        for way in ways {
            match (way.as_number(), way.as_atom()) {
                (Some(number), _) => entries.push(number as u32),
                (None, Some(inner)) if seen.contains(&inner) => {}
                (None, Some(inner)) => seen.push(inner),
                (None, None) => return None,
            }
        }
    }
    entries.dedup();
    let [entry] = entries[..] else { return None };
    // A counter that goes on before its first use is one further there.
    let Atom::Opaque(id) = *values.atoms.atom(atom) else {
        return None;
    };
    let ahead = u32::from(is_select(values, id));
    (selects == 1).then(|| entry.wrapping_add(ahead) % stages)
}

/// Returns the number of values of a counter, if comparisons set it back: all that do tell the same, and all else that it can be
/// is one of its values. `None` if one sets it back otherwise, `Some(None)` if there are none.
fn of_comparisons<'a>(values: &mut Values<'_, '_, 'a>, atom: AtomId, turns: bool) -> Option<Option<u32>> {
    let (mut seen, mut found, mut most) = (vec![atom], None, 0);
    let mut others: Vec<Linear> = Vec::new();
    let mut at = 0;
    while at < seen.len().min(VALUES_MAX) {
        let one = seen[at];
        at += 1;
        let Atom::Opaque(id) = *values.atoms.atom(one) else {
            others.push(Linear::atom(one));
            continue;
        };
        let choices = values.choices(one).to_vec();
        if let Some((stages, from)) = of_select(values, id, &choices) {
            if found.is_some_and(|before| before != stages) {
                return None;
            }
            found = Some(stages);
            if !seen.contains(&from) {
                seen.push(from);
            }
            continue;
        }
        // What is set back otherwise is no ring.
        let numbers = choices.iter().filter(|way| way.as_number().is_some());
        if turns && is_select(values, id) && numbers.count() == 1 {
            return None;
        }
        if choices.is_empty() {
            others.push(Linear::atom(one));
        }
        for choice in choices {
            match (choice.as_number(), choice.as_atom()) {
                // The one before the first, which is counted on before it is used.
                (Some(number), _) if number as u32 == u32::MAX => {}
                (Some(number), _) => most = most.max(number),
                (None, Some(inner)) if seen.contains(&inner) => {}
                (None, Some(inner)) => seen.push(inner),
                (None, None) => others.push(choice),
            }
        }
    }
    let divisor = |sum: &Linear| match values.atoms.atom(sum.as_atom()?) {
        Atom::Remainder(_, by) => Some(*by),
        _ => None,
    };
    let Some(stages) = found.or_else(|| others.iter().find_map(divisor)) else {
        return Some(None);
    };
    let is_below = |sum: &Linear| {
        let most = values.atoms.most(sum);
        divisor(sum) == Some(stages) || most.is_some_and(|most| most < stages.into())
    };
    let is_ring = most < u64::from(stages) && (!turns || others.iter().all(is_below));
    is_ring.then_some(Some(stages))
}

/// The number of values of `x + 1 == n ? 0 : x + 1`, and `x`.
fn of_select<'a>(values: &mut Values<'_, '_, 'a>, id: ValueId, choices: &[Linear]) -> Option<(u32, AtomId)> {
    let Origin::Instruction { position, .. } = *values.ssa.origins.get(id as usize)? else {
        return None;
    };
    let flat = values.ssa.flat;
    if !is_select(values, id) || choices.len() != 2 {
        return None;
    }
    let [_, _, _, predicate @ Operand::Register(_)] = flat.operands(position) else {
        return None;
    };
    let of_predicate = values.id_of(position, predicate)?;
    let Origin::Instruction { position: at, part } = values.ssa.origins[of_predicate as usize] else {
        return None;
    };
    let mut words = flat.instruction(at).opcode.split('.');
    let (Some("setp"), Some(compare), 0) = (words.next(), words.next(), part) else {
        return None;
    };
    let [_, counted, limit] = flat.operands(at) else {
        return None;
    };
    let counted = values.of_operand(at, counted)?;
    let limit = values.of_operand(at, limit)?.as_number()? & 0xffff_ffff;
    let [if_true, if_false] = choices else {
        return None;
    };
    // One stage further than before, here or where it is set back in the next turn.
    let further = |sum: &Linear| sum.constant == 1 && matches!(sum.terms[..], [(_, 1)]);
    let ways = counted.as_atom().map_or(&[][..], |atom| values.choices(atom));
    let is_next = further(&counted)
        || ways.iter().any(further)
            && ways.iter().all(|way| further(way) || way.as_number().is_some_and(|one| one <= limit));
    let from = ways.iter().chain([&counted]).find(|sum| further(sum))?.terms[0].0;
    let zero = |value: &Linear| is_next && value.as_number() == Some(0);
    let count = match compare {
        "eq" | "ge" | "hs" if zero(if_true) && *if_false == counted => limit,
        "gt" | "hi" if zero(if_true) && *if_false == counted => limit + 1,
        "ne" | "lt" | "lo" if zero(if_false) && *if_true == counted => limit,
        "le" | "ls" if zero(if_false) && *if_true == counted => limit + 1,
        _ => return None,
    };
    (2..=STAGES_MAX).contains(&count).then_some((count as u32, from))
}

/// Whether a value is one of two by a predicate.
fn is_select(values: &Values<'_, '_, '_>, id: ValueId) -> bool {
    let origin = values.ssa.origins.get(id as usize);
    let Some(Origin::Instruction { position, .. }) = origin else {
        return false;
    };
    values.ssa.flat.instruction(*position).opcode.starts_with("selp")
}
