//! Files and folders that hold PTX.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use swizzle_lens::{Text, is_machine_code, texts_from_bytes};

/// All texts of a file, or of the files of a folder: PTX, cubins, traces of TritonParse, any of them packed with gzip.
///
/// # Errors
/// The file that cannot be read or unpacked, and why; a cubin without PTX, unless the folder has files with it.
pub fn texts_from_path(path: &Path) -> Result<Vec<Text>, String> {
    if !path.is_dir() {
        let name = path.display().to_string();
        let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
        return texts_from_bytes(&name, bytes);
    }
    let (mut texts, mut first_without) = (Vec::new(), None);
    for file in files_in(path)? {
        match texts_from_path(&file) {
            Ok(found) => texts.extend(found),
            // Beside files that hold PTX, one that does not is none of the kernels that are asked for.
            Err(why) if is_of_machine_code(&file) => first_without = first_without.or(Some(why)),
            Err(why) => return Err(why),
        }
    }
    match first_without.filter(|_| texts.is_empty()) {
        Some(why) => Err(why),
        None => Ok(texts),
    }
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
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    [".ptx", ".cubin", ".fatbin", ".ndjson"]
        .iter()
        .any(|kind| name.ends_with(kind))
}
