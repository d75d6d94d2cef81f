//! The figures of the manual. The document brings them, drawn when it was built: the page only moves them to their place.

use super::*;
use web_sys::Element;
use yew::virtual_dom::VNode;

/// The figures in the document as it arrives.
const STRIP: &str = ".start .strip";

thread_local! {
    static KEPT: RefCell<Option<Element>> = const { RefCell::new(None) };
}

/// Keeps the figures of the document before the page takes its place.
pub fn keep_figures() {
    KEPT.set(browser::find(STRIP));
}

/// The strip: one stop of the Tab key, with arrow keys inside. A press or Enter opens a figure.
#[component]
pub fn Figures() -> Html {
    let onclick = Callback::from(|event: MouseEvent| {
        let option = browser::target(&event).and_then(|at| at.closest("[role=option]").ok().flatten());
        option.iter().for_each(open);
    });
    let onkeydown = Callback::from(|event: KeyboardEvent| {
        let Some(strip) = KEPT.with_borrow(Clone::clone) else {
            return;
        };
        let chosen = strip.query_selector("[aria-selected=true]").ok().flatten();
        let next = chosen.as_ref().and_then(|at| match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => at.next_element_sibling(),
            "ArrowLeft" | "ArrowUp" => at.previous_element_sibling(),
            "Home" => strip.first_element_child(),
            "End" => strip.last_element_child(),
            _ => None,
        });
        match (event.key().as_str(), chosen, next) {
            ("Enter", Some(chosen), _) => open(&chosen),
            (_, Some(chosen), Some(next)) => {
                let _ = chosen.set_attribute("aria-selected", "false");
                let _ = next.set_attribute("aria-selected", "true");
                let _ = strip.set_attribute("aria-activedescendant", &next.id());
                event.prevent_default();
            }
            _ => {}
        }
    });
    let strip = KEPT.with_borrow(|strip| strip.clone().map(|strip| VNode::VRef(strip.into())));
    html! { <div {onclick} {onkeydown}>{ for strip }</div> }
}

/// Opens the figure of an element whose id ends in its number.
fn open(option: &Element) {
    let id = option.id();
    let number = id.rsplit('-').next().and_then(|number| number.parse().ok());
    number.into_iter().for_each(|number| browser::go_to(&figure_address(number)));
}
