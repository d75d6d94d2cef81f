//! From a phone to a wide screen.

use serde_json::json;
use swizzle_draw::scene::PaneKind;
use swizzle_tests::sample;
use swizzle_tests::webdriver::{Error, Result};
use swizzle_view::shown_from_link;

use crate::page::{Page, state};

/// Width and height in CSS pixels, and pixels of the screen for each; 720 is a 1440 pixel screen at 200 %. Every other one is
/// in the sample.
const SIZES: [(u32, u32, f64); 6] = [
    (320, 640, 1.0),
    (390, 844, 3.0),
    (720, 450, 2.0),
    (768, 1024, 2.0),
    (1440, 900, 1.0),
    (1920, 1080, 1.0),
];

/// The start, elements side by side, a large tile, a pinned cell, a notice with a long word, no picture.
const LINKS: [&str; 6] = [
    "#/",
    "#/figure/165",
    "#/tcgen05/4000404000010040?element=e3m2&cells=elements&mn=4096&k=4096&start=0x3fff0",
    "#/wgmma/4000004000010040?element=tf32&major=MN&show=tile&number=bank&cell=8,3",
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
    for &(width, height, scale) in sample(&SIZES, 2) {
        page.resize(width, height, scale)?;
        for link in LINKS {
            page.type_address(link)?;
            page.shows(&shown_from_link(link).shown)?;
            fits(&page, &format!("{link} in {width} × {height}"))?;
        }
        page.press_in_bar("Figures")?;
        fits(&page, &format!("the gallery in {width} × {height}"))?;
        page.press("Close")?;
        page.press_in_bar("Share…")?;
        let is_there = "return document.querySelector('.share-text')";
        page.session().wait_until("the dialog", is_there)?;
        fits(&page, &format!("what is shared in {width} × {height}"))?;
        page.press("Close")?;
        page.type_address("#/compare/figure/157/with/figure/158")?;
        let is_there = "return document.querySelector('.pair-halves')";
        page.session().wait_until("both", is_there)?;
        fits(&page, &format!("two layouts in {width} × {height}"))?;
        for (address, part) in [
            ("#/build/tcgen05?mn=128", ".build-bits"),
            ("#/support", ".support-table"),
            ("#/kernel", ".kernel-card"),
            ("#/kernel?try=k-advance", ".kernel-row"),
            ("#/memory", "textarea"),
            ("#/memory/lanes?wires=1", ".wires-memory"),
            ("#/memory/lanes?preset=transpose", ".lanes-duel"),
            ("#/learn/the-xor/7", ".wires-memory"),
            ("#/scale", ".scale-page canvas"),
            ("#/journey?scene=4", ".journey-picture"),
            ("#/journey?scene=6&sbo=128&base=1", ".journey-hex b"),
            ("#/?show=picture", ".picture-between"),
            ("#/tensor-memory?cta_group=2", ".tensor-page canvas"),
            ("#/tensor-memory?regions=d,sfa,sfb@264,a", ".tensor-clash"),
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

/// On a laptop the dock with the instruction descriptor covers nothing of the reads, nor that a pair's part follows, which comes
/// into view when it is opened; its bits reach to its right end.
#[test]
fn the_dock_of_the_builder_leaves_the_reads_in_view() -> Result<()> {
    let page = Page::open("")?;
    page.resize(1440, 900, 1.0)?;
    for link in ["#/build/tcgen05", "#/build/tcgen05?mn=128&k=64&stages=4"] {
        page.type_address(link)?;
        let is_whole = "
            const place = (selector) => document.querySelector(selector)?.getBoundingClientRect();
            const [dock, reads, bits] = ['.page-dock', '.build-steps .table', '.build-field:last-child .build-byte'].map(place);
            const pair = place('.build-pair');
            return dock && reads && bits && reads.bottom <= pair.top && pair.bottom <= dock.top && bits.right > innerWidth - 32";
        page.session().wait_until(link, is_whole)?;
    }
    page.session().find(".build-pair summary")?.click()?;
    let is_opened = "
        const at = document.querySelector('.build-pair[open] p')?.getBoundingClientRect();
        return at && at.top >= 0 && at.bottom <= document.querySelector('.page-dock').getBoundingClientRect().top";
    page.session().wait_until("the pair", is_opened)?;
    // On a small laptop its 32 bits are in one row as well.
    page.resize(1280, 720, 1.0)?;
    let is_one_row = "
        const tops = [...document.querySelectorAll('.build-field')].map((field) => field.getBoundingClientRect().top);
        return tops.length > 9 && new Set(tops).size === 1";
    page.session().wait_until("one row of bits", is_one_row)?;
    Ok(())
}

/// Its cells are wider than a phone: the column that is selected is scrolled into view.
#[test]
fn a_phone_shows_the_selected_cell_of_tensor_memory() -> Result<()> {
    let page = Page::open("")?;
    page.resize(390, 844, 1.0)?;
    for link in [
        "#/tensor-memory?kind=f16&m=64",
        "#/tensor-memory?column=44",
        "#/tensor-memory?column=32",
    ] {
        page.type_address(link)?;
        let seen = "
            const marked = document.querySelector('.tensor-sheet .grid-hovered')?.getBoundingClientRect();
            const view = document.querySelector('.tensor-sheet .grid-scroller')?.getBoundingClientRect();
            return marked && marked.left >= view.left && marked.right <= Math.min(view.right, innerWidth)";
        page.session().wait_until(link, seen)?;
    }
    Ok(())
}

/// Lists the boxes and names of the descriptor's fields that overlap each other, or extend beyond what holds them.
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
    let sizes = [
        (1024, 768),
        (1200, 800),
        (1280, 720),
        (1440, 900),
        (1920, 900),
        (1920, 1080),
    ];
    for &(width, height) in sample(&sizes, 2) {
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

/// Width and height of cells in both views, and the size of their numbers.
const CELLS: &str = "
    return [...document.querySelectorAll('.view')].flatMap((view) => {
        const canvas = view.querySelector('canvas');
        const box = canvas.getBoundingClientRect();
        const font = parseFloat(getComputedStyle(view.querySelector('.grid-numbers')).fontSize);
        return [Math.round(box.width / canvas.width), Math.round(box.height / canvas.height), font];
    })";

#[test]
fn both_views_have_cells_of_one_size_that_fill_the_screen() -> Result<()> {
    let page = Page::open("#/")?;
    // Width and height of the window, and of a cell, and how large its number is at least.
    for (width, height, [wide, high], least) in [
        (1280, 720, [32, 24], 11.0),
        (1366, 768, [36, 27], 12.0),
        (1440, 900, [36, 36], 12.0),
        (1920, 1080, [53, 40], 13.0),
        (2560, 1440, [56, 56], 13.0),
    ] {
        page.resize(width, height, 1.0)?;
        page.session().wait_for("the cells", |session| {
            let cells = session.execute(CELLS, &[])?;
            let at = |index: usize| cells[index].as_f64().unwrap_or_default();
            let is_one = at(0) == at(3) && at(1) == at(4);
            let font = at(2).min(at(5));
            // Squares, or lower where 16 rows would not fit otherwise.
            let is_square = at(0) >= at(1) && at(0) <= at(1) * 4.0 / 3.0;
            match is_one
                && is_square
                && at(0) >= f64::from(wide)
                && at(1) >= f64::from(high)
                && font >= least
            {
                true => Ok(Some(())),
                false => Err(Error::new(format!("{width} × {height}: {cells}"))),
            }
        })?;
    }
    Ok(())
}

/// The parts that a phone must show and that are not wholly in the window, or are covered by something else.
const LOST: &str = "
    const page = document.scrollingElement;
    const isLost = (element) => {
        const place = element.getBoundingClientRect();
        const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
        const top = document.elementFromPoint(x, y);
        return place.width === 0 || place.left < 0 || place.right > page.clientWidth || !(element === top || element.contains(top));
    };
    const parts = [...document.querySelectorAll('.heading-shows button, .grid-map-cells')];
    return parts.filter(isLost).map((element) => element.textContent || element.className).join()";

#[test]
fn a_phone_shows_all_of_the_map_and_what_is_drawn() -> Result<()> {
    let page = Page::open("#/")?;
    page.shows(&state("#/"))?;
    for (width, height) in [(390, 844), (360, 740), (320, 640), (720, 450)] {
        page.resize(width, height, 2.0)?;
        page.has_nothing_wrong(&format!("{width} × {height}"), LOST)?;
    }
    Ok(())
}

/// The sheet of the bits, with what closes it over its first line.
#[test]
fn a_phone_mends_a_descriptor_from_its_bits() -> Result<()> {
    let link = "#/wgmma/4000004004000040?mn=128&k=64";
    let page = Page::open(link)?;
    page.resize(390, 844, 2.0)?;
    page.shows(&state(link))?;
    page.press("Bits")?;
    page.press("Reset to the descriptor computed from tile and reader")?;
    let mut derived = state(link);
    derived.said = derived.said.without_given();
    page.has_address_of(&derived)
}

#[test]
fn a_phone_gives_elements_the_room_of_units() -> Result<()> {
    let page = Page::open("#/")?;
    page.resize(390, 844, 2.0)?;
    for link in ["#/", "#/?cells=elements"] {
        page.goto(link)?;
        page.shows(&state(link))?;
        let is_tall = "
            const views = [...document.querySelectorAll('.grid-scroller')];
            return views.some((view) => view.clientHeight > innerHeight * 0.6)";
        page.session().wait_until("a tall view", is_tall)?;
    }
    Ok(())
}

/// Numbers that are smaller than nine pixels, and legends that are cut.
const SMALL: &str = "
    const small = [...document.querySelectorAll('.grid-numbers')]
        .filter((block) => block.textContent.trim() && parseFloat(getComputedStyle(block).fontSize) < 9);
    const cut = [...document.querySelectorAll('.view-title small')]
        .filter((legend) => legend.scrollWidth > legend.clientWidth);
    return [...small, ...cut].map((element) => element.className || element.textContent).join()";

#[test]
fn a_wrong_read_can_be_read() -> Result<()> {
    let link = "#/wgmma/4000000800010040?start=0x400&mn=64&k=64&show=read";
    let page = Page::open(link)?;
    for (width, height) in [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)] {
        page.resize(width, height, 1.0)?;
        page.shows(&state(link))?;
        page.has_nothing_wrong(&format!("{width} × {height}"), SMALL)?;
    }
    // What is right is more than what is wrong here: a thin line goes around it, and each key is drawn.
    let keys =
        "return [...document.querySelectorAll('.mark-keys i')].map((key) => key.className).join()";
    assert_eq!(page.text_of(keys)?, "is-right,is-right,is-missing");
    Ok(())
}

#[test]
fn a_wide_tile_shows_whole_columns_and_rows_of_numbers_that_can_be_read() -> Result<()> {
    let page = Page::open("#/")?;
    for link in ["#/?mn=256&k=512", "#/?cells=elements", "#/?mn=256&k=64"] {
        page.type_address(link)?;
        page.shows(&state(link))?;
        for kind in [PaneKind::Matrix, PaneKind::Memory] {
            let cut = page.session().execute(
                "const view = document.querySelectorAll('.view')[arguments[0]];
                 const canvas = view.querySelector('canvas');
                 const box = canvas.getBoundingClientRect();
                 const seen = view.querySelector('.grid-window').getBoundingClientRect();
                 const rest = (room, pitch) => Math.abs(room / pitch - Math.round(room / pitch)) * pitch;
                 return [
                     rest(Math.min(seen.right, box.right) - box.left, box.width / canvas.width) <= 3,
                     rest(Math.min(seen.bottom, box.bottom) - box.top, box.height / canvas.height) <= 3,
                     parseFloat(getComputedStyle(view.querySelector('.grid-numbers')).fontSize) >= 8.5,
                 ]",
                &[json!(kind as u32)],
            )?;
            assert_eq!(cut, json!([true, true, true]), "{link} {kind:?}");
        }
    }
    Ok(())
}

/// Cells of a tile that is seen whole are squares, however much room is left below: what a swizzle draws has its own shape.
#[test]
fn cells_of_a_small_tile_are_squares() -> Result<()> {
    let page = Page::open("#/figure/157")?;
    let flat = "
        const { cellWidth, cellHeight } = document.querySelector('.view canvas').dataset;
        return cellWidth === cellHeight && cellWidth >= 28 ? '' : `${cellWidth} × ${cellHeight}`";
    for (width, height) in [(1440, 900), (1366, 768)] {
        page.resize(width, height, 1.0)?;
        page.has_nothing_wrong(&format!("{width} × {height}"), flat)?;
    }
    Ok(())
}

/// A wrong read.
const WRONG: &str = "#/wgmma/4000000800010040?show=read";

/// What mends a fault is seen beside the trace, and what is said of it in the title is not cut.
#[test]
fn a_wrong_read_shows_its_fault_and_what_mends_it_at_once() -> Result<()> {
    const HIDDEN: &str = "
        const side = document.querySelector('.page-side').getBoundingClientRect();
        const card = document.querySelector('.finding:not(.is-note)').getBoundingClientRect();
        const said = [];
        if (card.bottom > side.bottom) said.push(`the finding ends at ${card.bottom} of ${side.bottom}`);
        return said.join()";
    const CUT: &str = "
        return [...document.querySelectorAll('.heading h1, .heading-verdict p')]
            .filter((part) => part.scrollWidth > part.clientWidth + 1)
            .map((part) => part.textContent).join()";
    let page = Page::open(WRONG)?;
    page.shows(&state(WRONG))?;
    for (width, height) in [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)] {
        page.resize(width, height, 1.0)?;
        page.has_nothing_wrong(&format!("{width} × {height}"), HIDDEN)?;
        page.has_nothing_wrong(&format!("the title in {width} × {height}"), CUT)?;
    }
    for (width, height) in [(720, 450), (390, 844), (360, 225), (320, 640), (320, 256)] {
        page.resize(width, height, 2.0)?;
        page.has_nothing_wrong(&format!("the title in {width} × {height}"), CUT)?;
    }
    Ok(())
}

/// The step that is looked at is in view, and a grid that has scrolled for it begins with a whole cell.
#[test]
fn the_selected_step_of_many_is_seen_with_whole_cells() -> Result<()> {
    const OUT: &str = "
        const steps = document.querySelector('.walk-steps').getBoundingClientRect();
        const step = document.querySelector('.step.is-selected').getBoundingClientRect();
        const grid = document.querySelector('.grid-scroller');
        const canvas = grid.querySelector('canvas');
        const pitch = canvas.getBoundingClientRect().width / canvas.width;
        const said = [];
        const cover = document.querySelector('.sheets').getBoundingClientRect();
        if (cover.height > 0 && step.bottom > cover.top) said.push(`covered: ${step.bottom} of ${cover.top}, ${document.querySelector('.stage').getBoundingClientRect().bottom}`);
        if (step.left < steps.left - 1 || step.right > steps.right + 1) said.push('the step is cut');
        if (Math.abs(grid.scrollLeft % pitch) > 0.5) said.push(`a sliver: ${grid.scrollLeft} of ${pitch}`);
        return said.join()";
    let page = Page::open("#/?mn=256&k=512")?;
    for (width, height) in [(1440, 900), (390, 844), (320, 640)] {
        page.resize(width, height, 1.0)?;
        page.goto("#/")?;
        page.goto("#/?mn=256&k=512")?;
        page.shows(&state("#/?mn=256&k=512"))?;
        for step in [1, 2, 3, 4] {
            let link = format!("#/?mn=256&k=512&step={step}");
            page.type_address(&link)?;
            page.shows(&state(&link))?;
            page.has_nothing_wrong(&format!("step {step} in {width} × {height}"), OUT)?;
        }
    }
    Ok(())
}

/// A part that covers the views is closed by the button on it, or by a key; the button that opened it has the focus again.
#[test]
fn a_part_over_the_views_can_be_closed() -> Result<()> {
    let page = Page::open("#/")?;
    page.shows(&state("#/"))?;
    page.resize(390, 844, 2.0)?;
    for part in ["Edit", "Bits", "Findings", "Trace"] {
        for by_key in [false, true] {
            page.press(part)?;
            let is_large = "
                const box = document.querySelector('.sheet-top .button')?.getBoundingClientRect();
                return box && box.width >= 44 && box.height >= 44 && box.top > 0";
            page.session().wait_until("what closes it", is_large)?;
            match by_key {
                false => page.press("Close")?,
                true => {
                    let closer = page.session().find(".sheet-top .button")?;
                    closer.type_keys("\u{e00c}")?;
                }
            }
            let is_back = format!(
                "return !document.querySelector('.sheet-top .button')
                    && document.activeElement.textContent.startsWith('{part}')"
            );
            page.session()
                .wait_until(&format!("{part} closed"), &is_back)?;
        }
    }
    Ok(())
}

/// Every button of the atlas' toolbar is whole, and under the pointer that is over it.
#[test]
fn buttons_of_the_toolbar_are_whole() -> Result<()> {
    let page = Page::open("#/figure/157")?;
    for width in [1024, 1100, 1280, 1366, 1440] {
        page.resize(width, 768, 1.0)?;
        page.settles()?;
        page.has_nothing_wrong(
            &format!("in {width} pixels"),
            "return [...document.querySelectorAll('.toolbar button')]
                 .filter((button) => button.checkVisibility())
                 .filter((button) => {
                     const { left, right, top, height } = button.getBoundingClientRect();
                     const isOver = (x) => button.contains(document.elementFromPoint(x, top + height / 2));
                     return button.scrollWidth > button.clientWidth || !isOver(left + 3) || !isOver(right - 3);
                 })
                 .map((button) => button.textContent || button.ariaLabel).join()",
        )?;
    }
    Ok(())
}
