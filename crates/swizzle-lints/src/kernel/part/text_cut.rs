//! A text that ends before its kernel does.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "text-cut",
    source: "the PTX alone",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    if part.about == About::Cut {
        report.add(
            Severity::Note,
            &[],
            format_args!("The text ends inside this kernel"),
            format_args!("Its closing brace is missing, so the rest of it is not here and no read is called right. Paste or open the whole text."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::{load, part};
    use crate::tests::{silent, speaks};
    vec![
        speaks(Severity::Note, "ends inside this kernel", part(About::Cut)),
        silent(load(|_| {})),
    ]
}
