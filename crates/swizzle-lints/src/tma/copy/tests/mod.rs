//! Cases in which lints fire, and in which they must not.

use super::*;
use crate::finding::Severity;
use crate::tests::{Case, silent, speaks};

/// Those of a lint.
pub(crate) fn cases(id: &str) -> Vec<Case<CopyOfBox>> {
    match id {
        "tma-refused" => tma_refused(),
        "tma-destination" => tma_destination(),
        "tma-shared-end" => tma_shared_end(),
        "tma-buffer" => tma_buffer(),
        _ => Vec::new(),
    }
}

fn tma_refused() -> Vec<Case<CopyOfBox>> {
    use crate::tma::copy::copy;
    use Severity::Error;
    vec![
        speaks(
            Error,
            "The box is twice as wide as the swizzle",
            copy(|copy| copy.map.swizzle = "64B".into()),
        ),
        speaks(Error, "globalStrides", copy(|copy| copy.map.strides = "8200".into())),
        silent(copy(|_| ())),
    ]
}

fn tma_destination() -> Vec<Case<CopyOfBox>> {
    use crate::tma::copy::copy;
    vec![
        speaks(
            Severity::Error,
            "0x410 is not a multiple of 128 bytes",
            copy(|copy| copy.destination_bytes = 0x410),
        ),
        silent(copy(|copy| copy.destination_bytes = 0x480)),
        // The driver refuses it first.
        silent(copy(|copy| {
            copy.destination_bytes = 0x410;
            copy.map.swizzle = "64B".into();
        })),
    ]
}

fn tma_shared_end() -> Vec<Case<CopyOfBox>> {
    use crate::tma::copy::copy;
    use swizzle_core::hardware::Chip;
    vec![
        speaks(
            Severity::Error,
            "a block's shared memory ends at",
            copy(|copy| copy.destination_bytes = 0x38000),
        ),
        silent(copy(|_| ())),
        speaks(
            Severity::Error,
            "ends at 0x19000 on sm_120",
            copy(|copy| (copy.target, copy.destination_bytes) = (Chip::Sm120, 0x18000)),
        ),
        silent(copy(|copy| copy.destination_bytes = 0x18000)),
    ]
}

fn tma_buffer() -> Vec<Case<CopyOfBox>> {
    use crate::tma::copy::copy;
    use Severity::{Error, Warning};
    vec![
        speaks(
            Error,
            "overruns its buffer of 8192 bytes by 8192",
            copy(|copy| copy.buffer_bytes = Some(8192)),
        ),
        speaks(
            Warning,
            "The box overruns a buffer of 8192 bytes",
            copy(|copy| copy.map.box_elements = "32, 128".into()),
        ),
        silent(copy(|copy| copy.buffer_bytes = Some(16384))),
        silent(copy(|_| ())),
    ]
}
