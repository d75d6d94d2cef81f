//! Edits of kernels whose product was right on an H100, each run there: the lens says what the product said.

use swizzle_core::reader::VerdictKind;

use crate::ptx::{judged, mutants};

#[test]
fn an_edit_is_called_what_its_product_was() {
    let (mut wrong, mut named, mut faults) = (0, 0, Vec::new());
    for mutant in mutants() {
        let verdicts = judged(&mutant.text, |_, report| report.verdict);
        let is_right = mutant.is_right();
        wrong += u32::from(!is_right);
        for verdict in verdicts {
            named += u32::from(!is_right && matches!(verdict, VerdictKind::Wrong | VerdictKind::Warning));
            if is_right && verdict == VerdictKind::Wrong || !is_right && verdict == VerdictKind::Right {
                faults.push(format!(
                    "{} {}: {}, called {}",
                    mutant.name(),
                    mutant.of("kind"),
                    mutant.of("truth"),
                    verdict.name()
                ));
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert_eq!((wrong, named), (58, 58));
}
