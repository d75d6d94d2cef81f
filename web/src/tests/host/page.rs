//! The page, mounted.

use std::cell::RefCell;

use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlElement};
use yew::AppHandle;

use super::fault::{Fault, Result};
use super::script;
use crate::browser::{document, frame_painted, go_to, hash, painted};
use crate::site::Site;
use crate::tests::steps::STEPS;

/// What the document brings. The harness's own words are behind the page, where its driver sees them.
const STYLE: &str = concat!(
    include_str!("../../../styles/tokens.css"),
    include_str!("../../../styles/base.css"),
    include_str!("../../../styles/layout.css"),
    include_str!("../../../styles/parts.css"),
    include_str!("../../../styles/pages/home.css"),
    include_str!("../../../styles/bar.css"),
    include_str!("../../../styles/start.css"),
    "body > pre { position: fixed; inset: 0; z-index: -1; margin: 0; }",
);

/// Keeps what comes to the console as an error, for the page's tests to look at.
const KEEP_ERRORS: &str = "
    if (window.told) return;
    window.told = [];
    const { error } = console;
    console.error = (...words) => { window.told.push(words.join(' ')); error.apply(console, words); };
    addEventListener('error', ({ message }) => window.told.push(message));";

/// Where the page is before it is opened, and what a visitor was never at: nothing is remembered.
const FORGET: &str = "
    window.told.length = 0;
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', location.pathname + location.search + arguments[0]);
    scrollTo(0, 0);";

/// What is there once all is that comes after the start.
const HAS_LATER: &str = "return document.querySelector('main:not(.page-wait):has(h1)')";

thread_local! {
    /// There is one at a time: its keys and its address are the window's.
    static OPEN: RefCell<Option<(AppHandle<Site>, Element)>> = const { RefCell::new(None) };
}

/// The page before a tester, until the next one is opened.
pub(crate) struct Page {
    _only_by_opening: (),
}

impl Page {
    /// Opens a link as a new visitor, and waits for what comes after the start.
    pub(crate) async fn open(link: &str) -> Result<Self> {
        close().await;
        let page = Self { _only_by_opening: () };
        page.execute(KEEP_ERRORS, &[])?;
        if document().query_selector("style[data-tests]").is_ok_and(|one| one.is_none()) {
            let style = document().create_element("style").map_err(no_element)?;
            style.set_attribute("data-tests", "").map_err(no_element)?;
            style.set_text_content(Some(STYLE));
            body()?.append_child(&style).map_err(no_element)?;
        }
        page.execute(FORGET, &[link])?;
        page.start().await?;
        Ok(page)
    }

    /// Opens a link as one who comes again: what is remembered stays.
    pub(crate) async fn goto(&self, link: &str) -> Result<()> {
        close().await;
        self.execute(
            "history.replaceState(null, '', location.pathname + location.search + arguments[0])",
            &[link],
        )?;
        self.start().await
    }

    async fn start(&self) -> Result<()> {
        let root = document().create_element("div").map_err(no_element)?;
        body()?.append_child(&root).map_err(no_element)?;
        let app = yew::Renderer::<Site>::with_root(root.clone()).render();
        OPEN.set(Some((app, root)));
        self.wait_until("the page", HAS_LATER).await?;
        // Its keys are heard once it has been painted.
        self.rendered().await;
        Ok(())
    }

    /// All that it says.
    pub(crate) fn text(&self) -> String {
        let said = |open: &Option<(AppHandle<Site>, Element)>| open.as_ref()?.1.text_content();
        OPEN.with_borrow(said).unwrap_or_default()
    }

    /// Waits until all is rendered that waits for it.
    pub(crate) async fn rendered(&self) {
        yew::scheduler::flush().await;
        frame_painted().await;
        yew::scheduler::flush().await;
    }

    /// Changes the address behind its `#`, as one does who types it.
    pub(crate) async fn type_address(&self, link: &str) -> Result<()> {
        go_to(link);
        self.rendered().await;
        Ok(())
    }

    /// The address from its `#` on.
    pub(crate) fn link(&self) -> String {
        hash()
    }

    /// Runs the body of a function in the document, and returns what it returns; `arguments` holds the texts.
    pub(crate) fn execute(&self, body: &str, arguments: &[&str]) -> Result<Value> {
        let arguments: Vec<JsValue> = arguments.iter().map(|text| (*text).into()).collect();
        self.execute_with(body, &arguments)
    }

    /// The same with any values.
    pub(crate) fn execute_with(&self, body: &str, arguments: &[JsValue]) -> Result<Value> {
        script::execute(body, arguments)
    }

    /// The width and the height of the first canvas of a selector, and its pixels, four bytes each.
    pub(crate) fn pixels(&self, css: &str) -> Result<((u32, u32), Vec<u8>)> {
        let no_canvas = |_| Fault::new(format!("{css} is no canvas"));
        let canvas = document()
            .query_selector(css)
            .map_err(no_element)?
            .ok_or_else(|| Fault::new(format!("there is no {css}")))?;
        let canvas: HtmlCanvasElement = canvas.dyn_into().map_err(no_canvas)?;
        let context = canvas.get_context("2d").map_err(no_element)?;
        let context = context.and_then(|one| one.dyn_into::<CanvasRenderingContext2d>().ok());
        let context = context.ok_or_else(|| Fault::new(format!("{css} is not flat")))?;
        let size = (canvas.width(), canvas.height());
        let data = context.get_image_data(0.0, 0.0, size.0.into(), size.1.into());
        Ok((size, data.map_err(no_element)?.data().0))
    }

    /// Waits for what a step acts on: a button or a link by its name, or the first element of a selector.
    pub(crate) async fn found(&self, verb: &str, what: &str) -> Result<Element> {
        self.wait_for(what, || {
            let found = script::run(STEPS, &["find".into(), verb.into(), what.into()])?;
            let found: Element = found.dyn_into().map_err(|_| Fault::new(format!("there is no {what}")))?;
            Ok((!found.has_attribute("disabled")).then_some(found))
        })
        .await
    }

    /// Nothing has come to the console as an error.
    pub(super) fn is_without_errors(&self) -> Result<()> {
        let told = self.execute("return window.told", &[])?;
        match told.as_array().is_some_and(Vec::is_empty) {
            true => Ok(()),
            false => Err(Fault::new(format!("the console has {told}"))),
        }
    }
}

/// Closes what is open; what it had still to do comes to nothing then.
async fn close() {
    if let Some((app, root)) = OPEN.take() {
        app.destroy();
        root.remove();
        painted().await;
    }
}

fn body() -> Result<HtmlElement> {
    document().body().ok_or_else(|| Fault::new("there is no body"))
}

fn no_element(why: JsValue) -> Fault {
    Fault::new(format!("{why:?}"))
}
