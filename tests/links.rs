//! Links: what old ones open is frozen, every state survives its link, and no text breaks the reader.

use proptest::prelude::*;
use swizzle_core::{
    Arch, Cells, Colour, Coord, Descriptor, Element, LboMode, LinkState, Major, Meant, Named,
    Number, Operand, Order, Params, Shows, Sparsity, Spec, Swizzle, View, figures, link_from_pair,
    link_from_state, link_keys, pair_from_link, state_from_link,
};

/// Opens a link that must open wholly.
fn opened(link: &str) -> LinkState {
    let opened = state_from_link(link);
    assert_eq!(opened.notices, [], "{link}");
    opened.state
}

#[test]
fn the_defaults_of_a_bare_descriptor_are_frozen() {
    let params = opened("#/wgmma/4000004000010040").params;
    assert_eq!(
        params,
        Params {
            arch: Arch::Wgmma,
            operand: Operand::A,
            sparsity: Sparsity::Dense,
            element: Element::Bf16,
            major: Major::K,
            swizzle: Swizzle::B128,
            invalid_swizzle: None,
            mn: 64,
            k: 64,
            order: Order::Mn,
            start_bytes: 0x400,
            lbo_bytes: None,
            sbo_bytes: None,
            column_bytes: None,
            pattern_bytes: None,
            base_offset: None,
            lbo_mode: LboMode::Relative,
            step: 0,
            stray_bits: 0,
            meant: Meant::default(),
        }
    );
}

/// Links in the wild open for ever: add lines, never change one.
#[test]
fn frozen_links_open_what_they_always_did() {
    let check = |link: &str, change: &dyn Fn(&mut LinkState)| {
        let mut expected = LinkState::default();
        change(&mut expected);
        assert_eq!(opened(link), expected, "{link}");
    };
    check("", &|_| ());
    check("#/", &|_| ());
    check("#/wgmma", &|_| ());
    check("#/wgmma/0x4000004000010040", &|_| ());
    check("#/tcgen05", &|s| s.params.arch = Arch::Tcgen05);
    check("#/tcgen05/4000404000010040", &|s| {
        s.params.arch = Arch::Tcgen05;
    });
    check("#/wgmma/4000004000010040?element=tf32&major=K", &|s| {
        s.params.element = Element::Tf32;
    });
    check("#/wgmma/8000002000010080?k=32", &|s| {
        s.params.swizzle = Swizzle::B64;
        s.params.start_bytes = 0x800;
        s.params.k = 32;
    });
    check("#/wgmma/4000004000250040", &|s| {
        s.params.lbo_bytes = Some(37 * 16);
    });
    check("#/wgmma/4006004000010040", &|s| {
        s.params.base_offset = Some(3);
    });
    check("#/wgmma/4000004000010042?step=1", &|s| s.params.step = 1);
    check("#/wgmma/4000004000010040?cell=3,40", &|s| {
        s.pinned = Some(Coord { mn: 3, k: 40 });
    });
    check("#/wgmma/4000004000010040?cell=3%2C40", &|s| {
        s.pinned = Some(Coord { mn: 3, k: 40 });
    });
    check("#/wgmma?swizzle=128B-32B-atom&start=0x0", &|s| {
        s.params.swizzle = Swizzle::B128Atom32;
        s.params.start_bytes = 0;
    });
    check(
        "#/wgmma/4000004000010040?number=logical&colour=bank&cells=elements",
        &|s| {
            s.view = View {
                shows: Shows::Tile,
                cells: Cells::Elements,
                number: Number::Logical,
                colour: Colour::Bank,
            };
        },
    );
    check("#/wgmma/4000004000010040?show=read", &|s| {
        s.view.shows = Shows::Read;
    });
    check(
        "#/wgmma/4000004000010040?meant_start=0x800&meant_swizzle=64B&meant_lbo_bytes=32&meant_sbo_bytes=512",
        &|s| {
            s.params.meant = Meant {
                start_bytes: Some(0x800),
                swizzle: Some(Swizzle::B64),
                lbo_bytes: Some(32),
                sbo_bytes: Some(512),
                row_bytes: None,
            };
        },
    );
    check("#/wgmma/0000000800010040?meant_row_bytes=128", &|s| {
        s.params.swizzle = Swizzle::None;
        s.params.lbo_bytes = Some(16);
        s.params.meant.row_bytes = Some(128);
    });
    for figure in figures() {
        let state = opened(&format!("#/figure/{}", figure.number));
        assert_eq!((state.params, state.view), (figure.params, figure.view));
    }
}

/// Likewise for links of two.
#[test]
fn frozen_links_of_pairs_open_what_they_always_did() {
    for (link, first, second) in [
        (
            "#/compare/figure/157/with/figure/158",
            "#/figure/157",
            "#/figure/158",
        ),
        (
            "#/compare/wgmma/4000004000010040?element=tf32&k=32/with/tcgen05/4000404000010040?mn=128",
            "#/wgmma/4000004000010040?element=tf32&k=32",
            "#/tcgen05/4000404000010040?mn=128",
        ),
        (
            "#/compare/wgmma/4000004000010040",
            "#/wgmma/4000004000010040",
            "#/wgmma/4000004000010040",
        ),
        ("#/compare/", "", ""),
        ("#/compare//with/", "", ""),
    ] {
        let pair = pair_from_link(link).unwrap();
        assert_eq!(pair.map(|one| opened(&one)), [first, second].map(opened));
    }
    for link in ["", "#/", "#/compare", "#/figure/157", "compare/figure/157"] {
        assert_eq!(pair_from_link(link), None, "{link}");
    }
}

#[test]
fn what_cannot_be_opened_is_named_and_the_rest_is_kept() {
    let cases = [
        (
            "#/wgmma/40000040000100zz?k=128",
            "40000040000100zz",
            "“z” is not a hex digit",
        ),
        (
            "#/wgmma/14000004000010040?k=128",
            "14000004000010040",
            "17 hex digits are more than 64 bits",
        ),
        (
            "#/wgmma/4000004000010040?k=128&element=f17",
            "element=f17",
            "element “f17” is unknown",
        ),
        (
            "#/wgmma/4000004000010040?k=128&mn=-8",
            "mn=-8",
            "“-8” is not a whole number",
        ),
        (
            "#/wgmma/4000004000010040?k=128&mn=0",
            "mn=0",
            "must be 1 to 65536",
        ),
        (
            "#/wgmma/4000004000010040?k=128&colour",
            "colour",
            "is unknown",
        ),
        (
            "#/wgmma/4000004000010040?k=128&colr=row",
            "colr=row",
            "this key is unknown",
        ),
        (
            "#/wgmma/4000004000010040?k=128&k=256",
            "k=256",
            "was given before",
        ),
        (
            "#/wgmma/4000004000010040?k=128&start=0x800",
            "start=0x800",
            "contradicts the descriptor 0x4000004000010040",
        ),
        (
            "#/wgmma/4000004000010040?k=128&swizzle=64B",
            "swizzle=64B",
            "contradicts the descriptor",
        ),
        (
            "#/wgmma/4000004000010040?k=128&base_offset=9",
            "base_offset=9",
            "9 is not 0 to 7",
        ),
        (
            "#/wgmma/4000004000010040/extra?k=128",
            "extra",
            "nothing is known",
        ),
    ];
    for (link, part, why) in cases {
        let opened = state_from_link(link);
        assert_eq!(opened.state.params.k, 128, "{link}");
        assert_eq!(opened.notices.len(), 1, "{link}: {:?}", opened.notices);
        assert_eq!(opened.notices[0].part, part, "{link}");
        assert!(
            opened.notices[0].why.contains(why),
            "{link}: {}",
            opened.notices[0].why
        );
    }
    for (link, part) in [("#/figure/300", "/figure/300"), ("#/nonsense", "nonsense")] {
        let opened = state_from_link(link);
        assert_eq!(opened.state, LinkState::default());
        assert_eq!(opened.notices[0].part, part);
    }
}

#[test]
fn every_bit_of_a_descriptor_survives_its_link() {
    for arch in Arch::ALL.iter().copied() {
        for bit in 0..64 {
            let raw = 0x4000_0040_0001_0040 ^ (1 << bit);
            let link = format!("#/{}/{raw:016x}", arch.name());
            let params = opened(&link).params;
            let descriptor = Spec::new(&params).unwrap().descriptor(0).unwrap();
            assert_eq!(descriptor, Descriptor::new(arch, raw), "{link}");
        }
    }
}

#[test]
fn keys_are_words_without_escapes() {
    for key in link_keys() {
        assert!(
            key.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
            "{key}"
        );
    }
}

fn any<T: Named + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::sample::select(T::ALL)
}

fn bytes() -> impl Strategy<Value = u32> {
    prop_oneof![
        (0_u32..1 << 14).prop_map(|units| units * 16),
        0_u32..1 << 19,
        prop::num::u32::ANY,
    ]
}

prop_compose! {
    fn meant()(
        start_bytes in prop::option::of(bytes()),
        swizzle in prop::option::of(any::<Swizzle>()),
        lbo_bytes in prop::option::of(bytes()),
        sbo_bytes in prop::option::of(bytes()),
        row_bytes in prop::option::of(bytes()),
    ) -> Meant {
        Meant { start_bytes, swizzle, lbo_bytes, sbo_bytes, row_bytes }
    }
}

prop_compose! {
    fn params()(
        arch in any::<Arch>(),
        operand in any::<Operand>(),
        sparsity in any::<Sparsity>(),
        element in any::<Element>(),
        major in any::<Major>(),
        swizzle in any::<Swizzle>(),
        order in any::<Order>(),
        lbo_mode in any::<LboMode>(),
    )(
        mn in 1_u32..600,
        k in 1_u32..600,
        start_bytes in bytes(),
        lbo_bytes in prop::option::of(bytes()),
        sbo_bytes in prop::option::of(bytes()),
        column_bytes in prop::option::of(bytes()),
        pattern_bytes in prop::option::of(bytes()),
        base_offset in prop::option::of(0_u8..8),
        step in 0_u32..6,
        stray in prop_oneof![Just(0), prop::num::u64::ANY],
        meant in meant(),
        chosen in Just((arch, operand, sparsity, element, major, swizzle, order, lbo_mode)),
    ) -> Params {
        let (arch, operand, sparsity, element, major, swizzle, order, lbo_mode) = chosen;
        Params {
            arch, operand, sparsity, element, major, swizzle, invalid_swizzle: None,
            mn, k, order, start_bytes, lbo_bytes, sbo_bytes, column_bytes, pattern_bytes,
            base_offset, lbo_mode, step, stray_bits: stray & Descriptor::fixed_mask(arch),
            meant,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_state_survives_its_link(
        params in params(),
        shows in any::<Shows>(),
        cells in any::<Cells>(),
        number in any::<Number>(),
        colour in any::<Colour>(),
        pinned in prop::option::of((0_u32..600, 0_u32..600)),
    ) {
        let state = LinkState {
            params,
            view: View { shows, cells, number, colour },
            pinned: pinned.map(|(mn, k)| Coord { mn, k }),
        };
        let link = link_from_state(&state);
        let opened = state_from_link(&link);
        prop_assert_eq!(&opened.notices, &vec![], "{}", link);
        prop_assert_eq!(&opened.state, &state, "{}", link);
        prop_assert_eq!(link_from_state(&opened.state), link);
        let pair = link_from_pair(&state, &LinkState::default());
        let links = pair_from_link(&pair).unwrap();
        prop_assert_eq!(links.map(|link| state_from_link(&link).state), [state, LinkState::default()]);
    }

    #[test]
    fn every_descriptor_survives_its_link(raw in prop::num::u64::ANY, arch in any::<Arch>()) {
        let opened = state_from_link(&format!("#/{}/{raw:x}", arch.name()));
        prop_assert_eq!(&opened.notices, &vec![]);
        let spec = Spec::new(&opened.state.params).unwrap();
        prop_assert_eq!(spec.descriptor(0), Ok(Descriptor::new(arch, raw)));
        prop_assert_eq!(state_from_link(&link_from_state(&opened.state)).state, opened.state);
    }

    #[test]
    fn no_text_breaks_the_reader(text in ".{0,80}") {
        let opened = state_from_link(&text);
        prop_assert!(Spec::new(&opened.state.params).is_ok());
    }

    #[test]
    fn no_query_breaks_the_reader(
        path in prop::sample::select(vec!["", "wgmma", "tcgen05", "figure/157", "wgmma/4000004000010040"]),
        keys in prop::collection::vec((prop::sample::select(link_keys().collect::<Vec<_>>()), "[0-9a-zA-Z,%x-]{0,12}"), 0..6),
    ) {
        let query: Vec<String> = keys.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let opened = state_from_link(&format!("#/{path}?{}", query.join("&")));
        prop_assert!(Spec::new(&opened.state.params).is_ok());
    }
}
