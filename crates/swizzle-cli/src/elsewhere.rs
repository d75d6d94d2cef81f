//! Answers to texts that are neither a descriptor nor a tile: a tensor map, an instruction descriptor, a place in tensor memory.

use super::*;
use serde_json::Map;
use swizzle_parse::FactValue;
use swizzle_report::without_nulls;

fn fact((name, value): &(&str, FactValue)) -> (String, Value) {
    let value = match value {
        FactValue::Number(number) => json!(number),
        FactValue::Numbers(numbers) => json!(numbers),
        FactValue::Text(text) => json!(text),
    };
    ((*name).to_owned(), value)
}

/// Writes the answer, and returns whether there was one.
pub(crate) fn write(pasted: &Pasted, is_json: bool, out: &mut impl Write) -> io::Result<bool> {
    let Some(goes_to) = pasted.goes_to.as_ref().filter(|_| pasted.shown.said.given.is_none()) else {
        return Ok(false);
    };
    let instruction = match goes_to {
        Destination::Instruction(idesc) => Some(idesc.to_string()),
        Destination::TensorMap(_) | Destination::TensorMemory(_) | Destination::Term(_) => None,
    };
    if is_json {
        // Values by name, of what is in tensor memory.
        let facts = match goes_to {
            Destination::TensorMemory(answer) => answer.facts.iter().map(fact).collect(),
            Destination::Instruction(_) | Destination::TensorMap(_) | Destination::Term(_) => Map::new(),
        };
        let notices = pasted.notices.iter();
        let json = json!({
            "what": pasted.what,
            "instruction": instruction,
            "arch": instruction.as_ref().map(|_| Arch::Tcgen05.name()),
            "tensor_memory": (!facts.is_empty()).then_some(facts),
            "left_out": notices.map(|notice| [&notice.part, &notice.why]).collect::<Vec<_>>(),
            "link": goes_to.link(),
        });
        write_json(out, &without_nulls(json, &[]))?;
        return Ok(true);
    }
    writeln!(out, "read as     {}", pasted.what)?;
    for notice in &pasted.notices {
        writeln!(out, "ignored     {}: {}", quoted(&notice.part), notice.why)?;
    }
    if let Some(idesc) = instruction {
        writeln!(out, "idesc       {idesc} (to decode it: swizzle idesc {idesc})")?;
    }
    if let Some(link) = goes_to.link() {
        writeln!(out, "link        {link}")?;
    }
    Ok(true)
}
