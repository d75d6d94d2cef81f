//! Tabs that choose what is shown of the lanes.

use swizzle_core::Named as _;
use swizzle_view::link::LanesTab;
use yew::prelude::*;

use crate::browser;
use crate::element::{Attr, Element, el};

const fn words(tab: LanesTab) -> &'static str {
    match tab {
        LanesTab::Conflicts => "Conflicts",
        LanesTab::Registers => "Registers",
        LanesTab::Costs => "Costs",
    }
}

/// The tabs. Arrow keys, Home and End lead from the one that has the focus to another, which need not be drawn yet.
pub(super) fn tabs(open: LanesTab, on_tab: Callback<LanesTab>) -> Element {
    let all = LanesTab::ALL;
    let last = all.len() - 1;
    let on_key = |at: usize| {
        let on_tab = on_tab.clone();
        Callback::from(move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "ArrowRight" => (at + 1) % all.len(),
                "ArrowLeft" => (at + last) % all.len(),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            browser::focus(&format!("#lanes-{}", all[next].name()));
            on_tab.emit(all[next]);
        })
    };
    let tab = |(at, tab): (usize, &LanesTab)| {
        let tab = *tab;
        let is_open = tab == open;
        el("button")
            .attr(Attr::Type, "button")
            .class("button")
            .attr(Attr::Role, "tab")
            .attr(Attr::Id, format!("lanes-{}", tab.name()))
            .attr(Attr::AriaSelected, if is_open { "true" } else { "false" })
            .attr(Attr::Tabindex, if is_open { "0" } else { "-1" })
            .on_key(on_key(at))
            .on_click(on_tab.reform(move |_: MouseEvent| tab))
            .child(words(tab))
    };
    el("div")
        .class("segments")
        .attr(Attr::Role, "tablist")
        .attr(Attr::AriaLabel, "Lanes")
        .children(all.iter().enumerate().map(tab))
}
