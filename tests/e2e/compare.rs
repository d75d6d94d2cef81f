//! Two layouts side by side on the screen; what is said of them is tested on the component, in `web/src/tests`.

use swizzle_tests::webdriver::{Result, keys};

use crate::page::{Page, url};

fn open(link: &str) -> Result<Page> {
    let page = Page::open("")?;
    page.session().goto("about:blank")?;
    page.session().goto(&format!("{}{link}", url()?))?;
    page.session().wait_until(
        "both",
        // What is loaded later has come when the bits have.
        "return document.querySelector('.pair-bits .bit') && document.querySelectorAll('.pair-half .grid-numbers')[3]",
    )?;
    Ok(page)
}

/// What is wrong with how the two are drawn: cells of one larger than the other's or far from squares, a view that is not in its
/// place, words or columns that are cut, a head of more than 96 pixels, bits that are not under each other.
const UNLIKE: &str = "
    const box = (element) => element.getBoundingClientRect();
    const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const isPhone = innerWidth < 640;
    // Two reads beside each other show a part of each: another test asks for their cells. The memory under them is one view.
    const isBeside = isPhone && document.querySelector('.pair-halves.is-beside') !== null;
    const canvases = all('.pair-half .grid-window canvas').filter((one) => !isBeside || one.closest('.view:last-child'));
    const cells = canvases.map((canvas) => [canvas.width, canvas.height, box(canvas)]);
    const sizes = cells.map(([columns, rows, { width, height }]) => [Math.round(width / columns), Math.round(height / rows)]);
    const wrong = [];
    if (cells.length !== (isBeside ? 1 : isPhone ? 2 : 4) || new Set(sizes.map(String)).size > 1) wrong.push(`cells of ${sizes.join(' and ')}`);
    const [[width, height]] = sizes;
    if (height < 28 || height > 56 || width < height || width * 3 > height * 4) wrong.push(`cells of ${width} by ${height}`);
    const at = cells.map(([, , { left, top }]) => [Math.round(left), Math.round(top)]);
    const [a, am, b, bm] = at;
    // The heads of their rows are almost as wide.
    const isUnder = (one, other) => Math.abs(one[0] - other[0]) < 8 && one[1] < other[1];
    if (innerWidth >= 1280) {
        if (new Set(at.map(([, top]) => top)).size > 1 || !(a[0] < am[0] && am[0] < b[0] && b[0] < bm[0])) wrong.push(`views at ${at.join(' and ')}`);
    } else if (isBeside) {
        if (!all('.view:first-child canvas').every((matrix) => box(matrix).bottom < a[1])) wrong.push(`memory at ${a}`);
    } else if (isPhone) {
        if (!isUnder(a, am)) wrong.push(`views at ${at.join(' and ')}`);
    } else if (!isUnder(a, am) || !isUnder(b, bm) || a[1] !== b[1] || am[1] !== bm[1]) {
        wrong.push(`views at ${at.join(' and ')}`);
    }
    const past = canvases.map((canvas) => Math.round(box(canvas).right - box(canvas.closest('.grid-scroller')).right));
    if (past.some((out) => out > 0)) wrong.push(`columns that are cut by ${past}`);
    const head = box(document.querySelector('.pair-halves')).top - box(document.querySelector('.heading')).top;
    if (!isPhone && head > 96) wrong.push(`a head of ${head}`);
    for (const words of all('.pair-head .pair-hex, .pair-chip, .pair-chips, .pair-state > span')) {
        if (words.scrollWidth > words.clientWidth + 1 && words.clientWidth && getComputedStyle(words).overflowX !== 'auto') wrong.push(words.textContent);
    }
    // What is left of a number that is cut is another number.
    for (const words of all('.pair-half .arrow text')) {
        if (box(words).right > box(words.closest('.view')).right) wrong.push(words.textContent);
    }
    const rows = all('.pair-bits .bits');
    if (innerWidth >= 1024 && document.querySelectorAll('.pair-bits').length === 1) {
        const lefts = rows.map((row) => [...row.querySelectorAll('.bit')].map((bit) => Math.round(box(bit).left)).join());
        if (rows.length !== 2 || lefts[0] !== lefts[1]) wrong.push('bits that are not under each other');
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

/// On a phone one of the two is seen at a time, in the same place.
#[test]
fn a_phone_shows_one_at_a_time() -> Result<()> {
    let page = open("#/compare/figure/157/with/figure/158")?;
    page.resize(390, 844, 1.0)?;
    let seen = |name: &str| {
        format!(
            "const seen = [...document.querySelectorAll('.pair-half')].filter((half) => half.checkVisibility());
            return seen.length === 1 && seen[0].ariaLabel === '{name}'"
        )
    };
    page.session().wait_until("B alone", &seen("B"))?;
    page.press("A")?;
    page.session().wait_until("A alone", &seen("A"))?;
    page.press("Bits")?;
    let sheet = "return document.querySelectorAll('.page-dock .bit').length === 128 && document.querySelector('.page-dock').checkVisibility()";
    page.session().wait_until("the bits of both", sheet)?;
    Ok(())
}

/// On a phone each part of A's bits is right over the same part of B's, so that bits that differ are beside each other.
#[test]
fn a_phone_has_the_bits_of_a_over_those_of_b() -> Result<()> {
    let page = open("#/compare/figure/157/with/wgmma/8000002000010040")?;
    page.resize(390, 844, 1.0)?;
    page.press("Bits")?;
    for (width, height, columns) in [(390, 844, 1), (800, 768, 2)] {
        page.resize(width, height, 1.0)?;
        let wrong = format!(
            "const rows = ['A', 'B'].map((of) => [...document.querySelectorAll(`[aria-label=\"Bits 63 to 0 of ${{of}}\"] .bits-row`)]);
            const at = rows.map((all) => all.map((row) => row.querySelector('.bit').getBoundingClientRect()));
            const wrong = [];
            for (const part of [0, 1, 2, 3]) {{
                const [a, b] = [at[0][part], at[1][part]];
                const next = at[0][part + {columns}];
                if (Math.abs(a.left - b.left) > 1) wrong.push(`part ${{part}} at ${{a.left}} and ${{b.left}}`);
                if (b.top < a.bottom - 1 || b.top > a.bottom + 24) wrong.push(`part ${{part}} of B at ${{b.top}}, under ${{a.bottom}}`);
                if (next && next.top < b.bottom) wrong.push(`part ${{part + {columns}}} of A at ${{next.top}}, over ${{b.bottom}}`);
            }}
            return wrong.join('; ')"
        );
        page.has_nothing_wrong(&format!("the bits at {width}"), &wrong)?;
    }
    Ok(())
}

/// What is wrong with the room under a low picture beside a high one: a trace that is not seen, that covers cells or that is cut.
const WASTED: &str = "
    const box = (element) => element.getBoundingClientRect();
    const traces = [...document.querySelectorAll('.pair-trace')].filter((one) => one.checkVisibility());
    const wrong = [];
    if (traces.length !== COUNT) wrong.push(`${traces.length} traces`);
    for (const trace of traces) {
        const half = trace.closest('.pair-half');
        const cells = Math.max(...[...half.querySelectorAll('.grid-window canvas')].map((one) => box(one).bottom));
        if (box(trace).top < cells) wrong.push(`a trace at ${box(trace).top} over cells down to ${cells}`);
        if (box(trace).bottom > box(half).bottom + 1 || half.scrollHeight > half.clientHeight + 1) wrong.push('a trace that is cut');
    }
    return wrong.join('; ')";

/// Under a picture of few rows the page says how its addresses come about.
#[test]
fn the_room_under_a_low_picture_has_its_trace() -> Result<()> {
    for (link, count) in [
        ("#/compare/figure/157/with/wgmma/8000002000010040", 1),
        ("#/compare/figure/157/with/figure/158", 2),
    ] {
        let page = open(link)?;
        // A low window has no room for it.
        for (width, height, count) in [
            (1440, 900, count),
            (1920, 1080, count),
            (1366, 768, 0),
            (1024, 768, count),
        ] {
            page.resize(width, height, 1.0)?;
            let wasted = WASTED.replace("COUNT", &count.to_string());
            page.has_nothing_wrong(&format!("{link} at {width}"), &wasted)?;
        }
    }
    Ok(())
}

/// A pin in one layout is a pin in both, and either trace removes it: no view covers the trace.
#[test]
fn a_trace_under_a_picture_can_be_pressed() -> Result<()> {
    let page = open("#/compare/figure/157/with/figure/158")?;
    page.resize(1440, 1000, 1.0)?;
    let session = page.session();
    session.execute("document.querySelector('.grid-scroller').focus()", &[])?;
    session.chords(&[&[keys::DOWN], &[keys::ENTER]])?;
    session.wait_until("a pin", "return document.querySelector('.grid-pinned')")?;
    session
        .find(".pair-half:nth-of-type(2) .inspector-unpin")?
        .click()?;
    session.wait_until("no pin", "return !document.querySelector('.grid-pinned')")?;
    Ok(())
}

/// What is wrong with two reads on a phone: matrices that are not beside each other in cells that a finger hits, parts that are
/// not the same rows, a line of the cell or a pager that is out of view.
const NOT_BESIDE: &str = "
    const box = (element) => element.getBoundingClientRect();
    const wrong = [];
    const views = [1, 2].map((at) => document.querySelector(`.pair-half:nth-of-type(${at}) .view:first-child .grid-scroller`));
    const [a, b] = views.map(box);
    if (a.top !== b.top || a.right > b.left || b.right > innerWidth) wrong.push(`views at ${a.left}–${a.right} and ${b.left}–${b.right}`);
    const cells = views.map((view) => {
        const canvas = view.querySelector('canvas');
        return [box(canvas).width / canvas.width, box(canvas).height / canvas.height].map(Math.round);
    });
    if (cells[0].join() !== cells[1].join() || cells[0][0] < 34 || cells[0][1] < 28) wrong.push(`cells of ${cells.join(' and ')}`);
    const [from, to] = views.map((view) => view.scrollLeft);
    if (from !== to || from !== PART * 4 * cells[0][0]) wrong.push(`parts at ${from} and ${to}`);
    const cell = box(document.querySelector('.pair-cell'));
    if (cell.bottom > innerHeight || cell.top < 0) wrong.push(`a line at ${cell.top}`);
    if (box(document.querySelector('.pair-pager')).right > innerWidth) wrong.push('a pager that is cut');
    return wrong.join('; ')";

/// On a phone both reads are seen beside each other, as many rows of each at a time.
#[test]
fn a_phone_shows_two_reads_beside_each_other() -> Result<()> {
    let page = open("#/compare/wgmma/4000004000010040?show=read/with/wgmma/4000000800010040")?;
    page.resize(390, 844, 1.0)?;
    page.has_nothing_wrong("the first rows", &NOT_BESIDE.replace("PART", "0"))?;
    page.press("Rows 32–63")?;
    page.has_nothing_wrong("the last rows", &NOT_BESIDE.replace("PART", "1"))?;
    page.press("Rows 0–31")?;
    page.has_nothing_wrong("the first again", &NOT_BESIDE.replace("PART", "0"))?;
    // One memory at a time.
    let seen = |name: &str| {
        format!(
            "const seen = [...document.querySelectorAll('.pair-half .view:last-child')].filter((view) => view.checkVisibility());
            return seen.length === 1 && seen[0].closest('.pair-half').ariaLabel === '{name}'"
        )
    };
    page.session().wait_until("the memory of B", &seen("B"))?;
    page.session().execute(
        "document.querySelector('.pair-of').scrollIntoView({ block: 'center' })",
        &[],
    )?;
    page.session().find(".pair-of button")?.click()?;
    page.session().wait_until("the memory of A", &seen("A"))?;
    Ok(())
}
