//! A kernel as a block of threads carries it out: which addresses each lane gives, and where each element in a register came from.
//!
//! Numbers are carried out, and what is not known is a sum of atoms. Bytes are named by their places in global memory, so that
//! a product says by itself which elements it multiplies. A loop whose turns are not known is followed for a few of them.

mod block;
mod integer;
mod memory;
mod sizes;
mod step;
pub mod value;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use swizzle_core::hardware::{SHARED_BYTES, SHARED_END};
use swizzle_warp::mma::Form;
use swizzle_warp::{Lanes, WARP_LANES};

use crate::flat::Flat;
use crate::module::Shared;
use crate::operand::Operand;
pub use crate::ops::compared;
pub use memory::Race;
pub use sizes::Known;
use value::{Source, Sources, Value};

/// Turns of a loop that are followed where their number is not known.
pub const TURNS: u32 = 4;

/// The same where what the loop reads and writes of shared memory does not come back before: a ring of stages is longer.
pub const TURNS_MAX: u32 = 16;

/// Instructions of lanes that are carried out for one kernel.
const STEPS_MAX: usize = 12 << 20;

/// The same of a kernel of warpgroups: optimized ones take up to 290,304, one that is compiled for debuggers a million.
const GROUP_STEPS_MAX: usize = 1 << 19;

/// Products that are kept for one kernel.
const PRODUCTS_MAX: usize = 1 << 13;

/// The same by their cells, of products of warpgroups.
const CELLS_MAX: usize = 1 << 20;

/// Warps of a block.
const WARPS_MAX: u32 = 32;

/// What a block does.
#[derive(Debug, Default)]
pub struct Run<'a> {
    /// The accesses to shared memory, in the order of the text.
    pub accesses: Vec<AccessLine<'a>>,
    /// The products, in the order in which they were carried out.
    pub products: Vec<Product>,
    /// The products' instructions.
    pub lines: Vec<ProductLine<'a>>,
    /// Results as they were stored in global memory.
    pub stored: Vec<Stored>,
    /// Accesses that the hardware refuses, one an instruction.
    pub faults: Vec<Fault>,
    /// The bytes of shared memory at the end, by address.
    pub shared: Vec<Value>,
    /// Accesses that may come before what they need, one an instruction: line, place in the source, and why.
    pub races: Vec<(u32, u32, Race)>,
    /// Whether more than barriers of the whole block and groups of copies orders the accesses.
    pub has_other_order: bool,
    /// The turns of loops whose condition is not a number.
    pub turns: Vec<Turn>,
    /// What was not followed, by the line of its instruction.
    pub left: Vec<(u32, Left)>,
    /// What values stand for.
    pub sources: Sources<'a>,
    /// Threads of a block, and whether the text says it.
    pub threads: (u32, bool),
}

/// An instruction that reads or writes shared memory.
#[derive(Debug)]
pub struct AccessLine<'a> {
    /// Its opcode.
    pub opcode: &'a str,
    /// Its line, from 1.
    pub line: u32,
    /// Its place in the source, from 1; 0 without one.
    pub loc: u32,
    /// Whether it writes shared memory.
    pub is_write: bool,
    /// Whether it is in a loop.
    pub is_in_loop: bool,
    /// Bytes that an address stands for.
    pub bytes: u32,
    /// The arrays, or the products, of which it moves elements.
    pub of: Vec<Source>,
    /// Where it was carried out.
    pub executions: Vec<Execution>,
}

/// An access as one warp makes it once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// The warp.
    pub warp: u32,
    /// How often the warp has made the access before.
    pub turn: u32,
    /// The address of each lane.
    pub lanes: Lanes,
    /// For copies from global memory, its address of each lane.
    pub global: Option<Box<[Value; WARP_LANES]>>,
    /// Whether each lane's address is known.
    pub is_whole: bool,
}

/// The end of a turn of a loop whose condition is not a number: a few turns are followed, whatever it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The warp.
    pub warp: u32,
    /// The place of its jump among the instructions.
    pub at: u32,
    /// The line of the comparison that the jump asks, from 1.
    pub line: u32,
    /// Its place in the source, from 1; 0 without one.
    pub loc: u32,
    /// The places of the loop's instructions.
    pub loop_: std::ops::Range<u32>,
    /// What is asked.
    pub condition: Value,
    /// What it was taken to be.
    pub holds: bool,
}

/// An instruction that multiplies.
#[derive(Debug)]
pub struct ProductLine<'a> {
    /// Its opcode.
    pub opcode: &'a str,
    /// Its place among the instructions.
    pub at: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its place in the source, from 1; 0 without one.
    pub loc: u32,
    /// Its shape, types and fragments; why it is not followed.
    pub form: Result<Form, String>,
    /// How often it was carried out.
    pub executions: u32,
}

/// A product of one warp: its elements by where they came from. A cell's number counts bits.
#[derive(Debug)]
pub struct Product {
    /// The index of its instruction.
    pub line: u32,
    /// The warp.
    pub warp: u32,
    /// How often the warp has carried out the instruction before.
    pub turn: u32,
    /// A's cells, row by row. What several products read from the same bytes is one.
    pub a: Rc<[Value]>,
    /// B's cells, by K, then by column.
    pub b: Rc<[Value]>,
    /// What is added, row by row.
    pub c: Vec<Value>,
    /// The lines of the accesses that brought A's registers, and B's; 0 where no access did.
    pub loads: [Vec<u32>; 2],
}

/// A result in global memory.
#[derive(Debug, Clone, Copy)]
pub struct Stored {
    /// The product.
    pub product: u32,
    /// The cell, counted row by row.
    pub cell: u32,
    /// The address of its first byte.
    pub at: Value,
    /// The line of the store.
    pub line: u32,
    /// Its place in the source.
    pub loc: u32,
    /// Whether it is added to what is there.
    pub is_added: bool,
}

/// An access that the hardware refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The line of the instruction.
    pub line: u32,
    /// Its place in the source.
    pub loc: u32,
    /// The thread.
    pub thread: u32,
    /// The address; in global memory the bytes behind what is not known.
    pub address: u32,
    /// Bytes that are accessed there.
    pub bytes: u32,
    /// Whether it is misaligned; else it leaves the kernel's shared memory.
    pub is_misaligned: bool,
}

/// Something that is not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    /// The address of an access.
    Address,
    /// The bytes that an instruction writes to shared memory.
    Bytes,
    /// A product.
    Product(String),
    /// More instructions or products than are carried out.
    Length,
    /// The extents of a block of which the text does not say how many threads are along each.
    Threads,
    /// A jump whose target is not known.
    Jump,
    /// Turns of a loop behind those that were carried out: its addresses in shared memory do not come back.
    Turns,
    /// A function that is not in the text.
    Call,
}

/// Where each variable in shared memory begins and ends: aligned one after another, those of the launch last.
pub(crate) fn shared_places<'a>(flat: &Flat<'_, 'a>) -> HashMap<&'a str, (u64, u64)> {
    let (mut next, mut places) = (u64::from(SHARED_END - SHARED_BYTES), HashMap::new());
    let used: HashSet<&str> = (0..flat.places.len() as u32)
        .flat_map(|at| flat.operands(at).iter().flat_map(move |one| flat.inner(at, one)))
        .filter_map(Operand::name)
        .collect();
    let own = flat.module.shared.iter().filter(|one| used.contains(one.name));
    let (fixed, open): (Vec<&Shared<'_>>, Vec<&Shared<'_>>) = own.partition(|one| one.bytes.is_some());
    for one in fixed.into_iter().chain(open) {
        let at = next.next_multiple_of(u64::from(one.align.max(1)));
        next = one.bytes.map_or(at, |bytes| at.saturating_add(bytes));
        // What the launch adds reaches as far as there is memory.
        let end = one.bytes.map_or(u64::from(SHARED_END), |_| next.min(SHARED_END.into()));
        places.insert(one.name, (at, end));
    }
    places
}

/// Whether an instruction multiplies registers of a warp.
pub(crate) fn is_of_registers(opcode: &str) -> bool {
    opcode.starts_with("mma.") || opcode.starts_with("wmma.mma")
}

/// Carries out a kernel of `wgmma` whose operands no copy of the tensor memory accelerator brings, and of which the text says how
/// many threads a block has.
pub(crate) fn run_of_warpgroups<'a>(flat: &Flat<'_, 'a>) -> Option<Run<'a>> {
    let has = |is_one: fn(&str) -> bool| {
        (0..flat.places.len() as u32).any(|at| is_one(flat.instruction(at).opcode))
    };
    flat.function(0).block?;
    let is_other =
        |opcode: &str| opcode.starts_with("tcgen05.") || opcode.starts_with("cp.async.bulk.tensor.");
    // What lanes write to shared memory, by a generic address, too.
    let is_write = |opcode: &str| {
        opcode.starts_with("st") && !opcode.starts_with("st.global") || opcode.starts_with("cp.async.c")
    };
    let is_one = has(|opcode| opcode.starts_with("wgmma.mma_async")) && has(is_write) && !has(is_other);
    is_one.then(|| in_block(flat))
}

/// Carries out a kernel, if it multiplies by `mma.sync` or its like.
pub(crate) fn run<'a>(flat: &Flat<'_, 'a>) -> Option<Run<'a>> {
    let mut opcodes = (0..flat.places.len() as u32).map(|at| flat.instruction(at).opcode);
    opcodes.any(is_of_registers).then(|| in_block(flat))
}

fn in_block<'a>(flat: &Flat<'_, 'a>) -> Run<'a> {
    if let Some([x, y, z]) = flat.function(0).block {
        let threads = x.saturating_mul(y).saturating_mul(z);
        return block::run(flat, threads, [x, y], true);
    }
    // The launch has the number: the first with which nothing is read that nobody wrote.
    let with = |threads| block::run(flat, threads, [threads, 1], false);
    let first = with(128);
    if first.is_whole() {
        return first;
    }
    [256, 64, 32, 512].into_iter().map(with).find(Run::is_whole).unwrap_or(first)
}

impl Run<'_> {
    /// Whether an instruction in a line multiplies registers, or moves bytes of shared memory by lanes.
    pub fn has_line(&self, line: u32) -> bool {
        let products = self.lines.iter().map(|one| one.line);
        products.chain(self.accesses.iter().map(|one| one.line)).any(|one| one == line)
    }

    /// Whether every element of every product was written before it is read.
    fn is_whole(&self) -> bool {
        let is_set = |cells: &[Value]| cells.iter().all(|cell| cell.from != value::UNSET);
        self.faults.is_empty() && self.products.iter().all(|one| is_set(&one.a) && is_set(&one.b))
    }
}
