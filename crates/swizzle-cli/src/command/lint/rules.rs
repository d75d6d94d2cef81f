//! The rules: a list of them, and a page for each.

use super::*;
use swizzle_lints::rule;

/// Writes all rules, a line for each.
pub(super) fn list(is_json: bool, out: &mut impl Write) -> Outcome {
    if is_json {
        let all: Vec<Value> = rules().map(|rule| json_of(&rule)).collect();
        return Ok(write_json(out, &json!({ "rules": all }))?);
    }
    for rule in rules() {
        writeln!(out, "{:<20}  {:<7}  {}", rule.id, rule.severity, rule.what)?;
    }
    Ok(())
}

/// Writes the page of a rule.
pub(super) fn explain(id: &str, is_json: bool, out: &mut impl Write) -> Outcome {
    let rule = rule(id).ok_or_else(|| {
        let near = rules().find(|rule| rule.id.contains(id) || id.contains(rule.id));
        let near = near.map(|rule| format!(" Did you mean {}?", rule.id)).unwrap_or_default();
        Failure::Input(format!(
            "“{id}” is neither a rule nor a line.{near} swizzle lint --list has all rules"
        ))
    })?;
    if is_json {
        return Ok(write_json(out, &json_of(&rule))?);
    }
    writeln!(out, "{} ({})\n\n{}\n\n{}\n", rule.id, rule.severity, rule.what, rule.why)?;
    if !rule.wrong.is_empty() {
        writeln!(out, "Wrong:  {}\nRight:  {}\n", rule.wrong, rule.right)?;
    }
    writeln!(out, "Source: {} ({})", rule.source, rule.confidence)?;
    if rule.is_of_kernel {
        writeln!(out, "\n{}", allow_text(&rule))?;
    }
    Ok(())
}

/// How findings of a rule are allowed.
pub(super) fn allow_text(rule: &Rule) -> String {
    let id = rule.id;
    format!(
        "To allow it, add an entry to swizzle.toml (file, line and kernel are optional; * stands for anything):\n\n  \
         [[allow]]\n  id = \"{id}\"\n  file = \"gemm.cu\"\n  line = 42\n  kernel = \"gemm_*\"\n  reason = \"…\"\n\n\
         or a comment on the line, or alone on the one before, in the PTX or in the source:\n\n  \
         // swizzle: allow {id}: REASON"
    )
}

fn json_of(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "severity": rule.severity.name(),
        "what": rule.what,
        "why": rule.why,
        "wrong": rule.wrong,
        "right": rule.right,
        "evidence": rule.source,
        "confidence": rule.confidence.name(),
    })
}
