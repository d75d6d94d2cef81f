//! The page as its visitors handle it: opened by a link, its controls found by their names.

use std::env;

use swizzle_draw::scene::{CellAt, PaneKind};
use swizzle_tests::webdriver::{Element, Error, Result, Session};
use swizzle_view::{Shown, link_from_shown, shown_from_link};

use crate::look::{Look, READ};
use crate::tile::Tile;
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
        self.session
            .wait_until("the page", "return document.querySelector('main h1')")?;
        Ok(())
    }

    /// Waits for what is loaded after the start: it is there when the descriptor is, or a page of the lessons. Beside two
    /// layouts it shows in nothing but the styles that it adds to theirs.
    fn has_later(&self) -> Result<()> {
        let is_there = "
            return document.querySelector('.descriptor, .learn, .learn-course, .glossary, .embed, .memory-body, .build, .support, .kernel-page, .scale-page, .tensor-page, .journey-page')
                || document.querySelector('.pair-halves') && document.adoptedStyleSheets.length > 1
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
        self.session
            .execute("location.hash = arguments[0]", &[link.into()])?;
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
        self.session
            .wait_for(&format!("nothing wrong: {where_it_is}"), |_| {
                let wrong = self.text_of(script)?;
                match wrong.as_str() {
                    "" => Ok(Some(())),
                    _ => Err(Error::new(wrong)),
                }
            })
    }

    /// What the page shows now.
    pub(crate) fn look(&self) -> Result<Look> {
        Ok(Look::from_json(&self.session.execute(READ, &[])?)?)
    }

    /// Waits until everything on the page is what the core says of a state.
    pub(crate) fn shows(&self, state: &Shown) -> Result<Look> {
        let tile = Tile::of(state)?;
        let what = format!("the screen of {}", link_from_shown(state));
        self.session.wait_for(&what, |_| {
            let shown = self.look()?;
            let differences = shown.screen().differences(&tile.screen(&shown));
            if differences.is_empty() {
                return Ok(Some(shown));
            }
            Err(Error::new(differences.join("\n")))
        })
    }

    /// Waits until the address is that of a state.
    pub(crate) fn has_address_of(&self, state: &Shown) -> Result<()> {
        let expected = link_from_shown(state);
        self.session
            .wait_for(&format!("the address {expected}"), |_| {
                let link = self.link()?;
                if link == expected {
                    return Ok(Some(()));
                }
                Err(Error::new(format!("it is {link}")))
            })
    }

    /// Waits for the screen and the address of a state.
    pub(crate) fn shows_with_address(&self, state: &Shown) -> Result<Look> {
        let shown = self.shows(state)?;
        self.has_address_of(state)?;
        Ok(shown)
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
        let is_narrow = "return document.querySelector('.bar > .opener').checkVisibility()";
        if self.session.execute(is_narrow, &[])? == true {
            self.press("Menu")?;
        }
        self.press(words)
    }

    /// Chooses among the buttons of a row.
    pub(crate) fn choose(&self, label: &str, name: &str) -> Result<()> {
        let option = format!("input[type=radio][name='choice-{label}'][value='{name}']");
        let choose = || self.session.find(&option)?.click();
        match choose() {
            // The panel follows the picture a frame later, with elements of its own after a link was opened.
            Err(fault) if fault.to_string().contains("stale element") => choose(),
            chosen => chosen,
        }
    }

    /// Chooses from a list.
    pub(crate) fn pick(&self, label: &str, name: &str) -> Result<()> {
        let option = format!("//label[span='{label}']/select/option[@value='{name}']");
        self.session.find_xpath(&option)?.click()
    }

    /// The field of a number.
    pub(crate) fn field(&self, label: &str) -> Result<Element<'_>> {
        self.session.find_xpath(&format!(
            "//input[@type='text'][@id=//label[.='{label}']/@for]"
        ))
    }

    /// The text in the field of a number.
    pub(crate) fn written(&self, label: &str) -> Result<String> {
        let value = self.field(label)?.property("value")?;
        Ok(value.as_str().unwrap_or_default().to_owned())
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

    /// Moves the mouse to the middle of a cell.
    pub(crate) fn point_at(&self, kind: PaneKind, at: CellAt) -> Result<()> {
        let views = self.session.find_all(".grid-scroller")?;
        let view = views.get(kind as usize).map(Element::handle);
        self.session.execute(
            "arguments[0].scrollIntoView({ block: 'center' })",
            &[view.unwrap_or_default()],
        )?;
        let (x, y) = self.look()?.view(kind)?.middle_of(at);
        self.session.pointer_to_view(x, y)
    }

    /// Presses the mouse's button where it is.
    pub(crate) fn click_here(&self) -> Result<()> {
        self.session.pointer_press()?;
        self.session.pointer_release()
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
