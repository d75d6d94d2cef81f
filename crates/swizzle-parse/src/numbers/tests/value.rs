use super::*;

fn read(text: &str, choice: &PasteChoice) -> Result<(u64, Pasted), PasteError> {
    let pasted = pasted(&Words::of(text), choice, &Shown::default())?;
    Ok((pasted.shown.said.given.unwrap().raw(), pasted))
}

fn guess(text: &str) -> (u64, String) {
    let whole = PasteChoice { number: Some(NumberAs::Descriptor), ..PasteChoice::default() };
    let (raw, pasted) = read(text, &whole).unwrap_or_else(|error| panic!("{text}: {error}"));
    (raw, pasted.what)
}

#[test]
fn numbers_and_statements() {
    const HEX: &str = "64-bit hex, wgmma: bit 46 is clear";
    let value = 0x4000_0040_0001_0040;
    for (text, wanted, what) in [
        ("4000004000010040", value, HEX),
        (" `0x4000004000010040`;\n", value, HEX),
        ("64", 0x64, HEX),
        ("4611686293305360448", value, "64-bit decimal, wgmma: bit 46 is clear"),
        ("-64", 64_u64.wrapping_neg(), "negative number, read as two's complement, tcgen05: bit 46 is set"),
        ("0b110", 6, "64-bit binary, wgmma: bit 46 is clear"),
    ] {
        assert_eq!(guess(text), (wanted, what.into()), "{text}");
    }
    for text in [
        "uint64_t desc = 0x4000004000010040ull;",
        "mov.b64 %rd1, 0x4000004000010040;",
        "add.b64 d, 0x4000004000010040",
        "desc: 4000004000010040",
        "GmmaDescriptor: 0x4000004000010040\n  start_addr :  0x0041",
        "mov.b64 %rd1, 4611686293305360448;",
        "uint2 desc = {0x00010040, 0x40000040};",
    ] {
        assert_eq!(guess(text).0, value, "{text}");
    }
    assert_eq!(
        guess("auto d = 0x40;"),
        (0x40, "the number in this text: 64-bit hex, wgmma: bit 46 is clear".into())
    );
}

#[test]
fn halves_in_either_order() {
    for text in [
        "0x40000040 0x00010040",
        "40000040:00010040",
        "{0x40000040u, 0x10040u}",
        "(40000040/10040)",
        "1073741888, 65600",
        "c0000040 00010040",
    ] {
        let (raw, what) = guess(text);
        assert_eq!(raw & !(1 << 63), 0x4000_0040_0001_0040, "{text}");
        assert_eq!(what, "two 32-bit halves, high half first, wgmma: bit 46 is clear");
    }
    // The low half of a wgmma descriptor, taken as the high one, would leave bit 48 set.
    assert_eq!(guess("00010080 40000040").0, 0x4000_0040_0001_0080);
    let question = read("1 2", &PasteChoice::default()).unwrap_err();
    let (label, other) = &question.readings[1];
    assert_eq!(&**label, "low half first, 0x0000000200000001");
    assert_eq!(read("1 2", other).unwrap().0, 0x2_0000_0001);
    assert_eq!(guess("0x00010040 0x40004040").0, 0x4000_4040_0001_0040);
}

#[test]
fn other_readings() {
    let (_, pasted) = read("4000004000010040", &PasteChoice::default()).unwrap();
    let labels: Vec<&str> = pasted.others.iter().map(|(label, _)| &**label).collect();
    assert_eq!(labels, ["as tcgen05", "as decimal"]);
    let (raw, decimal) = read("4000004000010040", &pasted.others[1].1).unwrap();
    assert_eq!((raw, decimal.others[1].0.as_str()), (4_000_004_000_010_040, "as hex"));
    let (raw, tcgen05) = read("4000004000010040", &pasted.others[0].1).unwrap();
    assert_eq!(raw, 0x4000_0040_0001_0040);
    assert_eq!(tcgen05.what, "64-bit hex, tcgen05: as chosen");
}

/// What is left of a wrong number is offered where it is one: each case has what is wrong, and what is left.
#[test]
fn a_wrong_number_is_offered_without_what_is_wrong() {
    for (text, bad, left) in [
        ("0x4000004000010040zz", &["zz"][..], "0x4000004000010040"),
        ("0x40000z04000010z040", &["z", "z"], "0x4000004000010040"),
        ("0x400000400001004012", &["12"], "0x4000004000010040"),
        ("0x4000004000010040é", &["é"], "0x4000004000010040"),
        // Of which is no descriptor, and other digits of a decimal number are another number.
        ("0x40+1", &[], ""),
        ("0x4000g0", &[], ""),
        ("184467440737095516160", &[], ""),
        ("hello", &[], ""),
    ] {
        let (guess, context) = (PasteChoice::default(), Shown::default());
        let error = crate::shown_from_paste(text, &guess, &context).expect_err(text);
        let extra: Vec<&str> = error.extra.iter().map(|part| &text[part.clone()]).collect();
        assert_eq!(extra, bad, "{text}: {}", error.message);
        let instead = error.instead(text).unwrap_or_default();
        assert_eq!(instead, left, "{text}");
    }
}

#[test]
fn faults_are_pointed_at() {
    for (text, part, message) in [
        ("0x4000g0", "g", "“g” is not a hex digit"),
        ("hello", "hello", "Cannot read this. Try a descriptor"),
        ("0x40 é", "é", "“é” is not a hex digit"),
        ("0x40+1", "+", "“+” is not a hex digit"),
        ("0x40-1", "-", "“-” is not a hex digit"),
        ("1 2 3", "3", "A descriptor is one 64-bit number"),
        ("123456789a 1", "123456789a", "A half has 32 bits"),
        ("lbx=1", "lbx", "“lbx” is not a field"),
        ("lbx=1 sbx=64", "lbx", "“lbx” is not a field"),
        ("0x4000004000010040 0x4000004000010042", "0x4000004000010042", "This is a second descriptor"),
        ("what is this", "what is this", "Cannot read this"),
        (" {} ", "{}", "Cannot read this"),
    ] {
        let error = read(text, &PasteChoice::default()).expect_err(text);
        assert_eq!(&text[error.at], part, "{text}: {}", error.message);
        assert!(error.message.starts_with(message), "{text}: {}", error.message);
    }
}

#[test]
fn the_descriptor_of_a_copy_of_scale_factors_is_offered_as_one() {
    // CuTe’s, of the block at 0x8200.
    let (_, pasted) = read("0x0000400800010820", &PasteChoice::default()).unwrap();
    let of_label = |label: &str| {
        let found = pasted.others.iter().find(|(other, _)| other == label);
        found.map(|(_, choice)| *choice)
    };
    let copy = of_label("as a copy of scale factors").expect("offered");
    let (raw, pasted) = read("0x0000400800010820", &copy).unwrap();
    assert_eq!(raw, 0x0000_4008_0001_0820);
    assert_eq!(pasted.what, "the descriptor of a copy of scale factors, .32x128b");
    let reader = pasted.shown.said.reader;
    assert_eq!(reader.used_for, Some(swizzle_core::hardware::Use::Copy));
    assert_eq!(pasted.others.len(), 1);
    // One of an operand that differs in SBO or in its mode is not.
    for other in ["0x0000401000010820", "0x4000400800010820", "0x0000000800010820"] {
        let (_, pasted) = read(other, &PasteChoice::default()).unwrap();
        let labels = pasted.others.iter().map(|(label, _)| label.as_str());
        assert!(!labels.clone().any(|label| label.contains("copy")), "{other}");
    }
}
