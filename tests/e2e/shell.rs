//! The document before the page has loaded: it has the page Home, which is where the page draws it, and for a link the bar.

use swizzle_learn::LESSONS;
use swizzle_tests::sample;
use swizzle_tests::webdriver::Result;

use crate::host::{Fault, Host};
use crate::skip::{BEFORE_PAGE, is_in_chromium};
use crate::visitor::Visitor;

/// The places, the words and the addresses of all that Home has in the window, as text.
const HOME: &str = "
    const parts = '.bar-name, .bar-page, .hero h1, .images > *, .lens, .digits, .lens .button, .paste-input, .doors a, .figures h2, .strip, .strip svg, .whom';
    return [...document.querySelectorAll(parts)].filter((part) => !part.matches('.images-over')).map((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        // A picture is drawn there, and painted here.
        const words = part.matches('svg, canvas') ? '' : part.textContent;
        return [left, top, width, height].map((at) => Math.round(at * 10) / 10).concat(words, part.getAttribute('href') ?? '').join(' ');
    }).join('\\n');
";

/// The colours of both pictures in the middle of each of 64 × 64 pixels, drawn large.
const PICTURES: &str = "
    const [done] = arguments;
    const drawn = async (picture) => {
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = 64 * 4;
        const context = canvas.getContext('2d');
        context.imageSmoothingEnabled = false;
        let image = picture;
        if (picture.matches('svg')) {
            image = new Image();
            const copy = picture.cloneNode(true);
            copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
            copy.setAttribute('width', 256);
            copy.setAttribute('height', 256);
            image.src = 'data:image/svg+xml,' + encodeURIComponent(copy.outerHTML);
            await image.decode();
        }
        context.drawImage(image, 0, 0, 256, 256);
        const { data } = context.getImageData(0, 0, 256, 256);
        const middle = (at) => ((Math.floor(at / 64) * 4 + 2) * 256 + (at % 64) * 4 + 2) * 4;
        return Array.from({ length: 64 * 64 }, (_, at) => data.slice(middle(at), middle(at) + 3).join()).join(' ');
    };
    Promise.all([...document.querySelectorAll('.images > :is(svg.image, canvas)')].map(drawn)).then((all) => done(all.join('\\n')));
";

/// Whether the document shows the page Home, before the page does.
const IS_HOME: &str = "return document.querySelector('.start .hero')?.checkVisibility()";

#[test]
fn home_stands_in_the_document_where_the_page_draws_it() -> Result<()> {
    let host = Host::new("/")?;
    for (width, height) in [(1440, 900), (1920, 1080), (1366, 768), (1024, 768), (768, 1024), (390, 844)] {
        // Nothing of the time before is kept.
        let session = Visitor::new(&host.url())?;
        session.set_window_size(width, height)?;
        host.fails(&[("atlas-", Fault::Missing)]);
        session.goto(&host.url())?;
        session.wait_until("the picture", IS_HOME)?;
        // What says that the page does not come moves nothing.
        let before = (session.execute(HOME, &[])?, session.execute_async(PICTURES, &[])?);
        host.fails(&[]);
        session.refresh()?;
        session.wait_until("the page", "return document.querySelector('.hero canvas')")?;
        let after = (session.execute(HOME, &[])?, session.execute_async(PICTURES, &[])?);
        assert_eq!(before.0, after.0, "{width} × {height}");
        assert!(before.1 == after.1, "other pictures at {width} × {height}");
    }
    Ok(())
}

/// How much Home asks of who comes: controls and words in view, a heading, and a whole row of figures.
const COUNTS: &str = "
    const isSeen = (one) => {
        const { width, height, top, bottom } = one.getBoundingClientRect();
        return width > 1 && height > 1 && top < innerHeight && bottom > 0 && one.checkVisibility({ visibilityProperty: true });
    };
    const all = (css) => [...document.querySelectorAll(css)];
    const controls = all('a[href], button, input, select, summary, [tabindex]').filter(isSeen);
    const texts = all('main *, section *, header *').filter(isSeen).flatMap((one) =>
        [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data));
    texts.push(...all('input[placeholder]').filter(isSeen).map((one) => one.placeholder));
    const words = texts.join(' ').match(/[A-Za-z][A-Za-z’'-]+/g).filter((word) => !/^x[0-9]/.test(word));
    const row = all('.strip > *').filter((one) => one.getBoundingClientRect().bottom <= innerHeight);
    const headings = all('h1').filter(isSeen);
    return [controls.length, words.length, row.length, headings.length];
";

#[test]
fn home_is_calm() -> Result<()> {
    let host = Host::new("/")?;
    let session = Visitor::new(&host.url())?;
    session.set_screen(1440, 900, 1.0)?;
    session.goto(&host.url())?;
    session.wait_until("the page", "return document.querySelector('.hero canvas')")?;
    let counts = session.execute(COUNTS, &[])?;
    let count = |at: usize| counts[at].as_u64().unwrap_or(u64::MAX);
    assert!(count(0) <= 12 && count(1) <= 60, "{counts}");
    assert!(count(2) >= 8 && count(3) == 1, "{counts}");
    Ok(())
}

/// Has nothing come after the start.
const LATER: [(&str, Fault); 1] = [("split_", Fault::Silent)];

/// What the bar says and where, and which of its pages is open. With a scroll bar, which only some of the pages have.
const BAR: &str = "
    document.documentElement.style.overflowY = 'scroll';
    return [...document.querySelectorAll('.bar, .bar a, .bar button')].map((one) => {
        const { left, right, top, height } = one.getBoundingClientRect();
        const words = one.matches('.bar') ? 'bar' : one.textContent;
        return [left, right, top, height].map(Math.round).concat(words, one.ariaCurrent).join(' ');
    }).join(', ');
";

#[test]
fn the_bar_stands_as_it_will_while_a_page_comes() -> Result<()> {
    let links = [
        "#/learn",
        "#/glossary",
        "#/memory/tma",
        "#/build/figure/157",
        "#/support",
        "#/kernel",
        "#/compare/figure/157/with/figure/158",
    ];
    for (width, height) in [(1440, 900), (390, 844)] {
        let host = Host::new("/")?;
        let session = Visitor::new(&host.url())?;
        session.set_window_size(width, height)?;
        // All before anything is kept for a visit without a network.
        let [coming, here] = [&LATER[..], &[]].map(|faults| {
            host.fails(faults);
            links.map(|link| {
                // Another document each time.
                session.goto("about:blank")?;
                session.goto(&format!("{}{link}", host.url()))?;
                session.wait_until(
                    link,
                    match faults {
                        [] => "return document.querySelector('main:not(.page-wait, .home)')",
                        _ => "return document.querySelector('main.page-wait')",
                    },
                )?;
                session.execute(BAR, &[])
            })
        });
        for (link, (coming, here)) in links.into_iter().zip(coming.into_iter().zip(here)) {
            let (coming, here) = (coming?, here?);
            let parts = |bar: &serde_json::Value| -> Vec<String> {
                let bar = bar.as_str().unwrap_or_default();
                bar.split(", ").map(str::to_owned).collect()
            };
            let (coming, here) = (parts(&coming), parts(&here));
            assert!(coming.iter().any(|part| part.ends_with("page")));
            // What acts on the page comes with it; all else stays where it is.
            let moved = coming.iter().find(|part| !here.contains(part));
            assert_eq!(moved, None, "{link} at {width} × {height}: {here:?}");
        }
    }
    Ok(())
}

/// How far what was drawn has moved since, as browsers count it: from the start on, and ten frames longer.
const MOVED: &str = "
    const done = arguments[arguments.length - 1];
    let [moved, frames] = [0, 0];
    new PerformanceObserver((list) => {
        moved += list.getEntries().reduce((sum, { value }) => sum + value, 0);
    }).observe({ type: 'layout-shift', buffered: true });
    const frame = () => (frames++ < 10 ? requestAnimationFrame(frame) : done(moved));
    frame();
";

#[test]
fn nothing_moves_while_a_page_comes() -> Result<()> {
    if !is_in_chromium("only there layout shifts are counted")? {
        return Ok(());
    }
    let host = Host::new("/")?;
    let session = Visitor::new(&host.url())?;
    let lesson = format!("#/learn/{}/1", LESSONS[0].slug);
    for &(width, height) in sample(&[(1440, 900), (1024, 768), (390, 844)], 2) {
        session.set_window_size(width, height)?;
        for (link, last) in [
            ("", ".hero canvas"),
            ("#/?", ".check .hex"),
            ("#/figure/158", ".check .hex"),
            ("#/wgmma/4006004000010040", ".check .hex"),
            ("#/figure/157?embed", ".embed canvas"),
            ("#/compare/figure/157/with/figure/158", ".compare-side canvas"),
            ("#/build/figure/157", "main h1"),
            ("#/support", "main h1"),
            ("#/kernel", ".kernel-page"),
            ("#/memory", ".start > .dump-zone"),
            ("#/memory/tma", ".framed canvas"),
            ("#/why", ".threads canvas"),
            ("#/memory/lanes", ".three canvas"),
            ("#/memory/lanes?tab=registers", ".blackwell canvas"),
            ("#/scale", ".blackwell"),
            ("#/journey", ".journey canvas"),
            ("#/tensor-memory", ".blackwell"),
            ("#/learn", ".learn-course"),
            (&lesson, "main h1"),
            ("#/glossary", "main h1"),
        ] {
            // Another document each time.
            session.goto("about:blank")?;
            session.goto(&format!("{}{link}", host.url()))?;
            session.wait_until(link, &format!("return document.querySelector('{last}')"))?;
            let moved = session.execute_async(MOVED, &[])?;
            assert!(
                moved.as_f64().is_some_and(|moved| moved <= 0.02),
                "{link} at {width} × {height}: {moved}"
            );
        }
    }
    Ok(())
}

/// Notes how opaque the first cell of both squares is in the first frame that has their axes.
const NOTE_COLOURS: &str = "
    const look = () => {
        const views = [...document.querySelectorAll('.pair .cell-view')];
        if (views.length < 2 || !views.every((view) => view.textContent.trim())) return requestAnimationFrame(look);
        const first = (canvas) => canvas.getContext('2d').getImageData(10, 10, 1, 1).data[3];
        window.colours = views.map((view) => first(view.querySelector('canvas'))).join();
    };
    requestAnimationFrame(look);
";

#[test]
fn colours_come_with_the_numbers() -> Result<()> {
    if !is_in_chromium(BEFORE_PAGE)? {
        return Ok(());
    }
    let host = Host::new("/")?;
    let session = Visitor::new(&host.url())?;
    let script = serde_json::json!({ "source": NOTE_COLOURS });
    session.chromium_command("Page.addScriptToEvaluateOnNewDocument", &script)?;
    for link in ["#/?", "#/figure/158", "#/?mn=256&k=512"] {
        // Another document each time.
        session.goto("about:blank")?;
        session.goto(&format!("{}{link}", host.url()))?;
        session.wait_until("the first frame", "return window.colours")?;
        let colours = session.execute("return window.colours", &[])?;
        assert_eq!(colours.as_str(), Some("255,255"), "{link}");
    }
    Ok(())
}

#[test]
fn the_document_shows_home_to_nobody_who_asks_for_another_page() -> Result<()> {
    let host = Host::new("/")?;
    host.fails(&[("atlas-", Fault::Missing)]);
    for (address, chosen, is_home) in [
        ("", "", true),
        ("#/", "", true),
        ("#/figures", "", false),
        ("", "localStorage.setItem('theme', 'dark')", true),
        ("#/?", "", false),
        ("#/figure/157", "", false),
        ("#/learn", "", false),
        ("?embed", "", false),
    ] {
        let session = Visitor::new(&host.url())?;
        session.goto(&format!("{}#", host.url()))?;
        session.execute(chosen, &[])?;
        session.goto(&format!("{}{address}", host.url()))?;
        session.refresh()?;
        session.wait_until("the watch", "return document.documentElement.dataset.start === 'host'")?;
        let shown = session.execute(IS_HOME, &[])?;
        assert_eq!(shown.as_bool(), Some(is_home), "{address} {chosen}");
        let theme = session.execute("return document.documentElement.dataset.theme", &[])?;
        let is_dark = chosen.contains("dark");
        assert!(address == "?embed" || (theme.as_str() == Some("dark")) == is_dark);
    }
    Ok(())
}
