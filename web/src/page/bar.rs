//! The bar at the top of every page: the name, the pages, the box in its middle, and what acts on the page.

use swizzle_draw::Theme;
use swizzle_view::Route;
use swizzle_view::link::{build_address, pair_to_complete};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::kernel_text::takes_kernels;
use super::look::Look;
use super::share::ShareTool;
use crate::browser;
use crate::control::{Button, button, copy_link, icon, opener};
use crate::element::{Attr, Element, el};
use crate::state::Action;

/// The page that the bar is on.
#[derive(Clone, Copy, PartialEq)]
pub enum Tab {
    /// The atlas.
    Atlas,
    /// A kernel.
    Kernel,
    /// Two layouts.
    Compare,
    /// The builder: code from a layout.
    Build,
    /// The memory side.
    Memory,
    /// The lessons.
    Learn,
    /// The glossary.
    Glossary,
}

/// Contents of the bar.
pub struct Bar {
    /// The page that is open.
    pub tab: Tab,
    /// Address of the layout that the atlas shows, or showed last.
    pub atlas: String,
    /// Address of that layout beside itself.
    pub compare: String,
    /// Address of what is built from that layout.
    pub build: String,
    /// Called to open the figures, where the page has them.
    pub on_figures: Option<Callback<MouseEvent>>,
    /// The content of its middle.
    pub middle: Html,
    /// Buttons of undo and redo, if there are any.
    pub undo: Vec<Html>,
    /// Buttons for this page alone.
    pub tools: Vec<Html>,
    /// The page's theme.
    pub theme: Theme,
    /// Called to switch it.
    pub on_theme: Callback<Theme>,
}

/// The bar.
pub fn bar(bar: Bar) -> Element {
    let (other, words, drawing) = match bar.theme {
        Theme::Light => (Theme::Dark, "Dark theme", icon::MOON),
        Theme::Dark => (Theme::Light, "Light theme", icon::SUN),
    };
    let on_theme = bar.on_theme;
    let theme = button(Button {
        words,
        icon: Some(drawing),
        on_click: Callback::from(move |_| {
            browser::remember_theme(other);
            on_theme.emit(other);
        }),
        ..Button::default()
    });
    let link = |words: &'static str, tab: Option<Tab>, to: String| {
        el("a")
            .class("bar-page")
            .attr(Attr::Href, to)
            .attr(Attr::AriaCurrent, (tab == Some(bar.tab)).then_some("page"))
            .child(words)
    };
    let figures = match bar.on_figures {
        Some(on_click) => el("button")
            .attr(Attr::Type, "button")
            .class("bar-page")
            .on_click(on_click),
        // The atlas opens them when it comes.
        None => el("a")
            .class("bar-page")
            .attr(Attr::Href, bar.atlas.clone())
            .on_click(Callback::from(|_| browser::hand_over(FIGURES, "1"))),
    };
    let name = el("a")
        .class("bar-name")
        .attr(Attr::AriaLabel, "Swizzle Atlas")
        .attr(Attr::Href, Route::Atlas.address())
        .child(mark())
        .child(el("span").child("Swizzle Atlas"));
    let pages = el("nav")
        .class("bar-pages")
        .attr(Attr::AriaLabel, "Pages")
        .child(link("Atlas", Some(Tab::Atlas), bar.atlas))
        .child(figures.child("Figures"))
        .child(link("Kernel", Some(Tab::Kernel), kernel()))
        .child(link("Compare", Some(Tab::Compare), bar.compare))
        .child(link("Build", Some(Tab::Build), bar.build))
        .child(
            link("Memory", Some(Tab::Memory), Route::Memory(None).address())
                .attr(Attr::AriaHaspopup, "menu"),
        )
        .child(link("Learn", Some(Tab::Learn), Route::COURSE.address()))
        .child(link(
            "Glossary",
            Some(Tab::Glossary),
            Route::Glossary(None).address(),
        ));
    let tools = el("div")
        .class("bar-tools")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Page")
        .children(bar.tools.into_iter())
        .child(theme);
    // A menu on a narrow screen. Choosing a page closes it; a tool leaves it open, since what the tool says is read.
    let more = el("div")
        .class("fold bar-more")
        .attr(Attr::Id, MENU)
        .attr(Attr::Popover, "auto")
        .child(pages.on_click(Callback::from(|_| browser::hide(MENU))))
        .child(tools);
    el("header")
        .class("bar")
        .child(name)
        .child(more)
        .child(el("div").class("bar-box").child(bar.middle))
        .child(el("div").class("bar-undo").children(bar.undo.into_iter()))
        .child(opener("Menu", MENU, icon::MENU))
}

/// Address of the kernel that was looked at last, but for its own page: there it leads back to the empty one.
fn kernel() -> String {
    let fresh = Route::Kernel.address();
    let last = browser::kept(&fresh).filter(|_| !browser::hash().starts_with(&fresh));
    last.unwrap_or(fresh)
}

/// Id of the menu under a button on a narrow screen.
const MENU: &str = "menu";

/// Says to the atlas that it is to open the figures.
pub const FIGURES: &str = "figures";

/// The text of the box, kept for Reload and for the other pages.
pub const BOX: &str = "box";
/// Says to the atlas that what is kept was written elsewhere, and is to be read.
pub const BOX_IS_NEW: &str = "box-is-new";

/// The box on a page that has no layout of its own: what is written into it is read by the atlas.
pub fn box_elsewhere() -> Html {
    let on_submit = Callback::from(|event: SubmitEvent| {
        event.prevent_default();
        let form = event.target_unchecked_into::<web_sys::Element>();
        let Some(input) = form.query_selector("input").ok().flatten() else {
            return;
        };
        let text = input.unchecked_into::<HtmlInputElement>().value();
        if !text.trim().is_empty() {
            browser::hand_over(BOX, &text);
            browser::hand_over(BOX_IS_NEW, "1");
            browser::go_to(&atlas());
        }
    });
    el("form")
        .class("paste")
        .on_submit(on_submit)
        .child(
            el("input")
                .on_paste(takes_kernels())
                .attr(Attr::Id, "paste")
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(
                    Attr::AriaLabel,
                    "Paste a descriptor, fields, a layout or a link: Enter opens it in the atlas",
                )
                .attr(Attr::Placeholder, "Paste a descriptor, code or a link"),
        )
        .into()
}

/// Address of what the atlas showed last.
fn atlas() -> String {
    browser::kept("atlas").unwrap_or_else(|| Route::Atlas.address())
}

/// The bar of a page beside the atlas, whose box leads there.
pub fn other_bar(tab: Tab, look: Look, on_look: Callback<Look>, middle: Html) -> Element {
    edited_bar(tab, look, on_look, middle, Vec::new())
}

/// The same for a page whose edits can be undone.
pub fn edited_bar(
    tab: Tab,
    look: Look,
    on_look: Callback<Look>,
    middle: Html,
    undo: Vec<Html>,
) -> Element {
    let tools = vec![copy_link(), html! { <ShareTool {look} /> }];
    bar_beside(tab, look, on_look, middle, undo, tools)
}

/// The same while the page is under way: what acts on it comes with it, and costs the start nothing.
pub fn waiting_bar(tab: Tab, look: Look, on_look: Callback<Look>) -> Element {
    bar_beside(tab, look, on_look, Html::default(), Vec::new(), Vec::new())
}

fn bar_beside(
    tab: Tab,
    look: Look,
    on_look: Callback<Look>,
    middle: Html,
    undo: Vec<Html>,
    tools: Vec<Html>,
) -> Element {
    bar(Bar {
        tab,
        compare: browser::kept("compare").unwrap_or_else(|| pair_to_complete(&atlas())),
        build: build_address(&atlas()),
        atlas: atlas(),
        on_figures: None,
        middle,
        undo,
        tools,
        theme: look.theme,
        on_theme: on_look.reform(move |theme| Look { theme, ..look }),
    })
}

/// Buttons that undo the last edit and redo it, if there is one.
pub fn undo_tools([can_undo, can_redo]: [bool; 2], on_action: &Callback<Action>) -> Vec<Html> {
    let send = |words: &'static str, keys, drawing, action: Action, is_on: bool| {
        button(Button {
            words,
            keys: Some(keys),
            icon: Some(drawing),
            is_off: !is_on,
            on_click: on_action.reform(move |_| action.clone()),
            ..Button::default()
        })
        .into()
    };
    vec![
        send("Undo", "Ctrl Z", icon::UNDO, Action::Undo, can_undo),
        send("Redo", "Ctrl Shift Z", icon::REDO, Action::Redo, can_redo),
    ]
}

/// The mark beside the name: four cells.
fn mark() -> Element {
    let square = |fill: &'static str, d: &'static str| el("path").class(fill).attr(Attr::D, d);
    el("svg")
        .class("bar-mark")
        .attr(Attr::ViewBox, "0 0 4 4")
        .attr(Attr::AriaHidden, "true")
        .child(square("is-first", "M0 0h2v2H0zM2 2h2v2H2z"))
        .child(square("is-second", "M2 0h2v2H2zM0 2h2v2H0z"))
}
