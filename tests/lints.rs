//! What the lints say about public constants, the other architecture's bits, packed tiles and the figures. Each
//! lint's own cases are in the tests of `swizzle-lints`.

use swizzle_core::{Arch, Coord, Descriptor, Element, FieldId, Operand, Said, SaidReader, SaidTile, Swizzle};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Finding, Severity, findings_from_spec};
use swizzle_tests::some;
use swizzle_view::figure;
use swizzle_view::state::figures;

fn findings(said: &Said) -> Vec<Finding> {
    findings_from_spec(&spec_from_said(said).unwrap())
}

/// A descriptor of bf16 in the default tile, of which the extents were said.
fn pasted(arch: Arch, raw: u64) -> Vec<Finding> {
    let tile = some!(SaidTile { mn: 64, k: 64 });
    let said = Said { tile, ..Said::default() };
    findings(&said.with_given(Descriptor::new(arch, raw)))
}

#[test]
fn two_public_constants_are_told_their_sbo() {
    for (raw, bytes, field, row) in
        [(0xc000_0008_0008_0000, 256, 16, "32B"), (0x4000_0008_0001_0040, 1024, 64, "128B")]
    {
        let alone = Said::default().with_given(Descriptor::new(Arch::Wgmma, raw));
        assert_eq!(findings(&alone)[0].id, "overlap");
        let found = &pasted(Arch::Wgmma, raw)[0];
        assert_eq!((found.id, found.severity), ("overlap", Severity::Error));
        assert_eq!(found.title, "SBO is too small: atoms overlap");
        let text = format!(
            "Rows 8–15 begin 128 bytes (field 8) after rows 0–7 and overlap them: 8 rows of the {row} atom take {bytes} bytes (field {field}). \
             128 bytes (8 × 16) is right without swizzle."
        );
        assert!(found.text.starts_with(&text), "{}", found.text);
        let repair = found.repairs.first().unwrap();
        assert_eq!(repair.label, format!("Set SBO to {bytes} B"));
        let mended = repair.change.said.given.map(|given| given.get(FieldId::Sbo));
        assert_eq!(mended, Some(field));
        assert_eq!(found.bits, 0x3fff << 32);
    }
    let cells = &pasted(Arch::Wgmma, 0x4000_0008_0001_0040)[0].cells;
    assert_eq!(cells, &[Coord { mn: 1, k: 0 }, Coord { mn: 8, k: 0 }]);
}

#[test]
fn the_fixed_bits_tell_the_architectures_apart() {
    // tcgen05's descriptor, read as wgmma's.
    let found = &pasted(Arch::Wgmma, 0x4000_4040_0001_0040)[0];
    assert_eq!((found.id, found.bits), ("stray-bits", 1 << 46));
    assert_eq!(found.repairs[0].label, "Set bits 46–48 to 0");
    let repair = &found.repairs[1];
    assert_eq!(repair.label, "Read as a tcgen05 descriptor");
    let read = Descriptor::new(Arch::Tcgen05, 0x4000_4040_0001_0040);
    assert_eq!(repair.change.said.given, Some(read));
    let spec = spec_from_said(&repair.change.said).unwrap();
    assert_eq!(
        (spec.reader().arch, spec.tile().swizzle, spec.tile().start_bytes),
        (Arch::Tcgen05, Swizzle::B128, 0x400)
    );
    // The constant forgotten; with wgmma's code for 64B, which is as good on wgmma alone.
    let found = &pasted(Arch::Tcgen05, 0x4000_0040_0001_0040)[0];
    let label = &found.repairs.first().unwrap().label;
    assert_eq!((found.id, label.as_str()), ("stray-bits", "Set bits 46–48 to 001"));
    // 32B with wgmma's code 3 << 61.
    let found = &pasted(Arch::Tcgen05, 0x6000_4010_0001_0040)[0];
    let repair = found.repairs.first().unwrap();
    let mended = repair.change.said.given.map(|given| given.decode().swizzle);
    assert_eq!((repair.label.as_str(), mended), ("Set the swizzle to 32B (code 6)", Some(Ok(Swizzle::B32))));
}

#[test]
fn packed_legal_aligned_tiles_raise_neither_error_nor_warning() {
    for element in [Element::F16, Element::Bf16, Element::E4m3, Element::S8, Element::Tf32] {
        for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
            for (operand, mn) in [(Operand::A, 64), (Operand::A, 128), (Operand::B, 8), (Operand::B, 256)] {
                for arch in [Arch::Wgmma, Arch::Tcgen05] {
                    let tile = some!(SaidTile { element, swizzle, mn, k: 8 * element.per_unit() });
                    let reader = some!(SaidReader { arch, operand });
                    let said = Said { tile, reader, ..Said::default() };
                    let loud: Vec<_> = findings(&said)
                        .into_iter()
                        .filter(|finding| finding.severity != Severity::Note)
                        .collect();
                    assert_eq!(loud, [], "{said:?}");
                }
            }
        }
    }
}

#[test]
fn figures_raise_only_what_the_page_says_of_them() {
    for figure in figures() {
        let errors: Vec<_> = findings(&figure.shown.said)
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.id)
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
    let printed = figure(167).unwrap().shown.said;
    let found = findings(&printed);
    let overlap = found.iter().find(|finding| finding.id == "overlap").unwrap();
    let repair = overlap.repairs.first().unwrap();
    assert!(repair.label.contains("k = 1"), "{}", repair.label);
    assert_eq!((repair.change.said.tile.k, repair.change.said.tile.lbo_bytes), (Some(8), None));
}
