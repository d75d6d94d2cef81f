//! An allocation of tensor memory that the hardware does not make.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

/// Columns of tensor memory. Source: PTX ISA, "Tensor Memory".
const COLUMNS: u64 = 512;

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-alloc",
    source: "PTX ISA, `tcgen05.alloc`: a power of two from 32 to 512 columns",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Tensor(tensor) = &part.about else {
        return;
    };
    let Some((own, all)) = tensor.allocated else {
        return;
    };
    // Source: ptxas 13.5 takes any multiple of 32 there, and 576 columns are those of sm_107.
    if tensor.opcode.ends_with(".exclusive") {
        if own % 32 != 0 || own == 0 {
            report.add(
                Severity::Error,
                &[],
                format_args!("{own} columns of tensor memory are allocated"),
                format_args!(
                    "The number of columns of an exclusive allocation is a multiple of 32."
                ),
            );
        }
    } else if !own.is_power_of_two() || !(32..=COLUMNS).contains(&own) {
        let finding = report.add(
            Severity::Error,
            &[],
            format_args!("{own} columns of tensor memory are allocated"),
            format_args!("The number of columns is a power of two from 32 to {COLUMNS}."),
        );
        let next = own.clamp(32, COLUMNS).next_power_of_two();
        finding.repairs.push(format!("Allocate {next} columns"));
    } else if all > COLUMNS {
        report.add(
            Severity::Error,
            &[],
            format_args!("{all} columns of tensor memory are allocated in all, but only {COLUMNS} exist"),
            format_args!("An allocation that does not fit waits until another is freed: forever, if the same CTA holds that one."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::tensor_part;
    use crate::tests::{silent, speaks};
    let of = |own, all| tensor_part(|tensor| tensor.allocated = Some((own, all)));
    vec![
        speaks(Severity::Error, "96 columns of tensor memory", of(96, 96)),
        speaks(Severity::Error, "16 columns of tensor memory", of(16, 16)),
        speaks(
            Severity::Error,
            "768 columns of tensor memory are allocated in all",
            of(256, 768),
        ),
        silent(of(512, 512)),
    ]
}
