//! The stages of `cargo xtask test`, cheapest first.

use anyhow::{Context as _, Result};
use swizzle_tests::webdriver::Browser;

use crate::fuzz::{self, Fuzz};
use crate::page::{self, Purpose};
use crate::project::{self, WASM_TARGET};
use crate::server::Server;
use crate::tools::{self, Need, Tools};
use crate::{browsers, size};

/// One stage.
pub(crate) struct Stage {
    /// What `--only` calls it.
    pub(crate) name: &'static str,
    /// What it checks.
    pub(crate) what: &'static str,
    /// What it has to do with the finished page.
    pub(crate) page: Page,
    /// What it needs from outside of the repository.
    pub(crate) needs: &'static [Need],
    /// Runs it, with all output passed through.
    pub(crate) run: fn(&Tools) -> Result<()>,
}

/// What a stage has to do with the finished page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Page {
    /// Nothing.
    Unused,
    /// It leaves a core free, on which the page is compiled for a stage that comes.
    Beside,
    /// It builds it.
    Built,
}

/// All stages, in order.
pub(crate) static STAGES: [Stage; 10] = [
    Stage {
        name: "fmt",
        what: "every file is as rustfmt writes it",
        page: Page::Unused,
        needs: &[],
        run: fmt,
    },
    Stage {
        name: "clippy",
        what: "no lint fires in what runs on this machine, nor in the page",
        page: Page::Unused,
        needs: &[],
        run: clippy,
    },
    Stage {
        name: "native",
        what: "plain `cargo test`, the program, what of the page needs no browser, and the tests of the tools",
        page: Page::Unused,
        needs: &[],
        run: native,
    },
    Stage {
        name: "laws",
        what: "every law once more, for every address",
        page: Page::Unused,
        needs: &[],
        run: laws,
    },
    Stage {
        name: "fuzz",
        what: "every reader fed for some seconds with inputs that nobody would write",
        page: Page::Beside,
        needs: &[],
        run: fuzz,
    },
    Stage {
        name: "docs",
        what: "every item is documented and every link in the documents leads somewhere",
        page: Page::Unused,
        needs: &[],
        run: docs,
    },
    Stage {
        name: "package",
        what: "the crate is packed as it would be published, and builds from that alone",
        page: Page::Unused,
        needs: &[],
        run: package,
    },
    Stage {
        name: "wasm",
        what: "what the page draws, in headless Chromium",
        page: Page::Unused,
        needs: &[Need::Chromium],
        run: wasm,
    },
    Stage {
        name: "size",
        what: "the finished page keeps to its limit",
        page: Page::Built,
        needs: &[],
        run: size,
    },
    Stage {
        name: "e2e",
        what: "the finished page as a visitor uses it, in Chromium and Firefox, with axe-core's audit of every screen",
        page: Page::Built,
        needs: &[Need::Browsers, Need::Axe],
        run: e2e,
    },
];

/// Runs cargo with the words of a line.
fn cargo(tools: &Tools, line: &str) -> Result<()> {
    project::run(&mut tools.project.cargo(line.split_whitespace()))
}

fn fmt(tools: &Tools) -> Result<()> {
    cargo(tools, "fmt --all --check")?;
    cargo(
        tools,
        "fmt --manifest-path tests/fuzz/Cargo.toml -- --check",
    )
}

fn clippy(tools: &Tools) -> Result<()> {
    cargo(
        tools,
        "clippy -p swizzle-core -p swizzle-learn -p swizzle-tests -p xtask --all-features --all-targets -- -D warnings",
    )?;
    cargo(
        tools,
        &format!(
            "clippy -p swizzle-web --target {WASM_TARGET} --all-features --all-targets -- -D warnings"
        ),
    )?;
    let mut of_fuzz = tools
        .project
        .cargo(["clippy", "--manifest-path", "tests/fuzz/Cargo.toml"]);
    of_fuzz.arg("--target-dir").arg(tools.project.target());
    project::run(of_fuzz.args(["--all-targets", "--", "-D", "warnings"]))
}

fn native(tools: &Tools) -> Result<()> {
    cargo(tools, "test")?;
    // What plain `cargo test` leaves out: the program.
    cargo(
        tools,
        "test -p swizzle-core --all-features --bins --test cli",
    )?;
    cargo(tools, "test -p swizzle-web")?;
    // Under the profile that this tool itself was built with, or all its dependencies would be built again.
    cargo(tools, "test -p xtask --profile dev")
}

fn laws(tools: &Tools) -> Result<()> {
    // Those of the tests that look at the variable; the stage before has built them.
    let mut command = tools
        .project
        .cargo(["test", "--test", "laws", "--test", "repairs"]);
    project::run(command.env("ATLAS_EXHAUSTIVE", "1"))
}

fn fuzz(tools: &Tools) -> Result<()> {
    // The same inputs in every run, or a build would fail by chance. A minute for all of them on one core.
    let asked = Fuzz {
        counted: Some(20_000),
        ..Fuzz::default()
    };
    fuzz::run(tools.project, &asked)
}

fn docs(tools: &Tools) -> Result<()> {
    let host =
        "doc --no-deps -p swizzle-core -p swizzle-learn -p swizzle-tests -p xtask --all-features"
            .to_owned();
    // For the target that it is written for: the host build of its dependencies serves nothing else.
    let page = format!("doc --no-deps -p swizzle-web --target {WASM_TARGET} --all-features");
    for line in [host, page] {
        project::run(
            tools
                .project
                .cargo(line.split_whitespace())
                .env("RUSTDOCFLAGS", "-D warnings"),
        )?;
    }
    Ok(())
}

fn package(tools: &Tools) -> Result<()> {
    // At a desk the work in progress is packed.
    cargo(tools, "package -p swizzle-core --allow-dirty")
}

fn wasm(tools: &Tools) -> Result<()> {
    let chromium = tools.browser(Browser::Chromium)?;
    let line = format!("test -p swizzle-web --target {WASM_TARGET}");
    let mut command = tools.project.cargo(line.split_whitespace());
    // The runner would take one of these before Chromium's.
    for name in ["GECKODRIVER", "SAFARIDRIVER", "MSEDGEDRIVER"] {
        command
            .env_remove(name)
            .env_remove(format!("{name}_REMOTE"));
    }
    project::run(
        command
            .env_remove("CHROMEDRIVER_REMOTE")
            .env("WASM_BINDGEN_USE_BROWSER", "1")
            .env("CHROMEDRIVER", &chromium.driver)
            .env(
                "WASM_BINDGEN_TEST_WEBDRIVER_JSON",
                browsers::write_capabilities(tools.project, chromium)?,
            )
            // Seconds. The runner's own 20 and 5 are short for a machine that does other work too.
            .env("WASM_BINDGEN_TEST_TIMEOUT", "180")
            .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60"),
    )
}

fn size(tools: &Tools) -> Result<()> {
    let page = page::build(tools.project, &tools.project.dist(), &Purpose::ANYWHERE)?;
    size::check(&page)
}

fn e2e(tools: &Tools) -> Result<()> {
    let dist = tools.project.dist();
    page::build(tools.project, &dist, &Purpose::ANYWHERE)?;
    let server = Server::start(&dist, Server::listen(0)?)?;
    println!("Serving the page at {}", server.url());
    let line = "test -p swizzle-tests --features browser --test e2e";
    let mut result = Ok(());
    let mut has_audit = false;
    for browser in tools::tested()? {
        println!("In {}:", browser.name());
        let mut command = tools.project.cargo(line.split_whitespace());
        command
            .env("ATLAS_URL", server.url())
            .env("AXE", tools.axe()?);
        tools.browser(browser)?.tell(browser, &mut command);
        if has_audit {
            // The auditor reads names, roles and colours off the document: in another browser it would say the same.
            command.args(["--", "--skip", "accessibility::"]);
        }
        has_audit = true;
        // What fails in one browser is worth knowing of the other.
        result = result
            .and(project::run(&mut command).with_context(|| format!("in {}", browser.name())));
    }
    result
}
