//! Mistakes in tiles of which neither strides nor start nor order are said, and the mode only at times: the cause that is
//! named is the planted one, or several are, or none.

use swizzle_core::{
    Arch, Descriptor, Element, Major, Named as _, Operand, Order, Said, SaidReader, SaidTile, Spec, Swizzle,
    Tally,
};
use swizzle_infer::spec_from_said;
use swizzle_lints::Confidence;
use swizzle_lints::{Finding, Repair, Severity, findings_from_spec};

/// A planted mistake: what was said, the right fields and the written ones, and words of its cause.
struct Planted {
    said: Said,
    right: u64,
    wrong: u64,
    words: &'static [&'static str],
}

/// How a mistake was answered.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answered {
    /// The planted cause is named, alone.
    Named,
    /// Several causes are, and it is one of them or its repair is one of theirs.
    Several,
    /// What is wrong is said and no other cause, or the right bits are offered.
    Fact,
    /// It is right for a tile of which all was said that was said of this.
    Fits,
    /// Another cause is named, or nothing is wrong.
    Wrong,
}

/// The field values of start, LBO, SBO and code.
type Fields = (u64, u64, u64, u64);

const START: u64 = 0x840;

fn bits(arch: Arch, (start, lbo, sbo, code): Fields) -> u64 {
    let rest = start | lbo << 16 | sbo << 32;
    match arch {
        Arch::Wgmma => rest | code << 62,
        Arch::Tcgen05 => rest | 1 << 46 | code << 61,
    }
}

fn said(arch: Arch, form: Form, extents: (u32, u32)) -> Said {
    let (element, major, swizzle, operand) = form;
    Said {
        tile: SaidTile {
            element: Some(element),
            major: Some(major),
            swizzle: Some(swizzle),
            mn: Some(extents.0),
            k: Some(extents.1),
            ..SaidTile::default()
        },
        reader: SaidReader { arch: Some(arch), operand: Some(operand), ..SaidReader::default() },
        ..Said::default()
    }
}

type Form = (Element, Major, Swizzle, Operand);

/// A row: architecture, form, extents, the right LBO, SBO and code, the written ones, and words.
type Row = (Arch, Form, (u32, u32), (u64, u64, u64), (u64, u64, u64), &'static [&'static str]);

#[rustfmt::skip]
fn rows() -> Vec<Row> {
    use Arch::{Tcgen05 as B, Wgmma as W};
    use Element::{Bf16, E4m3, F16, Tf32};
    use Swizzle::{B32, B64, B128, B128Atom32, None as Plain};
    let k = |element, swizzle| (element, Major::K, swizzle, Operand::A);
    let kb = |element, swizzle| (element, Major::K, swizzle, Operand::B);
    let n = |element, swizzle| (element, Major::Mn, swizzle, Operand::B);
    let large: &[&str] = &["16 times too large"];
    let small: &[&str] = &["16 times too small"];
    let swapped: &[&str] = &["swapped"];
    let map: &[&str] = &["tensor map"];
    let wgmma: &[&str] = &["wgmma", "No known producer"];
    let no_code: &[&str] = &["missing", "without"];
    let element: &[&str] = &["another element type"];
    let rows: &[&str] = &["plain rows"];
    vec![
        (W, k(Bf16, B128), (128, 64), (1, 64, 1), (1, 1024, 1), large),
        (W, k(F16, B128), (64, 64), (1, 64, 1), (1, 4, 1), small),
        (W, kb(E4m3, B128), (128, 128), (1, 64, 1), (1, 1024, 1), large),
        (W, kb(E4m3, B128), (128, 128), (1, 64, 1), (1, 4, 1), small),
        (B, k(Bf16, B128), (128, 64), (1, 64, 2), (1, 1024, 2), large),
        (B, k(E4m3, B128), (128, 128), (1, 64, 2), (1, 4, 2), small),
        (B, k(Tf32, B128), (128, 32), (1, 64, 2), (64, 1, 2), swapped),
        (W, k(Bf16, B128), (128, 64), (1, 64, 1), (64, 1, 1), swapped),
        (W, k(Tf32, B128), (64, 32), (1, 64, 1), (64, 1, 1), swapped),
        (B, kb(F16, B128), (256, 64), (1, 64, 2), (64, 1, 2), swapped),
        (W, k(Bf16, B64), (128, 32), (1, 32, 2), (1, 512, 2), large),
        (W, k(Bf16, B64), (128, 32), (1, 32, 2), (1, 2, 2), small),
        (B, k(E4m3, B64), (128, 64), (1, 32, 4), (1, 512, 4), large),
        (B, k(E4m3, B64), (128, 64), (1, 32, 4), (1, 32, 2), wgmma),
        (W, k(E4m3, B64), (128, 64), (1, 32, 2), (1, 32, 0), no_code),
        (W, k(Bf16, B64), (128, 32), (1, 32, 2), (32, 1, 2), swapped),
        (W, k(Bf16, B32), (128, 16), (1, 16, 3), (1, 256, 3), large),
        (W, k(Bf16, B32), (128, 16), (1, 16, 3), (1, 16, 1), map),
        (B, k(Bf16, B32), (128, 16), (1, 16, 6), (1, 256, 6), large),
        (B, k(E4m3, B32), (128, 32), (1, 16, 6), (1, 1, 6), small),
        (W, k(Bf16, B128), (128, 64), (1, 64, 1), (1, 64, 3), map),
        (W, k(Bf16, B128), (128, 64), (1, 64, 1), (1, 64, 2), &["tcgen05"]),
        (B, k(Bf16, B128), (128, 64), (1, 64, 2), (1, 64, 1), wgmma),
        (B, k(E4m3, B128), (128, 128), (1, 64, 2), (1, 64, 1), wgmma),
        (B, k(Bf16, B128), (128, 64), (1, 64, 2), (1, 64, 3), &["code 3"]),
        (B, k(Bf16, B128), (128, 64), (1, 64, 2), (1, 64, 0), no_code),
        (W, k(E4m3, B128), (64, 128), (1, 64, 1), (1, 64, 0), no_code),
        (W, n(F16, B128), (128, 64), (512, 64, 1), (8192, 64, 1), large),
        (W, n(F16, B128), (128, 64), (512, 64, 1), (8192, 1024, 1), large),
        (W, n(F16, B128), (128, 64), (512, 64, 1), (32, 4, 1), small),
        (W, n(F16, B128), (128, 64), (512, 64, 1), (64, 512, 1), swapped),
        (B, n(Bf16, B128), (128, 64), (512, 64, 2), (8192, 64, 2), large),
        (B, n(Bf16, B128), (128, 64), (512, 64, 2), (32, 4, 2), small),
        (B, n(Tf32, B128Atom32), (128, 32), (256, 32, 1), (256, 512, 1), large),
        (B, n(Tf32, B128Atom32), (128, 32), (256, 32, 1), (256, 2, 1), small),
        (W, k(Bf16, Plain), (64, 64), (64, 8, 0), (1024, 8, 0), large),
        (W, k(Bf16, Plain), (64, 64), (64, 8, 0), (1024, 128, 0), large),
        (W, k(Bf16, Plain), (128, 64), (128, 8, 0), (8, 128, 0), swapped),
        (W, k(Bf16, Plain), (128, 64), (128, 8, 0), (64, 8, 0), &["slice"]),
        (B, k(Bf16, Plain), (128, 64), (128, 8, 0), (8, 128, 0), swapped),
        (B, k(E4m3, Plain), (128, 64), (128, 8, 0), (1, 4, 0), rows),
        (W, k(Bf16, Plain), (64, 64), (64, 8, 0), (1, 8, 0), rows),
        // Core matrices K first, with the strides of another type's size.
        (W, k(Bf16, Plain), (128, 64), (8, 64, 0), (8, 32, 0), element),
        (B, k(Bf16, Plain), (128, 64), (8, 64, 0), (8, 128, 0), element),
    ]
}

fn planted() -> Vec<Planted> {
    let mut all: Vec<Planted> = Vec::new();
    for (arch, form, extents, right, wrong, words) in rows() {
        let fields = |(lbo, sbo, code)| bits(arch, (START, lbo, sbo, code));
        all.push(Planted {
            said: said(arch, form, extents),
            right: fields(right),
            wrong: fields(wrong),
            words,
        });
    }
    let form = (Element::Bf16, Major::K, Swizzle::B128, Operand::A);
    let right = |arch, code| bits(arch, (START, 1, 64, code));
    let (hopper, blackwell) = (right(Arch::Wgmma, 1), right(Arch::Tcgen05, 2));
    for (arch, right, wrong, words) in [
        (Arch::Wgmma, hopper, hopper.rotate_left(32), "halves"),
        (Arch::Tcgen05, blackwell, blackwell.rotate_left(32), "halves"),
        (Arch::Tcgen05, blackwell, blackwell & !(1 << 46), "46–48"),
        (Arch::Wgmma, hopper, hopper | 1 << 46, "46–48"),
        (Arch::Tcgen05, blackwell, blackwell | 1 << 52, "mode bit"),
        (Arch::Wgmma, hopper, hopper | 0x7f5a_c400_8400 >> 4, "generic pointer"),
        (Arch::Wgmma, hopper, (hopper - START) | 0x8400, "16 times too large"),
    ] {
        let words: &'static [&'static str] = Box::leak(Box::new([words]));
        all.push(Planted { said: said(arch, form, (128, 64)), right, wrong, words });
    }
    all
}

fn given(said: &Said, raw: u64) -> Spec {
    let arch = said.reader.arch.expect("an architecture");
    spec_from_said(&said.with_given(Descriptor::new(arch, raw))).expect("a picture")
}

/// The faults that follow from no other.
fn faults(spec: &Spec) -> Vec<Finding> {
    let mut found = findings_from_spec(spec);
    found.retain(|at| at.severity != Severity::Note && at.consequence_of.is_none());
    found
}

fn answer(planted: &Planted, said: &Said) -> Answered {
    let found = faults(&given(said, planted.wrong));
    let Some(first) = found.first() else {
        return match is_generated(said, planted.wrong) {
            true => Answered::Fits,
            false => Answered::Wrong,
        };
    };
    let is_planted = planted.words.iter().any(|word| first.title.contains(word));
    let is_right = |repair: &Repair| repair.change.descriptor.map(Descriptor::raw) == Some(planted.right);
    let is_mended = first.repairs.iter().any(is_right);
    let is_mended_first = first.repairs.first().is_some_and(is_right);
    match (first.title.starts_with("More than one cause fits"), is_planted) {
        (true, _) if is_planted || is_mended => Answered::Several,
        (false, true) => Answered::Named,
        (false, false) if is_mended_first || first.confidence != Confidence::Likely => Answered::Fact,
        _ => Answered::Wrong,
    }
}

/// Whether the generator writes these bits for a tile of which this was said.
fn is_generated(said: &Said, raw: u64) -> bool {
    let modes = Swizzle::ALL.iter().filter(|mode| said.tile.swizzle.is_none_or(|said| said == **mode));
    modes.flat_map(|mode| Order::ALL.iter().map(move |order| (*mode, *order))).any(|(mode, order)| {
        let mut tile = *said;
        (tile.tile.swizzle, tile.tile.order) = (Some(mode), Some(order));
        tile.tile.start_bytes = Some(16 * START as u32);
        let spec = spec_from_said(&tile).expect("a tile");
        let derived = spec.derived_descriptor(spec.place());
        derived.map(Descriptor::raw) == Ok(raw)
    })
}

fn without_mode(mut said: Said) -> Said {
    said.tile.swizzle = None;
    said
}

#[test]
fn the_right_fields_are_right() {
    for planted in planted() {
        let spec = given(&planted.said, planted.right);
        let wrong = Tally::of_read(&spec, spec.place()).wrong;
        assert_eq!(wrong, 0, "{:#018x} {:?}", planted.right, planted.said.tile);
        assert_eq!(faults(&spec), [], "{:#018x}", planted.right);
    }
}

#[test]
fn no_other_cause_than_the_planted_is_asserted() {
    assert!(planted().len() >= 40);
    let (mut misled, mut named, mut all) = (Vec::new(), 0, 0);
    for planted in planted() {
        for said in [planted.said, without_mode(planted.said)] {
            let answered = answer(&planted, &said);
            let titles: Vec<_> = faults(&given(&said, planted.wrong))
                .into_iter()
                .map(|at| (at.title, at.repairs.into_iter().map(|it| it.label).collect::<Vec<_>>()))
                .collect();
            let told = format!(
                "{answered:?}: {:#018x}, wanted {:?}, mode {:?}: {titles:?}",
                planted.wrong, planted.words, said.tile.swizzle
            );
            all += 1;
            match answered {
                Answered::Named => named += 1,
                Answered::Several | Answered::Fact | Answered::Fits => println!("{told}"),
                Answered::Wrong => misled.push(told),
            }
        }
    }
    assert!(misled.is_empty(), "{}", misled.join("\n"));
    assert!(named * 10 >= all * 7, "{named} of {all}");
}

/// A base offset taken from the start of a window that was moved in its buffer, which starts on a boundary.
#[test]
fn a_base_offset_of_a_moved_start_is_mended_to_0() {
    let mut said = planted()[0].said;
    said.tile.mn = Some(64);
    (said.tile.start_bytes, said.tile.buffer_mn, said.tile.at_mn) = (Some(0x8400), Some(128), Some(4));
    let right = bits(Arch::Wgmma, (0x860, 1, 64, 1));
    let moved = (0x8600 >> 7) & 7;
    assert_eq!(faults(&given(&said, right)), []);
    let found = faults(&given(&said, right | moved << 49));
    assert_eq!(found[0].id, "base-offset");
    let repair = &found[0].repairs[0];
    assert_eq!(repair.label, "Set base offset to 0");
    assert_eq!(repair.change.descriptor.map(Descriptor::raw), Some(right));
}
