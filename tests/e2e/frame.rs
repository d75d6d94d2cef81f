//! One frame: title, verdict and left edge are in the same place on every page, and cells are squares.

use serde_json::Value;
use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

/// Width and height in CSS pixels.
const SIZES: [(u32, u32); 4] = [(1440, 900), (1920, 1080), (1024, 768), (390, 844)];

/// Pages with parameters at their left, and what is there once each is drawn.
const WITH_PANEL: [(&str, &str); 9] = [
    ("#/wgmma?mn=128", ".descriptor"),
    ("#/build/wgmma?mn=128&k=64", ".build canvas"),
    ("#/support", ".support-table"),
    ("#/kernel?try=k-advance", ".kernel-row"),
    ("#/memory/dump?example=right", "[data-verdict]"),
    ("#/memory/tma?swizzle=128B", "[data-verdict]"),
    ("#/memory/lanes?layout=128B", "[data-verdict]"),
    ("#/scale?kind=mxf4", ".scale-page canvas"),
    ("#/tensor-memory?kind=f16&m=64", ".tensor-page canvas"),
];

/// And those without.
const WITHOUT_PANEL: [(&str, &str); 5] = [
    ("#/learn", ".learn-card"),
    ("#/learn/the-xor/1", ".learn-ask"),
    ("#/glossary", ".glossary-entry"),
    ("#/kernel", ".kernel-card"),
    ("#/journey?scene=3", ".journey-picture"),
];

/// Two layouts.
const PAIR: (&str, &str) = ("#/compare/figure/157/with/figure/158", "[data-verdict]");

/// Where the title is, how large it is, and what is wrong: a verdict outside of its row, cells that are not about square.
const PLACES: &str = "
    const titles = [...document.querySelectorAll('h1')].filter((title) => title.checkVisibility());
    if (titles.length !== 1) return { wrong: `${titles.length} titles` };
    const [title] = titles;
    const at = title.getBoundingClientRect();
    const { fontSize, fontWeight } = getComputedStyle(title);
    const verdict = document.querySelector('[data-verdict]');
    const row = title.parentElement.getBoundingClientRect();
    const mine = verdict?.getBoundingClientRect();
    const cells = [...document.querySelectorAll('canvas[data-cell-width]')].filter((one) => one.checkVisibility());
    const shape = ({ dataset: { cellWidth: x, cellHeight: y } }) => x / y >= 1 && x / y <= 4 / 3 + 0.05 && x <= 56;
    const flat = cells.filter((one) => !shape(one)).map(({ dataset }) => `${dataset.cellWidth} × ${dataset.cellHeight}`);
    const wrong = [
        ...flat.map((size) => `cells of ${size}`),
        ...(mine && (mine.bottom > row.bottom + 1 || mine.top < row.top - 1) ? ['the verdict leaves the row of the title'] : []),
    ].join('; ');
    return { left: Math.round(at.left), top: Math.round(at.top + at.height / 2), font: `${fontSize} ${fontWeight}`, wrong };";

fn place(page: &Page, (address, part): (&str, &str)) -> Result<(Value, Value)> {
    page.type_address(address)?;
    let is_there = format!("return document.querySelector('{part}')");
    page.session().wait_until(address, &is_there)?;
    page.session().wait_for(address, |session| {
        let found = session.execute(PLACES, &[])?;
        if found["wrong"] == "" && found["font"] == "15px 600" {
            return Ok(Some((found["left"].clone(), found["top"].clone())));
        }
        Err(Error::new(format!("it is {found}")))
    })
}

/// Whether titles are level. On a phone a verdict has a line of its own, which makes the row higher.
fn is_level(one: &Value, other: &Value, width: u32) -> bool {
    let of = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    (of(one) - of(other)).abs() <= if width < 1000 { 8.0 } else { 0.0 }
}

#[test]
fn title_verdict_and_left_edge_stand_at_one_place() -> Result<()> {
    let page = Page::open("#/wgmma?mn=128")?;
    for (width, height) in SIZES {
        page.resize(width, height, 1.0)?;
        for pages in [&WITH_PANEL[..], &WITHOUT_PANEL[..]] {
            let first = place(&page, pages[0])?;
            for other in &pages[1..] {
                let found = place(&page, *other)?;
                assert_eq!(found.0, first.0, "{} in {width} × {height}", other.0);
                assert!(
                    is_level(&found.1, &first.1, width),
                    "{} in {width} × {height}",
                    other.0
                );
            }
            // Four pictures side by side want the width between: there the margin is smaller.
            let pair = place(&page, PAIR)?;
            assert!(
                is_level(&pair.1, &first.1, width),
                "{} in {width} × {height}",
                PAIR.0
            );
        }
    }
    Ok(())
}

/// The parts of Memory are one row of links at one place on all its pages, at every width, and no link is cut.
#[test]
fn the_parts_of_memory_are_at_one_place() -> Result<()> {
    const PARTS: [(&str, &str); 5] = [
        ("#/memory/lanes?layout=64B", ".lanes-duel"),
        ("#/memory/dump?example=right", ".dump canvas"),
        ("#/memory/tma?swizzle=128B", ".tma-pictures"),
        ("#/scale?kind=mxf4", ".scale-page canvas"),
        ("#/tensor-memory?kind=f16&m=64", ".tensor-page canvas"),
    ];
    let page = Page::open("#/wgmma?mn=128")?;
    for (width, height) in SIZES {
        page.resize(width, height, 1.0)?;
        let mut first = None;
        for (address, part) in PARTS {
            page.type_address(address)?;
            let is_there = format!("return document.querySelector('{part}')");
            page.session().wait_until(address, &is_there)?;
            let places = "
                const head = document.querySelector('.heading').getBoundingClientRect();
                const all = [...document.querySelectorAll('.framed-parts')].filter((one) => one.checkVisibility());
                const links = [...(all[0]?.children ?? [])].map((one) => one.getBoundingClientRect());
                const isCut = links.some(({ right }) => right > innerWidth);
                return [all.length, ...links.map(({ left, top }) => `${Math.round(left)},${Math.round(top - head.bottom)}`), isCut].join(' ')";
            let found = page.text_of(places)?;
            let first = first.get_or_insert_with(|| found.clone());
            assert_eq!(found, *first, "{address} in {width} × {height}");
            assert!(
                found.starts_with("1 ") && found.ends_with("false"),
                "{found}"
            );
        }
    }
    Ok(())
}

/// On a phone the builder has the picture of memory under a switch, and all of a read in the width of the table.
#[test]
fn a_phone_shows_memory_and_reads_of_the_builder() -> Result<()> {
    let page = Page::open("#/wgmma?mn=128")?;
    page.resize(390, 844, 1.0)?;
    page.type_address("#/build/wgmma?element=bf16&mn=128&k=64")?;
    let seen = |matrix: bool| {
        format!(
            "const views = [...document.querySelectorAll('.build-picture .view')].map((one) => one.checkVisibility());
            return views.join() === '{matrix},true,{}'",
            !matrix
        )
    };
    page.session().wait_until("the matrix", &seen(true))?;
    page.press("Memory")?;
    page.session().wait_until("memory", &seen(false))?;
    let is_whole = "
        const { scrollWidth, clientWidth } = document.querySelector('.build-reads .table-scroll');
        return scrollWidth <= clientWidth";
    page.session().wait_until("the table", is_whole)?;
    page.press("Matrix")?;
    page.session().wait_until("the matrix again", &seen(true))?;
    // The names of all regions of tensor memory, whose map has no room for them.
    page.type_address("#/tensor-memory?kind=mxf4nvf4")?;
    let names = "
        const legend = document.querySelector('.tensor-legend');
        return legend?.checkVisibility() && ['D', 'SFA', 'SFB', 'A'].every((name, at) => legend.children[at].querySelector('b').textContent === name)";
    page.session().wait_until("the names of regions", names)?;
    Ok(())
}

/// A page that scrolls has a bar of the browser's at its right; what is in the page's own bar stays where it is.
#[test]
fn the_bar_stays_beside_a_scroll_bar() -> Result<()> {
    let page = Page::open("#/wgmma?mn=128")?;
    page.resize(1440, 900, 1.0)?;
    let tools = |link: &str, part: &str| {
        page.type_address(link)?;
        let there = format!("return document.querySelector('{part}')");
        page.session().wait_until(link, &there)?;
        let script = "
            const last = [...document.querySelectorAll('.bar-tools button')].at(-1).getBoundingClientRect();
            const { scrollWidth, clientWidth } = document.scrollingElement;
            return `${Math.round(last.left)} ${scrollWidth <= clientWidth}`";
        page.text_of(script)
    };
    let atlas = tools("#/wgmma?mn=128", ".descriptor")?;
    assert!(atlas.ends_with("true"), "{atlas}");
    for (link, part) in [
        ("#/glossary", ".glossary-entry"),
        ("#/build/wgmma?mn=256&k=64", ".build canvas"),
    ] {
        assert_eq!(tools(link, part)?, atlas, "{link}");
    }
    Ok(())
}
