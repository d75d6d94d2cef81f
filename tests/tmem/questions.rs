//! Places that users ask for, with the answers that were computed from the tables.

use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_tests::json_lines;
use swizzle_tmem::ask::{Asked, Map, What};
use swizzle_tmem::moves::LoadShape;

#[test]
fn where_it_is() {
    let d = |form, m, n| Asked { form, m: Some(m), n: Some(n), ..Asked::new(What::D) };
    let load = |shape, num| Asked { load: Some(shape), num: Some(num), ..Asked::new(What::Ld) };
    let sfa = Asked { rows: Some(128), blocks: Some(8), ..Asked::new(What::Sfa) };
    let all = [
        (sfa, [37, 5]),
        (d(CtaForm::One, 64, 64), [37, 5]),
        (d(CtaForm::Two, 128, 128), [70, 100]),
        (d(CtaForm::Two, 256, 64), [200, 33]),
        (d(CtaForm::WeightStationary, 32, 128), [9, 100]),
        (load(LoadShape::S16x256b, 4), [18, 6]),
        (load(LoadShape::S16x64b, 2), [7, 1]),
        (Asked { kind: Some(Kind::F16), ..Asked::new(What::Metadata) }, [77, 20]),
    ];
    let lines = json_lines("blackwell/questions.jsonl");
    assert_eq!(lines.len(), all.len());
    for (line, (asked, at)) in lines.iter().zip(all) {
        let place = Map::new(&asked).expect("a map").place(at).expect("an element");
        // CTA of a pair, lanes, column, and of what is smaller the byte and the bit.
        let found = (place.ctas[0], place.lanes(), place.column, place.bit);
        let data = &line.value("data")["at"];
        let wanted = serde_json::from_value(data.clone());
        assert_eq!(found, wanted.expect("CTA, lanes, column, bit"), "{}", line.text("q"));
    }
}
