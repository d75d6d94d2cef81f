//! The report as SARIF 2.1.0, as GitHub's code scanning reads it.

use std::path::{Component, absolute};

use super::*;
use crate::command::lint::rules::allow_text;
use swizzle_report::kernel::Said;

/// The variable with the address of the rules' pages, to which `#` and the rule's id are added.
const PAGES: &str = "SWIZZLE_RULES";

/// Without it, the manual that most rules are from.
const MANUAL: &str = "https://docs.nvidia.com/cuda/parallel-thread-execution/";

/// A path as a URI reference: relative to the repository that it is in, otherwise absolute. What is not allowed in one is escaped.
fn uri(path: &str) -> String {
    let is_file = Path::new(path).exists();
    let whole = absolute(path).ok().filter(|_| is_file || Path::new(path).is_absolute());
    let whole = whole.map(|whole| {
        // `..` is resolved as it is written.
        whole.components().fold(PathBuf::new(), |mut path, part| {
            match part {
                Component::ParentDir => drop(path.pop()),
                other => path.push(other),
            }
            path
        })
    });
    let root = env::current_dir().ok();
    let root = root.iter().flat_map(|here| here.ancestors());
    let root = root.into_iter().find(|folder| folder.join(".git").exists());
    let (start, path) = match (&whole, root) {
        (None, _) => ("", path.to_owned()),
        (Some(whole), root) => match root.and_then(|root| whole.strip_prefix(root).ok()) {
            Some(inside) => ("", inside.display().to_string()),
            None => ("file:///", whole.display().to_string().trim_start_matches('/').to_owned()),
        },
    };
    let mut uri = start.to_owned();
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte))
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

fn location(file: &str, line: u32) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(file) },
        "region": { "startLine": line.max(1) },
    }})
}

/// The findings of a kernel.
pub(super) fn results(judged: &Judged<'_, '_>) -> Vec<Value> {
    let result = |said: &Said| {
        let (place, finding) = (judged.place(said), &said.finding);
        let others = said.sources.iter().skip(1).map(|at| location(&at.file, at.line));
        let of_text = (!said.sources.is_empty()).then(|| location(judged.file, finding.line));
        let mut result = json!({
            "ruleId": finding.id,
            "level": finding.severity.name(),
            "message": { "text": said.paragraph() },
            "locations": [location(&place.file, place.line)],
        });
        let related: Vec<Value> = others.chain(of_text).collect();
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        if let Some(reason) = &said.allowed {
            result["suppressions"] = json!([{ "kind": "external", "justification": reason }]);
        }
        result
    };
    judged.said.iter().map(result).collect()
}

/// The log of all results.
pub(super) fn log(results: Vec<Value>) -> Value {
    let pages = env::var(PAGES).ok();
    let rule = |rule: Rule| {
        let example = format!("Wrong: {}\nRight: {}", rule.wrong, rule.right);
        let (why, source, how) = (rule.why, rule.source, allow_text(&rule));
        json!({
            "id": rule.id,
            "shortDescription": { "text": rule.what },
            "fullDescription": { "text": format!("{} {why}", rule.what) },
            "help": {
                "text": format!("{why}\n\n{example}\n\nSource: {source}\n\n{how}"),
                "markdown": format!("{why}\n\n```\n{example}\n```\n\nSource: {source}\n\n{how}"),
            },
            "helpUri": pages.as_ref().map_or_else(|| MANUAL.to_owned(), |pages| format!("{pages}#{}", rule.id)),
            "defaultConfiguration": { "level": rule.severity.name() },
        })
    };
    let rules: Vec<Value> = rules().filter(|rule| rule.is_of_kernel).map(rule).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "swizzle",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}
