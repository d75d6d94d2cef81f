//! `cargo xtask bench`: how fast the core and the page are.

mod edits;
mod page;
mod report;
mod samples;

use std::ffi::OsString;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt as _};

use crate::project::{self, Project};

/// A benchmark, by the name that `--only` has for it.
type Bench = (&'static str, fn(&Project) -> Result<()>);

const BENCHES: [Bench; 2] = [("fill", fill), ("page", page::run)];

/// Runs the benchmarks, or the one that `--only` names.
pub(crate) fn run(project: &Project, arguments: &[OsString]) -> Result<()> {
    for (_, bench) in choose(arguments)? {
        bench(project)?;
    }
    Ok(())
}

fn choose(arguments: &[OsString]) -> Result<Vec<&'static Bench>> {
    let mut parser = Parser::from_args(arguments);
    let mut only = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("only") => only = Some(parser.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let chosen: Vec<_> = BENCHES
        .iter()
        .filter(|(name, _)| only.as_ref().is_none_or(|only| only == name))
        .collect();
    if chosen.is_empty() {
        let only = only.unwrap_or_default();
        bail!("there is no benchmark `{only}`: `fill` and `page` there are");
    }
    Ok(chosen)
}

/// The core's address tables; see core/benches/fill.rs.
fn fill(project: &Project) -> Result<()> {
    project::run(&mut project.cargo(["bench", "-p", "swizzle-core", "--bench", "fill"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Result<Vec<&'static str>> {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        Ok(choose(&arguments)?.iter().map(|(name, _)| *name).collect())
    }

    #[test]
    fn both_or_the_one_that_is_named() {
        assert_eq!(names("").expect("both"), ["fill", "page"]);
        assert_eq!(names("--only page").expect("one"), ["page"]);
        for line in ["--only pages", "page", "--only"] {
            assert!(names(line).is_err(), "{line}");
        }
    }
}
