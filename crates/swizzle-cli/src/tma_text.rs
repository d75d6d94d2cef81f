//! `swizzle tma` on a text: a print, a call or a box in words, and the verdict on its map.

use super::*;
use swizzle_parse::{form_from_map, map_from_text, tensor_map::MapPrint};

/// The map of a text, for the requested chip; `None` if the text is not a map.
pub(crate) fn map(text: &str, arch: Option<Chip>) -> Option<MapPrint> {
    let mut print = map_from_text(text)?;
    print.target = arch.or(print.target);
    Some(print)
}

/// Writes the answer. The exit code is 0 if the copy is correct, 1 if it is refused or has a warning, and 2 if the text is
/// incomplete or a word could not be read.
pub(crate) fn write(print: &MapPrint, is_json: bool, out: &mut impl Write) -> Outcome {
    let verdict = print.verdict();
    let link = link_from_form(&form_from_map(print, None));
    if is_json {
        let refusals = verdict.refusals();
        let json = json!({
            "what": print.text(),
            "verdict": verdict.kind.name(),
            "accepted": match verdict.kind {
                VerdictKind::Incomplete => None,
                _ => Some(!verdict.is_refused()),
            },
            "arch": swizzle_core::Named::name(print.target.unwrap_or(Chip::Sm90)),
            "map": arguments(&print.typed),
            "refusals": refusals
                .map(|one| [one.brief.clone(), one.text.clone()])
                .collect::<Vec<_>>(),
            "findings": verdict.findings.iter().map(finding_json).collect::<Value>(),
            "left_out": &print.unread,
            "unknown": print
                .unknown
                .iter()
                .map(|(name, text)| [*name, &**text])
                .collect::<Vec<_>>(),
            "link": link,
        });
        write_json(out, &json)?;
    } else {
        writeln!(out, "read as     {}", print.text())?;
        for word in &print.unread {
            writeln!(out, "ignored     {word}: could not be read")?;
        }
        writeln!(out, "link        {link}")?;
    }
    match verdict.kind {
        _ if !print.unread.is_empty() => {
            Err(Failure::Input(format!("could not read {}", print.unread.join(", "))))
        }
        VerdictKind::Right => Ok(()),
        VerdictKind::Wrong | VerdictKind::Warning => Err(Failure::Check(1)),
        VerdictKind::Incomplete => Err(Failure::Check(2)),
    }
}

/// The arguments that are not empty, by the names of the table's columns.
fn arguments(map: &TypedMap) -> Vec<[&str; 2]> {
    let all = TYPED_FIELDS.iter().map(|field| [field.key, (field.of)(map)]);
    all.filter(|[_, value]| !value.is_empty()).collect()
}
