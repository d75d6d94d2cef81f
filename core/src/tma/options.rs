//! L2 promotion and out-of-bounds fill of a tensor map; neither changes an address.

use crate::hardware::named::named;

/// `CUtensorMapL2promotion`.
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

/// `CUtensorMapFloatOOBfill`: the values of elements outside the tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum OobFill {
    /// Zeros.
    #[default]
    None,
    /// A NaN that an FMA treats as zero; floating-point types only.
    NanRequestZeroFma,
}

named!(
    OobFill,
    "out-of-bounds fill",
    None => "none",
    NanRequestZeroFma => "NAN_REQUEST_ZERO_FMA",
);
