//! The row of controls above the views.

use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

/// Lists the controls that another one covers.
const COVERED: &str = "
    const toolbar = document.querySelector('.toolbar');
    const controls = [...toolbar.querySelectorAll('button, select, .choice-option')].filter((one) => one.checkVisibility());
    if (controls.length < 8) return `only ${controls.length} controls`;
    return controls.filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return [left + 2, right - 2].some((x) => !one.contains(document.elementFromPoint(x, (top + bottom) / 2)));
    }).map((one) => one.ariaLabel ?? one.textContent).join('; ');
";

/// From a laptop to a large screen, with the words that explain cells and colours, and with those that explain a wrong read.
#[test]
fn no_control_of_the_toolbar_covers_another() -> Result<()> {
    let page = Page::open("")?;
    for (width, height) in [(1440, 900), (1800, 1000), (1920, 1080), (2560, 1300)] {
        page.resize(width, height, 1.0)?;
        for link in ["#/", "#/wgmma/4000000800010040?show=read"] {
            page.type_address(link)?;
            page.session()
                .wait_for(&format!("{link} in {width} × {height}"), |_| {
                    match page.text_of(COVERED)? {
                        covered if covered.is_empty() => Ok(Some(())),
                        covered => Err(Error::new(covered)),
                    }
                })?;
        }
    }
    Ok(())
}
