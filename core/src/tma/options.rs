//! What a tensor map says of caches and of elements beyond the tensor: neither changes an address.

use crate::named;

/// `CUtensorMapL2promotion`: it changes no address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum L2Promotion {
    /// None.
    None,
    /// 64 bytes.
    B64,
    /// 128 bytes.
    #[default]
    B128,
    /// 256 bytes.
    B256,
}

named!(
    L2Promotion,
    "L2 promotion",
    None => "none",
    B64 => "L2_64B",
    B128 => "L2_128B",
    B256 => "L2_256B",
);

/// `CUtensorMapFloatOOBfill`: what comes from beyond the tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum OobFill {
    /// Zeros.
    #[default]
    None,
    /// A NaN that an FMA takes for zero; of floating-point types only.
    NanRequestZeroFma,
}

named!(
    OobFill,
    "out-of-bounds fill",
    None => "none",
    NanRequestZeroFma => "NAN_REQUEST_ZERO_FMA",
);
