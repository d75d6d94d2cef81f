//! The document before the page has loaded: its views are as large as the page's, so that nothing is drawn twice, and
//! what it shows of a fresh page is where the page draws it.

use swizzle_learn::LESSONS;
use swizzle_tests::sample;
use swizzle_tests::webdriver::Result;

use crate::host::{Fault, Host};
use crate::skip::{BEFORE_PAGE, is_in_chromium};
use crate::visitor::Visitor;

/// The places of both views, as text.
const VIEWS: &str = "
    return [...document.querySelectorAll('.grid-scroller')].map((view) => {
        const place = view.getBoundingClientRect();
        return [place.left, place.top, view.clientWidth, view.clientHeight].map(Math.round).join(' ');
    }).join(', ');
";

/// Has nothing come after the start.
const LATER: [(&str, Fault); 1] = [("split_", Fault::Silent)];

#[test]
fn the_views_come_where_the_document_has_room_for_them() -> Result<()> {
    let host = Host::new("/")?;
    for (width, height) in [
        (1440, 900),
        (1920, 1080),
        (1366, 768),
        (1024, 768),
        (390, 844),
    ] {
        // Nothing of the time before is kept.
        let session = Visitor::new(&host.url())?;
        session.set_window_size(width, height)?;
        host.fails(&[("atlas-", Fault::Missing)]);
        session.goto(&host.url())?;
        session.wait_until("the document", "return document.querySelector('.start')")?;
        let before = session.execute(VIEWS, &[])?;
        // Drawn, but without what comes later.
        host.fails(&LATER);
        session.refresh()?;
        session.wait_until(
            "the views",
            "return document.querySelector('.grid-numbers')",
        )?;
        let first = session.execute(VIEWS, &[])?;
        assert_eq!(before, first, "{width} × {height}, drawn first");
        host.fails(&[]);
        session.refresh()?;
        // With all of it.
        session.wait_until(
            "the descriptor",
            "return document.querySelector('.descriptor')",
        )?;
        let after = session.execute(VIEWS, &[])?;
        assert_eq!(before, after, "{width} × {height}");
        assert_eq!(
            after.as_str().map(|views| views.split(", ").count()),
            Some(2)
        );
    }
    Ok(())
}

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
                        [] => "return document.querySelector('main:not(.learn-wait, .page-stage:has(.start-words))')",
                        _ => "return document.querySelector('main.learn-wait')",
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
            ("", ".descriptor"),
            ("#/figure/158", ".descriptor"),
            ("#/wgmma/4006004000010040", ".descriptor"),
            ("#/figure/157?embed", ".embed canvas"),
            ("#/compare/figure/157/with/figure/158", ".pair-trace"),
            ("#/build/figure/157", "main h1"),
            ("#/support", "main h1"),
            ("#/kernel", ".kernel-card"),
            ("#/memory", ".memory-page"),
            ("#/memory/tma", ".memory-page .grid-numbers"),
            ("#/memory/lanes", ".memory-page"),
            ("#/memory/lanes?tab=registers", ".memory-page .grid-numbers"),
            ("#/scale", ".scale-page"),
            ("#/journey", ".journey-page"),
            ("#/tensor-memory", ".tensor-page"),
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

/// Notes how opaque the first cell of both views is in the first frame that has their numbers.
const NOTE_COLOURS: &str = "
    const look = () => {
        const views = [...document.querySelectorAll('.grid-moved')];
        const has_numbers = (view) => view.querySelector('.grid-numbers')?.textContent.trim();
        if (views.length < 2 || !views.every(has_numbers)) return requestAnimationFrame(look);
        const first = (canvas) => canvas.getContext('2d').getImageData(0, 0, 1, 1).data[3];
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
    for link in ["", "#/figure/158", "#/?mn=256&k=512"] {
        // Another document each time.
        session.goto("about:blank")?;
        session.goto(&format!("{}{link}", host.url()))?;
        session.wait_until("the first frame", "return window.colours")?;
        let colours = session.execute("return window.colours", &[])?;
        assert_eq!(colours.as_str(), Some("255,255"), "{link}");
    }
    Ok(())
}

/// Where the cells of each visible view are, their size, and their colours.
const COLOURED: &str = "
    const coloured = () => [...document.querySelectorAll('.grid-scroller canvas')].filter((canvas) => canvas.checkVisibility({ visibilityProperty: true })).map((canvas) => {
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const { bottom } = canvas.closest('.grid-window').getBoundingClientRect();
        const colours = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        return [left, top, bottom, width / canvas.width, height / canvas.height, ...colours].join(' ');
    });
";

/// Notes them in the first frame that has them in the document, without letters.
const NOTE_COLOURED: &str = "
    const look = () => {
        const found = document.querySelector('.start') && coloured();
        if (!found?.length) return requestAnimationFrame(look);
        const letters = [...document.querySelectorAll('.start :is(p, span, pre)')];
        window.first = [found, letters.filter((one) => !one.children.length && one.textContent.trim() && one.checkVisibility()).length];
    };
    requestAnimationFrame(look);
";

#[test]
fn what_a_link_leads_to_is_coloured_first_where_the_page_draws_it() -> Result<()> {
    if !is_in_chromium(BEFORE_PAGE)? {
        return Ok(());
    }
    let host = Host::new("/")?;
    for (width, height, views) in [(1440, 900, 2), (1024, 768, 2), (390, 844, 1)] {
        let session = Visitor::new(&host.url())?;
        session.set_window_size(width, height)?;
        let script = serde_json::json!({ "source": format!("{COLOURED}{NOTE_COLOURED}") });
        session.chromium_command("Page.addScriptToEvaluateOnNewDocument", &script)?;
        for link in [
            "#/figure/158",
            "#/?mn=256&k=512",
            "#/wgmma/4000000800010040?show=read",
        ] {
            session.goto("about:blank")?;
            session.goto(&format!("{}{link}", host.url()))?;
            session.wait_until(
                "the descriptor",
                "return document.querySelector('.descriptor')",
            )?;
            let first = session.execute("return window.first", &[])?;
            if views == 1 && link.contains("read") {
                // The document has no room for the marks of a wrong read.
                assert!(first.is_null(), "{link}: {first}");
                continue;
            }
            assert_eq!(first[0].as_array().map(Vec::len), Some(views), "{link}");
            assert_eq!(first[1].as_u64(), Some(0), "letters at {link}");
            let drawn = session.execute(&format!("{COLOURED} return coloured()"), &[])?;
            assert_eq!(first[0], drawn, "{link} at {width} × {height}");
        }
    }
    Ok(())
}

/// What the document shows of both views: where its cells begin, how large they and their numbers are, and the numbers.
const FRESH: &str = "
    const seen = [...document.querySelectorAll('.fresh')].filter((view) => view.checkVisibility({ visibilityProperty: true }));
    return seen.map((view) => {
        const { left, top, width, height } = view.querySelector('.fresh-cells').getBoundingClientRect();
        const numbers = view.querySelector('.fresh-numbers');
        const { fontSize, lineHeight } = getComputedStyle(numbers);
        const rows = Math.round(height / parseFloat(lineHeight));
        const lines = numbers.textContent.split('\\n').slice(0, rows).map((line) => line.trim().split(/\\s+/).join(' '));
        return [left, top, width / 8, lineHeight, fontSize, ...lines].join(' | ');
    });
";

/// The same of the page, of the rows that are seen whole.
const DRAWN: &str = "
    const seen = [...document.querySelectorAll('.grid-scroller')].filter((view) => view.checkVisibility({ visibilityProperty: true }));
    return seen.map((view) => {
        const canvas = view.querySelector('canvas');
        const { left, top, width, height } = canvas.getBoundingClientRect();
        const { fontSize, lineHeight } = getComputedStyle(view.querySelector('.grid-numbers'));
        const room = view.querySelector('.grid-window').getBoundingClientRect().bottom - top;
        const rows = Math.floor(room / (height / canvas.height));
        const lines = view.querySelector('.grid-numbers').textContent.split('\\n').slice(0, rows);
        const numbers = lines.map((line) => line.trim().split(/ +/).join(' '));
        return [left, top, width / canvas.width, lineHeight, fontSize, ...numbers].join(' | ');
    });
";

/// Whether the document shows a fresh page's picture.
const IS_FRESH: &str = "return document.querySelector('.start .fresh')?.checkVisibility()";

#[test]
fn what_a_fresh_page_shows_stands_in_the_document_where_the_page_draws_it() -> Result<()> {
    let host = Host::new("/")?;
    for (width, height, views) in [
        (1440, 900, 2),
        (1920, 1080, 2),
        (1920, 1400, 2),
        (1366, 768, 2),
        (1024, 768, 2),
        (390, 844, 1),
    ] {
        let session = Visitor::new(&host.url())?;
        session.set_window_size(width, height)?;
        host.fails(&[("atlas-", Fault::Missing)]);
        session.goto(&host.url())?;
        session.wait_until("the picture", IS_FRESH)?;
        let fresh = session.execute(FRESH, &[])?;
        assert_eq!(fresh.as_array().map(Vec::len), Some(views), "{fresh}");
        host.fails(&[]);
        session.refresh()?;
        session.wait_until(
            "the descriptor",
            "return document.querySelector('.descriptor')",
        )?;
        assert_eq!(fresh, session.execute(DRAWN, &[])?, "{width} × {height}");
    }
    Ok(())
}

#[test]
fn the_document_shows_a_picture_to_nobody_who_asks_for_another() -> Result<()> {
    let host = Host::new("/")?;
    host.fails(&[("atlas-", Fault::Missing)]);
    for (address, chosen, is_fresh) in [
        ("", "", true),
        ("", "localStorage.setItem('theme', 'dark')", true),
        ("", "localStorage.setItem('palette', 'isa')", true),
        ("", "localStorage.setItem('palette', 'safe')", false),
        ("", "sessionStorage.setItem('zoom', '28')", false),
        ("#/figure/157", "", false),
        ("#/learn", "", false),
        ("?embed", "", false),
    ] {
        let session = Visitor::new(&host.url())?;
        session.goto(&format!("{}#", host.url()))?;
        session.execute(chosen, &[])?;
        session.goto(&format!("{}{address}", host.url()))?;
        session.refresh()?;
        session.wait_until(
            "the watch",
            "return document.documentElement.dataset.start === 'host'",
        )?;
        let shown = session.execute(IS_FRESH, &[])?;
        assert_eq!(shown.as_bool(), Some(is_fresh), "{address} {chosen}");
        let theme = session.execute("return document.documentElement.dataset.theme", &[])?;
        let is_dark = chosen.contains("dark");
        assert!(address == "?embed" || (theme.as_str() == Some("dark")) == is_dark);
    }
    Ok(())
}
