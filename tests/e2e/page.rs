//! The page as its visitors handle it: opened by a link, its controls found by their names.

use std::env;

use swizzle_core::reader::Spec;
use swizzle_params::{ParamId, Scalar};
use swizzle_tests::webdriver::{Element, Error, Result, Session};
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
    /// Opens a link as a new visitor with a window 1440 pixels wide.
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

    /// Waits until a script that returns what is wrong returns nothing.
    pub(crate) fn has_nothing_wrong(&self, where_it_is: &str, script: &str) -> Result<()> {
        self.session.wait_for(&format!("nothing wrong: {where_it_is}"), |_| {
            let wrong = self.text_of(script)?;
            match wrong.as_str() {
                "" => Ok(Some(())),
                _ => Err(Error::new(wrong)),
            }
        })
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

    /// The button with these words on it, or this name.
    pub(crate) fn button(&self, words: &str) -> Result<Element<'_>> {
        // Over an open dialog nothing else can be pressed.
        self.session.find_xpath(&format!(
            "//button[normalize-space()='{words}' or @aria-label='{words}']
                [ancestor::dialog or not(//dialog[@open])]"
        ))
    }

    /// Presses the button with these words on it, or this name.
    pub(crate) fn press(&self, words: &str) -> Result<()> {
        self.button(words)?.click()
    }

    /// The same of a button of the bar, which on a narrow screen has most of them in a menu.
    pub(crate) fn press_in_bar(&self, words: &str) -> Result<()> {
        let is_narrow = "return document.querySelector('.bar-more').checkVisibility()";
        if self.session.execute(is_narrow, &[])? == true {
            self.press("Menu")?;
        }
        self.press(words)
    }

    /// Opens a word of a page's sentence, and returns what it opens.
    pub(crate) fn open_word(&self, label: &str) -> Result<Element<'_>> {
        let word = format!(".sentence .word[aria-label^='{label}:']");
        self.session.find(&word)?.click()?;
        self.session.find(".sentence [role=dialog]")
    }

    /// Chooses a value of a word of the sentence.
    pub(crate) fn choose(&self, label: &str, name: &str) -> Result<()> {
        self.open_word(label)?;
        let choice = format!("//*[@role='dialog']//button[span[normalize-space()='{name}']]");
        self.session.find_xpath(&choice)?.click()
    }

    /// Types a number into the editor of a word.
    pub(crate) fn type_number(&self, label: &str, text: &str) -> Result<()> {
        self.open_word(label)?;
        self.session.find(".sentence [role=dialog] input")?.fill(text)
    }

    /// Puts a text into the box that takes anything, all at once.
    pub(crate) fn paste_into_box(&self, text: &str) -> Result<()> {
        let field = self.session().find("#paste")?;
        field.click()?;
        self.session().execute(
            "arguments[0].select(); document.execCommand('insertText', false, arguments[1])",
            &[field.handle(), text.into()],
        )?;
        Ok(())
    }

    /// Gives the page a size in CSS pixels, each of them so many pixels of the screen.
    pub(crate) fn resize(&self, width: u32, height: u32, scale: f64) -> Result<()> {
        self.session.set_screen(width, height, scale)
    }

    /// The number of entries in the window's history.
    pub(crate) fn history_length(&self) -> Result<u64> {
        let length = self.session.execute("return history.length", &[])?;
        Ok(length.as_u64().unwrap_or_default())
    }
}
