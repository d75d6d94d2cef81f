//! All findings of a kernel, each at its line, and the verdicts.

use super::*;
use crate::{
    instruction::{InstructionValues, InstructionWord, findings_from_values, findings_from_word},
    kernel::{
        alike::said_once,
        facts::{Sources, facts, facts_of_parts},
        part::{
            Feed, FoundOfParts, Holds, Part, checked, instructions::chip_bits, parts, row::STAGE_UNKNOWN,
        },
        product::{HeldMatrix, ProductReport},
        read::row,
        shared_map::{SharedMap, shared_map},
        walks::walks,
    },
};
use swizzle_ptx::module::Module;

/// Results of a walk for one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperandReport {
    /// The number of its walk in the kernel.
    pub walk: usize,
    /// Bytes from the read before; of the first read, to the next.
    pub step: Option<i64>,
    /// The verdict on this read, and on what fills the bytes that it reads.
    pub verdict: VerdictKind,
    /// The verdict on the read alone: what fills its bytes can be wrong or unknown of a read that is right by itself.
    pub alone: VerdictKind,
    /// Bytes from stage to stage at which it is filled, where it is read at another distance.
    pub filled_apart: Option<u64>,
    /// Bytes of a row, where copies fill it with rows that are not swizzled and another mode is read.
    pub plain_row: Option<u64>,
}

/// The report on a kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelReport {
    /// The findings: errors first, then warnings, each in the order of the lines.
    pub findings: Vec<Finding<()>>,
    /// A and B of each instruction, where a descriptor reads them.
    pub operands: Vec<[Option<OperandReport>; 2]>,
    /// The walks, as [`OperandReport::walk`] numbers them.
    pub walks: Vec<KernelWalk>,
    /// The verdict on the kernel.
    pub verdict: VerdictKind,
    /// The map of shared memory.
    pub shared: SharedMap,
    /// Checks around the instructions that found no fault.
    pub checked: Vec<Checked>,
    /// The facts that its operands rest on.
    pub facts: Vec<Fact>,
    /// A, B and D of each instruction that multiplies registers, in the order of its lines.
    pub products: Vec<ProductReport>,
    /// The matrices that these find in shared memory at the end of the block.
    pub matrices: Vec<HeldMatrix>,
}

/// Judges a kernel of a module by itself.
pub fn judge<'a>(module: &Module<'a>, kernel: &Kernel<'a>) -> KernelReport {
    if let Some(run) = &kernel.run {
        return product::judge(kernel, run);
    }
    let mut findings = instructions(kernel);
    // The instruction descriptor of sm_107 has fields that no table here has: what they contradict is not wrong.
    let is_newer = kernel.target.is_some_and(|target| target.starts_with("sm_107"));
    let of_words = findings.len();
    findings.retain(|one| !is_newer || one.severity == Severity::Note);
    let has_unknown_bits = findings.len() < of_words;
    let mut operands = vec![[None; 2]; kernel.mmas.len()];
    let all = walks(kernel);
    let shared = shared_map(kernel, &all);
    let (mut parts, unfilled) = parts(kernel, &all, &shared);
    if parts.iter().any(|part| part.is_of_extents) {
        let strayed = strayed(&all);
        // What does not fit such a read is reported with the read.
        let is_of_strayed = |part: &Part| part.readers.iter().any(|one| strayed.contains(one));
        parts.retain(|part| !part.is_of_extents || !is_of_strayed(part));
    }
    let of_parts = FoundOfParts::of(&parts);
    findings.extend(of_parts.findings.iter().map(|(_, finding)| finding.clone()));
    for (number, KernelWalk { mmas: group, walk }) in all.iter().enumerate() {
        let feed = |index: usize| of_parts.feeds.get(&(index, walk.side));
        let found = group.iter().enumerate().map(|(at, index)| {
            let walk = walk.clone();
            let mut found = findings_from_read(&OperandRead { walk, at });
            found.retain(|one| feed(*index).is_none_or(|feed| !feed.silences(one)));
            found
        });
        let found: Vec<Vec<Finding<()>>> = found.collect();
        let alike = said_of_alike(walk, &found);
        let is_silent = found.iter().all(Vec::is_empty);
        for ((at, index), found) in group.iter().enumerate().zip(found) {
            let mma = &kernel.mmas[*index];
            let own = found.iter().map(|finding| finding.severity);
            let worst = own.chain(alike.get(&walk.geometry(at)).copied()).min();
            let is_dense = walk.cover.is_some_and(|cover| cover.is_dense);
            // TMA swizzles by absolute addresses; where the pattern of another producer begins is told only by the base offset.
            let wanted = match walk.phase(at) {
                Some(phase) if !kernel.has_tma => phase,
                Some(_) | None => 0,
            };
            let is_phased = walk.geometry(at).base == Some(wanted);
            let is_told = walk.fit.is_confirmed
                && walk.fit.expected[at].is_some()
                && is_dense
                && is_phased
                && walk.is_resolved(at)
                && walk.reads[at].address == Address::Whole;
            let feed = feed(*index);
            let of_feed = feed.and_then(Feed::severity);
            let is_fed = is_told && !unfilled.leaves_open && !unfilled.walks.contains(&number);
            operands[*index][walk.side as usize] = Some(OperandReport {
                walk: number,
                step: step(kernel, group, at, walk.side),
                verdict: verdict(worst.into_iter().chain(of_feed).min(), is_fed),
                alone: verdict(worst, is_told),
                filled_apart: feed.and_then(|feed| feed.filled_apart),
                plain_row: feed.and_then(|feed| feed.plain_row),
            });
            let operand = Some(Letter::of(walk.side));
            findings.extend(found.into_iter().map(|one| one.in_line((mma.line, mma.loc), operand)));
        }
        let is_told = |index: &usize| {
            let report = operands[*index][walk.side as usize];
            report.is_none_or(|report| report.alone != VerdictKind::Incomplete)
        };
        // An operand with the verdict incomplete gets a finding that says so, for any reason.
        if let Some(index) = group
            .iter()
            .find(|index| !is_told(index))
            .filter(|_| is_silent && !unfilled.walks.contains(&number))
        {
            let mma = &kernel.mmas[*index];
            findings.push(unplaced((mma.line, mma.loc), walk.side));
        }
    }
    let (of_block, is_all_followed) = followed(module, kernel, &mut findings, &mut operands);
    // What both operands say of one line, such as that they are exchanged, is said once.
    let mut said = HashSet::new();
    findings.retain(|one| said.insert((one.line, one.id, one.title.clone(), one.text.clone())));
    findings.sort_by_key(|finding| {
        let of_all = finding.operand.is_none();
        (finding.severity, finding.line, of_all, finding.operand)
    });
    let mut findings = said_once(findings);
    let worst = findings.iter().map(|finding| finding.severity).min();
    let errors = findings.iter().filter(|one| one.severity == Severity::Error);
    let wrong = errors.filter_map(|one| one.operand).collect();
    let mut facts = facts(&Sources {
        kernel,
        walks: &all,
        operands: &operands,
        parts: &of_parts,
        all_parts: &parts,
        unfilled: &unfilled,
        findings: &findings,
        has_unknown_bits,
    });
    // Turns of a loop are carried out as far as elements tell them; whether they are all of K is a fact of their numbers.
    let is_of_turns = |fact: &Fact| fact.kind == FactKind::Results;
    facts.retain(|fact| !is_all_followed || fact.state != FactState::NotFollowed || is_of_turns(fact));
    facts.extend(facts_of_parts(&of_block, |part| part.findings.first()));
    let is_followed = facts.iter().all(|fact| fact.state != FactState::NotFollowed);
    let is_open_said = findings.iter().any(|one| one.is(Tag::NotFollowed));
    findings.extend((!is_open_said).then(|| not_followed(kernel, &facts)).flatten());
    let read = operands.iter().flatten().flatten();
    let is_told =
        read.clone().all(|one| one.verdict == VerdictKind::Right) && read.count() > 0 && is_followed;
    KernelReport {
        findings,
        operands,
        walks: all,
        verdict: verdict(worst, is_told),
        shared,
        checked: checked(of_parts.right.into_iter(), &wrong),
        facts,
        products: Vec::new(),
        matrices: Vec::new(),
    }
}

/// What a block does with operands that are not wrong, as far as it was followed, and whether each element was, from global memory
/// to its result: that tells what the text alone leaves open.
fn followed<'a>(
    module: &Module<'a>,
    kernel: &Kernel<'a>,
    findings: &mut Vec<Finding<()>>,
    operands: &mut [[Option<OperandReport>; 2]],
) -> (Vec<Part>, bool) {
    // What an operand that is wrong leads to is no fault of its own.
    let is_quiet = kernel.cut.is_none() && findings.iter().all(|one| one.severity == Severity::Note);
    let run = if is_quiet { kernel.in_block(module) } else { None };
    let parts = run.map_or_else(Vec::new, |run| product::of_block(kernel, &run));
    let is_all = !parts.is_empty() && parts.iter().all(|part| matches!(part.holds, Holds::Checked(_)));
    if is_all {
        let verdicts = operands.iter_mut().flatten().flatten();
        let open = verdicts.flat_map(|one| [&mut one.verdict, &mut one.alone]);
        open.filter(|one| **one == VerdictKind::Incomplete).for_each(|one| *one = VerdictKind::Right);
        findings.retain(|one| !one.is(Tag::NotFollowed) && one.id != STAGE_UNKNOWN.lint.id);
    }
    findings.extend(parts.iter().flat_map(Part::found));
    (parts, is_all)
}

/// The lints that tell reads that are unlike the others of their walk.
static STRAYS: [Lint<OperandRead>; 2] = [row::walk_start, row::walk_fields];

/// The operands of walks of which a read does not start where the others lead to.
fn strayed(walks: &[KernelWalk]) -> HashSet<(usize, Operand)> {
    let has_strayed = |one: &&KernelWalk| {
        (0..one.mmas.len()).any(|at| {
            let walk = one.walk.clone();
            !findings_of(&STRAYS, &OperandRead { walk, at }, ()).0.is_empty()
        })
    };
    let of = |one: &KernelWalk| {
        let side = one.walk.side;
        one.mmas.clone().into_iter().map(move |index| (index, side))
    };
    walks.iter().filter(has_strayed).flat_map(of).collect()
}

/// Returns the note on reads whose fields are known but whose place the text does not tell.
fn unplaced(place: (u32, u32), side: Operand) -> Finding<()> {
    let letter = Letter::of(side);
    let finding = row::unresolved.finding(
        Severity::Note,
        &[],
        format!("{}: the text does not say where its reads belong", letter.name()),
        "Mode and strides are known, but not where the tile begins, or how the reads follow one another. No read can be called right.",
    );
    Finding { whose: Whose::Own(FactKind::Walk), ..finding.in_line(place, Some(letter)) }
}

/// Facts that are not followed and named in one note.
const OPEN_MAX: usize = 6;

/// Returns the note on what the text tells and is not followed; none where all is.
pub(super) fn not_followed(kernel: &Kernel<'_>, facts: &[Fact]) -> Option<Finding<()>> {
    let mut open = facts.iter().filter(|fact| fact.state == FactState::NotFollowed);
    let first = open.next()?;
    let others: Vec<&str> = open.map(|fact| &*fact.words).collect();
    let text = match others[..] {
        [] => String::new(),
        [.., _] if others.len() > OPEN_MAX => {
            let more = others.len() - OPEN_MAX;
            format!("Not followed either: {}; and {more} more.", others[..OPEN_MAX].join("; "))
        }
        _ => format!("Not followed either: {}.", others.join("; ")),
    };
    let line = first.lines.first().copied().or(Some(kernel.line()))?;
    let events = kernel.events.iter().map(|event| (event.line, event.loc));
    let mut places = events.chain(kernel.mmas.iter().map(|mma| (mma.line, mma.loc)));
    let place = places.find(|(at, _)| *at == line).unwrap_or((line, 0));
    let title = format!("not followed: {}", first.words);
    let finding = row::unresolved.finding(Severity::Note, &[], title, text);
    Some(Finding { whose: Whose::Own(first.kind), ..finding.in_line(place, None) })
}

/// Returns the worst severity that is reported once for reads with the same geometry: it holds for each of them.
fn said_of_alike(walk: &Walk, found: &[Vec<Finding<()>>]) -> HashMap<Geometry, Severity> {
    let mut alike = HashMap::new();
    for (at, found) in found.iter().enumerate() {
        let once = found.iter().filter(|finding| finding.is(Tag::SaidOnce));
        if let Some(worst) = once.map(|finding| finding.severity).min() {
            let severity = alike.entry(walk.geometry(at)).or_insert(worst);
            *severity = worst.min(*severity);
        }
    }
    alike
}

pub(super) fn verdict(worst: Option<Severity>, is_told: bool) -> VerdictKind {
    let otherwise = if is_told { VerdictKind::Right } else { VerdictKind::Incomplete };
    worst.and_then(Severity::verdict).unwrap_or(otherwise)
}

/// The bytes from the read before to this one; to the next from the first; of a single read in a loop, from turn to turn.
fn step(kernel: &Kernel<'_>, group: &[usize], at: usize, side: Operand) -> Option<i64> {
    let start = |at: usize| kernel.start(*group.get(at)?, side);
    match at {
        0 if group.len() == 1 => kernel.mmas[group[0]].turns[side as usize],
        0 => start(0)?.ahead(start(1)?, kernel.address_bits),
        _ => start(at - 1)?.ahead(start(at)?, kernel.address_bits),
    }
}

/// Returns the findings on the instructions by themselves, each kind of instruction once.
fn instructions(kernel: &Kernel<'_>) -> Vec<Finding<()>> {
    let mut findings = Vec::new();
    let mut seen = HashSet::new();
    for mma in &kernel.mmas {
        let bits = mma.idesc.map(|idesc| (idesc.known.mask, idesc.known.bits));
        if !seen.insert((mma.opcode, bits, mma.majors)) {
            continue;
        }
        let found = of_instruction(kernel, mma).into_iter();
        findings.extend(found.map(|one| one.with_repairs(drop).in_line((mma.line, mma.loc), None)));
    }
    findings
}

/// Fields of an instruction descriptor without which no check is possible.
const NEEDED: [Id; 8] = [Id::A, Id::B, Id::D, Id::M, Id::N, Id::TransposeA, Id::TransposeB, Id::Sparse];

fn of_instruction(kernel: &Kernel<'_>, mma: &Mma<'_>) -> Vec<Finding<InstructionDescriptor>> {
    if let Some(idesc) = mma.idesc {
        if !idesc.has(idesc.mask(&NEEDED)) {
            return Vec::new();
        }
        return findings_from_word(&InstructionWord {
            idesc: InstructionDescriptor::new(
                idesc.lowest.kind(),
                idesc.lowest.raw() & !chip_bits(kernel, mma),
            ),
            form: mma.name.form,
            spec: None,
            of_pair: None,
        });
    }
    let (Some([m, n, _]), [Some(a), Some(b)], Some(d)) =
        (mma.name.shape, mma.name.types, mma.name.accumulator)
    else {
        return Vec::new();
    };
    let major = |side: Operand| mma.majors[side as usize].unwrap_or(Major::K);
    let fields = InstructionFields {
        a,
        b,
        d,
        m,
        n,
        a_major: major(Operand::A),
        b_major: major(Operand::B),
        sparsity: mma.name.sparsity,
        is_k_96: false,
    };
    let tile = if matches!(mma.operands[0], Held::Descriptor(..)) { Operand::A } else { Operand::B };
    findings_from_values(&InstructionValues { kind: None, fields, tile })
}
