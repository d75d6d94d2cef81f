//! A tensor-core instruction of the score, with its operands.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::instruction::InstructionWord;
use swizzle_lints::kernel::TensorPart;
use swizzle_ptx::loc::Locs;

use crate::operand::Part;

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SourceLine {
    /// The file, without its folder.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A tensor-core instruction.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its line in the PTX, from 1.
    pub line: u32,
    /// Its lines in the source, the innermost first.
    pub sources: Vec<SourceLine>,
    /// Shape, or kind: `m64n128k16`.
    pub shape: String,
    /// Types: `f32 += bf16 × bf16`.
    pub types: String,
    /// Instructions that follow one another and add to the same have the same number.
    pub group: usize,
    /// The number of what it adds to, from 0, in the order of the text.
    pub accumulator: u32,
    /// A and B.
    pub operands: [OperandView; 2],
    /// What it uses of tensor memory, as far as the text tells.
    pub tensor: Vec<TensorPart>,
    /// Its instruction descriptor, where all of it is known.
    pub word: Option<InstructionWord>,
    /// The worst of both, and of what was found of the instruction itself.
    pub verdict: VerdictKind,
}

/// The location of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// In shared memory, by a descriptor.
    Shared,
    /// In registers.
    Registers,
    /// In tensor memory.
    TensorMemory,
}

/// An operand of an instruction.
#[derive(Debug, Clone)]
pub struct OperandView {
    /// Its location.
    pub side: Side,
    /// The verdict on it and on what fills the bytes that it reads; none where it is in registers.
    pub verdict: Option<VerdictKind>,
    /// The verdict on the read alone.
    pub alone: Option<VerdictKind>,
    /// Bytes from stage to stage at which it is filled, where it is read at another distance.
    pub filled_apart: Option<u64>,
    /// Bytes of a row, where copies fill it with rows that are not swizzled and another mode is read.
    pub plain_row: Option<u64>,
    /// Its walk, and which read of it.
    pub walk: Option<(usize, usize)>,
    /// The read as the atlas shows it.
    pub part: Option<Part>,
}

/// Returns the worst of verdicts.
pub(crate) fn worst(verdicts: impl Iterator<Item = VerdictKind>) -> VerdictKind {
    verdicts.min_by_key(|kind| kind.rank()).unwrap_or(VerdictKind::Incomplete)
}

/// Returns the place of an instruction in the source.
pub(crate) fn sources(locs: &Locs<'_>, loc: u32) -> Vec<SourceLine> {
    let lines = locs.lines(loc).into_iter();
    let short = lines.map(|(file, line)| SourceLine {
        file: file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned(),
        line,
    });
    short.collect()
}
