//! Lints on what is around the tensor-core instructions of a kernel: copies, barriers, buffers, tensor memory. A lint a file.

mod aligned;
mod barriers;
mod base_alignment;
mod box_cover;
mod box_reach;
mod box_row;
mod box_span;
mod box_stage;
mod box_start;
mod box_swizzle;
mod box_type;
mod box_unread;
mod buffer_end;
mod buffers;
mod buffers_overlap;
mod checked;
mod copy_bits;
mod copy_block;
mod expect_bytes;
mod expects;
mod fill_cover;
mod fill_stage;
mod fills;
mod found;
mod idesc_sparsity;
pub(super) mod instructions;
mod loads;
mod many_constants;
mod map_unknown;
mod map_values;
pub(crate) mod row;
#[cfg(test)]
mod samples;
mod scale_steps;
mod signals;
mod stage_unknown;
mod stages_overlap;
mod stores;
mod tensor;
mod tensor_alloc;
mod tensor_beyond;
mod tensor_columns;
mod tensor_freed;
mod tensor_group;
mod tensor_half;
mod tensor_lanes;
mod tensor_order;
mod tensor_source;
mod tensor_transpose;
mod text_cut;
mod tiles_overlap;
mod walk_idesc;

pub use checked::Checked;
pub(super) use checked::{checked, words};
pub use expects::boxes_of_copies;
pub(super) use fills::Unfilled;
pub(super) use found::{Feed, FoundOfParts};
#[cfg(test)]
use samples::{extents, filled, instruction, load, part, tensor_part};
use swizzle_core::hardware::{Chip, CtaForm, Element, Operand};
use swizzle_core::law::Swizzle;
use swizzle_core::tma::{DataType, MapSwizzle};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::known::Known;

use crate::finding::Finding;
use crate::kernel::letter::Letter;
use crate::kernel::shared_map::SharedMap;
use crate::kernel::walks::KernelWalk;
use crate::lint::{Lint, Subject, findings_of};

/// Something around the tensor-core instructions, with the line at which a finding on it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The line of the PTX, from 1.
    pub line: u32,
    /// The place in the source; 0 without one.
    pub loc: u32,
    /// The operand that it is about.
    pub operand: Option<Letter>,
    /// The operands that read what it is about, by their instructions' places in the kernel's list: what is wrong with it, they read.
    pub readers: Vec<(usize, Operand)>,
    /// The kind of the part, with its values.
    pub about: About,
}

impl Part {
    /// Whether it is wrong because something is not there.
    fn is_of_absence(&self) -> bool {
        matches!(&self.about, About::Compared(compared) if matches!(compared.outcome, row::Outcome::Wrong(..))
            && *compared.row != aligned::ADDRESS_ALIGNMENT
            && *compared.row != aligned::TARGET)
    }

    /// Whether it rests on which bytes of a stage are read, and is wrong.
    pub(super) fn is_of_extents(&self) -> bool {
        match &self.about {
            About::Load(load) => load.written_bytes != load.read_bytes,
            About::Compared(compared) => {
                matches!(compared.outcome, row::Outcome::Wrong(..))
                    && compared.row.fact == row::FactKind::Fills
                    || compared.row.id.starts_with("copy-")
            }
            _ => false,
        }
    }
}

/// The kind of a part, with its values.
#[derive(Debug, Clone, PartialEq)]
pub enum About {
    /// Copies by TMA into the buffer of an operand.
    Load(Load),
    /// Copies and reads of one ring.
    Stages {
        /// The buffer's operand.
        side: Operand,
        /// Bytes from stage to stage of the copies.
        written: u64,
        /// Bytes from stage to stage of the reads.
        read: u64,
    },
    /// Stages of an operand, and what fills them.
    Filled(Filled),
    /// Copies into one ring, and reads that begin elsewhere.
    Start {
        /// The buffer's operand.
        side: Operand,
        /// Bytes from the copies of a stage to the reads; negative where the reads come first.
        behind: i64,
        /// Bytes that are read of the next stage's copies, or before those of their own.
        foreign: u64,
    },
    /// Barriers' bytes and the copies that they count.
    Expect(Expect),
    /// Two buffers that are used at once.
    Pair(Extents, Extents),
    /// A buffer of several stages, or the end of a buffer.
    Buffer {
        /// The buffer's position and size.
        extents: Extents,
        /// Bytes of the variable, where the text says them.
        variable: Option<u64>,
    },
    /// A variable whose alignment the swizzle pattern does not follow from.
    Base {
        /// Its name.
        name: String,
        /// The variable's alignment in bytes.
        align: u32,
        /// The period of the swizzle pattern in bytes.
        pattern: u32,
    },
    /// One instruction of tensor memory among all.
    Tensor(Tensor),
    /// A `tcgen05.cp`.
    TensorCopy {
        /// The chip whose descriptors are read.
        chip: Chip,
        /// The bits of its descriptor.
        known: Known,
        /// The instruction at which it is not followed further: its line and opcode.
        stop: Option<(u32, String)>,
        /// Whether it copies a block of 32 rows of 16 bytes.
        has_block: bool,
    },
    /// Tiles of one operand, as far from one another as something in their addresses says, that share bytes.
    Steps {
        /// The operand's name.
        name: &'static str,
        /// Bytes from one to the next.
        by: u64,
    },
    /// The instruction descriptor of one instruction.
    Instruction(Word),
    /// The end of a text that ends before its kernel does.
    Cut,
    /// An operand beside a copy by a tensor map that the text makes and hands on in a way that is not followed.
    UnknownMap {
        /// The operand.
        side: Operand,
        /// The copy's line.
        copy: u32,
        /// The line at which its address is not followed further.
        stop: Option<u32>,
    },
    /// Distinct constants in descriptors.
    Constants(usize),
    /// A comparison that is a row of the table of checks.
    Compared(row::Compared),
}

impl About {
    /// Whether it is a comparison of a row.
    const fn is_compared(&self) -> bool {
        matches!(self, Self::Compared(_))
    }
}

/// Stages that reads go through, and what fills them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filled {
    /// The name of the data in them.
    pub name: &'static str,
    /// Bytes from stage to stage of the reads, where one counter alone tells the stage.
    pub read: Option<u64>,
    /// The writer that goes through the stages at the same distance, if there is one.
    pub writer: Option<Writer>,
    /// The writer that fills them at another distance, and that distance in bytes.
    pub written: Option<(Writer, u64)>,
    /// Reads that begin or end where no thread writes for their stage.
    pub foreign: Option<Foreign>,
}

/// A kind of writer to shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// Copies by TMA.
    Copies,
    /// Threads, with `st.shared`, `cp.async` and the like.
    Threads,
    /// Something that is not followed: reads at numbers tell the distance.
    Unknown,
}

/// Bytes that are read and not written for the same stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    /// This many bytes before the ones that are written.
    Before(u64),
    /// This many bytes after the ones that are written.
    Behind(u64),
    /// All of them.
    Whole,
}

impl Filled {
    /// Whether nothing tells that the distance is right, and nothing that it is wrong.
    const fn is_unknown(&self) -> bool {
        self.writer.is_none() && self.written.is_none() && self.foreign.is_none()
    }
}

/// A box that copies write, and what reads of the operand take.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// The buffer's operand.
    pub side: Operand,
    /// The types of the box's elements and of the operand's, where both are known.
    pub types: Option<(DataType, Element)>,
    /// The box's mode.
    pub written: Option<MapSwizzle>,
    /// The mode of the reads.
    pub read: Swizzle,
    /// Bytes of a row of the box.
    pub row_written: u64,
    /// Bytes of a row that reads take.
    pub row_read: u64,
    /// Bytes of a stage that the copies of one group write, those that are read among them.
    pub written_bytes: u64,
    /// Bytes of a stage that are read.
    pub read_bytes: u64,
    /// Bytes behind the stage's beginning that a box reaches to, and that it may.
    pub reach: (u64, u64),
}

/// The bytes that a barrier waits for, and those that arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expect {
    /// The bytes that are waited for.
    pub expected: u64,
    /// The bytes that arrive, for each number of threads that can copy.
    pub arriving: Vec<u64>,
}

/// An instruction descriptor beside what must fit it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Its fields of shapes, types and majors.
    pub own: u32,
    /// The same of most instructions that add to the same accumulator.
    pub common: Option<u32>,
    /// The names of fields that differ.
    pub differs: Vec<&'static str>,
    /// Whether the opcode says that A is sparse.
    pub is_sparse: bool,
    /// Whether the descriptor does, where the bit is known.
    pub sparse_bit: Option<bool>,
    /// Whether it transposes A, which is in tensor memory.
    pub transposes_tensor_memory: bool,
}

/// The position and size of a buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extents {
    /// The buffer's name.
    pub name: &'static str,
    /// Bytes from the base.
    pub offset: u64,
    /// Bytes of a stage.
    pub bytes: u64,
    /// Stages.
    pub stages: u32,
    /// Bytes from stage to stage.
    pub stride: u64,
}

impl Extents {
    /// Returns the offset of the end of its last stage, in bytes.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.offset + self.stride * u64::from(self.stages - 1) + self.bytes
    }

    /// Whether a stage of it shares bytes with one of another.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let starts = |one: &Self| {
            let (offset, stride) = (one.offset, one.stride);
            (0..u64::from(one.stages)).map(move |stage| offset + stage * stride)
        };
        starts(self).any(|own| {
            starts(other).any(|their| own < their + other.bytes && their < own + self.bytes)
        })
    }
}

/// An instruction of tensor memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tensor {
    /// Its opcode.
    pub opcode: String,
    /// The form that it says, and the one that most instructions of the kernel say.
    pub forms: Option<(CtaForm, CtaForm)>,
    /// The columns that it allocates, and those that are allocated with it.
    pub allocated: Option<(u64, u64)>,
    /// Whether the right to allocate was given up before.
    pub is_late: bool,
    /// Columns that are allocated and that no instruction frees.
    pub left: Option<u64>,
    /// The columns that it uses, from the beginning of the allocation to the end, and how many are allocated.
    pub columns: Option<(u64, u64)>,
    /// The first and the last column that it reads, where no instruction of the text writes them.
    pub unwritten: Option<(u64, u64)>,
    /// The highest lane at which it begins in a warp's 32, and the lanes that it takes from there.
    pub lanes: Option<(u32, u32)>,
    /// M, where it reads all lanes of an accumulator that is in half of them.
    pub half_of_m: Option<u32>,
    /// The column behind the accumulator in which it begins, and the one behind what it reads of that, if it reads beyond.
    pub beyond: Option<(u64, u64)>,
}

impl Subject for Part {
    type Field = ();
    type Repair = String;
    type Facts = ();
}

/// A finding on a part; its repair is what belongs there, in words.
pub type PartFinding = Finding<(), String>;

/// The lints on parts, in the order in which findings of one severity are shown.
pub const PART_LINTS: &[Lint<Part>] = &[
    box_swizzle::LINT,
    box_span::LINT,
    box_type::LINT,
    box_row::LINT,
    box_cover::LINT,
    box_unread::LINT,
    box_reach::LINT,
    box_stage::LINT,
    box_start::LINT,
    fill_stage::LINT,
    fill_cover::LINT,
    expect_bytes::LINT,
    buffers_overlap::LINT,
    stages_overlap::LINT,
    buffer_end::LINT,
    tiles_overlap::LINT,
    walk_idesc::LINT,
    idesc_sparsity::LINT,
    tensor_transpose::LINT,
    copy_bits::LINT,
    copy_block::LINT,
    tensor_group::LINT,
    tensor_alloc::LINT,
    tensor_order::LINT,
    tensor_freed::LINT,
    tensor_columns::LINT,
    tensor_lanes::LINT,
    tensor_source::LINT,
    tensor_beyond::LINT,
    tensor_half::LINT,
    stage_unknown::LINT,
    map_unknown::LINT,
    text_cut::LINT,
    base_alignment::LINT,
    many_constants::LINT,
];

/// All that is wrong with a part, errors first.
#[must_use]
pub fn findings_from_part(part: &Part) -> Vec<PartFinding> {
    match &part.about {
        About::Compared(compared) => compared.finding().into_iter().collect(),
        _ => findings_of(PART_LINTS, part, ()).0,
    }
}

/// The checks that are rows.
pub(crate) const ROWS: [&row::Row; 19] = [
    &loads::MAP_FIELDS,
    &map_values::MAP_VALUES,
    &stores::FILL_PATTERN,
    &tensor::TENSOR_UNREAD,
    &instructions::WALK_RESULT,
    &aligned::ALLOCATION_ADDRESS,
    &aligned::TARGET,
    &aligned::ADDRESS_ALIGNMENT,
    &scale_steps::SCALE_SOURCE,
    &scale_steps::SCALE_COLUMNS,
    &scale_steps::SCALE_STEP,
    &scale_steps::TENSOR_APART,
    &signals::COPY_PLACE,
    &signals::COPY_STAGES,
    &signals::COPY_BARRIER,
    &barriers::BARRIER_INIT,
    &barriers::BARRIER_COUNT,
    &barriers::BARRIER_COMMIT,
    &barriers::BARRIER_WAIT,
];

/// The parts of a kernel, and the reads of which nothing tells how far apart their stages are.
pub(super) fn parts(
    kernel: &Kernel<'_>,
    walks: &[KernelWalk],
    shared: &SharedMap,
) -> (Vec<Part>, Unfilled) {
    let mut parts = loads::loads(kernel, walks, shared);
    let (mut filled, mut unfilled) = fills::fills(kernel, walks);
    let unknown = loads::of_unknown_map(kernel, walks);
    unfilled.leaves_open = !unknown.is_empty() || kernel.cut.is_some();
    parts.extend(unknown);
    parts.extend(kernel.cut.map(|line| Part {
        line,
        loc: 0,
        operand: None,
        readers: Vec::new(),
        about: About::Cut,
    }));
    // The distance of copies is reported once, by `About::Stages`.
    filled.retain(|one| {
        let is_said =
            |part: &Part| matches!(part.about, About::Stages { .. }) && part.operand == one.operand;
        !parts.iter().any(is_said)
    });
    parts.extend(filled);
    parts.extend(expects::expects(kernel, shared));
    parts.extend(scale_steps::scale_steps(kernel, walks));
    parts.extend(stores::patterns(kernel, shared));
    parts.extend(tensor::unread(kernel));
    parts.extend(instructions::results(kernel));
    let misaligned = aligned::aligned(kernel);
    parts.extend(aligned::allocation(kernel, shared));
    parts.extend(aligned::target(kernel));
    parts.extend(map_values::map_values(kernel));
    parts.extend(instructions::of_chip(kernel));
    let signals = signals::signals(kernel, shared).into_iter();
    // What is not aligned is nowhere near what belongs there.
    parts.extend(signals.filter(|part| misaligned.is_none() || !part.is_of_absence()));
    parts.extend(misaligned);
    if kernel.cut.is_some() {
        // What is missing may be behind the end of the text.
        parts.retain(|part| !part.is_of_absence());
    }
    parts.extend(buffers::buffers(kernel, walks, shared));
    parts.extend(tensor::tensor(kernel));
    parts.extend(instructions::instructions(kernel));
    (parts, unfilled)
}
