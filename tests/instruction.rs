//! The 32-bit instruction descriptor: CUTLASS's values, values of public kernels, and a twin written from the manual.

use swizzle_code::build::{likely_kinds, matrix_half};
use swizzle_code::number_from_text;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId, InstructionFields};
use swizzle_core::hardware::{Accumulator, CtaForm, Kind};
use swizzle_core::{Element, Major, Named, Sparsity};
use swizzle_lints::instruction::{InstructionWord, findings_from_word};
use swizzle_lints::{Finding, Severity};
use swizzle_tests::{CsvRow, csv_rows, rows};

/// What is wrong with a word of a form.
fn findings(idesc: InstructionDescriptor, form: Option<CtaForm>) -> Vec<Finding<InstructionDescriptor>> {
    findings_from_word(&InstructionWord { idesc, form, spec: None, of_pair: None })
}

/// A row's word by shifts, from the manual's tables.
fn by_hand(row: &CsvRow) -> u32 {
    let code = |name: &str| match (row.text("kind"), name) {
        ("mxf4" | "mxf4nvf4", _) => 1,
        (_, "f16" | "e4m3" | "u8") => 0,
        (_, "bf16" | "e5m2" | "s8") => 1,
        (_, "tf32") => 2,
        (_, "e2m3") => 3,
        (_, "e3m2") => 4,
        (_, "e2m1") => 5,
        (kind, name) => panic!("{kind} {name}"),
    };
    let bit = |column: &str| row.number(column);
    let transposed = |column: &str| u32::from(row.text(column) == "MN");
    let common = bit("sparse") << 2
        | code(row.text("a")) << 7
        | code(row.text("b")) << 10
        | bit("negate_a") << 13
        | bit("negate_b") << 14
        | transposed("a_major") << 15
        | transposed("b_major") << 16
        | (bit("n") / 8) << 17;
    if row.text("kind").starts_with("mx") {
        let scale = u32::from(row.text("scale_type") == "ue8m0");
        common | scale << 23 | ((bit("m") / 128) << 27)
    } else {
        let d = match row.text("d") {
            "f16" => 0,
            "f32" => 1,
            _ => 2,
        };
        common | bit("saturate") << 3 | d << 4 | ((bit("m") / 16) << 24) | bit("max_shift") << 30
    }
}

#[test]
fn cutlass_encodes_the_same() {
    use InstructionFieldId as Id;
    let mut count = 0;
    for row in csv_rows("instruction_descriptors.csv") {
        let name = |column: &str| row.text(column).to_owned();
        let kind = Kind::from_name(&name("kind")).expect("a kind");
        let raw = u32::from_str_radix(&name("raw")[2..], 16).expect("hex");
        assert_eq!(by_hand(&row), raw, "{}: the twin", row.at());
        let major = |column: &str| Major::from_name(&name(column)).expect("a major");
        let fields = InstructionFields {
            a: Element::from_name(&name("a")).expect("a type"),
            b: Element::from_name(&name("b")).expect("a type"),
            d: Accumulator::from_name(&name("d")).expect("a type"),
            m: row.number("m"),
            n: row.number("n"),
            a_major: major("a_major"),
            b_major: major("b_major"),
            sparsity: [Sparsity::Dense, Sparsity::Sparse][row.number("sparse") as usize],
            is_k_96: false,
        };
        let word = InstructionDescriptor::new(kind, raw);
        assert_eq!(word.decode(), Ok(fields), "{}", row.at());
        let mut encoded = InstructionDescriptor::encode(kind, fields)
            .expect("CUTLASS has it")
            .with(Id::NegateA, row.number("negate_a"))
            .with(Id::NegateB, row.number("negate_b"))
            .with(Id::Saturate, row.number("saturate"))
            .with(Id::MaxShift, row.number("max_shift"));
        if kind == Kind::Mxf4nvf4 {
            let scale = u32::from(row.text("scale_type") == "ue8m0");
            encoded = encoded.with(Id::ScaleType, scale);
        }
        assert_eq!(encoded.raw(), raw, "{}", row.at());
        count += 1;
    }
    assert_eq!(count, 103);
}

/// Constants of public kernels, with the PTX qualifier and the steps that go with them: +2 in the start field is
/// K-major, +128 is MN-major.
#[test]
fn public_kernels_say_what_their_loops_do() {
    for row in rows(include_str!("public_instructions.tsv")) {
        let [kind, raw, element, m, n, a_major, b_major] = row[..] else { panic!("{row:?}") };
        let number = |text| number_from_text(text).expect(text);
        let (kind, raw, m, n) = (kind.parse().expect(kind), number(raw), number(m), number(n));
        let element: Element = element.parse().expect(element);
        let majors = (a_major.parse().expect(a_major), b_major.parse().expect(b_major));
        let word = InstructionDescriptor::new(kind, raw);
        let read = word.decode().expect("every code stands for something");
        let said = (read.a, read.b, read.m, read.n, (read.a_major, read.b_major));
        assert_eq!(said, (element, element, m, n, majors), "{raw}");
        // Sources disagree on N = 8 with M = 128; nothing else is said of any.
        let notes = findings(word, None).into_iter();
        let notes: Vec<_> = notes.map(|one| (one.id, one.severity)).collect();
        let expected: &[_] = match n {
            8 => &[("idesc-n-step", Severity::Note)],
            _ => &[],
        };
        assert_eq!(notes, expected, "{raw}");
    }
}

#[test]
fn fields_cover_every_bit_once_and_lose_nothing() {
    let mut raw = 0x9e37_79b9_u32;
    for kind in Kind::ALL.iter().copied() {
        let fields = InstructionDescriptor::fields(kind);
        let mut next = 0;
        for field in fields {
            assert_eq!(u32::from(field.low), next, "{}", kind.name());
            next += u32::from(field.width);
        }
        assert_eq!(next, 32, "{}", kind.name());
        for _ in 0..1000 {
            raw = raw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let word = InstructionDescriptor::new(kind, raw);
            let sum = fields.iter().map(|field| word.bits_of(*field) << field.low).sum::<u32>();
            assert_eq!(sum, raw);
            // Nothing that decodes is encoded to other values.
            if let Ok(read) = word.decode()
                && let Ok(again) = InstructionDescriptor::encode(kind, read)
            {
                assert_eq!(again.decode(), Ok(read), "{} {raw:08x}", kind.name());
            }
            let _ = findings(word, None);
        }
    }
}

/// The shapes table of the manual, written a second time.
fn is_shape(kind: &str, form: CtaForm, sparse: bool, m: u32, n: u32, wide_b: bool) -> bool {
    let scaled = kind.starts_with("mx");
    let integer_n = |n: u32| [8, 16, 24, 32].contains(&n) || (n >= 48 && n.is_multiple_of(16));
    match form {
        CtaForm::One => {
            let m_ok = m == 128 || (!scaled && m == 64);
            let n_ok = match (wide_b, kind) {
                (true, _) => n.is_multiple_of(16),
                (false, "i8") => integer_n(n),
                (false, _) => n.is_multiple_of(8),
            };
            m_ok && n_ok && n >= 8
        }
        CtaForm::Two => {
            let m_ok = m == 256 || (m == 128 && !(scaled && sparse));
            let step = if wide_b || kind == "i8" { 32 } else { 16 };
            m_ok && n > 0 && n.is_multiple_of(step)
        }
        CtaForm::WeightStationary => {
            !scaled && [32, 64, 128].contains(&m) && ([64, 128].contains(&n) || (n == 256 && !sparse))
        }
    }
}

#[test]
fn shapes_are_those_of_the_manuals_table() {
    use InstructionFieldId as Id;
    for kind in Kind::ALL.iter().copied() {
        let element = kind.elements()[0];
        for sparsity in [Sparsity::Dense, Sparsity::Sparse] {
            for b_major in [Major::K, Major::Mn] {
                let Ok(word) = InstructionDescriptor::encode(
                    kind,
                    InstructionFields {
                        a: element,
                        b: element,
                        d: kind.accumulators()[0],
                        m: 128,
                        n: 64,
                        a_major: Major::K,
                        b_major,
                        sparsity,
                        is_k_96: false,
                    },
                ) else {
                    // Packed elements are never transposed.
                    assert_eq!((element, b_major), (Element::E2m1Packed, Major::Mn));
                    continue;
                };
                let m_unit = if kind.is_block_scaled() { 128 } else { 16 };
                for m in (0..=256).step_by(m_unit) {
                    for n in (0..=256).step_by(8) {
                        let word = word.with(Id::M, m / m_unit as u32).with(Id::N, n / 8);
                        for form in CtaForm::ALL.iter().copied() {
                            let is_wrong = findings(word, Some(form))
                                .iter()
                                .any(|fault| fault.severity == Severity::Error);
                            let wide_b = b_major == Major::Mn && element.slot_bits() == 8;
                            let sparse = sparsity == Sparsity::Sparse;
                            let right = is_shape(kind.name(), form, sparse, m, n, wide_b);
                            assert_eq!(
                                !is_wrong,
                                right,
                                "{} {} {m} × {n} {sparse} {b_major:?}",
                                kind.name(),
                                form.name()
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_planted_fault_is_found_in_its_field_and_mended() {
    for row in rows(include_str!("instruction.tsv")) {
        let at = &row.join(" ");
        let mut cells = row.into_iter();
        let kind = Kind::from_name(cells.next().unwrap_or_default()).expect(at);
        let [right, low, width, wrong, repaired] =
            std::array::from_fn(|_| cells.next().and_then(|cell| number_from_text(cell).ok()));
        let [right, low, width, wrong] = [right, low, width, wrong].map(|one| one.expect(at));
        let is_serious = |fault: &Finding<InstructionDescriptor>| fault.severity < Severity::Note;
        let of_right = findings(InstructionDescriptor::new(kind, right), None);
        assert!(!of_right.iter().any(is_serious), "{at}: {of_right:?}");
        let mask = ((1 << width) - 1) << low;
        let raw = right & !mask | wrong << low;
        let mut faults = findings(InstructionDescriptor::new(kind, raw), None);
        faults.retain(is_serious);
        assert!(!faults.is_empty(), "{at}");
        // An id of 4X alone is told of, and the pair with it.
        let found = faults.iter().find(|fault| fault.bits & u64::from(mask) != 0);
        let found = found.unwrap_or_else(|| panic!("{at}: {faults:?}"));
        let mended = found.corrected().map(InstructionDescriptor::raw);
        let is_kept = mended == Some(right) || mended.is_none() && repaired.is_none();
        assert!(is_kept && mended == repaired, "{at}: {mended:x?} {faults:?}");
        // The kind is not specified: no other has fewer errors than the one that is used.
        let errors = |kind| {
            let faults = findings(InstructionDescriptor::new(kind, raw), None);
            let is_error = |fault: &&Finding<InstructionDescriptor>| fault.severity == Severity::Error;
            faults.iter().filter(is_error).count()
        };
        let (kinds, least) = likely_kinds(raw);
        assert!(kinds.iter().all(|kind| errors(*kind) == least), "{at}");
        assert!(Kind::ALL.iter().all(|kind| errors(*kind) >= least), "{at}");
    }
}

/// The ids of every step, from the table of the manual.
#[test]
fn scale_ids_are_those_of_a_step() {
    use InstructionFieldId as Id;
    for (kind, right, ids) in [
        (Kind::Mxf8f6f4, 0x08a0_1400, &[0, 1, 2, 3][..]),
        (Kind::Mxf4, 0x08a0_0480, &[0, 2]),
        (Kind::Mxf4nvf4, 0x08a0_0480, &[0, 2]),
        (Kind::Mxf4nvf4, 0x0820_0480, &[0]),
    ] {
        for a in 0..4 {
            for b in 0..4 {
                let word = InstructionDescriptor::new(kind, right).with(Id::ScaleA, a).with(Id::ScaleB, b);
                let faults = findings(word, None);
                let is_told = faults.iter().any(|fault| fault.severity < Severity::Note);
                assert_eq!(!is_told, a == b && ids.contains(&a), "{} {a} {b}", kind.name());
            }
        }
    }
}

#[test]
fn no_half_of_a_matrix_descriptor_is_an_instruction_descriptor() {
    for row in csv_rows("instruction_descriptors.csv") {
        let raw = u32::from_str_radix(&row.text("raw")[2..], 16).expect("hex");
        assert_eq!(matrix_half(raw), None, "{raw:08x}");
    }
    for high in [0x4000_4040, 0x8000_4020, 0xc000_4010, 0x2000_4020, 0x0000_4008, 0x4000_0040, 0xc000_0010] {
        assert!(matrix_half(high).is_some(), "{high:08x}");
    }
}
