//! Recognition of events among instructions, and their operands.

use swizzle_core::hardware::Arch;

use crate::domain::atoms::{Atom, Atoms};
use crate::domain::linear::Linear;
use crate::event::store::store_bytes;
use crate::event::tma_copy::{TmaCopy, copy_name};
use crate::event::{Action, Event};
use crate::flat::Flat;
use crate::kernel::{held, unknown_at};
use crate::module::chip;
use crate::operand::Operand;
use crate::provenance::stop;
use crate::values::Values;
use crate::values::varies::entered;

/// Fields of a tensor map that `tensormap.replace` can name.
const MAP_FIELDS: [&str; 11] = [
    "global_address",
    "rank",
    "box_dim",
    "global_dim",
    "global_stride",
    "element_stride",
    "elemtype",
    "interleave_layout",
    "swizzle_mode",
    "swizzle_atomicity",
    "fill_mode",
];

/// The kind of an event before its operands are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Init,
    Wait,
    Arrive,
    Invalidate,
    Expect,
    Copy,
    MapField(&'static str),
    MapPublished,
    /// The bytes of one thread; 0 where an operand says them.
    Store(u32),
    WgmmaCommit,
    WgmmaWait,
    CopyCommit,
    CopyWait,
    Commit,
    Allocate,
    Free,
    Relinquish,
    TensorMemory(bool),
    TensorCopy,
    Other,
    Matrices(bool),
}

fn kind(opcode: &str) -> Option<Kind> {
    let (base, rest) = opcode.split_once('.')?;
    let second = rest.split('.').next().unwrap_or_default();
    Some(match (base, second) {
        ("mbarrier", "init") => Kind::Init,
        ("mbarrier", "try_wait" | "test_wait") => Kind::Wait,
        ("mbarrier", _) if rest.split('.').any(|word| word == "expect_tx") => Kind::Expect,
        ("mbarrier", "inval") => Kind::Invalidate,
        ("mbarrier", "arrive" | "arrive_drop") => Kind::Arrive,
        ("cp", "async") if copy_name(opcode).is_some() => Kind::Copy,
        ("cp", "async") if rest == "async.commit_group" => Kind::CopyCommit,
        ("cp", "async") if rest == "async.wait_group" => Kind::CopyWait,
        ("cp" | "st", _) => Kind::Store(store_bytes(opcode)?),
        ("tensormap", "replace") => {
            let word = rest.split('.').nth(2)?;
            Kind::MapField(MAP_FIELDS.into_iter().find(|field| *field == word)?)
        }
        ("tensormap", "cp_fenceproxy") => Kind::MapPublished,
        ("wgmma", "commit_group") => Kind::WgmmaCommit,
        ("wgmma", "wait_group") => Kind::WgmmaWait,
        ("tcgen05", "commit") => Kind::Commit,
        ("tcgen05", "alloc") => Kind::Allocate,
        ("tcgen05", "dealloc") => Kind::Free,
        ("tcgen05", "relinquish_alloc_permit") => Kind::Relinquish,
        ("tcgen05", "ld") => Kind::TensorMemory(false),
        ("tcgen05", "st") => Kind::TensorMemory(true),
        ("tcgen05", "cp") => Kind::TensorCopy,
        ("tcgen05", "mma") => return None,
        ("tcgen05", _) | ("wgmma", "fence") => Kind::Other,
        ("ldmatrix", _) => Kind::Matrices(false),
        ("stmatrix", _) => Kind::Matrices(true),
        _ => return None,
    })
}

/// A loop of fewer instructions waits, and goes through nothing.
const LOOP_LEAST: u32 = 8;

/// An event and the operands that are asked for.
pub(crate) struct Asked<'a> {
    position: u32,
    kind: Kind,
    operands: Vec<Operand<'a>>,
}

/// The event at a position, if there is one, with the operands that it needs.
pub(crate) fn asked<'a>(flat: &Flat<'_, 'a>, position: u32, makes_maps: bool) -> Option<Asked<'a>> {
    let opcode = flat.instruction(position).opcode;
    let kind = kind(opcode)?;
    let all = flat.operands(position);
    let address = |one: &&Operand<'a>| matches!(one, Operand::Address(..));
    let addresses = || all.iter().filter(address).copied();
    let behind_address = || {
        let at = all.iter().position(|one| matches!(one, Operand::Address(..)));
        at.and_then(|at| all.get(at + 1)).copied()
    };
    let operands: Vec<Operand<'a>> = match kind {
        Kind::Init | Kind::Expect | Kind::Allocate | Kind::TensorCopy => {
            addresses().take(1).chain(behind_address()).collect()
        }
        Kind::Wait => {
            let behind = all.iter().skip_while(|one| !address(one));
            behind.copied().collect()
        }
        Kind::Arrive | Kind::Invalidate | Kind::Commit | Kind::TensorMemory(_) | Kind::Matrices(_) => {
            addresses().take(1).collect()
        }
        // For a copy, the number of bytes; for a word, whether it may begin a tensor map.
        Kind::Store(bytes) => {
            let value = match bytes {
                0 => all.get(2),
                4 if makes_maps => all.get(1),
                _ => None,
            };
            all.iter().take(1).chain(value).copied().collect()
        }
        Kind::Copy
        | Kind::MapField(_)
        | Kind::MapPublished
        | Kind::Free
        | Kind::CopyWait
        | Kind::WgmmaWait => all.to_vec(),
        Kind::CopyCommit | Kind::WgmmaCommit | Kind::Relinquish | Kind::Other => Vec::new(),
    };
    Some(Asked { position, kind, operands })
}

impl<'a> Asked<'a> {
    /// Asks for the operands.
    pub(crate) fn ask(&self, values: &mut Values<'_, '_, 'a>) {
        for operand in &self.operands {
            if !matches!(operand, Operand::Several(..)) {
                values.ask(self.position, operand);
            }
        }
    }
}

/// The columns of tensor memory that a load or store takes.
///
/// Source: PTX ISA, `tcgen05.ld`: `.num` repeats the shape along the columns.
fn columns(opcode: &str) -> Option<u32> {
    let words: Vec<&str> = opcode.split('.').collect();
    let repeats: u32 = words.iter().find_map(|word| word.strip_prefix('x')?.parse().ok())?;
    let bits = words
        .iter()
        .find_map(|word| Some((word.split_once('x')?.1, word)))
        .filter(|(_, word)| word.starts_with(|c: char| c.is_ascii_digit()))
        .map(|(bits, _)| bits)?;
    // `16x32bx2` has two runs of columns.
    let bits: u32 = bits.strip_suffix('b')?.parse().ok()?;
    let per_word = if words.iter().any(|word| word.contains("pack::16b")) { 2 } else { 1 };
    Some(repeats.checked_mul(bits)? / 32 * per_word)
}

/// The place of the first thread's word, where each thread writes a word that is zero.
fn cleared(atoms: &Atoms, opcode: &str, address: Option<&Linear>, value: Option<u64>) -> Option<Linear> {
    let is_word = opcode.starts_with("st.shared") && opcode.ends_with("32");
    let address = address.filter(|_| is_word && value == Some(0))?;
    // Four times something that is not known.
    let mut words = address.terms.iter().filter(|(atom, by)| *by == 4 && !atoms.is_shared(*atom));
    let (word, None) = (words.next()?, words.next()) else {
        return None;
    };
    address.plus(&Linear::atom(word.0), 4u64.wrapping_neg())
}

/// A store that may go to shared memory.
fn stored<'a>(
    values: &mut Values<'_, '_, 'a>,
    opcode: &str,
    address: Option<Linear>,
    bytes: u32,
    copied: Option<u64>,
) -> Option<Action<'a>> {
    let is_own = |(atom, _): &(u32, u64)| matches!(values.atoms.atom(*atom), Atom::Variable(_));
    if address.as_ref().is_some_and(|address| address.terms.iter().any(is_own)) {
        return None;
    }
    let (address, moves) = match address {
        // The value of a bulk copy's address, and the CTA of that address, are not followed.
        Some(_) if opcode.contains("bulk") => (None, false),
        Some(address) => {
            let (entry, moves) = entered(values, address);
            (Some(values.atoms.expanded(&entry, values.address_bits)), moves)
        }
        None => (None, false),
    };
    Some(Action::Store {
        address,
        bytes: match (bytes, copied) {
            (0, copied) => copied? as u32,
            (bytes, _) => bytes,
        },
        moves,
    })
}

/// The event, once the values are settled.
pub(crate) fn event<'a>(values: &mut Values<'_, '_, 'a>, asked: &Asked<'a>) -> Option<Event<'a>> {
    let position = asked.position;
    let instruction = values.ssa.flat.instruction(position);
    let opcode = instruction.opcode;
    let mut value = |at: usize| -> Option<Linear> {
        let operand = asked.operands.get(at)?;
        if matches!(operand, Operand::Several(..)) {
            return None;
        }
        values.of_operand(position, operand)
    };
    // Shared memory is 32 bits wide, however wide the register is.
    let number = |value: Option<Linear>| value.and_then(|value| value.as_number());
    let mut action = match asked.kind {
        Kind::Init => Action::BarrierInit { barrier: value(0), count: value(1) },
        Kind::Wait => Action::BarrierWait { barrier: value(0), parity: value(1) },
        Kind::Arrive => Action::BarrierArrive { barrier: value(0) },
        Kind::Invalidate => Action::BarrierInvalidate { barrier: value(0) },
        Kind::Expect => Action::BarrierExpect {
            barrier: value(0),
            bytes: number(value(1)).map(|bytes| bytes & 0xffff_ffff),
        },
        Kind::Copy => {
            let name = copy_name(opcode)?;
            let (first, second) = (value(0), value(1));
            let (shared, map) = if name.is_load { (first, second) } else { (second, first) };
            let behind = if name.dimensions == 0 { 3 } else { 2 };
            let barrier = name.has_barrier.then(|| value(behind)).flatten();
            let bytes = (name.dimensions == 0).then(|| number(value(2))).flatten();
            let map_stop = map.as_ref().and_then(|map| stop(values, map));
            Action::Copy(TmaCopy {
                map_stop: map_stop.map(|link| link.line),
                is_load: name.is_load,
                dimensions: name.dimensions,
                shared,
                map,
                barrier,
                bytes,
                is_multicast: name.is_multicast,
                is_im2col: name.is_im2col,
            })
        }
        Kind::MapField(field) => {
            let count = asked.operands.len();
            Action::MapField {
                map: value(0),
                field,
                dimension: if count > 2 { number(value(1)) } else { None },
                value: number(value(count - 1)),
            }
        }
        Kind::MapPublished => Action::MapPublished { destination: value(0), map: value(1) },
        Kind::Store(bytes) => {
            let (address, value) = (value(0), number(value(1)));
            match cleared(&values.atoms, opcode, address.as_ref(), value) {
                Some(first) => Action::Cleared { first: Some(first) },
                None => stored(values, opcode, address, bytes, value)?,
            }
        }
        Kind::CopyCommit => Action::CopyCommit,
        Kind::CopyWait => Action::CopyWait { pending: number(value(0)) },
        Kind::WgmmaCommit => Action::WgmmaCommit,
        Kind::WgmmaWait => Action::WgmmaWait { pending: number(value(0)) },
        Kind::Commit => Action::MatrixCommit { barrier: value(0) },
        Kind::Allocate => Action::Allocate { destination: value(0), columns: number(value(1)) },
        Kind::Free => Action::Free { place: value(0), columns: number(value(1)) },
        Kind::Relinquish => Action::Relinquish,
        Kind::TensorMemory(is_store) => Action::TensorMemory {
            is_store,
            place: value(0),
            columns: columns(opcode),
            registers: values
                .ssa
                .flat
                .operands(position)
                .iter()
                .map(|one| match one {
                    Operand::Several(_, count) => *count,
                    _ => 0,
                })
                .sum(),
        },
        Kind::TensorCopy => {
            let place = value(0);
            let chip = chip(values.ssa.flat.module.target, Arch::Tcgen05);
            let operand = asked.operands.get(1)?;
            Action::TensorCopy {
                place,
                source: held(values, position, operand, chip),
                stop: unknown_at(values, position, operand),
            }
        }
        Kind::Other => Action::Other,
        Kind::Matrices(is_store) => Action::Matrices { is_store, address: value(0) },
    };
    // A word has the same place in all CTAs of a cluster, whose numbers are above it.
    if let Some(Some(barrier)) = action.barrier_mut() {
        *barrier = values.atoms.expanded(barrier, values.address_bits);
    }
    Some(Event {
        opcode,
        line: instruction.line,
        loc: instruction.loc,
        action,
        position,
        around: values.ssa.flow.loop_around(position, LOOP_LEAST),
    })
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_of_loads() {
        let of = |shape: &str| columns(&format!("tcgen05.ld.sync.aligned.{shape}.b32"));
        let all = ["32x32b.x16", "16x64b.x4", "16x256b.x2", "16x32bx2.x4"].map(of);
        assert_eq!(all, [Some(16), Some(8), Some(16), None]);
    }
}
