//! A piece of shared memory, as far as a dump shows it.

use super::*;

/// A piece of shared memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dump {
    /// Shared address of the first byte, where the dump tells it.
    pub address: Option<u32>,
    /// Its bytes; `None` where the dump has a gap.
    pub bytes: Vec<Option<u8>>,
}

/// The content of a file, before other files of the same memory are considered, and bytes of a number, where its digits leave
/// open how wide it is.
pub(super) type Notation = (Dump, Option<usize>);

/// The largest dump that is read: more than shared memory holds many times over.
pub(super) const BYTES_MAX: usize = 4 << 20;

/// A dump that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpError(pub(super) String);

impl fmt::Display for DumpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DumpError {}

impl Dump {
    /// Bytes without a gap, at an address that is not told.
    pub(super) fn whole(bytes: &[u8]) -> Self {
        Self { address: None, bytes: bytes.iter().copied().map(Some).collect() }
    }

    /// The little-endian number of `width` bytes at an offset; `None` where a byte is missing.
    pub fn number(&self, offset: usize, width: usize) -> Option<u32> {
        let bytes = self.bytes.get(offset..offset.checked_add(width)?)?;
        bytes.iter().rev().try_fold(0, |number, byte| Some(number << 8 | u32::from((*byte)?)))
    }
}
