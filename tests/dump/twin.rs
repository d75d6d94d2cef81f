//! A twin that fills memory.

use swizzle_core::{Major, Swizzle};
use swizzle_dump::{Asked, Dump};
use swizzle_tests::{ByHand, grid, mode};

/// What the twin writes: elements of some bytes by the law as it was written a second time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Twin {
    pub(crate) swizzle: Swizzle,
    pub(crate) major: Major,
    pub(crate) width: u32,
    pub(crate) mn: u32,
    pub(crate) k: u32,
    pub(crate) lbo: u32,
    pub(crate) sbo: u32,
    pub(crate) start: u32,
    /// Lines by which the pattern is off.
    pub(crate) base_offset: u32,
}

const POISON: u32 = 0xdead_beef;
pub(crate) const BASE: u32 = 0x400;

/// The tile of the page: 64 × 64 bf16.
pub(crate) const PLAIN: Twin = Twin {
    swizzle: Swizzle::B128,
    major: Major::K,
    width: 2,
    mn: 64,
    k: 64,
    lbo: 8192,
    sbo: 1024,
    start: BASE,
    base_offset: 0,
};

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
    /// Units of a swizzle row.
    pub(crate) const fn units(self) -> u32 {
        match self.swizzle {
            Swizzle::None => 1,
            Swizzle::B32 => 2,
            Swizzle::B64 => 4,
            Swizzle::B128 | Swizzle::B128Atom32 => 8,
        }
    }

    /// Atoms directly after another, those along MN first or those along K.
    pub(crate) fn packed(self, mn_first: bool) -> Self {
        let (atom, along) = (128 * self.units(), 16 / self.width * self.units());
        let [of_mn, of_k] = match self.major {
            Major::K => [self.mn.div_ceil(8), self.k.div_ceil(along)],
            Major::Mn => [self.mn.div_ceil(along), self.k.div_ceil(8)],
        };
        let [next_mn, next_k] = if mn_first { [atom, atom * of_mn] } else { [atom * of_k, atom] };
        // The stride along M is SBO in K-major layouts and in those without a swizzle.
        let (lbo, sbo) = match (self.major, self.swizzle) {
            (Major::K, _) | (_, Swizzle::None) => (next_k, next_mn),
            (Major::Mn, _) => (next_mn, next_k),
        };
        Self { lbo, sbo, ..self }
    }

    pub(crate) fn law(self) -> ByHand {
        ByHand {
            per_unit: 16 / self.width,
            pitch_bits: 8 * self.width,
            is_k_major: self.major == Major::K,
            mode: mode(self.swizzle),
            start: self.start,
            lbo: self.lbo,
            sbo: self.sbo,
            base_offset: self.base_offset,
        }
    }

    /// Addresses of all elements with their numbers.
    pub(crate) fn cells(self) -> impl Iterator<Item = (u32, u32)> + Clone {
        let law = self.law();
        grid(self.mn, self.k).zip(0..).map(move |((mn, k), index)| (law.byte(mn, k).0, index))
    }

    /// Memory in which each element has its number.
    pub(crate) fn memory(self) -> Vec<u8> {
        memory(self.width, self.bytes(), self.cells())
    }

    pub(crate) fn bytes(self) -> u32 {
        (self.mn * self.k * self.width * 2 + self.start - BASE + 2048).next_multiple_of(16)
    }

    /// What is known of it.
    pub(crate) fn asked(self) -> Asked {
        asked(self.width * 8, self.mn, self.k)
    }
}

pub(crate) fn asked(element_bits: u32, mn: u32, k: u32) -> Asked {
    Asked { element_bits, mn: Some(mn), k: Some(k), ..Asked::default() }
}

pub(crate) fn raw(address: Option<u32>, bytes: &[u8]) -> Dump {
    Dump { address, bytes: bytes.iter().map(|byte| Some(*byte)).collect() }
}

/// What is found first of dumps.
pub(crate) fn first(dumps: &[Dump], asked: &Asked) -> swizzle_dump::Found {
    let found = swizzle_dump::recognize(dumps, asked).expect("it can be asked");
    found.into_iter().next().unwrap_or_else(|| panic!("nothing: {asked:?}"))
}
