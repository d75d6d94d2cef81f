//! Two layouts side by side on the screen; what is said of them is tested on the component, in `web/src/tests`.

use swizzle_tests::webdriver::Result;

use crate::page::{Page, url};

fn open(link: &str) -> Result<Page> {
    let page = Page::open("#/?")?;
    page.session().goto("about:blank")?;
    page.session().goto(&format!("{}{link}", url()?))?;
    page.session()
        .wait_until("both", "return document.querySelectorAll('.compare-side canvas').length === 2")?;
    Ok(page)
}

/// What is wrong with how the two are drawn: cells of one larger than the other's, squares that are not squares or not beside
/// each other, words that are cut, bits that are not under each other.
const UNLIKE: &str = "
    const box = (element) => element.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const isPhone = innerWidth < 720;
    const wrong = [];
    const squares = all('.compare-side canvas').map(box);
    if (squares.length !== (isPhone ? 1 : 2)) wrong.push(`${squares.length} squares`);
    const sizes = squares.map(({ width, height }) => [Math.round(width), Math.round(height)]);
    if (new Set(sizes.map(String)).size > 1 || sizes.some(([width, height]) => width !== height)) wrong.push(`squares of ${sizes.join(' and ')}`);
    if (!isPhone && (squares[0].top !== squares[1].top || squares[0].right > squares[1].left)) wrong.push('squares that are not beside each other');
    if (squares.some(({ right }) => right > innerWidth)) wrong.push('columns that are cut');
    for (const words of all('.compare-head code')) {
        if (words.scrollWidth > words.clientWidth + 1 && words.clientWidth) wrong.push(words.textContent);
    }
    for (const field of all('.compare-bits .field-bits > :first-child')) {
        const lefts = [...field.children].map((row) => [...row.children].map((bit) => Math.round(box(bit).left)).join());
        if (lefts.length !== 2) wrong.push(`${lefts.length} rows of bits`);
        if (lefts[0] !== lefts[1]) wrong.push('bits that are not under each other');
    }
    return wrong.join('; ')";

#[test]
fn both_are_drawn_as_large_and_said_whole() -> Result<()> {
    for link in [
        "#/compare/figure/157/with/wgmma/8000002000010040",
        "#/compare/figure/157/with/figure/158",
        "#/compare/wgmma/4000004000010040/with/wgmma/4000000800010040",
        "#/compare/wgmma?mn=64&k=64/with/wgmma?mn=64&k=64&swizzle=64B",
        "#/compare/wgmma/4000004000010040/with/tcgen05/4000404000010040",
    ] {
        let page = open(link)?;
        for (width, height) in [(1920, 1080), (1440, 900), (1280, 720), (1024, 768), (390, 844)] {
            page.resize(width, height, 1.0)?;
            page.has_nothing_wrong(&format!("{link} at {width}"), UNLIKE)?;
        }
    }
    Ok(())
}

/// On a phone one of the two is seen at a time, in the same place.
#[test]
fn a_phone_shows_one_at_a_time() -> Result<()> {
    let page = open("#/compare/figure/157/with/figure/158")?;
    page.resize(390, 844, 1.0)?;
    let seen = |name: &str| {
        format!(
            "const seen = [...document.querySelectorAll('.compare-side')].filter((side) => side.checkVisibility());
            return seen.length === 1 && seen[0].ariaLabel === '{name}'"
        )
    };
    page.session().wait_until("B alone", &seen("B"))?;
    page.press("A")?;
    page.session().wait_until("A alone", &seen("A"))?;
    Ok(())
}
