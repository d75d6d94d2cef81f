//! The tables that define the leading and the stride dimension.

use swizzle_core::law::isa_ignores_lbo;
use swizzle_core::{
    Arch, Coord, Element, Extent, FieldId, LboMode, Major, Named, Operand, Said, SaidReader, SaidTile,
    Stride, Swizzle,
};
use swizzle_text::stride_meaning;

use crate::seeds::{forms, plain_layout, spec};
use swizzle_tests::{CsvRow, some};

/// From element (0, 0) to which element a stride leads by its cell of the manual's two tables of definitions, and words of the
/// cell; none where the manual says that it is not used.
fn definition(row: &CsvRow, stride: Stride, t: u32) -> Option<(Coord, Vec<&str>)> {
    let name = stride.name().to_lowercase();
    let side = |side: &str| {
        let text: String = row.said(&format!("{name}_{side}"))?;
        let number = |text: &str| text.parse::<u32>().ok();
        text.strip_suffix('T').map_or_else(|| number(&text), |units| Some(number(units)? * t))
    };
    let words = row.text(&format!("{name}_words")).split('|').collect();
    Some((Coord { mn: side("mn")?, k: side("k")? }, words))
}

/// Every cell of both tables, for both architectures and every element: with strides that nothing else could produce,
/// the addresses before the swizzle differ by the stride between the elements that the cell names, and the span that the
/// core shows names the same elements.
#[test]
fn stride_definitions() {
    const STRIDES: [(Stride, u32); 2] = [(Stride::Lbo, 16 * 1031), (Stride::Sbo, 16 * 2053)];
    let mut cells = 0;
    for (major, swizzle, row) in forms() {
        for (&element, (stride, wanted)) in
            Element::ALL.iter().flat_map(|element| STRIDES.iter().map(move |stride| (element, *stride)))
        {
            let layout = plain_layout(element, major, swizzle, STRIDES[0].1, STRIDES[1].1);
            let Some((to, words)) = definition(&row, stride, element.per_unit()) else { continue };
            cells += 1;
            let address = |coord| layout.absolute_from_element(coord);
            let step = to.mn.max(to.k);
            // "From the first 8 rows to the next 8 rows" holds for each of the rows in them.
            for i in 0..step {
                let from = if to.mn > 0 { Coord { mn: i, k: 0 } } else { Coord { mn: 0, k: i } };
                let next = Coord { mn: from.mn + to.mn, k: from.k + to.k };
                let apart = address(next) - address(from);
                assert_eq!(apart, wanted, "{} {stride:?}: {from:?} → {next:?}", row.at());
            }
            for &arch in Arch::ALL {
                let meaning = stride_meaning(stride, arch, element, major, swizzle, LboMode::Relative);
                // tcgen05's leading dimension is a "stride", wgmma's an "offset".
                let word = match (stride, arch) {
                    (Stride::Lbo, Arch::Tcgen05) => "stride",
                    _ => "offset",
                };
                for word in words.iter().copied().chain([word]) {
                    assert!(meaning.isa.contains(word), "{:?} lacks {word:?}", meaning.isa);
                }
                let ends = format!("0–{} → ", step - 1);
                assert!(meaning.span.contains(&ends) || step == 1, "{:?}", meaning.span);
                assert!(meaning.span.contains(&format!("{step}–{}", 2 * step - 1)), "{:?}", meaning.span);
            }
        }
    }
    assert_eq!(cells, 15 * Element::ALL.len());
}

/// "Swizzled layouts: not used, assumed to be 1" (K-major LBO): one instruction's 32 bytes of K are the same under any
/// LBO, and the automatic field is 1.
#[test]
fn unused_leading_dimension() {
    for &swizzle in Swizzle::ALL {
        assert_eq!(isa_ignores_lbo(Major::K, swizzle), swizzle != Swizzle::None);
        assert!(!isa_ignores_lbo(Major::Mn, swizzle));
    }
    for (swizzle, &arch, &element) in [Swizzle::B32, Swizzle::B64, Swizzle::B128]
        .into_iter()
        .flat_map(|swizzle| Arch::ALL.iter().map(move |arch| (swizzle, arch)))
        .flat_map(|(s, a)| Element::ALL.iter().map(move |e| (s, a, e)))
    {
        let meaning = |mode| stride_meaning(Stride::Lbo, arch, element, Major::K, swizzle, mode);
        let text = meaning(LboMode::Relative).isa;
        assert!(text.contains("not used") && text.contains("assumed to be 1"), "{text}");
        let said = Said {
            tile: some!(SaidTile {
                element,
                major: Major::K,
                swizzle,
                mn: 64,
                k: 4 * element.per_unit(),
                start_bytes: 0x400
            }),
            reader: some!(SaidReader { arch, operand: Operand::B }),
            ..Said::default()
        };
        let spec_1 = spec(&said);
        for step in 0..spec_1.steps() {
            let descriptor = spec_1.descriptor(step).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(descriptor.get(FieldId::Lbo), 1);
            for lbo in [0, 2, 37] {
                let given = descriptor.with(FieldId::Lbo, lbo);
                let other = spec(&said.with_given(given));
                assert_eq!(other.place(), step.into());
                let Extent { mn, k } = other.read_extent();
                for coord in (0..mn).flat_map(|mn| (0..k).map(move |k| Coord { mn, k })) {
                    assert_eq!(
                        other.read(step).byte_from_element(coord),
                        spec_1.read(step).byte_from_element(coord),
                    );
                }
            }
        }
    }
}

/// Absolute address mode: the field is an address, and the text says so.
#[test]
fn absolute_leading_dimension() {
    let meaning = stride_meaning(
        Stride::Lbo,
        Arch::Tcgen05,
        Element::E2m1Packed,
        Major::K,
        Swizzle::B128,
        LboMode::Absolute,
    );
    for word in ["address", "second chunk"] {
        assert!(meaning.isa.contains(word), "{meaning:?}");
        assert!(meaning.span.contains(word), "{meaning:?}");
    }
}
