//! The verdict line on a build: whether the tile's instructions read every unit exactly once.

use crate::build::instruction::Instruction;
use crate::build::refusal::{findings_of_build, mends};
use crate::build::sequence::{Coverage, coverage};
use swizzle_core::reader::{Spec, VerdictKind};
use swizzle_infer::spec_from_said;
use swizzle_lints::Severity;
use swizzle_text::{Mend, VerdictLine, grouped};

/// The verdict on the instructions of a tile. If it is [`Wrong`](VerdictKind::Wrong), there are no reads to list and no code to
/// write: no instruction supports the layout, or its reads do not match the tile.
///
/// ```
/// use swizzle_code::build::{Instruction, SaidInstruction, spec_for_building, verdict_of_build};
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_view::shown_from_link;
/// let line = |link| {
///     let spec = spec_for_building(&shown_from_link(link).shown.said, None)?;
///     Ok::<_, swizzle_params::SpecError>(verdict_of_build(&spec, &Instruction::of(&spec, &SaidInstruction::default())))
/// };
/// let right = line("#/wgmma?mn=128&k=64")?;
/// assert_eq!((right.kind, &*right.headline), (VerdictKind::Right, "All 1,024 units are read exactly once (8 reads)"));
/// let beyond = line("#/wgmma?mn=100&k=70")?;
/// assert_eq!((beyond.kind, &*beyond.headline), (VerdictKind::Warning, "380 of 1,280 units read are outside the tile"));
/// assert_eq!(beyond.repairs[0].label, "Round up to 128 × 80");
/// let none = line("#/wgmma?mn=128&k=64&element=f16&swizzle=128B-32B-atom")?;
/// assert_eq!((none.kind, &*none.headline), (VerdictKind::Wrong, "wgmma has no 128B swizzle with 32B atoms"));
/// assert_eq!(none.repairs[0].label, "Use 128B");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn verdict_of_build(spec: &Spec, instruction: &Instruction) -> VerdictLine {
    let (findings, own) = (findings_of_build(spec), instruction.findings(spec));
    let covered = coverage(spec);
    let found = |severity: Severity, kind: VerdictKind| {
        let of_tile = findings.iter().find(|finding| finding.severity == severity);
        let of_tile = of_tile.map(|finding| (finding.title.clone(), mends(spec, finding)));
        let of_instruction = || own.iter().find(|finding| finding.severity == severity);
        let (title, repairs) = of_tile.or_else(|| Some((of_instruction()?.title.clone(), Vec::new())))?;
        Some(VerdictLine::new(kind, title).with_repairs(repairs))
    };
    let missed = || Some(VerdictLine::new(VerdictKind::Wrong, missed_text(covered?)?));
    let beyond = || {
        let beyond = covered.filter(|found| found.beyond > 0)?.beyond;
        let all = grouped(reads(spec) * units_of_read(spec));
        let text = format!("{} of {all} units read are outside the tile", grouped(beyond));
        Some(VerdictLine::new(VerdictKind::Warning, text).with_repairs(round_up(spec).into_iter().collect()))
    };
    let right = || match covered {
        Some(covered) => VerdictLine::new(VerdictKind::Right, once_text(spec, covered)),
        None => VerdictLine::new(VerdictKind::Incomplete, "The tile is too large to count unit by unit"),
    };
    let of_reads = || missed().or_else(beyond);
    let warning = || found(Severity::Warning, VerdictKind::Warning);
    found(Severity::Error, VerdictKind::Wrong).or_else(of_reads).or_else(warning).unwrap_or_else(right)
}

/// The units of the tile that are not read exactly once.
fn missed_text(covered: Coverage) -> Option<String> {
    let Coverage { once, never, again, .. } = covered;
    let all = once + never + again;
    let mut parts = Vec::new();
    if never > 0 {
        parts.push(format!("{} of {} units are never read", grouped(never), grouped(all)));
    }
    if again > 0 {
        parts.push(format!("{} of {} units are read more than once", grouped(again), grouped(all)));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn once_text(spec: &Spec, covered: Coverage) -> String {
    let reads = match reads(spec) {
        1 => "1 read".into(),
        count => format!("{} reads", grouped(count)),
    };
    let each = match spec.tile().stages {
        1 => "",
        _ => " in each stage",
    };
    format!("All {} units are read exactly once ({reads}{each})", grouped(covered.once))
}

/// Reads of one stage.
fn reads(spec: &Spec) -> u32 {
    spec.blocks() * spec.steps()
}

/// Units of 16 bytes in one read.
fn units_of_read(spec: &Spec) -> u32 {
    let (along, across) = spec.read_extent().along_and_across(spec.tile().major);
    along.div_ceil(spec.tile().element.per_unit()) * across
}

/// The tile rounded up to the reads that cover it, if it is then read exactly once.
fn round_up(spec: &Spec) -> Option<Mend> {
    let (read, tile) = (spec.read_extent(), spec.window());
    let mut said = *spec.said();
    let (mn, k) = (tile.mn.next_multiple_of(read.mn), tile.k.next_multiple_of(read.k));
    (said.tile.mn, said.tile.k) = (Some(mn), Some(k));
    let rounded = spec_from_said(&said).ok()?;
    let is_exact = coverage(&rounded).is_some_and(Coverage::is_exact);
    is_exact.then(|| Mend::new(format!("Round up to {mn} × {k}"), said))
}
