//! Rust files, and what of them is code.

use std::fs;
use std::path::{Path, PathBuf};

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust file below a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    });
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

/// A file's code, without comments and without its tests, which stand at its foot or are a file of their own.
pub(crate) fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let lines = text.lines().map(|line| line.split("//").next());
    let text = lines.flatten().collect::<Vec<_>>().join("\n");
    let mut parts = text.split("#[cfg(test)]\n");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(';') {
            Some((item, rest)) if !item.contains('{') => code.push_str(rest),
            _ => break,
        }
    }
    code
}
