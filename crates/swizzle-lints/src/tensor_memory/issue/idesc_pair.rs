//! M or N of one CTA in the instruction descriptor of a pair.

use super::*;
use crate::instruction::{PAIR, of_pair};
use swizzle_core::descriptor::InstructionFieldId as Id;

lint!(Issue, "idesc-pair", Stated, PAIR;
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
