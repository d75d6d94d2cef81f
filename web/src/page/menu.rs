//! The menu of the bar: the pages of a word, or of all words where there is no room for them.

use super::*;
use web_sys::Element;

/// What of it is open.
#[derive(Clone, Copy, PartialEq)]
pub enum Opened {
    /// The pages of a word.
    Word(Word),
    /// The same while the pointer is over them: the focus stays where it is.
    Pointed(Word),
    /// All pages.
    All,
    /// The keys of the page.
    Keys,
}

/// Properties of [`Menu`].
#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// What is open.
    pub open: Opened,
    /// The address that is open.
    pub here: String,
    /// The link of the layout at hand.
    pub link: String,
    /// What acts on the page: only among all pages, where the bar has no room for it.
    pub tools: Vec<(&'static str, Callback<()>)>,
    /// Called when it has to close.
    pub on_close: Callback<()>,
}

/// Elements that open it.
const OPENERS: &str = ".bar [aria-haspopup=menu]";
/// Its entries.
const ENTRIES: &str = ".bar-menu [role=menuitem]";

/// The menu. It closes at a choice, at Escape, and at a press or the focus elsewhere.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let node = use_node_ref();
    use_closing(&node, &props.on_close, !matches!(props.open, Opened::Pointed(_)));
    let here = Place::of(&props.here);
    let entry = |place: &'static Place| {
        let is_open = here == Some(place);
        let (current, to) = (is_open.then_some("page"), place.way(&props.link, is_open));
        let onclick = sends(&props.on_close, ());
        html! { <a role="menuitem" tabindex="-1" aria-current={current} href={to} {onclick}>{ place.name }</a> }
    };
    let group = |word: Word| {
        group(
            "",
            word.name(),
            (span("bar-menu-head", word.name()).with("aria-hidden", "true"), word.places().map(entry)),
        )
    };
    let tool = |(name, on): &(&'static str, Callback<()>)| {
        let (on, close) = (on.clone(), props.on_close.clone());
        let onclick = Callback::from(move |_| {
            close.emit(());
            on.emit(());
        });
        press("", *name, onclick).with("role", "menuitem").with("tabindex", "-1")
    };
    let (content, style) = match props.open {
        Opened::Word(word) | Opened::Pointed(word) => {
            let left = element(&format!(".bar-page[data-word={}]", word.name()));
            let style = left.map(|word| format!("--left-edge:{}px", word.offset_left()));
            (several(word.places().map(entry)), style)
        }
        Opened::Keys => {
            let key = |(key, does): (&str, &str)| {
                in_turn((bare("dt", bare("kbd", key.to_owned())), bare("dd", does.to_owned())))
            };
            let all = own_keys(here).unwrap_or_default();
            return html! { <div class="bar-menu is-keys" role="dialog" aria-label="Keys" tabindex="-1" ref={node}><dl>{ for key_lines(&all).map(key) }</dl></div> };
        }
        Opened::All => {
            let tools = props.tools.iter().map(tool);
            (in_turn((Word::ALL.iter().copied().map(group), tools)), None)
        }
    };
    html! {
        <div class="bar-menu" role="menu" aria-label="Pages" ref={node} {style} onkeydown={move_in_menu}>{ content }</div>
    }
}

fn element(selector: &str) -> Option<HtmlElement> {
    browser::find(selector)?.dyn_into().ok()
}

fn elements(selector: &str) -> Vec<Element> {
    let Ok(all) = browser::document().query_selector_all(selector) else {
        return Vec::new();
    };
    (0..all.length()).filter_map(|at| all.item(at)?.dyn_into().ok()).collect()
}

/// Gives the focus to the first entry, and closes the menu again.
#[hook]
fn use_closing(node: &NodeRef, on_close: &Callback<()>, takes_focus: bool) {
    let (node, on_close) = (node.clone(), on_close.clone());
    use_effect_with((), move |()| {
        if takes_focus {
            browser::focus(ENTRIES);
        }
    });
    use_window_events((), &["keydown", "pointerdown", "focusin"], move |event| {
        let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
        if key.as_deref() == Some("Escape") {
            // Only one of them is seen, and takes the focus.
            elements(OPENERS).into_iter().for_each(|opener| browser::focus_on(Some(opener)));
            return on_close.emit(());
        }
        let is_inside = |at: Element| {
            // What opens it closes it by itself.
            let is_opener = at.closest(OPENERS).is_ok_and(|found| found.is_some());
            is_opener || node.get().is_some_and(|node| node.contains(Some(&at)))
        };
        if key.is_none() && !browser::target(event).is_some_and(is_inside) {
            on_close.emit(());
        }
    });
}

/// Keys of the page at an address and of every page, a line each; none of a page that lists them itself.
pub fn own_keys(here: Option<&Place>) -> Option<String> {
    let own = here.map_or(Some(""), |place| place.keys)?;
    Some(format!("{own}\n/: the box\n?: these keys\nEscape: close"))
}

/// Hears what leads to the box, and what asks for the keys.
#[hook]
pub fn use_shell_keys(here: Option<&'static Place>, on_keys: Callback<()>) {
    use_keydown(here.map(|place| place.name), move |event| {
        let is_command = event.ctrl_key() || event.meta_key();
        let is_writing = browser::target(event).is_some_and(|at| browser::is_field(&at));
        if is_writing || event.alt_key() || event.default_prevented() {
            return;
        }
        match event.key().as_str() {
            "/" if !is_command && browser::focus_box() => event.prevent_default(),
            // A pasted text reaches the box by itself.
            "v" | "V" if is_command => drop(browser::focus_box()),
            "?" if own_keys(here).is_some() => on_keys.emit(()),
            _ => {}
        }
    });
}
