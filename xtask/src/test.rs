//! `cargo xtask test`: runs the stages in order and stops at the first that fails.
//! `--quick` is for while one writes, `--everything` for every night and before a release.

use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};

use crate::project::{Project, WASM_TARGET};
use crate::stages::{Page, Runs, STAGES, Stage};
use crate::toolchain;
use crate::tools::{Need, Tools};
use crate::wasm::Ahead;

/// Runs the stages of a run, or the one that is named.
pub(crate) fn run(project: &Project, runs: Runs, only: &[String]) -> Result<()> {
    let is_chosen = |stage: &&Stage| match only {
        [] => stage.runs <= runs,
        only => only.iter().any(|name| name == stage.name),
    };
    let stages: Vec<_> = STAGES.iter().filter(is_chosen).collect();
    toolchain::ensure_checkers(project)?;
    toolchain::ensure_target(WASM_TARGET)?;
    let needs: Vec<_> = stages.iter().flat_map(|stage| stage.needs).collect();
    thread::scope(|scope| {
        // Installing browsers takes a minute, most of it on one core or none: beside the stages that need nothing.
        let finding = scope.spawn(move || find(project, &needs, runs));
        run_stages(project, runs, &stages, finding)
    })
}

/// Finds what stages need from outside of the repository, or installs it.
fn find<'a>(project: &'a Project, needs: &[&Need], runs: Runs) -> Result<Tools<'a>> {
    let mut tools = Tools::new(project);
    for need in needs {
        tools.find(**need, runs)?;
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
        // A missing tool is reported as soon as that is known, not after the minutes of the stages that do without it.
        if (is_over || !stage.needs.is_empty())
            && let Some(finding) = finding.take()
        {
            tools = finding.join().map_err(|_| anyhow!("the search for tools panicked"))??;
        }
        match stage.page {
            Page::Beside if is_page_built => ahead = Some(Ahead::start(project)?),
            Page::Built => ahead.take().map_or(Ok(()), Ahead::finish)?,
            Page::Beside | Page::Unused => {}
        }
        let result = (stage.run)(&tools, runs);
        times.push((stage.name, start.elapsed()));
        if stage.page == Page::Built && result.is_ok() {
            tools.has_page = true;
        }
        if result.is_err() {
            report(&times, "failed", &tools.notes());
        }
        result.with_context(|| {
            let name = stage.name;
            format!("stage `{name}` failed; to run it again: cargo xtask test --only {name}")
        })?;
    }
    report(&times, "passed", &tools.notes());
    Ok(())
}

/// Prints what each stage took; the last one's outcome is told, those before it passed. Then the notes.
fn report(times: &[(&str, Duration)], last: &str, notes: &[String]) {
    println!();
    for (index, (name, time)) in times.iter().enumerate() {
        let outcome = if index + 1 == times.len() { last } else { "passed" };
        println!("{name:<8}{outcome:>8}{:>9.1} s", time.as_secs_f64());
    }
    for note in notes {
        println!("{note}");
    }
    let skipped = notes.iter().filter(|note| note.starts_with("skipped:"));
    println!("{}", total(times.iter().map(|(_, time)| *time), skipped.count()));
}

/// The last line.
fn total(times: impl Iterator<Item = Duration>, skipped: usize) -> String {
    let seconds = times.sum::<Duration>().as_secs_f64();
    let minutes = seconds / 60.0;
    let skipped = match skipped {
        0 => String::new(),
        1 => "; 1 test skipped".into(),
        count => format!("; {count} tests skipped"),
    };
    format!("{:<16}{seconds:>9.1} s, {minutes:.1} minutes{skipped}", "total")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts_what_was_skipped() {
        let line = |skipped| total([30, 60].into_iter().map(Duration::from_secs), skipped);
        assert_eq!(line(0), "total                90.0 s, 1.5 minutes");
        assert_eq!(line(1), "total                90.0 s, 1.5 minutes; 1 test skipped");
        assert!(line(6).ends_with("minutes; 6 tests skipped"));
    }
}
