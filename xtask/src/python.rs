//! The Python package: its wheel, built and installed into an environment of its own, and its tests there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use swizzle_tests::webdriver::{Browser, Programs};

use crate::project::{self, NATIVE, Project};
use crate::single;
use crate::test::Run;

/// The package's folder in the repository.
const FOLDER: &str = "python";

/// The file that names what the environment of the tools was made for: made anew when that changes.
const STAMP: &str = "made-for";

/// Finds the environment with the tools that build and test the package, or makes it.
fn environment(project: &Project) -> Result<PathBuf> {
    let python = env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let needed = project.root.join(FOLDER).join("requirements.txt");
    let wanted = project::read(&needed)?;
    let folder = project.target.join("python/tools");
    if fs::read_to_string(folder.join(STAMP)).is_ok_and(|made_for| made_for == wanted) {
        return Ok(folder);
    }
    println!("Installing the tools of the Python package…");
    project::run(Command::new(&python).args(["-m", "venv", "--clear"]).arg(&folder))?;
    project::run(pip(&folder).arg("--requirement").arg(&needed))?;
    project::write(&folder.join(STAMP), wanted)?;
    Ok(folder)
}

/// The profile of the wheel that is published.
const PUBLISHED: &str = "wheel";

/// Builds the wheel that is published, with the page in it.
pub(crate) fn wheel(project: &Project) -> Result<()> {
    let environment = environment(project)?;
    single::build(project, &project.dist())?;
    put_page(project, &project.root.join(FOLDER))?;
    let wheels = build(project, &environment, PUBLISHED)?;
    println!("Built the wheel in {}", wheels.display());
    Ok(())
}

/// Measures what the wheel that is published takes; see python/benches/speed.py.
pub(crate) fn bench(project: &Project) -> Result<()> {
    let environment = environment(project)?;
    let wheels = build(project, &environment, PUBLISHED)?;
    install(&environment, &wheels)?;
    let script = project.root.join(FOLDER).join("benches/speed.py");
    project::run(tool(&environment, "python").arg("-I").arg(script))
}

/// Builds the wheel, installs it, and runs what tests it.
pub(crate) fn test(run: &Run) -> Result<()> {
    let project = &run.project;
    let environment = match environment(project) {
        Ok(folder) => folder,
        Err(why) => {
            run.note(format!("skipped: all of the Python package: {why:#}"));
            return Ok(());
        }
    };
    let package = project.root.join(FOLDER);
    put_page(project, &package)?;
    for check in [&["format", "--check"][..], &["check"]] {
        project::run(tool(&environment, "ruff").current_dir(&package).args(check).arg("--no-cache"))?;
    }
    let wheels = build(project, &environment, "dev")?;
    install(&environment, &wheels)?;

    let installed = |module: &str| {
        let mut command = tool(&environment, "python");
        // Isolated: the package is the installed one, not the folder that the command runs in.
        command.current_dir(&package).args(["-I", "-m", module]);
        command
    };
    let mut mypy = installed("mypy");
    mypy.env("MYPY_CACHE_DIR", project.target.join("python/mypy"));
    project::run(mypy.args(["swizzle_atlas", "tests"]))?;
    project::run(installed("mypy.stubtest").arg("swizzle_atlas._native"))?;

    project::run(&mut project.cargo(&format!("build {NATIVE} --bin swizzle")))?;
    let mut pytest = installed("pytest");
    pytest.args(["-q", "-p", "no:cacheprovider"]);
    pytest.env("PYTHONDONTWRITEBYTECODE", "1");
    pytest.env("SWIZZLE", project.target.join("debug").join(format!("swizzle{}", env::consts::EXE_SUFFIX)));
    Programs::from_env(Browser::Chromium).tell(Browser::Chromium, &mut pytest);
    run.noting_skipped(|skipped| project::run(pytest.env("ATLAS_SKIPPED", skipped)))
}

/// Builds the wheel with a profile of cargo, and returns the folder that it is in.
fn build(project: &Project, environment: &Path, profile: &str) -> Result<PathBuf> {
    let wheels = project.target.join("python/wheels");
    let _ = fs::remove_dir_all(&wheels);
    let mut maturin = tool(environment, "maturin");
    maturin.current_dir(project.root.join(FOLDER));
    maturin.args(["build", "--locked", "--profile", profile, "--interpreter"]);
    maturin.arg(tool(environment, "python").get_program());
    maturin.arg("--out").arg(&wheels);
    project::run(maturin.env("CARGO_TARGET_DIR", &project.target))?;
    Ok(wheels)
}

/// Puts the page as one file where the wheel takes it from; without one the wheel has none.
fn put_page(project: &Project, package: &Path) -> Result<()> {
    let (built, page) = (project.dist().join(single::NAME), package.join("swizzle_atlas").join(single::NAME));
    let _ = fs::remove_file(&page);
    if built.is_file() {
        fs::copy(&built, &page).with_context(|| format!("cannot write {}", page.display()))?;
    }
    Ok(())
}

/// Installs the wheel beside the tools, in place of the one before.
fn install(environment: &Path, wheels: &Path) -> Result<()> {
    let mut pip = pip(environment);
    pip.args(["swizzle-atlas", "--no-index", "--no-deps", "--force-reinstall", "--find-links"]);
    project::run(pip.arg(wheels))
}

/// The command that installs something into an environment.
fn pip(environment: &Path) -> Command {
    let mut pip = tool(environment, "python");
    pip.args(["-m", "pip", "--disable-pip-version-check", "install", "--quiet"]);
    pip
}

/// A program of an environment.
fn tool(environment: &Path, name: &str) -> Command {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    Command::new(environment.join(folder).join(name))
}
