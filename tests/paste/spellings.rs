//! A value comes back in every spelling of C, CUDA, Rust and SystemVerilog, as fields, and as a link.

use proptest::prelude::*;
use swizzle_core::{Arch, Descriptor, Said, SaidPlace};
use swizzle_parse::{Halves, NumberAs, Radix};
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_view::link::Notice;
use swizzle_view::{Shown, link_from_shown};

use super::{GUESS, contexts};
use swizzle_tests::{cases, rows};

/// The 64 bits that a pasted text gave.
fn raw(pasted: &Pasted) -> u64 {
    let given = pasted.shown.said.given;
    let spec = pasted.shown.spec().expect("what was pasted has a picture");
    assert_eq!(spec.descriptor(spec.place()).ok(), given);
    given.expect("a descriptor").raw()
}

fn check(text: &str, choice: &PasteChoice, wanted: u64) {
    let choice = &PasteChoice {
        // Guessed, a number of 32 bits is asked for.
        number: (wanted.wrapping_add(1 << 31) <= 3 << 31).then_some(NumberAs::Descriptor),
        ..*choice
    };
    for context in contexts() {
        let pasted =
            shown_from_paste(text, choice, &context).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(raw(&pasted), wanted, "{text}");
        let said = &pasted.shown.said;
        assert_eq!(said.tile, context.said.tile, "{text}");
        let beside = |said: &Said| (said.reader.operand, said.reader.sparsity, said.reader.rows);
        assert_eq!(beside(said), beside(&context.said), "{text}");
        // The place was that of another descriptor.
        assert_eq!(said.place, SaidPlace::default(), "{text}");
        let arch = choice.arch.unwrap_or(if wanted >> 46 & 1 == 1 { Arch::Tcgen05 } else { Arch::Wgmma });
        assert_eq!(said.given.map(Descriptor::arch), Some(arch), "{text}");
        for (label, other) in &pasted.others {
            shown_from_paste(text, other, &context)
                .unwrap_or_else(|error| panic!("{text}, {label}: {error}"));
        }
    }
}

/// Every spelling of a value in hex.
fn hex_spellings(value: u64) -> Vec<String> {
    let digits = format!("{value:016x}");
    let groups = |by: &str| {
        let groups: Vec<&str> = (0..4).map(|i| &digits[4 * i..4 * i + 4]).collect();
        groups.join(by)
    };
    let fill = |template: &str| {
        let filled = template.replace("{hex}", &digits).replace("{HEX}", &format!("{value:X}"));
        filled.replace("{_}", &groups("_")).replace("{'}", &groups("'")).replace("\\n", "\n")
    };
    rows(include_str!("spellings.tsv")).map(|row| fill(row[0])).collect()
}

fn check_all_spellings(value: u64) {
    let arch = |arch| PasteChoice { arch: Some(arch), ..GUESS };
    for choice in [GUESS, arch(Arch::Wgmma), arch(Arch::Tcgen05)] {
        for text in hex_spellings(value) {
            check(&text, &choice, value);
        }
        check(&format!("0b{value:b}"), &choice, value);
        check(&format!("{}", value as i64), &PasteChoice { radix: Some(Radix::Decimal), ..choice }, value);
        check(&format!("auto x = {value};"), &PasteChoice { radix: Some(Radix::Decimal), ..choice }, value);
        if value >= 10_u64.pow(16) {
            check(&format!("{value}"), &choice, value);
        }
        let (high, low) = (value >> 32, value & 0xffff_ffff);
        for (halves, first, second) in [(Halves::HighFirst, high, low), (Halves::LowFirst, low, high)] {
            let choice = PasteChoice { halves: Some(halves), ..choice };
            check(&format!("0x{first:08x} 0x{second:08x}"), &choice, value);
            check(&format!("{first:x}:{second:x}"), &choice, value);
            check(&format!("{{0x{first:X}u, 0x{second:x}u}};"), &choice, value);
            let decimal = PasteChoice { radix: Some(Radix::Decimal), ..choice };
            check(&format!("[{first}\n{second}]"), &decimal, value);
            check(&format!("({}, {})", first as i32, second as i32), &decimal, value);
        }
    }
}

#[test]
fn the_ends_of_the_range_come_back() {
    for value in [0, 1, 1 << 46, 1 << 63, u64::MAX, i64::MAX as u64, 0x4000_0040_0001_0040] {
        check_all_spellings(value);
    }
}

/// The fields that a descriptor has, by the names of CUTLASS.
fn printed(arch: Arch, value: u64) -> String {
    let field = |low: u32, bits: u32| value >> low & ((1 << bits) - 1);
    let rest = match arch {
        Arch::Wgmma => format!("layout_type: 0x{:x} (B128)", field(62, 2)),
        Arch::Tcgen05 => format!(
            "version: 0x1\n lbo_mode: 0x{:x}\n layout_type: 0x{:x} (SWIZZLE_128B)",
            field(52, 1),
            field(61, 3)
        ),
    };
    format!(
        "Descriptor:\n start_addr :  0x{:04x}\n leading_off: 0x{:04x} ({})\n stride_off : 0x{:04x}\n base_offset: 0x{:x}\n {rest}\n",
        field(0, 14),
        field(16, 14),
        field(16, 14),
        field(32, 14),
        field(49, 3),
    )
}

/// A stride can be 16 times that of the packed tile by chance, which is told.
fn is_remark(notice: &Notice) -> bool {
    notice.why.starts_with("is 16 times")
}

proptest! {
    #![proptest_config(cases(12, 512))]

    #[test]
    fn no_value_is_lost(value: u64) {
        check_all_spellings(value);
    }

    #[test]
    fn printed_fields_come_back(value: u64) {
        for arch in [Arch::Wgmma, Arch::Tcgen05] {
            let mask = Descriptor::fixed_mask(arch);
            let value = value & !mask | Descriptor::fixed_bits(arch);
            let mut context = Shown::default();
            context.said.reader.arch = Some(arch);
            let text = printed(arch, value);
            let pasted = shown_from_paste(&text, &GUESS, &context).expect(&text);
            prop_assert_eq!(raw(&pasted), value, "{}", text);
            prop_assert!(pasted.notices.iter().all(is_remark), "{text}: {:?}", pasted.notices);
        }
    }

    #[test]
    fn links_come_back(value: u64, is_tcgen05: bool) {
        let arch = if is_tcgen05 { Arch::Tcgen05 } else { Arch::Wgmma };
        let choice = PasteChoice { arch: Some(arch), ..GUESS };
        for context in contexts() {
            let shown = shown_from_paste(&format!("0x{value:016x}"), &choice, &context).unwrap().shown;
            let link = link_from_shown(&shown);
            for text in [link.clone(), format!("(https://example.org/x/?a=b{link})")] {
                let opened = shown_from_paste(&text, &GUESS, &Shown::default()).unwrap();
                prop_assert_eq!(&opened.shown, &shown, "{}", text);
                prop_assert!(opened.notices.iter().all(is_remark), "{text}: {:?}", opened.notices);
            }
        }
    }
}
