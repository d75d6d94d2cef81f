//! The box that takes anything: no value is lost in any spelling, no text breaks it, and layouts come back.

use proptest::prelude::*;
use swizzle_core::{
    ADDRESS_BYTES, Arch, Coord, Descriptor, Element, Extent, Halves, LinkState, Major, Named,
    Order, Params, PasteChoice, Pasted, Radix, Sparsity, Spec, Swizzle, exact_text, figures,
    link_from_state, state_from_paste,
};

const GUESS: PasteChoice = PasteChoice {
    arch: None,
    radix: None,
    halves: None,
    is_descriptor: false,
};

fn context(change: impl Fn(&mut Params)) -> LinkState {
    let mut state = LinkState::default();
    change(&mut state.params);
    state
}

/// States in which the box may stand, with everything by hand that a value must not be mixed with.
fn contexts() -> Vec<LinkState> {
    vec![
        LinkState::default(),
        context(|params| {
            params.major = Major::Mn;
            params.element = Element::Tf32;
            params.order = Order::K;
            params.mn = 200;
            params.pattern_bytes = Some(0x480);
            params.step = 3;
        }),
        context(|params| {
            params.arch = Arch::Tcgen05;
            params.element = Element::E2m1Packed;
            params.sparsity = Sparsity::Sparse;
            params.swizzle = Swizzle::B128Atom32;
            params.k = 1000;
            params.column_bytes = Some(48);
            params.lbo_bytes = Some(8);
            params.stray_bits = 1 << 14;
            params.base_offset = Some(5);
        }),
    ]
}

/// The 64 bits that the first step of a state has.
fn raw(pasted: &Pasted) -> u64 {
    let spec = Spec::new(&pasted.state.params).expect("a pasted state has a picture");
    spec.descriptor(0).expect("and a descriptor").raw()
}

fn check(text: &str, choice: &PasteChoice, wanted: u64) {
    let choice = &PasteChoice {
        // Guessed, a number that small is an address.
        is_descriptor: wanted < u64::from(ADDRESS_BYTES),
        ..*choice
    };
    for context in contexts() {
        let pasted = state_from_paste(text, choice, &context)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(raw(&pasted), wanted, "{text}");
        let params = &pasted.state.params;
        let kept = (
            params.element,
            params.major,
            params.mn,
            params.k,
            params.order,
        );
        let of = &context.params;
        assert_eq!(
            kept,
            (of.element, of.major, of.mn, of.k, of.order),
            "{text}"
        );
        assert_eq!((params.step, params.pattern_bytes), (0, None), "{text}");
        let arch = choice.arch.unwrap_or(if wanted >> 46 & 1 == 1 {
            Arch::Tcgen05
        } else {
            Arch::Wgmma
        });
        assert_eq!(params.arch, arch, "{text}");
        for (label, other) in &pasted.others {
            state_from_paste(text, other, &context)
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
    vec![
        format!("0x{digits}"),
        format!("0X{value:X}"),
        digits.clone(),
        format!("  {}\n", groups("_")),
        format!("0x{};", groups("'")),
        format!("`0x{digits}ull`,"),
        format!("\"0x{digits}LU\""),
        format!("'0x{digits}u64'"),
        format!("0x{digits}_u64"),
        format!("(0x{digits}i64)"),
        format!("64'h{}", groups("_")),
        format!("uint64_t desc = 0x{digits}ull;"),
        format!("constexpr auto d{{0x{digits}}};"),
        format!("mov.b64 %rd1, 0x{digits};"),
        format!("GmmaDescriptor: 0x{digits}\n  start_addr :  0x0040"),
    ]
}

fn check_all_spellings(value: u64) {
    let arch = |arch| PasteChoice {
        arch: Some(arch),
        ..GUESS
    };
    for choice in [GUESS, arch(Arch::Wgmma), arch(Arch::Tcgen05)] {
        for text in hex_spellings(value) {
            check(&text, &choice, value);
        }
        check(&format!("0b{value:b}"), &choice, value);
        check(
            &format!("{}", value as i64),
            &PasteChoice {
                radix: Some(Radix::Decimal),
                ..choice
            },
            value,
        );
        check(
            &format!("auto x = {value};"),
            &PasteChoice {
                radix: Some(Radix::Decimal),
                ..choice
            },
            value,
        );
        if value >= 10_u64.pow(16) {
            check(&format!("{value}"), &choice, value);
        }
        let (high, low) = (value >> 32, value & 0xffff_ffff);
        for (halves, first, second) in [
            (Halves::HighFirst, high, low),
            (Halves::LowFirst, low, high),
        ] {
            let choice = PasteChoice {
                halves: Some(halves),
                ..choice
            };
            check(&format!("0x{first:08x} 0x{second:08x}"), &choice, value);
            check(&format!("{first:x}:{second:x}"), &choice, value);
            check(&format!("{{0x{first:X}u, 0x{second:x}u}};"), &choice, value);
            let decimal = PasteChoice {
                radix: Some(Radix::Decimal),
                ..choice
            };
            check(&format!("[{first}\n{second}]"), &decimal, value);
            check(
                &format!("({}, {})", first as i32, second as i32),
                &decimal,
                value,
            );
        }
    }
}

#[test]
fn bytes_and_elements_find_each_other() {
    for context in contexts() {
        let small = LinkState {
            params: Params {
                mn: context.params.mn.min(40),
                k: context.params.k.min(72),
                ..context.params
            },
            ..context
        };
        let spec = Spec::new(&small.params).unwrap();
        for mn in 0..small.params.mn {
            for k in 0..small.params.k {
                let address = spec.tile().byte_from_element(Coord { mn, k });
                let text = format!("element ({mn}, {k})");
                let asked = state_from_paste(&text, &GUESS, &small).unwrap();
                assert_eq!(asked.state.pinned, Some(Coord { mn, k }));
                assert_eq!(asked.what, format!("{text}: byte 0x{:x}", address.byte));
                for text in [
                    format!("byte {}", address.byte),
                    format!("0x{:x}", address.byte),
                ] {
                    let found = state_from_paste(&text, &GUESS, &small).unwrap();
                    assert_eq!(found.state.params, small.params, "{text}");
                    // Elements of less than a byte share it, and so do those of a layout that overlaps.
                    let at = found.state.pinned.unwrap();
                    let byte = spec.tile().byte_from_element(at).byte;
                    assert_eq!(byte, address.byte, "{text}");
                }
            }
        }
    }
}

#[test]
fn the_ends_of_the_range_come_back() {
    for value in [
        0,
        1,
        1 << 46,
        1 << 63,
        u64::MAX,
        i64::MAX as u64,
        0x4000_0040_0001_0040,
    ] {
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

/// Texts from the pieces of the grammar, in any order.
fn soup() -> impl Strategy<Value = String> {
    let pieces: &'static [&'static str] = &[
        "0x",
        "0b",
        "64'h",
        "4000004000010040",
        "40",
        "18446744073709551616",
        "ull",
        "_",
        "'",
        "-",
        "lbo",
        "sbo",
        "start_",
        "swizzle",
        "version",
        "arch",
        "element",
        "mn",
        "k",
        "lbo_mode",
        "=",
        ":",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        ",",
        ";",
        " ",
        "\n",
        "Sw",
        "Swizzle<3,4,3>",
        " o ",
        "((8,8),64):((64,512),1)",
        "):(",
        "8",
        "1",
        "65536",
        "16383",
        "16384",
        "128B",
        "none",
        "tcgen05",
        "tf32",
        "é",
        "∘",
        "#/",
        "wgmma/",
        "figure/",
        "157",
        "?",
        "&",
        ".",
        "smem_ptr[16b]",
    ];
    let piece = prop::sample::select(pieces);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn check_is_safe(text: &str) {
    let choices = [
        GUESS,
        PasteChoice {
            arch: Some(Arch::Tcgen05),
            radix: Some(Radix::Decimal),
            halves: Some(Halves::LowFirst),
            is_descriptor: true,
        },
    ];
    for context in contexts() {
        for choice in &choices {
            match state_from_paste(text, choice, &context) {
                Ok(pasted) => drop(Spec::new(&pasted.state.params).expect("a picture")),
                Err(error) => {
                    assert!(text.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
                    assert!(!error.message.is_empty(), "{text:?}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_value_is_lost(value: u64) {
        check_all_spellings(value);
    }

    #[test]
    fn no_text_breaks_it(text: String) {
        check_is_safe(&text);
    }

    #[test]
    fn no_soup_breaks_it(text in soup()) {
        check_is_safe(&text);
    }

    #[test]
    fn printed_fields_come_back(value: u64) {
        for arch in [Arch::Wgmma, Arch::Tcgen05] {
            let mask = Descriptor::fixed_mask(arch);
            let value = value & !mask | Descriptor::fixed_bits(arch);
            let mut context = LinkState::default();
            context.params.arch = arch;
            let text = printed(arch, value);
            let pasted = state_from_paste(&text, &GUESS, &context).expect(&text);
            prop_assert_eq!(raw(&pasted), value, "{}", text);
            prop_assert_eq!(pasted.notices, [], "{}", text);
        }
    }

    #[test]
    fn links_come_back(value: u64, is_tcgen05: bool) {
        let arch = if is_tcgen05 { Arch::Tcgen05 } else { Arch::Wgmma };
        let choice = PasteChoice { arch: Some(arch), ..GUESS };
        for context in contexts() {
            let state = state_from_paste(&format!("0x{value:x}"), &choice, &context).unwrap().state;
            let link = link_from_state(&state);
            for text in [link.clone(), format!("(https://example.org/x/?a=b{link})")] {
                let opened = state_from_paste(&text, &GUESS, &LinkState::default()).unwrap();
                prop_assert_eq!(&opened.state, &state, "{}", text);
                prop_assert_eq!(opened.notices, [], "{}", text);
            }
        }
    }
}

#[test]
fn a_megabyte_of_anything_takes_no_time() {
    for piece in [
        "0",
        "a ",
        "(",
        ")",
        "(8,",
        "1,",
        ":",
        "):(",
        " : ",
        "<",
        "S<",
        "lbo=1 ",
        "lbo=1 x ",
        "é",
        "'",
        "-",
        "#/",
        "#/wgmma?k=1&",
        "0x123456789 ",
        "x=",
        "{",
        "\n",
    ] {
        for end in ["", "lbo=1", ":(8,8)", "0x4000004000010040"] {
            let text = piece.repeat((1 << 20) / piece.len()) + end;
            let start = std::time::Instant::now();
            let read = state_from_paste(&text, &GUESS, &LinkState::default());
            let ms = start.elapsed().as_millis();
            assert!(ms < 2000, "{piece:?} {end:?}: {ms} ms");
            if let Err(error) = read {
                assert!(text.get(error.at).is_some(), "{piece:?} {end:?}");
            }
        }
    }
}

/// Every address of a tile is the one that its own text gives back, whatever the context was.
fn check_layout(params: &Params) {
    let spec = Spec::new(params).unwrap();
    let text = exact_text(spec.tile(), spec.extent());
    for order in [Order::Mn, Order::K] {
        let mut context = LinkState::default();
        context.params.element = params.element;
        context.params.arch = params.arch;
        context.params.order = order;
        context.params.start_bytes = params.start_bytes;
        context.params.lbo_bytes = Some(80);
        context.params.base_offset = Some(3);
        let read = state_from_paste(&text, &GUESS, &context)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let back = Spec::new(&read.state.params).unwrap();
        assert_eq!(read.notices, [], "{text}");
        assert_eq!(back.params().swizzle, params.swizzle, "{text}");
        assert_eq!(back.params().arch, params.arch, "{text}");
        let Extent { mn, k } = spec.extent();
        assert!(back.extent().mn >= mn && back.extent().k >= k, "{text}");
        for i in 0..mn.max(k) {
            for coord in [
                Coord {
                    mn: i.min(mn - 1),
                    k: 0,
                },
                Coord {
                    mn: 0,
                    k: i.min(k - 1),
                },
                Coord {
                    mn: i.min(mn - 1),
                    k: (i * 7) % k,
                },
            ] {
                assert_eq!(
                    back.tile().byte_from_element(coord),
                    spec.tile().byte_from_element(coord),
                    "{text} {coord:?}"
                );
            }
        }
    }
}

#[test]
fn every_exact_text_is_read_back_to_the_same_tile() {
    let mut checked = 0;
    for &element in Element::ALL {
        for &major in Major::ALL {
            for &swizzle in Swizzle::ALL {
                for &arch in Arch::ALL {
                    if swizzle == Swizzle::B128Atom32 && arch == Arch::Wgmma {
                        continue;
                    }
                    let t = element.per_unit();
                    for (mn, k) in [
                        (8, t),
                        (t, 8),
                        (64, 64),
                        (64, 16 * t),
                        (16 * t, 96),
                        (200, 3 * t),
                    ] {
                        for &order in Order::ALL {
                            let params = Params {
                                arch,
                                element,
                                major,
                                swizzle,
                                mn,
                                k,
                                order,
                                ..Params::default()
                            };
                            check_layout(&params);
                            let by_hand = Params {
                                lbo_bytes: Some(4112),
                                sbo_bytes: Some(2064),
                                column_bytes: Some(8208),
                                ..params
                            };
                            check_layout(&by_hand);
                            checked += 2;
                        }
                    }
                }
            }
        }
    }
    println!("exact texts: {checked}");
}

#[test]
fn the_figures_are_read_back() {
    for figure in figures() {
        let mut params = figure.params.clone();
        params.base_offset = None;
        params.pattern_bytes = None;
        check_layout(&params);
    }
}
