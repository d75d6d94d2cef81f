//! A `tcgen05.cp` of scale factors whose block is not 512 bytes that follow one another.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::Named as _;
use swizzle_core::law::Swizzle;
use swizzle_ptx::held::HeldDescriptor;
use swizzle_ptx::linear::Linear;
use swizzle_tmem::scale::BLOCK_SBO_BYTES;

pub(super) const LINT: Lint<Part> = Lint {
    id: "copy-block",
    source: "CUTLASS and Triton, scale factors: 32 rows of 16 bytes, 128 bytes for 8 rows, no swizzle",
    confidence: Confidence::InCode,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::TensorCopy {
        chip,
        known,
        has_block: true,
        ..
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
    let text = "The copy reads 32 rows of 16 bytes. In the layout of scale factors they are 512 bytes without a gap.";
    if let Some(swizzle) = held.swizzle().filter(|mode| *mode != Swizzle::None) {
        report.add(
            Severity::Warning,
            &[],
            format_args!(
                "S: swizzle mode {}, scale factors have none",
                swizzle.name()
            ),
            format_args!("{text}"),
        );
    } else if let Some(sbo) = held
        .bytes(FieldId::Sbo)
        .filter(|sbo| *sbo != BLOCK_SBO_BYTES)
    {
        let finding = report.add(
            Severity::Warning,
            &[],
            format_args!("S: SBO is {sbo} bytes, {BLOCK_SBO_BYTES} belong there"),
            format_args!("{text}"),
        );
        finding
            .repairs
            .push(format!("Set SBO to {BLOCK_SBO_BYTES} bytes"));
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::part;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Chip;
    use swizzle_ptx::known::Known;
    let of = |raw| {
        part(About::TensorCopy {
            chip: Chip::Sm100a,
            known: Known::exact(raw),
            stop: None,
            has_block: true,
        })
    };
    vec![
        speaks(Severity::Warning, "SBO is 256 bytes", of(0x4010_0001_0800)),
        speaks(
            Severity::Warning,
            "swizzle mode 128B",
            of(0x4000_4008_0001_0800),
        ),
        // Without a swizzle mode the base offset has no effect.
        silent(of(0x0002_4008_0001_0800)),
        silent(of(0x4008_0001_0800)),
    ]
}
