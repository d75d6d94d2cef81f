//! The errors that the driver gives beside a tensor map.

/// An error of the driver, a `CUresult`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DriverError {
    /// Its number.
    pub code: u32,
}

/// Number, name and meaning, an error a line.
/// Source: CUDA driver API, `CUresult`.
const ERRORS: &str = "\
1 CUDA_ERROR_INVALID_VALUE invalid argument
2 CUDA_ERROR_OUT_OF_MEMORY out of memory
3 CUDA_ERROR_NOT_INITIALIZED the driver was not initialized: cuInit was not called
4 CUDA_ERROR_DEINITIALIZED the driver is shutting down
100 CUDA_ERROR_NO_DEVICE there is no device
201 CUDA_ERROR_INVALID_CONTEXT no context is current in this thread
700 CUDA_ERROR_ILLEGAL_ADDRESS an earlier kernel read or wrote outside its memory
715 CUDA_ERROR_ILLEGAL_INSTRUCTION an earlier kernel ran an illegal instruction
716 CUDA_ERROR_MISALIGNED_ADDRESS an earlier kernel used a misaligned address
719 CUDA_ERROR_LAUNCH_FAILED an earlier kernel failed
801 CUDA_ERROR_NOT_SUPPORTED this device or driver has no tensor maps
999 CUDA_ERROR_UNKNOWN an unknown error, as after an earlier fault";

/// The errors: number, name and meaning.
fn errors() -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    ERRORS.lines().filter_map(|line| {
        let (code, rest) = line.split_once(' ')?;
        let (name, why) = rest.split_once(' ')?;
        Some((code.parse().ok()?, name, why))
    })
}

impl DriverError {
    /// The error of a name, `CUDA_ERROR_INVALID_VALUE`, or of what `cuGetErrorString` says.
    pub(super) fn from_name(word: &str) -> Option<Self> {
        let (code, ..) = errors().find(|(_, name, _)| name.eq_ignore_ascii_case(word))?;
        Some(Self { code })
    }

    /// Explains the error; `is_accepted` where nothing is wrong in the map.
    pub fn text(self, is_accepted: bool) -> String {
        let code = self.code;
        let is = match errors().find(|(number, ..)| *number == code) {
            Some((_, name, why)) => format!("Error {code} is {name}: {why}."),
            None => format!("Error {code} is not caused by a tensor map."),
        };
        // An argument of the call can be the cause of the first alone.
        match (code, is_accepted) {
            (1, true) => format!(
                "{is} The shown arguments are legal: check the arguments that are not shown, the pointers, and earlier errors."
            ),
            (1, false) => is,
            _ => format!("{is} It is not caused by the map: look for an earlier error."),
        }
    }
}
