//! The worked examples: figures 166 to 170, and 188 to 192.

use swizzle_core::law::{Repeats, exact_text, repeats_from_extent, symbolic_text};
use swizzle_core::{
    Arch, Coord, Element, FieldId, Major, Named, Said, SaidReader, SaidTile, Stride, Swizzle,
};
use swizzle_tests::{CuteText, Swizzled, some};

use crate::seeds::spec;

/// A worked example as printed: parameters and values.
struct Example {
    wgmma_figure: u32,
    tcgen05_figure: u32,
    element: Element,
    element_bytes: u32,
    major: Major,
    swizzle: Swizzle,
    /// MN × K extents of the exact layout, in elements.
    extent: (u32, u32),
    exact: &'static str,
    canonical: &'static str,
    t: u32,
    m: u32,
    k: u32,
    /// LBO and SBO in elements: `64*sizeof(tf32)` is 64. No LBO where the manual prints "NA".
    lbo_elements: Option<u32>,
    sbo_elements: u32,
    lbo_encoding: u64,
    sbo_encoding: u64,
}

#[rustfmt::skip]
const EXAMPLES: &[Example] = &[
    Example {
        wgmma_figure: 166, tcgen05_figure: 188,
        element: Element::Tf32, element_bytes: 4, major: Major::K, swizzle: Swizzle::None, extent: (16, 16),
        exact: "Swizzle<0,4,3> o ((8,2),(4,4)):((4,32),(1,64))",
        canonical: "Swizzle<0,4,3> o ((8,m),(T,2k)):((1T,SBO),(1,LBO))",
        t: 4, m: 2, k: 2, lbo_elements: Some(64), sbo_elements: 32, lbo_encoding: 16, sbo_encoding: 8,
    },
    Example {
        wgmma_figure: 167, tcgen05_figure: 189,
        element: Element::Tf32, element_bytes: 4, major: Major::K, swizzle: Swizzle::B32, extent: (16, 16),
        exact: "Swizzle<1,4,3> o ((8,2),(4,4)):((8,64),(1,4))",
        canonical: "Swizzle<1,4,3> o ((8,m),(T,2k)):((2T,SBO),(1,T))",
        t: 4, m: 2, k: 2, lbo_elements: None, sbo_elements: 64, lbo_encoding: 1, sbo_encoding: 16,
    },
    Example {
        wgmma_figure: 168, tcgen05_figure: 190,
        element: Element::Bf16, element_bytes: 2, major: Major::Mn, swizzle: Swizzle::None, extent: (16, 16),
        exact: "Swizzle<0,4,3> o ((8,1,2),(8,2)):((1,8,64),(8,128))",
        canonical: "Swizzle<0,4,3> o ((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))",
        t: 8, m: 2, k: 2, lbo_elements: Some(128), sbo_elements: 64, lbo_encoding: 16, sbo_encoding: 8,
    },
    Example {
        wgmma_figure: 169, tcgen05_figure: 191,
        element: Element::Bf16, element_bytes: 2, major: Major::Mn, swizzle: Swizzle::B32, extent: (32, 16),
        exact: "Swizzle<1,4,3> o ((8,2,2),(8,2)):((1,8,128),(16,256))",
        canonical: "Swizzle<1,4,3> o ((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))",
        t: 8, m: 2, k: 2, lbo_elements: Some(128), sbo_elements: 256, lbo_encoding: 16, sbo_encoding: 32,
    },
    Example {
        wgmma_figure: 170, tcgen05_figure: 192,
        element: Element::Bf16, element_bytes: 2, major: Major::Mn, swizzle: Swizzle::B64, extent: (64, 16),
        exact: "Swizzle<2,4,3> o ((8,4,2),(8,2)):((1,8,256),(32,512))",
        canonical: "Swizzle<2,4,3> o ((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))",
        t: 8, m: 2, k: 2, lbo_elements: Some(256), sbo_elements: 512, lbo_encoding: 32, sbo_encoding: 64,
    },
];

impl Example {
    fn figure(&self, arch: Arch) -> u32 {
        match arch {
            Arch::Wgmma => self.wgmma_figure,
            Arch::Tcgen05 => self.tcgen05_figure,
        }
    }

    /// The tile of the example, its strides left to be worked out.
    ///
    /// Figure 167 (189) as printed runs on linearly past its 32-byte row: K columns 32 bytes apart.
    fn said(&self, arch: Arch) -> Said {
        Said {
            tile: SaidTile {
                element: Some(self.element),
                major: Some(self.major),
                swizzle: Some(self.swizzle),
                mn: Some(self.extent.0),
                k: Some(self.extent.1),
                start_bytes: Some(0),
                lbo_bytes: self.lbo_elements.is_none().then_some(32),
                ..SaidTile::default()
            },
            reader: some!(SaidReader { arch }),
            ..Said::default()
        }
    }
}

/// T, m, k, strides, encodings and both layout texts of figures 166 to 170 and 188 to 192; strides worked out as well as
/// said.
#[test]
fn worked_examples() {
    for (arch, example) in
        Arch::ALL.iter().flat_map(|&arch| EXAMPLES.iter().map(move |example| (arch, example)))
    {
        let figure = example.figure(arch);
        let worked_out = example.said(arch);
        let mut by_hand = worked_out;
        if let Some(lbo) = example.lbo_elements {
            by_hand.tile.lbo_bytes = Some(lbo * example.element_bytes);
        }
        by_hand.tile.sbo_bytes = Some(example.sbo_elements * example.element_bytes);
        for said in [worked_out, by_hand] {
            let spec = spec(&said);
            let tile = spec.layout();
            assert_eq!(example.element.per_unit(), example.t, "figure {figure}: T");
            assert_eq!(
                repeats_from_extent(tile, spec.extent()),
                Repeats { m: example.m, k: example.k },
                "figure {figure}: m and k"
            );
            let text = exact_text(tile, spec.extent());
            assert_eq!(text, example.exact, "figure {figure}: exact layout");
            let text = symbolic_text(example.major, example.swizzle);
            assert_eq!(text, example.canonical, "figure {figure}: canonical layout");
            if let Some(lbo) = example.lbo_elements {
                assert_eq!(
                    tile.stride_bytes(Stride::Lbo),
                    lbo * example.element_bytes,
                    "figure {figure}: LBO"
                );
            }
            assert_eq!(
                tile.stride_bytes(Stride::Sbo),
                example.sbo_elements * example.element_bytes,
                "figure {figure}: SBO"
            );
            for step in 0..spec.steps() {
                let descriptor = spec.descriptor(step).unwrap_or_else(|error| panic!("{error}"));
                let fields = [FieldId::Lbo, FieldId::Sbo].map(|id| descriptor.get(id));
                assert_eq!(
                    fields,
                    [example.lbo_encoding, example.sbo_encoding],
                    "figure {figure}, step {step}: encodings of LBO and SBO"
                );
            }
        }
    }
}

/// The printed texts, read as functions, against the printed parameters and the core's addresses.
#[test]
fn worked_examples_as_functions() {
    for example in EXAMPLES {
        let figure = example.wgmma_figure;
        let exact = Swizzled::parse(example.exact);
        let (_, canonical) = example.canonical.split_once(" o ").unwrap_or_default();
        let canonical = CuteText::parse_symbols(canonical, |symbol| match symbol {
            "T" => example.t,
            "m" => example.m,
            "k" => example.k,
            "LBO" => example.lbo_elements.unwrap_or_else(|| panic!("figure {figure} has no LBO")),
            "SBO" => example.sbo_elements,
            other => panic!("{other} is no symbol of the manual"),
        });
        assert_eq!((canonical.size(0), canonical.size(1)), example.extent, "figure {figure}");
        assert_eq!((exact.layout.size(0), exact.layout.size(1)), example.extent, "figure {figure}");
        let tile = *spec(&example.said(Arch::Wgmma)).layout();
        for mn in 0..example.extent.0 {
            for k in 0..example.extent.1 {
                let offset = exact.layout.offset(mn, k);
                assert_eq!(canonical.offset(mn, k), offset, "figure {figure}: ({mn}, {k})");
                let found = tile.byte_from_element(Coord { mn, k });
                let wanted = exact.functor.apply(offset * example.element_bytes);
                assert_eq!((found.byte, found.bit), (wanted, 0), "figure {figure}: ({mn}, {k})");
            }
        }
    }
}

/// Figure 167 (189) as printed, with K = 16, is not one-to-one: unit column 2 of a row is unit column 0 of the next.
/// With k = 1, as PTX ISA 9.4 prints it, it is; and where the hardware goes on is a matter of LBO.
#[test]
fn figure_167_with_one_repeat_of_k() {
    for &arch in Arch::ALL {
        let printed = &EXAMPLES[1];
        let tile = *spec(&printed.said(arch)).layout();
        for mn in 0..7 {
            assert_eq!(
                tile.byte_from_element(Coord { mn, k: 8 }),
                tile.byte_from_element(Coord { mn: mn + 1, k: 0 }),
            );
        }
        let mut corrected = printed.said(arch);
        corrected.tile.k = Some(8);
        corrected.tile.lbo_bytes = None;
        let corrected = spec(&corrected);
        let (tile, extent) = (corrected.layout(), corrected.extent());
        assert_eq!(exact_text(tile, extent), "Swizzle<1,4,3> o ((8,2),(4,2)):((8,64),(1,4))");
        assert_eq!(repeats_from_extent(tile, extent), Repeats { m: 2, k: 1 });
        let mut bytes: Vec<u32> = (0..16)
            .flat_map(|mn| (0..8).map(move |k| Coord { mn, k }))
            .map(|coord| tile.byte_from_element(coord).byte)
            .collect();
        bytes.sort_unstable();
        assert_eq!(bytes, (0..16 * 8).map(|i| 4 * i).collect::<Vec<_>>());
    }
}
