//! The command line: text in, a [`Task`] out.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt as _};

use crate::site::Site;

/// What `cargo xtask help` prints.
pub(crate) const HELP: &str = "\
cargo xtask <task>

  serve [--port N]     build the page and serve it on this machine (port 8080, or the next free one)
  build [--out DIR] [--site ADDRESS]
                       build the page into a folder for any static host (dist/), and check its size; with the address
                       that it will have there, its link can be shown with a picture where it is pasted
  test [--only STAGE]  format, lints, tests, documents and both kinds of browser test, in order
  fuzz [TARGET…] [--seconds N | --inputs N] [--seed N]
                       feed the readers of links, values, CSV and pasted text with inputs that nobody would write
  preview              draw that picture anew (web/preview.png)
  bench [--only WHAT]  measure the core's address tables (fill) and the page in a browser (page)

  wasm-test-runner     not for you: cargo calls it to run the tests of web/ in a browser
";

/// One thing to do, with its options.
#[derive(Debug, PartialEq)]
pub(crate) enum Task {
    /// Print [`HELP`].
    Help,
    /// Build the page into a folder.
    Build {
        /// The folder, `dist/` when absent.
        out: Option<PathBuf>,
        /// Where the folder will be.
        site: Option<Site>,
    },
    /// Build the page and serve it.
    Serve {
        /// The one port to take; when absent any free one from 8080 on.
        port: Option<u16>,
    },
    /// Run the checks.
    Test {
        /// The one stage to run; all when absent.
        only: Option<String>,
    },
    /// Feed the readers with made-up inputs.
    Fuzz {
        /// Handed on as they came.
        arguments: Vec<OsString>,
    },
    /// Draw the picture for pasted links.
    Preview,
    /// Run the benchmarks.
    Bench {
        /// Handed on as they came.
        arguments: Vec<OsString>,
    },
    /// Run one wasm test binary, as cargo's runner for wasm32.
    WasmTestRunner {
        /// The binary and the test harness's own options, handed on as they came.
        arguments: Vec<OsString>,
    },
}

/// Reads the command line of this process.
pub(crate) fn from_env() -> Result<Task> {
    parse(Parser::from_env())
}

/// Reads a command line.
fn parse(mut parser: Parser) -> Result<Task> {
    let name = match parser.next()? {
        None | Some(Arg::Short('h') | Arg::Long("help")) => return Ok(Task::Help),
        Some(Arg::Value(name)) => name.string()?,
        Some(other) => return Err(other.unexpected().into()),
    };
    match name.as_str() {
        "help" => Ok(Task::Help),
        "build" => build(parser),
        "serve" => serve(parser),
        "test" => test(parser),
        "fuzz" => Ok(Task::Fuzz {
            arguments: parser.raw_args()?.collect(),
        }),
        "preview" => preview(parser),
        "bench" => Ok(Task::Bench {
            arguments: parser.raw_args()?.collect(),
        }),
        "wasm-test-runner" => Ok(Task::WasmTestRunner {
            arguments: parser.raw_args()?.collect(),
        }),
        other => bail!("there is no task `{other}`\n\n{HELP}"),
    }
}

fn build(mut parser: Parser) -> Result<Task> {
    let (mut out, mut site) = (None, None);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("out") => out = Some(parser.value()?.into()),
            Arg::Long("site") => site = Some(Site::parse(&parser.value()?.string()?)?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Task::Build { out, site })
}

fn preview(mut parser: Parser) -> Result<Task> {
    match parser.next()? {
        None => Ok(Task::Preview),
        Some(other) => Err(other.unexpected().into()),
    }
}

fn serve(mut parser: Parser) -> Result<Task> {
    let mut port = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("port") => port = Some(parser.value()?.parse()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Task::Serve { port })
}

fn test(mut parser: Parser) -> Result<Task> {
    let mut only = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("only") => only = Some(parser.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Task::Test { only })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Task> {
        parse(Parser::from_args(line.split_whitespace()))
    }

    #[test]
    fn reads_every_task() {
        let cases = [
            ("", Task::Help),
            ("--help", Task::Help),
            (
                "build",
                Task::Build {
                    out: None,
                    site: None,
                },
            ),
            (
                "build --out=folder --site https://example.org/atlas",
                Task::Build {
                    out: Some("folder".into()),
                    site: Site::parse("https://example.org/atlas/").ok(),
                },
            ),
            ("preview", Task::Preview),
            ("serve --port 81", Task::Serve { port: Some(81) }),
            (
                "test --only fmt",
                Task::Test {
                    only: Some("fmt".into()),
                },
            ),
            (
                "fuzz link --inputs 10",
                Task::Fuzz {
                    arguments: vec!["link".into(), "--inputs".into(), "10".into()],
                },
            ),
            (
                "wasm-test-runner a.wasm --nocapture",
                Task::WasmTestRunner {
                    arguments: vec!["a.wasm".into(), "--nocapture".into()],
                },
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
            "--port 1",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
