//! The doors: files, folders, patterns and standard input.

use std::io::Read as _;

use super::*;
use swizzle_lens::texts_from_bytes;
use swizzle_report::kernel::{Found, texts_from_path};

pub(crate) use swizzle_lens::Text;

/// Standard input is cut here.
const BYTES_MAX: u64 = 1 << 30;

/// All texts of files, folders, patterns and standard input (`-`), and what could not be read.
pub(crate) fn texts(paths: &[String]) -> Result<(Vec<Text>, Vec<String>), Failure> {
    let mut all = Found::default();
    for path in paths {
        if path == "-" {
            let mut bytes = Vec::new();
            io::stdin().lock().take(BYTES_MAX).read_to_end(&mut bytes)?;
            all.add(texts_from_bytes("<stdin>", bytes));
        } else {
            all.extend(texts_from_path(path));
        }
    }
    if all.texts.is_empty() && all.faults.is_empty() {
        all.faults.push(format!("{}: no PTX and no cubin", paths.join(", ")));
    }
    Ok((all.texts, all.faults))
}
