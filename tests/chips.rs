//! What the records of the chips say, held against NVIDIA's own assembler.

use std::path::Path;

use swizzle_core::hardware::{Arch, Chip, Kind, Named as _};
use swizzle_text::vocabulary::chip_from_word;

#[test]
fn every_form_is_taken_where_the_assembler_takes_it() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/chips_ptxas.csv");
    let mut reader = csv::Reader::from_path(path).expect("the table");
    let header = reader.headers().expect("a header").clone();
    let chips: Vec<Chip> = header.iter().skip(1).map(|name| chip_from_word(name).expect("a chip")).collect();
    let mut wrong = Vec::new();
    let (mut rows, mut taken) = (0, 0);
    for row in reader.records().map(|row| row.expect("a row")) {
        rows += 1;
        for (chip, cell) in chips.iter().zip(row.iter().skip(1)) {
            taken += usize::from(cell == "1");
            if chip.has_form(&row[0]) != (cell == "1") {
                wrong.push(format!("{chip} {}: {cell}", &row[0]));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert_eq!((rows, chips.len()), (197, 6));
    assert!(taken > 600, "{taken}");
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
        ] {
            assert!(!chip.has_form(form), "{chip} {form}");
        }
        assert!(chip.has_instructions() || chip.kinds().is_empty());
    }
    assert!(Arch::Tcgen05.chips().eq([Chip::Sm100a, Chip::Sm103a, Chip::Sm110a, Chip::Sm107a]));
    let integers = Arch::Tcgen05.chips().filter(|chip| chip.has_kind(Kind::I8));
    assert!(integers.eq([Chip::Sm100a, Chip::Sm110a]));
}
