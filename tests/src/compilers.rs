//! Compilers and interpreters, as far as this machine has them.

use std::fs;
use std::io::Write as _;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// C++17 in which every warning is an error.
pub const STRICT: &[&str] = &["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"];

/// C++17 that is read and left.
pub const SYNTAX: &[&str] = &["-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"];

/// What checks a file of C++ or CUDA without running it.
pub const CHECKS: [(&str, &[&str]); 3] = [
    ("g++", SYNTAX),
    ("clang++", SYNTAX),
    ("nvcc", &["-std=c++17", "-arch=sm_90a", "-x", "cu", "--cubin", "-Werror", "all-warnings"]),
];

/// The hash of the golden lines, in C++.
pub const HASH: &str = "#include <cstdint>\n#include <cstdio>\n#include <vector>\n\
    static const uint64_t zero = 0xcbf29ce484222325ull;\n\
    [[maybe_unused]] static uint64_t hash(uint64_t h, uint64_t value, int bytes = 4) {\n\
      for (int i = 0; i < bytes; ++i) h = (h ^ ((value >> (8 * i)) & 255)) * 0x100000001b3ull;\n\
      return h;\n}\n";

/// A file's name and text.
pub type File = (String, String);

/// What a command prints, or the first lines of its errors; nothing where it is not there.
fn output(command: &mut Command) -> Option<Result<String, String>> {
    let output = command.output().ok()?;
    Some(if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        Err(errors.lines().take(30).collect::<Vec<_>>().join("\n"))
    })
}

/// Compiles the first of some files, which may include the others, and runs it where it is not only checked. What it prints, or
/// what is wrong; nothing where there is no such compiler, which is said on standard error, past the test harness, which
/// shows nothing of a test that passes.
///
/// # Panics
/// Where the files cannot be written.
pub fn run(compiler: &str, options: &[&str], files: &[File]) -> Option<Result<String, String>> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("swizzle-atlas-{}-{number}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for (name, text) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder is made");
        fs::write(path, text).expect("a file is written");
    }
    let (source, program) = (folder.join(&files[0].0), folder.join("program"));
    let mut command = Command::new(compiler);
    let is_only_checked = options.iter().any(|option| ["-fsyntax-only", "--cubin"].contains(option));
    let found = match compiler {
        "python3" => output(command.arg(&source)),
        _ => output(command.args(options).arg(&source).arg("-o").arg(&program)).map(|compiled| {
            let run = || output(&mut Command::new(&program)).expect("it is there");
            compiled.and_then(|text| if is_only_checked { Ok(text) } else { run() })
        }),
    };
    if found.is_none() {
        // Without a standard error, the line is dropped.
        let _ = writeln!(std::io::stderr(), "skipped: there is no {compiler}");
    }
    fs::remove_dir_all(folder).expect("the folder goes");
    found
}

/// What the first of some files prints; nothing where there is no such compiler.
///
/// # Panics
/// With its messages, where it refuses the file.
pub fn printed(compiler: &str, options: &[&str], files: &[File]) -> Option<String> {
    run(compiler, options, files).map(|found| found.unwrap_or_else(|errors| panic!("{compiler}:\n{errors}")))
}

/// Holds what a file prints against what is wanted, line by line, for each compiler that there is.
///
/// # Panics
/// Where they differ: with the number of the line and its name.
pub fn assert_printed(
    compilers: &[&str],
    options: &[&str],
    files: &[File],
    wanted: &str,
    name: impl Fn(usize) -> String,
) {
    for printed in compilers.iter().filter_map(|compiler| printed(compiler, options, files)) {
        for (at, (found, wanted)) in printed.lines().zip(wanted.lines()).enumerate() {
            assert_eq!(found, wanted, "line {at}: {}", name(at));
        }
        assert_eq!(printed.lines().count(), wanted.lines().count());
    }
}

/// Stand-ins for CUTLASS's modules: every attribute exists, and a decorated function stays itself.
#[must_use]
pub fn cutlass() -> Vec<File> {
    const STUB: &str = "class Any:\n    def __getattr__(self, name): return Any()\n    def __call__(self, *a, **k): return a[0] if a and callable(a[0]) else Any()\n\ndef __getattr__(name):\n    if name.startswith('__'): raise AttributeError(name)\n    return Any()\n";
    let folders = ["", "cute/", "cute/nvgpu/", "utils/"].map(|folder| format!("{folder}__init__"));
    let helpers = ["hopper", "blackwell"].map(|chip| format!("utils/{chip}_helpers"));
    folders.into_iter().chain(helpers).map(|name| (format!("cutlass/{name}.py"), STUB.into())).collect()
}
