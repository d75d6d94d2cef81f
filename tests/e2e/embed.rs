//! The figure alone, embedded in another page.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use swizzle_core::Coord;
use swizzle_core::reader::VerdictKind;
use swizzle_draw::cell_caption;
use swizzle_infer::WholeRead;
use swizzle_infer::spec_from_said;
use swizzle_lints::findings_from_spec;
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_text::whole_read_count;
use swizzle_view::Shown;

use crate::page::{Page, state, url};

/// What is on screen once the figure is there.
const IS_THERE: &str = "return document.querySelector('.embed canvas')";

impl Page {
    /// Waits until the title's row has this verdict.
    fn has_verdict(&self, kind: VerdictKind, headline: &str) -> Result<()> {
        let script = "
            const line = document.querySelector('[data-verdict]');
            return line ? [line.dataset.verdict, line.querySelector('h1').textContent] : ['none', '']";
        self.session().wait_for(headline, |session| {
            let found = session.execute(script, &[])?;
            if found[0] == kind.name() && found[1] == headline {
                return Ok(Some(()));
            }
            Err(Error::new(format!("it is {found}")))
        })
    }
}

/// The code of the dialog, for a link.
fn embed_code(link: &str) -> Result<String> {
    let page = Page::open(link)?;
    page.press("Share")?;
    let code = "return [...document.querySelectorAll('.share pre')]
        .map(pre => pre.textContent).find(text => text.includes('<iframe'))";
    page.session().wait_until("the code", code)?;
    page.text_of(code)
}

/// A page of another origin with the code in it, in the light and in the dark.
fn other_host(code: String) -> Result<SocketAddr> {
    let fault = |why: std::io::Error| Error::new(why.to_string());
    let listener = TcpListener::bind("127.0.0.1:0").map_err(fault)?;
    let address = listener.local_addr().map_err(fault)?;
    thread::spawn(move || {
        for mut visitor in listener.incoming().flatten() {
            let mut request = String::new();
            let _ = BufReader::new(&visitor).read_line(&mut request);
            let scheme = if request.contains("dark") { "dark" } else { "light" };
            let body =
                format!("<!doctype html><meta name=color-scheme content={scheme}><title>Notes</title>{code}");
            let length = body.len();
            let _ = write!(
                visitor,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    Ok(address)
}

#[test]
fn the_copied_code_works_in_a_page_of_another_origin() -> Result<()> {
    let link = "#/wgmma/4000004000010040?k=32&element=tf32";
    let code = embed_code(link)?;
    assert!(code.contains(&url()?), "{code}");
    let host = other_host(code)?;
    let page = Page::open("#/?")?;
    for scheme in ["light", "dark"] {
        // Another name of this machine is another site.
        let address = format!("http://localhost:{}/{scheme}", host.port());
        page.session().goto(&address)?;
        page.session().enter_frame("iframe")?;
        page.session().wait_until("the figure", IS_THERE)?;
        let title = page.text_of("return document.querySelector('h1').textContent")?;
        assert!(title.starts_with("All 128 units are read from the right address"), "{title}");
        let theme = page.text_of("return document.documentElement.dataset.theme")?;
        assert_eq!(theme, scheme);
        let back = page.text_of("return document.querySelector('.embed a').href")?;
        assert_eq!(state(&back[back.find('#').unwrap_or(0)..]), state(link));
        assert!(!back.contains("embed"), "{back}");
        page.session().leave_frames()?;
    }
    Ok(())
}

#[test]
fn the_figure_alone_is_live() -> Result<()> {
    let link = "#/figure/157";
    let page = Page::open("#/?")?;
    for (query, views) in
        [("?embed", 2), ("?embed=matrix", 1), ("?embed=memory", 1), ("?embed=both&theme=dark", 2)]
    {
        page.session().goto("about:blank")?;
        page.session().goto(&format!("{}{query}{link}", url()?))?;
        page.session().wait_until("the figure", IS_THERE)?;
        assert_eq!(page.session().find_all(".cell-view")?.len(), views, "{query}");
        assert_eq!(page.session().find_all("input, select, .bar")?.len(), 0);
    }
    let theme = page.text_of("return document.documentElement.dataset.theme")?;
    assert_eq!(theme, "dark");
    let Shown { said, view, .. } = state(link);
    let spec = spec_from_said(&said).map_err(|fault| Error::new(fault.to_string()))?;
    let view_of = page.session().find_all(".cell-touch")?;
    page.session().execute("arguments[0].focus()", &[view_of[0].handle()])?;
    for _ in 0..2 {
        page.session().chord(&[keys::DOWN])?;
    }
    let caption = cell_caption(&spec, &view, Coord { mn: 1, k: 0 });
    let said = format!(
        "return [...document.querySelectorAll('.embed .hint')].some(p => p.textContent.startsWith('{caption}'))"
    );
    page.session().wait_until("the cell", &said)?;
    Ok(())
}

/// What is wrong says so there, too: who copies a figure may not know.
#[test]
fn an_embedded_figure_with_an_error_says_so() -> Result<()> {
    // The tile is specified: a finding that depends on nothing specified is not an error.
    let link = "#/wgmma/4000000800010040?mn=64&k=64";
    let spec = state(link).spec().map_err(|fault| Error::new(fault.to_string()))?;
    let findings = findings_from_spec(&spec);
    let page = Page::open("#/?")?;
    page.session().goto("about:blank")?;
    page.session().goto(&format!("{}?embed{link}", url()?))?;
    page.session().wait_until("the figure", IS_THERE)?;
    assert_eq!(findings[0].title, "SBO is too small: atoms overlap");
    page.has_verdict(VerdictKind::Wrong, "SBO is too small: 112 of 128 units are wrong")?;
    // Two atoms: a right one, and one that is read wrongly.
    let rows = "const { height } = document.querySelector('canvas').getBoundingClientRect();
        return Math.round(height / document.querySelector('canvas').dataset.cellHeight) === 16";
    page.session().wait_until("16 rows", rows)?;
    let back = page.text_of("return document.querySelector('.embed a').href")?;
    assert_eq!(state(&back[back.find('#').unwrap_or(0)..]), state(link));
    Ok(())
}

/// The smallest frames have the verdict, the field that is wrong, and 16 rows: the fault among them.
#[test]
fn a_small_frame_has_the_fault_in_view() -> Result<()> {
    let page = Page::open("#/?")?;
    for (width, height) in [(480, 320), (640, 480), (390, 640)] {
        page.resize(width, height, 1.0)?;
        page.session().goto("about:blank")?;
        let link = "?embed#/wgmma/4000000800010040?mn=64&k=64";
        page.session().goto(&format!("{}{link}", url()?))?;
        page.session().wait_until("the figure", IS_THERE)?;
        let seen = "
            const line = document.querySelector('[data-verdict]').getBoundingClientRect();
            if (line.height < 20 || line.top > 12) return `the verdict is ${line.height} high`;
            const canvas = document.querySelector('canvas');
            const box = canvas.getBoundingClientRect();
            const rows = Math.round(box.height / canvas.dataset.cellHeight);
            if (rows !== 16 || box.bottom > innerHeight) return `${rows} rows to ${box.bottom}`;
            const wrong = document.querySelector('.embed small .bad');
            if (wrong?.textContent !== 'SBO: 128 B needs 1024') return `the field is ${wrong?.textContent}`;
            const way = document.querySelector('.embed a').getBoundingClientRect();
            if (way.bottom > innerHeight) return `the way is at ${way.bottom}`;
            return document.scrollingElement.scrollWidth > innerWidth ? 'it is wider than the frame' : ''";
        page.has_nothing_wrong(&format!("in {width} × {height}"), seen)?;
    }
    Ok(())
}

/// Every form of a figure fits in the smallest frame, fault and verdict with it: nothing but the memory, which is long, scrolls.
#[test]
fn nothing_of_a_small_frame_is_scrolled_to() -> Result<()> {
    let page = Page::open("#/?")?;
    page.resize(480, 320, 1.0)?;
    for form in ["", "=matrix", "=memory", "=both", "=picture"] {
        page.session().goto("about:blank")?;
        let link = format!("?embed{form}#/wgmma/4000000800010040?mn=64&k=64");
        page.session().goto(&format!("{}{link}", url()?))?;
        page.session().wait_until("the figure", IS_THERE)?;
        let seen = "
            const line = document.querySelector('[data-verdict]').getBoundingClientRect();
            if (line.top > 12) return `the verdict is at ${line.top}`;
            const fault = document.querySelector('.embed canvas, .embed-images strong').getBoundingClientRect();
            if (fault.bottom > innerHeight - 20) return `the fault is at ${fault.bottom}`;
            const low = [document.scrollingElement, ...document.querySelectorAll('.embed, .embed .pair')];
            const over = low.find((one) => one.scrollHeight > one.clientHeight);
            return over ? `${over.className || over.tagName}: ${over.scrollHeight} > ${over.clientHeight}` : ''";
        page.has_nothing_wrong(&format!("embed{form}"), seen)?;
    }
    Ok(())
}

/// The request for the figure may be behind the `#`, as in a link that was written by hand; both views are side by side.
#[test]
fn a_link_may_ask_for_the_figure_alone() -> Result<()> {
    let page = Page::open("#/?")?;
    page.resize(720, 600, 1.0)?;
    page.session().goto("about:blank")?;
    page.session().goto(&format!("{}#/figure/157?embed=both", url()?))?;
    page.session().wait_until("the figure", IS_THERE)?;
    let beside = "const [one, other] = [...document.querySelectorAll('.cell-view')].map((view) => view.getBoundingClientRect());
        return one.top === other.top && one.right <= other.left";
    page.session().wait_until("both side by side", beside)?;
    Ok(())
}

/// Where only the figure is asked for, its memory is beside the matrix as soon as there is room.
#[test]
fn the_memory_takes_the_room_beside_the_matrix() -> Result<()> {
    let page = Page::open("#/?")?;
    for (width, seen) in [(800, 2), (480, 2), (390, 1)] {
        page.resize(width, 600, 1.0)?;
        page.session().goto("about:blank")?;
        page.session().goto(&format!("{}?embed#/figure/157", url()?))?;
        page.session().wait_until("the figure", IS_THERE)?;
        let beside = format!(
            "const boxes = [...document.querySelectorAll('.cell-view canvas')].map((canvas) => canvas.getBoundingClientRect()).filter((box) => box.width > 0);
            return boxes.length === {seen} && boxes.every((box) => box.top === boxes[0].top && box.right < innerWidth)"
        );
        page.session().wait_until("the views", &beside)?;
    }
    Ok(())
}

/// Without a tile in the address it is the image under a mistake; a tile is one where the address asks for it.
#[test]
fn an_image_can_be_embedded() -> Result<()> {
    let page = Page::open("#/?")?;
    let counted = "return document.querySelector('.embed-images strong')?.textContent";
    let link = "#/figure/157";
    let spec = spec_from_said(&state(link).said).map_err(|fault| Error::new(fault.to_string()))?;
    let right = whole_read_count(&WholeRead::of(&spec).ok_or_else(|| "no image".to_owned())?);
    for (address, count) in
        [("?embed".to_owned(), "112 of 128 units wrong"), (format!("?embed=picture{link}"), &*right)]
    {
        page.session().goto("about:blank")?;
        page.session().goto(&format!("{}{address}", url()?))?;
        page.session().wait_for(count, |session| {
            let found = session.execute(counted, &[])?;
            Ok((found == count).then_some(()))
        })?;
        assert_eq!(page.session().find_all(".cell-view")?.len(), 0);
        let back = page.text_of("return document.querySelector('.embed a').href")?;
        assert!(back.ends_with("show=picture"), "{back}");
    }
    // The atlas' own address is its tile, not a mistake.
    page.session().goto("about:blank")?;
    page.session().goto(&format!("{}?embed#/", url()?))?;
    page.session()
        .wait_for("both views", |session| Ok((session.find_all(".cell-view")?.len() == 2).then_some(())))?;
    let verdict = "return document.querySelector('[data-verdict]')?.dataset.verdict ?? 'right'";
    assert_eq!(page.text_of(verdict)?, "right");
    Ok(())
}

/// Other pages are embedded without bar and panel, and nothing is behind the way to the whole page.
#[test]
fn a_page_is_embedded_by_its_picture() -> Result<()> {
    let page = Page::open("#/?")?;
    let session = page.session();
    page.resize(480, 320, 1.0)?;
    for (link, picture) in [
        ("#/scale", ".stations canvas"),
        ("#/tensor-memory", ".blackwell canvas, .plane"),
        ("#/journey?scene=3", ".journey canvas"),
    ] {
        session.goto("about:blank")?;
        session.goto(&format!("{}?embed{link}", url()?))?;
        session.wait_until(link, &format!("return document.querySelector(`{picture}`)"))?;
        page.settles()?;
        let seen = "
            const isSeen = (css) => document.querySelector(css)?.checkVisibility() ?? false;
            const more = ['header.bar', '.page-panel', '.sheets'].filter(isSeen);
            const { scrollWidth, clientWidth } = document.scrollingElement;
            scrollTo(0, document.scrollingElement.scrollHeight);
            const box = (css) => document.querySelector(css).getBoundingClientRect();
            const isBehind = box('main').bottom > box('.embedded-way').top + 1;
            return more.join() + (scrollWidth > clientWidth ? ' wider than the frame' : '') + (isBehind ? ' behind the way' : '')";
        page.has_nothing_wrong(link, seen)?;
    }
    Ok(())
}
