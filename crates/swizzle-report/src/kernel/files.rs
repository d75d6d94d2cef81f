//! Files and folders that hold PTX.

use std::path::{Path, PathBuf};

use super::*;
use swizzle_lens::{is_machine_code, texts_from_bytes};

/// What was found in files and folders.
#[derive(Debug, Default)]
pub struct Found {
    /// All texts.
    pub texts: Vec<Text>,
    /// What could not be read, and why.
    pub faults: Vec<String>,
}

impl Found {
    /// Adds the texts of a file, or why there are none.
    pub fn add(&mut self, read: Result<Vec<Text>, String>) {
        match read {
            Ok(texts) => self.texts.extend(texts),
            Err(why) => self.faults.push(why),
        }
    }

    /// Adds what was found elsewhere.
    pub fn extend(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.faults.extend(other.faults);
    }
}

/// All texts of a file, or of the files of a folder: PTX, cubins, traces of TritonParse, any of them packed with gzip. A path that
/// is no file is a pattern: `build/**/*.ptx`.
///
/// What cannot be read or unpacked is a fault, and so is a cubin without PTX, unless the folder has files with it.
pub fn texts_from_path(path: &str) -> Found {
    let mut found = Found::default();
    if Path::new(path).is_dir() {
        let mut without = Vec::new();
        for file in files_in(Path::new(path)).unwrap_or_else(|why| {
            found.faults.push(why);
            Vec::new()
        }) {
            match texts_from_file(&file) {
                // Beside files that hold PTX, one that does not is none of the kernels that are asked for.
                Err(why) if is_of_machine_code(&file) => without.push(why),
                read => found.add(read),
            }
        }
        if found.texts.is_empty() {
            found.faults.extend(without.into_iter().next());
        }
        return found;
    }
    let is_pattern = !Path::new(path).exists() && path.contains(['*', '?', '[']);
    match is_pattern.then(|| glob::glob(path)) {
        Some(Ok(paths)) => {
            for path in paths.filter_map(Result::ok) {
                found.extend(texts_from_path(&path.display().to_string()));
            }
            if found.texts.is_empty() && found.faults.is_empty() {
                found.faults.push(format!("{path}: no file matches"));
            }
        }
        Some(Err(why)) => found.faults.push(format!("{path}: {why}")),
        None => found.add(texts_from_file(Path::new(path))),
    }
    found
}

fn texts_from_file(path: &Path) -> Result<Vec<Text>, String> {
    let name = path.display().to_string();
    let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    texts_from_bytes(&name, bytes)
}

fn is_of_machine_code(file: &Path) -> bool {
    fs::read(file).is_ok_and(|bytes| is_machine_code(&bytes))
}

/// The files of a folder, such as Triton's cache, that hold PTX.
///
/// # Errors
/// The folder, or one inside it, that cannot be read.
pub fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let said = |error: io::Error| format!("{}: {error}", folder.display());
        for entry in fs::read_dir(&folder).map_err(said)? {
            let entry = entry.map_err(said)?;
            // A link is not followed, so that each folder is seen once.
            let kind = entry.file_type().map_err(said)?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if is_of_a_door(&path) {
                files.push(path);
            }
        }
    }
    files.sort();
    // Triton keeps a kernel's PTX and its cubin side by side: once is enough.
    let has_text = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "cubin") && path.with_extension("ptx").exists()
    };
    files.retain(|path| !has_text(path));
    Ok(files)
}

fn is_of_a_door(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    [".ptx", ".cubin", ".fatbin", ".ndjson"].iter().any(|kind| name.ends_with(kind))
}
