//! The stages of `cargo xtask test`, cheapest first.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use swizzle_tests::webdriver::Browser;

use crate::fuzz::{self, Fuzz};
use crate::page;
use crate::project::{self, NATIVE, WASM_TARGET};
use crate::python;
use crate::server::Server;
use crate::toolchain;
use crate::tools::{self, Need, Tools};
use crate::{browsers, single, size, wasm};

/// One stage.
pub(crate) struct Stage {
    /// Its name for `--only`.
    pub(crate) name: &'static str,
    /// Its checks, in words.
    pub(crate) what: &'static str,
    /// The runs that include it.
    pub(crate) runs: Runs,
    /// Its use of the finished page.
    pub(crate) page: Page,
    /// The tools that it needs from outside of the repository.
    pub(crate) needs: &'static [Need],
    /// Runs it, with all output passed through.
    pub(crate) run: fn(&Tools, Runs) -> Result<()>,
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

/// The use that a stage makes of the finished page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Page {
    /// Nothing.
    Unused,
    /// It leaves a core free, on which the page is compiled for a stage that comes.
    Beside,
    /// It builds it.
    Built,
}

/// A stage that needs nothing but cargo, in all that it does not say itself.
const PLAIN: Stage = Stage {
    name: "",
    what: "",
    runs: Runs::Test,
    page: Page::Unused,
    needs: &[],
    run: |_, _| bail!("this stage does nothing"),
};

/// All stages, in order.
pub(crate) static STAGES: [Stage; 12] = [
    Stage { name: "fmt", what: "every file is as rustfmt writes it", runs: Runs::Quick, run: fmt, ..PLAIN },
    Stage {
        name: "clippy",
        what: "no lint fires in what runs on this machine, nor in the page",
        runs: Runs::Quick,
        run: clippy,
        ..PLAIN
    },
    Stage {
        name: "bare",
        what: "the core compiles for a chip without an operating system",
        run: bare,
        ..PLAIN
    },
    Stage {
        name: "native",
        what: "plain `cargo test`, the program and the tools",
        runs: Runs::Quick,
        run: native,
        ..PLAIN
    },
    Stage {
        name: "laws",
        what: "every law once more, for every address",
        runs: Runs::Everything,
        run: laws,
        ..PLAIN
    },
    Stage {
        name: "fuzz",
        what: "every reader fed for minutes with inputs that nobody would write",
        runs: Runs::Everything,
        run: fuzz,
        ..PLAIN
    },
    Stage {
        name: "docs",
        what: "every item is documented and every link in the documents leads somewhere",
        run: docs,
        ..PLAIN
    },
    Stage {
        name: "package",
        what: "the files of a release are made, unpacked and run, and the crate is packed as it would be published",
        runs: Runs::Everything,
        needs: &[Need::Python],
        run: package,
        ..PLAIN
    },
    Stage {
        name: "wasm",
        what: "what the page says and draws after each edit, as components in headless Chromium",
        page: Page::Beside,
        needs: &[Need::Chromium],
        run: wasm,
        ..PLAIN
    },
    Stage {
        name: "size",
        what: "the finished page keeps to its limit",
        page: Page::Built,
        run: size,
        ..PLAIN
    },
    Stage {
        name: "python",
        what: "the wheel of the Python package, its types and its tests",
        needs: &[Need::Chromium, Need::Python],
        run: |tools, _| python::test(tools),
        ..PLAIN
    },
    Stage {
        name: "e2e",
        what: "the finished page as a visitor uses it, in Chromium, every night in Firefox, with axe-core's audit of every screen",
        page: Page::Built,
        needs: &[Need::Browsers, Need::Axe],
        run: e2e,
        ..PLAIN
    },
];

/// A target that has no standard library.
const BARE_TARGET: &str = "thumbv7em-none-eabi";

/// Runs cargo with the words of a line.
fn cargo(tools: &Tools, line: &str) -> Result<()> {
    project::run(&mut tools.project.cargo(line))
}

fn fmt(tools: &Tools, _: Runs) -> Result<()> {
    cargo(tools, "fmt --all --check")?;
    cargo(tools, "fmt --manifest-path tests/fuzz/Cargo.toml -- --check")
}

fn clippy(tools: &Tools, runs: Runs) -> Result<()> {
    // The page, too, for this machine: its own target is compiled by the stages that run it.
    let pages = if runs == Runs::Quick { "--exclude swizzle-web " } else { "" };
    let line = format!("clippy --workspace {pages}--all-features --all-targets -- -D warnings");
    cargo(tools, &line)?;
    if runs != Runs::Everything {
        return Ok(());
    }
    let mut of_fuzz = tools.project.cargo("clippy --manifest-path tests/fuzz/Cargo.toml");
    of_fuzz.arg("--target-dir").arg(tools.project.target());
    project::run(of_fuzz.args(["--all-targets", "--", "-D", "warnings"]))
}

fn bare(tools: &Tools, runs: Runs) -> Result<()> {
    // The nightly run covers what a machine without rustup lacks here.
    if runs != Runs::Everything && !toolchain::has_target(BARE_TARGET)? {
        println!("Skipped: `rustup target add {BARE_TARGET}` brings what this needs.");
        return Ok(());
    }
    toolchain::ensure_target(BARE_TARGET)?;
    cargo(tools, &format!("check -p swizzle-core --target {BARE_TARGET}"))
}

fn native(tools: &Tools, runs: Runs) -> Result<()> {
    if runs == Runs::Quick {
        return cargo(tools, &format!("test {NATIVE} --lib --bins --tests"));
    }
    cargo(tools, &format!("test {NATIVE}"))
}

fn laws(tools: &Tools, _: Runs) -> Result<()> {
    // Those of the tests that look at the variable.
    let line = "test --profile exhaustive -p swizzle-tests --test all -- laws:: repairs:: causes:: paste::";
    project::run(tools.project.cargo(line).env("ATLAS_EXHAUSTIVE", "1"))
}

fn fuzz(tools: &Tools, _: Runs) -> Result<()> {
    let line = "test -p swizzle-tests --test all -- readers::";
    project::run(tools.project.cargo(line).env("ATLAS_FUZZ_COUNTED", "200000"))?;
    // Bolero runs it, which no other stage compiles; with the same inputs in every run, or a build would fail by chance.
    let asked = Fuzz { inputs: Some(2_000), seed: Some(1), ..Fuzz::default() };
    fuzz::run(tools.project, &asked)
}

fn docs(tools: &Tools, _: Runs) -> Result<()> {
    let line = "doc --no-deps --workspace --all-features";
    let mut command = tools.project.cargo(line);
    project::run(command.env("RUSTDOCFLAGS", "-D warnings"))
}

fn package(tools: &Tools, _: Runs) -> Result<()> {
    let script = tools.project.root().join(".ci/release");
    project::run(Command::new(script).arg("dry-run"))
}

fn wasm(tools: &Tools, _: Runs) -> Result<()> {
    let chromium = tools.browser(Browser::Chromium)?;
    let line = format!("test -p swizzle-web --target {WASM_TARGET}");
    let mut command = tools.project.cargo(&line);
    // The runner would take one of these before Chromium's.
    for name in ["GECKODRIVER", "SAFARIDRIVER", "MSEDGEDRIVER"] {
        command.env_remove(name).env_remove(format!("{name}_REMOTE"));
    }
    project::run(
        command
            .env_remove("CHROMEDRIVER_REMOTE")
            .envs([wasm::UNOPTIMIZED])
            .env("WASM_BINDGEN_USE_BROWSER", "1")
            .env("CHROMEDRIVER", &chromium.driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", browsers::write_capabilities(tools.project, chromium)?)
            // Seconds for all tests, and for the driver. The runner's own 20 and 5 are short for a machine that does other work
            // too.
            .env("WASM_BINDGEN_TEST_TIMEOUT", "600")
            .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60"),
    )
}

fn size(tools: &Tools, _: Runs) -> Result<()> {
    let (files, single) = page::build_both(tools.project, &tools.project.dist())?;
    // All that grew is told at once: a build takes minutes.
    let of_files = size::check(&files);
    of_files.and(size::check_single(single))
}

fn e2e(tools: &Tools, runs: Runs) -> Result<()> {
    let dist = tools.project.dist();
    if !tools.has_page {
        page::build_both(tools.project, &dist)?;
    }
    let server = Server::anywhere(&dist)?;
    println!("Serving the page at {}", server.url());
    let line = format!("test {NATIVE} --test e2e");
    let run = |skipped: &Path, browser: Browser| {
        println!("In {}:", browser.name());
        let ask = |tests: &[&str]| {
            let mut command = tools.project.cargo(&line);
            command
                .env("ATLAS_URL", server.url())
                .env("ATLAS_FILE", dist.join(single::NAME))
                .env("ATLAS_SKIPPED", skipped)
                .env("AXE", tools.axe()?)
                .args(["--", "--exact"])
                .args(tests);
            tools.browser(browser)?.tell(browser, &mut command);
            if runs == Runs::Everything {
                command.env("ATLAS_EXHAUSTIVE", "1");
            }
            project::failed_tests(&mut command).with_context(|| format!("in {}", browser.name()))
        };
        let failed = ask(&[])?;
        asked_again(tools, browser, &failed, ask)
    };
    tools.noting_skipped(|skipped| {
        // A failure in one browser does not stop the run in the other, whose result is worth knowing, too.
        let all = tools::tested(runs)?.into_iter();
        let results = all.map(|browser| run(skipped, browser));
        results.fold(Ok(()), Result::and)
    })
}

/// Asks the tests that failed once more, by themselves: what fails again fails; what passes now depends on how much else the
/// machine has to do, which is told at the end of the run.
fn asked_again(
    tools: &Tools,
    browser: Browser,
    failed: &[String],
    ask: impl FnOnce(&[&str]) -> Result<Vec<String>>,
) -> Result<()> {
    if failed.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = failed.iter().map(String::as_str).collect();
    println!("Once more, by themselves: {}", names.join(" "));
    let again = ask(&names)?;
    let browser = browser.name();
    ensure!(again.is_empty(), "failed twice in {browser}: {}", again.join(" "));
    for name in names {
        tools.note(format!("passed at the second time: {name} in {browser}"));
    }
    Ok(())
}
