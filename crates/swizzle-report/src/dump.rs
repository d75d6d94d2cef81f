//! The layout in a dump of shared memory: what was asked, and the answer as JSON.

use super::*;
use swizzle_dump::{Asked, Dump, Exchange, Form, Found, read_of_dump, recognize};
use swizzle_lints::verdict_of_dump;
use swizzle_text::VerdictLine;

/// Result of recognizing dumps of the same memory.
pub struct Recognized {
    /// The layouts that match, the best first.
    pub found: Vec<Found>,
    /// Cells that the descriptor reads right, and cells that it reads, if one is explicit and its read is in the dump.
    pub read: Option<(u32, u32)>,
    /// The verdict.
    pub verdict: VerdictLine<Descriptor>,
    /// Whether a descriptor reads everything that was found; with an explicit one, whether that does.
    pub is_read: bool,
}

/// Recognizes the layout, and compares the read of a descriptor with it.
///
/// # Errors
/// Why there is no answer.
pub fn recognized(dumps: &[Dump], asked: &Asked, descriptor: Option<u64>) -> Result<Recognized, String> {
    let found = recognize(dumps, asked).map_err(|why| why.to_string())?;
    let read = descriptor.zip(found.first()).and_then(|(raw, found)| {
        let typed = Descriptor::guessed(raw);
        Some((typed, read_of_dump(found, typed)?))
    });
    let verdict = verdict_of_dump(&found, 0, asked, read.as_ref().map(|(typed, read)| (*typed, read)));
    Ok(Recognized {
        // A descriptor whose read is not in the dump reads none of it.
        is_read: verdict.kind != VerdictKind::Wrong && read.is_some() == descriptor.is_some(),
        read: read.map(|(_, read)| read.right_of()),
        found,
        verdict,
    })
}

/// The answer of `dump --json` on what was recognized: `address`, that of the dump's first byte, `layouts`, `read` (what the descriptor
/// reads) and `verdict`.
pub fn json_from_recognized(recognized: &Recognized, dumps: &[Dump], asked: &Asked) -> Value {
    let Recognized { found, read, verdict, .. } = recognized;
    // Unless an address was specified, a start is relative to the dump, even if the dump's own lines have one.
    let base = match asked.address {
        Some(_) => 0,
        None => address_of_dump(dumps).unwrap_or(0),
    };
    without_nulls(
        json!({
            "address": asked.address.or_else(|| address_of_dump(dumps)),
            "layouts": found.iter().map(|found| layout_json(found, base)).collect::<Vec<_>>(),
            "verdict": (!found.is_empty())
                .then(|| json!({ "kind": verdict.kind.name(), "text": verdict.headline })),
            "read": read.map(|(right, of)| json!({ "right": right, "of": of })),
        }),
        &[],
    )
}

/// The address of the first byte in the dump's own lines.
fn address_of_dump(dumps: &[Dump]) -> Option<u32> {
    dumps.iter().find_map(|dump| dump.address)
}

fn layout_json(found: &Found, base: u32) -> Value {
    let (form, swizzle, pitch) = match found.form {
        Form::Canonical(swizzle) => ("canonical", swizzle.name().to_owned(), None),
        Form::Rows { exchange: Exchange::None, pitch, .. } => ("rows", "none".into(), Some(pitch)),
        Form::Rows { exchange, pitch, .. } => ("xor", exchange.text(), Some(pitch)),
    };
    // If the dump has no address: the possible addresses of the start, modulo the pattern.
    let phases = (!found.phases.is_empty()).then_some(&found.phases);
    let modulo = match found.form {
        Form::Canonical(swizzle) => phases.map(|_| swizzle.pattern_bytes()),
        Form::Rows { .. } => None,
    };
    without_nulls(
        json!({
            "form": form,
            "major": found.major.name(),
            "swizzle": swizzle,
            "lbo": found.strides.map(|(lbo, _)| lbo),
            "sbo": found.strides.map(|(_, sbo)| sbo),
            "start": found.start_bytes - i64::from(base),
            "base_offset": found.base_offset,
            "right": found.right,
            "of": found.of,
            "undetermined": found.undetermined,
            "phases": phases,
            "modulo": modulo,
            "pitch": pitch,
            // The cell of the matrix at the start, and the extents of what was found: MN, K.
            "origin": [found.origin.mn, found.origin.k],
            "shape": [found.shape.mn, found.shape.k],
            // If blocks of the matrix are in stages: how many, and bytes from one to the next.
            "stages": found.stages,
        }),
        &["lbo", "sbo"],
    )
}
