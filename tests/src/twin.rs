//! A naive twin of the address law: a tile built by writing atom after atom into memory.
//!
//! It knows the table of atoms and the order of atoms, and no stride. Where the core divides coordinates, this walks
//! memory from its first unit to its last and notes which element it writes there.

/// MN × K sides of an atom, and which of them is contiguous.
///
/// Source: PTX ISA, "Various combinations of swizzling mode, leading dimension and swizzle-atom layout".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AtomSides {
    /// Side along MN: units if MN is contiguous, else elements.
    pub mn: u32,
    /// Side along K: units if K is contiguous, else elements.
    pub k: u32,
    /// Whether K is the contiguous side.
    pub k_is_contiguous: bool,
}

/// Where a tile's elements begin, in bits from its start, before the swizzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedTile {
    /// MN outer, K inner.
    pub bits: Vec<u32>,
    /// Units of memory that its atoms fill.
    pub units: u32,
}

/// Writes the atoms that cover `mn` × `k` elements into memory, one directly after another; those adjacent along MN
/// first if `mn_first`, otherwise those adjacent along K. A unit holds `per_unit` elements, `pitch_bits` apart. Elements of
/// the last atoms that are outside the tile occupy their place in memory and are not recorded.
///
/// ```
/// use swizzle_tests::{AtomSides, place_atoms};
/// // Two atoms of the ISA's 8x1 (K-major, no swizzle), tf32: k = 4 begins the second, 128 bytes on.
/// let atom = AtomSides { mn: 8, k: 1, k_is_contiguous: true };
/// let tile = place_atoms(atom, 4, 32, (8, 8), true);
/// assert_eq!(tile.bits[..5], [0, 32, 64, 96, 128 * 8]);
/// ```
#[must_use]
pub fn place_atoms(
    atom: AtomSides,
    per_unit: u32,
    pitch_bits: u32,
    (mn, k): (u32, u32),
    mn_first: bool,
) -> PlacedTile {
    let (atom_mn, atom_k) =
        if atom.k_is_contiguous { (atom.mn, atom.k * per_unit) } else { (atom.mn * per_unit, atom.k) };
    let (atoms_mn, atoms_k) = (mn.div_ceil(atom_mn), k.div_ceil(atom_k));
    let mut bits = vec![u32::MAX; (mn * k) as usize];
    let mut units = 0;
    let mut write_atom = |first_mn: u32, first_k: u32| {
        let (lines, width) = if atom.k_is_contiguous { (atom.mn, atom.k) } else { (atom.k, atom.mn) };
        for line in 0..lines {
            for unit in 0..width {
                for slot in 0..per_unit {
                    let along = unit * per_unit + slot;
                    let (row, column) = if atom.k_is_contiguous {
                        (first_mn + line, first_k + along)
                    } else {
                        (first_mn + along, first_k + line)
                    };
                    if row < mn && column < k {
                        bits[(row * k + column) as usize] = units * 128 + slot * pitch_bits;
                    }
                }
                units += 1;
            }
        }
    };
    if mn_first {
        for j in 0..atoms_k {
            for i in 0..atoms_mn {
                write_atom(i * atom_mn, j * atom_k);
            }
        }
    } else {
        for i in 0..atoms_mn {
            for j in 0..atoms_k {
                write_atom(i * atom_mn, j * atom_k);
            }
        }
    }
    PlacedTile { bits, units }
}
