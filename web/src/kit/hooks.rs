//! What the page hears of the browser while something is open or pointed at.

use super::*;
use wasm_bindgen::JsValue;
use web_sys::{Element, Window};

/// Whether keys belong to what has the focus.
fn is_typing() -> bool {
    let active = browser::document().active_element();
    active.is_some_and(|active| browser::is_field(&active))
}

/// Hears keys that nothing else takes; those that `on` knows go no further. Again whenever `with` changes.
#[hook]
pub fn use_page_keys<T: PartialEq + 'static>(with: T, on: impl Fn(&KeyboardEvent) -> bool + 'static) {
    use_keydown(with, move |event| {
        // An open dialog has its own keys; Escape closes it.
        let is_free = !event.default_prevented()
            && !browser::is_there("dialog[open]")
            && !event.alt_key()
            && !event.ctrl_key()
            && !event.meta_key();
        let is_escape = event.key() == "Escape";
        if is_free && (!is_typing() || is_escape) && on(event) {
            event.prevent_default();
            // What was open goes, and the focus with it. The drawer closes by itself.
            if is_escape {
                browser::focus("[aria-expanded=\"true\"]:not(.more)");
            }
        }
    });
}

/// The same where each key that is known is an act.
#[hook]
pub fn use_key_acts<T: PartialEq + 'static, A: 'static>(
    with: T,
    on: &Callback<A>,
    act_of: impl Fn(&KeyboardEvent) -> Option<A> + 'static,
) {
    let on = on.clone();
    use_page_keys(with, move |event| act_of(event).map(|act| on.emit(act)).is_some());
}

/// Hears what happens outside, by the names of events, while something is open.
#[hook]
fn use_presses(
    is_open: bool,
    events: &'static [&'static str],
    is_outside: impl Fn(&Element) -> bool + 'static,
    on: Callback<()>,
) {
    // What is done follows from what has changed since it was opened, too.
    let last = use_mut_ref(|| on.clone());
    last.replace(on);
    use_window_events(is_open, events, move |event| {
        if is_open && browser::target(event).is_some_and(|at| is_outside(&at)) {
            let on = last.borrow().clone();
            on.emit(());
        }
    });
}

/// Hears presses outside of elements of these kinds, while something is open.
#[hook]
pub fn use_outside(is_open: bool, kinds: &'static str, on: Callback<()>) {
    let is_outside = move |at: &Element| at.closest(kinds).is_ok_and(|found| found.is_none());
    use_presses(is_open, &["pointerdown"], is_outside, on);
}

/// Whether what an element opens is open, what opens and closes it, and the key that closes it. A press or the focus elsewhere
/// closes it, too.
#[hook]
pub fn use_own_pop(node: &NodeRef) -> (bool, Callback<bool>, Callback<KeyboardEvent>) {
    let (is_open, on_open) = use_value(|| false);
    let close = on_open.reform(|()| false);
    let own = node.clone();
    let is_outside = move |at: &Element| own.get().is_some_and(|own| !own.contains(Some(at)));
    use_presses(is_open, &["pointerdown", "focusin"], is_outside, close.clone());
    let node = node.clone();
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        if is_open && event.key() == "Escape" {
            event.prevent_default();
            close.emit(());
            let opener = node.cast::<Element>();
            let opener = opener.and_then(|node| node.query_selector("button, input").ok().flatten());
            browser::focus_on(opener);
        }
    });
    (is_open, on_open, onkeydown)
}

/// Names the page in the tab of the browser.
#[hook]
pub fn use_title(name: impl Into<AttrValue>) {
    use_effect_with(name.into(), |name| browser::set_title(name));
}

/// Size of the window.
#[hook]
pub fn use_window() -> (f64, f64) {
    let (size, on_size) = use_value(window_size);
    use_window_events((), &["resize"], move |_| on_size.emit(window_size()));
    size
}

fn window_size() -> (f64, f64) {
    let window = browser::window();
    let size = |of: fn(&Window) -> Result<JsValue, JsValue>| of(&window).ok().and_then(|size| size.as_f64());
    (size(Window::inner_width).unwrap_or(1440.0), size(Window::inner_height).unwrap_or(900.0))
}

/// The arrow keys go from entry to entry of a menu or of the box's answer, Home and End to the ends.
pub fn move_in_menu(event: KeyboardEvent) {
    let Some(at) = browser::target(&event) else {
        return;
    };
    let list = at.closest("[role=menu], #paste-answer").ok().flatten();
    let list = list.and_then(|list| list.query_selector_all("a, button").ok());
    let Some(list) = list else { return };
    let count = list.length();
    let here = (0..count).find(|one| list.item(*one).as_deref() == Some(&at));
    let here = here.unwrap_or(0);
    let next = match event.key().as_str() {
        "ArrowDown" => (here + 1) % count,
        "ArrowUp" => (here + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return,
    };
    event.prevent_default();
    browser::focus_on(list.item(next).and_then(|next| next.dyn_into().ok()));
}
