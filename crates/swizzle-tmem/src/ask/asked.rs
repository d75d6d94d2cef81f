//! A question about a map, and the part of it that is at fault.

use super::*;

named! {
    /// The contents of tensor memory, or the move, that a question is about.
    pub enum What "what" {
        /// The accumulator.
        D => "d",
        /// Matrix A.
        A => "a",
        /// Scale factors of A.
        Sfa => "sfa",
        /// Scale factors of B.
        Sfb => "sfb",
        /// Metadata of a sparse A.
        Metadata => "metadata",
        /// Registers of a `tcgen05.ld`.
        Ld => "ld",
        /// Registers of a `tcgen05.st`.
        St => "st",
        /// The source of a `tcgen05.cp`.
        Cp => "cp",
    }
}

impl What {
    /// The two numbers of an element.
    pub const fn fields(self) -> [Field; 2] {
        match self {
            Self::D | Self::A | Self::Sfa | Self::Sfb | Self::Metadata | Self::Cp => [Field::Row, Field::Col],
            Self::Ld | Self::St => [Field::Thread, Field::Register],
        }
    }
}

named! {
    /// A part of a question or of its answer; its name is that of the column in a table.
    pub enum Field "field" {
        /// `.kind` of the instruction.
        Kind => "kind",
        /// CTAs that issue it: 1 or 2.
        CtaGroup => "cta_group",
        /// M of the instruction: of the pair, for two CTAs.
        M => "m",
        /// N of the instruction.
        N => "n",
        /// Whether it is weight stationary.
        Ws => "ws",
        /// Whether A is sparse.
        Sparsity => "sparsity",
        /// Elements of K for each scale factor.
        Vec => "vec",
        /// Shape of a move.
        Shape => "shape",
        /// Multicast of a copy.
        Multicast => "multicast",
        /// Repetitions of a load or store.
        Num => "num",
        /// Whether a load packs, or a store unpacks.
        Pack => "pack",
        /// Columns between the halves of `.16x32bx2`.
        Split => "split",
        /// Rows of scale factors.
        Rows => "rows",
        /// Scale factors of each row.
        Blocks => "blocks",
        /// The half of the lanes that is filled, where only half of them are.
        Alignment => "alignment",
        /// The source whose reading is used where sources disagree.
        Reading => "reading",
        /// The order in which A is written.
        Major => "major",
        /// Row of an element, or of a copy's source.
        Row => "row",
        /// Column of D, k of A, scale factor along K, or byte of a row of a copy's source.
        Col => "col",
        /// Thread of a warpgroup.
        Thread => "thread",
        /// Register of a thread.
        Register => "register",
        /// CTA of a pair.
        Cta => "cta",
        /// Lane of tensor memory.
        Lane => "lane",
        /// Column of tensor memory.
        Column => "column",
        /// Bit of the column's word.
        Bit => "bit",
    }
}

/// Why a question has no answer, and the part of it at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The part.
    pub field: Field,
    /// Why.
    pub why: String,
}

impl Fault {
    /// The fault of a refusal that is about a part, unless it names another one by itself.
    pub(super) fn of(field: Field) -> impl Fn(Refusal) -> Self {
        move |refusal| {
            let field = match refusal {
                Refusal::M { .. } => Field::M,
                Refusal::Repeat { .. } => Field::Num,
                _ => field,
            };
            Self { field, why: refusal.to_string() }
        }
    }
}

/// A question: a map, by the values that determine it. `None` is a value that was not specified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The contents of tensor memory, or the move.
    pub what: What,
    /// `.kind` of the instruction.
    pub kind: Option<Kind>,
    /// How the instruction is issued; `.cta_group::1` where that is not specified.
    pub form: CtaForm,
    /// Whether A is sparse.
    pub sparsity: Sparsity,
    /// M of the instruction: of the pair, for two CTAs.
    pub m: Option<u32>,
    /// N of the instruction: of the pair, for two CTAs.
    pub n: Option<u32>,
    /// Elements of K for each scale factor.
    pub vec: Option<u32>,
    /// Shape of a load or store.
    pub load: Option<LoadShape>,
    /// Shape of a copy.
    pub copy: Option<CopyShape>,
    /// Multicast of a copy; the only one of its shape where that is not specified.
    pub multicast: Option<Multicast>,
    /// Repetitions of a load or store; 1 where that is not specified.
    pub num: Option<u32>,
    /// Whether a load packs, or a store unpacks.
    pub is_packed: bool,
    /// Columns between the halves of `.16x32bx2`.
    pub split: Option<u32>,
    /// Rows of scale factors.
    pub rows: Option<u32>,
    /// Scale factors of each row.
    pub blocks: Option<u32>,
    /// The half of the lanes that is filled, where only half of them are.
    pub alignment: Alignment,
    /// The source whose reading is used where sources disagree.
    pub reading: Option<Witness>,
}

impl Asked {
    /// Returns a question that specifies only the contents or the move.
    pub const fn new(what: What) -> Self {
        Self {
            what,
            kind: None,
            form: CtaForm::One,
            sparsity: Sparsity::Dense,
            m: None,
            n: None,
            vec: None,
            load: None,
            copy: None,
            multicast: None,
            num: None,
            is_packed: false,
            split: None,
            rows: None,
            blocks: None,
            alignment: Alignment::Zero,
            reading: None,
        }
    }

    /// CTAs of the instruction.
    pub const fn ctas(&self) -> u32 {
        self.form.ctas()
    }

    /// The usual M, where none was specified: with 128 rows of A in each CTA, the only one whose metadata and, for one
    /// CTA, scale factors a source places.
    pub const fn usual_m(&self) -> u32 {
        128 * self.ctas()
    }

    /// Whether that M is taken, and another one has another map or none.
    pub(super) const fn takes_usual_m(&self) -> bool {
        let depends = match self.what {
            What::Metadata => true,
            What::Sfa | What::Sfb => self.ctas() == 2,
            What::D | What::A | What::Ld | What::St | What::Cp => false,
        };
        depends && self.m.is_none()
    }

    /// A value that must be specified, or the fault that it was not.
    pub(super) fn need<T>(&self, field: Field, value: Option<T>) -> Result<T, Fault> {
        let choices = if field == Field::M && self.ctas() == 2 { ": that of the pair" } else { "" };
        let why = || format!("{field} is missing: {} depends on it{choices}", self.what);
        value.ok_or_else(|| Fault { field, why: why() })
    }
}
