//! Repairs that are offered for any 64 bits, in any context: each leaves a right read and removes what it was offered for,
//! sets nothing that could as well stay, and all of them together come to an end.

use proptest::prelude::*;
use swizzle_core::law::RowXor;
use swizzle_core::{Arch, Coord, Descriptor, Named, Said, SaidPlace, SaidReader, SaidTile, Spec, Tally};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Finding, Severity, findings_from_spec};
use swizzle_tests::{cases, some};

fn has(findings: &[Finding], wanted: &Finding) -> bool {
    let is_same = |finding: &Finding| (finding.id, &finding.title) == (wanted.id, &wanted.title);
    findings.iter().any(is_same)
}

fn findings_of(said: &Said) -> Vec<Finding> {
    findings_from_spec(&spec_from_said(said).expect("a picture"))
}

fn pick<T: Named>(index: usize) -> T {
    T::ALL[index % T::ALL.len()]
}

/// Whether two specs' places read the same bytes.
fn read_alike(one: &Spec, other: &Spec) -> bool {
    let (reads, extent) = ([one, other].map(|spec| spec.read(spec.place())), one.read_extent());
    let mut rows = 0..extent.mn;
    rows.all(|mn| {
        let [one, other] = &reads;
        (0..extent.k).all(|k| {
            let at = Coord { mn, k };
            one.byte_from_element(at) == other.byte_from_element(at)
        })
    })
}

/// Of the fields that a repair changes each has an effect: left as it was, other bytes are read, the tile that many reads walk
/// would collide, or something is found besides.
fn check_fields(before: &Said, after: &Said, finding: &Finding) {
    // Words that were garbled together are set right together.
    if ["halves", "pointer", "swapped"].contains(&finding.id) {
        return;
    }
    let (Some(was), Some(is)) = (before.given, after.given) else {
        return;
    };
    let fields = Descriptor::fields(is.chip()).iter();
    let changed: Vec<_> =
        fields.filter(|field| was.arch() == is.arch() && was.get(field.id) != is.get(field.id)).collect();
    let findings = findings_of(after);
    for field in &changed {
        let left = Said { given: Some(is.with(field.id, was.get(field.id))), ..*after };
        let spec = spec_from_said(&left).expect("a picture");
        let repaired = spec_from_said(after).expect("a picture");
        let collides = |spec: &Spec| spec.read_over_tile().first_clash(spec.extent()).is_some();
        let is_needed = !read_alike(&repaired, &spec)
            || collides(&spec) && !collides(&repaired)
            || has(&findings_of(&left), finding)
            || !findings_of(&left).iter().all(|found| has(&findings, found));
        assert!(is_needed, "{before:?}: {:?} is set without effect by {:?}", field.id, after.given);
    }
}

/// Repairs remove what they are offered for, and come to an end.
fn check_repairs(mut said: Said) {
    for finding in findings_of(&said) {
        for repair in &finding.repairs {
            let left = findings_of(&repair.change.said);
            assert!(!has(&left, &finding), "{said:?}: “{}” leaves {finding:?}", repair.label);
            assert!(!repair.label.is_empty(), "{said:?}: {finding:?}");
            assert_ne!(repair.change.said, said, "{finding:?}");
            let spec = spec_from_said(&repair.change.said).expect("a picture");
            let tally = Tally::of_read(&spec, spec.place());
            assert_eq!(tally.wrong, 0, "{said:?}: “{}” of {finding:?}", repair.label);
            check_fields(&said, &repair.change.said, &finding);
        }
    }
    let first = |said: &Said| {
        let mut findings = findings_of(said).into_iter();
        findings.find(|finding| finding.severity == Severity::Error && !finding.repairs.is_empty())
    };
    let mut pressed = Vec::new();
    for _ in 0..12 {
        let Some(repair) = first(&said).and_then(|finding| finding.repairs.into_iter().next()) else {
            return;
        };
        pressed.push(repair.label);
        said = repair.change.said;
    }
    assert_eq!(first(&said), None, "{said:?} after {pressed:?}");
}

/// One test an architecture, so that they run side by side.
macro_rules! repairs {
    ($($name:ident: $arch:ident;)*) => {
        proptest! {
            #![proptest_config(cases(180, 20000))]

            $(
            /// Any 64 bits, half of them with fields that people write, in any context.
            #[test]
            fn $name(
                raw in any::<u64>(),
                is_tame in any::<bool>(),
                tame in prop::array::uniform3(0_usize..10),
                choices in prop::array::uniform5(0_usize..12),
                (mn, k, step) in (1_u32..40, 1_u32..20, 0_u32..4),
                row_bytes in prop::option::weighted(0.1, 1_u32..40),
                row_xor in prop::option::weighted(0.05, 0_usize..9),
                (is_mode_said, swizzle) in (prop::bool::weighted(0.1), 0_usize..5),
                (is_start_said, start) in (prop::bool::weighted(0.2), 0_u32..200),
                (is_order_said, is_extent_said) in any::<(bool, bool)>(),
                pattern in prop::option::weighted(0.1, 0_u32..20),
            ) {
                let values = [0, 1, 4, 8, 16, 64, 128, 256, 512, 1024];
                let raw = if is_tame {
                    let [start, lbo, sbo] = tame.map(|i| values[i]);
                    // The mode's bits as they come, the fixed ones mostly right.
                    let top = raw & 7 << 61 | (raw & raw >> 8 & raw >> 16) & 0xff << 46;
                    top ^ Descriptor::fixed_bits(Arch::$arch) | sbo << 32 | lbo << 16 | start
                } else {
                    raw
                };
                let some = |is_said: bool, number: u32| is_said.then_some(number);
                let context = Said {
                    tile: SaidTile {
                        element: Some(pick(choices[2])),
                        major: Some(pick(choices[3])),
                        order: is_order_said.then(|| pick(choices[4])),
                        mn: some(is_extent_said, mn * 8),
                        k: some(is_extent_said, k * 8),
                        row_bytes: row_bytes.map(|row| row * 16),
                        row_xor: row_xor.map(|at| RowXor::ALL[at]),
                        swizzle: is_mode_said.then(|| pick(swizzle)),
                        start_bytes: some(is_start_said, start * 0x400),
                        pattern_bytes: pattern.map(|at| at * 64),
                        ..SaidTile::default()
                    },
                    reader: some!(SaidReader { operand: pick(choices[0]), sparsity: pick(choices[1]) }),
                    place: SaidPlace { step: some(step > 0, step), ..SaidPlace::default() },
                    ..Said::default()
                };
                check_repairs(context.with_given(Descriptor::new(Arch::$arch, raw)));
            }
            )*
        }
    };
}

repairs! {
    repairs_of_any_wgmma_descriptor: Wgmma;
    repairs_of_any_tcgen05_descriptor: Tcgen05;
}
