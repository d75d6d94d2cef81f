//! Lints on a matrix descriptor and the tile that it reads.

use crate::{
    matrix::{candidate::*, cause::*, fields::*, forms::*, stages::*, starts::*, strides::*},
    prelude::*,
};
mod candidate;
mod cause;
mod fields;
mod forms;
mod stages;
mod starts;
mod strides;

use cause::{
    explained as advance, explained as other_stride, explained as pointer, explained as slice,
    explained as swapped,
};
pub(crate) use fields::ZERO_IN_46;
pub use stages::finding_from_sequence;
pub(crate) use strides::stride_too_small;

lints! {
    /// The lints on a matrix descriptor, in the order in which findings of one severity are shown: guesses at the intention come before
    /// the facts that they explain.
    LINTS: Spec;

    halves "halves" Likely: "the descriptor tables of both architectures; that the halves were swapped is a guess";
    operand_form "operand-form" Stated on ["element", "major"] is [OfTile, OfForm]: "PTX ISA, wgmma matrix shapes and “imm-trans”; tcgen05 transpose and swizzle tables";
    chip "chip" InCode on ["element", "arch"] is [OfForm]: "ptxas 13.5";
    alignment "alignment" Stated: "PTX ISA, matrix-descriptor-encode; tcgen05 shared memory descriptor";
    field_range "field-range" Stated on ["mn", "k", "order"]: "PTX ISA, matrix-descriptor-encode";
    base_offset "base-offset" Measured on ["pattern"]: "PTX ISA, “Matrix Descriptor Format”; the subtraction was measured on H200";
    plain_rows "plain-rows" Likely on [THE_READ] by ["halves"]: "PTX ISA, “Canonical Layouts”: without swizzle, 8 rows of 16 bytes are contiguous; a guess from public reports";
    pointer "pointer" Likely by ["halves", "plain-rows"]: "PTX ISA, matrix-descriptor-encode: (x & 0x3FFFF) >> 4; that a pointer was not masked is a guess";
    units "units" Likely on [THE_READ] by ["halves", "plain-rows", "pointer"]: "PTX ISA, matrix-descriptor-encode: fields count units of 16 bytes; a guess from public reports";
    swapped "swapped" Likely on [THE_READ]: "PTX ISA, “Canonical Layouts”, measured on H200; that they were swapped is a guess",
        silenced_by: &[GUESSES_FIRST];
    swizzle_code "swizzle-code" Likely on [THE_READ]: "the descriptor tables of both architectures; that the other's code was written is a guess",
        silenced_by: &[
            Silencer::by(&["halves", "plain-rows", "pointer", "units", "swapped"]),
            Silencer::by(&["base-offset", "operand-form"]).on(&[FieldId::Swizzle, FieldId::BaseOffset]),
        ];
    slice "slice" Likely on [THE_READ]: "PTX ISA, “Canonical Layouts”; that the strides are a slice's is a guess",
        silenced_by: &[GUESSES_FIRST];
    other_stride "other-stride" Likely on [THE_READ]: "PTX ISA, “Canonical Layouts”; that the strides are packed for another tile is a guess",
        silenced_by: &[GUESSES_FIRST];
    advance "advance" Likely on ["element", "major", "mn", "k"] is [OfAdvance]: "the address law, measured on H200; that K was advanced this way is a guess from public reports", silenced_by: &[GUESSES_FIRST];
    overlap "overlap" Derived on [THE_READ]: "arithmetic on the canonical layout",
        silenced_by: &[Silencer::by_guesses().on(STRIDES_AND_MODE)];
    phase "phase" Measured on ["element", "major"]: "measured on H200: the XOR is on the absolute address, after the strides are added", silenced_by: &[Silencer::by_guesses(), OF_STRIDES];
    gaps "gaps" Derived: "arithmetic on the canonical layout, as measured on H200", silenced_by: OF_LBO;
    operand "operand" Stated: "PTX ISA, “Matrix Shape”: an instruction reads other rows of A than of B";
    sequence "sequence" Derived on ["element", "major", "operand", "mn", "k", "swizzle", "order", "lbo_bytes", "sbo_bytes"] is [OfSequence]: "the address law, measured on H200: each step, block and stage starts at the address of its first element";
    absolute_lbo "absolute-lbo" Stated on ["element", "major", "k"]: "PTX ISA, tcgen05, “Restrictions on the Leading Dimension Absolute Address Stride”",
        // If the chip lacks the mode, its use does not matter.
        silenced_by: &[Silencer::by(&["chip"]).on(&[FieldId::LboMode])];
    memory_end "memory-end" Derived on ["element", "major", "mn"]: "CUDA Programming Guide, compute capabilities 9.0 and 10.0: 227 KiB a block, 1 KiB reserved";
    ring "ring" Derived on ["swizzle", "stage_bytes"] is [OfTile, OfStages]: "the XOR applies to absolute addresses, measured on H200; PTX ISA, cp.async.bulk.tensor: the destination is a multiple of 128";
    inside_atom "inside-atom" Derived on ["pattern"]: "measured on H200: a read continues linearly past the end of its row; no swizzled CuTe descriptor starts this way",
        silenced_by: &[Silencer::by(&["advance", "alignment", "base-offset", "field-range", "halves", "memory-end", "operand-form", "plain-rows", "ring", "swizzle-code", "units"])
            .on(&[FieldId::Start, FieldId::BaseOffset, FieldId::Swizzle])];
    meant "meant" Derived on [THE_READ]: "arithmetic on the canonical layout, as measured on H200",
        silenced_by: &[Silencer::by_all().on(EXPLAINED)];
    stray_bits "stray-bits" Stated: "the descriptor tables of both architectures", silenced_by: &[Silencer::by_guesses().on_same_field()];
    extent "extent" Stated on ["element", "operand", "mn", "k"]: "PTX ISA, matrix shapes of wgmma and tcgen05.mma";
    copy "copy" Stated on ["element", "mn", "k", "shape"]: "PTX ISA, tcgen05.cp: shapes; not run on hardware";
    no_effect "no-effect" Derived on ["element", "major", "mn"]: "the address law: every unit compared";
    sparse "sparse" Stated: "PTX ISA, wgmma.mma_async.sp and tcgen05.mma.sp, “Sparse matrix storage”";
}

/// A report on a matrix descriptor.
type Report = lint::Report<Spec>;

/// The mismatch itself, among what findings depend on: all values for which an alternative would make the read correct.
const THE_READ: &str = "read";

/// A mistake that explains the start or the strides, and therefore anything else that is wrong with them.
const GUESSES_FIRST: Silencer = Silencer::by(&["halves", "plain-rows", "units"]);

/// Results that the lints on a matrix descriptor share.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Counts of the place's read compared with the tile.
    tally: Tally,
    /// The first element that is read from another address.
    first: Option<Difference>,
    /// The mistakes that explain it, the most likely first.
    causes: Rc<[Explanation]>,
    /// Alternative values for which the read would be correct.
    others: Vec<Other>,
}

impl Subject for Spec {
    type Field = FieldId;
    type Change = Changed;
    type Facts = Facts;
}

/// Everything the lints find, errors first.
///
/// ```
/// use swizzle_core::{Element, Major, Said, SaidTile};
/// use swizzle_lints::{Severity, findings_from_spec};
/// use swizzle_infer::spec_from_said;
/// let params = Said { tile: SaidTile { element: Some(Element::Tf32), major: Some(Major::Mn), ..SaidTile::default() }, ..Said::default() };
/// let findings = findings_from_spec(&spec_from_said(&params)?);
/// assert_eq!((findings[0].id, findings[0].severity), ("operand-form", Severity::Error));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn findings_from_spec(spec: &Spec) -> Vec<Finding> {
    findings_of(LINTS, spec)
}

/// The findings of a list of lints.
pub(crate) fn findings_of(lints: &'static [Lint<Spec>], spec: &Spec) -> Vec<Finding> {
    let found = ReadAgainstTile::of(spec, spec.place());
    let (mut findings, facts) = report(lints, spec, &found).into_parts();
    for finding in &mut findings {
        complete(finding, spec, &facts);
    }
    keep_what_mends(spec, &mut findings, lints);
    findings.sort_by_key(|finding| finding.severity);
    name_what_follows(&mut findings, lints);
    findings
}

/// What the descriptor reads at its own place.
fn own_read(spec: &Spec) -> Layout {
    spec.read(spec.place())
}

/// Returns the report of lints, given the read's comparison with the tile, before it is completed.
fn report(lints: &'static [Lint<Spec>], spec: &Spec, found: &ReadAgainstTile) -> Report {
    let facts = Facts {
        tally: found.tally(),
        first: found.first(),
        causes: causes(spec).into(),
        others: others(spec, found.tally()),
    };
    Report::of(lints, spec, facts)
}

/// Fields that determine what is read.
const READ: Fields =
    Fields::Matrix(&[FieldId::Start, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::Swizzle]);

/// Completes a finding with what it depends on, the bits of its fields and a cell that is read incorrectly.
fn complete(finding: &mut Finding, spec: &Spec, facts: &Facts) {
    if finding.assumes == [THE_READ] {
        finding.assumes = facts.others.iter().map(|other| other.name).collect();
    }
    finding.assumes.retain(|name| is_assumed(spec, name));
    rest_on_what_it_assumes(finding, spec, &facts.others);
    if finding.bits == 0 {
        finding.bits = bits(spec, finding.fields.of_matrix());
    }
    // An element that is read incorrectly shows most problems.
    let is_of_the_read = finding.severity != Severity::Note && finding.fields.has_any(READ);
    if finding.cells.is_empty() && is_of_the_read {
        finding.cells.extend(facts.first.map(|first| first.coord));
    }
}

/// Downgrades a finding that depends on inferred values to a warning, names them, and offers to specify them.
fn rest_on_what_it_assumes(finding: &mut Finding, spec: &Spec, others: &[Other]) {
    if finding.severity == Severity::Note {
        return;
    }
    let Some(text) = assumption_text(spec, &finding.assumes) else {
        return;
    };
    finding.severity = Severity::Warning;
    finding.text.push(' ');
    finding.text.push_str(&text);
    let as_it_is = saying(spec, &finding.assumes);
    let others = others.iter().filter(|other| finding.assumes.contains(&other.name));
    let offers = as_it_is.into_iter().chain(others.map(|other| other.offer.clone()));
    finding.offers.extend(offers);
}

fn is_assumed(spec: &Spec, name: &str) -> bool {
    param_of_key(name).is_some_and(|param| !param.is_said(spec))
}

fn bits(spec: &Spec, fields: &[FieldId]) -> u64 {
    let masks =
        fields.iter().filter_map(|id| Descriptor::field(spec.reader().chip, *id)).map(|field| field.mask());
    masks.fold(0, |bits, mask| bits | mask)
}
