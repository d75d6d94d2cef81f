//! Each rule fires where it should, stays silent where it should, and its repair removes what it found.

use swizzle_core::{
    Arch, Element, Finding, LboMode, Major, Operand, Params, RULES, Severity, Sparsity, Spec,
    Swizzle, figures, findings_from_spec,
};

fn findings(params: &Params) -> Vec<Finding> {
    findings_from_spec(&Spec::new(params).unwrap())
}

/// The default with a change.
fn with(change: impl FnOnce(&mut Params)) -> Params {
    let mut params = Params::default();
    change(&mut params);
    params
}

/// Parameters, the rule that must speak, how, and words of its title or text.
fn cases() -> Vec<(Params, &'static str, Severity, &'static str)> {
    use Severity::{Error, Note, Warning};
    let absolute = |change: &dyn Fn(&mut Params)| {
        with(|p| {
            p.arch = Arch::Tcgen05;
            p.element = Element::E2m1Packed;
            p.mn = 128;
            p.k = 768;
            p.lbo_mode = LboMode::Absolute;
            change(p);
        })
    };
    let figure_167 = || swizzle_core::figure(167).unwrap().params;
    vec![
        (
            with(|p| p.start_bytes = 24),
            "alignment",
            Error,
            "(24 & 0x3FFFF) >> 4 = 1",
        ),
        (with(|p| p.lbo_bytes = Some(100)), "alignment", Error, "LBO"),
        (
            with(|p| p.sbo_bytes = Some(1025)),
            "alignment",
            Error,
            "SBO",
        ),
        (
            with(|p| {
                p.k = 128;
                p.column_bytes = Some(8200);
            }),
            "alignment",
            Error,
            "column stride",
        ),
        (
            with(|p| p.start_bytes = 1 << 18),
            "field-range",
            Error,
            "Start does not fit",
        ),
        (
            with(|p| p.sbo_bytes = Some(1 << 20)),
            "field-range",
            Error,
            "SBO does not fit",
        ),
        (
            with(|p| {
                p.major = Major::Mn;
                p.mn = 128;
                p.lbo_bytes = Some(262_160);
            }),
            "field-range",
            Error,
            "LBO does not fit",
        ),
        (
            with(|p| p.sbo_bytes = Some(512)),
            "overlap",
            Error,
            "both lie at byte",
        ),
        (figure_167(), "overlap", Error, "Figures 167 and 189"),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.element = Element::B1;
            }),
            "operand-form",
            Error,
            "tcgen05 has no b1 operand",
        ),
        (
            with(|p| p.element = Element::E2m1),
            "operand-form",
            Error,
            "wgmma has no e2m1 operand",
        ),
        (
            with(|p| {
                p.element = Element::Tf32;
                p.major = Major::Mn;
            }),
            "operand-form",
            Error,
            "wgmma cannot read tf32 M-major",
        ),
        (
            with(|p| p.swizzle = Swizzle::B128Atom32),
            "operand-form",
            Error,
            "no swizzle with 32B atoms",
        ),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.element = Element::E2m1Packed;
                p.major = Major::Mn;
            }),
            "operand-form",
            Error,
            "tcgen05 cannot read",
        ),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.element = Element::Tf32;
                p.major = Major::Mn;
            }),
            "operand-form",
            Error,
            "needs the swizzle with 32B atoms",
        ),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.major = Major::Mn;
                p.swizzle = Swizzle::B128Atom32;
            }),
            "operand-form",
            Error,
            "cannot use 32B atoms",
        ),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.swizzle = Swizzle::B128Atom32;
            }),
            "operand-form",
            Note,
            "Sources differ",
        ),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.element = Element::E3m2;
                p.major = Major::Mn;
            }),
            "operand-form",
            Note,
            "Sources differ",
        ),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.invalid_swizzle = Some(swizzle_core::SwizzleCode(3));
                p.swizzle = Swizzle::None;
            }),
            "operand-form",
            Error,
            "Swizzle code 3",
        ),
        (
            with(|p| p.base_offset = Some(1)),
            "base-offset",
            Error,
            "does not match the pattern",
        ),
        (
            with(|p| {
                p.pattern_bytes = Some(0x480);
                p.base_offset = Some(0);
            }),
            "base-offset",
            Error,
            "needs (0x480 >> 7) & 7 = 1",
        ),
        (
            with(|p| p.pattern_bytes = Some(0x440)),
            "base-offset",
            Error,
            "cannot start there",
        ),
        (
            with(|p| p.start_bytes = 0x480),
            "base-offset",
            Note,
            "not on a 1024-byte boundary",
        ),
        (
            with(|p| {
                p.element = Element::B1;
                p.sparsity = Sparsity::Sparse;
            }),
            "operand-form",
            Error,
            "no sparse form for b1",
        ),
        (
            with(|p| {
                (p.arch, p.operand) = (Arch::Tcgen05, Operand::B);
                (p.element, p.major, p.mn) = (Element::E4m3, Major::Mn, 24);
            }),
            "extent",
            Warning,
            "no multiple of 16",
        ),
        (
            absolute(&|p| p.sparsity = Sparsity::Sparse),
            "absolute-lbo",
            Error,
            "48 bytes is dense",
        ),
        (
            absolute(&|p| {
                p.step = 2;
                p.lbo_bytes = Some(0x2_0000);
            }),
            "absolute-lbo",
            Error,
            "not where the tile goes on",
        ),
        (
            with(|p| p.lbo_mode = LboMode::Absolute),
            "absolute-lbo",
            Error,
            "wgmma has no absolute LBO mode",
        ),
        (
            absolute(&|p| p.swizzle = Swizzle::B64),
            "absolute-lbo",
            Error,
            "128B swizzle",
        ),
        (
            absolute(&|p| p.major = Major::Mn),
            "absolute-lbo",
            Error,
            "K-major",
        ),
        (
            absolute(&|p| p.base_offset = Some(2)),
            "absolute-lbo",
            Error,
            "base offset 0",
        ),
        (
            absolute(&|p| p.element = Element::E4m3),
            "absolute-lbo",
            Error,
            "packed 4-bit",
        ),
        (
            absolute(&|p| p.lbo_bytes = Some(0x440)),
            "absolute-lbo",
            Warning,
            "128-byte line",
        ),
        (
            absolute(&|p| p.start_bytes = 0x410),
            "absolute-lbo",
            Warning,
            "128-byte line",
        ),
        (absolute(&|_| ()), "absolute-lbo", Note, "sm_103a"),
        (
            with(|p| p.stray_bits = 1 << 46),
            "stray-bits",
            Error,
            "Bits 46–48 must hold 0",
        ),
        (
            with(|p| {
                p.arch = Arch::Tcgen05;
                p.stray_bits = 1 << 46;
            }),
            "stray-bits",
            Error,
            "Bits 46–48 must hold 1",
        ),
        (
            with(|p| p.mn = 48),
            "extent",
            Warning,
            "M = 48 is no multiple of 64",
        ),
        (
            with(|p| {
                p.operand = Operand::B;
                p.element = Element::S8;
                p.mn = 40;
            }),
            "extent",
            Warning,
            "no multiple of 16",
        ),
        (
            with(|p| p.k = 40),
            "extent",
            Warning,
            "K = 40 is no multiple of 16",
        ),
        (
            with(|p| p.k = 8),
            "extent",
            Note,
            "less than one instruction",
        ),
        (with(|p| p.step = 4), "extent", Warning, "beyond the tile"),
        (
            with(|p| {
                p.mn = 512;
                p.k = 256;
            }),
            "extent",
            Note,
            "Larger than a CTA's shared memory",
        ),
        (with(|_| ()), "no-effect", Note, "LBO has no effect"),
        (
            with(|p| {
                p.operand = Operand::B;
                p.sparsity = Sparsity::Sparse;
                p.swizzle = Swizzle::B32;
            }),
            "no-effect",
            Note,
            "against the manual",
        ),
        (
            with(|p| {
                p.operand = Operand::B;
                p.mn = 8;
            }),
            "no-effect",
            Note,
            "SBO has no effect",
        ),
        (
            with(|p| {
                p.swizzle = Swizzle::None;
                p.base_offset = Some(2);
            }),
            "no-effect",
            Note,
            "without swizzle",
        ),
    ]
}

#[test]
fn each_rule_speaks_where_it_should() {
    for (params, rule, severity, words) in cases() {
        let found = findings(&params);
        assert!(
            found.iter().any(|finding| finding.rule == rule
                && finding.severity == severity
                && (finding.title.contains(words) || finding.text.contains(words))),
            "{rule} “{words}” is not among {found:#?}"
        );
    }
}

#[test]
fn every_rule_has_a_case() {
    for rule in RULES {
        assert!(cases().iter().any(|case| case.1 == rule.id), "{}", rule.id);
    }
}

#[test]
fn a_repair_removes_what_was_found_and_brings_no_new_error() {
    let mut repairs = 0;
    for (params, _, _, _) in cases() {
        let before = findings(&params);
        for finding in &before {
            let Some(repair) = &finding.repair else {
                continue;
            };
            repairs += 1;
            let after = findings(&repair.params);
            let is_gone = !after
                .iter()
                .any(|left| (left.rule, &left.title) == (finding.rule, &finding.title));
            assert!(is_gone, "{}: {} stays", finding.rule, finding.title);
            for left in after.iter().filter(|left| left.severity == Severity::Error) {
                assert!(
                    before.iter().any(|known| known.rule == left.rule),
                    "the repair “{}” brings {left:?}",
                    repair.label
                );
            }
        }
    }
    assert!(repairs > 20);
}

#[test]
fn packed_legal_aligned_tiles_raise_neither_error_nor_warning() {
    for element in [
        Element::F16,
        Element::Bf16,
        Element::E4m3,
        Element::S8,
        Element::Tf32,
    ] {
        for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
            for (operand, mn) in [
                (Operand::A, 64),
                (Operand::A, 128),
                (Operand::B, 8),
                (Operand::B, 256),
            ] {
                for arch in [Arch::Wgmma, Arch::Tcgen05] {
                    let params = with(|p| {
                        (p.arch, p.operand, p.element, p.swizzle) =
                            (arch, operand, element, swizzle);
                        (p.mn, p.k) = (mn, 8 * element.per_unit());
                    });
                    let loud: Vec<_> = findings(&params)
                        .into_iter()
                        .filter(|finding| finding.severity != Severity::Note)
                        .collect();
                    assert_eq!(loud, [], "{params:?}");
                }
            }
        }
    }
}

#[test]
fn figures_raise_only_what_the_page_says_of_them() {
    for figure in figures() {
        let errors: Vec<_> = findings(&figure.params)
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.rule)
            .collect();
        let expected: &[&str] = match figure.number {
            167 | 189 => &["overlap"],
            165 => &["operand-form"],
            _ => &[],
        };
        assert_eq!(errors, expected, "Figure {}", figure.number);
    }
}

#[test]
fn the_repair_of_figure_167_is_the_corrected_one() {
    let printed = swizzle_core::figure(167).unwrap().params;
    let found = findings(&printed);
    let overlap = found
        .iter()
        .find(|finding| finding.rule == "overlap")
        .unwrap();
    let repair = overlap.repair.as_ref().unwrap();
    assert!(repair.label.contains("k = 1"), "{}", repair.label);
    assert_eq!((repair.params.k, repair.params.column_bytes), (8, None));
}
