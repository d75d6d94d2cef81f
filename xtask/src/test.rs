//! `cargo xtask test`: runs the stages in order and stops at the first that fails.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::project::Project;
use crate::stages::{STAGES, Stage};
use crate::toolchain;
use crate::tools::Tools;

/// Runs all stages, or the one that is named.
pub(crate) fn run(project: &Project, only: Option<&str>) -> Result<()> {
    let stages = choose(only)?;
    let tools = prepare(project, &stages)?;
    let mut times = Vec::new();
    for stage in stages {
        println!("\n=== {}: {} ===", stage.name, stage.what);
        let start = Instant::now();
        let result = (stage.run)(&tools);
        times.push((stage.name, start.elapsed()));
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

/// The stages to run.
fn choose(only: Option<&str>) -> Result<Vec<&'static Stage>> {
    let Some(name) = only else {
        return Ok(STAGES.iter().collect());
    };
    let stage = STAGES
        .iter()
        .find(|stage| stage.name == name)
        .with_context(|| {
            let names: Vec<_> = STAGES.iter().map(|stage| stage.name).collect();
            format!(
                "there is no stage `{name}`; the stages are {}",
                names.join(", ")
            )
        })?;
    Ok(vec![stage])
}

/// Sees to everything that the stages need from outside, before the first of them takes minutes.
fn prepare<'a>(project: &'a Project, stages: &[&Stage]) -> Result<Tools<'a>> {
    let mut tools = Tools::new(project);
    for need in stages.iter().flat_map(|stage| stage.needs) {
        tools.find(*need)?;
    }
    toolchain::ensure_checkers(project)?;
    toolchain::ensure_wasm_target()?;
    Ok(tools)
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
    println!("{:<16}{:>9.1} s", "total", total.as_secs_f64());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_can_be_run_alone() {
        for stage in &STAGES {
            let chosen = choose(Some(stage.name)).expect(stage.name);
            assert!(
                std::ptr::eq(chosen[0], stage),
                "two stages are {}",
                stage.name
            );
        }
    }

    #[test]
    fn an_unknown_stage_is_refused_with_the_list() {
        let fault = choose(Some("fnt")).err().expect("no such stage");
        assert!(fault.to_string().contains("fmt, "), "{fault}");
    }
}
