//! Laws of the address map and the descriptor, over everything that the parameters allow.
//!
//! - A packed tile's map is one-to-one, inverted by `elements_from_byte`, and equal to a naive twin that places atom
//!   after atom in memory and swizzles bit by bit.
//! - Every read of the sequence that walks a tile touches the tile's own bytes.
//! - With strides by hand, tile and reads are the law that was measured, term by term.
//! - The canonical table's text, read as a function, is the address law.
//! - Where addresses end elsewhere (sm_107a, 512 KiB), the law, its inverse, its table and its diagram wrap there.
//! - Descriptors survive being decoded and encoded; the XOR is its own inverse.
//!
//! Plain `cargo test` checks a slice in seconds; with `ATLAS_EXHAUSTIVE` set, the whole.

mod descriptors;
mod spaces;
mod strides;
mod tiles;

use swizzle_core::{Coord, Layout, Major, Swizzle};
use swizzle_tests::{AtomSides, Functor};

/// Units that 18-bit addresses reach.
const WINDOW_UNITS: u32 = 1 << 14;
const BASE_OFFSETS: [u8; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// The atom table and the swizzles, typed once more: the core's are what is under test. For K-major with 32B atoms no
/// source has an atom; 8 rows are the core's reading, kept here so that a change of it is noticed.
pub(crate) fn atom_and_functor(swizzle: Swizzle, major: Major) -> (AtomSides, Functor) {
    #[rustfmt::skip]
    let (mn, k, bits, base, shift) = match (swizzle, major) {
        (Swizzle::None,       Major::Mn) => (1, 8, 0, 4, 3),
        (Swizzle::None,       Major::K)  => (8, 1, 0, 4, 3),
        (Swizzle::B32,        Major::Mn) => (2, 8, 1, 4, 3),
        (Swizzle::B32,        Major::K)  => (8, 2, 1, 4, 3),
        (Swizzle::B64,        Major::Mn) => (4, 8, 2, 4, 3),
        (Swizzle::B64,        Major::K)  => (8, 4, 2, 4, 3),
        (Swizzle::B128,       Major::Mn) => (8, 8, 3, 4, 3),
        (Swizzle::B128,       Major::K)  => (8, 8, 3, 4, 3),
        (Swizzle::B128Atom32, Major::Mn) => (8, 4, 2, 5, 2),
        (Swizzle::B128Atom32, Major::K)  => (8, 8, 2, 5, 2),
    };
    let sides = AtomSides { mn, k, k_is_contiguous: major == Major::K };
    (sides, Functor { bits, base, shift })
}

/// The physical unit of every absolute unit, by the naive functor, for each base offset.
fn swizzle_tables(swizzle: Swizzle) -> Vec<Vec<u32>> {
    let (_, functor) = atom_and_functor(swizzle, Major::K);
    BASE_OFFSETS
        .iter()
        .map(|&base_offset| {
            (0..WINDOW_UNITS)
                .map(|unit| {
                    // Without swizzle the base offset has no effect: `B` is 0 and the functor changes nothing.
                    functor.apply_with_base_offset(unit * 16, base_offset) / 16
                })
                .collect()
        })
        .collect()
}

fn first_bit(layout: &Layout, coord: Coord) -> u32 {
    let address = layout.byte_from_element(coord);
    address.byte * 8 + address.bit
}

/// Bits of shared memory that are taken, a word a unit.
struct Taken {
    units: Vec<u128>,
    touched: Vec<u32>,
}

impl Taken {
    fn new() -> Self {
        Self { units: vec![0; WINDOW_UNITS as usize], touched: Vec::new() }
    }

    /// Takes `width` bits from `first`; false when one of them is taken already.
    fn take(&mut self, first: u32, width: u32) -> bool {
        let unit = &mut self.units[(first / 128) as usize];
        if *unit == 0 {
            self.touched.push(first / 128);
        }
        let bits = ((1_u128 << width) - 1) << (first % 128);
        let is_free = *unit & bits == 0;
        *unit |= bits;
        is_free
    }

    fn clear(&mut self) {
        for unit in self.touched.drain(..) {
            self.units[unit as usize] = 0;
        }
    }
}
