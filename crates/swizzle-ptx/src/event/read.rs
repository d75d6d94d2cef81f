//! Recognition of events among instructions, and their operands.

use crate::domain::atoms::{Atom, Atoms};
use crate::domain::linear::Linear;
use crate::effect::width;
use crate::event::tma_copy::{TmaCopy, copy_name};
use crate::event::{Action, Event};
use crate::flat::Flat;
use crate::kernel::{held, unknown_at};
use crate::module::chip;
use crate::operand::Operand;
use crate::provenance::stop;
use crate::values::Values;
use crate::values::varies::entered;
use swizzle_core::hardware::Arch;

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

/// A loop of fewer instructions waits, and goes through nothing.
const LOOP_LEAST: u32 = 8;

/// An instruction that may be an event, and the operands that are asked for.
pub(crate) struct Asked<'a> {
    position: u32,
    operands: Vec<Operand<'a>>,
}

/// The instruction at a position with the operands that it needs as an event, if it may be one.
pub(crate) fn asked<'a>(flat: &Flat<'_, 'a>, position: u32, makes_maps: bool) -> Option<Asked<'a>> {
    let opcode = flat.instruction(position).opcode;
    let all = flat.operands(position);
    let operands = match (opcode.split('.').next()?, store_bytes(opcode)) {
        // For a copy, the number of bytes; for a word, whether it may begin a tensor map.
        ("cp" | "st", Some(bytes)) => {
            let value = match bytes {
                0 => all.get(2),
                4 if makes_maps => all.get(1),
                _ => None,
            };
            all.iter().take(1).chain(value).copied().collect()
        }
        ("cp" | "mbarrier" | "tensormap" | "wgmma" | "tcgen05" | "ldmatrix" | "stmatrix", _) => {
            all[all.iter().position(|one| matches!(one, Operand::Address(..))).unwrap_or(0)..].to_vec()
        }
        _ => return None,
    };
    Some(Asked { position, operands })
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
    let (base, rest) = opcode.split_once('.')?;
    let second = rest.split('.').next()?;
    let mut barrier = match base {
        "mbarrier" => value(0),
        "tcgen05" if second == "commit" => value(0),
        _ => None,
    };
    let action = match (base, second) {
        ("mbarrier", "init") => Action::BarrierInit { count: value(1) },
        ("mbarrier", "try_wait" | "test_wait") => Action::BarrierWait { parity: value(1) },
        ("mbarrier", _) if rest.contains("expect_tx") => {
            Action::BarrierExpect { bytes: number(value(1)).map(|bytes| bytes & 0xffff_ffff) }
        }
        ("mbarrier", "inval") => Action::BarrierInvalidate,
        ("mbarrier", "arrive" | "arrive_drop") => Action::BarrierArrive,
        ("cp", "async") if copy_name(opcode).is_some() => {
            let name = copy_name(opcode)?;
            let (first, second) = (value(0), value(1));
            let (shared, map) = if name.is_load { (first, second) } else { (second, first) };
            let behind = if name.dimensions == 0 { 3 } else { 2 };
            barrier = name.has_barrier.then(|| value(behind)).flatten();
            let bytes = (name.dimensions == 0).then(|| number(value(2))).flatten();
            let map_stop = map.as_ref().and_then(|map| stop(values, map));
            Action::Copy(TmaCopy {
                map_stop: map_stop.map(|link| link.line),
                is_load: name.is_load,
                dimensions: name.dimensions,
                shared,
                map,
                bytes,
                is_multicast: name.is_multicast,
                is_im2col: name.is_im2col,
            })
        }
        ("tensormap", "replace") => {
            let word = rest.split('.').nth(2)?;
            let count = asked.operands.len();
            Action::MapField {
                map: value(0),
                field: MAP_FIELDS.into_iter().find(|field| *field == word)?,
                dimension: if count > 2 { number(value(1)) } else { None },
                value: number(value(count - 1)),
            }
        }
        ("tensormap", "cp_fenceproxy") => Action::MapPublished { destination: value(0), map: value(1) },
        ("cp", "async") if rest == "async.commit_group" => Action::CopyCommit,
        ("cp", "async") if rest == "async.wait_group" => Action::CopyWait { pending: number(value(0)) },
        ("cp" | "st", _) => {
            let bytes = store_bytes(opcode)?;
            let (address, value) = (value(0), number(value(1)));
            match cleared(&values.atoms, opcode, address.as_ref(), value) {
                Some(first) => Action::Cleared { first: Some(first) },
                None => stored(values, opcode, address, bytes, value)?,
            }
        }
        ("wgmma", "commit_group") => Action::WgmmaCommit,
        ("wgmma", "wait_group") => Action::WgmmaWait { pending: number(value(0)) },
        ("tcgen05", "commit") => Action::MatrixCommit,
        ("tcgen05", "alloc") => Action::Allocate { destination: value(0), columns: number(value(1)) },
        ("tcgen05", "dealloc") => Action::Free { place: value(0), columns: number(value(1)) },
        ("tcgen05", "relinquish_alloc_permit") => Action::Relinquish,
        ("tcgen05", "ld" | "st") => Action::TensorMemory {
            is_store: second == "st",
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
        ("tcgen05", "cp") => {
            let place = value(0);
            let chip = chip(values.ssa.flat.module.target, Arch::Tcgen05);
            let operand = asked.operands.get(1)?;
            Action::TensorCopy {
                place,
                source: held(values, position, operand, chip),
                stop: unknown_at(values, position, operand),
            }
        }
        ("tcgen05", _) | ("wgmma", "fence") => Action::Other,
        ("ldmatrix" | "stmatrix", _) => Action::Matrices { is_store: base == "stmatrix", address: value(0) },
        _ => return None,
    };
    // A word has the same place in all CTAs of a cluster, whose numbers are above it.
    let barrier = barrier.map(|barrier| values.atoms.expanded(&barrier, values.address_bits));
    Some(Event {
        opcode,
        line: instruction.line,
        loc: instruction.loc,
        barrier,
        action,
        position,
        around: values.ssa.flow.loop_around(position, LOOP_LEAST),
    })
}

// Bytes that one thread writes to shared memory.

/// Returns the bytes that an instruction writes from one thread, if that may be to shared memory: `cp.async` that is not bulk,
/// whose number of bytes is an operand, `st.shared`, `st` without a space, whose address tells, and copies from CTA to CTA.
fn store_bytes(opcode: &str) -> Option<u32> {
    let words: Vec<&str> = opcode.split('.').collect();
    let has = |what: &str| words.iter().any(|word| word.starts_with(what));
    match words[..] {
        ["cp", "async", "ca" | "cg", ..] => Some(0),
        ["cp", ..] => opcode.contains("shared::cluster.shared::cta").then_some(1),
        ["st", ..] if has("global") || has("local") || has("param") => None,
        ["st", ..] => {
            let count = words.iter().find_map(|word| word.strip_prefix('v')?.parse().ok());
            let bits = if has("b128") { 128 } else { width(opcode) };
            Some(count.unwrap_or(1) * bits / 8)
        }
        _ => None,
    }
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

#[cfg(test)]
mod store_tests {
    use super::store_bytes;

    #[test]
    fn bytes_of_one_thread() {
        let all = [
            "st.shared.v4.b32",
            "st.shared::cta.b128",
            "st.volatile.shared.u8",
            "st.v2.f32",
            "cp.async.cg.shared.global.L2::128B",
            "st.global.v4.b32",
            "st.param.b64",
            "cp.async.commit_group",
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
            "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes",
        ];
        assert_eq!(
            all.map(store_bytes),
            [Some(16), Some(16), Some(1), Some(8), Some(0), None, None, None, None, Some(1)]
        );
    }
}
