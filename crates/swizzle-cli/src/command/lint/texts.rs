//! The doors: files, folders and standard input.

use std::io::{self, Read as _};
use std::path::Path;

pub(crate) use swizzle_lens::Text;
use swizzle_lens::texts_from_bytes;
use swizzle_report::kernel::texts_from_path;

use crate::failure::Failure;

/// Standard input is cut here.
const BYTES_MAX: u64 = 1 << 30;

/// All texts of files, folders and standard input (`-`).
pub(crate) fn texts(paths: &[String]) -> Result<Vec<Text>, Failure> {
    let mut texts = Vec::new();
    for path in paths {
        let read = if path == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().take(BYTES_MAX).read_to_end(&mut bytes)?;
            texts_from_bytes("<stdin>", bytes)
        } else {
            texts_from_path(Path::new(path))
        };
        texts.extend(read.map_err(Failure::Input)?);
    }
    Ok(texts)
}
