//! The verdict on what is built from a tile: whether its instructions read every unit once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::build::instruction::Instruction;
use crate::build::sequence::{Coverage, coverage};
use crate::hardware::Named as _;
use crate::reader::{Spec, VerdictKind};
use crate::rules::{Finding, Repair, Severity, findings_from_spec};
use crate::words::{Mend, VerdictLine, grouped};

/// The verdict on the instructions of a tile. Where it is [`Wrong`](VerdictKind::Wrong) there are no reads to list and there is
/// no code to write: no instruction takes the layout, or its reads are not the tile.
///
/// ```
/// use swizzle_core::build::{Instruction, SaidInstruction, spec_for_building, verdict_of_build};
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_core::shown_from_link;
/// let line = |link| {
///     let spec = spec_for_building(&shown_from_link(link).shown.said)?;
///     Ok::<_, swizzle_core::SpecError>(verdict_of_build(&spec, &Instruction::of(&spec, &SaidInstruction::default())))
/// };
/// let right = line("#/wgmma?mn=128&k=64")?;
/// assert_eq!((right.kind, &*right.headline), (VerdictKind::Right, "All 1,024 units are read exactly once (8 reads)"));
/// let beyond = line("#/wgmma?mn=100&k=70")?;
/// assert_eq!((beyond.kind, &*beyond.headline), (VerdictKind::Warning, "380 of 1,280 reads fall outside the tile"));
/// assert_eq!(beyond.repairs[0].label, "Round up to 128 × 80");
/// let none = line("#/wgmma?mn=128&k=64&element=f16&swizzle=128B-32B-atom")?;
/// assert_eq!((none.kind, &*none.headline), (VerdictKind::Wrong, "wgmma has no 128B swizzle with 32B atoms"));
/// assert_eq!(none.repairs[0].label, "Use 128B");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn verdict_of_build(spec: &Spec, instruction: &Instruction) -> VerdictLine {
    let findings = findings_of_whole(spec);
    let of = |severity: Severity| findings.iter().find(move |at| at.severity == severity);
    let faults = instruction.faults(spec);
    let fault_of = |severity: Severity| {
        let fault = faults.iter().find(|fault| fault.severity == severity);
        fault.map(|fault| fault.title.clone())
    };
    let covered = coverage(spec);
    if let Some(error) = of(Severity::Error) {
        return of_finding(spec, VerdictKind::Wrong, error);
    }
    if let Some(error) = fault_of(Severity::Error) {
        return VerdictLine::new(VerdictKind::Wrong, error);
    }
    if let Some(missed) = covered.and_then(missed_text) {
        return VerdictLine::new(VerdictKind::Wrong, missed);
    }
    if let Some(beyond) = covered.filter(|found| found.beyond > 0) {
        let text = format!(
            "{} of {} reads fall outside the tile",
            grouped(beyond.beyond),
            grouped(reads(spec) * units_of_read(spec))
        );
        return VerdictLine::new(VerdictKind::Warning, text)
            .with_repairs(round_up(spec).into_iter().collect());
    }
    if let Some(warning) = of(Severity::Warning) {
        return of_finding(spec, VerdictKind::Warning, warning);
    }
    if let Some(warning) = fault_of(Severity::Warning) {
        return VerdictLine::new(VerdictKind::Warning, warning);
    }
    match covered {
        Some(covered) => VerdictLine::new(VerdictKind::Right, once_text(spec, covered)),
        None => VerdictLine::new(
            VerdictKind::Incomplete,
            "The tile is too large to be counted unit by unit",
        ),
    }
}

/// What the rules find of the tile as it is built. All of it is meant, whoever said it: nothing is taken back as an assumption.
/// What is mended is what was said.
fn findings_of_whole(spec: &Spec) -> Vec<Finding> {
    let (tile, reader, mut said) = (spec.tile(), spec.reader(), *spec.said());
    said.tile.element = Some(tile.element);
    said.tile.major = Some(tile.major);
    said.tile.swizzle = Some(tile.swizzle);
    (said.tile.mn, said.tile.k) = (Some(tile.mn), Some(tile.k));
    said.tile.order = Some(tile.order);
    said.reader.operand = Some(reader.operand);
    said.reader.sparsity = Some(reader.sparsity);
    let own = findings_from_spec(spec);
    let Ok(whole) = Spec::new(&said) else {
        return own;
    };
    let mut findings = findings_from_spec(&whole);
    for finding in &mut findings {
        let same = |other: &&Finding| (other.rule, &other.title) == (finding.rule, &finding.title);
        if let Some(other) = own.iter().find(same) {
            finding.repairs = other.repairs.clone();
        }
    }
    findings
}

fn of_finding(spec: &Spec, kind: VerdictKind, finding: &Finding) -> VerdictLine {
    let was = spec.said();
    let mend = |repair: &Repair| {
        let mut only_mode = *was;
        only_mode.tile.swizzle = repair.said.tile.swizzle;
        Mend {
            label: match repair.said.tile.swizzle {
                Some(mode) if only_mode == repair.said => format!("Use {}", mode.name()),
                _ => repair.label.clone(),
            },
            change: repair.said,
        }
    };
    VerdictLine::new(kind, finding.title.clone())
        .with_repairs(finding.repairs.iter().take(1).map(mend).collect())
}

/// What of the tile is not read once.
fn missed_text(covered: Coverage) -> Option<String> {
    let Coverage {
        once, never, again, ..
    } = covered;
    let all = once + never + again;
    let mut parts = Vec::new();
    if never > 0 {
        parts.push(format!(
            "{} of {} units are never read",
            grouped(never),
            grouped(all)
        ));
    }
    if again > 0 {
        parts.push(format!(
            "{} of {} units are read more than once",
            grouped(again),
            grouped(all)
        ));
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
    format!(
        "All {} units are read exactly once ({reads}{each})",
        grouped(covered.once)
    )
}

/// Reads of one stage.
fn reads(spec: &Spec) -> u32 {
    spec.blocks() * spec.steps()
}

/// Units of 16 bytes that one of them takes.
fn units_of_read(spec: &Spec) -> u32 {
    let (along, across) = spec.read_extent().along_and_across(spec.tile().major);
    along.div_ceil(spec.tile().element.per_unit()) * across
}

/// The tile as large as the reads that cover it, if that is read exactly once.
fn round_up(spec: &Spec) -> Option<Mend> {
    let (read, tile) = (spec.read_extent(), spec.window());
    let mut said = *spec.said();
    let (mn, k) = (
        tile.mn.next_multiple_of(read.mn),
        tile.k.next_multiple_of(read.k),
    );
    (said.tile.mn, said.tile.k) = (Some(mn), Some(k));
    let rounded = Spec::new(&said).ok()?;
    let is_exact = coverage(&rounded).is_some_and(Coverage::is_exact);
    is_exact.then(|| Mend {
        label: format!("Round up to {mn} × {k}"),
        change: said,
    })
}
