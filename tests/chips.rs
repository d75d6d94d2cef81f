//! What the records of the chips say, held against NVIDIA's own assembler.

use swizzle_core::hardware::{Arch, Chip, Kind, Named as _};
use swizzle_tests::{CsvRow, csv_rows};
use swizzle_text::vocabulary::chip_from_word;
use swizzle_warp::AskedFragment;

/// A form, and whether the assembler takes it for each target.
fn forms(file: &'static str) -> Vec<(String, Vec<(String, bool)>)> {
    let form = |row: &CsvRow| {
        let mut cells = row.cells();
        let (_, form) = cells.next().expect("a form");
        (form.to_owned(), cells.map(|(target, cell)| (target.to_owned(), cell == "1")).collect())
    };
    csv_rows(file).iter().map(form).collect()
}

/// Of sm_120 and sm_121 the forms of a warp's instructions are those with the `a` of the target and those without it.
#[test]
fn every_form_is_taken_where_the_assembler_takes_it() {
    for (file, counts, least) in
        [("chips_ptxas.csv", (197, 6), 600), ("chips_warp_ptxas.csv", (109, 16), 1000)]
    {
        let rows = forms(file);
        let mut taken = 0;
        for (form, cells) in &rows {
            for (target, is_taken) in cells {
                let chip = chip_from_word(target).expect("a chip");
                let is_plain = chip.name() == target && matches!(chip, Chip::Sm120 | Chip::Sm121);
                let has = if is_plain { chip.has_plain_form(form) } else { chip.has_form(form) };
                assert_eq!(has, *is_taken, "{target} {form}");
                taken += u32::from(has);
            }
        }
        assert_eq!((rows.len(), rows[0].1.len()), counts);
        assert!(taken > least, "{taken}");
    }
}

/// The first chip of each fragment of mma.sync is the first whose assembler takes the form.
#[test]
fn fragments_begin_with_the_chip_that_the_assembler_begins_with() {
    let mut asked = 0;
    for (form, cells) in forms("chips_warp_ptxas.csv") {
        let Some(form) = form.strip_prefix("mma.sync ") else { continue };
        let words: Vec<&str> = form.split(' ').collect();
        let opcode = match words[..] {
            [shape, types] => format!("mma.sync.aligned.{shape}.row.col.{types}"),
            [kind, shape, types] => format!("mma.sync.aligned.{shape}.row.col.{kind}.{types}"),
            [kind, vector, shape, types] => {
                format!("mma.sync.aligned.{shape}.row.col.{kind}.block_scale.{vector}.{types}")
            }
            _ => unreachable!("{form}"),
        };
        let fragment = AskedFragment::from_text(&opcode, "A").expect(&opcode);
        let (_, first) = fragment.since.expect(&opcode);
        asked += 1;
        // Types of 8 bits with kind::f8f6f4 are assembled for sm_100a as well, where the PTX ISA does not list them.
        let is_beyond = form.starts_with("kind::f8f6f4") && form.contains("e4m3") | form.contains("e5m2");
        for (target, is_assembled) in &cells {
            let number = target.trim_start_matches("sm_").trim_end_matches('a');
            let number: u32 = number.parse().expect("a number");
            let first = if is_beyond { 100 } else { first };
            let is_taken = number >= first && (first < 100 || target.ends_with('a'));
            assert_eq!(*is_assembled, is_taken, "{opcode} {target}");
        }
    }
    assert!(asked > 50, "{asked}");
}

/// The most static shared memory that ptxas 13.5 takes of a kernel for the targets that may have all of it.
#[test]
fn a_block_has_as_much_shared_memory_as_the_assembler_takes() {
    for (target, bytes) in [
        ("sm_90a", 0x38c00),
        ("sm_100a", 0x38c00),
        ("sm_110a", 0x38c00),
        ("sm_120a", 0x18c00),
        ("sm_121a", 0x18c00),
    ] {
        let chip = chip_from_word(target).expect("a chip");
        assert_eq!(chip.shared_bytes(), Some(bytes), "{target}");
    }
    // CUDA C++ Programming Guide, shared memory of an SM.
    for (chip, kib) in [
        (Chip::Sm75, 64),
        (Chip::Sm80, 164),
        (Chip::Sm86, 100),
        (Chip::Sm87, 164),
        (Chip::Sm89, 100),
        (Chip::Sm90, 228),
        (Chip::Sm120, 100),
    ] {
        assert_eq!(chip.shared_end(), Some(kib * 1024), "{chip}");
    }
}

/// What is said of a Hopper kernel's registers: the lanes of D, and of A in registers, are those of mma.sync m16n8k16, whose
/// formulas are the PTX ISA's.
#[test]
fn the_registers_of_wgmma_are_those_of_mma_sync() {
    let (mut of_d, mut of_a) = (0, 0);
    for row in csv_rows("fragments_h200.csv") {
        let [thread, register] = ["thread", "register"].map(|column| row.number(column));
        let (warp, group, lane) = (thread / 32, thread % 32 / 4, thread % 4);
        let row_of_warp = |half: u32| 16 * warp + group + 8 * half;
        let place = (row.number("row"), row.number("col"));
        match row.text("what") {
            // Register c of part n of a warp: 8 columns each.
            "wgmma_d_f32_n64" => {
                let (part, c) = (register / 4, register % 4);
                assert_eq!(place, (row_of_warp(c / 2), 8 * part + 2 * lane + c % 2));
                of_d += 1;
            }
            "wgmma_a_16bit_k16" => {
                assert_eq!(
                    place,
                    (row_of_warp(register % 2), 2 * lane + row.number("half") + 8 * (register / 2))
                );
                of_a += 1;
            }
            _ => {}
        }
    }
    assert_eq!((of_d, of_a), (4096, 1024));
}

#[test]
fn what_is_not_listed_is_refused() {
    for chip in Chip::ALL {
        for form in [
            "",
            "mma",
            "mma f16",
            "mma f16 cta_group::1 ",
            "mma ti16 cta_group::1",
            "mma mxf4nvf4 cta_group::1",
            "wgmma s32.b1.u8",
            "mma.sync m16n8k16 f32.e2m1.e2m1.f32",
            "ldmatrix m8n8.x8.b16",
        ] {
            assert!(!chip.has_form(form), "{chip} {form}");
        }
        assert!(chip.has_instructions() || chip.kinds().is_empty());
    }
    assert!(Arch::Tcgen05.chips().eq([Chip::Sm100a, Chip::Sm103a, Chip::Sm110a, Chip::Sm107a]));
    let integers = Arch::Tcgen05.chips().filter(|chip| chip.has_kind(Kind::I8));
    assert!(integers.eq([Chip::Sm100a, Chip::Sm110a]));
}
