//! `cargo xtask`: everything the repository needs beyond plain cargo, with nothing to install by hand.

mod args;
mod axe;
mod bench;
mod browsers;
mod debian;
mod fresh;
mod fuzz;
mod geckodriver;
mod inline;
mod joined;
mod offline;
mod page;
mod preview;
mod program;
mod project;
mod python;
mod serve;
mod server;
mod shared;
mod single;
mod site;
mod size;
mod split;
mod stages;
mod styles;
mod test;
mod toolchain;
mod tools;
mod wasm;
mod wasm_test_runner;

use std::process::ExitCode;

use args::{Line, Task};
use clap::Parser as _;
use page::Purpose;
use project::Project;
use stages::Runs;

fn main() -> ExitCode {
    match run(Line::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault:#}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the command line asked for.
fn run(line: Line) -> anyhow::Result<()> {
    let Some(task) = line.task else {
        return Line::print_help();
    };
    let project = Project::find()?;
    match task {
        Task::Build { out, site, single_file } => {
            let out = out.unwrap_or_else(|| project.dist());
            if single_file {
                let bytes = single::build(&project, &out)?;
                println!("Wrote {}, {bytes} bytes", out.join(single::NAME).display());
                return size::check_single(bytes);
            }
            let page = page::build(&project, &out, &Purpose::Publish(site))?;
            println!("Wrote {}", out.display());
            size::check(&page)
        }
        Task::Serve { port, draft } => serve::run(&project, port, draft),
        Task::Test { only, quick, everything, install } => {
            if install {
                debian::ask_to_install();
            }
            let runs = match (quick, everything) {
                (true, _) => Runs::Quick,
                (_, true) => Runs::Everything,
                _ => Runs::Test,
            };
            test::run(&project, runs, &only)
        }
        Task::Fuzz(asked) => fuzz::run(&project, &asked),
        Task::Preview => preview::draw(&project),
        Task::Wheel => python::wheel(&project),
        Task::Bench { only } => bench::run(&project, only),
        Task::WasmTestRunner { arguments } => wasm_test_runner::run(arguments),
    }
}
