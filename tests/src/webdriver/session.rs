//! A browser window.

use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::browser::{Browser, Programs};
use super::driver::Driver;
use super::element::Element;
use super::error::{Context as _, Error, Result};
use super::profile::Profile;
use super::wire::Wire;

/// A browser window with a profile of its own; dropping it closes the browser.
pub struct Session {
    browser: Browser,
    pub(super) wire: Wire,
    // In this order: what uses a thing goes before it.
    _driver: Driver,
    profile: Profile,
}

impl Session {
    /// Starts a browser of the environment's: its driver on a free port, and a window with a fresh profile.
    ///
    /// # Errors
    /// When driver or browser cannot be started.
    pub fn start(browser: Browser) -> Result<Self> {
        Self::start_from(browser, &Programs::from_env(browser))
    }

    /// The same with the programs named.
    ///
    /// # Errors
    /// When driver or browser cannot be started.
    pub fn start_from(browser: Browser, programs: &Programs) -> Result<Self> {
        let profile = Profile::new()?;
        let (driver, wire) = Driver::start(browser, &programs.driver)?;
        let asked = browser.capabilities(programs.browser.as_deref(), profile.folder());
        let answer = wire.post("/session", &asked).context(|| format!("cannot start {}", browser.name()))?;
        let id = answer["sessionId"].as_str().context(|| format!("the driver names no session: {answer}"))?;
        Ok(Self { browser, wire: wire.below(&format!("/session/{id}")), _driver: driver, profile })
    }

    /// The folder of the browser's profile.
    pub(super) fn profile(&self) -> &Path {
        self.profile.folder()
    }

    /// Which browser this is.
    #[must_use]
    pub const fn browser(&self) -> Browser {
        self.browser
    }

    /// Opens an address and waits until its document is loaded.
    ///
    /// # Errors
    /// When the browser cannot.
    pub fn goto(&self, url: &str) -> Result<()> {
        self.navigate("/url", &json!({ "url": url })).context(|| format!("cannot open {url}"))
    }

    /// Once more where what was under way, a change behind the address's `#`, ended it: Chromium's driver calls that a timeout.
    fn navigate(&self, path: &str, body: &Value) -> Result<()> {
        let post = || self.wire.post(path, body).map(drop);
        match post() {
            Err(fault) if fault.to_string().contains("aborted by navigation") => post(),
            answer => answer,
        }
    }

    /// The present address.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn url(&self) -> Result<String> {
        text(self.wire.get("/url")?)
    }

    /// The document's title.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn title(&self) -> Result<String> {
        text(self.wire.get("/title")?)
    }

    /// One step back in the window's history.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn back(&self) -> Result<()> {
        self.wire.post_empty("/back").map(drop)
    }

    /// One step forward in the window's history.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn forward(&self) -> Result<()> {
        self.wire.post_empty("/forward").map(drop)
    }

    /// Loads the page again.
    ///
    /// # Errors
    /// When the browser cannot.
    pub fn refresh(&self) -> Result<()> {
        self.navigate("/refresh", &json!({})).context(|| "cannot load the page again".into())
    }

    /// Goes on in a new tab, with a history of its own, and closes the present one.
    ///
    /// # Errors
    /// When the browser cannot.
    pub fn change_tab(&self) -> Result<()> {
        let tab = self.wire.post("/window/new", &json!({ "type": "tab" }))?;
        self.wire.delete("/window")?;
        self.wire
            .post("/window", &json!({ "handle": tab["handle"] }))
            .context(|| "cannot go on in a new tab".into())?;
        Ok(())
    }

    /// Sets the size of the window, in CSS pixels, its frame included: what is left for the page is less high.
    ///
    /// # Errors
    /// When the browser cannot.
    pub fn set_window_size(&self, width: u32, height: u32) -> Result<()> {
        let size = json!({ "width": width, "height": height });
        self.wire
            .post("/window/rect", &size)
            .context(|| format!("cannot make the window {width} × {height}"))?;
        Ok(())
    }

    /// Goes into a page within the page: what follows is about that.
    ///
    /// # Errors
    /// When there is none.
    pub fn enter_frame(&self, css: &str) -> Result<()> {
        let frame = self.find(css)?;
        self.wire
            .post("/frame", &json!({ "id": frame.handle() }))
            .context(|| format!("cannot enter {css}"))?;
        Ok(())
    }

    /// Goes back to the whole page.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub fn leave_frames(&self) -> Result<()> {
        self.wire.post("/frame", &json!({ "id": null })).map(drop)
    }

    /// The first element that a CSS selector finds.
    ///
    /// # Errors
    /// When there is none.
    pub fn find(&self, css: &str) -> Result<Element<'_>> {
        let found = self.wire.post("/element", &by_css(css)).context(|| format!("cannot find {css}"))?;
        Element::new(self, &found, css)
    }

    /// The element that a script has returned; the second text names it in errors.
    ///
    /// # Errors
    ///
    /// What the script returned is not an element.
    pub fn element(&self, found: &Value, name: &str) -> Result<Element<'_>> {
        Element::new(self, found, name)
    }

    /// All elements that a CSS selector finds, in the document's order.
    ///
    /// # Errors
    /// When the selector is none, or the browser does not answer.
    pub fn find_all(&self, css: &str) -> Result<Vec<Element<'_>>> {
        let found = self.wire.post("/elements", &by_css(css)).context(|| format!("cannot find {css}"))?;
        let found = found.as_array().map_or(&[][..], Vec::as_slice);
        found.iter().map(|element| Element::new(self, element, css)).collect()
    }

    /// Runs the body of a function in the page, and returns what it returns; `arguments` holds the values.
    ///
    /// ```no_run
    /// # use swizzle_tests::webdriver::{Browser, Session};
    /// # let session = Session::start(Browser::Chromium).unwrap();
    /// let three = session.execute("return arguments[0] + 1", &[2.into()])?;
    /// assert_eq!(three, 3);
    /// # Ok::<(), swizzle_tests::webdriver::Error>(())
    /// ```
    ///
    /// # Errors
    /// When it throws.
    pub fn execute(&self, body: &str, arguments: &[Value]) -> Result<Value> {
        self.run("/execute/sync", body, arguments)
    }

    /// The same for a function that calls its last argument with the result when it is done.
    ///
    /// # Errors
    /// When it throws, or does not call within two minutes.
    pub fn execute_async(&self, body: &str, arguments: &[Value]) -> Result<Value> {
        self.run("/execute/async", body, arguments)
    }

    fn run(&self, path: &str, body: &str, arguments: &[Value]) -> Result<Value> {
        self.wire
            .post(path, &json!({ "script": body, "args": arguments }))
            .context(|| format!("in the page, `{}`", shortened(body)))
    }

    /// Saves what the window shows as PNG.
    ///
    /// # Errors
    /// When the browser gives no picture or the file cannot be written.
    pub fn screenshot(&self, path: &Path) -> Result<()> {
        let text = text(self.wire.get("/screenshot")?)?;
        let bytes = BASE64_STANDARD.decode(text).context(|| "the picture is not base64".into())?;
        fs::write(path, bytes).context(|| format!("cannot write {}", path.display()))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Ends the browser too; a driver that is killed would leave it behind.
        let _ = self.wire.delete("");
    }
}

fn by_css(css: &str) -> Value {
    json!({ "using": "css selector", "value": css })
}

/// A text that was asked for.
pub(super) fn text(value: Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(Error::new(format!("expected a text, got {other}"))),
    }
}

/// The beginning of a script, for messages.
pub(super) fn shortened(script: &str) -> String {
    let line = script.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(100) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
