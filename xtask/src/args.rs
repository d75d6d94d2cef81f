//! The command line: text in, a [`Task`] out. The comment above a task or an option here is its help text.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::fuzz::Fuzz;
use crate::site::Site;
use crate::stages::STAGES;

/// Everything the repository needs beyond plain cargo
#[derive(Debug, PartialEq, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) struct Line {
    /// The task; without one, help is printed.
    #[command(subcommand)]
    pub(crate) task: Option<Task>,
}

impl Line {
    /// Prints the tasks.
    pub(crate) fn print_help() -> Result<()> {
        Ok(Self::command().print_help()?)
    }
}

/// One thing to do, with its options.
#[derive(Debug, PartialEq, Subcommand)]
pub(crate) enum Task {
    /// Build the page and serve it on this machine
    Serve {
        /// The one port to take [default: the first free one from 8080 on]
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
    /// Format, lints, tests, documents and both kinds of browser test, in order
    Test {
        /// These stages alone
        #[arg(long, value_name = "STAGE", value_parser = stages(), num_args = 1..)]
        only: Vec<String>,
        /// Only the stages that need no browser and no page, while editing
        #[arg(long, conflicts_with_all = ["only", "everything"])]
        quick: bool,
        /// Every law for every address, long fuzzing, packaging and all of Firefox, too: for the night and before a release
        #[arg(long)]
        everything: bool,
        /// Install a browser that is missing, as where CI=true
        #[arg(long)]
        install: bool,
    },
    /// Feed the readers of links, values, CSV and pasted text with inputs that nobody would write
    Fuzz(Fuzz),
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

fn stages() -> PossibleValuesParser {
    STAGES.iter().map(|stage| stage.name).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> clap::error::Result<Option<Task>> {
        let words = ["cargo xtask"].into_iter().chain(line.split_whitespace());
        Line::try_parse_from(words).map(|line| line.task)
    }

    #[test]
    fn the_command_line_is_consistent() {
        Line::command().debug_assert();
    }

    #[test]
    fn reads_every_task() {
        let cases = [
            ("", None),
            ("build", Some(Task::Build { out: None, site: None, single_file: false })),
            ("build --single-file", Some(Task::Build { out: None, site: None, single_file: true })),
            (
                "build --out=folder --site https://example.org/atlas",
                Some(Task::Build {
                    out: Some("folder".into()),
                    site: Site::parse("https://example.org/atlas/").ok(),
                    single_file: false,
                }),
            ),
            ("preview", Some(Task::Preview)),
            ("wheel", Some(Task::Wheel)),
            ("serve --port 81 --draft", Some(Task::Serve { port: Some(81), draft: true })),
            (
                "test --only fmt",
                Some(Task::Test {
                    only: vec!["fmt".into()],
                    quick: false,
                    everything: false,
                    install: false,
                }),
            ),
            (
                "test --install --only wasm e2e",
                Some(Task::Test {
                    only: vec!["wasm".into(), "e2e".into()],
                    quick: false,
                    everything: false,
                    install: true,
                }),
            ),
            (
                "test --quick",
                Some(Task::Test { only: Vec::new(), quick: true, everything: false, install: false }),
            ),
            ("fuzz", Some(Task::Fuzz(Fuzz::default()))),
            (
                "fuzz link --inputs 10",
                Some(Task::Fuzz(Fuzz { readers: vec!["link".into()], inputs: Some(10), ..Fuzz::default() })),
            ),
            ("bench --only page", Some(Task::Bench { only: Some(Bench::Page) })),
            (
                "wasm-test-runner a.wasm --nocapture --help",
                Some(Task::WasmTestRunner {
                    arguments: vec!["a.wasm".into(), "--nocapture".into(), "--help".into()],
                }),
            ),
        ];
        for (line, task) in cases {
            assert_eq!(read(line).expect(line), task, "{line}");
        }
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        for line in [
            "deploy",
            "serve --port x",
            "serve --port 70000",
            "build dist",
            "build --site atlas",
            "preview 157",
            "fuzz links",
            "fuzz --seconds 1 --inputs 1",
            "test --only",
            "test --quick --everything",
            "bench page",
            "bench --only pages",
            "--port 1",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn every_stage_can_be_run_alone() {
        for stage in &STAGES {
            assert!(read(&format!("test --only {}", stage.name)).is_ok());
            let same = STAGES.iter().filter(|other| other.name == stage.name);
            assert_eq!(same.count(), 1, "two stages are {}", stage.name);
        }
    }

    #[test]
    fn an_unknown_stage_is_refused_with_the_list() {
        let fault = read("test --only fnt").expect_err("no such stage");
        assert!(fault.to_string().contains("fmt, "), "{fault}");
    }

    #[test]
    fn the_documents_name_tasks_that_there_are() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        let mut count = 0;
        for name in ["README.md", "CONTRIBUTING.md", "docs/publishing.md"] {
            let text = std::fs::read_to_string(format!("{root}/{name}")).expect(name);
            let tasks = text.lines().filter_map(|line| line.strip_prefix("cargo xtask "));
            for task in tasks {
                let task = task.split('#').next().unwrap_or_default().replace("STAGE", "fmt");
                assert!(read(&task).is_ok(), "{name}: {task}");
                count += 1;
            }
        }
        assert!(count >= 12, "{count} tasks: some are not seen");
    }

    #[test]
    fn help_is_no_fault() {
        for line in ["help", "--help", "build --help"] {
            let help = read(line).expect_err("help is not a task");
            assert_eq!(help.exit_code(), 0, "{line}: {help}");
        }
    }
}
