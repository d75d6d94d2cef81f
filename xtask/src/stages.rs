//! The stages of `cargo xtask test`, in the order in which two cores are never idle.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use swizzle_tests::webdriver::{BROWSER_VARIABLE, Browser, Programs};

use crate::project::{self, NATIVE, WASM_TARGET};
use crate::server::Server;
use crate::test::Run;
use crate::{axe, browsers, python, single, size, wasm};

/// One stage.
pub(crate) struct Stage {
    /// Its name for `--only`.
    pub(crate) name: &'static str,
    /// Its checks, in words.
    pub(crate) what: &'static str,
    /// The runs that include it.
    pub(crate) runs: Runs,
    /// Looks for what it needs from outside of the repository, before the minutes of those that need nothing.
    pub(crate) looks: fn(&Run) -> Result<()>,
    /// Whether a whole run has it in a process beside the others: it compiles on one core, or waits for browsers.
    pub(crate) is_beside: bool,
    /// Runs it, with all output passed through.
    pub(crate) run: fn(&Run) -> Result<()>,
}

/// How much a run checks, from little to everything.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Runs {
    /// While one writes.
    Quick,
    /// Before a change is handed in.
    Test,
    /// Every night, and before a release.
    Everything,
}

/// A stage that needs nothing but cargo, and goes before those that follow.
const fn stage(name: &'static str, what: &'static str, runs: Runs, run: fn(&Run) -> Result<()>) -> Stage {
    Stage { name, what, runs, looks: |_| Ok(()), is_beside: false, run }
}

/// All stages, in order. What waits for a browser runs while the page is built beside it, and what computes on all cores last, when
/// the stages beside wait for theirs.
pub(crate) static STAGES: [Stage; 12] = [
    stage("fmt", "every file is as rustfmt writes it", Runs::Quick, fmt),
    stage("clippy", "no lint fires in what runs on this machine, nor in the page", Runs::Quick, clippy),
    stage("bare", "the core compiles for a chip without an operating system", Runs::Test, bare),
    Stage {
        looks: looks_for_chromium,
        ..stage(
            "wasm",
            "what the page says and draws after each edit, as components in headless Chromium",
            Runs::Test,
            wasm,
        )
    },
    stage(
        "native",
        "plain `cargo test`, the program and the tools; in a quick run the crates' own tests alone",
        Runs::Quick,
        native,
    ),
    stage(
        "laws",
        "every law once more, for every address, and all else of which a day's run asks a sample",
        Runs::Everything,
        laws,
    ),
    stage("fuzz", "every reader fed for minutes with inputs that nobody would write", Runs::Everything, fuzz),
    stage(
        "docs",
        "every item is documented and every link in the documents leads somewhere",
        Runs::Test,
        docs,
    ),
    stage(
        "package",
        "the files of a release are made, unpacked and run, and the crate is packed as it would be published",
        Runs::Everything,
        |run| project::run(Command::new(run.project.root.join(".ci/release")).arg("dry-run")),
    ),
    Stage { is_beside: true, ..stage("size", "the finished page keeps to its limit", Runs::Test, size) },
    Stage {
        is_beside: true,
        looks: looks_for_chromium,
        ..stage(
            "python",
            "the wheel of the Python package, its types and its tests",
            Runs::Test,
            python::test,
        )
    },
    Stage {
        is_beside: true,
        looks: |run| {
            tested(run.runs)?.into_iter().try_for_each(|browser| browsers::ensure(browser, run.installs))?;
            axe::find_or_fetch(run).map(drop)
        },
        ..stage(
            "e2e",
            "the finished page as a visitor uses it, in Chromium, every night in Firefox, with axe-core's audit of every screen",
            Runs::Test,
            e2e,
        )
    },
];

fn looks_for_chromium(run: &Run) -> Result<()> {
    browsers::ensure(Browser::Chromium, run.installs)
}

/// A target that has no standard library.
const BARE_TARGET: &str = "thumbv7em-none-eabi";

/// Runs cargo with the words of a line.
fn cargo(run: &Run, line: &str) -> Result<()> {
    project::run(&mut run.project.cargo(line))
}

fn fmt(run: &Run) -> Result<()> {
    project::ensure_component("fmt", "rustfmt")?;
    cargo(run, "fmt --all --check")?;
    cargo(run, "fmt --manifest-path tests/fuzz/Cargo.toml -- --check")
}

fn clippy(run: &Run) -> Result<()> {
    project::ensure_component("clippy", "clippy")?;
    // The page, too, for this machine: its own target is compiled by the stages that run it.
    let pages = if run.runs == Runs::Quick { "--exclude swizzle-web " } else { "" };
    cargo(run, &format!("clippy --workspace {pages}--all-features --all-targets -- -D warnings"))?;
    if run.runs == Runs::Everything {
        cargo(run, "clippy --manifest-path tests/fuzz/Cargo.toml --all-targets -- -D warnings")?;
    }
    Ok(())
}

fn bare(run: &Run) -> Result<()> {
    project::ensure_target(BARE_TARGET)?;
    cargo(run, &format!("check -p swizzle-core --target {BARE_TARGET}"))
}

fn native(run: &Run) -> Result<()> {
    let quick = if run.runs == Runs::Quick { " --lib --bins" } else { "" };
    cargo(run, &format!("test {NATIVE}{quick}"))
}

fn laws(run: &Run) -> Result<()> {
    let mut test = run.project.cargo("test --profile exhaustive -p swizzle-tests --test all");
    project::run(test.env("ATLAS_EXHAUSTIVE", "1"))
}

fn fuzz(run: &Run) -> Result<()> {
    let mut counted = run.project.cargo("test -p swizzle-tests --test all -- readers::");
    project::run(counted.env("ATLAS_FUZZ_COUNTED", "200000"))?;
    // Bolero runs it, which no other stage compiles; with the same inputs in every run, or a build would fail by chance.
    let mut bolero = run.project.cargo("test --manifest-path tests/fuzz/Cargo.toml");
    project::run(bolero.env("BOLERO_RANDOM_ITERATIONS", "2000").env("BOLERO_RANDOM_SEED", "1"))
}

fn docs(run: &Run) -> Result<()> {
    let mut doc = run.project.cargo("doc --no-deps --workspace --all-features");
    project::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

fn wasm(run: &Run) -> Result<()> {
    project::ensure_target(WASM_TARGET)?;
    let mut command = run.project.cargo(&format!("test -p swizzle-web --target {WASM_TARGET}"));
    // The runner would take one of these before Chromium's.
    for name in ["GECKODRIVER", "SAFARIDRIVER", "MSEDGEDRIVER"] {
        command.env_remove(name).env_remove(format!("{name}_REMOTE"));
    }
    let chromium = Programs::from_env(Browser::Chromium);
    project::run(
        command
            .env_remove("CHROMEDRIVER_REMOTE")
            .envs([wasm::UNOPTIMIZED])
            .env("WASM_BINDGEN_USE_BROWSER", "1")
            .env("CHROMEDRIVER", &chromium.driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", browsers::write_capabilities(&run.project)?)
            // Seconds for all tests, and for the driver. The runner's own 20 and 5 are short for a machine that does other work
            // too.
            .env("WASM_BINDGEN_TEST_TIMEOUT", "600")
            .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60"),
    )
}

fn size(run: &Run) -> Result<()> {
    let page = run.page()?;
    // All that grew is told at once: a build takes minutes.
    size::check(&page.files).and(size::judge("single", page.single))
}

fn e2e(run: &Run) -> Result<()> {
    run.page()?;
    let dist = run.project.dist();
    let server = Server::anywhere(&dist)?;
    println!("Serving the page at {}", server.url());
    let axe = axe::find_or_fetch(run)?;
    run.noting_skipped(|skipped| {
        let in_browser = |browser: Browser| {
            println!("In {}:", browser.name());
            let ask = |tests: &[String]| {
                let mut command = run.project.cargo(&format!("test {NATIVE} --test e2e"));
                Programs::from_env(browser).tell(browser, &mut command);
                command
                    .env("ATLAS_URL", server.url())
                    .env("ATLAS_FILE", dist.join(single::NAME))
                    .env("ATLAS_SKIPPED", skipped)
                    .env("AXE", &axe)
                    .args(["--", "--exact"])
                    .args(tests);
                if run.runs == Runs::Everything {
                    command.env("ATLAS_EXHAUSTIVE", "1");
                }
                project::failed_tests(&mut command).with_context(|| format!("in {}", browser.name()))
            };
            let failed = ask(&[])?;
            if failed.is_empty() {
                return Ok(());
            }
            // What fails again fails; what passes now depends on how much else the machine has to do.
            println!("Once more, by themselves: {}", failed.join(" "));
            let again = ask(&failed)?;
            ensure!(again.is_empty(), "failed twice in {}: {}", browser.name(), again.join(" "));
            run.note(format!("passed at the second time in {}: {}", browser.name(), failed.join(" ")));
            Ok(())
        };
        // A failure in one browser does not stop the run in the other, whose result is worth knowing, too.
        tested(run.runs)?.into_iter().map(in_browser).fold(Ok(()), Result::and)
    })
}

/// The browsers that the page is tested in: the one that the variable names; without it Chromium, and Firefox every night and
/// before a release.
fn tested(runs: Runs) -> Result<Vec<Browser>> {
    if std::env::var_os(BROWSER_VARIABLE).is_some() {
        return Ok(vec![Browser::from_env()?]);
    }
    let most = if runs == Runs::Everything { 2 } else { 1 };
    Ok([Browser::Chromium, Browser::Firefox][..most].into())
}
