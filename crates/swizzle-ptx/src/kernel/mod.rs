//! A kernel: its tensor-core instructions, with their operands as far as the text tells them.

mod reading;
mod turns;
mod unset;
mod worked_out;

use std::collections::HashMap;

use swizzle_core::hardware::{Chip, Operand as Side};

use crate::address::Address;
use crate::domain::atoms::{Atom, Atoms};
use crate::domain::known::Known;
use crate::domain::linear::{AtomId, Linear};
use crate::event::Event;
use crate::event::tensor_map::MadeMap;
use crate::flat::{Budget, Flat};
pub use crate::kernel::turns::{Turns, Whole};
pub use crate::kernel::unset::{Skewed, Unset};
use crate::kernel_loop::Loop;
use crate::mma::name::mma_name;
use crate::mma::{Held, Mma};
use crate::module::{Module, Shared};
use crate::ring::Ring;
use crate::run::{Run, is_of_registers, run, run_of_warpgroups};
pub(crate) use reading::{held, roles, unknown_at};

/// What an atom of a kernel's addresses is.
#[derive(Debug, Default)]
pub struct AtomUse<'a> {
    /// Whether it is loaded from shared memory.
    is_loaded: bool,
    /// Whether it is one of several values where ways through the kernel meet, as counters of loops are.
    pub is_joined: bool,
    /// Whether a loop changes it from turn to turn.
    pub is_turning: bool,
    /// Whether it depends on the address of a variable in shared memory.
    pub is_of_shared: bool,
    /// The stages that it counts, if it is a ring's counter.
    pub stages: Option<u32>,
    /// The stage at which a ring's counter is first used, if that is one number.
    pub first_stage: Option<u32>,
    /// The values that it can have, where it is one of a few.
    pub choices: Vec<Linear>,
    /// The parameter of the kernel that it is, or that it was loaded from.
    parameter: Option<&'a str>,
    /// Its value in each thread, where that follows from the thread's number.
    pub each_thread: Option<Vec<u64>>,
}

/// A kernel.
#[derive(Debug, Default)]
pub struct Kernel<'a> {
    /// Its name.
    pub name: &'a str,
    /// The chip that it is compiled for.
    pub target: Option<&'a str>,
    /// Its tensor-core instructions, in the order of the text.
    pub mmas: Vec<Mma<'a>>,
    /// What its block does, if it multiplies registers.
    pub run: Option<Run<'a>>,
    /// The number of its function in the module.
    function: usize,
    /// The text's variables in shared memory.
    pub shared: Vec<Shared<'a>>,
    /// Its other events, in the order of the text.
    pub events: Vec<Event<'a>>,
    /// Its loops by their first lines, the outer ones first.
    pub loops: Vec<Loop<'a>>,
    /// How much of K its loops multiply, if loops have products.
    pub turns: Option<Turns>,
    /// The tensor maps that it makes itself.
    pub maps: Vec<MadeMap>,
    /// Whether it has copies by TMA to shared memory, which swizzle by absolute addresses.
    pub has_tma: bool,
    /// A register that is read before anything writes it.
    pub unset: Option<Unset<'a>>,
    /// An access whose offset no element has.
    pub skewed: Option<Skewed<'a>>,
    /// The last line of it, where the text ends before it does.
    pub cut: Option<u32>,
    /// Bits of an address in shared memory.
    pub address_bits: u32,
    /// Number of threads that a block has along x, or has at most, where the text specifies it.
    pub threads: Option<u32>,
    /// The only map at each address.
    map_of: HashMap<Linear, Option<usize>>,
    /// Whether it calls functions that are not in the text.
    pub has_unknown_calls: bool,
    /// Properties of the atoms of its addresses.
    of_atoms: HashMap<AtomId, AtomUse<'a>>,
    /// Those of any other atom.
    of_others: AtomUse<'a>,
    /// The values of atoms in the first turns of a loop.
    turns_of: HashMap<((u32, u32), AtomId), Vec<u64>>,
    /// The atoms of which the addresses are made.
    atoms: Atoms,
}

impl<'a> Kernel<'a> {
    /// What an atom is.
    pub fn of(&self, atom: AtomId) -> &AtomUse<'a> {
        self.of_atoms.get(&atom).unwrap_or(&self.of_others)
    }

    /// What a block of a kernel of `wgmma` does, where lanes copy what it multiplies: carried out with each call. `module` is the
    /// one that it was read from.
    pub fn in_block(&self, module: &Module<'a>) -> Option<Run<'a>> {
        run_of_warpgroups(&Flat::of(module, self.function, &mut Budget::of(module)))
    }

    /// The line of its first instruction that multiplies.
    pub fn line(&self) -> u32 {
        let of_registers = self.run.iter().flat_map(|run| &run.lines).map(|one| one.line);
        self.mmas.iter().map(|mma| mma.line).chain(of_registers).next().unwrap_or(0)
    }

    /// Whether an atom is the address of a variable in shared memory.
    pub fn is_base(&self, atom: AtomId) -> bool {
        matches!(self.atoms.atom(atom), Atom::Shared(_))
    }

    /// The stages that an address goes through, if exactly one term of it is a ring's counter.
    pub fn ring(&self, address: &Linear) -> Option<Ring> {
        let mut rings = address.terms.iter().filter_map(|(atom, by)| {
            Some(Ring { stage: *atom, stages: self.of(*atom).stages?, stride: *by })
        });
        rings.next().filter(|_| rings.next().is_none())
    }

    /// The variable or parameter from which an address is counted, and the bytes; `None` for the bytes where more is added to it.
    pub fn named(&self, address: &Linear) -> Option<(&'a str, Option<u64>)> {
        let name = |(atom, by): &(AtomId, u64)| match self.atoms.atom(*atom) {
            Atom::Shared(at) if *by == 1 => Some(self.shared[*at as usize].name),
            _ if *by == 1 => self.of(*atom).parameter,
            _ => None,
        };
        let name = address.terms.iter().find_map(name)?;
        let is_number = address.terms.len() == 1;
        Some((name, is_number.then_some(address.constant)))
    }

    /// The tensor map that a copy reads, if the kernel makes it and no other one at the same place.
    pub fn map_at(&self, address: &Linear) -> Option<&MadeMap> {
        let at = self.map_of.get(address)?;
        self.maps.get((*at)?)
    }

    /// The number of values, from 0 on, of a part of an address such as a warp's number, if known; none for a ring's counter.
    pub fn values_of(&self, atom: AtomId) -> Option<u64> {
        let known = self.atoms.known_of(atom);
        let is_ring = self.of(atom).stages.is_some();
        (known.bits == 0 && !is_ring).then(|| known.max().saturating_add(1))
    }

    /// How often addresses of variables in shared memory are counted in a sum; `None` where that is not known.
    pub fn variables_in(&self, sum: &Linear) -> Option<u64> {
        sum.terms.iter().try_fold(0u64, |count, (atom, by)| {
            let of = match self.atoms.atom(*atom) {
                Atom::Shared(_) => *by,
                // Bits that are put back where they were taken from are counted as those of the sum; others are no address.
                Atom::Slice(of, low, _) if by.trailing_zeros() >= *low => {
                    self.variables_in(of)?.wrapping_mul(by >> low)
                }
                Atom::Signed(of, _) => self.variables_in(of)?.wrapping_mul(*by),
                Atom::Opaque(_) if self.of(*atom).is_of_shared => return None,
                _ => 0,
            };
            Some(count.wrapping_add(of))
        })
    }

    /// Whether a place in tensor memory is counted from an address that was loaded.
    pub fn is_allocated(&self, place: &Linear) -> bool {
        place.terms.iter().any(|(atom, by)| *by == 1 && self.of(*atom).is_loaded)
    }

    /// The largest value of an atom that its bits allow.
    pub fn most(&self, atom: AtomId) -> u64 {
        self.atoms.known_of(atom).max()
    }

    /// The largest value of a sum that its bits allow; none where it may wrap.
    pub fn most_of(&self, sum: &Linear) -> Option<u64> {
        self.atoms.most(sum)
    }

    /// A sum in a turn of the loop that an event is in: what the loop changes is a number. None where that does not follow from
    /// what is known before the loop, and from some turn on.
    pub fn in_turn(&self, event: &Event<'_>, sum: &Linear, turn: usize) -> Option<Linear> {
        let mut result = Linear::number(sum.constant);
        for (atom, by) in &sum.terms {
            let term = if self.of(*atom).is_turning {
                let each = self.turns_of.get(&(event.around?, *atom))?;
                Linear::number(*each.get(turn)?)
            } else {
                Linear::atom(*atom)
            };
            result = result.plus(&term, *by)?;
        }
        Some(result.modulo(self.address_bits))
    }

    /// The counter behind an atom: an address has only its lowest bits.
    pub fn counter(&self, atom: AtomId) -> AtomId {
        match self.atoms.atom(atom) {
            Atom::Slice(of, 0, _) => of.as_atom().unwrap_or(atom),
            _ => atom,
        }
    }

    /// The variable in shared memory whose address an atom is, by its place in [`Self::shared`].
    pub fn symbol(&self, atom: AtomId) -> Option<usize> {
        match self.atoms.atom(atom) {
            Atom::Shared(at) => Some(*at as usize),
            _ => None,
        }
    }

    /// Where an operand of one of its instructions starts, if a descriptor says it.
    pub fn start(&self, mma: usize, side: Side) -> Option<&Linear> {
        Some(&self.mmas[mma].descriptor(side)?.start)
    }

    /// Columns from the beginning of an allocation of tensor memory, if the place is counted from an address that was loaded.
    pub fn column(&self, place: &Linear) -> Option<u64> {
        // The lane is above the column; that of a warp is not a number.
        let (lanes, rest): (Vec<_>, Vec<_>) = place.terms.iter().partition(|(_, by)| by & 0xffff == 0);
        let [(atom, 1)] = rest[..] else {
            return None;
        };
        let (lane, column) = (place.constant >> 16 & 0xffff, place.constant & 0xffff);
        let is_place = self.of(atom).is_loaded && (lane < 128 || !lanes.is_empty());
        is_place.then_some(column)
    }

    /// The column of what is held in tensor memory, if it is there.
    pub fn column_of(&self, held: &Held) -> Option<u64> {
        self.column(held.place()?)
    }

    /// The lanes from the beginning of an allocation of tensor memory to a place, as far as their bits are known, if the
    /// place is counted from an address that was loaded. Columns stay below 2^16, so they never carry into the lanes.
    pub fn lane(&self, place: &Linear) -> Option<Known> {
        let is_base = |(atom, by): &&(AtomId, u64)| *by == 1 && self.of(*atom).is_loaded;
        let mut bases = place.terms.iter().filter(is_base);
        bases.next().filter(|_| bases.next().is_none())?;
        let column = i64::from(place.constant as u16 as i16);
        let first = place.constant.wrapping_sub(column as u64) >> 16;
        let mut lane = Known::exact(first & 0xffff);
        for (atom, by) in place.terms.iter().filter(|(_, by)| *by >= 1 << 16) {
            let is_lanes = by.is_multiple_of(1 << 16);
            // An unbounded value can be anything, including a sum with columns in it.
            let is_bounded = self.values_of(*atom).is_some_and(|values| values <= 128);
            if !is_lanes || !is_bounded {
                return None;
            }
            lane = lane.add(self.atoms.known_of(*atom).times(by >> 16));
        }
        Some(lane)
    }

    /// Returns a number of which an atom of an address is a multiple, as far as that is known.
    pub fn alignment(&self, atom: AtomId) -> u64 {
        1 << self.atoms.known_of(atom).low_zeros().min(63)
    }

    /// A start modulo 1024, if the variables in shared memory begin at multiples of that.
    pub fn low_bits(&self, start: &Linear) -> Option<u32> {
        const PATTERN: u64 = 1024;
        let is_multiple = |(atom, by): &(AtomId, u64)| {
            let aligned = if self.is_base(*atom) { PATTERN } else { self.alignment(*atom) };
            by.saturating_mul(aligned).is_multiple_of(PATTERN)
        };
        start.terms.iter().all(is_multiple).then_some((start.constant % PATTERN) as u32)
    }

    /// An address modulo a power of two up to 1024, if variables in shared memory begin at multiples of that; none where a part
    /// of it is not known to be a multiple.
    pub fn rest(&self, address: &Linear, modulo: u64) -> Option<u64> {
        let has_base = address.terms.iter().any(|(atom, _)| self.is_base(*atom));
        let is_multiple = |(atom, by): &(AtomId, u64)| {
            self.is_base(*atom) || by.saturating_mul(self.alignment(*atom)).is_multiple_of(modulo)
        };
        let is_known = has_base && address.terms.iter().all(is_multiple);
        is_known.then(|| address.constant % modulo)
    }

    /// Classifies the use of a variable's address by a start.
    pub fn address(&self, start: &Linear, chip: Chip) -> Address {
        Address::of(&self.atoms, start, chip)
    }

    /// The bytes by which a start moves with each thing in it that is not the address of a variable.
    pub fn strides(&self, start: &Linear) -> Vec<u64> {
        let others = start.terms.iter().filter(|(atom, _)| !self.is_base(*atom));
        others
            .map(|(atom, by)| by.saturating_mul(self.alignment(*atom).min(1 << self.address_bits)))
            .collect()
    }

    /// The variable in shared memory from which a start is counted, and the bytes; `None` for the bytes where more is added to it.
    pub fn place(&self, start: &Linear) -> Option<(Option<&'a str>, Option<u64>)> {
        let mut bases = start.terms.iter().filter_map(|(atom, by)| match self.atoms.atom(*atom) {
            Atom::Shared(at) if *by == 1 => Some(self.shared[*at as usize].name),
            _ => None,
        });
        let base = bases.next();
        let is_number = start.terms.len() == usize::from(base.is_some());
        (base.is_some() || is_number).then_some((base, is_number.then_some(start.constant)))
    }
}

pub(crate) fn names_of<'a>(module: &Module<'a>) -> rustc_hash::FxHashMap<&'a str, u32> {
    module.shared.iter().enumerate().map(|(at, one)| (one.name, at as u32)).collect()
}

/// Reads the kernels of a module that have tensor-core instructions; functions that no kernel calls count as kernels.
pub fn kernels<'a>(module: &Module<'a>) -> Vec<Kernel<'a>> {
    let mut found: Vec<Kernel<'a>> = each_kernel(module).flatten().collect();
    found.sort_by_key(Kernel::line);
    found
}

/// The same, one function after another: nothing where a function has no tensor-core instruction. Kernels come before functions
/// that none calls.
pub fn each_kernel<'a>(module: &Module<'a>) -> impl Iterator<Item = Option<Kernel<'a>>> {
    let count = module.functions.len();
    let mut budget = Budget::of(module);
    let mut seen = vec![false; count];
    let all = (0..count).map(|at| (at, true)).chain((0..count).map(|at| (at, false)));
    all.map(move |(at, is_entry)| {
        let function = &module.functions[at];
        if function.is_entry != is_entry || seen[at] {
            return None;
        }
        let has = |is_one: fn(&str) -> bool| function.instructions.iter().any(|one| is_one(one.opcode));
        let calls = |opcode: &str| opcode.starts_with("call");
        let multiplies = |opcode: &str| mma_name(opcode).is_some() || is_of_registers(opcode);
        if !(has(multiplies) || is_entry && has(calls)) {
            return None;
        }
        let flat = Flat::of(module, at, &mut budget);
        for instance in &flat.instances {
            seen[instance.function] = true;
        }
        let mut kernel = reading::kernel(module, &flat);
        kernel.function = at;
        if kernel.mmas.is_empty() {
            kernel.run = Some(run(&flat)?);
        }
        Some(kernel)
    })
}
