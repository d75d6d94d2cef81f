//! The file in which known findings are allowed.

use std::fs;
use std::io;

use swizzle_report::kernel::{Allow, allowances_from_toml};

use crate::failure::Failure;

/// Reads `swizzle.toml` in the working directory, if it is there, or the file that was named.
pub(crate) fn allowed(path: Option<&str>) -> Result<Vec<Allow>, Failure> {
    let name = path.unwrap_or("swizzle.toml");
    match fs::read_to_string(name) {
        Ok(text) => {
            allowances_from_toml(&text).map_err(|error| Failure::Input(format!("{name}: {error}")))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_none() => Ok(Vec::new()),
        Err(error) => Err(Failure::Input(format!("{name}: {error}"))),
    }
}
