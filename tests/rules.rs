//! Each rule fires where it should, stays silent where it should, and its repair removes what it found.

use swizzle_core::{
    Arch, Confidence, Coord, Descriptor, Element, Finding, LboMode, Major, Meant, Operand, Order,
    Params, RULES, Severity, Sparsity, Spec, Swizzle, figures, findings_from_spec,
    params_from_descriptor,
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
            "Bits 46–48 must hold 001",
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
        (
            with(|p| {
                (p.step, p.start_bytes, p.base_offset) = (1, 0x480, Some(1));
            }),
            "base-offset",
            Error,
            "1 is (0x4a0 >> 7) & 7: the line where this step starts",
        ),
        (
            with(|p| (p.swizzle, p.base_offset) = (Swizzle::B64, Some(4))),
            "base-offset",
            Note,
            "4 reads like 0",
        ),
        (
            with(|p| (p.swizzle, p.pattern_bytes) = (Swizzle::B32, Some(0x480))),
            "base-offset",
            Note,
            "an H200 heeds it in 32B mode too",
        ),
        (
            with(|p| p.start_bytes = 0x480),
            "base-offset",
            Note,
            "CUTLASS and DeepGEMM always write 0",
        ),
        (
            with(|p| p.sbo_bytes = Some(16384)),
            "units",
            Warning,
            "SBO is 16384 bytes (field 1024), 16 times the 1024 bytes (field 64)",
        ),
        (
            with(|p| p.sbo_bytes = Some(64)),
            "units",
            Error,
            "SBO is 64 bytes (field 4), a sixteenth of the 1024 bytes (field 64)",
        ),
        (
            with(|p| {
                (p.swizzle, p.lbo_bytes) = (Swizzle::None, Some(16384));
            }),
            "units",
            Warning,
            "LBO: 16 times too large",
        ),
        (
            with(|p| {
                (p.swizzle, p.mn, p.operand) = (Swizzle::None, 8, Operand::B);
                p.lbo_bytes = Some(2048);
            }),
            "units",
            Warning,
            "LBO: 16 times too large",
        ),
        (
            with(|p| {
                (p.swizzle, p.k) = (Swizzle::None, 64);
                (p.lbo_bytes, p.sbo_bytes) = (Some(16384), Some(2048));
            }),
            "units",
            Warning,
            "LBO and SBO: 16 times too large",
        ),
        (
            with(|p| p.start_bytes = 0x3_a000),
            "units",
            Error,
            "Start: 16 times too large",
        ),
        (
            with(|p| {
                (p.start_bytes, p.meant.start_bytes) = (0x4000, Some(0x400));
            }),
            "units",
            Error,
            "0x400 bytes",
        ),
        (
            with(|p| (p.lbo_bytes, p.sbo_bytes) = (Some(1024), Some(16))),
            "swapped",
            Error,
            "LBO leads K 0–63 → K 64–127, SBO rows 0–7 → rows 8–15",
        ),
        (
            with(|p| {
                (p.major, p.swizzle, p.mn) = (Major::Mn, Swizzle::None, 128);
                (p.arch, p.lbo_bytes, p.sbo_bytes) = (Arch::Tcgen05, Some(128), Some(2048));
            }),
            "swapped",
            Warning,
            "MN-major without swizzle alone",
        ),
        (
            with(|p| {
                (p.arch, p.sbo_bytes) = (Arch::Tcgen05, Some(512));
            }),
            "swizzle-code",
            Error,
            "code 4 here and 2 on wgmma. The descriptor holds 2, here 128B",
        ),
        (
            with(|p| (p.swizzle, p.sbo_bytes) = (Swizzle::B64, Some(1024))),
            "swizzle-code",
            Error,
            "code 1 here and 2 on tcgen05. The descriptor holds 2, here 64B",
        ),
        (
            with(|p| p.meant.swizzle = Some(Swizzle::B64)),
            "swizzle-code",
            Error,
            "The tile is written with 64B",
        ),
        (
            with(|p| p.sbo_bytes = Some(1040)),
            "phase",
            Warning,
            "SBO is 1040 bytes (field 65), no multiple of the 1024 bytes",
        ),
        (
            with(|p| {
                (p.operand, p.major, p.mn, p.k) = (Operand::B, Major::Mn, 128, 16);
                p.lbo_bytes = Some(8320);
            }),
            "phase",
            Warning,
            "LBO moves the phase",
        ),
        (
            with(|p| {
                (p.swizzle, p.lbo_bytes, p.sbo_bytes) = (Swizzle::None, Some(16), Some(1024));
            }),
            "plain-rows",
            Error,
            "rows of 128 bytes",
        ),
        (
            with(|p| {
                (p.swizzle, p.k) = (Swizzle::None, 80);
                (p.lbo_bytes, p.sbo_bytes) = (Some(16), Some(160));
            }),
            "plain-rows",
            Error,
            "rows of 160 bytes",
        ),
        (
            with(|p| {
                (p.swizzle, p.major) = (Swizzle::None, Major::Mn);
                (p.lbo_bytes, p.sbo_bytes) = (Some(1280), Some(16));
            }),
            "plain-rows",
            Error,
            "columns of 160 bytes",
        ),
        (
            with(|p| p.meant.row_bytes = Some(128)),
            "plain-rows",
            Error,
            "128 bytes apart",
        ),
        (
            with(|p| p.sbo_bytes = Some(0x8400)),
            "memory-end",
            Warning,
            "reaches to 0x3a400",
        ),
        (
            with(|p| (p.start_bytes, p.mn) = (0x3_fff0, 64)),
            "memory-end",
            Error,
            "starts beyond",
        ),
        (
            with(|p| p.sbo_bytes = Some(2048)),
            "meant",
            Warning,
            "it was meant to be at 0x800",
        ),
        (
            with(|p| {
                (p.swizzle, p.k) = (Swizzle::None, 32);
                (p.lbo_bytes, p.sbo_bytes) = (Some(128), Some(512));
            }),
            "meant",
            Note,
            "the other order of atoms",
        ),
        (
            with(|p| {
                (p.mn, p.major) = (128, Major::Mn);
                p.lbo_bytes = Some(0);
            }),
            "overlap",
            Note,
            "No read takes this stride",
        ),
    ]
}

/// Parameters that one change parts from a firing case, and the rule that must say nothing.
fn neighbours() -> Vec<(Params, &'static str)> {
    vec![
        (with(|p| p.start_bytes = 32), "alignment"),
        (with(|p| p.start_bytes = (1 << 18) - 16), "field-range"),
        (with(|p| p.sbo_bytes = Some(1024)), "overlap"),
        (with(|p| p.sbo_bytes = Some(2048)), "overlap"),
        (with(|p| p.sbo_bytes = Some(2048)), "phase"),
        (with(|p| p.element = Element::Tf32), "operand-form"),
        (with(|p| p.base_offset = Some(0)), "base-offset"),
        (with(|p| p.arch = Arch::Tcgen05), "absolute-lbo"),
        (with(|p| p.arch = Arch::Tcgen05), "stray-bits"),
        (with(|p| p.mn = 128), "extent"),
        (with(|p| (p.arch, p.mn) = (Arch::Tcgen05, 32)), "extent"),
        (
            with(|p| {
                (p.major, p.mn) = (Major::Mn, 128);
                p.operand = Operand::B;
            }),
            "no-effect",
        ),
        // Gaps that are wide, but no sixteenfold.
        (with(|p| p.sbo_bytes = Some(8192)), "units"),
        (with(|p| p.start_bytes = 0x3_0000), "units"),
        // LBO is never taken: whatever it holds, nothing is exchanged.
        (with(|p| p.lbo_bytes = Some(1024)), "swapped"),
        (with(|p| p.sbo_bytes = Some(2048)), "swizzle-code"),
        (
            with(|p| {
                (p.swizzle, p.lbo_bytes, p.sbo_bytes) = (Swizzle::None, Some(1024), Some(128));
            }),
            "plain-rows",
        ),
        // The last row ends where shared memory does.
        (with(|p| p.start_bytes = 228 * 1024 - 8192), "memory-end"),
        (
            with(|p| {
                (p.swizzle, p.k, p.order) = (Swizzle::None, 32, Order::K);
                (p.lbo_bytes, p.sbo_bytes) = (Some(128), Some(512));
            }),
            "meant",
        ),
        (
            with(|p| {
                p.sbo_bytes = Some(2048);
                p.meant.sbo_bytes = Some(2048);
            }),
            "meant",
        ),
    ]
}

#[test]
fn each_rule_is_silent_where_nothing_is_wrong() {
    for (params, rule) in neighbours() {
        let found = findings(&params);
        let heard = found.iter().find(|finding| finding.rule == rule);
        assert_eq!(heard, None, "{params:?}");
    }
    for rule in RULES {
        assert!(
            neighbours().iter().any(|(_, id)| *id == rule.id),
            "{}",
            rule.id
        );
    }
}

/// A descriptor of bf16 in the default tile.
fn pasted(arch: Arch, raw: u64) -> Vec<Finding> {
    let descriptor = Descriptor::new(arch, raw);
    findings(&params_from_descriptor(descriptor, &Params::default()).unwrap())
}

#[test]
fn two_public_constants_are_told_their_sbo() {
    for (raw, bytes, field, row) in [
        (0xc000_0008_0008_0000, 256, 16, "32B"),
        (0x4000_0008_0001_0040, 1024, 64, "128B"),
    ] {
        let found = &pasted(Arch::Wgmma, raw)[0];
        assert_eq!((found.rule, found.severity), ("overlap", Severity::Error));
        assert_eq!(found.title, "SBO is too small: atoms overlap");
        let text = format!(
            "SBO is 128 bytes (field 8); a group of 8 rows of the {row} atom takes {bytes} (field {field}). \
             128 bytes (8 × 16) are a group without swizzle."
        );
        assert!(found.text.starts_with(&text), "{}", found.text);
        let repair = found.repair.as_ref().unwrap();
        assert_eq!(
            repair.label,
            format!("Set SBO to {bytes} bytes (field {field})")
        );
        assert_eq!(repair.params.sbo_bytes, None);
        assert_eq!(found.bits, 0x3fff << 32);
    }
    let cells = &pasted(Arch::Wgmma, 0x4000_0008_0001_0040)[0].cells;
    assert_eq!(cells, &[Coord { mn: 1, k: 0 }, Coord { mn: 8, k: 0 }]);
}

#[test]
fn the_fixed_bits_tell_the_architectures_apart() {
    // tcgen05's descriptor, read as wgmma's.
    let found = &pasted(Arch::Wgmma, 0x4000_4040_0001_0040)[0];
    assert_eq!((found.rule, found.bits), ("stray-bits", 1 << 46));
    let repair = found.repair.as_ref().unwrap();
    assert_eq!(repair.label, "Read it as a tcgen05 descriptor");
    assert_eq!(
        repair.params,
        with(|p| (p.arch, p.swizzle, p.start_bytes) = (Arch::Tcgen05, Swizzle::B128, 0x400))
    );
    // The constant forgotten; with wgmma's code for 64B, which is as good on wgmma alone.
    let found = &pasted(Arch::Tcgen05, 0x4000_0040_0001_0040)[0];
    let label = &found.repair.as_ref().unwrap().label;
    assert_eq!(
        (found.rule, label.as_str()),
        ("stray-bits", "Set bits 46–48 to 001")
    );
    // 32B with wgmma's code 3 << 61.
    let found = &pasted(Arch::Tcgen05, 0x6000_4010_0001_0040)[0];
    let repair = found.repair.as_ref().unwrap();
    assert_eq!(
        (repair.label.as_str(), repair.params.swizzle),
        ("Use 32B", Swizzle::B32)
    );
}

#[test]
fn a_guess_says_that_it_is_one_and_stands_alone() {
    for (params, rule, _, _) in cases() {
        let found = findings(&params);
        let guesses: Vec<_> = found
            .iter()
            .filter(|finding| finding.confidence == Confidence::Likely)
            .collect();
        assert!(guesses.len() < 2, "{guesses:#?}");
        if let [guess] = guesses.as_slice() {
            assert!(guess.repair.is_some(), "{guess:?}");
            let is_said_twice =
                |other: &&Finding| ["overlap", "phase", "meant"].contains(&other.rule);
            assert_eq!(found.iter().find(is_said_twice), None, "{rule}: {guess:?}");
        }
    }
}

#[test]
fn a_plain_tile_that_was_meant_is_refused_in_every_mode() {
    for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
        let params = with(|p| {
            p.swizzle = swizzle;
            p.meant = Meant {
                row_bytes: Some(128),
                ..Meant::default()
            };
        });
        assert_eq!(findings(&params)[0].rule, "plain-rows", "{swizzle:?}");
    }
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
