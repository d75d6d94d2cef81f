//! Feeds the readers with inputs that nobody would write. `cargo xtask fuzz` runs it:
//!
//! ```text
//! cargo xtask fuzz [TARGET…] [--seconds N | --inputs N] [--seed N]
//! ```
//!
//! A reader is a line in [`TARGETS`] and a file with its corpus, its tokens and what must hold of every input. Inputs are
//! made from the corpus by [`mutate`]; one with an outcome that was not seen before is kept and built upon.

mod failure;
mod layout;
mod link;
mod mutate;
mod paste;
mod random;
mod rows;
mod run;
mod state;
mod target;
mod value;
mod watch;

use std::env;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use run::Limit;
use target::Target;

/// Every reader there is.
const TARGETS: [Target; 5] = [
    link::TARGET,
    value::TARGET,
    rows::TARGET,
    paste::TARGET,
    layout::TARGET,
];

/// Seconds for each target where nothing is said.
const SECONDS: u64 = 15;

/// What the command line asks for.
struct Asked {
    targets: Vec<&'static Target>,
    limit: Limit,
    seed: u64,
}

fn main() -> ExitCode {
    let asked = match asked(env::args().skip(1)) {
        Ok(asked) => asked,
        Err(why) => {
            println!("error: {why}");
            return ExitCode::from(2);
        }
    };
    failure::hold_panics();
    println!("seed {}", asked.seed);
    let mut is_good = true;
    for target in asked.targets {
        println!("{}: {}", target.name, target.what);
        is_good &= run::run(target, asked.limit, asked.seed);
    }
    if is_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Reads the command line.
fn asked(mut words: impl Iterator<Item = String>) -> Result<Asked, String> {
    static ALL: [Target; TARGETS.len()] = TARGETS;
    let mut asked = Asked {
        targets: Vec::new(),
        limit: Limit::Time(Duration::from_secs(SECONDS)),
        // Another one each time: what a run finds can be repeated by the seed that it prints.
        seed: SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(1, |time| time.as_nanos() as u64),
    };
    while let Some(word) = words.next() {
        let mut number = || {
            let number = words.next().and_then(|number| number.parse().ok());
            number.ok_or_else(|| format!("{word} wants a whole number"))
        };
        match word.as_str() {
            "--seconds" => asked.limit = Limit::Time(Duration::from_secs(number()?)),
            "--inputs" => asked.limit = Limit::Inputs(number()?),
            "--seed" => asked.seed = number()?,
            name => {
                let target = ALL.iter().find(|target| target.name == name);
                asked.targets.push(target.ok_or_else(|| {
                    let names = ALL.each_ref().map(|target| target.name);
                    format!(
                        "there is no target `{name}`; the targets are {}",
                        names.join(", ")
                    )
                })?);
            }
        }
    }
    if asked.targets.is_empty() {
        asked.targets = ALL.iter().collect();
    }
    Ok(asked)
}
