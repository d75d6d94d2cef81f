//! Checks of what is around the tensor-core instructions, a row each: an id with its evidence, the fact of an operand that it is
//! about, where a fault is, and what explains it. Comparisons and sentences are beside the facts that they compare.

use super::*;

/// A check of a kernel's surroundings.
#[derive(Debug)]
pub(crate) struct Row {
    /// Its id, evidence and silencers, and where its faults are; what it compares is where the fact is made.
    pub(crate) lint: Lint<Part>,
    /// The fact of an operand that it is about.
    pub(super) fact: FactKind,
    /// Whether it follows from what else the text has: a fault of others explains it, and so does an end of the text.
    pub(super) is_inferred: bool,
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.lint.id == other.lint.id
    }
}

impl Row {
    /// What it says: a part with a finding.
    pub(in crate::kernel) fn says(
        &'static self,
        severity: Severity,
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> Part {
        let finding = self.lint.finding(severity, &[], title, text);
        Part {
            row: Some(self),
            fact: self.fact,
            is_of_extents: self.is_inferred && self.fact == FactKind::Fills,
            findings: vec![finding],
            ..Part::default()
        }
    }

    /// A part with an error.
    pub(in crate::kernel) fn wrong(&'static self, title: impl Into<String>, text: impl Into<String>) -> Part {
        self.says(Severity::Error, title, text)
    }

    fn holding(&'static self, holds: Holds) -> Part {
        Part { row: Some(self), fact: self.fact, holds, ..Part::default() }
    }

    /// A part that was compared and holds.
    pub(in crate::kernel) fn checked(&'static self, words: impl Into<String>) -> Part {
        self.holding(Holds::Checked(words.into()))
    }

    /// A part with a note, and what of it is not followed.
    pub(in crate::kernel) fn open(
        &'static self,
        why: impl Into<String>,
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> Part {
        Part { holds: Holds::NotFollowed(why.into()), ..self.says(Severity::Note, title, text) }
    }

    /// A part that could not be followed, and why.
    pub(in crate::kernel) fn not_followed(&'static self, why: impl Into<String>) -> Part {
        self.holding(Holds::NotFollowed(why.into()))
    }
}

/// Declares rows: a name, the id, the evidence, the fact, where a fault is, the ids of what explains it, the source, and its tag.
macro_rules! rows {
    ($list:ident, $is_inferred:literal: $($name:ident $id:literal $confidence:ident $fact:ident $around:ident $by:tt $source:expr $(, is $tag:ident)?;)*) => {
        $(pub(in crate::kernel) static $name: Row = Row {
            lint: Lint {
                id: $id,
                source: $source,
                confidence: Confidence::$confidence,
                silenced_by: &[Silencer::by(&$by)],
                $(tags: &[Tag::$tag],)?
                whose: Whose::Around(Around::$around),
                ..Lint::SILENT
            },
            fact: FactKind::$fact,
            is_inferred: $is_inferred,
        };)*
        const $list: &[&Row] = &[$(&$name),*];
    };
}

rows! { OWN, false:
    BOX_SWIZZLE "box-swizzle" Measured Map Copy [] "PTX ISA, “Swizzling Modes”; measured on an H200";
    BOX_SPAN "box-span" Stated Map Copy ["box-swizzle", "box-type"]
        "CUDA driver API, `cuTensorMapEncodeTiled`: the inner dimension is at most the swizzle's span";
    BOX_TYPE "box-type" Derived Map Copy [] "PTX ISA, `tensormap.replace`, “.elemtype”; the copy changes no bit";
    BOX_ROW "box-row" Measured Map Copy ["box-swizzle", "box-type"] "CUDA driver API, `cuTensorMapEncodeTiled`; measured on an H200";
    BOX_COVER "box-cover" Derived Map Copy ["box-swizzle", "box-row", "copy-place", "copy-stages", "box-type"]
        "CUDA driver API, `cuTensorMapEncodeTiled`; arithmetic of the boxes";
    BOX_UNREAD "box-unread" Derived Map Copy
        ["copy-place", "copy-stages", "box-type", "box-swizzle", "box-span", "box-row", "box-cover", "box-reach"]
        "arithmetic of the addresses";
    BOX_REACH "box-reach" Derived Map Copy ["box-swizzle", "box-row", "stages-overlap", "copy-place", "copy-stages", "box-type"]
        "CUDA driver API, `cuTensorMapEncodeTiled`; arithmetic of the boxes";
    BOX_STAGE "box-stage" Derived Fills Distance [] "arithmetic of the addresses";
    BOX_START "box-start" Derived Fills Ring [] "arithmetic of the addresses";
    FILL_STAGE "fill-stage" Derived Fills Distance [] "arithmetic of the addresses";
    FILL_COVER "fill-cover" Derived Fills Ring [] "arithmetic of the addresses";
    EXPECT_BYTES "expect-bytes" Stated Barrier Barrier ["box-type"] "PTX ISA, `mbarrier.expect_tx`: the phase ends when the bytes are there";
    // How far a buffer reaches is then not known.
    BUFFERS_OVERLAP "buffers-overlap" Derived Fields Shared ["box-stage", "fill-stage", "copy-place", "copy-stages"] "arithmetic of the addresses";
    // The distance at which they are filled says which of the two is wrong.
    STAGES_OVERLAP "stages-overlap" Derived Fields Ring ["box-stage", "fill-stage"] "arithmetic of the addresses";
    BUFFER_END "buffer-end" Derived Fields Shared ["stages-overlap"] "arithmetic of the addresses";
    // How far a buffer reaches is then not known.
    TILES_OVERLAP "tiles-overlap" Measured Fields Shared ["box-stage", "fill-stage", "stages-overlap"] MEASURED;
    WALK_IDESC "walk-idesc" Derived Instruction Word [] "PTX ISA, tcgen05, “Instruction descriptor”";
    IDESC_SPARSITY "idesc-sparsity" Stated Instruction Word [] "PTX ISA, tcgen05, “Instruction descriptor”, bit 2";
    TENSOR_TRANSPOSE "tensor-transpose" InCode Instruction Tensor [] "CUTLASS, `SM100_MMA_F16BF16_TS`: A in tensor memory is K-major";
    COPY_BITS "copy-bits" Stated Scales Copy [] "PTX ISA, tcgen05, “Shared memory descriptor”";
    COPY_BLOCK "copy-block" InCode Scales Copy [] "CUTLASS and Triton, scale factors: 32 rows of 16 bytes, 128 bytes for 8 rows, no swizzle";
    COPY_SHAPE "copy-shape" Stated Scales Copy [] "PTX ISA, `tcgen05.cp`: shapes and multicasts";
    TENSOR_GROUP "tensor-group" Stated TensorMemory Tensor [] "PTX ISA, tcgen05: all instructions of a kernel have one `.cta_group`";
    TENSOR_ALLOC "tensor-alloc" Stated TensorMemory Tensor [] "PTX ISA, `tcgen05.alloc`: a power of two from 32 to 512 columns";
    TENSOR_ORDER "tensor-order" Stated TensorMemory Tensor [] "PTX ISA, `tcgen05.relinquish_alloc_permit`";
    TENSOR_FREED "tensor-freed" Stated TensorMemory Tensor [] "PTX ISA, `tcgen05.alloc`: all of it is freed before the kernel ends";
    TENSOR_COLUMNS "tensor-columns" Stated TensorMemory Tensor [] "PTX ISA, “Tensor Memory”, allocation and layouts";
    TENSOR_LANES "tensor-lanes" Stated TensorMemory Tensor [] "PTX ISA, “Access restrictions” of `tcgen05.ld` and `tcgen05.st`";
    TENSOR_REGISTERS "tensor-registers" Stated TensorMemory Tensor [] "PTX ISA, `tcgen05.ld` and `tcgen05.st`: registers of each shape";
    TENSOR_SOURCE "tensor-source" Derived TensorMemory Tensor ["tensor-columns"] "PTX ISA, `tcgen05.st` and `tcgen05.cp`: what else writes A and scale factors";
    TENSOR_BEYOND "tensor-beyond" Derived TensorMemory Tensor [] "PTX ISA, tcgen05 data-path layout organization: columns of D";
    TENSOR_HALF "tensor-half" Stated TensorMemory Tensor [] "PTX ISA, tcgen05 data-path layout organization: layouts C and F; tcgen05.ld shapes";
    FRAGMENT_ELEMENTS "fragment-elements" Measured Elements Instruction ["fragment-unset", "shared-access", "shared-order"] "PTX ISA, fragments of `mma`; 66 forms measured on an H200";
    FRAGMENT_UNSET "fragment-unset" Derived Fills Instruction ["shared-access", "shared-order"] "the PTX alone: every write to shared memory is carried out";
    SHARED_ACCESS "shared-access" Stated Fills Shared [] "PTX ISA, “Addresses as Operands”: alignment; the kernel’s shared memory";
    SHARED_ORDER "shared-order" Stated Barrier Shared [] "PTX ISA, “Memory Consistency Model”, `bar.sync` and `cp.async.wait_group`", is OfOrder;
    PRODUCT_TYPE "product-type" Derived Instruction Instruction [] "elements of one matrix have one type";
    PRODUCT_K "product-k" Derived Elements Instruction ["fragment-elements", "fragment-unset", "shared-access", "shared-order"] "D = A × B + C, row by row and column by column";
    PRODUCT_SUM "product-sum" Derived Results Instruction ["product-k", "fragment-elements", "fragment-unset", "shared-access"] "D = A × B + C, row by row and column by column";
    PRODUCT_ADDS "product-adds" Stated Results Instruction ["product-sum"] "PTX ISA, `wgmma.mma_async`, scale-d; `tcgen05.mma`, enable-input-d";
    PRODUCT_TURNS "product-turns" Derived Results Instruction ["product-sum", "product-k", "fragment-elements", "fragment-unset", "shared-access"] "the PTX alone: K is the length of a line of A or B in global memory, or what the loop’s condition has; copies bring each part of it";
    PRODUCT_RESULT "product-result" Derived Results Instruction ["product-sum", "product-k", "fragment-elements", "fragment-unset", "shared-access"] "D = A × B + C, row by row and column by column";
    BANK_CONFLICT "bank-conflict" Measured Banks Shared [] "2,146 accesses measured on an H200: lanes of 128 bytes together, one word a bank", is OfCost;
    STAGE_UNKNOWN "stage-unknown" Derived Fills Instruction [] "the PTX alone";
    MAP_UNKNOWN "map-unknown" Derived Map Instruction [] "the PTX alone";
    REGISTER_UNSET "register-unset" Derived Results Instruction [] "the PTX alone: no way to the line writes the register";
    TEXT_CUT "text-cut" Derived Fields Instruction [] "the PTX alone";
    BASE_ALIGNMENT "base-alignment" InCode Fields Instruction [] "PTX ISA, “Matrix base offset”; CUDA, dynamic shared memory";
    TARGET "target-instruction" Stated Instruction Instruction [] "PTX ISA, `wgmma.mma_async` and `tcgen05.mma`: target; ptxas 13.5";
    ADDRESS_ALIGNMENT "address-alignment" Stated Fills Instruction BY_MAPS_AND_STAGES
        "PTX ISA, `mbarrier`, `cp.async`, `cp.async.bulk.tensor` and `st`: the alignment of addresses in shared memory";
}

/// Stages at another distance, and a map of another type, explain what does not fit them.
const BY_MAPS_AND_STAGES: [&str; 8] = [
    "box-stage",
    "box-start",
    "box-swizzle",
    "box-type",
    "fill-cover",
    "fill-stage",
    "stages-overlap",
    "tiles-overlap",
];

rows! { INFERRED, true:
    MAP_FIELDS "map-fields" Stated Map Instruction BY_MAPS_AND_STAGES
        "PTX ISA, `tensormap.replace` and `cp.async.bulk.tensor`: the rank is that of the copy";
    MAP_VALUES "map-values" Stated Map Instruction BY_MAPS_AND_STAGES
        "PTX ISA, `tensormap.replace`; CUDA driver API, `cuTensorMapEncodeTiled`";
    FILL_GROUPS "fill-groups" Derived Fills Instruction BY_MAPS_AND_STAGES "PTX ISA, `cp.async.wait_group`: groups complete in their order";
    FILL_ONCE "fill-once" Derived Fills Instruction BY_MAPS_AND_STAGES "arithmetic of the addresses in each thread";
    FILL_PATTERN "fill-pattern" Derived Fills Instruction BY_MAPS_AND_STAGES "the stores of the other stages";
    TENSOR_UNREAD "tensor-unread" Derived TensorMemory Tensor ["tensor-registers"]
        "PTX ISA, `tcgen05.ld`: a shape has 32 lanes, or 16 of them, and columns as often as it is repeated";
    WALK_RESULT "walk-result" Derived TensorMemory Instruction [] "the accumulator of the instructions around it";
    ALLOCATION_ADDRESS "tensor-address" Stated Fills Tensor BY_MAPS_AND_STAGES
        "PTX ISA, `tcgen05.alloc`: the address of the columns is written to shared memory";
    WALK_COLUMNS "walk-columns" Derived TensorMemory Instruction [] "the other steps of the walk";
    SCALE_SOURCE "scale-source" InCode Scales Instruction [] "CUTLASS and Triton, scale factors: blocks of 512 bytes, one after another";
    SCALE_COLUMNS "scale-columns" Stated Scales Instruction [] "PTX ISA, `tcgen05.cp`: 32 rows of 16 bytes are four columns";
    SCALE_STEP "scale-step" Stated Scales Instruction [] "PTX ISA, tcgen05, “Scale factor layouts”; CUTLASS's block-scaled traits";
    TENSOR_APART "tensor-apart" Stated TensorMemory Tensor [] "PTX ISA, `tcgen05.mma`: D, A and scale factors are in columns of their own";
    COPY_PLACE "copy-place" Derived Fills Copy BY_MAPS_AND_STAGES "what is read of each stage, and the other copies of the same tensor map";
    COPY_STAGES "copy-stages" Derived Fills Ring BY_MAPS_AND_STAGES "a ring is filled from its first stage on before the loop goes through it";
    COPY_BARRIER "copy-barrier" Derived Barrier Barrier BY_MAPS_AND_STAGES
        "PTX ISA, `cp.async.bulk`: the completion mechanism; a stage has one barrier";
    BARRIER_INIT "barrier-init" Stated Barrier Barrier BY_MAPS_AND_STAGES
        "PTX ISA, `mbarrier.init`: a barrier is a word of 8 bytes that is initialized before it is used";
    BARRIER_COUNT "barrier-count" Derived Barrier Barrier BY_MAPS_AND_STAGES
        "PTX ISA, `mbarrier`: a phase completes when the pending count is zero";
    BARRIER_COMMIT "barrier-commit" Derived Barrier Barrier BY_MAPS_AND_STAGES
        "PTX ISA, `tcgen05.commit`: an arrival counts in the phase of its barrier";
    BARRIER_PHASE "barrier-phase" Stated Barrier Barrier BY_MAPS_AND_STAGES
        "PTX ISA, `mbarrier.try_wait.parity`: the parity of the current phase, or of the one before it";
    BARRIER_WAIT "barrier-wait" Derived Barrier Barrier BY_MAPS_AND_STAGES
        "PTX ISA, `mbarrier.try_wait`: what a barrier's copies wrote is visible after a wait for that barrier";
}

/// All checks, in the order in which they are listed.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    OWN.iter().chain(INFERRED).copied()
}
