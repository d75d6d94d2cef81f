//! Answers to texts that are neither a descriptor nor a tile: a tensor map, an instruction descriptor, a place in tensor memory.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};
use swizzle_core::hardware::{Arch, Named as _, quoted};
use swizzle_parse::{Destination, FactValue, Pasted};
use swizzle_report::write_json;

/// The answer as JSON.
#[derive(Serialize)]
struct Json<'a> {
    /// The kind of text that was recognised, and the verdict.
    what: &'a str,
    /// The instruction descriptor in hex.
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<String>,
    /// The chip family of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    arch: Option<&'static str>,
    /// Values by name, of what is in tensor memory.
    #[serde(skip_serializing_if = "Map::is_empty")]
    tensor_memory: Map<String, Value>,
    /// Words that were ignored, and why.
    left_out: Vec<[&'a str; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

fn fact((name, value): &(&str, FactValue)) -> (String, Value) {
    let value = match value {
        FactValue::Number(number) => Value::from(*number),
        FactValue::Numbers(numbers) => Value::from(numbers.clone()),
        FactValue::Text(text) => Value::from(text.clone()),
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
    let facts: &[(&str, FactValue)] = match goes_to {
        Destination::TensorMemory(answer) => &answer.facts,
        Destination::Instruction(_) | Destination::TensorMap(_) | Destination::Term(_) => &[],
    };
    if is_json {
        let notices = pasted.notices.iter();
        let json = Json {
            what: &pasted.what,
            arch: instruction.as_ref().map(|_| Arch::Tcgen05.name()),
            instruction,
            tensor_memory: facts.iter().map(fact).collect(),
            left_out: notices.map(|notice| [&*notice.part, &*notice.why]).collect(),
            link: goes_to.link(),
        };
        write_json(out, &json)?;
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
