//! The tools that stages need from outside of the repository.

use std::cell::RefCell;
use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use swizzle_tests::webdriver::{BROWSER_VARIABLE, Browser, Programs};

use crate::project::{self, Project};
use crate::python::{self, Environment};
use crate::stages::Runs;
use crate::{axe, browsers};

/// Something that a stage needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Need {
    /// Chromium and its driver.
    Chromium,
    /// Every browser that the page is tested in.
    Browsers,
    /// The auditor of accessibility.
    Axe,
    /// The tools of the Python package.
    Python,
}

/// The tools that the stages work with.
pub(crate) struct Tools<'a> {
    /// The repository.
    pub(crate) project: &'a Project,
    /// Whether a stage has built the finished page.
    pub(crate) has_page: bool,
    browsers: Vec<(Browser, Programs)>,
    axe: Option<PathBuf>,
    python: Option<Environment>,
    notes: RefCell<Vec<String>>,
}

impl<'a> Tools<'a> {
    /// Nothing but the repository.
    pub(crate) fn new(project: &'a Project) -> Self {
        Self {
            project,
            browsers: Vec::new(),
            axe: None,
            python: None,
            has_page: false,
            notes: RefCell::default(),
        }
    }

    /// Finds something that is needed, or installs it.
    pub(crate) fn find(&mut self, need: Need, runs: Runs) -> Result<()> {
        match need {
            Need::Chromium => self.find_browser(Browser::Chromium)?,
            Need::Browsers => {
                for browser in tested(runs)? {
                    self.find_browser(browser)?;
                }
            }
            Need::Axe => self.axe = Some(axe::find_or_fetch(self.project)?),
            Need::Python => self.python = Some(python::find_or_make(self.project)?),
        }
        Ok(())
    }

    fn find_browser(&mut self, browser: Browser) -> Result<()> {
        if self.browsers.iter().all(|(found, _)| *found != browser) {
            let programs = browsers::find_or_install(self.project, browser)?;
            self.browsers.push((browser, programs));
        }
        Ok(())
    }

    /// A browser that was needed.
    pub(crate) fn browser(&self, browser: Browser) -> Result<&Programs> {
        self.browsers
            .iter()
            .find_map(|(found, programs)| (*found == browser).then_some(programs))
            .with_context(|| format!("this stage was started without {}", browser.name()))
    }

    /// Tells something at the end of the run: a test that was skipped, and why, or one that did not pass at once.
    pub(crate) fn note(&self, note: String) {
        self.notes.borrow_mut().push(note);
    }

    /// Runs tests that write into the file that they are given which of them could not be run here: harnesses call them passed.
    pub(crate) fn noting_skipped(&self, run: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
        let skipped = self.project.target().join("skipped");
        project::write(&skipped, "")?;
        let result = run(&skipped);
        for line in project::read(&skipped)?.lines() {
            self.note(format!("skipped: {line}"));
        }
        result
    }

    /// What is told at the end.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.notes.borrow().clone()
    }

    /// The environment with the tools of the Python package, or why there is none.
    pub(crate) fn python(&self) -> Result<&Environment> {
        self.python.as_ref().context("this stage was started without Python")
    }

    /// The script of the auditor.
    pub(crate) fn axe(&self) -> Result<&Path> {
        self.axe.as_deref().context("this stage was started without axe-core")
    }
}

/// The browsers that the page is tested in: the one that the variable names; without it Chromium, and Firefox every night and
/// before a release.
pub(crate) fn tested(runs: Runs) -> Result<Vec<Browser>> {
    Ok(match env::var_os(BROWSER_VARIABLE) {
        Some(_) => vec![Browser::from_env()?],
        None if runs == Runs::Everything => vec![Browser::Chromium, Browser::Firefox],
        None => vec![Browser::Chromium],
    })
}
