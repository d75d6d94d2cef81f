//! The report as SARIF 2.1.0.

use serde::Serialize;
use swizzle_lints::Severity;
use swizzle_lints::kernel::rules;
use swizzle_report::kernel::{Judged, Said};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [RunJson; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RunJson {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<ResultJson>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<RuleJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleJson {
    id: &'static str,
    short_description: Message,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResultJson {
    rule_id: &'static str,
    level: &'static str,
    message: Message,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppression>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: Physical,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: String,
}

/// A path as a URI reference: what is not allowed in one is escaped.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(char::from(byte))
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

fn location(file: &str, line: u32) -> Location {
    Location {
        physical_location: Physical {
            artifact_location: Artifact { uri: uri(file) },
            region: Region {
                start_line: line.max(1),
            },
        },
    }
}

/// The findings of a kernel.
pub(crate) fn results(judged: &Judged<'_, '_>) -> Vec<ResultJson> {
    let result = |said: &Said| {
        let (place, finding) = (judged.place(said), &said.finding);
        let others = said
            .sources
            .iter()
            .skip(1)
            .map(|at| location(&at.file, at.line));
        let of_text = (!said.sources.is_empty()).then(|| location(judged.file, finding.line));
        ResultJson {
            rule_id: finding.id,
            level: match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            message: Message {
                text: said.paragraph(),
            },
            locations: [location(&place.file, place.line)],
            related_locations: others.chain(of_text).collect(),
            suppressions: said
                .allowed
                .iter()
                .map(|reason| Suppression {
                    kind: "external",
                    justification: reason.clone(),
                })
                .collect(),
        }
    };
    judged.said.iter().map(result).collect()
}

/// The log of all results.
pub(crate) fn log(results: Vec<ResultJson>) -> Log {
    let rule = |(id, source): (&'static str, &'static str)| RuleJson {
        id,
        short_description: Message {
            text: source.to_owned(),
        },
    };
    Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [RunJson {
            tool: Tool {
                driver: Driver {
                    name: "swizzle",
                    version: env!("CARGO_PKG_VERSION"),
                    rules: rules().map(rule).collect(),
                },
            },
            column_kind: "unicodeCodePoints",
            results,
        }],
    }
}
