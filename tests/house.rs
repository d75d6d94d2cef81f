//! What cargo does not check of the source: files that can be read at one sitting, and the licences of what is packed.

use std::fs;
use std::path::{Path, PathBuf};

const LINES_MAX: usize = 500;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every Rust file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| !path.ends_with("target"))
        .flat_map(|path| match path.is_dir() {
            true => files(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|kind| kind == "rs"))
        .collect()
}

#[test]
fn no_file_has_more_lines_than_can_be_looked_over() {
    let folders = ["core", "crates", "learn", "python", "tests", "web", "xtask"];
    let all: Vec<_> = folders
        .iter()
        .flat_map(|folder| files(&root().join(folder)))
        .collect();
    assert!(all.len() > 500, "{} files: some are not seen", all.len());
    let long = all.iter().filter_map(|path| {
        let lines = fs::read_to_string(path).expect("a file").lines().count();
        (lines > LINES_MAX).then(|| format!("{}: {lines} lines", path.display()))
    });
    assert_eq!(long.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn what_is_packed_has_the_licence_texts() {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let [core, python, whole] = ["core", "python", "."].map(|folder| {
            let path = root().join(folder).join(name);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
        });
        assert!(core == whole, "core/{name} is not the repository's");
        assert!(python == whole, "python/{name} is not the repository's");
    }
}
