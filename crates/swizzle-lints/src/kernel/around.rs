//! Faults around operands, counted in words.

use crate::finding::Severity;
use crate::kernel::{KERNEL_LINTS, KernelFinding};

/// Returns the place of a fault that does not belong to one operand, in the singular and in the plural.
fn place(id: &str) -> Option<[&'static str; 2]> {
    if KERNEL_LINTS.iter().any(|lint| lint.id == id) {
        return None;
    }
    Some(match id {
        "box-stage" | "box-start" | "copy-stages" | "fill-stage" | "fill-cover"
        | "stages-overlap" => ["in the stages of a ring", "in the stages of rings"],
        "expect-bytes" | "copy-barrier" | "barrier-init" | "barrier-count" | "barrier-commit"
        | "barrier-wait" => ["at a barrier", "at barriers"],
        "buffers-overlap" | "buffer-end" | "tiles-overlap" => ["in shared memory"; 2],
        _ if id.starts_with("box-") || id.starts_with("copy-") => ["in a copy", "in copies"],
        _ if id.starts_with("tensor-") => ["in tensor memory"; 2],
        _ if id.contains("idesc") => ["in an instruction descriptor", "in instruction descriptors"],
        _ => ["in an instruction", "in instructions"],
    })
}

/// The errors that do not belong to one operand, or the warnings if there are no errors: how many and where, as in `1 fault in
/// a copy`. `None` if there are none.
pub fn faults_around<'f>(
    findings: impl Iterator<Item = &'f KernelFinding> + Clone,
) -> Option<String> {
    let worst = findings.clone().map(|one| one.severity).min()?;
    let noun = match worst {
        Severity::Error => "fault",
        Severity::Warning => "warning",
        Severity::Note => return None,
    };
    let mut counts: Vec<([&str; 2], usize)> = Vec::new();
    for one in findings.filter(|one| one.severity == worst) {
        let Some(place) = place(one.id) else { continue };
        match counts.iter_mut().find(|(known, _)| *known == place) {
            Some((_, count)) => *count += 1,
            None => counts.push((place, 1)),
        }
    }
    let words = counts
        .into_iter()
        .map(|([one, several], count)| match count {
            1 => format!("1 {noun} {one}"),
            _ => format!("{count} {noun}s {several}"),
        });
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{faults_around, place};
    use crate::finding::{Confidence, Severity};
    use crate::kernel::{KernelFinding, PART_LINTS};

    fn finding(severity: Severity, id: &'static str) -> KernelFinding {
        KernelFinding {
            severity,
            id,
            line: 1,
            also: Vec::new(),
            loc: 0,
            operand: None,
            message: String::new(),
            text: String::new(),
            fix: None,
            source: "",
            confidence: Confidence::Derived,
        }
    }

    #[test]
    fn the_worst_are_counted_by_their_places() {
        let [error, warning, note] = [Severity::Error, Severity::Warning, Severity::Note];
        let of = |all: &[(Severity, &'static str)]| {
            let all: Vec<_> = all.iter().map(|(how, id)| finding(*how, id)).collect();
            faults_around(all.iter())
        };
        let copies = [
            (error, "box-swizzle"),
            (error, "box-row"),
            (error, "expect-bytes"),
        ];
        assert_eq!(
            of(&copies).as_deref(),
            Some("2 faults in copies, 1 fault at a barrier")
        );
        let around = [
            (error, "walk-start"),
            (error, "box-swizzle"),
            (note, "base-alignment"),
        ];
        assert_eq!(of(&around).as_deref(), Some("1 fault in a copy"));
        assert_eq!(
            of(&[(warning, "tensor-freed")]).as_deref(),
            Some("1 warning in tensor memory")
        );
        // An operand's own fault is none around it.
        assert_eq!(
            of(&[(error, "walk-start"), (warning, "tensor-freed")]),
            None
        );
        assert_eq!(of(&[(note, "base-alignment")]), None);
    }

    #[test]
    fn what_is_said_of_parts_is_no_operands_own() {
        assert!(PART_LINTS.iter().all(|lint| place(lint.id).is_some()));
        assert_eq!(place("held-base"), None);
        assert_eq!(
            place("wgmma-operand"),
            Some(["in an instruction", "in instructions"])
        );
    }
}
