//! The verdict on a kernel in a line.

use swizzle_core::hardware::{Named as _, Operand};
use swizzle_core::reader::VerdictKind;
use swizzle_lints::Severity;
use swizzle_lints::kernel::{KernelFinding, faults_around};
use swizzle_text::VerdictLine;

use crate::row::Row;

/// What a kernel comes to: how many of its operands are read right, and the first that is not.
pub fn verdict_of_kernel(
    rows: &[Row],
    findings: &[KernelFinding],
    verdict: VerdictKind,
) -> VerdictLine<()> {
    let all = rows.iter().flat_map(|row| {
        let operands = [Operand::A, Operand::B].into_iter().zip(&row.operands);
        operands.filter_map(move |(side, one)| {
            let step = one.part.as_ref().map(|part| part.step);
            Some(((row.line, step), side, one.verdict?))
        })
    });
    let all: Vec<_> = all.collect();
    let of = |kind: VerdictKind| all.iter().filter(move |one| one.2 == kind);
    let total = all.len();
    let said = |kind: VerdictKind, one: &str, several: &str| {
        let count = of(kind).count();
        let ((line, step), side, _) = *of(kind).next()?;
        let step = step
            .map(|step| format!(" of step {step}"))
            .unwrap_or_default();
        let words = if count == 1 { one } else { several };
        let first = if count == 1 { "" } else { "first " };
        let noun = if total == 1 { "operand" } else { "operands" };
        Some(format!(
            "{count} of {total} {noun} {words}: {first}{}{step}, line {line}",
            side.name()
        ))
    };
    // Where no operand is at fault, something around the operands is.
    let around = |severity: Severity| {
        let mut found = findings.iter().filter(|one| one.severity == severity);
        let (first, is_only) = (found.next()?, found.next().is_none());
        let right = of(VerdictKind::Right).count();
        let operands = match total {
            0 => String::new(),
            1 => format!("{right} of 1 operand is right, "),
            _ => format!("{right} of {total} operands are right, "),
        };
        let place = if is_only { "line" } else { "first in line" };
        let faults = faults_around(findings.iter())?;
        Some(format!("{operands}{faults}: {place} {}", first.line))
    };
    let headline = match verdict {
        VerdictKind::Wrong => {
            said(VerdictKind::Wrong, "is wrong", "are wrong").or_else(|| around(Severity::Error))
        }
        VerdictKind::Warning => said(VerdictKind::Warning, "needs a look", "need a look")
            .or_else(|| around(Severity::Warning)),
        VerdictKind::Incomplete if total == 0 => Some("No operand is in shared memory".to_owned()),
        VerdictKind::Incomplete => said(
            VerdictKind::Incomplete,
            "cannot be judged from the text",
            "cannot be judged from the text",
        ),
        VerdictKind::Right if total == 1 => Some("The operand is read correctly".to_owned()),
        VerdictKind::Right => Some(format!("All {total} operands are read correctly")),
    };
    let headline = headline.unwrap_or_else(|| match findings.first() {
        Some(first) => format!("{}: line {}", first.message, first.line),
        None => "Not all of it can be judged from the text".to_owned(),
    });
    VerdictLine::new(verdict, headline)
}

#[cfg(test)]
mod tests {
    use crate::{Example, Reading};

    #[test]
    fn what_is_wrong_around_right_operands_is_said() {
        let headline = |example: Example| {
            let reading = Reading::of(example.file(), example.text().into());
            reading.kernels[0].verdict.headline.clone()
        };
        assert_eq!(
            headline(Example::TmaBox),
            "16 of 16 operands are right, 1 fault in a copy: line 126"
        );
        assert!(headline(Example::KAdvance).contains("is wrong: A of step 1"));
    }
}
