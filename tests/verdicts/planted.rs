//! Strides as people get them wrong, with nothing said of strides and order: none is called right.

use swizzle_core::descriptor::DescriptorFields;
use swizzle_core::reader::{Verdict, VerdictKind};
use swizzle_core::{Descriptor, Order, Said, Spec, Stride, Tally};
use swizzle_infer::spec_from_said;
use swizzle_lints::verdict_kind;
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_tests::{rows, said};

type Change = fn(DescriptorFields) -> (u16, u16);

/// LBO and SBO, as fields, of the right ones.
const CHANGES: &[(&str, Change)] = &[
    ("SBO twice", |f| (f.lbo_field, f.sbo_field * 2)),
    ("SBO three times", |f| (f.lbo_field, f.sbo_field * 3)),
    ("SBO four times", |f| (f.lbo_field, f.sbo_field * 4)),
    ("SBO eight times", |f| (f.lbo_field, f.sbo_field * 8)),
    ("SBO half", |f| (f.lbo_field, f.sbo_field / 2)),
    ("SBO in bytes", |f| (f.lbo_field, f.sbo_field << 4 & 0x3fff)),
    ("SBO divided twice", |f| (f.lbo_field, f.sbo_field >> 4)),
    ("SBO a unit more", |f| (f.lbo_field, f.sbo_field + 1)),
    ("LBO twice", |f| (f.lbo_field * 2, f.sbo_field)),
    ("LBO and a half", |f| (f.lbo_field * 3 / 2, f.sbo_field)),
    ("LBO half", |f| (f.lbo_field / 2, f.sbo_field)),
    ("LBO in bytes", |f| (f.lbo_field << 4 & 0x3fff, f.sbo_field)),
    ("LBO divided twice", |f| (f.lbo_field >> 4, f.sbo_field)),
    ("LBO of no effect", |f| (1, f.sbo_field)),
    ("exchanged", |f| (f.sbo_field, f.lbo_field)),
    ("both twice", |f| (f.lbo_field * 2, f.sbo_field * 2)),
];

fn spec(said: &Said, given: Descriptor) -> Spec {
    spec_from_said(&said.with_given(given)).expect("a picture")
}

/// Whether a descriptor reads the tile in some atom order: then it cannot be told from a right one.
fn is_right_in_an_order(said: &Said, given: Descriptor) -> bool {
    [Order::Mn, Order::K].iter().any(|order| {
        let mut truth = *said;
        truth.tile.order = Some(*order);
        let truth = spec_from_said(&truth).expect("a picture");
        let held = truth.with_given_at(given, truth.place());
        Tally::of_read(&held, held.place()).wrong == 0
    })
}

#[test]
fn no_planted_stride_is_called_right() {
    let (mut planted, mut padded) = (0, 0);
    for row in rows(include_str!("planted.tsv")) {
        let tile = row[0];
        for order in [Order::Mn, Order::K] {
            let words = said(tile);
            let mut truth = words;
            truth.tile.order = Some(order);
            let right =
                spec_from_said(&truth).map(|spec| spec.derived_descriptor(spec.place()).expect("a code"));
            let right = right.expect("a picture");
            let found = spec(&words, right);
            assert_eq!(found.verdict(), Verdict::Fits, "{tile} {order:?}");
            for (name, change) in CHANGES {
                let fields = right.decode();
                let (lbo_field, sbo_field) = change(fields);
                let fields = DescriptorFields { lbo_field, sbo_field, ..fields };
                let given = Descriptor::encode(right.chip(), fields).expect("a code");
                if is_right_in_an_order(&words, given) {
                    continue;
                }
                planted += 1;
                let at = format!("{name}: {given} {tile} {order:?}");
                let found = spec(&words, given);
                let verdict = found.verdict();
                assert!(matches!(verdict, Verdict::Differs | Verdict::Padded), "{at}: {verdict:?}");
                padded += u32::from(verdict == Verdict::Padded);
                let findings = findings_from_spec(&found);
                let kind = verdict_kind(&found, &findings);
                assert!(matches!(kind, VerdictKind::Wrong | VerdictKind::Warning), "{at}");
                assert!(findings.iter().any(|one| one.severity != Severity::Note), "{at}");
                // A repair of bits that ends clean reads the tile in an order that it may have.
                for repair in findings.iter().flat_map(|one| &one.repairs) {
                    // One that says another tile is held against that one.
                    let Some(mended) =
                        repair.change.descriptor.filter(|_| repair.change.said.tile == words.tile)
                    else {
                        continue;
                    };
                    let after = spec_from_said(&repair.change.said).expect("a picture");
                    let is_clean = verdict_kind(&after, &findings_from_spec(&after)) == VerdictKind::Right;
                    let is_read = is_right_in_an_order(&words, mended);
                    assert!(!is_clean || is_read, "{at}: {}", repair.label);
                }
                // Saying a stride that leaves a gap says the one that is there, and nothing else.
                if let (Verdict::Padded, Some(gap)) = (verdict, found.gap()) {
                    let read = found.read(found.place());
                    assert_eq!(read.stride_bytes(gap.stride), gap.held_bytes, "{at}");
                    let saying = findings.iter().find(|one| one.id == "gaps");
                    let said = saying.map(|one| one.repairs[0].change.said.tile);
                    let bytes = said.and_then(|tile| match gap.stride {
                        Stride::Lbo => tile.lbo_bytes,
                        Stride::Sbo => tile.sbo_bytes,
                    });
                    assert!(saying.is_none() || bytes == Some(gap.held_bytes), "{at}");
                }
            }
        }
    }
    assert!(planted > 200 && padded > 20, "{planted} planted, {padded} padded");
}
