//! Two layouts side by side.

use swizzle_core::reader::TwoLayouts;
use swizzle_core::{Coord, Spec, Swizzle};
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_text::{two_layouts_cell_text, two_layouts_rows, two_layouts_text};
use swizzle_view::Shown;
use swizzle_view::link::{link_from_pair, pair_with_itself};

use crate::page::{Page, state, url};

/// Counts, table and marks, as the page has them.
const LOOK: &str = "
    const texts = (css) => [...document.querySelectorAll(css)].map((node) => node.textContent);
    return {
        counts: texts('.compare-counts > p').filter((text) => /^(Whole|One)/.test(text)),
        rows: [...document.querySelectorAll('.compare-table tbody tr')]
            .map((row) => [...row.children].map((cell) => cell.textContent)),
        marked: [...document.querySelectorAll('.grid-differing')]
            .map((path) => (path.getAttribute('d').match(/M/g) ?? []).length),
        marksSame: [...document.querySelectorAll('.grid-right')].map((path) => path.getAttribute('d') !== ''),
        bits: texts('.compare-bits-row .is-differing').length / 2,
        cell: texts('.compare-cell')[0],
    }
";

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

fn spec(state: &Shown) -> Result<Spec> {
    state.spec().map_err(|fault| Error::new(fault.to_string()))
}

/// Waits until the page says of two states what the core says.
fn shows(page: &Page, first: &Shown, second: &Shown) -> Result<()> {
    let specs = [spec(first)?, spec(second)?];
    let reads = [0, 1].map(|at| specs[at].spec_from_read(specs[at].place()));
    let counts = [("Whole tile", &specs), ("One read", &reads)].map(|(what, pair)| {
        let [first, second] = [(0, 1), (1, 0)].map(|(here, there)| {
            let contrast = TwoLayouts::of(&pair[here], &pair[there]);
            contrast.map(two_layouts_text).unwrap_or_default()
        });
        if first == second {
            return format!("{what}: {first}.");
        }
        format!("{what}: of A, {first}; of B, {second}.")
    });
    let rows: Vec<[String; 3]> = two_layouts_rows(&specs[0], &specs[1])
        .into_iter()
        .map(|row| [row.name.into(), row.first, row.second])
        .collect();
    let descriptors = [0, 1].map(|at| specs[at].descriptor(specs[at].place()));
    let bits = match descriptors {
        [Ok(first), Ok(second)] => (first.raw() ^ second.raw()).count_ones(),
        _ => 0,
    };
    let link = link_from_pair(first, second);
    page.session().wait_for(&link, |session| {
        let look = session.execute(LOOK, &[])?;
        let expected = serde_json::json!({ "counts": counts, "rows": rows, "bits": bits });
        for (key, expected) in expected.as_object().into_iter().flatten() {
            if look[key] != *expected && look[key].as_f64() != expected.as_f64().filter(|_| true) {
                return Err(Error::new(format!(
                    "{key}: {} instead of {expected}",
                    look[key]
                )));
            }
        }
        if page.link()? != link {
            return Err(Error::new(format!("the address is {}", page.link()?)));
        }
        Ok(Some(()))
    })
}

#[test]
fn both_are_shown_with_what_differs() -> Result<()> {
    for (first, second) in [
        ("#/wgmma/4000004000010040", "#/wgmma/8000002000010040"),
        ("#/figure/157", "#/figure/158"),
        ("#/figure/157", "#/figure/157"),
        (
            "#/wgmma/4000004000010040?mn=4",
            "#/tcgen05/4000404000010080?mn=8&element=e4m3",
        ),
    ] {
        let (first, second) = (state(first), state(second));
        let page = open(&link_from_pair(&first, &second))?;
        shows(&page, &first, &second)?;
        // Tiles this small are in view as a whole.
        let specs = [spec(&first)?, spec(&second)?];
        for (here, views) in [(0, [0, 1]), (1, [2, 3])] {
            let both_ways =
                [(0, 1), (1, 0)].map(|(here, there)| TwoLayouts::of(&specs[here], &specs[there]));
            // Above half differing, what agrees is marked instead.
            let marks_same = both_ways
                .iter()
                .flatten()
                .any(|found| found.is_mostly_elsewhere());
            if let Some(whole) = both_ways[here].filter(|whole| whole.units <= 64) {
                let elsewhere = if marks_same { 0 } else { whole.elsewhere };
                let has_same = marks_same && whole.elsewhere < whole.units;
                page.session().wait_for("the marks", |session| {
                    let look = session.execute(LOOK, &[])?;
                    let (marked, same) = (&look["marked"], &look["marksSame"]);
                    if views
                        .iter()
                        .all(|view| marked[view] == elsewhere && same[view] == has_same)
                    {
                        return Ok(Some(()));
                    }
                    Err(Error::new(format!(
                        "{marked} and {same}, not {elsewhere} each"
                    )))
                })?;
            }
        }
        assert_eq!(page.session().console_errors()?, [""; 0]);
    }
    Ok(())
}

#[test]
fn an_edit_of_one_goes_into_the_link_of_both() -> Result<()> {
    // Derived descriptors: a given one would stay what it is.
    let first = Shown::default();
    let page = open(&pair_with_itself("#/"))?;
    shows(&page, &first, &first)?;
    page.choose("Swizzle", "64B")?;
    let mut second = first;
    second.said.tile.swizzle = Some(Swizzle::B64);
    shows(&page, &first, &second)?;

    page.press("Swap")?;
    shows(&page, &second, &first)?;
    page.press("Copy A to B")?;
    shows(&page, &second, &second)?;
    page.press("Undo")?;
    shows(&page, &second, &first)?;
    page.session()
        .execute("document.activeElement.blur()", &[])?;
    page.session().chord(&[keys::CONTROL, keys::SHIFT, "z"])?;
    shows(&page, &second, &second)?;
    page.session().chord(&[keys::CONTROL, "z"])?;
    shows(&page, &second, &first)?;
    // The first one's parameters.
    page.press("A")?;
    page.choose("Swizzle", "32B")?;
    let mut changed = second;
    changed.said.tile.swizzle = Some(Swizzle::B32);
    shows(&page, &changed, &first)?;

    let link = page.link()?;
    page.session().refresh()?;
    shows(&page, &changed, &first)?;
    assert_eq!(page.link()?, link);
    Ok(())
}

#[test]
fn the_cursor_of_one_is_that_of_the_other() -> Result<()> {
    let (first, second) = (
        state("#/wgmma/4000004000010040"),
        state("#/wgmma/8000002000010040"),
    );
    let page = open(&link_from_pair(&first, &second))?;
    let views = page.session().find_all(".grid-scroller")?;
    let handle = views[2].handle();
    page.session().execute(
        "arguments[0].scrollIntoView(); arguments[0].focus()",
        &[handle],
    )?;
    for key in [keys::RIGHT, keys::DOWN, keys::ENTER] {
        page.session().chord(&[key])?;
    }
    let at = Coord { mn: 1, k: 8 };
    let words = two_layouts_cell_text(&spec(&first)?, &spec(&second)?, at);
    page.session().wait_for(&words, |session| {
        let look = session.execute(LOOK, &[])?;
        if look["cell"] == *words {
            return Ok(Some(()));
        }
        Err(Error::new(look["cell"].to_string()))
    })?;
    let hovered = page.session().find_all(".grid-hovered")?.len();
    let pinned = page.session().find_all(".grid-pinned")?.len();
    assert_eq!((hovered, pinned), (4, 4));
    Ok(())
}

/// A pin in the second half of a link is one of both, and goes like any other.
#[test]
fn there_is_one_pin_for_both() -> Result<()> {
    let page = open("#/compare/figure/157/with/wgmma/8000002000010040?cell=1,8")?;
    let pins = |count: usize| {
        page.session()
            .wait_for(&format!("{count} pins"), |session| {
                let pins = session.find_all(".grid-pinned")?.len();
                Ok((pins == count).then_some(()))
            })
    };
    pins(4)?;
    page.session()
        .execute("document.querySelector('.grid-scroller').focus()", &[])?;
    page.session().chord(&[keys::ESCAPE])?;
    pins(0)
}

#[test]
fn the_atlas_puts_its_layout_beside_itself() -> Result<()> {
    let link = "#/wgmma/8000002000010040?k=32";
    let page = Page::open(link)?;
    page.session().find_xpath("//a[.='Compare']")?.click()?;
    let state = state(link);
    shows(&page, &state, &state)?;
    page.session().back()?;
    page.shows(&state)?;
    Ok(())
}

#[test]
fn a_descriptor_can_be_pasted_into_either() -> Result<()> {
    let page = open(&pair_with_itself("#/wgmma/4000004000010040"))?;
    let put = |text: &str| {
        page.session().find("#paste")?.click()?;
        page.session().execute(
            "document.activeElement.select(); document.execCommand('insertText', false, arguments[0])",
            &[text.into()],
        )
    };
    put("0x8000002000010080")?;
    let second = state("#/wgmma/8000002000010080?show=read");
    // The other shows its read then, too.
    shows(&page, &state("#/wgmma/4000004000010040?show=read"), &second)?;
    page.press("A")?;
    put("0x4000404000010040")?;
    shows(
        &page,
        &state("#/tcgen05/4000404000010040?show=read"),
        &second,
    )
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
