//! The kernel lens against PTX that compilers wrote, with the truth of its operands, and against edits of kernels that ran.

mod around;
mod buffers;
mod events;
mod hard;
mod mutants;
mod mutations;
mod pictures;
mod planted;
mod predict;
mod predicted;
mod safe;
mod truth;

use std::fs::File;
use std::io::Read as _;

use swizzle_lints::kernel::{KernelReport, judge};
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::module::Module;

/// A text of the golden data.
pub(crate) struct Text {
    pub(crate) file: String,
    pub(crate) text: String,
}

/// The lines of a file in `tests/data/ptx`.
pub(crate) fn lines(file: &str) -> Vec<serde_json::Value> {
    let path = format!("{}/data/ptx/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut raw = File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut text = String::new();
    let read = if file.ends_with(".gz") {
        flate2::read::GzDecoder::new(raw).read_to_string(&mut text)
    } else {
        raw.read_to_string(&mut text)
    };
    read.unwrap_or_else(|error| panic!("{path}: {error}"));
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}")))
        .collect()
}

/// The texts of a file in `tests/data/ptx`.
pub(crate) fn texts(file: &str) -> Vec<Text> {
    let text = |line: &serde_json::Value, key: &str| line[key].as_str().expect("a text").to_owned();
    lines(file)
        .iter()
        .map(|line| Text {
            file: text(line, "file"),
            text: text(line, "text"),
        })
        .collect()
}

/// What the lens makes of a text.
pub(crate) fn judged<T>(
    text: &str,
    mut call: impl FnMut(&Kernel<'_>, &KernelReport) -> T,
) -> Vec<T> {
    let module = Module::read(text);
    kernels(&module)
        .iter()
        .map(|kernel| call(kernel, &judge(kernel)))
        .collect()
}
