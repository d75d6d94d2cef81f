//! `cargo xtask fuzz`: the readers fed with inputs that nobody would write; see tests/fuzz/lib.rs.

use anyhow::Result;
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::project::{self, Project};

/// The readers, as tests/readers/all.rs lists them.
const READERS: [&str; 9] = ["link", "value", "rows", "paste", "layout", "dump", "tma", "access", "ptx"];

/// Seconds for each reader if none are specified.
const SECONDS: u64 = 15;

/// The readers to feed, and for how long.
#[derive(Debug, Default, PartialEq, Args)]
pub(crate) struct Fuzz {
    /// The readers to feed [default: all]
    #[arg(value_name = "READER", value_parser = PossibleValuesParser::new(READERS))]
    pub(crate) readers: Vec<String>,
    /// Feed each for so long [default: 15]
    #[arg(long, conflicts_with = "inputs")]
    pub(crate) seconds: Option<u64>,
    /// Feed each with so many inputs
    #[arg(long)]
    pub(crate) inputs: Option<u64>,
    /// Feed the input of a failure, by the number that was printed with it, before any other
    #[arg(long)]
    pub(crate) seed: Option<u128>,
}

/// Feeds what is asked for.
pub(crate) fn run(project: &Project, asked: &Fuzz) -> Result<()> {
    let line = "test --manifest-path tests/fuzz/Cargo.toml --target-dir";
    let mut command = project.cargo(line);
    command.arg(project.target()).args(["--", "--exact"]);
    command.args(&asked.readers);
    if let Some(inputs) = asked.inputs {
        command.env("BOLERO_RANDOM_ITERATIONS", inputs.to_string());
    } else {
        let milliseconds = asked.seconds.unwrap_or(SECONDS).saturating_mul(1000);
        command.env("BOLERO_RANDOM_TEST_TIME_MS", milliseconds.to_string());
    }
    if let Some(seed) = asked.seed {
        command.env("BOLERO_RANDOM_SEED", seed.to_string());
    }
    project::run(&mut command)
}
