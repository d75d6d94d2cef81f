//! The file in which known findings are allowed.

use std::fs::OpenOptions;
use std::io::Write as _;

use super::*;
use swizzle_report::kernel::allowances_from_toml;

/// The file that was named, or `swizzle.toml` in the working directory.
pub(super) fn path(named: Option<&str>) -> &str {
    named.unwrap_or("swizzle.toml")
}

/// Reads the file; without a name, there may be none.
pub(super) fn allowed(named: Option<&str>) -> Result<Allowances, Failure> {
    let path = path(named);
    match fs::read_to_string(path) {
        Ok(text) => allowances_from_toml(&text).map_err(|error| Failure::Input(format!("{path}: {error}"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => Ok(Allowances::default()),
        Err(error) => Err(Failure::Input(format!("{path}: {error}"))),
    }
}

/// Adds entries to the end of the file.
pub(super) fn add(path: &str, entries: &str) -> Outcome {
    if entries.is_empty() {
        return Ok(());
    }
    let open = OpenOptions::new().create(true).append(true).open(path);
    let written = open.and_then(|mut file| file.write_all(format!("\n{entries}").as_bytes()));
    written.map_err(|error| Failure::Input(format!("{path}: {error}")))
}
