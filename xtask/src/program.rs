//! Programs of this machine, by name.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

/// The program that a variable names, or else the first of some names that is found.
pub(crate) fn find(variable: &str, names: &[&str]) -> Result<Option<PathBuf>> {
    let Some(told) = env::var_os(variable) else {
        return Ok(names.iter().find_map(|name| on_path(name)));
    };
    // A wrong one is not passed over for another program in silence.
    let told = told.to_string_lossy();
    let found = on_path(&told).with_context(|| format!("{variable} names no program: {told}"))?;
    Ok(Some(found))
}

/// A program by its name on the search path, or by its whole path.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let mut file = program.to_owned();
    if !file.ends_with(env::consts::EXE_SUFFIX) {
        file.push_str(env::consts::EXE_SUFFIX);
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    // Joining an absolute path gives that path itself.
    env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_programs_by_name_and_by_path() {
        let cargo = on_path("cargo").expect("cargo runs this test");
        assert_eq!(on_path(&cargo.to_string_lossy()), Some(cargo));
        assert_eq!(on_path("no such program"), None);
    }
}
