//! The command line: text in, a [`Task`] out. The comment above a task or an option here is its help text.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueEnum};

use crate::site::Site;
use crate::stages::STAGES;

/// Everything the repository needs beyond plain cargo
#[derive(Debug, PartialEq, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
pub(crate) struct Line {
    /// The task.
    #[command(subcommand)]
    pub(crate) task: Task,
}

/// One thing to do, with its options.
#[derive(Debug, PartialEq, Subcommand)]
pub(crate) enum Task {
    /// Build the page and serve it on this machine
    Serve {
        /// The one port to take [default: 8080, or any free one]
        #[arg(long)]
        port: Option<u16>,
        /// Compiled without optimization, in one file: seconds after an edit in place of minutes
        #[arg(long)]
        draft: bool,
    },
    /// Build the page into a folder for any static host, and check its size
    Build {
        /// The folder [default: dist]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// The address that it will have, with which its link can be shown with a picture where it is pasted
        #[arg(long, value_name = "ADDRESS", value_parser = Site::parse)]
        site: Option<Site>,
        /// One file, swizzle-atlas.html, that asks for nothing: it opens from a disk, and without a network
        #[arg(long, conflicts_with = "site")]
        single_file: bool,
    },
    /// Format, lints, tests, documents and both kinds of browser test
    Test {
        /// These stages alone
        #[arg(long, value_name = "STAGE", value_parser = PossibleValuesParser::new(STAGES.iter().map(|stage| stage.name)), num_args = 1..)]
        only: Vec<String>,
        /// Only the stages that need no browser and no page, while editing
        #[arg(long, conflicts_with_all = ["only", "everything"])]
        quick: bool,
        /// Every law for every address, long fuzzing, packaging and all of Firefox, too: for the night and before a release
        #[arg(long)]
        everything: bool,
        /// Install a browser that is missing, or what fetches axe-core, by apt-get; as where CI=true
        #[arg(long)]
        install: bool,
    },
    /// Draw the picture for pasted links anew (web/preview.png), and those of Home in the README
    Preview,
    /// Build the wheel of the Python package, with the page in it (target/python/wheels)
    Wheel,
    /// Measure the core's address tables, the PTX of a kernel, the Python package and the page in a browser
    Bench {
        /// One of them alone
        #[arg(long, value_name = "WHAT")]
        only: Option<Bench>,
    },
    /// Run one wasm test binary, as cargo's runner for wasm32
    #[command(hide = true, disable_help_flag = true)]
    WasmTestRunner {
        /// The binary and the test harness's own options, handed on as they came
        #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
        arguments: Vec<OsString>,
    },
}

/// A benchmark.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(crate) enum Bench {
    /// The core's address tables
    Fill,
    /// The PTX of a kernel
    Kernel,
    /// The Python package
    Python,
    /// The page in a browser
    Page,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn read(line: &str) -> clap::error::Result<Task> {
        let words = ["cargo xtask"].into_iter().chain(line.split_whitespace());
        Line::try_parse_from(words).map(|line| line.task)
    }

    #[test]
    fn the_command_line_is_consistent() {
        Line::command().debug_assert();
        let runner = read("wasm-test-runner a.wasm --nocapture --help").expect("options of the harness");
        let arguments = ["a.wasm", "--nocapture", "--help"].map(OsString::from).into();
        assert_eq!(runner, Task::WasmTestRunner { arguments });
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for line in [
            "deploy",
            "serve --port 70000",
            "build dist",
            "build --site atlas",
            "build --single-file --site https://example.org/",
            "test --only",
            "test --only fnt",
            "test --quick --everything",
            "bench --only pages",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn documents_and_workflows_name_tasks_that_there_are() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let mut count = 0;
        for name in [
            "README.md",
            "CONTRIBUTING.md",
            "docs/publishing.md",
            ".github/workflows/test.yml",
            ".github/workflows/night.yml",
            ".ci/release",
        ] {
            let text = std::fs::read_to_string(format!("{root}/{name}")).expect(name);
            // A workflow lists the stages of its parts.
            let parts = text.lines().filter_map(|line| line.split_once("stages: ")?.1.strip_suffix(" }"));
            let parts: Vec<_> = parts.map(|stages| stages.trim_matches('"')).chain(["fmt"]).collect();
            for line in text.lines().map(|line| line.trim_start().trim_start_matches("- run: ")) {
                let Some(task) = line.strip_prefix("cargo xtask ") else { continue };
                let task = task.split('#').next().unwrap_or_default().replace("STAGE", "fmt");
                for part in &parts {
                    let task = task.replace("${{ matrix.stages }}", part);
                    assert!(read(&task).is_ok(), "{name}: {task}");
                    count += 1;
                }
            }
        }
        assert!(count >= 20, "{count} tasks: some are not seen");
    }
}
