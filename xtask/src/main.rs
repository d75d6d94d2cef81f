//! `cargo xtask`: everything the repository needs beyond plain cargo, with nothing to install by hand.

mod args;
mod axe;
mod bench;
mod browsers;
mod fresh;
mod inline;
mod joined;
mod page;
mod preview;
mod project;
mod python;
mod server;
mod shared;
mod single;
mod site;
mod size;
mod split;
mod stages;
mod styles;
mod test;
mod wasm;

use std::iter;

use args::{Line, Task};
use clap::Parser as _;
use page::Purpose;
use project::Project;
use stages::Runs;
use wasm_bindgen_cli::wasm_bindgen_test_runner;

/// Does what the command line asks for.
fn main() -> anyhow::Result<()> {
    let project = Project::here();
    match Line::parse().task {
        Task::Build { out, site, single_file } => {
            let out = out.unwrap_or_else(|| project.dist());
            if single_file {
                let bytes = single::build(&project, &out)?;
                println!("Wrote {}, {bytes} bytes", out.join(single::NAME).display());
                return size::judge("single", bytes);
            }
            let page = page::build(&project, &out, &Purpose::Publish(site))?;
            println!("Wrote {}", out.display());
            size::check(&page)
        }
        Task::Serve { port, draft } => server::serve(&project, port, draft),
        Task::Test { only, quick, everything, install } => {
            let runs = match (quick, everything) {
                (true, _) => Runs::Quick,
                (_, true) => Runs::Everything,
                _ => Runs::Test,
            };
            test::run(project, runs, &only, install)
        }
        Task::Preview => preview::draw(&project),
        Task::Wheel => python::wheel(&project),
        Task::Bench { only } => bench::run(&project, only),
        // As the wasm-bindgen project's own runner does, from the version in Cargo.lock.
        Task::WasmTestRunner { arguments } => wasm_bindgen_test_runner::run_cli_with_args(
            iter::once("wasm-test-runner".into()).chain(arguments),
        ),
    }
}
