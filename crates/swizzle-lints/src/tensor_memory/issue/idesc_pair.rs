//! M or N of one CTA in the instruction descriptor of a pair.

use super::*;
use crate::instruction::{PAIR, of_pair};
use swizzle_core::descriptor::InstructionFieldId as Id;

lint!(@cases; Issue, "idesc-pair", Stated, PAIR;
    is [Required(RequiredBy::Hardware)],
);

fn find(issue: &Issue, report: &mut Report) {
    let Some(idesc) = issue.idesc.filter(|_| issue.form == CtaForm::Two) else {
        return;
    };
    for one in of_pair(idesc, [issue.m, issue.n]) {
        let fields: &[&str] = match one.id {
            Id::M => &["m"],
            _ => &["n"],
        };
        let finding = report.add(one.severity, fields, one.title, one.text);
        if let Some(mended) = one.mended {
            let (idesc, issue) = (Some(mended), issue.clone());
            let label = format!("Set the instruction descriptor to {mended}");
            finding.mend(label, Issue { idesc, ..issue });
        }
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Issue>> {
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    use swizzle_core::descriptor::InstructionDescriptor;
    use swizzle_core::hardware::Kind;
    // bf16, M = 128, N = 128.
    let of = |form, m, n| Issue {
        idesc: Some(InstructionDescriptor::new(Kind::F16, 0x0820_0490)),
        n: Some(n),
        ..Issue::new(form, m)
    };
    vec![
        speaks(
            Severity::Error,
            "M = 128 of the instruction descriptor is that of one CTA",
            of(CtaForm::Two, 256, 128),
        ),
        speaks(Severity::Error, "it is N of the pair, 256", of(CtaForm::Two, 128, 256)),
        silent(of(CtaForm::Two, 128, 128)),
        silent(of(CtaForm::One, 256, 256)),
        silent(Issue::new(CtaForm::Two, 256)),
        // An M that was not said is taken for that of the pair.
        speaks(
            Severity::Note,
            "M = 128 is read as that of the pair",
            Issue { m: None, ..of(CtaForm::Two, 256, 128) },
        ),
    ]
}
