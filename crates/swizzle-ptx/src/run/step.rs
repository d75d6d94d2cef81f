//! The instructions of a kernel, taken apart once.

use std::collections::HashMap;

use swizzle_core::hardware::{Accumulator, Element, Major, Named as _, Sparsity};
use swizzle_warp::mma::{Form, Matrices, Operand as Side, Type};

use crate::effect::{width, written};
use crate::flat::Flat;
use crate::mma::name::{MmaName, mma_name};
use crate::operand::Operand;

/// Something that an instruction reads, plus a number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Input<'a> {
    Register(u32),
    Number(u64),
    /// The address of a variable in local memory or of a parameter.
    Variable(u32),
    /// A register of the machine, or a name that nothing declares.
    Name(&'a str),
    Nothing,
}

/// The space that an instruction reads or writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Shared,
    Global,
    /// Of a thread's own: local memory and arguments.
    Own,
    /// As the address tells.
    Generic,
}

/// The action of an instruction.
#[derive(Debug)]
pub(super) enum Action<'a> {
    /// A number or a sum from others.
    Integer(&'a str),
    /// Element by element from others.
    Float,
    Compare,
    Select,
    Shuffle,
    Load(Space),
    Store(Space),
    CopyAsync,
    /// Orders the lanes of a warp.
    SyncLanes,
    /// Ends a group of copies.
    CommitCopies,
    /// Waits until no more than so many groups are left; for all copies without a number.
    WaitCopies(Option<u32>),
    /// `ldmatrix`, `stmatrix`, `movmatrix`.
    Matrices(Box<Matrices>),
    Multiply(Box<Form>),
    /// `wgmma.mma_async`.
    MultiplyGroup(Box<Group>),
    /// Ends a group of `wgmma`, and waits until no more than so many groups read their operands.
    CommitReads,
    WaitReads(u32),
    /// A tensor-core instruction of the warp that is not followed, and why.
    MultiplyUnknown(String),
    Jump(Vec<u32>),
    End,
    /// A barrier of the block, and whether the warp goes on.
    Barrier {
        waits: bool,
    },
    /// A wait for what is not followed: another warp may go first.
    Yield,
    /// A write to shared memory whose bytes are not followed.
    Unfollowed,
    Nothing,
    /// The results are not followed.
    Unknown,
}

/// A `wgmma.mma_async`, of which each warp multiplies 16 rows.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) form: Form,
    /// The element type of A and B, and their contiguous dimension.
    pub(super) of: [(Element, Major); 2],
    /// Registers of A; none if a descriptor reads it.
    pub(super) a_registers: Option<u32>,
}

/// An instruction.
#[derive(Debug)]
pub(super) struct Step<'a> {
    pub(super) action: Action<'a>,
    pub(super) opcode: &'a str,
    /// The register of its guard, and the value with which it takes part.
    pub(super) guard: Option<(u32, bool)>,
    /// The registers that it writes; `None` for one that is passed over.
    pub(super) to: Vec<Option<u32>>,
    /// What it reads.
    pub(super) inputs: Vec<(Input<'a>, u64)>,
    /// Bits of its type.
    pub(super) bits: u32,
}

impl Step<'_> {
    /// Bytes that `cp.async` copies.
    pub(super) fn copied_bytes(&self) -> u32 {
        match self.inputs.get(2) {
            Some((Input::Number(bytes), _)) => *bytes as u32,
            _ => 16,
        }
    }

    /// Whether it reads a thread's place along y or z.
    pub(super) fn reads_extents(&self) -> bool {
        let names = ["%tid.y", "%tid.z", "%ntid.y", "%ntid.z"];
        self.inputs.iter().any(|(input, _)| matches!(input, Input::Name(name) if names.contains(name)))
    }
}

/// Takes a kernel's instructions apart.
pub(super) fn steps<'a>(flat: &Flat<'_, 'a>, shared: &HashMap<&'a str, u64>) -> Vec<Step<'a>> {
    (0..flat.places.len() as u32).map(|position| step(flat, shared, position)).collect()
}

fn step<'a>(flat: &Flat<'_, 'a>, shared: &HashMap<&'a str, u64>, position: u32) -> Step<'a> {
    let instruction = flat.instruction(position);
    let (opcode, operands) = (instruction.opcode, flat.operands(position));
    let count = written(opcode, operands);
    let input = |operand: &Operand<'a>| -> (Input<'a>, u64) {
        let simple = |operand: &Operand<'a>| match *operand {
            Operand::Register(id) => Input::Register(flat.register(position, id)),
            Operand::Number(number) => Input::Number(number),
            Operand::Variable(id) => Input::Variable(flat.variable(position, id)),
            Operand::Name(name) => match shared.get(name) {
                Some(address) => Input::Number(*address),
                None => Input::Name(name),
            },
            _ => Input::Nothing,
        };
        match *operand {
            Operand::Address(at, offset) => {
                (flat.list(position, at, 1).first().map_or(Input::Nothing, simple), offset as u64)
            }
            ref one => (simple(one), 0),
        }
    };
    let to = flat.each(position, &operands[..count]).map(|one| match one {
        Operand::Register(id) => Some(flat.register(position, *id)),
        _ => None,
    });
    let inputs: Vec<_> = flat.each(position, &operands[count..]).map(input).collect();
    let packed = operands.get(count..).unwrap_or_default();
    // What is not written whole is not followed.
    let action = match inputs.len() < least(opcode) {
        true => Action::Unknown,
        false => action(flat, position, opcode, packed),
    };
    let to: Vec<Option<u32>> = match &action {
        // What it adds to is where its results are.
        Action::MultiplyGroup(group) => {
            let results = inputs.iter().take(group.form.fragment(Side::D).registers() as usize);
            results.map(|(input, _)| if let Input::Register(id) = input { Some(*id) } else { None }).collect()
        }
        _ => to.collect(),
    };
    Step {
        action,
        opcode,
        guard: instruction.guard.map(|id| (flat.register(position, id), !instruction.is_unless)),
        to,
        inputs,
        bits: width(opcode),
    }
}

fn action<'a>(flat: &Flat<'_, 'a>, position: u32, opcode: &'a str, read: &[Operand<'a>]) -> Action<'a> {
    use crate::flat::Next;
    let has = |word: &str| opcode.split('.').any(|one| one == word);
    let base = opcode.split('.').next().unwrap_or_default();
    let space = || {
        let of_word = |word: &str| match word {
            "global" | "const" => Some(Space::Global),
            "param" | "local" => Some(Space::Own),
            _ => word.starts_with("shared").then_some(Space::Shared),
        };
        opcode.split('.').skip(1).find_map(of_word).unwrap_or(Space::Generic)
    };
    let is_float = opcode.split('.').skip(1).any(|word| {
        matches!(word.as_bytes(), [b'f', b'0'..=b'9', ..] | [b'b', b'f', ..] | [b't', b'f', ..])
            || word.starts_with("e4m3")
            || word.starts_with("e5m2")
            || word.starts_with("e2m1")
    });
    let is_open = read.iter().any(|one| matches!(one, Operand::Nothing)) && base != "cp";
    if is_open || flat.instruction(position).has_opposite {
        return Action::Unknown;
    }
    match base {
        "bra" | "brx" | "ret" => match &flat.next[position as usize] {
            Next::Jumps(to) if !to.is_empty() => Action::Jump(to.clone()),
            _ if base == "ret" => Action::End,
            _ => Action::Unknown,
        },
        "exit" | "trap" => Action::End,
        "bar" if has("warp") => Action::SyncLanes,
        "bar" | "barrier" if has("cluster") => Action::Nothing,
        "bar" | "barrier" => Action::Barrier { waits: !has("arrive") },
        "mbarrier" if has("try_wait") || has("test_wait") => Action::Yield,
        "setp" => Action::Compare,
        "selp" => Action::Select,
        "shfl" => Action::Shuffle,
        "ld" | "ldu" => Action::Load(space()),
        "st" => Action::Store(space()),
        "ldmatrix" | "stmatrix" | "movmatrix" => match Matrices::from_opcode(opcode) {
            // Elements that are unpacked on the way are not those of memory.
            Ok(moved) if moved.memory_bits == moved.fragment.bits => Action::Matrices(Box::new(moved)),
            _ if base == "stmatrix" => Action::Unfollowed,
            _ => Action::Unknown,
        },
        "mma" => match Form::from_opcode(opcode) {
            Ok(form) if is_of_form(flat, position, &form) => Action::Multiply(Box::new(form)),
            Ok(Form { scale: Some(_), .. }) => {
                Action::MultiplyUnknown("the scale factors of a product are not followed".into())
            }
            Ok(form) if form.fragment(swizzle_warp::mma::Operand::A).matrices() == 1 => {
                Action::MultiplyUnknown("its operands have other numbers of registers than its form".into())
            }
            Ok(_) => Action::MultiplyUnknown("the four products of m8n8k4 are not followed".into()),
            Err(why) => Action::MultiplyUnknown(why),
        },
        "wgmma" if has("mma_async") => match of_group(opcode, read) {
            Some(group) => Action::MultiplyGroup(Box::new(group)),
            None => Action::MultiplyUnknown("its form of wgmma is not followed".into()),
        },
        "wgmma" if has("commit_group") => Action::CommitReads,
        "wgmma" if has("wait_group") => match read.first() {
            Some(Operand::Number(pending)) => Action::WaitReads(*pending as u32),
            _ => Action::Unknown,
        },
        "wmma" if has("mma") => Action::MultiplyUnknown("wmma leaves its fragments to the compiler".into()),
        "cp" if has("bulk") && (has("commit_group") || has("wait_group")) => Action::Nothing,
        "cp" if has("commit_group") => Action::CommitCopies,
        "cp" if has("wait_all") => Action::WaitCopies(None),
        "cp" if has("wait_group") => match read.first() {
            Some(Operand::Number(pending)) => Action::WaitCopies(Some(*pending as u32)),
            _ => Action::Unknown,
        },
        // A barrier in memory that copies arrive at.
        "cp" if has("mbarrier") => Action::Yield,
        "cp" if has("bulk") => {
            match opcode.contains(".shared::cta.global") || opcode.contains(".shared::cluster.") {
                true => Action::Unfollowed,
                false => Action::Nothing,
            }
        }
        "cp" if has("async") => Action::CopyAsync,
        "atom" | "red" if opcode.contains("shared") => Action::Unfollowed,
        // What is added to a result in global memory is stored there.
        "atom" | "red" if has("add") && has("global") => Action::Store(Space::Global),
        "wgmma" | "tcgen05" | "fence" | "membar" | "prefetch" | "prefetchu" | "red" | "griddepcontrol"
        | "nanosleep" | "discard" | "applypriority" | "setmaxnreg" | "pmevent" | "tensormap" => {
            Action::Nothing
        }
        "mov" | "cvta" => Action::Integer(base),
        "add" | "sub" | "mul" | "mad" | "shl" | "shr" | "and" | "or" | "xor" | "not" | "neg" | "cvt"
        | "bfe" | "bfi" | "lop3" | "prmt" | "rem" | "div" | "min" | "max" | "abs" | "mul24" | "mad24"
            if !is_float && !opcode.contains(".cc") && !opcode.contains(".hi") =>
        {
            Action::Integer(base)
        }
        _ if is_float => Action::Float,
        _ => Action::Unknown,
    }
}

/// The fewest operands that an instruction reads.
fn least(opcode: &str) -> usize {
    match opcode.split('.').next().unwrap_or_default() {
        "lop3" => 4,
        "selp" | "prmt" | "fma" | "mad" | "bfe" => 3,
        "st" | "add" | "sub" | "mul" | "shl" | "shr" | "and" | "or" | "xor" | "setp" | "div" | "rem"
        | "min" | "max" => 2,
        "cvt" if opcode.contains("x2.f32") => 2,
        "mov" | "cvt" | "cvta" | "neg" | "not" | "abs" | "ld" => 1,
        _ => 0,
    }
}

/// A dense `wgmma` with its operands: results, A, B, whether it adds to the results, signs and transposes.
fn of_group(opcode: &str, read: &[Operand<'_>]) -> Option<Group> {
    let name @ MmaName { shape: Some([64, n, _]), types: [Some(a), Some(b)], accumulator: Some(d), .. } =
        mma_name(opcode)?
    else {
        return None;
    };
    let ty = |name: &'static str, bits| Type { name, bits };
    let of = |element: Element| ty(element.name(), element.pitch_bits());
    let form =
        Form::of_warpgroup(n, [of(a), of(b), ty(d.name(), if d == Accumulator::F16 { 16 } else { 32 })]);
    let [results, in_a, in_b, _, ref signs @ ..] = *read else { return None };
    let a_registers = match in_a {
        Operand::Several(_, count) => Some(count),
        _ => None,
    };
    let is_whole = matches!(results, Operand::Several(_, count) if count == form.fragment(Side::D).registers())
        && a_registers.is_none_or(|count| count == form.fragment(Side::A).registers())
        && !matches!(in_b, Operand::Several(..));
    // The signs of A and B come first.
    let mut transposes = signs.iter().skip(2);
    let mut major = |is_held: bool| match name.has_transposes() && !is_held {
        true => match transposes.next() {
            Some(Operand::Number(transpose)) => Some(MmaName::major(*transpose)),
            _ => None,
        },
        false => Some(Major::K),
    };
    let of = [(a, major(a_registers.is_some())?), (b, major(false)?)];
    let is_dense =
        name.sparsity == Sparsity::Dense && element_bytes(a).is_some() && element_bytes(b).is_some();
    (is_whole && is_dense).then_some(Group { form, of, a_registers })
}

/// Bytes of an element that has whole ones.
pub(super) fn element_bytes(element: Element) -> Option<u32> {
    Some(element.pitch_bits() / 8).filter(|bytes| *bytes > 0)
}

/// Whether an instruction has one product, and as many registers as its form takes.
fn is_of_form(flat: &Flat<'_, '_>, position: u32, form: &Form) -> bool {
    let counts = [Side::D, Side::A, Side::B, Side::C].map(|side| form.fragment(side).registers());
    let given = flat.operands(position).iter().map(|operand| match operand {
        Operand::Several(_, count) => *count,
        _ => 1,
    });
    form.fragment(Side::A).matrices() == 1 && given.eq(counts)
}
