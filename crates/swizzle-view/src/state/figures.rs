//! The figures of the PTX ISA as live parameters, with captions that say what to look at.

use super::*;
use Element::{Bf16, Tf32};
use Major::{K, Mn};
use Swizzle::{B32, B64, B128, B128Atom32};
use swizzle_core::hardware::{Arch, Element, Major, Operand};
use swizzle_core::reader::SaidReader;
use swizzle_core::tile::SaidTile;
use swizzle_draw::Cells;

/// A figure. Numbers are those of PTX ISA 9.1; later versions count on (wgmma's start at 159 in 9.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// Number in PTX ISA 9.1.
    pub number: u16,
    /// The ISA's name for it.
    pub name: &'static str,
    /// Caption that says what to look at.
    pub caption: &'static str,
    /// Contents of the figure, and how it is drawn.
    pub shown: Shown,
}

/// One row of the list below: number, name, caption, element, major, swizzle, MN, K.
type Row = (u16, &'static str, &'static str, Element, Major, Swizzle, u32, u32);

#[rustfmt::skip]
const FIGURES: &[Row] = &[
    (156, "MN major 128B swizzling", "One atom, 8 units of MN by 8 rows of K. Each row of K is one 128-byte line, and the XOR shuffles its 8 units: row 1 swaps neighbours, row 2 pairs, row 4 halves.", Bf16, Mn, B128, 64, 8),
    (157, "K major 128B swizzling", "One atom, 8 rows by 8 units of K. Row r is one 128-byte line whose units are XORed with r: in the ISA's numbering row 1 reads 9 8 11 10 …, because unit column c is at 8 + (c XOR 1). Any column shows all eight colours: its eight units are in eight different groups of four banks, so reading a column has no bank conflict.", Bf16, K, B128, 8, 64),
    (158, "MN major 64B swizzling", "Rows of K are 64 bytes, so two share a 128-byte line and one XOR value: only every second row changes the pattern.", Bf16, Mn, B64, 32, 8),
    (159, "K major 64B swizzling", "Rows are 64 bytes: two rows to a line. The XOR takes two bits, 0 to 3, and steps once a line.", Bf16, K, B64, 8, 32),
    (160, "MN major 32B swizzling", "Rows of K are 32 bytes, four to a line. One XOR bit: the two units swap in the second half of the atom.", Bf16, Mn, B32, 16, 8),
    (161, "K major 32B swizzling", "Rows are 32 bytes, four to a line: rows 0–3 are as they are, rows 4–7 have their two units swapped.", Bf16, K, B32, 8, 16),
    (162, "MN major interleaved", "No swizzle: the atom is one unit wide, 8 rows of K of 16 bytes each, one after the other.", Bf16, Mn, Swizzle::None, 8, 8),
    (163, "K major interleaved", "No swizzle: 8 rows of 16 bytes are together, one after the other. It is not a plain row-major matrix: the next unit of K is LBO bytes on.", Bf16, K, Swizzle::None, 8, 8),
    (164, "K major, tf32", "Figure 157 by element: 4 tf32 make a unit, and they stay together in order. The XOR moves units, never elements inside them.", Tf32, K, B128, 8, 32),
    (165, "MN major, tf32", "Figure 156 by element, as the ISA draws it for wgmma. No wgmma reads it: only f16 and bf16 can be MN-major there. tcgen05 wants the 32B-atom swizzle for it.", Tf32, Mn, B128, 32, 8),
    (166, "K major, no-swizzling and tf32 type", "A worked example: 2 × 2 repeats. LBO leads to the next unit of K, SBO to the next 8 rows.", Tf32, K, Swizzle::None, 16, 16),
    (167, "K major, 32B swizzling and tf32 type", "As printed, this layout collides with itself: K runs on for 4 units where a 32-byte row has 2, so unit 2 of a row is on unit 0 of the next. With K = 8 (k = 1) it is sound; ISA 9.4 prints that.", Tf32, K, B32, 16, 16),
    (168, "MN major, no-swizzling and bf16 type", "Here LBO and SBO trade places: without swizzle SBO leads to the next unit of MN and LBO to the next 8 rows of K.", Bf16, Mn, Swizzle::None, 16, 16),
    (169, "MN major, 32B swizzling and bf16 type", "LBO leads to the next 2 units of MN, SBO to the next 8 rows of K.", Bf16, Mn, B32, 32, 16),
    (170, "MN major, 64B swizzling and bf16 type", "LBO leads to the next 4 units of MN, SBO to the next 8 rows of K.", Bf16, Mn, B64, 64, 16),
    (188, "K major, no-swizzling and tf32 type", "tcgen05's copy of Figure 166: the same bytes, another descriptor. Bit 46 is set and the swizzle code has three bits.", Tf32, K, Swizzle::None, 16, 16),
    (189, "K major, 32B swizzling and tf32 type", "tcgen05's copy of Figure 167, and it collides with itself in the same way.", Tf32, K, B32, 16, 16),
    (190, "MN major, no-swizzling and bf16 type", "tcgen05's copy of Figure 168: LBO and SBO trade places without swizzle.", Bf16, Mn, Swizzle::None, 16, 16),
    (191, "MN major, 32B swizzling and bf16 type", "tcgen05's copy of Figure 169.", Bf16, Mn, B32, 32, 16),
    (192, "MN major, 64B swizzling and bf16 type", "tcgen05's copy of Figure 170.", Bf16, Mn, B64, 64, 16),
    (219, "MN major 128B swizzling with 32B atomicity", "Pairs of units stay together: the XOR moves 32 bytes at a time, and the atom is 4 rows of K deep. The only form in which tcgen05 reads 32-bit MN-major operands.", Tf32, Mn, B128Atom32, 32, 4),
];

/// Every figure, by number.
pub fn figures() -> impl Iterator<Item = Figure> {
    FIGURES.iter().map(figure_from_row)
}

/// The figure of a number of PTX ISA 9.1.
///
/// ```
/// use swizzle_core::{Named, Swizzle};
/// use swizzle_view::figure;
/// let figure = figure(157).unwrap();
/// assert_eq!((figure.shown.said.tile.swizzle, figure.shown.said.tile.k), (Some(Swizzle::B128), Some(64)));
/// ```
pub fn figure(number: u16) -> Option<Figure> {
    FIGURES.iter().find(|row| row.0 == number).map(figure_from_row)
}

/// Returns the figure with exactly these specified values, if any.
pub fn figure_of_said(said: &Said) -> Option<Figure> {
    figures().find(|figure| figure.shown.said == *said)
}

fn figure_from_row(row: &Row) -> Figure {
    let &(number, name, caption, element, major, swizzle, mn, k) = row;
    let is_tcgen05 = number >= 188;
    // As printed, Figures 167 and 189 have columns of K that follow each other at once: 32 bytes apart.
    let lbo_bytes = matches!(number, 167 | 189).then_some(32);
    let cells = match number {
        164 | 165 => Cells::Elements,
        _ => Cells::Units,
    };
    Figure {
        number,
        name,
        caption,
        shown: Shown {
            said: Said {
                tile: SaidTile {
                    element: Some(element),
                    major: Some(major),
                    swizzle: Some(swizzle),
                    mn: Some(mn),
                    k: Some(k),
                    start_bytes: Some(0),
                    lbo_bytes,
                    ..SaidTile::default()
                },
                reader: SaidReader {
                    arch: Some(if is_tcgen05 { Arch::Tcgen05 } else { Arch::Wgmma }),
                    operand: Some(Operand::B),
                    ..SaidReader::default()
                },
                ..Said::default()
            },
            view: View { cells, ..View::default() },
            ..Shown::default()
        },
    }
}
