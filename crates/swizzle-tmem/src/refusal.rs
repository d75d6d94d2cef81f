//! Why there is no answer.

use super::*;

/// Why there is no answer: a value out of its range, or a question that no source answers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A lane that tensor memory does not have.
    #[error("lane {0} is out of range: 0 to 127")]
    Lane(u32),
    /// A column that tensor memory does not have.
    #[error("column {0} is out of range: 0 to 511")]
    Column(u32),
    /// Address bits that are neither lane nor column.
    #[error("0x{0:08x} is not a tensor-memory address: lane in bits 16 to 22, column in bits 0 to 8")]
    AddressBits(u32),
    /// An allocation that is not a power of two from 32 to 512 columns.
    #[error("an allocation of {0} columns is not a power of two from 32 to 512")]
    Allocation(u32),
    /// An allocation that is larger than the one before it.
    #[error("an allocation of {now} columns follows one of {before}: the size may not grow")]
    Grows {
        /// Columns of the one before.
        before: u32,
        /// Columns of this one.
        now: u32,
    },
    /// More columns than tensor memory has.
    #[error("{0} columns are more than tensor memory has: 512")]
    Columns(u32),
    /// An M for which the PTX ISA has no data path.
    #[error("no data path is known for M = {m} and {form}: M is one of {}", .known.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))]
    M {
        /// How the instruction is issued.
        form: CtaForm,
        /// The M.
        m: u32,
        /// Those that have one.
        known: &'static [u32],
    },
    /// An N out of range.
    #[error("N = {0} is out of range: 1 to 256")]
    N(u32),
    /// An N that does not split into the parts that the data path has.
    #[error("N = {n} is not a multiple of {parts}, the parts of this data path")]
    Parts {
        /// The N.
        n: u32,
        /// Number of parts.
        parts: u32,
    },
    /// A K that does not fill its last column.
    #[error("K = {k} is not a multiple of {per_column}, the elements of a column")]
    WholeColumns {
        /// The K.
        k: u32,
        /// Elements of a column.
        per_column: u32,
    },
    /// A K that is not a whole number of instructions.
    #[error("K = {k} is not a multiple of {step}, the K of an instruction")]
    Steps {
        /// The K.
        k: u32,
        /// That of an instruction.
        step: u32,
    },
    /// A byte of shared memory that a descriptor cannot begin at, or behind which too little follows.
    #[error("scale factors at byte 0x{0:x} are not 16-byte aligned, or end above 0x40000")]
    SharedByte(u32),
    /// An index out of its extent.
    #[error("{what} {value} is out of range: 0 to {}", .extent - 1)]
    Index {
        /// The name of the index.
        what: &'static str,
        /// The value.
        value: u32,
        /// Values that there are.
        extent: u32,
    },
    /// A kind and a block size of scale factors that do not go together.
    #[error("kind {kind} does not have a scale factor for each {block} elements of K")]
    Scaling {
        /// The kind.
        kind: Kind,
        /// Elements of K for each factor.
        block: u32,
    },
    /// A number of rows or of factors that is zero or too large.
    #[error("{rows} rows of {blocks} scale factors: each is at least 1, and all fit in 2^31 bytes")]
    ScaleSize {
        /// Rows.
        rows: u32,
        /// Factors of each row.
        blocks: u32,
    },
    /// More scale factors than are compared one by one.
    #[error("{rows} rows of {blocks} scale factors: at most 2^26 factors are compared")]
    Compared {
        /// Rows.
        rows: u32,
        /// Factors of each row.
        blocks: u32,
    },
    /// A repetition that the shape of a load or store does not have.
    #[error("{shape}.x{num} does not exist: a power of two from 1 to {}", .shape.most_repeats())]
    Repeat {
        /// The shape.
        shape: LoadShape,
        /// The repetition.
        num: u32,
    },
    /// A distance between halves for a shape that has none.
    #[error("{0} has no split: only 16x32bx2 reads two halves")]
    Split(LoadShape),
    /// Lanes that a warp does not reach.
    #[error("warp {warp} does not reach lane {lane}: it reaches lanes {} to {}", .warp % 4 * 32, .warp % 4 * 32 + 31)]
    Warp {
        /// The warp of the CTA.
        warp: u32,
        /// The first lane that it was to reach.
        lane: u32,
    },
    /// A copy whose shape does not go with its multicast.
    #[error("{shape} cannot be combined with multicast {multicast}")]
    Copy {
        /// The shape.
        shape: CopyShape,
        /// The multicast.
        multicast: Multicast,
    },
    /// A question that no source answers.
    #[error("{0}: no source covers it")]
    Unknown(&'static str),
}

/// An index that is checked against its extent.
pub(crate) const fn inside(what: &'static str, value: u32, extent: u32) -> Result<(), Refusal> {
    if value < extent {
        return Ok(());
    }
    Err(Refusal::Index { what, value, extent })
}
