//! `cargo xtask test`: runs the stages in order and stops at the first that fails.
//! `--quick` is for while one writes, `--everything` for every night and before a release.

use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};

use crate::project::Project;
use crate::stages::{Page, Runs, STAGES, Stage};
use crate::toolchain;
use crate::tools::{Need, Tools};
use crate::wasm::Ahead;

/// Runs the stages of a run, or the one that is named.
pub(crate) fn run(project: &Project, runs: Runs, only: Option<&str>) -> Result<()> {
    let is_chosen = |stage: &&Stage| match only {
        Some(only) => stage.name == only,
        None => stage.runs <= runs,
    };
    let stages: Vec<_> = STAGES.iter().filter(is_chosen).collect();
    toolchain::ensure_checkers(project)?;
    toolchain::ensure_wasm_target()?;
    let needs: Vec<_> = stages.iter().flat_map(|stage| stage.needs).collect();
    thread::scope(|scope| {
        // Installing browsers takes a minute, most of it on one core or none: beside the stages that need nothing.
        let finding = scope.spawn(move || find(project, &needs));
        run_stages(project, runs, &stages, finding)
    })
}

/// Finds what stages need from outside of the repository, or installs it.
fn find<'a>(project: &'a Project, needs: &[&Need]) -> Result<Tools<'a>> {
    let mut tools = Tools::new(project);
    for need in needs {
        tools.find(**need)?;
    }
    Ok(tools)
}

fn run_stages<'a>(
    project: &'a Project,
    runs: Runs,
    stages: &[&Stage],
    finding: ScopedJoinHandle<'_, Result<Tools<'a>>>,
) -> Result<()> {
    let is_page_built = stages.iter().any(|stage| stage.page == Page::Built);
    let mut tools = Tools::new(project);
    let mut finding = Some(finding);
    let mut times = Vec::new();
    let mut ahead = None;
    for stage in stages {
        println!("\n=== {}: {} ===", stage.name, stage.what);
        let start = Instant::now();
        let is_over = finding.as_ref().is_some_and(ScopedJoinHandle::is_finished);
        // What cannot be found is told as soon as that is known, not after the minutes of the stages that do without.
        if (is_over || !stage.needs.is_empty())
            && let Some(finding) = finding.take()
        {
            tools = finding
                .join()
                .map_err(|_| anyhow!("the search for tools panicked"))??;
        }
        match stage.page {
            Page::Beside if is_page_built => ahead = Some(Ahead::start(project)?),
            Page::Built => ahead.take().map_or(Ok(()), Ahead::finish)?,
            Page::Beside | Page::Unused => {}
        }
        let result = (stage.run)(&tools, runs);
        times.push((stage.name, start.elapsed()));
        if stage.page == Page::Built && result.is_ok() {
            tools.page_is_built();
        }
        if result.is_err() {
            report(&times, "failed");
        }
        result.with_context(|| {
            let name = stage.name;
            format!("stage `{name}` failed; to run it again: cargo xtask test --only {name}")
        })?;
    }
    report(&times, "passed");
    Ok(())
}

/// Prints what each stage took; the last one's outcome is told, those before it passed.
fn report(times: &[(&str, Duration)], last: &str) {
    println!();
    for (index, (name, time)) in times.iter().enumerate() {
        let outcome = if index + 1 == times.len() {
            last
        } else {
            "passed"
        };
        println!("{name:<8}{outcome:>8}{:>9.1} s", time.as_secs_f64());
    }
    let total: Duration = times.iter().map(|(_, time)| time).sum();
    println!(
        "{:<16}{:>9.1} s, {:.1} minutes",
        "total",
        total.as_secs_f64(),
        total.as_secs_f64() / 60.0
    );
}
