//! Two layouts side by side as they stand on the screen; what is said of them is asked of the component, in `web/src/tests`.

use swizzle_tests::webdriver::Result;

use crate::page::{Page, url};

fn open(link: &str) -> Result<Page> {
    let page = Page::open("")?;
    page.session().goto("about:blank")?;
    page.session().goto(&format!("{}{link}", url()?))?;
    page.session().wait_until(
        "both",
        // The parameters come with their style.
        "return document.querySelector('.page-panel .number') && document.querySelectorAll('.compare-side .grid-numbers')[3]",
    )?;
    Ok(page)
}

/// What is wrong with how the two are drawn: cells of one larger than the other's, a view that is not seen or not in its place, a
/// caption that is cut, a value of the strip that is seen in part, and how far down the first cell is.
const UNLIKE: &str = "
    const box = (element) => element.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)];
    const canvases = all('.compare-side .view canvas');
    const cells = canvases.map((canvas) => [canvas.width, canvas.height, box(canvas)]);
    const sizes = cells.map(([columns, rows, { width, height }]) => `${Math.round(width / columns)} by ${Math.round(height / rows)}`);
    const wrong = [];
    if (cells.length !== 4 || new Set(sizes).size > 1) wrong.push(`cells of ${sizes}`);
    if (canvases.some((canvas) => getComputedStyle(canvas).visibility === 'hidden')) wrong.push('a view that is not seen');
    const tops = cells.map(([, , { top }]) => Math.round(top));
    const [a, am, b, bm] = cells.map(([, , { left }]) => left);
    if (innerWidth >= 1200 && (new Set(tops).size > 1 || !(a < b && b < am && am < bm))) wrong.push(`cells at ${tops}`);
    if (innerWidth >= 1000 && (tops[0] !== tops[2] || tops[1] !== tops[3])) wrong.push(`cells at ${tops}`);
    const past = canvases.map((canvas) => Math.round(box(canvas).right - box(canvas.closest('.grid-scroller')).right));
    if (past.some((out) => out > 0)) wrong.push(`columns that are cut by ${past}`);
    if (tops[0] > (innerWidth >= 1000 ? 430 : 440)) wrong.push(`the first cell at ${tops[0]}`);
    const strip = document.querySelector('.compare-strip');
    const { top, bottom } = box(strip);
    if (bottom - top > 48) wrong.push(`a strip of ${bottom - top}`);
    for (const value of strip.children) {
        const place = box(value);
        if (place.top < bottom - 1 && place.bottom > bottom + 1 || place.top < top - 1) wrong.push(value.textContent);
    }
    for (const words of all('.compare-side .view-title small, .compare-head > *')) {
        if (words.scrollWidth > words.clientWidth + 1 && words.clientWidth) wrong.push(words.textContent);
    }
    // What is left of a number that is cut is another number.
    for (const words of all('.compare-side .arrow text')) {
        if (words.getBoundingClientRect().right > words.closest('.view').getBoundingClientRect().right) wrong.push(words.textContent);
    }
    // A unit's number needs less room than an element's two: it is not as small.
    for (const numbers of all('.compare-side [aria-label^=\"Matrix\"] .grid-numbers')) {
        if (numbers.textContent.trim() && parseFloat(getComputedStyle(numbers).fontSize) < 9) wrong.push('small numbers');
    }
    return wrong.join()";

#[test]
fn both_are_drawn_as_large_and_said_whole() -> Result<()> {
    for link in [
        "#/compare/figure/157/with/wgmma/8000002000010040",
        "#/compare/figure/157/with/figure/158",
        "#/compare/wgmma?mn=64&k=64/with/wgmma?mn=64&k=64&swizzle=64B",
    ] {
        let page = open(link)?;
        for (width, height) in [
            (1920, 1080),
            (1440, 900),
            (1280, 720),
            (1024, 768),
            (390, 844),
        ] {
            page.resize(width, height, 1.0)?;
            page.has_nothing_wrong(&format!("{link} at {width}"), UNLIKE)?;
        }
    }
    Ok(())
}
