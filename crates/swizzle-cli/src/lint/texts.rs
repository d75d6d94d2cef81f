//! The doors: PTX text, cubins, traces of TritonParse, folders, standard input; any of them packed with gzip.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use swizzle_ptx::door::texts_in_cubin;

use crate::failure::Failure;

/// A text, and the file that it is from.
pub(crate) struct Text {
    pub(crate) file: String,
    pub(crate) text: String,
}

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
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
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
    let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut unpacked = Vec::new();
        let unpack = flate2::read::MultiGzDecoder::new(&bytes[..])
            .take(BYTES_MAX)
            .read_to_end(&mut unpacked);
        unpack.map_err(|error| Failure::Input(format!("{file}: {error}")))?;
        unpacked
    } else {
        bytes
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let of_cubin = texts_in_cubin(&bytes);
    if !of_cubin.is_empty() {
        texts.extend(of_cubin.into_iter().map(|found| Text {
            file: file.to_owned(),
            text: text(found),
        }));
        return Ok(());
    }
    let text = text(&bytes);
    match text.trim_start().starts_with('{') {
        true => add_trace(file, &text, texts),
        false => texts.push(Text {
            file: file.to_owned(),
            text,
        }),
    }
    Ok(())
}

/// The PTX in a trace of TritonParse: in each line, what has a name that ends in `.ptx`.
fn add_trace(file: &str, trace: &str, texts: &mut Vec<Text>) {
    let before = texts.len();
    for line in trace.lines() {
        let Ok(event) = serde_json::from_str::<serde_json::Value>(line) else {
            continue;
        };
        let mut values = vec![event];
        while let Some(value) = values.pop() {
            match value {
                serde_json::Value::Object(map) => {
                    for (name, value) in map {
                        match value {
                            serde_json::Value::String(text) if name.ends_with(".ptx") => {
                                texts.push(Text {
                                    file: format!("{file}:{name}"),
                                    text,
                                });
                            }
                            value => values.push(value),
                        }
                    }
                }
                serde_json::Value::Array(list) => values.extend(list),
                _ => {}
            }
        }
    }
    if texts.len() == before {
        texts.push(Text {
            file: file.to_owned(),
            text: trace.to_owned(),
        });
    }
}
