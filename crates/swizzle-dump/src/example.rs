//! Example dumps: a correct one, and three whose producers have a bug.

use super::*;
use swizzle_core::{Arch, Descriptor, FieldId};

named! {
    /// A tile of 64 × 64 bf16 elements, K-major, written for the 128-byte swizzle.
    pub enum Example "example" {
        /// Correct.
        Right => "right",
        /// With a swizzle mask that is too small.
        NarrowMask => "narrow-mask",
        /// With the XOR relative to a buffer that is not aligned to 1024 bytes.
        FromBuffer => "from-buffer",
        /// Without a swizzle, its rows padded against bank conflicts.
        Padded => "padded",
    }
}

/// Rows and columns.
const SIDE: u32 = 64;
/// Fill before and after the tile.
const POISON: [u8; 4] = [0xef, 0xbe, 0xad, 0xde];
/// Bytes of it.
const POISON_BYTES: u32 = 256;

impl Example {
    /// Title and summary.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Right => ["Correct tile", "128B swizzle: all 4,096 elements match"],
            Self::NarrowMask => {
                ["Swizzle mask too small", "(row & 3) instead of (row & 7): 2,048 of 4,096 cells are wrong"]
            }
            Self::FromBuffer => {
                ["Pattern relative to the buffer", "Buffer at 0x600: only base offset 4 reads it"]
            }
            Self::Padded => ["Padded rows", "144 bytes a row: no descriptor reads it"],
        }
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        self.words()[0]
    }

    /// Returns the summary on the page.
    pub const fn summary(self) -> &'static str {
        self.words()[1]
    }

    /// The units of its first eight rows: the unit of a line of 128 bytes that each is in, and whether a descriptor of the 128-byte
    /// swizzle reads it there, with the base offset that the start needs.
    pub fn first_atom(self) -> [[(u32, bool); 8]; 8] {
        // A descriptor that counts the pattern from the start.
        let [actual, expected] = [self.layout(), self.read(self.start_bytes() >> 7 & 7)];
        std::array::from_fn(|row| {
            std::array::from_fn(|unit| {
                let cell = Coord { mn: row as u32, k: unit as u32 * 8 };
                let byte = |layout: &Layout| layout.byte_from_element(cell).byte;
                let (actual, expected) = (byte(&actual), byte(&expected));
                (actual / 16 % 8, actual == expected)
            })
        })
    }

    /// The layout that its kernel's descriptor reads with a base offset.
    fn read(self, base_offset: u32) -> Layout {
        let descriptor = Descriptor::new(Arch::Wgmma, self.descriptor());
        descriptor.with(FieldId::BaseOffset, base_offset.into()).layout(Element::Bf16, Major::K)
    }

    /// Address of its first cell.
    const fn start_bytes(self) -> u32 {
        if let Self::FromBuffer = self { 0x600 } else { 0x400 }
    }

    /// The addresses of its cells.
    fn layout(self) -> Layout {
        let start = self.start_bytes();
        let rows = |pitch, xor| Layout::plain_rows(Element::Bf16, Major::K, start, pitch, xor);
        match self {
            Self::Right => self.read(0),
            Self::NarrowMask => rows(128, Some(RowXor::rows(0, 2))),
            Self::FromBuffer => rows(128, Some(RowXor::rows(0, 3))),
            Self::Padded => rows(144, None),
        }
    }

    /// The specified values.
    pub fn asked(self) -> Asked {
        Asked { element_bits: 16, mn: Some(SIDE), k: Some(SIDE), address: None, values: Some(Values::Index) }
    }

    /// The descriptor of its kernel: 128-byte swizzle, SBO 1024, base offset 0.
    pub const fn descriptor(self) -> u64 {
        0x4000_0040_0001_0000 | (self.start_bytes() / 16) as u64
    }

    /// The dump, as `x/…wx` of `cuda-gdb` prints it.
    ///
    /// ```
    /// use swizzle_dump::{Example, dump_from_bytes, recognize};
    /// let example = Example::FromBuffer;
    /// let dump = dump_from_bytes(example.text().as_bytes(), 16).unwrap();
    /// let found = recognize(&[dump], &example.asked()).unwrap();
    /// assert_eq!((found[0].right, found[0].base_offset), (4096, 4));
    /// ```
    pub fn text(self) -> String {
        let layout = self.layout();
        let cells = || coords(Extent { mn: SIDE, k: SIDE }).map(|cell| layout.byte_from_element(cell).byte);
        let start = self.start_bytes() - POISON_BYTES;
        let last = cells().max().unwrap_or(0);
        let count = (last - start).next_multiple_of(16) + POISON_BYTES;
        let mut bytes: Vec<u8> = POISON.into_iter().cycle().take(count as usize).collect();
        for (byte, index) in cells().zip(0_u16..) {
            let at = (byte - start) as usize;
            bytes[at..at + 2].copy_from_slice(&index.to_le_bytes());
        }
        let mut text = String::new();
        for (line, at) in bytes.chunks(16).zip(0_u32..) {
            text += &format!("0x{:x}:", start + 16 * at);
            for word in line.as_chunks().0 {
                text += &format!("\t0x{:08x}", u32::from_le_bytes(*word));
            }
            text.push('\n');
        }
        text
    }
}
