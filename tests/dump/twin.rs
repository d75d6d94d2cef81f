//! A twin of the law that fills memory.

use swizzle_core::{Major, Swizzle};
use swizzle_dump::Dump;
use swizzle_tests::{AtomSides, place_atoms};

/// What the twin writes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Twin {
    pub(crate) swizzle: Swizzle,
    pub(crate) major: Major,
    pub(crate) width: u32,
    pub(crate) mn: u32,
    pub(crate) k: u32,
    pub(crate) mn_first: bool,
    pub(crate) start: u32,
    /// Lines by which the pattern is off.
    pub(crate) base_offset: u32,
}

/// The XOR of the ISA's figures on 16-byte units of 128-byte lines.
fn exchanged(swizzle: Swizzle, at: u32, base_offset: u32) -> u32 {
    let lines = match swizzle {
        Swizzle::None => 1,
        Swizzle::B32 => 2,
        Swizzle::B64 => 4,
        Swizzle::B128 | Swizzle::B128Atom32 => 8,
    };
    let line = (at / 128 + 8 - base_offset) % lines;
    let unit = (at / 16 % 8) ^ line;
    at / 128 * 128 + unit * 16 + at % 16
}

const POISON: u32 = 0xdead_beef;
pub(crate) const BASE: u32 = 0x400;

/// Memory from `BASE` on, with cells at given addresses.
pub(crate) fn memory(width: u32, bytes: u32, cells: impl Iterator<Item = (u32, u32)>) -> Vec<u8> {
    let mut memory: Vec<u8> = (0..bytes / 4).flat_map(|_| POISON.to_le_bytes()).collect();
    for (at, value) in cells {
        let from = (at - BASE) as usize;
        memory[from..from + width as usize].copy_from_slice(&value.to_le_bytes()[..width as usize]);
    }
    memory
}

impl Twin {
    pub(crate) fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        let units = match self.swizzle {
            Swizzle::None => 1,
            Swizzle::B32 => 2,
            Swizzle::B64 => 4,
            Swizzle::B128 | Swizzle::B128Atom32 => 8,
        };
        let sides = match self.major {
            Major::K => AtomSides { mn: 8, k: units, k_is_contiguous: true },
            Major::Mn => AtomSides { mn: units, k: 8, k_is_contiguous: false },
        };
        let bits = self.width * 8;
        let placed = place_atoms(sides, 128 / bits, bits, (self.mn, self.k), self.mn_first);
        placed
            .bits
            .into_iter()
            .zip(0..)
            .map(move |(bit, index)| (exchanged(self.swizzle, self.start + bit / 8, self.base_offset), index))
    }

    pub(crate) fn bytes(self) -> u32 {
        (self.mn * self.k * self.width * 2 + self.start - BASE + 2048).next_multiple_of(16)
    }
}

pub(crate) fn raw(address: Option<u32>, bytes: &[u8]) -> Dump {
    Dump { address, bytes: bytes.iter().map(|byte| Some(*byte)).collect() }
}
