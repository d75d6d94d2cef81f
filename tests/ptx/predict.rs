//! What a kernel's text alone says that its instructions read, and what comes out when shared memory holds this or that.

use std::collections::HashMap;

use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::{AddressSpace, Arch, Element, Operand, Sparsity};
use swizzle_core::law::Coord;
use swizzle_ptx::address::Address;
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::linear::Linear;
use swizzle_ptx::mma::{Held, Mma};
use swizzle_ptx::module::Module;

/// Shared memory that a launch has: where the text's variable begins, and its end.
pub(crate) const ORIGIN: u32 = 0x400;
pub(crate) const END: u32 = ORIGIN + 227 * 1024;

/// One operand of one instruction: its rows of K, each element by the number of its slot in shared memory.
pub(crate) struct Read {
    /// The descriptor's 64 bits; 0 of registers.
    pub(crate) raw: u64,
    pub(crate) element: Element,
    pub(crate) k: usize,
    pub(crate) slots: Vec<u32>,
}

/// One instruction: what it reads, and to which accumulator it adds.
pub(crate) struct Step {
    pub(crate) reads: [Read; 2],
    pub(crate) accumulator: usize,
    pub(crate) is_sparse: bool,
}

/// What a launch adds to a text.
pub(crate) struct Launch {
    /// The one number that moves starts.
    pub(crate) stage: u64,
    /// Where threads load A from, if it is in registers: slots in rows of K.
    pub(crate) a_in_registers: Option<Vec<u32>>,
}

/// Why nothing is predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Beyond {
    /// A part of a descriptor is not known from the text.
    Unknown,
    /// An element is read from where the launch has no shared memory of its own.
    Outside,
}

/// All reads of the kernel in a text.
pub(crate) fn steps(text: &str, launch: &Launch) -> Result<Vec<Step>, Beyond> {
    let module = Module::read(text);
    let kernels = kernels(&module);
    let kernel = kernels.first().ok_or(Beyond::Unknown)?;
    let count = |accumulator: u32| {
        let of = kernel.mmas.iter().filter(|one| one.accumulator == accumulator);
        of.count()
    };
    let mut before = HashMap::new();
    let found: Vec<Result<Step, Beyond>> = kernel
        .mmas
        .iter()
        .map(|mma| {
            let step: &mut usize = before.entry(mma.accumulator).or_default();
            *step += 1;
            let a = match &launch.a_in_registers {
                Some(tile) => in_registers(mma, tile, *step - 1, count(mma.accumulator)),
                None => read(kernel, mma, Operand::A, launch.stage),
            };
            Ok(Step {
                reads: [a?, read(kernel, mma, Operand::B, launch.stage)?],
                accumulator: mma.accumulator as usize,
                is_sparse: mma.name.sparsity == Sparsity::Sparse,
            })
        })
        .collect();
    // What is not known at all is said before what leads outside.
    match found.iter().any(|one| matches!(one, Err(Beyond::Unknown))) {
        true => Err(Beyond::Unknown),
        false => found.into_iter().collect(),
    }
}

/// What is in the registers of a step: its share of a tile's K.
fn in_registers(mma: &Mma<'_>, tile: &[u32], step: usize, steps: usize) -> Result<Read, Beyond> {
    let (Held::Registers, Some(element)) = (&mma.operands[0], mma.element(Operand::A)) else {
        return Err(Beyond::Unknown);
    };
    let all = tile.len() / 64;
    let k = all / steps;
    let rows = tile.chunks(all).flat_map(|row| &row[step * k..][..k]);
    Ok(Read { raw: 0, element, k, slots: rows.copied().collect() })
}

fn read(kernel: &Kernel<'_>, mma: &Mma<'_>, side: Operand, stage: u64) -> Result<Read, Beyond> {
    let known = || {
        let held = mma.descriptor(side)?;
        for id in [FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset] {
            held.field(id)?;
        }
        held.swizzle()?;
        // Bits 14 and 15 are ignored; further up an address that is not shifted is in LBO, too.
        if matches!(kernel.address(&held.start, held.chip), Address::Shifted(3..)) {
            return None;
        }
        let start = start(kernel, &held.start, stage)?;
        let descriptor = Descriptor::new(Arch::Wgmma, held.known.bits);
        let descriptor = descriptor.with(FieldId::Start, start / 16);
        let (element, major) = (mma.element(side)?, mma.majors[side as usize]?);
        Some((descriptor.raw(), element, descriptor.layout(element, major), mma.mn(side)?, mma.k_bytes(side)))
    };
    let (raw, element, layout, rows, k_bytes) = known().ok_or(Beyond::Unknown)?;
    let bytes = element.pitch_bits() / 8;
    let k = k_bytes / bytes;
    let all = (0..rows).flat_map(|mn| (0..k).map(move |k| Coord { mn, k }));
    let slots = all.map(|coord| match layout.byte_from_element(coord).byte {
        byte if (ORIGIN..END).contains(&byte) => Ok(byte / bytes),
        _ => Err(Beyond::Outside),
    });
    Ok(Read { raw, element, k: k as usize, slots: slots.collect::<Result<_, _>>()? })
}

/// The address of a start in a launch; `None` where it is not the variable's address with numbers and the launch's number.
fn start(kernel: &Kernel<'_>, start: &Linear, stage: u64) -> Option<u64> {
    let (mut bases, mut others) = (0, 0);
    let mut sum = start.constant;
    for (atom, by) in &start.terms {
        let is_base = kernel.is_base(*atom);
        *(if is_base { &mut bases } else { &mut others }) += 1;
        let value = if is_base { u64::from(ORIGIN) } else { stage };
        sum = sum.wrapping_add(by.wrapping_mul(value));
    }
    (bases == 1 && (others == 0 || others == 1 && stage > 0))
        .then(|| u64::from(AddressSpace::default().wrapped(sum as u32)))
}

/// D, columns of 64 rows: `values` says what each slot of shared memory holds, `chosen` which elements a sparse A takes.
pub(crate) fn product(
    steps: &[Step],
    n: usize,
    columns: usize,
    chosen: usize,
    values: impl Fn(u32) -> i32,
) -> Vec<i32> {
    let mut found = vec![0i32; 64 * columns];
    for step in steps {
        let [a, b] = &step.reads;
        // What is not 0 of A, by B's K: what one element of B is multiplied with.
        let mut rows = vec![Vec::new(); b.k];
        for (at, slot) in a.slots.iter().enumerate() {
            let (row, at) = (at / a.k, at % a.k);
            let k = match (step.is_sparse, a.element) {
                (false, _) => at,
                (true, Element::Tf32) => at * 2 + chosen,
                (true, _) => at / 2 * 4 + at % 2 + 2 * chosen,
            };
            match of_type(a.element, values(*slot)) {
                0 => {}
                value => rows[k].push((row, value)),
            }
        }
        for (at, slot) in b.slots.iter().enumerate() {
            let value = of_type(b.element, values(*slot));
            if value == 0 {
                continue;
            }
            let column = &mut found[(step.accumulator * n + at / b.k) * 64..][..64];
            for (row, other) in &rows[at % b.k] {
                column[*row] += value * other;
            }
        }
    }
    found
}

/// What an instruction takes for a number: eight bits have a sign or none.
fn of_type(element: Element, value: i32) -> i32 {
    match element {
        Element::S8 => i32::from(value as i8),
        Element::U8 => i32::from(value as u8),
        _ => value,
    }
}
