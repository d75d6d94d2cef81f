//! Values that the instruction descriptor of the kind cannot encode.

use crate::finding::{Confidence, Severity};
use crate::instruction::{InstructionValues, TABLE};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::descriptor::InstructionDescriptor;

pub(super) const LINT: Lint<InstructionValues> = Lint {
    id: "instruction-code",
    source: TABLE,
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let coded = values
        .kind
        .map(|kind| InstructionDescriptor::encode(kind, values.fields));
    if let Some(Err(error)) = coded {
        report.add(
            Severity::Error,
            &[],
            format_args!("{error}"),
            format_args!("A type, extent or transposition that the instruction descriptor cannot encode has no instruction."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<InstructionValues>> {
    use crate::instruction::values;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::{Element, Kind};
    vec![
        speaks(
            Severity::Error,
            "cannot encode has no instruction",
            values(Some(Kind::Tf32), |fields| fields.a = Element::Bf16),
        ),
        silent(values(Some(Kind::F16), |_| ())),
        silent(values(None, |_| ())),
    ]
}
