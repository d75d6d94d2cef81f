//! Cases in which lints fire, and in which they must not.

use super::*;
use crate::finding::Severity;
use crate::tests::{Case, silent, speaks};

/// Those of a lint.
pub(crate) fn cases(id: &str) -> Vec<Case<OperandRead>> {
    match id {
        "held-bits" => held_bits(),
        "held-base" => held_base(),
        "held-mode" => held_mode(),
        "held-form" => held_form(),
        "walk-fields" => walk_fields(),
        "held-start" => held_start(),
        "walk-start" => walk_start(),
        "held-overlap" => held_overlap(),
        "held-units" => held_units(),
        "walk-overlap" => walk_overlap(),
        "walk-ring" => walk_ring(),
        "walk-gaps" => walk_gaps(),
        "unresolved" => unresolved(),
        _ => Vec::new(),
    }
}

fn held_bits() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    use swizzle_core::hardware::Chip;
    vec![
        speaks(Severity::Error, "fixed bits 0x400000000000", reading(1, |walk| walk.chip = Chip::Sm100a)),
        speaks(
            Severity::Warning,
            "sm_90a requires 0x0",
            reading(0, |walk| walk.reads[0].known.bits |= 1 << 46),
        ),
        silent(reading(0, |_| {})),
        silent(reading(0, |walk| {
            walk.reads[0].known.mask &= !(1 << 46);
        })),
    ]
}

fn held_base() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    let of = |low, base: u64| {
        reading(0, |walk| {
            for read in &mut walk.reads {
                read.known.bits |= base << 49;
                read.low = low;
            }
        })
    };
    vec![
        speaks(Severity::Error, "the base offset is 1, the start is at phase 0", of(Some(0), 1)),
        silent(of(Some(128), 1)),
        silent(of(None, 1)),
        silent(of(Some(128), 0)),
    ]
}

fn held_mode() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    use swizzle_core::hardware::Chip;
    let of = |code: u64| {
        reading(0, |walk| {
            walk.chip = Chip::Sm100a;
            walk.reads[0].known.bits = 0x4040_0001_0000 | code << 61;
        })
    };
    vec![speaks(Severity::Error, "code 3 is not defined", of(3)), silent(of(2))]
}

fn held_form() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    use swizzle_core::hardware::Element;
    let mn_major = |element| {
        reading(0, |walk| {
            walk.element = Some(element);
            walk.reads.iter_mut().for_each(|read| read.major = Some(Major::Mn));
        })
    };
    vec![
        speaks(Severity::Error, "cannot read tf32", mn_major(Element::Tf32)),
        silent(mn_major(Element::Bf16)),
    ]
}

fn walk_fields() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    use swizzle_core::hardware::Major;
    let with = |bits: u64| reading(2, |walk| walk.reads[2].known.bits = bits);
    vec![
        speaks(Severity::Error, "SBO is 2048 bytes, in the other steps 1024", with(0x4000_0080_0001_0000)),
        speaks(Severity::Error, "mode is 64B", with(0x8000_0040_0001_0000)),
        speaks(Severity::Error, "base offset is 3", with(0x4006_0040_0001_0000)),
        speaks(
            Severity::Error,
            "the instruction reads it M-major",
            reading(1, |walk| walk.reads[1].major = Some(Major::Mn)),
        ),
        // The read stays in one column, so that LBO has no effect.
        silent(with(0x4000_0040_0007_0000)),
        silent(reading(2, |_| {})),
    ]
}

/// With SBO of 512 bytes atoms overlap: of one step with 1024 and three with 512, the three are mended.
#[test]
fn steps_that_clash_are_mended_however_many() {
    let read = crate::kernel::reading(2, |walk| {
        for at in [0, 1, 3] {
            walk.reads[at].known.bits = 0x4000_0020_0001_0000;
        }
    });
    let found = crate::kernel::findings_from_read(&read);
    let repairs: Vec<_> = found.iter().filter_map(|one| one.first_fix()).collect();
    assert_eq!(repairs, ["Set SBO to 1024 bytes in the other steps"]);
}

fn held_start() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    let with = |address| reading(0, |walk| walk.reads[0].address = address);
    vec![
        speaks(Severity::Error, "holds bytes", with(Address::Shifted(4))),
        speaks(Severity::Error, "to the right by 3, 4 belong", with(Address::Shifted(1))),
        speaks(Severity::Error, "7168 bytes before", with(Address::Outside(-7168))),
        speaks(Severity::Note, "some bits", with(Address::InPart)),
        silent(with(Address::Whole)),
        silent(reading(1, |walk| {
            for read in &mut walk.reads {
                read.address = Address::InPart;
            }
        })),
    ]
}

fn walk_start() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    vec![
        speaks(
            Severity::Error,
            "A, step 1: starts 512 bytes from step 0, expected 32",
            reading(1, |walk| walk.reads[1].start = Some(512)),
        ),
        speaks(
            Severity::Error,
            "a K step of 32 bytes adds 2, not 32",
            reading(1, |walk| walk.reads[1].start = Some(512)),
        ),
        speaks(
            Severity::Error,
            "The start field is 4 units of 16 bytes from that of step 0, expected 2",
            reading(1, |walk| walk.reads[1].start = Some(64)),
        ),
        speaks(Severity::Error, "in another buffer", reading(2, |walk| walk.reads[2].start = None)),
        speaks(
            Severity::Warning,
            "A and B are exchanged",
            reading(2, |walk| walk.reads[2].is_swapped = true),
        ),
        speaks(
            Severity::Error,
            "The K advance is 32 units, expected 2",
            reading(0, |walk| walk.turn = Some((512, 32))),
        ),
        silent(reading(1, |_| {})),
        silent(reading(0, |walk| walk.turn = Some((32, 32)))),
        silent(reading(1, |walk| walk.fit.expected[1] = None)),
    ]
}

fn held_overlap() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading_with_sbo as of;
    vec![speaks(Severity::Error, "SBO is too small: atoms overlap", of(32)), silent(of(64)), silent(of(128))]
}

fn held_units() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading_with_sbo as of;
    vec![
        speaks(Severity::Warning, "SBO is 1024 units, 16384 bytes", of(1024)),
        silent(of(64)),
        silent(of(512)),
    ]
}

fn walk_overlap() -> Vec<Case<OperandRead>> {
    use crate::kernel::{Cover, reading};
    let of = |step: i64, at| {
        reading(at, |walk| {
            for (at, read) in walk.reads.iter_mut().enumerate() {
                read.start = Some(step * at as i64);
            }
            walk.fit.expected = vec![None; 4];
            walk.cover = Some(Cover { overlap: Some((0, 2)), is_dense: true });
        })
    };
    vec![
        speaks(Severity::Error, "steps 0 and 2 share bytes", of(256, 2)),
        silent(of(256, 1)),
        silent(reading(1, |_| {})),
    ]
}

fn walk_ring() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    let of = |stride| reading(0, |walk| walk.strides = vec![stride]);
    vec![
        speaks(Severity::Warning, "the stage stride of 16896 bytes", of(16896)),
        silent(of(16384)),
        silent(of(32)),
    ]
}

fn walk_gaps() -> Vec<Case<OperandRead>> {
    use crate::kernel::{Cover, reading};
    let cover = |is_dense| Some(Cover { overlap: None, is_dense });
    vec![
        speaks(Severity::Note, "the reads leave gaps", reading(0, |walk| walk.cover = cover(false))),
        silent(reading(0, |walk| walk.cover = cover(true))),
        silent(reading(1, |walk| walk.cover = cover(false))),
        silent(reading(0, |walk| {
            walk.cover = cover(false);
            walk.fit.is_confirmed = false;
        })),
    ]
}

fn unresolved() -> Vec<Case<OperandRead>> {
    use crate::kernel::reading;
    vec![
        speaks(
            Severity::Note,
            "swizzle mode, LBO, SBO, base offset not known",
            reading(0, |walk| walk.reads[0].known = Known::NOTHING),
        ),
        speaks(
            Severity::Note,
            "the base offset follows the start",
            reading(0, |walk| {
                walk.reads[0].known.mask &= !(7 << 49);
                walk.reads[0].base_follows = true;
            }),
        ),
        speaks(
            Severity::Note,
            "one of 2: mode 128B, LBO 16, SBO 1024; mode 64B",
            reading(0, |walk| {
                let read = &mut walk.reads[0];
                read.choices = [0x4000_0040_0001_0000, 0x8000_0020_0001_0000].map(Known::exact).to_vec();
                read.known = read.choices[0].meet(read.choices[1]);
            }),
        ),
        silent(reading(0, |_| {})),
    ]
}
