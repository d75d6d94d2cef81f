//! `cargo xtask test`: runs the stages in order and stops at the first that fails; beside them, in a process of its own, those that
//! wait for browsers. `--quick` is for while one writes, `--everything` for every night and before a release.

use std::cell::{OnceCell, RefCell};
use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::page::{self, Built};
use crate::project::{self, Project};
use crate::stages::{Runs, STAGES, Stage};

/// A run of stages.
pub(crate) struct Run {
    /// The repository.
    pub(crate) project: Project,
    /// How much it checks.
    pub(crate) runs: Runs,
    /// Whether `--install` was said.
    pub(crate) installs: bool,
    page: OnceCell<Built>,
    notes: RefCell<Vec<String>>,
}

impl Run {
    /// The finished page, which is built once.
    pub(crate) fn page(&self) -> Result<&Built> {
        if self.page.get().is_none() {
            let _ = self.page.set(page::build_both(&self.project, &self.project.dist())?);
        }
        self.page.get().context("the page was not built")
    }

    /// Tells something at the end of the run: a test that was skipped, and why, or one that did not pass at once.
    pub(crate) fn note(&self, note: String) {
        self.notes.borrow_mut().push(note);
    }

    /// Runs tests that write into the file that they are given which of them could not be run here: harnesses call them passed.
    pub(crate) fn noting_skipped(&self, run: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        let skipped = self.project.target.join("skipped");
        project::write(&skipped, "")?;
        let result = run(&skipped);
        for line in project::read(&skipped)?.lines() {
            self.note(format!("skipped: {line}"));
        }
        result
    }
}

/// Runs the stages of a run, or those that are named, one after the other.
pub(crate) fn run(project: Project, runs: Runs, only: &[String], installs: bool) -> Result<()> {
    let is_chosen = |stage: &&Stage| match only {
        [] => stage.runs <= runs,
        only => only.iter().any(|name| name == stage.name),
    };
    let stages: Vec<_> = STAGES.iter().filter(is_chosen).collect();
    let run = Run { project, runs, installs, page: OnceCell::new(), notes: RefCell::default() };
    for stage in &stages {
        (stage.looks)(&run)?;
    }
    let (beside, stages): (Vec<_>, Vec<_>) =
        stages.into_iter().partition(|stage| stage.is_beside && only.is_empty());
    let beside = (!beside.is_empty()).then(|| start_beside(&run, &beside)).transpose()?;
    let start = Instant::now();
    let mut lines = Vec::new();
    let mut tell = |name: &str, start: Instant, result: &Result<()>| {
        let outcome = if result.is_ok() { "passed" } else { "failed" };
        lines.push(format!("{name:<8}{outcome:>8}{:>9.1} s", start.elapsed().as_secs_f64()));
    };
    let mut result = Ok(());
    for stage in stages {
        let (name, start) = (stage.name, Instant::now());
        println!("\n=== {name}: {} ===", stage.what);
        result = (stage.run)(&run).with_context(|| {
            format!("stage `{name}` failed; to run it again: cargo xtask test --only {name}")
        });
        tell(name, start, &result);
        if let Err(fault) = &result {
            println!("{fault:#}");
            break;
        }
    }
    if let Some(beside) = beside {
        let of_beside = end_beside(beside);
        tell("beside", start, &of_beside);
        result = result.and(of_beside);
    }
    println!();
    let notes = run.notes.borrow();
    for line in lines.iter().chain(&*notes) {
        println!("{line}");
    }
    let skipped = notes.iter().filter(|note| note.starts_with("skipped:")).count();
    let seconds = start.elapsed().as_secs_f64();
    println!("{:<16}{seconds:>9.1} s, {:.1} minutes; tests skipped: {skipped}", "total", seconds / 60.0);
    result
}

/// Starts stages in a process of their own; the file has what it says, which is told when it ends.
fn start_beside(run: &Run, stages: &[&Stage]) -> Result<(Child, PathBuf)> {
    let names: Vec<_> = stages.iter().map(|stage| stage.name).collect();
    let told = run.project.target.join("beside.txt");
    println!("Beside this, into {}: {}", told.display(), names.join(" "));
    let out = File::create(&told)?;
    let mut command = Command::new(env::current_exe()?);
    command.arg("test").args((run.runs == Runs::Everything).then_some("--everything"));
    command.arg("--only").args(names).stderr(out.try_clone()?).stdout(out);
    let child = command.spawn()?;
    // What is left here computes on all cores, and ends no sooner with more of them: those beside have one thing to do after the other,
    // and tests that wait for a browser. Where there is no such program, they take longer.
    let _ = Command::new("renice").args(["-n", "5", "-p", &process::id().to_string()]).output();
    Ok((child, told))
}

fn end_beside((mut child, told): (Child, PathBuf)) -> Result<()> {
    println!("\nWaiting for the stages beside these; Ctrl-C ends them, too…");
    let status = child.wait()?;
    println!("{}", fs::read_to_string(&told)?);
    ensure!(status.success(), "a stage beside the others failed: {}", told.display());
    Ok(())
}
