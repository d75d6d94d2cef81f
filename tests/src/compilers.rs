//! Compilers of C++ and CUDA, as far as this machine has them.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A compiler of C++17 by its name on the path, and the options that check a file without leaving anything.
const CXX: [(&str, &[&str]); 3] = [
    ("g++", &["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]),
    ("clang++", &["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]),
    ("nvcc", &["-std=c++17", "-arch=sm_90a", "-x", "cu", "--cubin", "-Werror", "all-warnings"]),
];

/// A folder of a test's own for what it has compiled, emptied before.
///
/// # Panics
/// Where the folder cannot be made.
#[must_use]
pub fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("swizzle-atlas-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    path
}

/// Has every C++ compiler that there is check a source file. One that is not there is named on standard error, past the
/// test harness, which shows nothing of a test that passes. Returns how many there were.
///
/// # Panics
/// With the compiler's messages, where one of them refuses the file.
pub fn check_cxx(source: &Path, include: &Path) -> usize {
    let mut count = 0;
    for (compiler, options) in CXX {
        let mut command = Command::new(compiler);
        command.args(options).arg("-I").arg(include).arg(source);
        if compiler == "nvcc" {
            command.arg("-o").arg(source.with_extension("cubin"));
        }
        match command.output() {
            Ok(output) => {
                let errors = String::from_utf8_lossy(&output.stderr);
                let first: Vec<&str> = errors.lines().take(20).collect();
                assert!(output.status.success(), "{compiler} {}:\n{}", source.display(), first.join("\n"));
                count += 1;
            }
            Err(_) => skipped(compiler),
        }
    }
    count
}

/// Says that something was not checked, because it is not there.
pub fn skipped(compiler: &str) {
    // Without a standard error, the line is dropped.
    let _ = writeln!(std::io::stderr(), "skipped: there is no {compiler}");
}
