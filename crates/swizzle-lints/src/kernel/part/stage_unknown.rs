//! Stages at a distance that nothing in the text confirms.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "stage-unknown",
    source: "the PTX alone",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Filled(filled) = &part.about else {
        return;
    };
    if !filled.is_unknown() {
        return;
    }
    let name = filled.name;
    let distance = match filled.read {
        Some(read) => format!("a distance of {read} bytes between stages"),
        None => "the distance between stages".to_owned(),
    };
    report.add(
        Severity::Note,
        &[],
        format_args!("{name}: no copy or store confirms {distance}"),
        format_args!("What fills the buffer is not in the text, or its addresses cannot be followed. No read of these stages is called right."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::{Writer, filled};
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Note,
            "no copy or store confirms a distance of 16384 bytes between stages",
            filled(|filled| filled.writer = None),
        ),
        speaks(
            Severity::Note,
            "no copy or store confirms the distance between stages",
            filled(|filled| (filled.writer, filled.read) = (None, None)),
        ),
        silent(filled(|_| {})),
        silent(filled(|filled| {
            (filled.writer, filled.written) = (None, Some((Writer::Threads, 8192)))
        })),
    ]
}
