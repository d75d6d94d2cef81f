//! Findings that are known: by `swizzle.toml`, or by a comment beside the instruction, each with a reason.

use swizzle_lints::kernel::KernelFinding;

/// Findings that are allowed, and the reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Allow {
    id: Option<String>,
    file: Option<String>,
    kernel: Option<String>,
    line: Option<u32>,
    reason: String,
}

/// Reads what a text such as `swizzle.toml` allows: tables `[[allow]]` of strings and numbers, the only TOML that is read.
///
/// # Errors
/// The line at fault and what was expected, or the table that lacks an id or a reason.
pub fn allowances_from_toml(text: &str) -> Result<Vec<Allow>, String> {
    let mut all: Vec<Allow> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        let wrong = |what: &str| format!("line {}: {what}", at + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line == "[[allow]]" {
            all.push(Allow::default());
            continue;
        }
        let (key, value) = line
            .split_once('=')
            .ok_or_else(|| wrong("expected [[allow]] or key = value"))?;
        let one = all
            .last_mut()
            .ok_or_else(|| wrong("expected [[allow]] before it"))?;
        let value = value.trim();
        let text = value
            .strip_prefix('"')
            .and_then(|rest| rest.split('"').next())
            .map(str::to_owned);
        let quoted = || {
            text.clone()
                .ok_or_else(|| wrong("expected text in quotation marks"))
        };
        match key.trim() {
            "id" => one.id = Some(quoted()?),
            "file" => one.file = Some(quoted()?),
            "kernel" => one.kernel = Some(quoted()?),
            "reason" => one.reason = quoted()?,
            "line" => {
                let number = value.split('#').next().unwrap_or_default().trim();
                one.line = Some(number.parse().map_err(|_| wrong("expected a number"))?);
            }
            _ => return Err(wrong("expected id, file, kernel, line or reason")),
        }
    }
    match all
        .iter()
        .position(|one| one.reason.trim().is_empty() || one.id.is_none())
    {
        Some(at) => Err(format!(
            "[[allow]] number {}: expected an id and a reason",
            at + 1
        )),
        None => Ok(all),
    }
}

impl Allow {
    fn is_of(&self, finding: &KernelFinding, at: u32, file: &str, kernel: &str) -> bool {
        let fits = |wanted: &Option<String>, is: &str| {
            wanted.as_deref().is_none_or(|wanted| is.ends_with(wanted))
        };
        self.id.as_deref() == Some(finding.id)
            && fits(&self.file, file)
            && self.kernel.as_deref().is_none_or(|wanted| wanted == kernel)
            && self.line.is_none_or(|line| line == at)
    }
}

/// The comment that allows findings of a lint: `// swizzle: allow walk-start: the tile is padded`.
const COMMENT: &str = "swizzle: allow ";

/// Why a finding is allowed, if it is.
pub(super) fn reason(
    all: &[Allow],
    finding: &KernelFinding,
    file: &str,
    kernel: &str,
    lines: &[&str],
) -> Option<String> {
    let lines_of = [finding.line]
        .into_iter()
        .chain(finding.also.iter().copied());
    let mut reasons = lines_of.map(|at| reason_at(all, (finding, at), file, kernel, lines));
    // A finding of several lines is allowed if it is allowed at each.
    let first = reasons.next()??;
    reasons.all(|one| one.is_some()).then_some(first)
}

fn reason_at(
    all: &[Allow],
    (finding, at): (&KernelFinding, u32),
    file: &str,
    kernel: &str,
    lines: &[&str],
) -> Option<String> {
    if let Some(one) = all.iter().find(|one| one.is_of(finding, at, file, kernel)) {
        return Some(one.reason.clone());
    }
    // On the line itself, or on the line before.
    let at = (at as usize).saturating_sub(1);
    let beside = [Some(at), at.checked_sub(1)].into_iter().flatten();
    beside.filter_map(|at| lines.get(at)).find_map(|line| {
        let (_, rest) = line.split_once("//")?.1.split_once(COMMENT)?;
        let (id, reason) = rest.split_once(':')?;
        (id.trim() == finding.id && !reason.trim().is_empty()).then(|| reason.trim().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::allowances_from_toml;

    #[test]
    fn an_allowance_has_a_reason() {
        let text =
            "# known\n[[allow]]\nid = \"walk-start\" \nline = 12 # here\nreason = \"padded\"\n";
        assert_eq!(allowances_from_toml(text).map(|all| all.len()), Ok(1));
        for (text, words) in [
            ("[[allow]]\nid = \"x\"", "an id and a reason"),
            ("id = \"x\"", "[[allow]] before it"),
            ("[[allow]]\nid = x", "quotation marks"),
            ("[[allow]]\nline = x", "a number"),
            ("[[allow]]\nwhy = \"x\"", "expected id, file"),
            ("hello", "key = value"),
        ] {
            let error = allowances_from_toml(text).expect_err(text);
            assert!(error.contains(words), "{error}");
        }
    }
}
