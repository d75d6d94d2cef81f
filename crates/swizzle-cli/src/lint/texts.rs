//! The doors: PTX text, cubins, traces of TritonParse, folders, standard input; any of them packed with gzip.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

pub(crate) use swizzle_lens::Text;
use swizzle_lens::texts_from_bytes;

use crate::failure::Failure;

/// An unpacked file is cut here.
const BYTES_MAX: u64 = 1 << 30;

/// All texts of files, folders and standard input (`-`).
pub(crate) fn texts(paths: &[String]) -> Result<Vec<Text>, Failure> {
    let mut texts = Vec::new();
    for path in paths {
        if path == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().take(BYTES_MAX).read_to_end(&mut bytes)?;
            add("<stdin>", bytes, &mut texts)?;
        } else if Path::new(path).is_dir() {
            for file in files_in(Path::new(path))? {
                add(&file.display().to_string(), read(&file)?, &mut texts)?;
            }
        } else {
            add(path, read(Path::new(path))?, &mut texts)?;
        }
    }
    Ok(texts)
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// The files of a folder, such as Triton's cache, that hold PTX.
pub(super) fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))?;
        for entry in entries {
            let entry = entry?;
            // A link is not followed, so that each folder is seen once.
            let kind = entry.file_type()?;
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

/// Adds the texts in a file's bytes.
fn add(file: &str, bytes: Vec<u8>, texts: &mut Vec<Text>) -> Result<(), Failure> {
    texts.extend(texts_from_bytes(file, bytes).map_err(Failure::Input)?);
    Ok(())
}
