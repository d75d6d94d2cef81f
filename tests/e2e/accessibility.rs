//! What axe-core finds wrong for people who read a screen with their ears, their fingers or a magnifier. Any violation of
//! any rule of WCAG's levels A and AA, or of good practice, counts.

use std::{env, fs};

use serde_json::{Value, json};
use swizzle_tests::is_exhaustive;
use swizzle_tests::webdriver::{Error, Result};

use crate::cases::{Case, cases};
use crate::page::Page;

/// The tags of the rules that a page must keep. Rules that are off unless their tag is asked for, that of the size of targets
/// among them, are on.
const ALL: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// The rules that ask for colours: in the other theme the rest would see the same page once more.
const OF_COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// Audits the page, and says what is wrong where, one line for each element.
const AUDIT: &str = "
    const [runOnly, done] = arguments;
    axe.run(document, { runOnly, resultTypes: ['violations'] }).then(({ violations }) => done(
        violations.flatMap(({ id, impact, help, nodes }) => nodes.map(({ target, any, all, none }) => {
            const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
            return `${id} (${impact}): ${help}: ${target.flat().join(' ')}: ${why}`;
        }))), fault => done([`axe-core failed: ${fault}`]));
";

/// The auditor's own script.
fn axe() -> Result<String> {
    let path = env::var("AXE")
        .map_err(|_| Error::new("AXE does not say where axe.min.js is: run `cargo xtask test --only e2e`"))?;
    fs::read_to_string(&path).map_err(|fault| Error::new(format!("cannot read {path}: {fault}")))
}

/// What is wrong on the page in its current state, by rules with some tags or names.
fn audited(page: &Page, rules: &[&str]) -> Result<Vec<String>> {
    let found = page.session().execute_async(AUDIT, &[json!(rules)])?;
    let lines = found.as_array().ok_or_else(|| Error::new(format!("axe-core returned {found}")))?;
    let words = |line: &Value| line.as_str().unwrap_or_default().to_owned();
    Ok(lines.iter().map(words).collect())
}

/// What is wrong on any screen in either theme, the system's as well, which the embedded figure follows. All that comes is there before an
/// audit: what is wrong then stays wrong.
#[test]
fn no_rule_is_violated_on_any_page() -> Result<()> {
    let axe = axe()?;
    let page = Page::new()?;
    let mut violations = Vec::new();
    for Case { name, steps } in cases(include_str!("cases/screens.txt")) {
        for step in &steps {
            page.takes(step).map_err(|fault| Error::new(format!("{name}, {step}: {fault}")))?;
        }
        page.session().execute(&axe, &[])?;
        let mut audit = |rules: &[&str], theme: &str| -> Result<()> {
            page.does(&format!("has html[data-theme={theme}]"))?;
            page.settles()?;
            let wrong = audited(&page, rules)?;
            violations.extend(wrong.iter().map(|line| format!("{name}, {theme}: {line}")));
            Ok(())
        };
        audit(&ALL, "light")?;
        // A phone has the colours of a desk.
        if is_exhaustive() || steps[0].what != "360 640 3" {
            page.does("system dark\nother-tab theme = dark")?;
            audit(&OF_COLOURS, "dark")?;
            page.does("system light\nother-tab theme = light")?;
        }
    }
    if violations.is_empty() {
        return Ok(());
    }
    Err(Error::new(format!("{} violations\n{}", violations.len(), violations.join("\n"))))
}

/// Or an auditor that finds nothing would say nothing.
#[test]
fn a_violation_is_found() -> Result<()> {
    let axe = axe()?;
    let page = Page::open("#/?")?;
    page.session().execute("document.querySelector('main').append(document.createElement('button'))", &[])?;
    page.session().execute(&axe, &[])?;
    let found = audited(&page, &ALL)?.join("\n");
    assert!(found.contains("button-name"), "{found}");
    page.session().execute("document.querySelector('h1').style.color = 'rgb(200, 200, 200)'", &[])?;
    let found = audited(&page, &OF_COLOURS)?.join("\n");
    assert!(found.contains("color-contrast"), "{found}");
    Ok(())
}
