//! Faults around operands, counted in words.

use super::*;

/// The errors that do not belong to one operand, or the warnings if there are no errors: how many and where, as in `1 fault in
/// a copy`. `None` if there are none.
pub fn faults_around<'f>(findings: impl Iterator<Item = &'f Finding<()>> + Clone) -> Option<String> {
    let worst = findings.clone().map(|one| one.severity).min()?;
    let noun = match worst {
        Severity::Error => "fault",
        Severity::Warning => "warning",
        Severity::Note => return None,
    };
    let places = findings.filter(|one| one.severity == worst).filter_map(|one| match one.whose {
        Whose::Around(around) => Some((around.words(), 1)),
        Whose::Own(_) => None,
    });
    let words = counts(places).into_iter().map(|([one, several], count)| match count {
        1 => format!("1 {noun} {one}"),
        _ => format!("{count} {noun}s {several}"),
    });
    Some(joined(words, ", ")).filter(|words| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::faults_around;
    use crate::about::{Around, FactKind};
    use crate::finding::{Finding, Severity};
    use crate::kernel::{OperandRead, Whose};
    use crate::lint::Lint;

    fn finding(severity: Severity, whose: Whose) -> Finding<()> {
        let silent = Lint::<OperandRead>::SILENT;
        Finding { whose, ..silent.finding(severity, &[], "", "") }
    }

    #[test]
    fn the_worst_are_counted_by_their_places() {
        let [error, warning, note] = [Severity::Error, Severity::Warning, Severity::Note];
        let of = |all: &[(Severity, Whose)]| {
            let all: Vec<_> = all.iter().map(|(how, whose)| finding(*how, *whose)).collect();
            faults_around(all.iter())
        };
        let [copy, barrier, tensor, instruction] =
            [Around::Copy, Around::Barrier, Around::Tensor, Around::Instruction].map(Whose::Around);
        let own = Whose::Own(FactKind::Walk);
        assert_eq!(
            of(&[(error, copy), (error, copy), (error, barrier)]).as_deref(),
            Some("2 faults in copies, 1 fault at a barrier")
        );
        assert_eq!(
            of(&[(error, own), (error, copy), (note, instruction)]).as_deref(),
            Some("1 fault in a copy")
        );
        assert_eq!(of(&[(warning, tensor)]).as_deref(), Some("1 warning in tensor memory"));
        // An operand's own fault is none around it.
        assert_eq!(of(&[(error, own), (warning, tensor)]), None);
        assert_eq!(of(&[(note, instruction)]), None);
    }
}
