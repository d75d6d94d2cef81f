//! L2 promotion and out-of-bounds fill of a tensor map; neither changes an address.

use crate::hardware::named::named;

named! {
    /// `CUtensorMapL2promotion`.
    #[derive(Default)]
    pub enum L2Promotion "L2 promotion" {
        /// None.
        None => "none",
        /// 64 bytes.
        B64 => "L2_64B",
        /// 128 bytes.
        #[default]
        B128 => "L2_128B",
        /// 256 bytes.
        B256 => "L2_256B",
    }
}

named! {
    /// `CUtensorMapFloatOOBfill`: the values of elements outside the tensor.
    #[derive(Default)]
    pub enum OobFill "out-of-bounds fill" {
        /// Zeros.
        #[default]
        None => "none",
        /// A NaN that an FMA treats as zero; floating-point types only.
        NanRequestZeroFma => "NAN_REQUEST_ZERO_FMA",
    }
}
