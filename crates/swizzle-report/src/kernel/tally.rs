//! Counts over all kernels of a run: the summary line, the statistics, and whether a run fails.

use super::*;

/// Kernels by their verdicts, and findings by their rules.
#[derive(Debug, Default, Serialize)]
pub struct Tally {
    /// All kernels.
    pub kernels: usize,
    right: usize,
    wrong: usize,
    warning: usize,
    incomplete: usize,
    /// Incomplete kernels that are more than wrong in a way that is allowed.
    #[serde(skip)]
    unknown: usize,
    /// Findings that are allowed.
    allowed: usize,
    #[serde(skip)]
    rules: BTreeMap<(Severity, &'static str), usize>,
}

impl Tally {
    /// Adds a kernel.
    pub fn add(&mut self, judged: &Judged<'_, '_>) {
        self.kernels += 1;
        *match judged.verdict() {
            VerdictKind::Right => &mut self.right,
            VerdictKind::Wrong => &mut self.wrong,
            VerdictKind::Warning => &mut self.warning,
            VerdictKind::Incomplete => &mut self.incomplete,
        } += 1;
        let of_operands = judged.report.operands.iter().flatten().flatten();
        let mut verdicts = of_operands.map(|one| one.verdict).chain([judged.report.verdict]);
        let mut open = judged.said.iter().filter(|said| said.finding.is(Tag::NotFollowed)).peekable();
        let is_allowed = open.peek().is_some() && open.all(|said| said.allowed.is_some());
        let is_unknown = verdicts.any(|one| one == VerdictKind::Incomplete) && !is_allowed;
        self.unknown += usize::from(judged.verdict() == VerdictKind::Incomplete && is_unknown);
        self.allowed += judged.said.len() - judged.counted().count();
        for said in judged.counted() {
            *self.rules.entry((said.finding.severity, said.finding.id)).or_default() += 1;
        }
    }

    /// Whether a kernel is as bad as one of a verdict, or worse: wrong, warning, incomplete. What is allowed is none of them.
    pub const fn has(&self, least: VerdictKind) -> bool {
        self.wrong > 0
            || self.warning > 0 && matches!(least, VerdictKind::Warning | VerdictKind::Incomplete)
            || self.unknown > 0 && matches!(least, VerdictKind::Incomplete)
    }

    /// Returns the summary: `3 kernels: 2 right, 1 not judged`.
    pub fn text(&self) -> String {
        let of = |(count, words): (usize, &str)| (count > 0).then(|| format!("{count} {words}"));
        let warned = if self.warning == 1 { "with a warning" } else { "with warnings" };
        let verdicts = [
            (self.right, "right"),
            (self.wrong, "wrong"),
            (self.warning, warned),
            (self.incomplete, "not judged"),
        ];
        let verdicts = joined(verdicts.into_iter().filter_map(of), ", ");
        let allowed = match self.allowed {
            0 => String::new(),
            count => format!("; {} allowed", counted(count, "finding")),
        };
        format!("{}: {verdicts}{allowed}", counted(self.kernels, "kernel"))
    }

    /// Returns a line for each rule with findings: how many, how serious, the rule, and what it finds.
    pub fn statistics(&self) -> String {
        let line = |(&(severity, id), count): (&(Severity, &str), &usize)| {
            let what = rule(id).map_or("", |rule| rule.what);
            format!("{count:>5}  {:<7}  {id:<16}  {what}\n", severity)
        };
        self.rules.iter().map(line).collect()
    }
}
