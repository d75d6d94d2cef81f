//! The verdict line on a build: whether the tile's instructions read every unit exactly once.

use crate::build::instruction::Instruction;
use crate::build::refusal::{findings_of_build, first};
use crate::build::sequence::{Coverage, coverage, units};
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
    let found = |severity: Severity, kind: VerdictKind| {
        let found = first(spec, (&findings, &own), severity)?;
        Some(VerdictLine::new(kind, found.title).with_repairs(found.repairs))
    };
    if let Some(wrong) = found(Severity::Error, VerdictKind::Wrong) {
        return wrong;
    }
    let warning = || found(Severity::Warning, VerdictKind::Warning);
    let Some(covered) = coverage(spec) else {
        let text = "The tile is too large to count unit by unit";
        return warning().unwrap_or_else(|| VerdictLine::new(VerdictKind::Incomplete, text));
    };
    if let Some(text) = missed_text(covered) {
        return VerdictLine::new(VerdictKind::Wrong, text);
    }
    if covered.beyond > 0 {
        let (along, across) = units(spec, spec.read_extent());
        let all = grouped(reads(spec) * along * across);
        let text = format!("{} of {all} units read are outside the tile", grouped(covered.beyond));
        let line = VerdictLine::new(VerdictKind::Warning, text);
        return line.with_repairs(round_up(spec).into_iter().collect());
    }
    warning().unwrap_or_else(|| VerdictLine::new(VerdictKind::Right, once_text(spec, covered)))
}

/// The units of the tile that are not read exactly once.
fn missed_text(covered: Coverage) -> Option<String> {
    let Coverage { once, never, again, .. } = covered;
    let all = once + never + again;
    let part = |(count, what): (u32, &str)| {
        (count > 0).then(|| format!("{} of {} units are {what}", grouped(count), grouped(all)))
    };
    let parts = [(never, "never read"), (again, "read more than once")].into_iter().filter_map(part);
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn once_text(spec: &Spec, covered: Coverage) -> String {
    let reads = match reads(spec) {
        1 => "1 read".into(),
        count => format!("{} reads", grouped(count)),
    };
    let each = if spec.tile().stages == 1 { "" } else { " in each stage" };
    format!("All {} units are read exactly once ({reads}{each})", grouped(covered.once))
}

/// Reads of one stage.
fn reads(spec: &Spec) -> u32 {
    spec.blocks() * spec.steps()
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
