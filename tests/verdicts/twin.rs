//! What a descriptor makes an instruction read, and where it is in a packed tile: both byte by byte, written a second time.
//!
//! Source: PTX ISA, "Matrix Descriptor Format" and "Canonical Layouts"; CuTe's Swizzle<B, 4, 3> on absolute addresses.

use swizzle_core::{Arch, Descriptor, Element, Major, Operand, Order, SaidTile, Sparsity, Swizzle};
use swizzle_tests::{AtomSides, ByHand, place_atoms};

const ADDRESSES: u32 = 1 << 18;

/// Elements of 16 bytes.
pub(crate) const fn per_unit(element: Element) -> u32 {
    128 / element.slot_bits()
}

/// Units of a swizzle's row, and the address bits that it exchanges.
const fn row(mode: Swizzle) -> (u32, u32) {
    match mode {
        Swizzle::None => (1, 0),
        Swizzle::B32 => (2, 1),
        Swizzle::B64 => (4, 2),
        Swizzle::B128 => (8, 3),
        Swizzle::B128Atom32 => panic!("not tried here"),
    }
}

/// The address after the exchange, in a pattern that starts some lines of 128 bytes on.
const fn exchanged(address: u32, mode: Swizzle, lines: u32) -> u32 {
    let (_, bits) = row(mode);
    let line = (address >> 7).wrapping_sub(lines) & ((1 << bits) - 1);
    address ^ line << 4
}

/// Which instruction reads, and in which form.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Instruction {
    pub(crate) arch: Arch,
    pub(crate) operand: Operand,
    pub(crate) sparsity: Sparsity,
}

impl Instruction {
    /// The most rows that one reads.
    pub(crate) const fn rows(self) -> u32 {
        match (self.arch, self.operand) {
            (Arch::Wgmma, Operand::A) => 64,
            (Arch::Tcgen05, Operand::A) => 128,
            (_, Operand::B) => 256,
        }
    }

    /// Units of K that one reads.
    pub(crate) const fn units(self) -> u32 {
        match (self.operand, self.sparsity) {
            (Operand::B, Sparsity::Sparse) => 4,
            _ => 2,
        }
    }
}

/// The bits of a descriptor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bits {
    pub(crate) start: u32,
    pub(crate) lbo: u32,
    pub(crate) sbo: u32,
    pub(crate) base: u32,
    pub(crate) mode: Option<Swizzle>,
}

impl Bits {
    pub(crate) fn of(descriptor: Descriptor) -> Self {
        let raw = descriptor.raw();
        let field = |low: u32| ((raw >> low) & 0x3fff) as u32 * 16;
        let mode = match (descriptor.arch(), raw >> 61) {
            (Arch::Wgmma, code) => {
                [Swizzle::None, Swizzle::B128, Swizzle::B64, Swizzle::B32].get((code >> 1) as usize).copied()
            }
            (Arch::Tcgen05, 0) => Some(Swizzle::None),
            (Arch::Tcgen05, 2) => Some(Swizzle::B128),
            (Arch::Tcgen05, 4) => Some(Swizzle::B64),
            (Arch::Tcgen05, 6) => Some(Swizzle::B32),
            (Arch::Tcgen05, _) => None,
        };
        Self { start: field(0), lbo: field(16), sbo: field(32), base: (raw >> 49 & 7) as u32, mode }
    }
}

/// The first element of each unit of a read: `mn` × `k` of units along the contiguous side.
fn units(major: Major, (mn, k): (u32, u32), t: u32) -> impl Iterator<Item = (u32, u32)> {
    let (along, across) = match major {
        Major::K => (k.div_ceil(t), mn),
        Major::Mn => (mn.div_ceil(t), k),
    };
    let all = (0..across).flat_map(move |line| (0..along).map(move |unit| (line, unit * t)));
    all.map(move |(line, first)| if major == Major::K { (line, first) } else { (first, line) })
}

/// The byte of each unit that a read takes.
pub(crate) fn read(bits: Bits, mode: Swizzle, major: Major, extent: (u32, u32), t: u32) -> Vec<u32> {
    let law = ByHand {
        per_unit: t,
        pitch_bits: 128 / t,
        is_k_major: major == Major::K,
        mode: row(mode).1,
        start: bits.start,
        lbo: bits.lbo,
        sbo: bits.sbo,
        base_offset: bits.base,
    };
    units(major, extent, t).map(|(mn, k)| law.byte(mn, k).0).collect()
}

/// A tile as far as it was said, and what was not as packed in an order.
pub(crate) struct Packed {
    pub(crate) mode: Swizzle,
    pub(crate) order: Order,
    pub(crate) start: u32,
    /// Lines of 128 bytes from a boundary of the pattern to where it starts.
    pub(crate) lines: u32,
}

/// The byte that a packed tile has for each unit of a read, in the same order: from an element on, so many of M and of K.
pub(crate) fn tile(
    said: &SaidTile,
    packed: &Packed,
    first: (u32, u32),
    extent: (u32, u32),
) -> Option<Vec<u32>> {
    let (element, major) = (said.element?, said.major?);
    let t = per_unit(element);
    let (width, _) = row(packed.mode);
    let buffer = (said.buffer_mn.or(said.mn)?, said.buffer_k.or(said.k)?);
    let sides = match major {
        Major::K => AtomSides { mn: 8, k: width, k_is_contiguous: true },
        Major::Mn => AtomSides { mn: width, k: 8, k_is_contiguous: false },
    };
    // Whole atoms: where a read leaves the tile, the memory goes on.
    let placed = place_atoms(sides, t, 128 / t, buffer, packed.order == Order::Mn);
    units(major, extent, t)
        .map(|(mn, k)| {
            let (row, column) = (first.0 + mn, first.1 + k);
            if row >= buffer.0 || column >= buffer.1 {
                return None;
            }
            let bits = placed.bits[(row * buffer.1 + column) as usize];
            Some(exchanged(packed.start + bits / 8, packed.mode, packed.lines) % ADDRESSES)
        })
        .collect()
}

/// Bytes that the atoms of a packed buffer fill.
pub(crate) fn bytes_of(said: &SaidTile, mode: Swizzle) -> Option<u32> {
    let (width, _) = row(mode);
    let t = per_unit(said.element?);
    let (mn, k) = (said.buffer_mn.or(said.mn)?, said.buffer_k.or(said.k)?);
    let (along, across) = match said.major? {
        Major::K => (k, mn),
        Major::Mn => (mn, k),
    };
    Some(along.div_ceil(width * t) * across.div_ceil(8) * width * 128)
}
