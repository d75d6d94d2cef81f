//! Values that the instruction descriptor of the kind cannot encode.

use super::*;

lint!(@cases; InstructionValues, "instruction-code", Stated, TABLE);

fn find(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let coded = values.kind.map(|kind| InstructionDescriptor::encode(kind, values.fields));
    if let Some(Err(error)) = coded {
        report.error(
            &[],
            error.to_string(),
            "A type, extent or transposition that the instruction descriptor cannot encode has no instruction.",
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<InstructionValues>> {
    use crate::finding::Severity;
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
