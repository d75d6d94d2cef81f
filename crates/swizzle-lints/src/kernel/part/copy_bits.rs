//! A descriptor of `tcgen05.cp` with fixed bits or a mode that the chip does not have.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::Named as _;
use swizzle_ptx::held::HeldDescriptor;
use swizzle_ptx::linear::Linear;

pub(super) const LINT: Lint<Part> = Lint {
    id: "copy-bits",
    source: "PTX ISA, tcgen05, “Shared memory descriptor”",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::TensorCopy {
        chip, known, stop, ..
    } = &part.about
    else {
        return;
    };
    let held = HeldDescriptor {
        chip: *chip,
        known: *known,
        start: Linear::default(),
        has_start: false,
        base_follows: false,
    };
    let stray = held.lowest().decode().stray_bits & known.mask;
    if stray != 0 {
        report.add(
            Severity::Error,
            &[],
            format_args!("S: fixed bits 0x{stray:x} are 0x{:x}", known.bits & stray),
            format_args!(
                "{} requires 0x{:x} in them.",
                chip.name(),
                !known.bits & stray
            ),
        );
    }
    if held.field(FieldId::Swizzle).is_none() {
        let stop = match stop {
            Some((line, opcode)) => format!(": {opcode} in line {line}"),
            None => String::new(),
        };
        report.add(
            Severity::Note,
            &[],
            format_args!("S: the descriptor of tcgen05.cp is not known{stop}"),
            format_args!("The text does not say what is copied to tensor memory."),
        );
    } else if let Err(code) = held.lowest().decode().swizzle {
        report.add(
            Severity::Error,
            &[],
            format_args!("S: {code}"),
            format_args!("Codes 3, 5 and 7 are not modes of tcgen05."),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::part;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Chip;
    use swizzle_ptx::known::Known;
    let of = |known| {
        part(About::TensorCopy {
            chip: Chip::Sm100a,
            known,
            stop: Some((7, "ld.global.u64".to_owned())),
            has_block: true,
        })
    };
    vec![
        speaks(
            Severity::Error,
            "fixed bits 0x400000000000 are 0x0",
            of(Known::exact(0x0008_0001_0800)),
        ),
        speaks(
            Severity::Error,
            "code 3 is not defined",
            of(Known::exact(0x6000_4008_0001_0800)),
        ),
        speaks(
            Severity::Note,
            "not known: ld.global.u64 in line 7",
            of(Known::NOTHING),
        ),
        silent(of(Known::exact(0x4008_0001_0800))),
    ]
}
