//! The only file that touches the address, the history, the clipboard, storage and the screen's settings.

pub mod file;
pub mod late_style;
pub mod scroll;

use crate::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Function, Promise};
use web_sys::{
    Clipboard, ClipboardEvent, Document, Element, IdleRequestOptions, RequestCache, RequestInit,
    ScrollIntoViewOptions, ScrollLogicalPosition, Window,
};

/// How long a frame is waited for where none comes, as in a tab that is not seen, in milliseconds.
const UNSEEN_MS: i32 = 200;

/// How long a thread at rest is waited for where the page is busy all the time, in milliseconds.
const BUSY_MS: u32 = 60;

/// Waits until the present page and the frame after it, which is the reader's, have been painted, and the thread rests: a key
/// or a pointer event that came meanwhile goes first.
pub async fn painted() {
    frame().await;
    frame_painted().await;
    let rest = Promise::new(&mut |next, _| {
        let patience = IdleRequestOptions::new();
        patience.set_timeout(BUSY_MS);
        let asked = window().request_idle_callback_with_options(&next, &patience);
        // Safari has no such callback.
        if asked.is_err() {
            after(&next, 0);
        }
    });
    let _ = JsFuture::from(rest).await;
}

/// Waits until the next frame has been painted. What a frame calls comes before that, the next task after it.
pub async fn frame_painted() {
    frame().await;
    TimeoutFuture::new(0).await;
}

/// Waits for the next frame.
pub async fn frame() {
    let frame = Promise::new(&mut |next, _| {
        let _ = window().request_animation_frame(&next);
        after(&next, UNSEEN_MS);
    });
    let _ = JsFuture::from(frame).await;
}

fn after(next: &Function, milliseconds: i32) {
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(next, milliseconds);
}

/// The window; there is always one where this page runs.
pub fn window() -> Window {
    web_sys::window().expect("the page runs in a window")
}

/// The document.
pub fn document() -> Document {
    window().document().expect("a window holds a document")
}

/// The address from `#` on.
pub fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// The part of the address from `?` on, up to `#`.
pub fn query() -> String {
    window().location().search().unwrap_or_default()
}

/// The same part of an address from `#` on.
pub fn query_of(hash: &str) -> &str {
    hash.split_once('?').map_or("", |(_, query)| query)
}

/// The value of a key in such a part, empty where the key has no value.
pub fn value_in<'a>(query: &'a str, key: &str) -> Option<&'a str> {
    let pairs = query.trim_start_matches('?').split('&');
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .find_map(|(name, value)| (name == key).then_some(value))
}

/// The address of the page alone: without what follows `?` and `#`.
pub fn base() -> String {
    let href = window().location().href().unwrap_or_default();
    let end = href.find(['?', '#']).unwrap_or(href.len());
    href[..end].into()
}

/// The whole address with this part from `#` on.
pub fn address_with(hash: &str) -> String {
    base() + hash
}

/// Puts a link into the address bar, in place of the present one.
pub fn replace_hash(hash: &str) {
    if let Ok(history) = window().history() {
        // A browser that refuses (too many changes at once) is asked again with the next edit.
        let state = history.state().unwrap_or(JsValue::NULL);
        let _ = history.replace_state_with_url(&state, "", Some(hash));
    }
}

/// Puts a link into the address bar, so that Back returns to the present one.
pub fn push_hash(hash: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(hash));
    }
}

/// Goes to another address of the page, as a link does.
pub fn go_to(hash: &str) {
    let _ = window().location().set_hash(hash);
}

/// The theme that the reader chose last, or otherwise the system's.
pub fn remembered_theme() -> Theme {
    remembered("theme").and_then(|name| Theme::from_name(&name).ok()).unwrap_or_else(system_theme)
}

/// Remembers a theme.
pub fn remember_theme(theme: Theme) {
    remember("theme", theme.name());
}

/// The cell colours that the reader chose last.
pub fn remembered_palette() -> Palette {
    remembered("palette").and_then(|name| Palette::from_name(&name).ok()).unwrap_or(Palette::Isa)
}

/// Returns the value that was remembered under a key.
pub fn remembered(key: &str) -> Option<String> {
    window().local_storage().ok()??.get_item(key).ok()?
}

/// Remembers a choice. Where storage is closed, the choice holds for this visit.
pub fn remember(key: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Keeps a text for the other pages of this visit after the next frame: storage is slow, and no frame waits for it.
pub fn hand_over_later(key: &'static str, value: String) {
    spawn_local(async move {
        painted().await;
        hand_over(key, &value);
    });
}

/// Keeps a text for the other pages of this visit.
pub fn hand_over(key: &str, value: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        let _ = storage.set_item(key, value);
    }
}

/// Returns the value that was kept under a key.
pub fn kept(key: &str) -> Option<String> {
    window().session_storage().ok()??.get_item(key).ok()?
}

/// What was kept under a key in this tab, and then in this browser.
pub fn all_kept(key: &str) -> impl Iterator<Item = String> {
    [kept(key), remembered(key)].into_iter().flatten()
}

/// Keeps a value in this tab and in this browser.
pub fn keep(key: &str, value: &str) {
    hand_over(key, value);
    remember(key, value);
}

/// Whether a media query holds now.
pub fn matches(query: &str) -> bool {
    let query = window().match_media(query);
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// The theme that the reader's system asks for, or the page around this one.
pub fn system_theme() -> Theme {
    if matches(DARK) { Theme::Dark } else { Theme::Light }
}

/// Calls back when that changes, until what is returned is dropped.
pub fn on_system_theme(callback: impl Fn(Theme) + 'static) -> Option<EventListener> {
    let query = window().match_media(DARK).ok()??;
    Some(EventListener::new(&query, "change", move |_| {
        callback(system_theme());
    }))
}

const DARK: &str = "(prefers-color-scheme: dark)";

/// Whether an event says that the reader chose a theme in another tab.
pub fn is_of_other_tab(event: &Event) -> bool {
    let event = event.dyn_ref::<web_sys::StorageEvent>();
    event.is_some_and(|event| event.key().as_deref() == Some("theme"))
}

/// Whether the reader wants nothing to move.
pub fn prefers_stillness() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Sets the theme of the style sheet.
pub fn set_theme(theme: Theme) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme.name());
    }
}

/// Tells the style sheet whether the page is being printed, and from where. Paper is light; the theme of the screen comes back.
pub fn set_printing(prints: bool) {
    let Some(root) = document().document_element() else {
        return;
    };
    if prints == is_printing() {
        return;
    }
    let _ = if prints {
        root.set_attribute("data-printing", &address_with(&hash()))
    } else {
        root.remove_attribute("data-printing")
    };
    let theme = root.get_attribute("data-theme");
    let screen = SCREEN_THEME.replace(theme.filter(|_| prints));
    let paper = prints.then(|| Theme::Light.name().to_owned());
    if let Some(theme) = paper.or(screen) {
        let _ = root.set_attribute("data-theme", &theme);
    }
}

thread_local! {
    /// The theme of the screen while paper has its own.
    static SCREEN_THEME: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Whether the page is being printed.
pub fn is_printing() -> bool {
    let root = document().document_element();
    root.is_some_and(|root| root.has_attribute("data-printing"))
}

/// Sets the title of the tab.
pub fn set_title(name: &str) {
    document().set_title(&format!("{name} – Swizzle Atlas"));
}

/// Copies text. Called back with whether it was.
pub fn copy(text: &str, then: Callback<bool>) {
    when_copied(clipboard().map(|clipboard| clipboard.write_text(text)), then);
}

/// The clipboard; a page that is served without encryption has none.
pub fn clipboard() -> Option<Clipboard> {
    let window = window();
    window.is_secure_context().then(|| window.navigator().clipboard())
}

/// Calls back with whether something was copied. The browser may ask the reader first.
pub fn when_copied(asked: Option<Promise>, then: Callback<bool>) {
    spawn_local(async move {
        then.emit(match asked {
            Some(asked) => JsFuture::from(asked).await.is_ok(),
            None => false,
        });
    });
}

/// The first element of a selector.
pub fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

/// Whether the page has an element of a selector.
pub fn is_there(selector: &str) -> bool {
    find(selector).is_some()
}

/// Whether an event changes a field in a way, by the name of that way's type. Browsers and their extensions send plain events, too,
/// which say nothing of that.
pub fn is_input(event: &InputEvent, kind: &str) -> bool {
    let event = event.dyn_ref::<InputEvent>();
    event.is_some_and(|event| event.input_type().starts_with(kind))
}

/// The text that is pasted.
pub fn pasted_text(event: &Event) -> Option<String> {
    let event = event.dyn_ref::<ClipboardEvent>()?;
    event.clipboard_data()?.get_data("text/plain").ok()
}

/// The text of the field that an event is of.
pub fn typed(event: &impl TargetCast) -> String {
    event.target_unchecked_into::<web_sys::HtmlInputElement>().value()
}

/// The element that an event is on.
pub fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Whether a key is pressed on a control, which answers it itself.
pub fn is_on_control(event: &Event) -> bool {
    target(event).is_some_and(|at| at.matches("button, a, summary").unwrap_or(false))
}

/// Whether an element has text keys of its own.
pub fn is_field(element: &Element) -> bool {
    matches!(element.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA")
}

/// Moves the focus to the box that takes anything, and selects its text. Returns whether there is one.
pub fn focus_box() -> bool {
    let Some(field) = find("#paste").and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok())
    else {
        return false;
    };
    field.select();
    field.focus().is_ok()
}

/// Presses the first element of a selector, where there is one.
pub fn click(selector: &str) {
    if let Some(element) = find(selector).and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        element.click();
    }
}

/// Scrolls the page as far as an element is out of view, where there is one.
pub fn scroll_to(selector: &str) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    if let Some(element) = find(selector) {
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls a part of the page so that a child of it is in view, where both are there. The page itself stays.
pub fn reveal(part: &str, child: &str) {
    let Some((part, child)) = find(part).and_then(|part| {
        let child = part.query_selector(child).ok().flatten()?;
        Some((part, child))
    }) else {
        return;
    };
    let (seen, own) = (part.get_bounding_client_rect(), child.get_bounding_client_rect());
    let above = (own.top() - seen.top()).min(0.0);
    let below = (own.bottom() - seen.bottom()).max(0.0);
    let before = (own.left() - seen.left()).min(0.0);
    let behind = (own.right() - seen.right()).max(0.0);
    part.set_scroll_top(part.scroll_top() + (above + below) as i32);
    part.set_scroll_left(part.scroll_left() + (before + behind) as i32);
}

/// Moves the focus to the first element of a selector, where there is one.
pub fn focus(selector: &str) {
    focus_on(find(selector));
}

/// Moves the focus to an element, where there is one.
pub fn focus_on(element: Option<Element>) {
    if let Some(element) = element.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Whether the host answers at all, asked past the browser's cache.
pub async fn answers() -> bool {
    let init = RequestInit::new();
    init.set_method("HEAD");
    init.set_cache(RequestCache::NoStore);
    let asked = window().fetch_with_str_and_init(&base(), &init);
    JsFuture::from(asked).await.is_ok()
}

/// Loads the page anew, at the address that it has.
pub fn reload() {
    let _ = window().location().reload();
}
