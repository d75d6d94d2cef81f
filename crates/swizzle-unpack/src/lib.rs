//! Unpacks the page that is one file, before anything else of it runs: as small as can be, and for browsers alone.
//!
//! `xtask` packs it (`single`), and has the tests that go both ways.

#[cfg(target_family = "wasm")]
pub use unpack::unpack;

#[cfg(target_family = "wasm")]
mod unpack {
    use lzma_rust2::{LzmaReader, Read as _};
    use wasm_bindgen::prelude::wasm_bindgen;

    /// Where the header of a `.lzma` file has the number of bytes before packing.
    const LENGTH: std::ops::Range<usize> = 5..13;

    /// What is in a `.lzma` file; nothing where it is damaged.
    #[wasm_bindgen]
    pub fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
        let length = u64::from_le_bytes(packed.get(LENGTH)?.try_into().ok()?);
        let mut whole = vec![0; usize::try_from(length).ok()?];
        let mut reader = LzmaReader::new_mem_limit(packed, u32::MAX, None).ok()?;
        reader.read_exact(&mut whole).ok()?;
        Some(whole)
    }
}
