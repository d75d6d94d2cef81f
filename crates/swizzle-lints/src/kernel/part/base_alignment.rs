//! A variable that is aligned to less than the swizzle pattern repeats after.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "base-alignment",
    source: "PTX ISA, “Matrix base offset”; CUDA, dynamic shared memory",
    confidence: Confidence::InCode,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Base {
        name,
        align,
        pattern,
    } = &part.about
    else {
        return;
    };
    report.add(
        Severity::Note,
        &[],
        format_args!("{name} is aligned to {align} bytes: right if it begins at a multiple of {pattern}, the size of the swizzle pattern"),
        format_args!("Dynamic shared memory begins at such a multiple in practice. TMA swizzles by absolute addresses: tiles that it writes are right wherever the variable begins."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Note,
            "smem is aligned to 16 bytes: right if it begins at a multiple of 1024, the size of the swizzle pattern",
            part(About::Base {
                name: "smem".to_owned(),
                align: 16,
                pattern: 1024,
            }),
        ),
        silent(part(About::Constants(1))),
    ]
}
