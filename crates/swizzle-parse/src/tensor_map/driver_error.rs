//! The errors that the driver gives beside a tensor map.

/// An error of the driver, a `CUresult`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DriverError {
    /// Its number.
    pub code: u32,
}

/// Number, name, and whether a tensor map can cause it.
///
/// Source: CUDA driver API, `CUresult`.
const ERRORS: [(u32, &str, &str); 12] = [
    (1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"),
    (2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"),
    (
        3,
        "CUDA_ERROR_NOT_INITIALIZED",
        "the driver was not initialized: cuInit was not called",
    ),
    (4, "CUDA_ERROR_DEINITIALIZED", "the driver is shutting down"),
    (100, "CUDA_ERROR_NO_DEVICE", "there is no device"),
    (
        201,
        "CUDA_ERROR_INVALID_CONTEXT",
        "no context is current in this thread",
    ),
    (
        700,
        "CUDA_ERROR_ILLEGAL_ADDRESS",
        "an earlier kernel read or wrote outside its memory",
    ),
    (
        715,
        "CUDA_ERROR_ILLEGAL_INSTRUCTION",
        "an earlier kernel ran an illegal instruction",
    ),
    (
        716,
        "CUDA_ERROR_MISALIGNED_ADDRESS",
        "an earlier kernel used a misaligned address",
    ),
    (719, "CUDA_ERROR_LAUNCH_FAILED", "an earlier kernel failed"),
    (
        801,
        "CUDA_ERROR_NOT_SUPPORTED",
        "this device or driver has no tensor maps",
    ),
    (
        999,
        "CUDA_ERROR_UNKNOWN",
        "an unknown error, as after an earlier fault",
    ),
];

impl DriverError {
    /// The error of a name, `CUDA_ERROR_INVALID_VALUE`, or of what `cuGetErrorString` says.
    pub(super) fn from_name(word: &str) -> Option<Self> {
        let found = ERRORS
            .iter()
            .find(|(_, name, _)| name.eq_ignore_ascii_case(word));
        found.map(|(code, ..)| Self { code: *code })
    }

    /// Whether an argument of the call can be what it means.
    #[must_use]
    pub const fn is_of_arguments(self) -> bool {
        self.code == 1
    }

    /// Explains the error; `is_accepted` where nothing is wrong in the map.
    #[must_use]
    pub fn text(self, is_accepted: bool) -> String {
        let code = self.code;
        let found = ERRORS.iter().find(|(number, ..)| *number == code);
        let is = match found {
            Some((_, name, why)) => format!("Error {code} is {name}: {why}."),
            None => format!("Error {code} is not caused by a tensor map."),
        };
        match (self.is_of_arguments(), is_accepted) {
            (true, true) => format!(
                "{is} The shown arguments are legal: check the arguments that are not shown, the pointers, and earlier errors."
            ),
            (true, false) => is,
            (false, _) => format!("{is} It is not caused by the map: look for an earlier error."),
        }
    }
}
