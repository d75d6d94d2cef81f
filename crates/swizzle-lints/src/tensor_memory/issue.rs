//! Lints on an instruction and what it finds in tensor memory: ids, scale factors and their copies, A, metadata, the load of D.

use crate::{
    instruction::{PAIR, of_pair},
    prelude::*,
};
use swizzle_tmem::{
    Mark,
    moves::{LoadShape, Multicast},
    plan::{What, Witness},
    scale::{BLOCK_BYTES, ScaleStage, StageShape},
    tensor_memory::{WARP_LANES, metadata, readings},
};
use swizzle_warp::{Access, wavefronts_from_lanes};

/// A `tcgen05.mma`, and what is specified of its use of tensor memory. A value that is `None` or empty is not specified.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// The kind, where something depends on it.
    pub kind: Option<Kind>,
    /// How it is issued.
    pub form: CtaForm,
    /// Whether A is sparse, with metadata in tensor memory.
    pub sparsity: Sparsity,
    /// M: of the pair, for two CTAs.
    pub m: Option<u32>,
    /// N: of the pair, for two CTAs.
    pub n: Option<u32>,
    /// The instruction descriptor that it is given.
    pub idesc: Option<InstructionDescriptor>,
    /// The order in which A is written, where it is in tensor memory.
    pub a_major: Option<Major>,
    /// The shape of the loads that read D.
    pub load: Option<LoadShape>,
    /// The source whose reading of D applies where sources disagree; the PTX ISA's if none was chosen.
    pub reading: Option<Witness>,
    /// The scale factors of one operand.
    pub scales: Option<Scales>,
}

/// The scale factors of one operand, and what a kernel gives for them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scales {
    /// The stage.
    pub shape: StageShape,
    /// The id that each instruction along K is given.
    pub ids: Vec<u32>,
    /// The descriptors of the copies, in the order of their columns.
    pub copies: Vec<Descriptor>,
    /// Bytes of shared memory from one stage to the next.
    pub stage_bytes: Option<u32>,
}

impl Issue {
    /// Returns an instruction with only its form specified, and M if it is known.
    pub fn new(form: CtaForm, m: impl Into<Option<u32>>) -> Self {
        Self {
            kind: None,
            form,
            sparsity: Sparsity::Dense,
            m: m.into(),
            n: None,
            idesc: None,
            a_major: None,
            load: None,
            reading: None,
            scales: None,
        }
    }

    /// The same with other scale factors.
    fn with_scales(&self, change: impl FnOnce(&mut Scales)) -> Self {
        let mut issue = self.clone();
        if let Some(scales) = &mut issue.scales {
            change(scales);
        }
        issue
    }
}

impl Subject for Issue {
    /// The subject of a finding, by the name of its option.
    type Field = &'static str;
    type Change = Issue;
    /// The stage of scale factors, where there is one.
    type Facts = Option<ScaleStage>;
}

/// What lints on it report.
type Report = lint::Report<Issue>;

lints! {
    /// The lints on an instruction and tensor memory, in the order in which findings of one severity are shown.
    ISSUE_LINTS: Issue;

    idesc_pair "idesc-pair" Stated is [Required(Hardware)]: PAIR;
    scale_id "scale-id" Stated is [Required(Hardware)]: "PTX ISA, tcgen05.mma, scale-factor ids; CuTe's pointers to scale factors";
    scale_order "scale-order" InCode is [Required(Library)]: "CuTe, Sm1xxBlockScaledConfig: tile_atom_to_shape_SFA and deduce_smem_layoutSFA";
    scale_bits "scale-bits" Stated is [Required(Hardware)]: "PTX ISA, tcgen05, “Shared memory descriptor”";
    scale_copy "scale-copy" InCode is [Required(Hardware)]: "PTX ISA, tcgen05.cp: the source is a K-major matrix; CuTe's collectives for block-scaled kernels";
    scale_rows "scale-rows" InCode is [Required(Library)]: "CuTe, Sm1xxBlockScaledConfig: blocks of 128 rows, to which SFB of N = 64 and N = 192 is rounded up";
    load_half "load-half" Stated is [Required(Hardware)]: "PTX ISA, tcgen05 data-path layout organization: layouts C and F; tcgen05.ld shapes";
    a_major "a-major" InCode is [Required(Library)]: "CUTLASS, `SM100_MMA_F16BF16_TS`: A in tensor memory is K-major";
    metadata_unknown "metadata-unknown" InCode: "CuTe's fragments of metadata, which exist for 128 rows of one CTA";
}

fn facts(issue: &Issue) -> Option<ScaleStage> {
    ScaleStage::new(issue.scales.as_ref()?.shape).ok()
}

/// All that is wrong with an instruction and what it finds in tensor memory, the most serious first.
///
/// ```
/// use swizzle_core::hardware::CtaForm;
/// use swizzle_lints::tensor_memory::issue::{Issue, findings_from_issue};
/// use swizzle_tmem::moves::LoadShape;
/// let issue = Issue { load: Some(LoadShape::S32x32b), ..Issue::new(CtaForm::One, 64) };
/// assert_eq!(findings_from_issue(&issue)[0].title, "32x32b reads 32 lanes of each warp, of which D fills 16");
/// ```
pub fn findings_from_issue(issue: &Issue) -> Vec<Finding<Issue>> {
    findings_of(ISSUE_LINTS, issue, facts(issue)).0
}

/// M or N of one CTA in the instruction descriptor of a pair.
fn idesc_pair(issue: &Issue, report: &mut Report) {
    if let (Some(idesc), CtaForm::Two) = (issue.idesc, issue.form) {
        let with = |idesc| Issue { idesc: Some(idesc), ..issue.clone() };
        of_pair(idesc, [issue.m, issue.n], report, [&["m"], &["n"]], with);
    }
}

/// The id of scale factors against the step that uses them.
fn scale_id(issue: &Issue, report: &mut Report) {
    let Some(Scales { ids, shape, .. }) = &issue.scales else { return };
    let steps = report.facts.as_ref().and_then(|stage| stage.steps.clone().ok());
    let Some(steps) = steps else { return };
    let expected = (0..steps.steps).filter_map(|step| steps.step(step).ok());
    let expected: Vec<u32> = expected.map(|step| step.id).take(ids.len()).collect();
    let (count, per_step) = (expected.len(), steps.scaling.per_step());
    let change = issue.with_scales(|scales| scales.ids.clone_from(&expected));
    let mended = Mend::new("Use the ids of the steps", change);
    if ids.len() > count {
        let finding = report.error(
            &["ids"],
            format!("Id {count} has no step: the stage has {count}"),
            format!(
                "Each instruction along K uses {per_step} scale factors of each row, and each row has {}.",
                shape.factors
            ),
        );
        finding.repairs.push(mended.clone());
    }
    let mut wrong = (0..).zip(ids.iter().zip(&expected)).filter(|(_, (id, wanted))| id != wanted);
    let Some((first, (id, wanted))) = wrong.next() else { return };
    let others = match wrong.count() {
        0 => String::new(),
        1 => ", and that of one other step".into(),
        others => format!(", and those of {others} other steps"),
    };
    let which = match per_step {
        1 => "the byte of the word",
        2 => "its low half by 0, its high half by 2",
        _ => "the whole word by 0",
    };
    let finding = report.error(
        &["ids"],
        format!("Step {first} has scale-factor id {id}, expected {wanted}{others}"),
        format!("With .scale_vec::{} the id selects {which}; the column advances with each new word. The effect of a wrong id was not measured.", steps.scaling.name()),
    );
    finding.repairs.push(mended);
}

/// A stage of scale factors that is written in another order of blocks than the copies read.
fn scale_order(issue: &Issue, report: &mut Report) {
    let stage = report.facts.as_ref().map(|stage| (stage.shape, stage.wrong_factors()));
    let Some((StageShape { written, read, rows, factors, .. }, wrong @ 1..)) = stage else {
        return;
    };
    let why = if written.is_copied() {
        format!(
            "In the stage as written, each 512-byte block is followed by {}; the copies expect {}. That differs with more than 128 rows and more than 4 factors.",
            written.text(),
            read.text()
        )
    } else {
        format!(
            "The stage is written as {}; the copies read blocks of 128 rows × 4 factors, 512 bytes each.",
            written.title()
        )
    };
    let [wrong, all] = [wrong, rows * factors].map(grouped);
    let title = format!("{wrong} of {all} scale factors are not where the copies expect them");
    report.error(&["written"], title, why).mend(
        format!("Write the stage in the order {read}"),
        issue.with_scales(|scales| scales.shape.written = read),
    );
}

/// Fixed bits in the descriptors of copies of scale factors.
fn scale_bits(issue: &Issue, report: &mut Report) {
    let copies = issue.scales.iter().flat_map(|scales| scales.copies.iter().enumerate());
    for (number, own) in copies {
        let stray = own.decode().stray_bits;
        if stray != 0 {
            let mended = own.with_raw(own.raw() ^ stray);
            let [held, required] = fixed_bits(own.chip(), stray, own.raw());
            report.error(&["descriptor"], format!("Copy {number}: {held}"), required).mend(
                format!("Set copy {number} to {mended}"),
                issue.with_scales(|scales| scales.copies[number] = mended),
            );
        }
    }
}

/// Descriptors of copies of scale factors.
fn scale_copy(issue: &Issue, report: &mut Report) {
    let (Some(scales), Some(stage)) = (&issue.scales, report.facts.clone()) else {
        return;
    };
    for (number, own) in scales.copies.iter().enumerate() {
        let Some(copy) = stage.copies.get(number) else {
            report.error(
                &["descriptor"],
                format!("Copy {number} has no block: the stage has {}", stage.copies.len()),
                format!("One copy of 32 × 128 bits brings a block of {BLOCK_BYTES} bytes."),
            );
            return;
        };
        let mut judge = |severity, field, wanted: u64, title: &str, text: &str| {
            let mended = own.with(field, wanted);
            let change = issue.with_scales(|scales| scales.copies[number] = mended);
            report
                .add(severity, &["descriptor"], format!("Copy {number} {title}"), text)
                .mend(format!("Set copy {number} to {mended}"), change);
        };
        for field in [FieldId::Swizzle, FieldId::Sbo, FieldId::Start] {
            let [held, wanted] = [*own, copy.descriptor].map(|one| one.get(field));
            if held == wanted {
                continue;
            }
            let [is, needed] = [held, wanted].map(|one| one * u64::from(UNIT_BYTES));
            let (title, text) = match field {
                FieldId::Swizzle => (
                    "reads the block with a swizzle".into(),
                    "A block of scale factors is 32 rows of 16 bytes that follow each other: its mode is none."
                        .into(),
                ),
                FieldId::Sbo => {
                    let what = if is == 0x200 { " It is the distance of blocks." } else { "" };
                    (
                        format!("has SBO {is} bytes, expected {needed}"),
                        format!("Each copy reads one block, whose groups of 8 rows are {needed} bytes apart.{what}"),
                    )
                }
                _ => (
                    format!("starts at 0x{is:x}, expected 0x{needed:x}"),
                    format!(
                        "It goes to column {} and brings the block at that byte.",
                        stage.shape.first_column + copy.column
                    ),
                ),
            };
            judge(Severity::Error, field, wanted, &title, &text);
        }
        let lbo = own.get(FieldId::Lbo) * u64::from(UNIT_BYTES);
        if lbo > UNIT_BYTES.into() {
            let title = format!("has LBO {lbo} bytes, which has no effect");
            let text =
                "Rows of 128 bits have one column of 16 bytes. CuTe writes 1 in the field, DeepGEMM 0.";
            judge(Severity::Note, FieldId::Lbo, 1, &title, text);
        }
    }
}

/// Rows of scale factors that whole blocks round up.
fn scale_rows(issue: &Issue, report: &mut Report) {
    let (Some(scales), Some(stage)) = (&issue.scales, report.facts.clone()) else {
        return;
    };
    let (rows, padded) = (stage.shape.rows, stage.padded_rows());
    let needed = stage.written.bytes();
    let padding =
        if rows == padded { String::new() } else { format!(", with {rows} rows rounded up to {padded}") };
    if let Some(bytes) = scales.stage_bytes.filter(|bytes| *bytes < needed) {
        report.error(
            &["stage-bytes", "mn"],
            format!("A stage of {bytes} bytes is too small for its scale factors: {needed}"),
            format!("Each block of 128 rows and 4 factors has 512 bytes{padding}. The next stage overwrites the last of them."),
        ).mend(format!("Use stages of {needed} bytes"), issue.with_scales(|scales| scales.stage_bytes = Some(needed)));
    } else if rows != padded {
        let columns = stage.readings.first().map_or(0, |one| one.columns.columns_of_word());
        report.note(
            &["mn"],
            format!("{rows} rows of scale factors are rounded up to {padded}"),
            format!("Every four factors of all rows take {columns} columns and {} bytes; the padding is not used.", 4 * padded),
        );
    }
}

/// A load whose lanes are not those that D fills.
fn load_half(issue: &Issue, report: &mut Report) {
    let (Some(load), Some(m)) = (issue.load, issue.m) else {
        return;
    };
    let Ok(paths) = readings(issue.form, issue.sparsity, m) else {
        return;
    };
    let witness = issue.reading.unwrap_or(Witness::usual(What::D));
    let is_half = witness.of(paths).is_some_and(|reading| reading.path.is_half_the_lanes());
    match (is_half, load.lanes() < WARP_LANES) {
        (true, false) => report
            .warning(
                &["shape"],
                format!("{load} reads 32 lanes of each warp, of which D fills 16"),
                format!("D of M = {m} is in half the lanes, 16 rows for each warp: half the threads get what is in the other lanes. The shapes of 16 lanes read D and nothing else."),
            )
            .mend(
                format!("Read by {}", LoadShape::S16x256b),
                Issue { load: Some(LoadShape::S16x256b), ..issue.clone() },
            ),
        (false, true) => _ = report.note(
            &["shape"],
            format!("{load} reads 16 of the 32 lanes of each warp"),
            format!("D of M = {m} fills all 32 lanes of each warp, of which {load} reads 16: a second load, 16 lanes further, reads the others."),
        ),
        _ => {}
    }
}

/// A in tensor memory that is not K-major.
fn a_major(issue: &Issue, report: &mut Report) {
    if issue.a_major == Some(Major::Mn) {
        let text = "A row of A is a lane of tensor memory, its elements of K follow each other in columns. No source has another order.";
        let change = Issue { a_major: Some(Major::K), ..issue.clone() };
        report.warning(&["major"], "A in tensor memory is M-major", text).mend("Write A K-major", change);
    }
}

/// Metadata that no source places.
fn metadata_unknown(issue: &Issue, report: &mut Report) {
    let (Some(kind), Some(m), Sparsity::Sparse) = (issue.kind, issue.m, issue.sparsity) else {
        return;
    };
    let (rows, known) = (m / issue.form.ctas(), 128 * issue.form.ctas());
    if metadata(kind, rows, kind.k(Sparsity::Sparse)).is_err() {
        let finding = report.warning(
            &["m"],
            format!("No source places the metadata of {rows} rows of A"),
            format!("With M = {m} a CTA has {rows} rows; CuTe places metadata of 128. The PTX ISA requires it in the lanes of D, which does not determine where each nibble is."),
        );
        finding.mend(format!("Use M = {known}"), Issue { m: Some(known), ..issue.clone() });
    }
}

// Requirements on the way of scale factors to tensor memory, and whether the hardware or a library sets them.

/// A constraint on scale factors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constraint {
    /// The requirement.
    pub what: &'static str,
    /// Why, and what else would do.
    pub why: String,
    /// The hardware or the library, as its origin.
    pub by: RequiredBy,
    /// The source of the requirement.
    pub source: &'static str,
}

/// The constraints on the scale factors of a stage, those of the hardware first.
///
/// ```
/// use swizzle_lints::tensor_memory::{RequiredBy, constraints_of_scales};
/// use swizzle_view::link::{ScaleShown, form_from_link};
/// let stage = form_from_link::<ScaleShown>("#/scale").shown.stage().unwrap();
/// let all = constraints_of_scales(&stage);
/// let by = |words| all.iter().find(|one| one.what.contains(words)).unwrap().by;
/// assert_eq!(by("lane r mod 32"), RequiredBy::Hardware);
/// assert_eq!(by("MN-major"), RequiredBy::Library);
/// ```
pub fn constraints_of_scales(stage: &ScaleStage) -> Vec<Constraint> {
    use RequiredBy::{Hardware, Library};
    let place = if stage.is_contested() {
        "The PTX ISA asks for a copy in each of the four quarters; for this M and form CuTe has two."
    } else {
        "Each of the four quarters has a copy: the extra mode of 4 in CuTe's layout of SFA. The PTX ISA gives no reason for it."
    };
    let [vector, words, exchanged] = store_wavefronts();
    let all = [
        (
            Hardware,
            "Row r is in lane r mod 32 of a quarter, 4 factors along K in one column",
            place.into(),
            "PTX ISA, scale factors of tcgen05.mma; CuTe's fragments; Triton's TensorMemoryScalesLayout",
        ),
        (
            Hardware,
            "The instruction descriptor of each step has the id of its factors",
            "Bits 29–30 are that of SFA, bits 4–5 that of SFB.".into(),
            "PTX ISA, tcgen05, “Instruction descriptor”",
        ),
        (
            Hardware,
            "512-byte blocks: byte 16 (r mod 32) + 4 (r mod 128 / 32) + kb mod 4",
            "This follows from the copy: 32x128b.warpx4 reads 32 rows of 16 bytes and writes each to 4 columns.".into(),
            "PTX ISA, tcgen05.cp; CUTLASS, Sm1xxBlockScaledConfig; inferred from both",
        ),
        (
            Library,
            "Blocks in a row: K blocks first in the whole tensor, rows first in a stage",
            "Each block has its own copy with its own descriptor, so the copies can read any order.".into(),
            "CUTLASS, tile_atom_to_shape_SFA and deduce_smem_layoutSFA",
        ),
        (
            Library,
            "MN-major scale factors in global memory",
            "DeepGEMM loads them by TMA in boxes of 1 word along K, which have to be contiguous along M or N. \
             No instruction requires that: CUTLASS keeps the 512-byte blocks in global memory."
                .into(),
            "DeepGEMM, issue 289; CUTLASS, Sm1xxBlockScaledConfig",
        ),
        (
            Library,
            "A transpose in shared memory before tcgen05.cp",
            format!(
                "MN-major factors arrive as 128 words of 4 factors, one for each row; the copy needs words r, r + 32, r + 64 and \
                 r + 96 beside each other. Thread t stores its four words at byte 16 t: one st.shared.v4.b32 takes {vector} \
                 wavefronts, four st.shared.b32 take {words}, or {exchanged} where each thread stores word i XOR (t / 8) as its \
                 i-th, as DeepGEMM does. fence.proxy.async follows, because the copy reads through the async proxy. \
                 Factors that are in blocks already need no transpose."
            ),
            "DeepGEMM, utccp_required_smem_warp_transpose, issues 291 and 313; wavefronts as on H200",
        ),
        (
            Library,
            "Rows padded to a multiple of 128",
            "CUTLASS pads those of N = 64 and 192, and shifts the column of every second tile of 64 rows by 2.".into(),
            "CUTLASS, fragments of SFB",
        ),
    ];
    all.map(|(by, what, why, source)| Constraint { what, why, by, source }).into()
}

/// Wavefronts of the stores that transpose 4 × 32 words to 32 × 4: 16 bytes a thread; 4 bytes a thread four times; the same with
/// the words of each thread exchanged.
fn store_wavefronts() -> [u32; 3] {
    let count = |access: Access, byte: &dyn Fn(u32) -> u32| {
        let lanes = std::array::from_fn(|lane| Some(byte(lane as u32)));
        wavefronts_from_lanes(access, &lanes).count()
    };
    let of_words = |word: &dyn Fn(u32, u32) -> u32| {
        let one = |i: u32| count(Access::Store4, &|lane| 16 * lane + 4 * word(lane, i));
        (0..4).map(one).sum()
    };
    [count(Access::Store16, &|lane| 16 * lane), of_words(&|_, i| i), of_words(&|lane, i| i ^ (lane / 8))]
}

// Purposes of loads and copies of tensor memory.

/// How the registers of a load of 32-bit elements reach shared memory, once they are 16-bit pairs: whether `stmatrix` stores them.
pub const fn store_text(shape: LoadShape) -> &'static str {
    match shape {
        LoadShape::S16x256b => {
            "stmatrix.m8n8 takes these registers as they are: converted to 16 bits, registers 2i and 2i + 1 packed are its register i. \
             stmatrix.x4 stores 8 of them, 16 rows × 16 columns; matrices 1 and 3 are rows 8–15."
        }
        LoadShape::S16x128b => {
            "stmatrix.m8n8 takes the registers of 16-bit elements that .pack::16b packs; without it, a thread has every fourth column."
        }
        LoadShape::S32x32b | LoadShape::S16x32bx2 => {
            "Not the registers of stmatrix: each thread has columns of one row. st.shared.v4.b32 stores them, 16 bytes at a time."
        }
        LoadShape::S16x64b => {
            "Not the registers of stmatrix: neighbouring threads have rows 8 apart, those of stmatrix have neighbouring columns of one row."
        }
    }
}

/// Returns the purpose of a `tcgen05.cp`, and how well it is attested. PTX ISA and CuTe define the maps; a purpose is known for
/// `32x128b` alone, those of the others are inferred from maps that are equal.
pub const fn copy_text(shape: CopyShape, multicast: Multicast) -> (&'static str, Mark) {
    match (shape, multicast) {
        (CopyShape::R32x128b, _) => (
            "For scale factors: each of the four quarters of the lanes has a copy of the 32 rows. CUTLASS and DeepGEMM copy them so.",
            Mark::Code,
        ),
        (CopyShape::R64x128b, Multicast::W02x13) => (
            "For A of a pair with M = 128: each CTA has its 64 rows twice, row r in lanes r and r + 64. CUTLASS wraps this copy \
             and does not use it; it copies scale factors with 32x128b.warpx4 for every M.",
            Mark::Inferred,
        ),
        (CopyShape::R64x128b, _) => (
            "For SFB of a pair with M = 128 as in CuTe's fragment: 32 rows in lanes 0–63, twice, and 32 others in lanes 64–127. \
             CUTLASS does not use it: it copies with 32x128b.warpx4.",
            Mark::Inferred,
        ),
        (CopyShape::R4x256b, _) => (
            "For one lane of each quarter: what tcgen05.shift.down leaves free. A comment in CuTe speaks of the last 4 lanes of each \
             quarter, its map is 32 r from the lane of taddr: the map is drawn.",
            Mark::Inferred,
        ),
        (CopyShape::R128x128b | CopyShape::R128x256b, _) => {
            ("For 128 rows of A or D from shared memory: row r in lane r, without copies.", Mark::Inferred)
        }
    }
}

/// Returns the findings of a list of lints, for the tests of the engine.
#[cfg(test)]
pub(crate) fn found(lints: &'static [lint::Lint<Issue>], issue: &Issue) -> Vec<Finding<Issue>> {
    findings_of(lints, issue, facts(issue)).0
}

#[cfg(test)]
mod constraint_tests {
    use super::*;

    /// Computed by hand: 8 threads of 16 bytes fill all 32 banks. With 4 bytes each, the 32 words of one store are in 8 banks,
    /// 4 in each; with word i XOR (t / 8) the four groups of 8 threads are in banks of their own.
    #[test]
    fn the_stores_of_a_transpose_cost_what_their_banks_say() {
        assert_eq!(store_wavefronts(), [4, 16, 4]);
    }
}
