//! The facts that the operands of a kernel rest on, each checked, wrong or not followed: a kernel is right if all are checked.

use super::*;
use crate::kernel::part::instructions::shared;
use crate::kernel::part::{FoundOfParts, Holds, Part, Unfilled};

swizzle_core::named! {
    /// Whether a fact holds.
    pub enum FactState "state of a fact" {
        /// It was compared, and differs.
        Wrong => "wrong",
        /// The text does not tell it, or it is not followed.
        NotFollowed => "not followed",
        /// It was compared, and holds.
        Checked => "checked",
    }
}

/// A fact that operands rest on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub kind: FactKind,
    /// Whether it holds.
    pub state: FactState,
    /// The operand that it is about.
    pub operand: Option<Letter>,
    /// The operands that rest on it, by their instructions' places in the kernel's list; all if there are none.
    pub readers: Vec<(usize, Operand)>,
    /// Lines of the PTX that it was read from, from 1.
    pub lines: Vec<u32>,
    /// The fact in words.
    pub words: String,
}

impl Fact {
    /// Whether an operand of an instruction rests on it.
    pub fn is_of(&self, mma: usize, side: Operand) -> bool {
        self.readers.is_empty() || self.readers.contains(&(mma, side))
    }
}

/// Everything that facts follow from.
pub(super) struct Sources<'s> {
    pub(super) kernel: &'s Kernel<'s>,
    pub(super) walks: &'s [KernelWalk],
    pub(super) operands: &'s [[Option<OperandReport>; 2]],
    pub(super) parts: &'s FoundOfParts<'s>,
    pub(super) all_parts: &'s [Part],
    pub(super) unfilled: &'s Unfilled,
    pub(super) findings: &'s [Finding<()>],
    /// Whether instruction descriptors have bits of which no source says what they mean.
    pub(super) has_unknown_bits: bool,
}

/// The facts of a kernel: those of its operands first, each once.
pub(super) fn facts(from: &Sources<'_>) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (number, one) in from.walks.iter().enumerate() {
        facts.extend(of_walk(from, number, one));
    }
    facts.extend(facts_of_parts(from.all_parts, |part| {
        let mut found = from.parts.findings.iter().filter(|(of, _)| std::ptr::eq(*of, part));
        found.find(|(_, finding)| finding.severity != Severity::Note).map(|(_, finding)| finding)
    }));
    if from.unfilled.has_scales {
        facts.push(around(
            FactKind::Scales,
            FactState::NotFollowed,
            Some(Letter::S),
            "nothing tells how far apart the stages of scale factors are",
        ));
    }
    facts.extend(instruction(from));
    facts
}

/// The facts that parts are about, each once; `loud` says what is wrong with one.
pub(super) fn facts_of_parts<'p>(
    parts: &'p [Part],
    loud: impl Fn(&'p Part) -> Option<&'p Finding<()>>,
) -> Vec<Fact> {
    let (mut facts, mut seen) = (Vec::new(), HashSet::new());
    for part in parts {
        let (state, words) = match (&part.holds, loud(part)) {
            (_, Some(finding)) => (FactState::Wrong, &finding.title),
            (Holds::Checked(words) | Holds::Stages(words), None) => (FactState::Checked, words),
            (Holds::NotFollowed(why), None) => (FactState::NotFollowed, why),
            (Holds::Nothing | Holds::Apart(_), None) => match part.findings.first() {
                // What explains it is said, and it is wrong all the same.
                Some(finding) if part.is_of_absence() => (FactState::Wrong, &finding.title),
                Some(_) | None => continue,
            },
        };
        let kind = part.fact;
        if seen.insert((kind, state, words.clone())) {
            facts.push(Fact {
                kind,
                state,
                operand: part.operand,
                readers: part.readers.clone(),
                lines: vec![part.line],
                words: words.clone(),
            });
        }
    }
    facts
}

fn around(kind: FactKind, state: FactState, operand: Option<Letter>, words: &str) -> Fact {
    Fact { kind, state, operand, readers: Vec::new(), lines: Vec::new(), words: words.to_owned() }
}

/// Address, fields and walk of the reads of one walk.
fn of_walk(from: &Sources<'_>, number: usize, one: &KernelWalk) -> Vec<Fact> {
    let walk = &one.walk;
    let letter = Letter::of(walk.side);
    let lines: Vec<u32> = one.mmas.iter().map(|at| from.kernel.mmas[*at].line).collect();
    let mut alone = one.mmas.iter().filter_map(|at| from.operands[*at][walk.side as usize]);
    let is_open = alone.any(|one| one.alone == VerdictKind::Incomplete);
    let wrong = |fact: FactKind| {
        let mut of_lines =
            from.findings.iter().filter(|one| one.operand == Some(letter) && one.severity != Severity::Note);
        of_lines.find(|one| one.whose == Whose::Own(fact) && lines.iter().any(|line| one.is_of_line(*line)))
    };
    let is_resolved = (0..walk.reads.len()).all(|at| walk.is_resolved(at));
    let name = letter.name();
    let common = walk.common();
    let mode = common.and_then(|common| common.swizzle).map_or("unknown mode", |mode| mode.name());
    let fact = |kind, (state, words): (FactState, String)| Fact {
        kind,
        state,
        operand: Some(letter),
        readers: one.readers(),
        lines: lines.clone(),
        words,
    };
    let own = |kind, is_followed: bool, [checked, open]: [String; 2]| {
        let found = match (wrong(kind), is_followed) {
            (Some(finding), _) => (FactState::Wrong, finding.title.clone()),
            (None, true) => (FactState::Checked, format!("{name}: {checked}")),
            (None, false) => (FactState::NotFollowed, format!("{name}: {open}")),
        };
        fact(kind, found)
    };
    let reads = counted(walk.reads.len(), "read");
    let of_fields =
        [format!("mode {mode}, strides and fixed bits"), "not all fields of the descriptor are known".into()];
    let of_walk = [format!("{reads} where the address law puts them"), "where its reads belong".into()];
    let mut facts = vec![
        own(FactKind::Fields, is_resolved, of_fields),
        own(FactKind::Walk, !(is_open && is_resolved), of_walk),
    ];
    if from.unfilled.walks.contains(&number) {
        facts.push(fact(
            FactKind::Fills,
            (FactState::NotFollowed, format!("{name}: nothing tells how far apart its stages are")),
        ));
    }
    facts
}

/// The instruction descriptors, as far as all of their fields are known.
fn instruction(from: &Sources<'_>) -> Option<Fact> {
    let first = from.kernel.mmas.iter().find(|mma| mma.opcode.starts_with("tcgen05."))?;
    let is_wrong =
        |one: &&Finding<()>| one.whose == Whose::Around(Around::Word) && one.severity != Severity::Note;
    let (state, words) = match from.findings.iter().find(is_wrong) {
        Some(finding) => (FactState::Wrong, finding.title.clone()),
        None if from.has_unknown_bits => {
            (FactState::NotFollowed, "fields of the instruction descriptor that only sm_107 has".to_owned())
        }
        None if from.kernel.mmas.iter().any(|mma| mma.idesc.is_some() && shared(mma).is_none()) => {
            (FactState::NotFollowed, "not all fields of the instruction descriptor are known".to_owned())
        }
        None => (
            FactState::Checked,
            format!("{} instructions agree with their kind and with each other", from.kernel.mmas.len()),
        ),
    };
    Some(Fact { lines: vec![first.line], ..around(FactKind::Instruction, state, None, &words) })
}

/// The kinds of facts that are not followed, in words: `scale factors and barriers`.
pub(crate) fn not_followed(facts: &[Fact]) -> Option<String> {
    let open = facts.iter().filter(|fact| fact.state == FactState::NotFollowed);
    let kinds: BTreeSet<FactKind> = open.map(|fact| fact.kind).collect();
    (!kinds.is_empty()).then(|| listed(kinds.into_iter().map(FactKind::name)))
}
