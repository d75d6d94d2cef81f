//! Values that the instruction descriptor of the kind cannot encode.

use super::*;

lint!(InstructionValues, "instruction-code", Stated, TABLE);

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
