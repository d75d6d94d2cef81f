//! The scale factors that an instruction is given, step by step, and the rows that each CTA holds.

use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::{Named as _, Operand, Sparsity};
use swizzle_tests::{Report, pairs};
use swizzle_tmem::scale::{Copies, ScaleColumns, ScaleStep, ScaleSteps, Scaling, held, padded_rows};
use swizzle_tmem::{Mark, Point};

use crate::tmem::twin;

#[test]
fn a_step_is_given_the_word_of_its_first_factor() {
    let mut report = Report::new();
    let scalings = [(Kind::Mxf8f6f4, 32), (Kind::Mxf4, 32), (Kind::Mxf4nvf4, 32), (Kind::Mxf4nvf4, 16)];
    let places = [(Copies::Four, 128), (Copies::Four, 256), (Copies::Two, 256)];
    for ((kind, block), (copies, rows)) in pairs(&scalings, &places) {
        let scaling = Scaling::new(kind, block).expect("a scaling");
        let columns = ScaleColumns::new(copies, rows, 32).expect("they fit");
        for sparsity in Sparsity::ALL {
            let steps = ScaleSteps::new(scaling, *sparsity, kind.k(*sparsity), &columns).expect("steps");
            report.equal(&kind, &"steps", &(steps.steps * scaling.per_step()), &32);
            for step in 0..steps.steps {
                // The word is that of the first row; the id, the byte of the step's first factor.
                let (_, column, id) = twin::scale_cells(copies.count(), rows, 0, step * scaling.per_step());
                report.equal(&kind, &"step", &steps.step(step), &Ok(ScaleStep { column, id }));
                let cell = Point { column, bit: 8 * id, ..Point::default() };
                report.equal(&kind, &"back", &steps.law.element(cell), &Some([step]));
            }
        }
    }
    report.finish("scale factors by step");
}

#[test]
fn rows_of_b_are_padded_and_all_in_each_cta() {
    for (form, m) in [(CtaForm::One, 128), (CtaForm::Two, 256), (CtaForm::Two, 128)] {
        for n in 1..=256 {
            let wanted = if n <= 128 { 128 } else { 256 };
            assert_eq!(held(Operand::B, form, m, n).expect("rows")[0].rows, wanted);
            assert_eq!(padded_rows(n), wanted);
        }
    }
    let held = held(Operand::B, CtaForm::Two, 128, 128).expect("two readings");
    let held: Vec<_> = held.iter().map(|h| (h.copies, h.mark)).collect();
    assert_eq!(held, [(Copies::Four, Mark::Docs), (Copies::Two, Mark::Code)]);
}
