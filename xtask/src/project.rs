//! The paths in the repository, and the start of its commands.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// Cargo's options for everything that runs on this machine. Always with all of it and one set of features: with fewer crates,
/// cargo compiles what they share once more.
pub(crate) const NATIVE: &str =
    "--workspace --exclude swizzle-atlas --exclude swizzle-web --features swizzle-tests/browser";

/// The target that the page is compiled for.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The repository on this machine.
pub(crate) struct Project {
    /// Its root.
    pub(crate) root: PathBuf,
    /// Cargo's build folder.
    pub(crate) target: PathBuf,
}

impl Project {
    /// The repository that this tool was built in.
    pub(crate) fn here() -> Project {
        let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        let root = root.canonicalize().unwrap_or(root);
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        Project { root, target }
    }

    /// The folder that the finished page is written to unless another is asked for.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }

    /// The page's own build folder: a shared one would make two cargos wait for each other's lock.
    pub(crate) fn page_target(&self) -> PathBuf {
        self.target.join("web")
    }

    /// Cargo with the words of a line, to be run in the root; the workspace of the fuzzers has the same build folder.
    pub(crate) fn cargo(&self, line: &str) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(line.split_whitespace()).current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command
    }
}

/// Adds a part of the toolchain that is missing, and says so.
fn rustup(words: [&str; 3]) -> Result<()> {
    println!("rustup {}", words.join(" "));
    run(Command::new("rustup").args(words))
}

/// Makes sure that code can be compiled for a target.
pub(crate) fn ensure_target(target: &str) -> Result<()> {
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output()?;
    let is_there = Path::new(String::from_utf8_lossy(&libraries.stdout).trim_end()).is_dir();
    if is_there { Ok(()) } else { rustup(["target", "add", target]) }
}

/// Makes sure that cargo has a task: where rustup may install nothing by itself, it does not read what `rust-toolchain.toml` names.
pub(crate) fn ensure_component(task: &str, component: &str) -> Result<()> {
    let found = Command::new("cargo").args([task, "--version"]).output()?;
    if found.status.success() { Ok(()) } else { rustup(["component", "add", component]) }
}

/// Reads a text; a fault names the file.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file, and the folder around it where there is none; a fault names the file.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(path, content))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Runs a command with its output passed through; a fault names the command line.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = line(command);
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    ensure!(status.success(), "`{line}` failed ({status})");
    Ok(())
}

/// Runs tests with their output passed through, and returns the names of those that failed.
///
/// # Errors
/// A command that cannot be started, or that fails without having run all tests to their end and named those that failed.
pub(crate) fn failed_tests(command: &mut Command) -> Result<Vec<String>> {
    let line = line(command);
    let start = || format!("cannot start `{line}`");
    let mut child = command.stdout(Stdio::piped()).spawn().with_context(start)?;
    let (mut failed, mut is_whole) = (Vec::new(), false);
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line?;
        println!("{line}");
        let name = line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... FAILED"));
        failed.extend(name.map(str::to_owned));
        // A harness that ends before its summary may have tests that nobody ran.
        is_whole |= line.starts_with("test result: FAILED. ")
            && line.contains(&format!("; {} failed;", failed.len()));
    }
    let status = child.wait()?;
    ensure!(status.success() || is_whole && !failed.is_empty(), "`{line}` failed ({status})");
    Ok(failed)
}

/// The command as one would type it, by the program's bare name.
pub(crate) fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let words = program.file_stem().into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a harness says, the status it ends with, and the tests that are asked again; none where that is not enough to know.
    #[test]
    fn only_a_run_that_came_to_its_end_is_asked_again() {
        const SUMMARY: &str = "test result: FAILED. 3 passed; 1 failed; 0 ignored";
        for (said, status, asked) in [
            ("test a ... ok\ntest result: ok. 1 passed; 0 failed", 0, Some("")),
            (&format!("test a ... FAILED\n{SUMMARY}"), 101, Some("a")),
            ("test a ... FAILED", 134, None),
            (SUMMARY, 101, None),
            ("error: could not compile", 101, None),
        ] {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("echo '{said}'; exit {status}")]);
            let found = failed_tests(&mut command).ok().map(|all| all.join(" "));
            assert_eq!(found.as_deref(), asked, "{said}");
        }
    }
}
