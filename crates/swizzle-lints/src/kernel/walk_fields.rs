//! A read whose mode, strides, base offset or transpose differ from those of its walk.

use super::*;
use crate::kernel::held_overlap::clash;

lint!(OperandRead, "walk-fields", Measured, MEASURED,
    whose: Whose::Own(FactKind::Walk),
);

fn find(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let Some(common) = walk.common() else { return };
    if walk.reads[read.at].is_swapped {
        return;
    }
    let own = walk.geometry(read.at);
    // If the other reads collide, they are wrong, however many they are.
    let of_others = (0..walk.reads.len()).find(|at| walk.geometry(*at) == common);
    let others = of_others.filter(|_| own != common).map(|at| OperandRead { at, ..read.clone() });
    let are_others_wrong = others.is_some_and(|others| clash(&others).is_some()) && clash(read).is_none();
    let (letter, step) = (read.letter(), read.step());
    for field in walk.differing(read.at) {
        let (Some(here), Some(there)) = (text(own, field), text(common, field)) else {
            continue;
        };
        let name = match field {
            FieldId::Swizzle => "the swizzle mode",
            FieldId::Lbo => "LBO",
            FieldId::Sbo => "SBO",
            _ => "the base offset",
        };
        let finding = report.error(
            &[FieldId::Swizzle, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset],
            format!("{letter}, step {step}: {name} is {here}, in the other steps {there}"),
            format!("The steps along K read one tile, so they share its layout. With {here} this step reads other bytes."),
        );
        finding.fix(match are_others_wrong {
            true => format!("Set {name} to {here} in the other steps"),
            false => format!("Set {name} to {there}"),
        });
    }
    if let (Some(here), Some(there)) = (own.major, common.major)
        && here != there
    {
        let [here, there] = [here, there].map(|major| major.operand_name(walk.side));
        report.error(
            &[],
            format!("{letter}, step {step}: the instruction reads it {here}, the others {there}"),
            "The transpose differs from that of the other instructions that add to the same accumulator, with the same layout in the descriptor.",
        ).fix(format!("Transpose {letter} as the other instructions do"));
    }
}

fn text(geometry: Geometry, field: FieldId) -> Option<String> {
    Some(match field {
        FieldId::Swizzle => geometry.swizzle?.name().to_owned(),
        FieldId::Lbo => format!("{} bytes", geometry.lbo?),
        FieldId::Sbo => format!("{} bytes", geometry.sbo?),
        _ => geometry.base?.to_string(),
    })
}

/// With SBO of 512 bytes atoms overlap: of one step with 1024 and three with 512, the three are mended.
#[test]
fn steps_that_clash_are_mended_however_many() {
    let read = crate::kernel::reading(2, |walk| {
        for at in [0, 1, 3] {
            walk.reads[at].known.bits = 0x4000_0020_0001_0000;
        }
    });
    let found = crate::kernel::findings_from_read(&read);
    let repairs: Vec<_> = found.iter().filter_map(|one| one.first_fix()).collect();
    assert_eq!(repairs, ["Set SBO to 1024 bytes in the other steps"]);
}
