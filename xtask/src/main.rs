//! `cargo xtask`: everything the repository needs beyond plain cargo, with nothing to install by hand.

mod args;
mod axe;
mod bench;
mod browsers;
mod debian;
mod fuzz;
mod geckodriver;
mod offline;
mod page;
mod preview;
mod program;
mod project;
mod serve;
mod server;
mod site;
mod size;
mod slim;
mod split;
mod stages;
mod styles;
mod test;
mod toolchain;
mod tools;
mod wasm;
mod wasm_test_runner;

use std::process::ExitCode;

use args::Task;
use page::Purpose;
use project::Project;

fn main() -> ExitCode {
    match args::from_env().and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault:#}");
            ExitCode::FAILURE
        }
    }
}

/// Does what the command line asked for.
fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Help => {
            print!("{}", args::HELP);
            Ok(())
        }
        Task::Build { out, site } => {
            let project = Project::find()?;
            let out = out.unwrap_or_else(|| project.dist());
            let page = page::build(&project, &out, &Purpose::Publish(site))?;
            println!("Wrote {}", out.display());
            size::check(&page)
        }
        Task::Serve { port } => serve::run(&Project::find()?, port),
        Task::Test { only } => test::run(&Project::find()?, only.as_deref()),
        Task::Fuzz { arguments } => fuzz::run(&Project::find()?, &arguments),
        Task::Preview => preview::draw(&Project::find()?),
        Task::Bench { arguments } => bench::run(&Project::find()?, &arguments),
        Task::WasmTestRunner { arguments } => wasm_test_runner::run(arguments),
    }
}
