//! From a phone to a wide screen.

use swizzle_core::shown_from_link;
use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

/// Width and height in CSS pixels, and pixels of the screen for each: the last is a 1440 pixel screen at 200 %.
const SIZES: [(u32, u32, f64); 6] = [
    (320, 640, 1.0),
    (390, 844, 3.0),
    (768, 1024, 2.0),
    (1440, 900, 1.0),
    (1920, 1080, 1.0),
    (720, 450, 2.0),
];

/// The start, elements side by side, a large tile, a pinned cell, a notice with a long word, no picture.
const LINKS: [&str; 6] = [
    "#/",
    "#/figure/165",
    "#/tcgen05/4000404000010040?element=e3m2&cells=elements&mn=4096&k=4096&start=0x3fff0",
    "#/wgmma/4000004000010040?element=tf32&major=MN&number=bank&cell=8,3",
    "#/wgmma/4000004000010040?anunknownkeyofmorelettersthanfitintoalineofaphoneandthensome=1&k=128",
    "#/tcgen05/6000404000010040",
];

/// Says what sticks out of the page to the right, if it can be scrolled there.
const STICKING_OUT: &str = "
    const page = document.scrollingElement;
    if (page.scrollWidth <= page.clientWidth) return '';
    const out = [...document.querySelectorAll('body *')].filter(element => {
        const place = element.getBoundingClientRect();
        return place.width > 0 && place.right > page.clientWidth && element.children.length === 0;
    });
    return `${page.scrollWidth} pixels: ` + out.slice(0, 5)
        .map(element => `${element.tagName}.${element.getAttribute('class')} “${element.textContent.slice(0, 40)}”`);
";

fn fits(page: &Page, what: &str) -> Result<()> {
    page.session().wait_for(&format!("{what} to fit"), |_| {
        let sticking_out = page.text_of(STICKING_OUT)?;
        if sticking_out.is_empty() {
            return Ok(Some(()));
        }
        Err(Error::new(sticking_out))
    })
}

#[test]
fn nothing_sticks_out_at_any_width() -> Result<()> {
    let page = Page::open("")?;
    for (width, height, scale) in SIZES {
        page.resize(width, height, scale)?;
        for link in LINKS {
            page.type_address(link)?;
            page.shows(&shown_from_link(link).shown)?;
            fits(&page, &format!("{link} in {width} × {height}"))?;
        }
        page.press("Figures")?;
        fits(&page, &format!("the gallery in {width} × {height}"))?;
        page.press("Close")?;
        page.press("Share…")?;
        let is_there = "return document.querySelector('.share-text')";
        page.session().wait_until("the dialog", is_there)?;
        fits(&page, &format!("what is shared in {width} × {height}"))?;
        page.press("Close")?;
        page.type_address("#/compare/figure/157/with/figure/158")?;
        let is_there = "return document.querySelector('.compare-sides')";
        page.session().wait_until("both", is_there)?;
        fits(&page, &format!("two layouts in {width} × {height}"))?;
        for (address, part) in [
            ("#/build/tcgen05?mn=128", ".build-bits"),
            ("#/support", ".build-table"),
            ("#/memory", "textarea"),
        ] {
            page.type_address(address)?;
            let is_there = format!("return document.querySelector('{part}')");
            page.session().wait_until(address, &is_there)?;
            fits(&page, &format!("{address} in {width} × {height}"))?;
        }
        page.type_address("#/")?;
    }
    Ok(())
}

/// Says which boxes and names of fields of the descriptor lie over each other, or beyond what holds them.
const OVERLAPPING: &str = "
    const boxes = [...document.querySelectorAll('.field-value, .field-value > *, .field-head > *')]
        .map(box => [box, box.getBoundingClientRect()])
        .filter(([, place]) => place.width > 0);
    const says = ([box]) => `${box.className} “${box.textContent}” of ${box.closest('.field').querySelector('h3').textContent}`;
    const said = [];
    boxes.forEach((one, index) => boxes.slice(index + 1).forEach(other => {
        const [a, b] = [one[1], other[1]];
        const isOver = a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
        if (isOver && !one[0].contains(other[0])) said.push(`${says(one)} over ${says(other)}`);
        const sticksOut = b.right > a.right + 0.5 || b.left < a.left - 0.5;
        if (one[0].contains(other[0]) && sticksOut) said.push(`${says(other)} beyond ${says(one)}`);
    }));
    return boxes.length < 10 ? `only ${boxes.length} boxes` : said.join('; ');
";

/// Right and wrong, the longest name of a mode, and a fixed bit forgotten.
#[test]
fn no_two_boxes_of_the_descriptor_overlap() -> Result<()> {
    let page = Page::open("")?;
    for (width, height) in [
        (1024, 768),
        (1200, 800),
        (1280, 720),
        (1440, 900),
        (1920, 900),
        (1920, 1080),
    ] {
        page.resize(width, height, 1.0)?;
        for link in [
            "#/",
            "#/wgmma/4000000800010040",
            "#/wgmma/400e004000010040?k=128",
            "#/tcgen05/4000404000010040",
            "#/tcgen05/201e400800010040?k=64",
            "#/tcgen05/4000004000010040",
        ] {
            page.type_address(link)?;
            page.shows(&shown_from_link(link).shown)?;
            page.session()
                .wait_for(&format!("{link} apart in {width} × {height}"), |_| {
                    let overlapping = page.text_of(OVERLAPPING)?;
                    if overlapping.is_empty() {
                        return Ok(Some(()));
                    }
                    Err(Error::new(overlapping))
                })?;
        }
    }
    Ok(())
}

/// What is there of a fresh page is seen at once.
#[test]
fn a_fresh_page_needs_no_scrolling() -> Result<()> {
    let page = Page::open("")?;
    page.resize(1440, 900, 1.0)?;
    page.shows(&shown_from_link("#/").shown)?;
    page.session().wait_for("both sides to fit", |_| {
        let taller = page.text_of(
            "return [...document.querySelectorAll('.page-panel, .page-side')]
                .filter(side => side.scrollHeight > side.clientHeight)
                .map(side => `${side.className}: ${side.scrollHeight} in ${side.clientHeight}`).join()",
        )?;
        if taller.is_empty() {
            return Ok(Some(()));
        }
        Err(Error::new(taller))
    })
}
