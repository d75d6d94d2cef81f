//! A in tensor memory against CuTe's maps and its table.

use swizzle_core::hardware::CtaForm;
use swizzle_core::{Element, Named as _};
use swizzle_tests::{Report, fnv1a, json_lines};
use swizzle_tmem::tensor_memory::{Alignment, operand_a};
use swizzle_tmem::{Point, Refusal};

use crate::tmem::inverse::check_inverse;
use crate::tmem::twin;

#[test]
fn it_is_where_cute_has_it() {
    let mut report = Report::new();
    let (mut lines, mut values) = (0, 0);
    for line in json_lines("blackwell/tmem_d.jsonl") {
        if line.text("group") != "a_tmem" {
            continue;
        }
        lines += 1;
        let at = line.at();
        // Rows are those of one CTA.
        let (form, ctas) = match line.number("cta_group") {
            2 => (CtaForm::Two, 2),
            _ => (CtaForm::One, 1),
        };
        let element = match line.number("bits") {
            32 => Element::Tf32,
            16 => Element::F16,
            _ => Element::S8,
        };
        let (rows, k) = (line.number("m"), line.number("n"));
        let a = operand_a(form, rows * ctas, k, element, Alignment::Zero).expect("A");
        report.equal(&at, &"columns", &a.columns(), &line.number("columns"));
        let cell = |m, k| {
            let cell = a.points(&[m, k]).expect("an element")[0];
            [cell.lane, cell.column, cell.bit / element.slot_bits()]
        };
        let map = (0..rows).flat_map(|m| (0..k).flat_map(move |k| cell(m, k)));
        let map: Vec<u32> = map.collect();
        values += map.len();
        report.equal(&at, &"hash", &fnv1a(map), &line.hex("fnv"));
    }
    assert_eq!((lines, values), (4, 24_576));
    report.finish("A in tensor memory");
}

#[test]
fn it_is_where_its_table_has_it() {
    let mut report = Report::new();
    let elements = Element::ALL.iter().copied();
    for element in elements.filter(|e| !matches!(e, Element::E2m1Packed | Element::B1)) {
        let bits = element.slot_bits();
        for (form, rows) in
            [(CtaForm::One, 64), (CtaForm::One, 128), (CtaForm::Two, 128), (CtaForm::Two, 256)]
        {
            for alignment in Alignment::ALL {
                let all_k = 3 * 32 / bits;
                let a = operand_a(form, rows, all_k, element, *alignment).expect("A");
                check_inverse(&mut report, &a);
                for (m, k) in (0..rows).flat_map(|m| (0..all_k).map(move |k| (m, k))) {
                    let is_16 = *alignment == Alignment::Sixteen;
                    let (cta, lanes) = twin::operand_a(form, rows, is_16, m);
                    let cell = |lane: &u32| Point {
                        cta,
                        lane: *lane,
                        column: k * bits / 32,
                        bit: k * bits % 32,
                        ..Point::default()
                    };
                    let wanted: Vec<Point> = lanes.iter().map(cell).collect();
                    let found = a.points(&[m, k]).expect("an element");
                    report.equal(&element, &"cells", &found, &wanted);
                    for cell in found {
                        let found = a.element(cell);
                        report.equal(&element, &"element", &found, &Some([m, k]));
                    }
                }
            }
        }
    }
    report.finish("A in tensor memory against its table");
}

#[test]
fn what_no_source_places_is_refused() {
    let refusal = |form, m, k, element| operand_a(form, m, k, element, Alignment::Zero).expect_err("refused");
    for element in [Element::E2m1Packed, Element::B1] {
        let found = refusal(CtaForm::One, 128, 64, element);
        assert!(matches!(found, Refusal::Unknown(_)));
    }
    let found = refusal(CtaForm::WeightStationary, 128, 16, Element::F16);
    assert!(matches!(found, Refusal::Unknown(_)));
    let found = refusal(CtaForm::Two, 64, 16, Element::F16);
    assert!(matches!(found, Refusal::M { .. }));
    for (k, per_column) in [(0, 2), (3, 2)] {
        let found = refusal(CtaForm::One, 128, k, Element::F16);
        assert_eq!(found, Refusal::WholeColumns { k, per_column });
    }
    let found = refusal(CtaForm::One, 128, 1026, Element::F16);
    assert_eq!(found, Refusal::Columns(513));
}
