//! The page as its visitors handle it: opened by a link, its controls found by their names.

use std::env;

use swizzle_core::reader::Spec;
use swizzle_params::{ParamId, Scalar};
use swizzle_tests::webdriver::{Error, Result, Session};
use swizzle_view::{Shown, link_from_shown, shown_from_link};

use crate::visitor::Visitor;

/// The page before a visitor.
pub(crate) struct Page {
    session: Visitor,
    url: String,
}

/// Calls back once nothing in the document has changed for some frames: more than pass between what is drawn at once and what
/// follows it.
const SETTLED: &str = "
    const [done] = arguments;
    let frames = 0;
    const changes = new MutationObserver(() => { frames = 0; });
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const moves = () => document.getAnimations().some((one) =>
        one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime));
    const frame = () => {
        frames = moves() ? 0 : frames + 1;
        if (frames < 8) return requestAnimationFrame(frame);
        changes.disconnect();
        done();
    };
    document.fonts.ready.then(() => requestAnimationFrame(frame));";

/// The descriptor of Check, and some words of its sentence.
const SHOWN: &str = "
    const words = [...document.querySelectorAll('.check .word')].map((word) => word.ariaLabel);
    const of = (labels) => words.filter((word) => labels.some((label) => word.startsWith(`${label}: `)));
    return [document.querySelector('.check .hex')?.textContent ?? '', ...of(['M', 'N', 'K', 'Element', 'Start'])].join(' ')";

/// The same of a tile.
fn words(spec: &Spec) -> String {
    let word = |id: ParamId| {
        let param = id.param();
        let value = match param.taken(spec) {
            Some(Scalar::Number(number)) if id == ParamId::Start => format!("{number:#x}"),
            Some(Scalar::Number(number)) => number.to_string(),
            Some(Scalar::Choice(name)) => name.to_owned(),
            Some(Scalar::Xor(xor)) => xor.to_string(),
            None => String::new(),
        };
        format!("{}: {value}", param.label.of(spec.reader().operand))
    };
    let all = [ParamId::Mn, ParamId::K, ParamId::Element, ParamId::Start];
    all.map(word).join(" ")
}

/// Where the page is served.
pub(crate) fn url() -> Result<String> {
    env::var("ATLAS_URL").map_err(|_| {
        Error::new("ATLAS_URL does not say where the page is: run `cargo xtask test --only e2e`")
    })
}

/// The state of a link that opens wholly.
pub(crate) fn state(link: &str) -> Shown {
    let opened = shown_from_link(link);
    assert_eq!(opened.notices, [], "{link}");
    opened.shown
}

impl Page {
    /// A new visitor with a window 1440 pixels wide, before any link is opened.
    pub(crate) fn new() -> Result<Self> {
        let url = url()?;
        Ok(Self { session: Visitor::new(&url)?, url })
    }

    /// Opens a link as a new visitor.
    pub(crate) fn open(link: &str) -> Result<Self> {
        Self::open_at(&url()?, link)
    }

    /// The same of a page that is served elsewhere.
    pub(crate) fn open_at(url: &str, link: &str) -> Result<Self> {
        let page = Self::start_at(url, link)?;
        page.has_later()?;
        Ok(page)
    }

    /// The same without what the page loads after its start.
    pub(crate) fn start_at(url: &str, link: &str) -> Result<Self> {
        Self::start_as(Visitor::new(url)?, url, link)
    }

    /// A visitor at a link, whether the page comes or not.
    pub(crate) fn visit(url: &str, link: &str) -> Result<Self> {
        let page = Self { session: Visitor::new(url)?, url: url.to_owned() };
        page.session.goto(&format!("{url}{link}"))?;
        Ok(page)
    }

    /// Opens the page in a browser that keeps it for a visit without a network.
    pub(crate) fn open_kept(url: &str, link: &str) -> Result<Self> {
        let page = Self::start_as(Visitor::with_workers(url)?, url, link)?;
        page.has_later()?;
        Ok(page)
    }

    /// In the new tab of a visitor.
    fn start_as(session: Visitor, url: &str, link: &str) -> Result<Self> {
        let url = url.to_owned();
        let page = Self { session, url };
        page.start(link)?;
        Ok(page)
    }

    /// The browser.
    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// Loads the page at a link.
    pub(crate) fn goto(&self, link: &str) -> Result<()> {
        // An address that differs from the present one only behind its `#` would not load anything.
        self.session.goto("about:blank")?;
        self.start(link)?;
        self.has_later()
    }

    fn start(&self, link: &str) -> Result<()> {
        self.session.goto(&format!("{}{link}", self.url))?;
        self.session.wait_until("the page", "return document.querySelector('main h1')")?;
        Ok(())
    }

    /// Waits for what is loaded after the start: the pictures of Home, or another page.
    fn has_later(&self) -> Result<()> {
        let is_there = "
            const page = document.querySelector('main:not(.page-wait):has(h1)');
            const home = document.querySelector('.hero');
            return home ? home.querySelector('canvas') : page
        ";
        self.session.wait_until("what is loaded later", is_there)?;
        Ok(())
    }

    /// Waits until the letters are there, nothing moves, and nothing has changed for some frames.
    pub(crate) fn settles(&self) -> Result<()> {
        self.session.execute_async(SETTLED, &[]).map(drop)
    }

    /// Changes the address behind its `#`, as one does who types it.
    pub(crate) fn type_address(&self, link: &str) -> Result<()> {
        self.session.execute("location.hash = arguments[0]", &[link.into()])?;
        Ok(())
    }

    /// The address from its `#` on.
    pub(crate) fn link(&self) -> Result<String> {
        self.text_of("return location.hash")
    }

    /// What a script returns as text.
    pub(crate) fn text_of(&self, script: &str) -> Result<String> {
        let value = self.session.execute(script, &[])?;
        let text = value.as_str().map(str::to_owned);
        text.ok_or_else(|| Error::new(format!("`{script}` returned {value}")))
    }

    /// Waits until Check shows a state: its descriptor, and the words of the sentence.
    pub(crate) fn shows(&self, state: &Shown) -> Result<()> {
        let spec = state.spec().map_err(|why| Error::new(why.to_string()))?;
        let looked_at = state.looked_at(&spec);
        let descriptor = looked_at.descriptor(looked_at.place());
        let hex = descriptor.map_or_else(|_| String::new(), |descriptor| descriptor.to_string());
        let expected = format!("{hex} {}", words(&spec));
        let what = format!("the screen of {}", link_from_shown(state));
        self.session.wait_for(&what, |_| {
            let found = self.text_of(SHOWN)?;
            if found == expected {
                return Ok(Some(()));
            }
            Err(Error::new(format!("it is {found}, not {expected}")))
        })
    }

    /// Waits until the address is that of a state.
    pub(crate) fn has_address_of(&self, state: &Shown) -> Result<()> {
        let expected = link_from_shown(state);
        self.session.wait_for(&format!("the address {expected}"), |_| {
            let link = self.link()?;
            if link == expected {
                return Ok(Some(()));
            }
            Err(Error::new(format!("it is {link}")))
        })
    }

    /// Waits for the screen and the address of a state.
    pub(crate) fn shows_with_address(&self, state: &Shown) -> Result<()> {
        self.shows(state)?;
        self.has_address_of(state)
    }

    /// Gives the page a size in CSS pixels, each of them so many pixels of the screen.
    pub(crate) fn resize(&self, width: u32, height: u32, scale: f64) -> Result<()> {
        self.session.set_screen(width, height, scale)
    }
}
