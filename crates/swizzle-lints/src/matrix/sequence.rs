//! The first wrong descriptor of several that are given together.

use super::*;
use swizzle_infer::sequence::Sequence;
use swizzle_text::sequence_text;

lint!(Spec, "sequence", Derived, "the address law, measured on H200: each step, block and stage starts at the address of its first element";
    on ["element", "major", "operand", "mn", "k", "swizzle", "order", "lbo_bytes", "sbo_bytes"];
    is [OfSequence],
);

fn find(spec: &Spec, report: &mut Report) {
    if spec.said().beside.is_empty() {
        return;
    }
    let Some(found) = finding_from_sequence(spec, &Sequence::of(spec)) else {
        return;
    };
    let finding = report.add(found.severity, &[], found.title, found.text);
    finding.repairs = found.repairs;
}

/// Returns the finding on descriptors that are compared with a sequence: the first wrong one, and the fix for all of them.
///
/// ```
/// use swizzle_infer::sequence::Sequence;
/// use swizzle_lints::finding_from_sequence;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let given = [0x40, 0x42, 0x45, 0x46].map(|low| Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0000 | low));
/// let tile = SaidTile { start_bytes: Some(0x400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() }.with_all_given(&given, 0))?;
/// let found = finding_from_sequence(&spec, &Sequence::of_whole(&spec, &given)).unwrap();
/// assert_eq!(found.title, "Descriptor 3 of 4 is wrong");
/// assert_eq!(found.repairs[0].label, "Set descriptor 3 to 0x4000004000010044");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn finding_from_sequence(spec: &Spec, sequence: &Sequence) -> Option<Finding> {
    let wrong = sequence.first_wrong()?;
    let count = sequence.given.len();
    let mut finding = LINT.finding(
        Severity::Error,
        &[],
        format!("Descriptor {} of {count} is wrong", wrong + 1),
        sequence_text(spec, sequence),
    );
    let wanted: Option<Vec<Descriptor>> = sequence.given.iter().map(|given| given.wanted).collect();
    if let Some(wanted) = wanted {
        let said = spec.said();
        let mut mended = said.with_all_given(&wanted, said.beside.before());
        mended.place = said.place;
        let others = count - sequence.right_count() - 1;
        let first = wanted[wrong];
        match others {
            0 => finding.repair(format!("Set descriptor {} to {first}", wrong + 1), &mended),
            _ => finding
                .repair(format!("Set descriptor {} to {first} and fix {others} more", wrong + 1), &mended),
        };
    }
    Some(finding)
}
