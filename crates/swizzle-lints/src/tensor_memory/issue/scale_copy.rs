//! Descriptors of copies of scale factors.

use super::*;
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::UNIT_BYTES;
use swizzle_tmem::scale::BLOCK_BYTES;

lint!(
    Issue,
    "scale-copy",
    InCode,
    "PTX ISA, tcgen05.cp: the source is a K-major matrix; CuTe's collectives for block-scaled kernels";
    is [Required(RequiredBy::Hardware)],
);

fn find(issue: &Issue, report: &mut Report) {
    let (Some(scales), Some(stage)) = (&issue.scales, report.facts.clone()) else {
        return;
    };
    let bytes = |descriptor: Descriptor, field| descriptor.get(field) * u64::from(UNIT_BYTES);
    for (number, own) in scales.copies.iter().enumerate() {
        let Some(wanted) = stage.copies.get(number).map(|copy| copy.descriptor) else {
            report.error(
                &["descriptor"],
                format!("Copy {number} has no block: the stage has {}", stage.copies.len()),
                format!("One copy of 32 × 128 bits brings a block of {BLOCK_BYTES} bytes."),
            );
            return;
        };
        let mended = |descriptor: Descriptor| {
            let change = issue.with_scales(|scales| scales.copies[number] = descriptor);
            Mend::new(format!("Set copy {number} to {descriptor}"), change)
        };
        let [sbo, start] = [FieldId::Sbo, FieldId::Start].map(|field| bytes(*own, field));
        let groups = bytes(wanted, FieldId::Sbo);
        let what = match sbo {
            0x200 => " It is the distance of blocks.",
            _ => "",
        };
        let column = stage.shape.first_column + stage.copies[number].column;
        let fields = [
            (
                FieldId::Swizzle,
                "reads the block with a swizzle".to_owned(),
                "A block of scale factors is 32 rows of 16 bytes that follow each other: its mode is none."
                    .to_owned(),
            ),
            (
                FieldId::Sbo,
                format!("has SBO {sbo} bytes, expected {groups}"),
                format!("Each copy reads one block, whose groups of 8 rows are {groups} bytes apart.{what}"),
            ),
            (
                FieldId::Start,
                format!("starts at 0x{start:x}, expected 0x{:x}", bytes(wanted, FieldId::Start)),
                format!("It goes to column {column} and brings the block at that byte."),
            ),
        ];
        for (field, title, text) in fields {
            if own.get(field) != wanted.get(field) {
                let finding = report.error(&["descriptor"], format!("Copy {number} {title}"), text);
                let mended = mended(own.with(field, wanted.get(field)));
                finding.repairs.push(mended);
            }
        }
        let lbo = own.get(FieldId::Lbo);
        if lbo > 1 {
            let finding = report.note(
                &["descriptor"],
                format!("Copy {number} has LBO {} bytes, which has no effect", bytes(*own, FieldId::Lbo)),
                "Rows of 128 bits have one column of 16 bytes. CuTe writes 1 in the field, DeepGEMM 0.",
            );
            finding.repairs.push(mended(own.with(FieldId::Lbo, 1)));
        }
    }
}
