//! The PTX ISA's own numbers: every worked example, table cell and formula of its chapters on shared-memory layouts
//! and matrix descriptors. What the manual prints is typed here; the core computes.
//!
//! wgmma: "Shared Memory Matrix Layout", "Matrix Descriptor Format". tcgen05: "Major-ness supported by Strides",
//! "Shared memory descriptor". Figure numbers are those of PTX ISA 9.1.

use swizzle_core::{
    Arch, CANONICAL, Coord, Descriptor, Element, Extent, FieldId, Layout, LayoutParams, LboMode,
    Major, Named, Operand, Params, Repeats, Spec, Stride, Swizzle, base_offset_from_pattern,
    bytes_as_encoded, bytes_from_field, canonical_row, code_from_swizzle, exact_text,
    field_from_bytes, isa_ignores_lbo, repeats_from_extent, stride_meaning, swizzle_from_code,
    swizzle_text, symbolic_text,
};
use swizzle_tests::{CuteText, Swizzled};

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

    /// The example as parameters, its strides left automatic.
    ///
    /// Figure 167 (189) as printed runs on linearly past its 32-byte row: K columns 32 bytes apart.
    fn params(&self, arch: Arch) -> Params {
        Params {
            arch,
            element: self.element,
            major: self.major,
            swizzle: self.swizzle,
            mn: self.extent.0,
            k: self.extent.1,
            start_bytes: 0,
            column_bytes: self.lbo_elements.is_none().then_some(32),
            ..Params::default()
        }
    }
}

fn spec(params: &Params) -> Spec {
    Spec::new(params).unwrap_or_else(|error| panic!("{params:?}: {error}"))
}

/// T, m, k, strides, encodings and both layout texts of figures 166 to 170 and 188 to 192; strides automatic as well as
/// set by hand.
#[test]
fn worked_examples() {
    for (arch, example) in Arch::ALL
        .iter()
        .flat_map(|&arch| EXAMPLES.iter().map(move |example| (arch, example)))
    {
        let figure = example.figure(arch);
        let automatic = example.params(arch);
        let by_hand = Params {
            lbo_bytes: example.lbo_elements.map(|n| n * example.element_bytes),
            sbo_bytes: Some(example.sbo_elements * example.element_bytes),
            ..automatic.clone()
        };
        for params in [automatic, by_hand] {
            let spec = spec(&params);
            let tile = spec.tile();
            assert_eq!(example.element.per_unit(), example.t, "figure {figure}: T");
            assert_eq!(
                repeats_from_extent(tile, spec.extent()),
                Repeats {
                    m: example.m,
                    k: example.k
                },
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
                let descriptor = spec
                    .descriptor(step)
                    .unwrap_or_else(|error| panic!("{error}"));
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
            "LBO" => example
                .lbo_elements
                .unwrap_or_else(|| panic!("figure {figure} has no LBO")),
            "SBO" => example.sbo_elements,
            other => panic!("{other} is no symbol of the manual"),
        });
        assert_eq!(
            (canonical.size(0), canonical.size(1)),
            example.extent,
            "figure {figure}"
        );
        assert_eq!(
            (exact.layout.size(0), exact.layout.size(1)),
            example.extent,
            "figure {figure}"
        );
        let tile = *spec(&example.params(Arch::Wgmma)).tile();
        for mn in 0..example.extent.0 {
            for k in 0..example.extent.1 {
                let offset = exact.layout.offset(mn, k);
                assert_eq!(
                    canonical.offset(mn, k),
                    offset,
                    "figure {figure}: ({mn}, {k})"
                );
                let found = tile.byte_from_element(Coord { mn, k });
                let wanted = exact.functor.apply(offset * example.element_bytes);
                assert_eq!(
                    (found.byte, found.bit),
                    (wanted, 0),
                    "figure {figure}: ({mn}, {k})"
                );
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
        let tile = *spec(&printed.params(arch)).tile();
        for mn in 0..7 {
            assert_eq!(
                tile.byte_from_element(Coord { mn, k: 8 }),
                tile.byte_from_element(Coord { mn: mn + 1, k: 0 }),
            );
        }
        let corrected = spec(&Params {
            k: 8,
            column_bytes: None,
            ..printed.params(arch)
        });
        let (tile, extent) = (corrected.tile(), corrected.extent());
        assert_eq!(
            exact_text(tile, extent),
            "Swizzle<1,4,3> o ((8,2),(4,2)):((8,64),(1,4))"
        );
        assert_eq!(repeats_from_extent(tile, extent), Repeats { m: 2, k: 1 });
        let mut bytes: Vec<u32> = (0..16)
            .flat_map(|mn| (0..8).map(move |k| Coord { mn, k }))
            .map(|coord| tile.byte_from_element(coord).byte)
            .collect();
        bytes.sort_unstable();
        assert_eq!(bytes, (0..16 * 8).map(|i| 4 * i).collect::<Vec<_>>());
    }
}

/// The canonical-layout table, the same for both architectures, and the row that CuTe adds for 32B atoms.
#[test]
fn canonical_table() {
    #[rustfmt::skip]
    let rows = [
        (Major::Mn, Swizzle::None,       "((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))", "Swizzle<0,4,3>"),
        (Major::Mn, Swizzle::B32,        "((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))", "Swizzle<1,4,3>"),
        (Major::Mn, Swizzle::B64,        "((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))", "Swizzle<2,4,3>"),
        (Major::Mn, Swizzle::B128,       "((T,8,m),(8,k)):((1,T,LBO),(8T,SBO))", "Swizzle<3,4,3>"),
        (Major::K,  Swizzle::None,       "((8,m),(T,2k)):((1T,SBO),(1,LBO))",    "Swizzle<0,4,3>"),
        (Major::K,  Swizzle::B32,        "((8,m),(T,2k)):((2T,SBO),(1,T))",      "Swizzle<1,4,3>"),
        (Major::K,  Swizzle::B64,        "((8,m),(T,2k)):((4T,SBO),(1,T))",      "Swizzle<2,4,3>"),
        (Major::K,  Swizzle::B128,       "((8,m),(T,2k)):((8T,SBO),(1,T))",      "Swizzle<3,4,3>"),
        (Major::Mn, Swizzle::B128Atom32, "((T,8,m),(4,k)):((1,T,LBO),(8T,SBO))", "Swizzle<2,5,2>"),
    ];
    assert_eq!(CANONICAL.len(), rows.len());
    for (major, swizzle, layout, functor) in rows {
        let row = canonical_row(major, swizzle);
        assert_eq!(row.map(|row| row.text), Some(layout));
        assert_eq!(swizzle_text(swizzle), functor);
        assert_eq!(
            symbolic_text(major, swizzle),
            format!("{functor} o {layout}")
        );
    }
    assert_eq!(canonical_row(Major::K, Swizzle::B128Atom32), None);
}

/// "T represents scale factor which normalizes matrix element types to 128-bits": `128 / sizeof-elements-in-bits`, the
/// padded 4- and 6-bit forms counting their byte-wide slots: 16 elements fill 8 or 12 bytes of a unit, the rest is padding.
#[test]
fn elements_in_a_unit() {
    // Bits of an element, and of the slot that counts for T.
    #[rustfmt::skip]
    let widths = [
        (Element::B1, 1, 1), (Element::E2m1Packed, 4, 4),
        (Element::E4m3, 8, 8), (Element::E5m2, 8, 8), (Element::S8, 8, 8), (Element::U8, 8, 8),
        (Element::E2m3, 6, 8), (Element::E3m2, 6, 8), (Element::E2m1, 4, 8),
        (Element::F16, 16, 16), (Element::Bf16, 16, 16), (Element::Tf32, 32, 32),
    ];
    assert_eq!(widths.len(), Element::ALL.len());
    for (element, bits, slot_bits) in widths {
        let name = element.name();
        assert_eq!(element.per_unit(), 128 / slot_bits, "{name}");
        assert_eq!(element.slot_bits(), slot_bits, "{name}");
        assert_eq!(element.pitch_bits(), bits, "{name}");
        assert_eq!(element.is_padded(), bits != slot_bits, "{name}");
        let layout = plain_layout(element, Major::K, Swizzle::None, 128, 128);
        for i in 0..128 / slot_bits {
            let found = layout.byte_from_element(Coord { mn: 0, k: i });
            assert_eq!(
                (found.byte, found.bit),
                (i * bits / 8, i * bits % 8),
                "{name}"
            );
        }
    }
}

/// Rows of the atom table: MN × K in 128-bit elements, by major.
#[rustfmt::skip]
const ATOMS: &[(Swizzle, Major, (u32, u32))] = &[
    (Swizzle::B128, Major::Mn, (8, 8)),
    (Swizzle::B128, Major::K,  (8, 8)),
    (Swizzle::B64,  Major::Mn, (4, 8)),
    (Swizzle::B64,  Major::K,  (8, 4)),
    (Swizzle::B32,  Major::Mn, (2, 8)),
    (Swizzle::B32,  Major::K,  (8, 2)),
    (Swizzle::None, Major::Mn, (1, 8)),
    (Swizzle::None, Major::K,  (8, 1)),
    (Swizzle::B128Atom32, Major::Mn, (8, 4)), // tcgen05's table has this row on top
];

/// Table 38 and its tcgen05 twin, for every width of element: the atom's sides, multiplied by T along the leading
/// dimension, are what one packed atom of memory holds, each byte once.
#[test]
fn atom_table() {
    for &(swizzle, major, units) in ATOMS {
        assert_eq!(
            swizzle.atom(major).sides(major),
            units,
            "{} {}",
            swizzle.name(),
            major.name()
        );
        for &element in Element::ALL {
            let t = element.per_unit();
            let (mn, k) = match major {
                Major::Mn => (units.0 * t, units.1),
                Major::K => (units.0, units.1 * t),
            };
            let bytes = units.0 * units.1 * 16;
            let params = Params {
                arch: Arch::Tcgen05,
                element,
                major,
                swizzle,
                mn,
                k,
                start_bytes: 0,
                ..Params::default()
            };
            let spec = spec(&params);
            let tile = spec.tile();
            assert_eq!(tile.columns_and_groups(spec.extent()), (1, 1), "{params:?}");
            let mut bits: Vec<u32> = (0..mn)
                .flat_map(|mn| (0..k).map(move |k| Coord { mn, k }))
                .map(|coord| tile.byte_from_element(coord))
                .map(|address| address.byte * 8 + address.bit)
                .collect();
            bits.sort_unstable();
            let pitch = element.pitch_bits();
            let slots =
                (0..bytes / 16).flat_map(|unit| (0..t).map(move |i| unit * 128 + i * pitch));
            assert_eq!(bits, slots.collect::<Vec<_>>(), "{params:?}");
        }
    }
}

/// "128B MN major swizzle atom would have a shape of (8*(128/32))x8 = 32x8 for tf32."
#[test]
fn atom_of_the_text() {
    let (mn, k) = Swizzle::B128.atom(Major::Mn).sides(Major::Mn);
    assert_eq!((mn * Element::Tf32.per_unit(), k), (32, 8));
}

/// The numbers in figures 156 to 163 (220 to 227, and 219): rows across the contiguous side, each cell the unit of
/// memory that the atom's unit lies in. Figure 157 was seen; the others follow from the table.
#[test]
fn atom_figures() {
    let b128: [&[u32]; 8] = [
        &[0, 1, 2, 3, 4, 5, 6, 7],
        &[9, 8, 11, 10, 13, 12, 15, 14],
        &[18, 19, 16, 17, 22, 23, 20, 21],
        &[27, 26, 25, 24, 31, 30, 29, 28],
        &[36, 37, 38, 39, 32, 33, 34, 35],
        &[45, 44, 47, 46, 41, 40, 43, 42],
        &[54, 55, 52, 53, 50, 51, 48, 49],
        &[63, 62, 61, 60, 59, 58, 57, 56],
    ];
    let b64: [&[u32]; 8] = [
        &[0, 1, 2, 3],
        &[4, 5, 6, 7],
        &[9, 8, 11, 10],
        &[13, 12, 15, 14],
        &[18, 19, 16, 17],
        &[22, 23, 20, 21],
        &[27, 26, 25, 24],
        &[31, 30, 29, 28],
    ];
    let b32: [&[u32]; 8] = [
        &[0, 1],
        &[2, 3],
        &[4, 5],
        &[6, 7],
        &[9, 8],
        &[11, 10],
        &[13, 12],
        &[15, 14],
    ];
    let none: [&[u32]; 8] = [&[0], &[1], &[2], &[3], &[4], &[5], &[6], &[7]];
    let atom32: [&[u32]; 4] = [
        &[0, 1, 2, 3, 4, 5, 6, 7],
        &[10, 11, 8, 9, 14, 15, 12, 13],
        &[20, 21, 22, 23, 16, 17, 18, 19],
        &[30, 31, 28, 29, 26, 27, 24, 25],
    ];
    let figures: [(Swizzle, Major, &[&[u32]]); 9] = [
        (Swizzle::B128, Major::Mn, &b128),
        (Swizzle::B128, Major::K, &b128),
        (Swizzle::B64, Major::Mn, &b64),
        (Swizzle::B64, Major::K, &b64),
        (Swizzle::B32, Major::Mn, &b32),
        (Swizzle::B32, Major::K, &b32),
        (Swizzle::None, Major::Mn, &none),
        (Swizzle::None, Major::K, &none),
        (Swizzle::B128Atom32, Major::Mn, &atom32),
    ];
    for (swizzle, major, lines) in figures {
        for &element in Element::ALL {
            let layout = plain_layout(element, major, swizzle, 0, 0);
            for (across, line) in (0..).zip(lines) {
                for (unit, &number) in (0..).zip(*line) {
                    let coord = coord_along(major, unit * element.per_unit(), across);
                    let found = layout.byte_from_element(coord).byte;
                    let name = swizzle.name();
                    assert_eq!(
                        found,
                        number * 16,
                        "{name} {major:?}: unit {unit} of line {across}"
                    );
                }
            }
        }
    }
}

fn plain_layout(
    element: Element,
    major: Major,
    swizzle: Swizzle,
    lbo_bytes: u32,
    sbo_bytes: u32,
) -> Layout {
    Layout::new(LayoutParams {
        element,
        major,
        swizzle,
        start_bytes: 0,
        lbo_bytes,
        sbo_bytes,
        base_offset: 0,
        lbo_mode: LboMode::Relative,
    })
}

/// An element by its index along the contiguous dimension and along the other.
fn coord_along(major: Major, along: u32, across: u32) -> Coord {
    match major {
        Major::K => Coord {
            mn: across,
            k: along,
        },
        Major::Mn => Coord {
            mn: along,
            k: across,
        },
    }
}

/// A cell of the manual's two tables of definitions.
struct Definition {
    stride: Stride,
    major: Major,
    swizzle: Swizzle,
    /// From element (0, 0) to which element the stride leads: MN and K, in elements; a `T` factor where `in_units`.
    to: (u32, u32),
    in_units: bool,
    /// Words of the cell that the core's text must have.
    words: &'static [&'static str],
}

#[rustfmt::skip]
const DEFINITIONS: &[Definition] = &[
    // Leading dimension. K-major, no swizzling: from the first column to the second column of the 8x2 tile in the
    // 128-bit element type normalized matrix.
    Definition { stride: Stride::Lbo, major: Major::K,  swizzle: Swizzle::None, to: (0, 1), in_units: true,  words: &["first", "second", "column"] },
    // MN-major, interleave: from the first 8 columns to the next 8 columns.
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::None, to: (0, 8), in_units: false, words: &["first 8 columns", "next 8"] },
    // MN-major, swizzled: from the first (swizzle-byte-size/16) rows to the next (swizzle-byte-size/16) rows.
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B32,  to: (2, 0), in_units: true,  words: &["first 2", "next 2"] },
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B64,  to: (4, 0), in_units: true,  words: &["first 4", "next 4"] },
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B128, to: (8, 0), in_units: true,  words: &["first 8", "next 8"] },
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B128Atom32, to: (8, 0), in_units: true, words: &["first 8", "next 8"] },
    // Stride dimension. K-major: the offset from the first 8 rows to the next 8 rows.
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::None, to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::B32,  to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::B64,  to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::B128, to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    // MN-major, interleave: offset from the first row to the next row (of the normalized matrix).
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::None, to: (1, 0), in_units: true,  words: &["offset", "first", "next"] },
    // MN-major, swizzled: offset from the first 8 columns to the next 8 columns.
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B32,  to: (0, 8), in_units: false, words: &["offset", "first 8 columns", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B64,  to: (0, 8), in_units: false, words: &["offset", "first 8 columns", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B128, to: (0, 8), in_units: false, words: &["offset", "first 8 columns", "next 8"] },
    // The manual has no row for 32B atoms; CuTe's has 4 columns of K in an atom.
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B128Atom32, to: (0, 4), in_units: false, words: &["offset"] },
];

/// Every cell of both tables, for both architectures and every element: with strides that nothing else could produce,
/// the addresses before the swizzle differ by the stride between the elements that the cell names, and the span that the
/// core shows names the same elements.
#[test]
fn stride_definitions() {
    const LBO: u32 = 16 * 1031;
    const SBO: u32 = 16 * 2053;
    for definition in DEFINITIONS {
        let Definition {
            stride,
            major,
            swizzle,
            ..
        } = *definition;
        for &element in Element::ALL {
            let layout = plain_layout(element, major, swizzle, LBO, SBO);
            let scale = if definition.in_units {
                element.per_unit()
            } else {
                1
            };
            let to = Coord {
                mn: definition.to.0 * scale,
                k: definition.to.1 * scale,
            };
            let address = |coord| layout.absolute_from_digits(layout.digits_from_element(coord));
            let wanted = match stride {
                Stride::Lbo => LBO,
                Stride::Sbo => SBO,
            };
            // "From the first 8 rows to the next 8 rows" holds for each of the rows in them.
            for i in 0..to.mn.max(to.k) {
                let from = if to.mn > 0 {
                    Coord { mn: i, k: 0 }
                } else {
                    Coord { mn: 0, k: i }
                };
                let next = Coord {
                    mn: from.mn + to.mn,
                    k: from.k + to.k,
                };
                assert_eq!(
                    address(next) - address(from),
                    wanted,
                    "{} {} {}: {from:?} → {next:?}",
                    stride.name(),
                    major.name(),
                    swizzle.name()
                );
            }
            for &arch in Arch::ALL {
                let meaning =
                    stride_meaning(stride, arch, element, major, swizzle, LboMode::Relative);
                for word in definition.words {
                    assert!(
                        meaning.isa.contains(word),
                        "{:?} lacks {word:?}",
                        meaning.isa
                    );
                }
                // tcgen05's leading dimension is a "stride", wgmma's an "offset".
                let word = match (stride, arch) {
                    (Stride::Lbo, Arch::Tcgen05) => "stride",
                    _ => "offset",
                };
                assert!(
                    meaning.isa.contains(word),
                    "{:?} lacks {word:?}",
                    meaning.isa
                );
                let step = to.mn.max(to.k);
                let ends = format!("0–{} → ", step - 1);
                assert!(
                    meaning.span.contains(&ends) || step == 1,
                    "{:?}",
                    meaning.span
                );
                assert!(
                    meaning.span.contains(&format!("{step}–{}", 2 * step - 1)),
                    "{:?}",
                    meaning.span
                );
            }
        }
    }
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
        assert!(
            text.contains("not used") && text.contains("assumed to be 1"),
            "{text}"
        );
        let automatic = Params {
            arch,
            operand: Operand::B,
            element,
            major: Major::K,
            swizzle,
            mn: 64,
            k: 4 * element.per_unit(),
            ..Params::default()
        };
        let spec_1 = spec(&automatic);
        for step in 0..spec_1.steps() {
            let descriptor = spec_1
                .descriptor(step)
                .unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(descriptor.get(FieldId::Lbo), 1);
            for lbo in [0, 2, 37] {
                let other = spec(&Params {
                    lbo_bytes: Some(16 * lbo),
                    ..automatic.clone()
                });
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

/// "The value of base offset is 0 when the repeating pattern starts" at a 1024-, 512-, 256-byte boundary, "otherwise
/// ... (pattern start addr >> 0x7) & 0x7". Where the two disagree (64B at 512 gives 4 by the formula) the boundary wins,
/// and both read alike, since only the low bits count.
#[test]
fn base_offsets() {
    let boundaries = [
        (Swizzle::B128, 1024),
        (Swizzle::B64, 512),
        (Swizzle::B32, 256),
    ];
    for (swizzle, boundary) in boundaries {
        for pattern in 0..1 << 18 {
            let formula = ((pattern >> 7) & 7) as u8;
            let wanted = if pattern % boundary == 0 { 0 } else { formula };
            let found = base_offset_from_pattern(swizzle, pattern);
            assert_eq!(found, wanted, "{} at {pattern}", swizzle.name());
            if pattern % 16 == 0 {
                // The values are equal modulo 2^B, so every address is read alike.
                assert_eq!(
                    swizzle.physical_from_absolute(pattern, found),
                    swizzle.physical_from_absolute(pattern, formula),
                );
            }
        }
        // What it is for: a pattern that starts late looks like an aligned one, moved.
        for pattern in (0..1 << 14).step_by(128) {
            let base_offset = base_offset_from_pattern(swizzle, pattern);
            for inside in (0..2048).step_by(16) {
                assert_eq!(
                    swizzle.physical_from_absolute(pattern + inside, base_offset),
                    pattern + swizzle.physical_from_absolute(inside, 0),
                    "{} at {pattern} + {inside}",
                    swizzle.name()
                );
            }
        }
    }
    assert_eq!(base_offset_from_pattern(Swizzle::B64, 512), 0);
    assert_eq!(base_offset_from_pattern(Swizzle::B64, 640), 5);
    assert_eq!(base_offset_from_pattern(Swizzle::B32, 128), 1);
    assert_eq!(base_offset_from_pattern(Swizzle::B32, 256), 0);
    assert_eq!(base_offset_from_pattern(Swizzle::B32, 384), 3);
    assert_eq!(base_offset_from_pattern(Swizzle::B128, 0x480), 1);
    // "Valid for all swizzling modes except the no-swizzle mode."
    assert!((0..1 << 12).all(|pattern| base_offset_from_pattern(Swizzle::None, pattern) == 0));
}

/// `matrix-descriptor-encode(x) = (x & 0x3FFFF) >> 4`, for every value of 18 bits and some beyond.
#[test]
fn encoding() {
    let beyond = [
        1 << 18,
        (1 << 18) + 16,
        0x5_4321,
        0x7_FFFF,
        1 << 19,
        u32::MAX - 15,
        u32::MAX,
    ];
    for bytes in (0..(1 << 18) + 4096).chain(beyond) {
        let field = (bytes & 0x3FFFF) >> 4;
        assert_eq!(u32::from(field_from_bytes(bytes)), field, "{bytes}");
        assert_eq!(
            bytes_from_field(field_from_bytes(bytes)),
            field * 16,
            "{bytes}"
        );
        assert_eq!(bytes_as_encoded(bytes), field * 16, "{bytes}");
    }
}

/// The hardware sees addresses and strides as encoded: the low four bits are lost and 2^18 is 0, without a word.
#[test]
fn values_beyond_their_field() {
    let params = |start_bytes, lbo_bytes, sbo_bytes| LayoutParams {
        element: Element::Bf16,
        major: Major::Mn,
        swizzle: Swizzle::B128,
        start_bytes,
        lbo_bytes,
        sbo_bytes,
        base_offset: 0,
        lbo_mode: LboMode::Relative,
    };
    let found = Layout::new(params(0x40_040F, 0x4_0018, 0x8_07FF));
    assert_eq!(found, Layout::new(params(0x400, 0x10, 0x7F0)));
    assert_eq!(found.params(), params(0x400, 0x10, 0x7F0));
}

/// The bit fields of both descriptors: name, lowest and highest bit, and what is fixed.
#[test]
fn descriptor_fields() {
    #[rustfmt::skip]
    let wgmma = [
        (FieldId::Start, 0, 13, None), (FieldId::Reserved14, 14, 15, Some(0)),
        (FieldId::Lbo, 16, 29, None), (FieldId::Reserved30, 30, 31, Some(0)),
        (FieldId::Sbo, 32, 45, None), (FieldId::Fixed46, 46, 48, Some(0)),
        (FieldId::BaseOffset, 49, 51, None), (FieldId::Reserved52, 52, 61, Some(0)),
        (FieldId::Swizzle, 62, 63, None),
    ];
    #[rustfmt::skip]
    let tcgen05 = [
        (FieldId::Start, 0, 13, None), (FieldId::Reserved14, 14, 15, Some(0)),
        (FieldId::Lbo, 16, 29, None), (FieldId::Reserved30, 30, 31, Some(0)),
        (FieldId::Sbo, 32, 45, None), (FieldId::Fixed46, 46, 48, Some(0b001)),
        (FieldId::BaseOffset, 49, 51, None), (FieldId::LboMode, 52, 52, None),
        (FieldId::Reserved52, 53, 60, Some(0)), (FieldId::Swizzle, 61, 63, None),
    ];
    for (arch, wanted) in [(Arch::Wgmma, &wgmma[..]), (Arch::Tcgen05, &tcgen05[..])] {
        let found: Vec<_> = Descriptor::fields(arch)
            .iter()
            .map(|field| (field.id, field.low, field.high(), field.fixed))
            .collect();
        assert_eq!(found, wanted, "{}", arch.name());
    }
}

/// Swizzle codes of both architectures, and the three of tcgen05 that stand for nothing.
#[test]
fn swizzle_codes() {
    #[rustfmt::skip]
    let codes = [
        (Arch::Wgmma, 0, Some(Swizzle::None)), (Arch::Wgmma, 1, Some(Swizzle::B128)),
        (Arch::Wgmma, 2, Some(Swizzle::B64)), (Arch::Wgmma, 3, Some(Swizzle::B32)),
        (Arch::Tcgen05, 0, Some(Swizzle::None)), (Arch::Tcgen05, 1, Some(Swizzle::B128Atom32)),
        (Arch::Tcgen05, 2, Some(Swizzle::B128)), (Arch::Tcgen05, 3, None),
        (Arch::Tcgen05, 4, Some(Swizzle::B64)), (Arch::Tcgen05, 5, None),
        (Arch::Tcgen05, 6, Some(Swizzle::B32)), (Arch::Tcgen05, 7, None),
    ];
    for (arch, code, swizzle) in codes {
        assert_eq!(
            swizzle_from_code(arch, code).ok(),
            swizzle,
            "{} {code}",
            arch.name()
        );
        if let Some(swizzle) = swizzle {
            assert_eq!(
                code_from_swizzle(arch, swizzle),
                Some(code),
                "{}",
                swizzle.name()
            );
        }
    }
    assert_eq!(code_from_swizzle(Arch::Wgmma, Swizzle::B128Atom32), None);
}

/// A descriptor with nothing but its swizzle: the constant of tcgen05 in place, all else zero.
#[test]
fn empty_descriptors() {
    #[rustfmt::skip]
    let wanted = [
        (Arch::Wgmma, Swizzle::None, 0x0000_0000_0000_0000),
        (Arch::Wgmma, Swizzle::B128, 0x4000_0000_0000_0000),
        (Arch::Wgmma, Swizzle::B64, 0x8000_0000_0000_0000),
        (Arch::Wgmma, Swizzle::B32, 0xC000_0000_0000_0000),
        (Arch::Tcgen05, Swizzle::None, 0x0000_4000_0000_0000),
        (Arch::Tcgen05, Swizzle::B128Atom32, 0x2000_4000_0000_0000),
        (Arch::Tcgen05, Swizzle::B128, 0x4000_4000_0000_0000),
        (Arch::Tcgen05, Swizzle::B64, 0x8000_4000_0000_0000),
        (Arch::Tcgen05, Swizzle::B32, 0xC000_4000_0000_0000_u64),
    ];
    for (arch, swizzle, raw) in wanted {
        let fields = swizzle_core::DescriptorFields {
            start_field: 0,
            lbo_field: 0,
            sbo_field: 0,
            base_offset: 0,
            lbo_mode: LboMode::Relative,
            swizzle: Ok(swizzle),
            stray_bits: 0,
        };
        let found = Descriptor::encode(arch, fields).map(Descriptor::raw);
        assert_eq!(found, Ok(raw), "{} {}", arch.name(), swizzle.name());
    }
}

/// The table of transposition: K-major operands are non-transposed for a column-major BLAS, and `imm-trans` is 0.
#[test]
fn transposition() {
    assert_eq!(
        (Major::K.blas(), Major::Mn.blas()),
        ("non-transposed", "transposed")
    );
    assert_eq!(
        (Major::K.transpose_bit(), Major::Mn.transpose_bit()),
        (0, 1)
    );
    let names = [
        (Major::K, Operand::A),
        (Major::Mn, Operand::A),
        (Major::K, Operand::B),
        (Major::Mn, Operand::B),
    ]
    .map(|(major, operand)| major.operand_name(operand));
    assert_eq!(names, ["K-major", "M-major", "K-major", "N-major"]);
}
