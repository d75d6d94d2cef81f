//! The loom on the screen; what it says is tested on the component, in `web/src/tests`.

use swizzle_tests::webdriver::Result;

use crate::page::Page;

/// Whether a loom is drawn, and no two of its names meet.
const NAMES_ARE_APART: &str = "
    const names = [...document.querySelectorAll('.learn-wires .words')].map((name) => name.getBoundingClientRect());
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3;
    return names.length > 2 && !names.some((a, at) => names.slice(at + 1).some((b) => meet(a, b)));";

#[test]
fn its_names_do_not_run_into_each_other() -> Result<()> {
    let page = Page::open("#/?")?;
    for link in [
        "#/learn/start-and-base-offset/2",
        "#/learn/start-and-base-offset/3",
        "#/learn/the-xor/1",
        "#/learn/the-xor/5",
        "#/learn/k-major/1",
    ] {
        page.type_address(link)?;
        page.session().wait_for(&format!("{link}: names apart"), |_| {
            let is = page.session().execute(NAMES_ARE_APART, &[])?;
            Ok(is.as_bool().filter(|is| *is))
        })?;
    }
    Ok(())
}
