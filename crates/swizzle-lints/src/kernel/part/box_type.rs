//! A box of another 16-bit float than the instruction reads.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::{Element, Named as _};
use swizzle_core::tma::DataType;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-type",
    source: "PTX ISA, `tensormap.replace`, “.elemtype”; the copy changes no bit",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Load(load) = &part.about else {
        return;
    };
    let Some((written, read)) = load.types else {
        return;
    };
    let differs = matches!(
        (written, read),
        (DataType::Float16, Element::Bf16) | (DataType::Bfloat16, Element::F16)
    );
    // An integer type can stand for any element of its width; a floating-point type of another width cannot.
    let is_float = matches!(
        written,
        DataType::Float16
            | DataType::Bfloat16
            | DataType::Float32
            | DataType::Float32Ftz
            | DataType::Tfloat32
            | DataType::Tfloat32Ftz
            | DataType::Float64
    );
    if is_float && written.shared_bits() != read.slot_bits() {
        let finding = report.add(
            Severity::Error,
            &[],
            format_args!(
                "{}: the tensor map has {} elements, the instruction reads {read}",
                load.side.name(),
                written.name()
            ),
            format_args!(
                "An element of the map has {} bits, one of the instruction {}: rows, boxes and the bytes of the barrier are counted in other elements.",
                written.shared_bits(),
                read.slot_bits()
            ),
        );
        if let Some(own) = DataType::from_element(read) {
            finding
                .repairs
                .push(format!("Set the element type to {}", own.name()));
        }
        return;
    }
    if !differs {
        return;
    }
    report.add(
        Severity::Warning,
        &[],
        format_args!(
            "{}: the tensor map has {} elements, the instruction reads {read}",
            load.side.name(),
            written.name()
        ),
        format_args!("The copy does not change any bits, so exponent bits are read as fraction bits. One of the two types belongs to another kernel."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::load;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Warning,
            "the tensor map has BFLOAT16 elements, the instruction reads f16",
            load(|load| load.types = Some((DataType::Bfloat16, Element::F16))),
        ),
        silent(load(|_| {})),
        silent(load(|load| {
            load.types = Some((DataType::Uint16, Element::F16))
        })),
    ]
}
