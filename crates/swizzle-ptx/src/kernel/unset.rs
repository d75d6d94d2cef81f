//! What no value says of a kernel's text: registers that are read where nothing has written them, and offsets of no access.

use crate::effect::{width, written};
use crate::flat::{Flat, Register};
use crate::flow::Flow;
use crate::operand::Operand;

/// A read of a register that no way through the kernel has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unset<'a> {
    /// The register's name.
    pub register: &'a str,
    /// The line of the PTX, from 1.
    pub line: u32,
    /// The place in the source; 0 without one.
    pub loc: u32,
}

/// An access to memory whose offset is not that of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Skewed<'a> {
    /// The instruction.
    pub opcode: &'a str,
    /// The line of the PTX, from 1.
    pub line: u32,
    /// The place in the source; 0 without one.
    pub loc: u32,
    /// Bytes from the address in its register.
    pub offset: i64,
    /// Bytes of an element, which the offset is no multiple of.
    pub bytes: i64,
}

/// The first such read of a kernel whose text is whole, of a register that is written further down. Of a register that one
/// instruction alone writes, a read that comes before it on one way is told, too. What nothing writes is not told: compilers copy such
/// registers.
pub(super) fn unset<'a>(flat: &Flat<'_, 'a>, flow: &Flow) -> Option<Unset<'a>> {
    let kernel = flat.function(0);
    if !kernel.is_entry || kernel.is_cut || flat.has_calls {
        return None;
    }
    let mut all = 0..flat.places.len() as u32;
    // The kernel's own registers come first; those of functions that it calls are left out.
    let mut writes = vec![Vec::new(); kernel.registers.len()];
    for position in all.clone() {
        for register in registers(flat, position, operands(flat, position).0) {
            if let Some(own) = writes.get_mut(register as usize) {
                own.push(position);
            }
        }
    }
    all.find_map(|position| {
        let instruction = flat.instruction(position);
        let guard = instruction.guard.map(|local| flat.register(position, local));
        let mut read = registers(flat, position, operands(flat, position).1).chain(guard);
        let unset = read.find(|register| {
            let writes = writes.get(*register as usize).map_or(&[][..], |own| own);
            // What one instruction alone writes, it writes before all reads; only copies bring together several ways.
            let is_alone = |at: u32| writes.len() == 1 && !flat.instruction(at).opcode.starts_with("mov");
            writes.first().is_some_and(|first| {
                *first >= position && comes_unset(flow, position, writes, !is_alone(*first))
            })
        })?;
        Some(Unset {
            register: kernel.registers[unset as usize],
            line: instruction.line,
            loc: instruction.loc,
        })
    })
}

/// The first load, store or `cp.async` whose offset in the text is no multiple of its elements' bytes: its opcode, the line, its place in
/// the source, and both numbers. A base to which it is aligned would be aligned to no other access.
pub(super) fn skewed<'a>(flat: &Flat<'_, 'a>) -> Option<Skewed<'a>> {
    (0..flat.places.len() as u32).find_map(|position| {
        let instruction = flat.instruction(position);
        let opcode = instruction.opcode;
        let bytes = match opcode.get(..3).unwrap_or_default() {
            // Parameters may be packed.
            "ld." | "st." if !opcode.contains(".param") => i64::from(width(opcode) / 8),
            "cp." if opcode.starts_with("cp.async.c") => 4,
            _ => return None,
        };
        let offset = flat.operands(position).iter().find_map(|one| match one {
            Operand::Address(_, offset) if bytes > 0 && offset % bytes != 0 => Some(*offset),
            _ => None,
        })?;
        Some(Skewed { opcode, line: instruction.line, loc: instruction.loc, offset, bytes })
    })
}

/// The operands that an instruction writes, and those that it reads. The accumulator of a product, which may ignore what was there,
/// is written.
fn operands<'m, 'a>(flat: &Flat<'m, 'a>, position: u32) -> (&'m [Operand<'a>], &'m [Operand<'a>]) {
    let (opcode, operands) = (flat.instruction(position).opcode, flat.operands(position));
    let count = if opcode.starts_with("wgmma") { 1 } else { written(opcode, operands) };
    operands.split_at(count.min(operands.len()))
}

/// The registers in some operands.
fn registers<'m, 'a>(
    flat: &'m Flat<'m, 'a>,
    position: u32,
    operands: &'m [Operand<'a>],
) -> impl Iterator<Item = Register> {
    let inner = operands.iter().flat_map(move |one| flat.inner(position, one));
    inner.filter_map(move |one| match one {
        Operand::Register(local) => Some(flat.register(position, *local)),
        _ => None,
    })
}

/// Whether a way from the kernel's beginning to a position has no write of a register; none may have one where all are asked for.
fn comes_unset(flow: &Flow, position: u32, writes: &[u32], by_all: bool) -> bool {
    let block = flow.block_of[position as usize];
    let mut seen = vec![false; flow.before.len()];
    let mut open = flow.before[block as usize].clone();
    while let Some(block) = open.pop() {
        let [start, end] = [0, 1].map(|next| flow.starts[block as usize + next]);
        let first = writes.partition_point(|write| *write < start);
        if writes.get(first).is_some_and(|write| *write < end) {
            if by_all {
                return false;
            }
        } else if !std::mem::replace(&mut seen[block as usize], true) {
            open.extend(&flow.before[block as usize]);
        }
    }
    block == 0 || seen[0]
}

#[cfg(test)]
mod tests {
    use crate::kernel::kernels;
    use crate::module::Module;

    /// The register that is told of a kernel with these lines, and its line.
    fn told(lines: &str) -> Option<(String, u32)> {
        let product =
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, 1, 1, 1, 1, 1, 0, 0;";
        let declared = ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .b64 %rd<9>;";
        let text = format!(".target sm_90a\n.visible .entry k() {{ {declared}\n{lines}\n{product} ret; }}");
        let module = Module::read(&text);
        let kernels = kernels(&module);
        kernels[0].unset.map(|unset| (unset.register.to_owned(), unset.line - 2))
    }

    #[test]
    fn what_no_way_has_written_is_told() {
        let cases = [
            ("add.s32 %r1, %r2, 1;\nmov.b32 %r2, 0;", Some(("%r2", 1))),
            ("mov.b32 %r1, 0;\nadd.s32 %r3, %r3, %r1;", Some(("%r3", 2))),
            ("st.shared.b32 [%r1+16], 0;\nmov.b32 %r1, 0;", Some(("%r1", 1))),
            ("@%p1 mov.b32 %r1, 0;\nsetp.eq.s32 %p1, %r1, 0;", Some(("%p1", 1))),
            ("mov.b64 %rd1, {%r1, %r2};\nmov.b64 {%r1, %r2}, 0;", Some(("%r1", 1))),
            // A loop around the read alone does not write it, one around both does.
            (
                "$L: add.s32 %r1, %r2, 1;\n@%p1 bra $L;\nmov.b32 %r2, 0; setp.eq.s32 %p1, %r2, 0;",
                Some(("%r2", 1)),
            ),
            (
                "mov.b32 %r0, 0; setp.eq.s32 %p1, %r0, 0;\n$L: add.s32 %r1, %r2, 1; mov.b32 %r2, 0;\n@%p1 bra $L;",
                None,
            ),
            // What one instruction alone writes, it writes before the first turn.
            (
                "mov.b32 %r0, 0; setp.eq.s32 %p1, %r0, 0;\n$L: add.s32 %r1, %r2, 1; shl.b32 %r2, %r0, 1;\n@%p1 bra $L;",
                Some(("%r2", 2)),
            ),
            // The text has the read first, the way the write.
            ("bra $W;\n$R: add.s32 %r1, %r2, 1; bra $E;\n$W: mov.b32 %r2, 0; bra $R;\n$E:", None),
            // A guarded write may have happened; nothing leads to what is behind a jump; what nothing writes is copied as it is.
            ("mov.b32 %r0, 0; setp.eq.s32 %p1, %r0, 0; @%p1 mov.b32 %r2, 0;\nadd.s32 %r1, %r2, 1;", None),
            ("bra $E;\nadd.s32 %r1, %r2, 1; mov.b32 %r2, 0;\n$E:", None),
            ("mov.b32 %r1, %r2;", None),
            // An accumulator is no read, and its result is written.
            ("", None),
            ("add.f32 %f5, %f0, %f1;", Some(("%f0", 1))),
        ];
        for (lines, unset) in cases {
            assert_eq!(told(lines), unset.map(|(name, line)| (name.to_owned(), line)), "{lines}");
        }
        // A text without its end, or which is a function, may have been written before.
        let early = "add.s32 %r1, %r2, 1; mov.b32 %r2, 0;";
        let product = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0}, 1, 1, 1, 1, 1, 0, 0;";
        for text in
            [format!(".entry k() {{ {early} {product}"), format!(".func k() {{ {early} {product} ret; }}")]
        {
            let module = Module::read(&text);
            assert_eq!(kernels(&module)[0].unset, None, "{text}");
        }
    }
}
