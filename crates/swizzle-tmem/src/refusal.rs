//! Why there is no answer.

use super::*;

/// Why there is no answer: a value out of its range, or a question that no source answers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// A lane that tensor memory does not have.
    Lane(u32),
    /// A column that tensor memory does not have.
    Column(u32),
    /// Address bits that are neither lane nor column.
    AddressBits(u32),
    /// An allocation that is not a power of two from 32 to 512 columns.
    Allocation(u32),
    /// An allocation that is larger than the one before it.
    Grows {
        /// Columns of the one before.
        before: u32,
        /// Columns of this one.
        now: u32,
    },
    /// More columns than tensor memory has.
    Columns(u32),
    /// An M for which the PTX ISA has no data path.
    M {
        /// How the instruction is issued.
        form: CtaForm,
        /// The M.
        m: u32,
        /// Those that have one.
        known: &'static [u32],
    },
    /// An N out of range.
    N(u32),
    /// An N that does not split into the parts that the data path has.
    Parts {
        /// The N.
        n: u32,
        /// Number of parts.
        parts: u32,
    },
    /// A K that does not fill its last column.
    WholeColumns {
        /// The K.
        k: u32,
        /// Elements of a column.
        per_column: u32,
    },
    /// A K that is not a whole number of instructions.
    Steps {
        /// The K.
        k: u32,
        /// That of an instruction.
        step: u32,
    },
    /// A byte of shared memory that a descriptor cannot begin at, or behind which too little follows.
    SharedByte(u32),
    /// An index out of its extent.
    Index {
        /// The name of the index.
        what: &'static str,
        /// The value.
        value: u32,
        /// Values that there are.
        extent: u32,
    },
    /// A kind and a block size of scale factors that do not go together.
    Scaling {
        /// The kind.
        kind: Kind,
        /// Elements of K for each factor.
        block: u32,
    },
    /// A number of rows or of factors that is zero or too large.
    ScaleSize {
        /// Rows.
        rows: u32,
        /// Factors of each row.
        blocks: u32,
    },
    /// More scale factors than are compared one by one.
    Compared {
        /// Rows.
        rows: u32,
        /// Factors of each row.
        blocks: u32,
    },
    /// A repetition that the shape of a load or store does not have.
    Repeat {
        /// The shape.
        shape: LoadShape,
        /// The repetition.
        num: u32,
    },
    /// A distance between halves for a shape that has none.
    Split(LoadShape),
    /// Lanes that a warp does not reach.
    Warp {
        /// The warp of the CTA.
        warp: u32,
        /// The first lane that it was to reach.
        lane: u32,
    },
    /// A copy whose shape does not go with its multicast.
    Copy {
        /// The shape.
        shape: CopyShape,
        /// The multicast.
        multicast: Multicast,
    },
    /// A question that no source answers.
    Unknown(&'static str),
}

impl std::error::Error for Refusal {}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lane(lane) => write!(f, "lane {lane} is out of range: 0 to 127"),
            Self::Column(column) => write!(f, "column {column} is out of range: 0 to 511"),
            Self::AddressBits(bits) => write!(
                f,
                "0x{bits:08x} is not a tensor-memory address: lane in bits 16 to 22, column in bits 0 to 8"
            ),
            Self::Allocation(columns) => {
                write!(f, "an allocation of {columns} columns is not a power of two from 32 to 512")
            }
            Self::Grows { before, now } => {
                write!(f, "an allocation of {now} columns follows one of {before}: the size may not grow")
            }
            Self::Columns(columns) => write!(f, "{columns} columns are more than tensor memory has: 512"),
            Self::M { form, m, known } => write!(
                f,
                "no data path is known for M = {m} and {form}: M is one of {}",
                known.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            ),
            Self::N(n) => write!(f, "N = {n} is out of range: 1 to 256"),
            Self::Parts { n, parts } => {
                write!(f, "N = {n} is not a multiple of {parts}, the parts of this data path")
            }
            Self::WholeColumns { k, per_column } => {
                write!(f, "K = {k} is not a multiple of {per_column}, the elements of a column")
            }
            Self::Steps { k, step } => {
                write!(f, "K = {k} is not a multiple of {step}, the K of an instruction")
            }
            Self::SharedByte(byte) => {
                write!(f, "scale factors at byte 0x{byte:x} are not 16-byte aligned, or end above 0x40000")
            }
            Self::Index { what, value, extent } => {
                write!(f, "{what} {value} is out of range: 0 to {}", extent - 1)
            }
            Self::Scaling { kind, block } => {
                write!(f, "kind {kind} does not have a scale factor for each {block} elements of K")
            }
            Self::ScaleSize { rows, blocks } => write!(
                f,
                "{rows} rows of {blocks} scale factors: each is at least 1, and all fit in 2^31 bytes"
            ),
            Self::Compared { rows, blocks } => {
                write!(f, "{rows} rows of {blocks} scale factors: at most 2^26 factors are compared")
            }
            Self::Repeat { shape, num } => {
                write!(f, "{shape}.x{num} does not exist: a power of two from 1 to {}", shape.most_repeats())
            }
            Self::Split(shape) => write!(f, "{shape} has no split: only 16x32bx2 reads two halves"),
            Self::Warp { warp, lane } => write!(
                f,
                "warp {warp} does not reach lane {lane}: it reaches lanes {} to {}",
                warp % 4 * 32,
                warp % 4 * 32 + 31
            ),
            Self::Copy { shape, multicast } => {
                write!(f, "{shape} cannot be combined with multicast {multicast}")
            }
            Self::Unknown(question) => write!(f, "{question}: no source covers it"),
        }
    }
}

/// An index that is checked against its extent.
pub(crate) const fn inside(what: &'static str, value: u32, extent: u32) -> Result<(), Refusal> {
    if value < extent {
        return Ok(());
    }
    Err(Refusal::Index { what, value, extent })
}
