//! The link of a dump: what is asked of it. Its bytes stay in the browser, and the link has their mark.

use super::*;
use swizzle_core::named;
use swizzle_dump::{Example, Values};
use swizzle_params::Values as Offered;

named! {
    /// How a dump is drawn.
    pub enum DumpShows "picture" {
        /// Units with their values, in memory and in the matrix.
        Cells => "cells",
        /// Two images, a pixel an element.
        Picture => "picture",
    }
}

contents! {
    /// Contents of the page of a dump, without the dump itself.
    DumpShown {
        /// The dump, where it is one of the examples.
        example: Option<Example>,
        /// Mark of the dump's bytes, by which a browser that has them finds them ([`bytes_mark`]).
        bytes: Option<u64>,
        /// Bits of an element: 8, 16 or 32.
        element_bits: u32 = 16,
        /// The values that were written; `None`: detected from the dump.
        values: Option<Values>,
        /// Extent along M or N, as it was typed.
        mn: String,
        /// Extent along K, as it was typed.
        k: String,
        /// Shared address of the first byte, as it was typed.
        address: String,
        /// Descriptor in hex, as it was typed.
        descriptor: String,
        /// Contiguous dimension of the matrix that a kernel fills, and that a descriptor reads where no layout was found.
        major: Major = Major::K,
        /// Number of the selected layout among those that fit, from 0.
        layout: usize,
        /// How it is drawn.
        shows: DumpShows = DumpShows::Cells,
    }
}

impl DumpShown {
    /// An example, with what it is known to be, in the place of another dump.
    ///
    /// ```
    /// use swizzle_dump::Example;
    /// use swizzle_view::link::DumpShown;
    /// let shown = DumpShown::default().with_example(Example::NarrowMask);
    /// assert_eq!((&*shown.mn, &*shown.k), ("64", "64"));
    /// ```
    pub fn with_example(&self, example: Example) -> Self {
        let asked = example.asked();
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        Self {
            example: Some(example),
            element_bits: asked.element_bits,
            values: asked.values,
            mn: number(asked.mn),
            k: number(asked.k),
            address: number(asked.address),
            major: self.major,
            shows: self.shows,
            ..Self::default()
        }
    }
}

/// Layouts that are counted at the most.
const LAYOUTS_MAX: usize = 1000;

/// Widths of an element, and the words for each.
const WIDTHS: [Choice; 3] =
    [Choice::called("8", "8-bit"), Choice::called("16", "16-bit"), Choice::called("32", "32-bit")];

/// The page's word for a contiguous dimension.
pub(super) const fn major_text(major: Major) -> &'static str {
    match major {
        Major::K => "K-major",
        Major::Mn => "MN-major",
    }
}

impl Form for DumpShown {
    const PATH: &'static str = "#/memory/dump";
    const TABLE: Table<Self> = &[
        (
            "Contents",
            rows! {
                "example" = example;
                "bytes" = bytes;
                "element_bits" "Element" "bits of an element" = element_bits [[8, 16, 32]],
                    values: |_, _| Offered::Choice(WIDTHS.into());
                "values" "Cell contents" "what each element holds" = values,
                    values: |_, _| {
                    let words = |values| match values {
                        Values::Index => "its index",
                        Values::Numbers => "its index as a number",
                        Values::MnAndK => "mn, and k in a second dump",
                    };
                    Offered::of(Values::ALL, words).or("detect")
                };
                "mn" "M or N" "auto" = mn;
                "k" "K" "auto" = k;
            },
        ),
        ("Address", rows! {"address" "First byte" "auto" = address; }),
        (
            "Read",
            rows! {
                "descriptor" "Descriptor" "auto" = descriptor;
                "major" "Matrix" "contiguous dimension" = major,
                    values: |_, _| {
                    Offered::of(Major::ALL, major_text)
                };
                "layout" = layout [LAYOUTS_MAX];
                "show" = shows;
            },
        ),
    ];
}

/// The mark of a dump's files, by which a browser finds them again: equal bytes have equal marks (FNV-1a, 64 bits).
///
/// ```
/// use swizzle_view::link::bytes_mark;
/// assert_eq!(bytes_mark(&[b"0x400: 1 2"]), bytes_mark(&[b"0x400: 1 2"]));
/// assert_ne!(bytes_mark(&[b"ab"]), bytes_mark(&[b"a", b"b"]));
/// ```
pub fn bytes_mark(files: &[&[u8]]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut mark = 0xcbf2_9ce4_8422_2325_u64;
    let mut take = |byte: u8| mark = (mark ^ u64::from(byte)).wrapping_mul(PRIME);
    for file in files {
        (file.len() as u64).to_le_bytes().into_iter().for_each(&mut take);
        file.iter().copied().for_each(&mut take);
    }
    mark
}
