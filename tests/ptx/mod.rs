//! The kernel lens against PTX that compilers wrote, with the truth of its operands, and against edits of kernels that ran.

mod cases;
mod cubin;
mod mutations;
mod numbers;
mod pictures;
mod predict;
mod predicted;
mod products;
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
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}"))).collect()
}

/// The texts of a file in `tests/data/ptx`.
pub(crate) fn texts(file: &str) -> Vec<Text> {
    let text = |line: &serde_json::Value, key: &str| line[key].as_str().expect("a text").to_owned();
    lines(file).iter().map(|line| Text { file: text(line, "file"), text: text(line, "text") }).collect()
}

/// A single edit of a kernel that ran, and the text with it.
pub(crate) struct Mutant {
    edit: serde_json::Value,
    pub(crate) text: String,
}

impl Mutant {
    /// What is recorded of it under a key.
    pub(crate) fn of(&self, key: &str) -> &str {
        self.edit[key].as_str().expect("a text")
    }

    /// Its case and its name.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.edit["case"], self.of("name"))
    }

    /// Whether its product came out right.
    pub(crate) fn is_right(&self) -> bool {
        self.of("truth") == "right"
    }
}

/// The edits of `mutants.jsonl`.
pub(crate) fn mutants() -> Vec<Mutant> {
    let texts = texts("multiplied.jsonl.gz");
    let mutant = |edit: serde_json::Value| {
        let name = format!("case{}", edit["case"]);
        let base = texts.iter().find(|one| one.file == name).expect("its text");
        let mut lines: Vec<String> = base.text.lines().map(str::to_owned).collect();
        let line = &mut lines[edit["line"].as_u64().expect("a line") as usize - 1];
        let [old, new] = ["old", "new"].map(|key| edit[key].as_str().expect("a text"));
        let kept = line.trim_end().strip_suffix(old).unwrap_or_else(|| panic!("{edit}: not in the text"));
        *line = format!("{kept}{new}");
        Mutant { text: lines.join("\n"), edit }
    };
    lines("mutants.jsonl").into_iter().map(mutant).collect()
}

/// What the lens makes of a text.
pub(crate) fn judged<T>(text: &str, mut call: impl FnMut(&Kernel<'_>, &KernelReport) -> T) -> Vec<T> {
    let module = Module::read(text);
    kernels(&module).iter().map(|kernel| call(kernel, &judge(&module, kernel))).collect()
}
