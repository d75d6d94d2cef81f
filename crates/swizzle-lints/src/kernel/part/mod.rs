//! What is around the tensor-core instructions of a kernel: copies, barriers, buffers, tensor memory. The checks are rows; a file makes
//! facts of one kind, compares them and says what is wrong.

use super::{shared_map::*, *};
mod aligned;
mod buffers;
mod expects;
mod fills;
mod found;
pub(super) mod instructions;
mod loads;
mod protocol;
mod rings;
pub(crate) mod row;
mod scale_steps;
mod stores;
mod tensor;

pub use expects::boxes_of_copies;
pub(super) use fills::Unfilled;
pub use found::Checked;
pub(super) use found::checked;
pub(super) use found::{Feed, FoundOfParts};
use rings::{Barrier, BarrierUse, Use};
pub(crate) use row::rows;
use row::*;
pub use tensor::{TensorPart, tensor_parts};

/// Something around the tensor-core instructions that was looked at, with the line at which a finding on it is shown.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Part {
    /// The line of the PTX, from 1.
    pub(crate) line: u32,
    /// The place in the source; 0 without one.
    pub(crate) loc: u32,
    /// The operand that it is about.
    pub(crate) operand: Option<Letter>,
    /// The operands that read what it is about, by their instructions' places in the kernel's list: what is wrong with it, they read.
    pub(crate) readers: Vec<(usize, Operand)>,
    /// The check, where it is one alone.
    row: Option<&'static Row>,
    /// The fact of an operand that it is about.
    pub(super) fact: FactKind,
    /// What holds of it.
    pub(super) holds: Holds,
    /// All that is wrong with it, errors first.
    pub(crate) findings: Vec<Finding<()>>,
    /// What it makes of the data that its readers read, if something is wrong with it.
    feed: Feed,
    /// Whether it rests on which bytes of a stage are read, and is wrong.
    pub(super) is_of_extents: bool,
}

/// What holds of a part.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Holds {
    /// Nothing was compared, or nothing is worth a line.
    #[default]
    Nothing,
    /// Two buffers do not overlap.
    Apart([&'static str; 2]),
    /// A fact of the stages of an operand, in words.
    Stages(String),
    /// A fact, in words.
    Checked(String),
    /// It could not be followed, and why.
    NotFollowed(String),
}

/// Something at a line of the PTX, with its place in the source.
trait At {
    fn at(&self) -> (u32, u32);
}

impl At for Event<'_> {
    fn at(&self) -> (u32, u32) {
        (self.line, self.loc)
    }
}

impl At for Mma<'_> {
    fn at(&self) -> (u32, u32) {
        (self.line, self.loc)
    }
}

impl At for (u32, u32) {
    fn at(&self) -> (u32, u32) {
        *self
    }
}

impl Part {
    /// What several checks say of one fact.
    fn of(fact: FactKind, checks: impl IntoIterator<Item = Option<Self>>, holds: Holds) -> Self {
        let findings = checks.into_iter().flatten().flat_map(|one| one.findings);
        let mut findings = unsilenced(findings.collect());
        findings.sort_by_key(|finding| finding.severity);
        Self { fact, findings, holds, ..Self::default() }
    }

    fn at(mut self, at: &impl At) -> Self {
        (self.line, self.loc) = at.at();
        self
    }

    fn about(mut self, operand: impl Into<Option<Letter>>) -> Self {
        self.operand = operand.into();
        self
    }

    fn read_by(mut self, readers: Vec<(usize, Operand)>) -> Self {
        self.readers = readers;
        self
    }

    /// The same of the operand that reads a buffer.
    fn of_buffer(self, buffer: &Buffer) -> Self {
        self.about(buffer.role.letter()).read_by(buffer.readers())
    }

    /// Adds what belongs there.
    fn fix(mut self, fix: impl Into<Option<String>>) -> Self {
        if let Some(last) = self.findings.last_mut() {
            last.repairs.extend(fix.into().map(|fix| Mend::new(fix, ())));
        }
        self
    }

    /// What is wrong with it, at its place.
    pub(super) fn found(&self) -> impl Iterator<Item = Finding<()>> {
        self.findings.iter().map(|one| one.clone().in_line((self.line, self.loc), self.operand))
    }

    /// Whether it is wrong because something is not there.
    pub(super) fn is_of_absence(&self) -> bool {
        self.row.is_some_and(|row| row.is_inferred) && !self.findings.is_empty()
    }
}

impl Subject for Part {
    type Field = &'static str;
    type Change = ();
    type Facts = ();
}

/// The parts of a kernel, and the reads of which nothing tells how far apart their stages are.
pub(super) fn parts(kernel: &Kernel<'_>, walks: &[KernelWalk], shared: &SharedMap) -> (Vec<Part>, Unfilled) {
    let mut parts = loads::loads(kernel, walks, shared);
    let (mut filled, mut unfilled) = fills::fills(kernel, walks);
    let unknown = loads::of_unknown_map(kernel, walks);
    unfilled.leaves_open = !unknown.is_empty() || kernel.cut.is_some();
    parts.extend(unknown);
    parts.extend(of_text(kernel));
    // The distance of copies is reported once.
    filled.retain(|one| {
        let is_said = |part: &Part| part.row == Some(&row::BOX_STAGE) && part.operand == one.operand;
        !parts.iter().any(is_said)
    });
    parts.extend(filled);
    let uses = rings::uses(kernel);
    parts.extend(expects::expects(kernel, shared, &uses));
    parts.extend(scale_steps::scale_steps(kernel, walks));
    parts.extend(stores::patterns(kernel, walks, shared));
    let single = [
        stores::groups(kernel),
        tensor::unread(kernel),
        instructions::results(kernel),
        instructions::steps(kernel, walks),
        instructions::turns(kernel),
        instructions::signs(kernel, walks),
        instructions::sums(kernel, walks),
        aligned::counted_from(kernel),
        aligned::allocation(kernel, shared),
        aligned::target(kernel),
        loads::map_values(kernel),
    ];
    parts.extend(single.into_iter().flatten());
    let misaligned = aligned::aligned(kernel);
    parts.extend(instructions::of_chip(kernel));
    parts.extend(protocol::counters(kernel, &uses));
    let mut signals = rings::signals(kernel, shared, &uses);
    if signals.iter().all(|part| part.findings.is_empty()) {
        signals.extend(protocol::protocol(kernel, &uses));
    }
    // What is not aligned is nowhere near what belongs there.
    signals.retain(|part| misaligned.is_none() || !part.is_of_absence());
    parts.extend(signals);
    parts.extend(misaligned);
    if kernel.cut.is_some() {
        // What is missing may be behind the end of the text.
        parts.retain(|part| !part.is_of_absence());
    }
    parts.extend(buffers::buffers(kernel, walks, shared));
    parts.extend(tensor::tensor(kernel));
    parts.extend(tensor::copies(kernel));
    parts.extend(instructions::instructions(kernel));
    (parts, unfilled)
}

/// The first two words of an opcode.
fn short(opcode: &str) -> String {
    joined(opcode.split('.').take(2), ".")
}

/// A number of bytes, as it is shown.
fn grouped_bytes(bytes: u64) -> String {
    u32::try_from(bytes).map_or_else(|_| bytes.to_string(), grouped)
}

/// What the text by itself leaves open: its end inside a kernel, a register that is read before anything writes it.
pub(super) fn of_text(kernel: &Kernel<'_>) -> impl Iterator<Item = Part> {
    [kernel.cut.map(cut), kernel.unset.map(unset), kernel.skewed.map(skewed)].into_iter().flatten()
}

fn skewed(skewed: Skewed<'_>) -> Part {
    let Skewed { opcode, line, loc, offset, bytes } = skewed;
    let own = short(opcode);
    let text = format!(
        "{own} requires a multiple of {bytes} bytes. An address in a register to which {offset} bytes are added is one no longer."
    );
    let why = format!("whether the address of {own} is aligned");
    let title = format!("{own} is {offset} bytes behind its address");
    ADDRESS_ALIGNMENT.open(why, title, text).at(&(line, loc))
}

fn cut(line: u32) -> Part {
    let text = "Its closing brace is missing, so the rest of it is not here and no read is called right. Paste or open the whole text.";
    let part = TEXT_CUT.says(Severity::Note, "The text ends inside this kernel", text);
    part.at(&(line, 0))
}

fn unset(unset: Unset<'_>) -> Part {
    let title = format!("{} is read before anything writes it", unset.register);
    let text =
        "It can hold anything. Another register was meant, or what writes it is missing or behind this line.";
    let why = format!("what {} holds", unset.register);
    REGISTER_UNSET.open(why, title, text).at(&(unset.line, unset.loc))
}

#[cfg(test)]
mod tests;
