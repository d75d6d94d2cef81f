//! The bar at the top of every page: the name, five words, the box, and what acts on the page.

use super::menu::use_shell_keys;
use super::menu::{Menu, Opened};
use super::places::{HOME, last_link};
use super::share::ShareOver;
use super::*;

/// How long the pointer rests on a word before its menu opens.
const REST_MS: u32 = 150;

/// Properties of [`Bar`].
#[derive(Properties, PartialEq, Clone)]
pub struct BarProps {
    /// The address that is open, from `#` on.
    pub here: String,
    /// The link of the layout at hand, which some pages open with.
    pub link: String,
    /// How the page looks.
    pub look: Look,
    /// Called to have it look otherwise.
    pub on_look: Callback<Look>,
    /// Buttons of what can be undone and redone.
    #[prop_or_default]
    pub undo: Vec<Html>,
    /// A box of the page's own, in place of the one that opens a page.
    #[prop_or_default]
    pub middle: Option<Html>,
}

/// The bar.
#[component]
pub fn Bar(props: &BarProps) -> Html {
    let here = Place::of(&props.here);
    let (opened, on_open) = use_value(|| None::<Opened>);
    let (shares, on_share) = use_value(|| false);
    let (words, drawing, other) = match props.look.theme {
        Theme::Light => ("Dark theme", icon::MOON, Theme::Dark),
        Theme::Dark => ("Light theme", icon::SUN, Theme::Light),
    };
    let look = props.look;
    let theme = props.on_look.reform(move |()| {
        browser::remember_theme(other);
        Look { theme: other, ..look }
    });
    let share = here.map(|_| on_share.reform(|()| true));
    use_shell_keys(here, on_open.reform(|()| Some(Opened::Keys)));
    // A menu that follows the pointer opens when that rests on a word, and goes with it.
    let rest = use_mut_ref(|| None::<Timeout>);
    // Opens, or closes what is open.
    let turns = |what: Opened| Some(what).filter(|what| opened != Some(*what));
    let word = |word: Word| {
        let is_here = here.is_some_and(|place| place.word == word);
        let (name, its) = (word.name(), Opened::Word(word));
        if !is_here {
            let (on_rest, resting) = (on_open.clone(), rest.clone());
            let onpointerenter = move |event: PointerEvent| {
                let on_open = on_rest.clone();
                let open = move || on_open.emit(Some(Opened::Pointed(word)));
                *resting.borrow_mut() =
                    (event.pointer_type() == "mouse").then(|| Timeout::new(REST_MS, open));
            };
            let rest = rest.clone();
            let onpointerdown = move |_: PointerEvent| drop(rest.take());
            let onkeydown = sends_some(&on_open, move |event: KeyboardEvent| {
                (event.key() == "ArrowDown").then(|| {
                    event.prevent_default();
                    Some(its)
                })
            });
            return html! { <a class="bar-page" data-word={name} href={word.way(&props.link)} {onpointerenter} {onpointerdown} {onkeydown}>{ name }</a> };
        }
        press("bar-page", name, sends(&on_open, turns(its)))
            .with("data-word", name)
            .with("aria-current", "page")
            .with("aria-haspopup", "menu")
            .with("aria-expanded", opened == Some(its))
    };
    let menu = opened.map(|open| {
        let share = share.clone().map(|on| ("Share", on));
        let tools: Vec<_> = share.into_iter().chain([(words, theme.clone())]).collect();
        html! { <Menu {open} here={props.here.clone()} link={props.link.clone()} {tools} on_close={on_open.reform(|()| None)} /> }
    });
    let on_close = use_callback((), move |(), ()| on_share.emit(false));
    let left = rest.clone();
    let onpointerleave = sends_some(&on_open, move |_: PointerEvent| {
        left.take();
        matches!(opened, Some(Opened::Pointed(_))).then_some(None)
    });
    let over = shares.then(|| html! { <ShareOver {look} {on_close} /> });
    let middle = props.middle.clone().unwrap_or_else(|| html! { <Anything /> });
    html! {
        <>
        <header class="bar" {onpointerleave}>
            { name(here.is_none()) }
            <nav class="bar-pages" aria-label="Pages">{ for Word::ALL.iter().copied().map(word) }</nav>
            { maybe(menu) }
            { maybe(here.map(|_| div("bar-box", middle))) }
            <div class="bar-end" role="group" aria-label="Page">
                <>{ for props.undo.iter().cloned() }</>
                { maybe(share.map(|on| press("bar-button is-wide", "Share", sends(&on, ())))) }
                { tool(words, drawing, "bar-button is-wide", &theme) }
                <button type="button" class="bar-button bar-more" aria-label="Menu" aria-haspopup="menu"
                    aria-expanded={(opened == Some(Opened::All)).to_string()} onclick={sends(&on_open, turns(Opened::All))}>
                    { icon(icon::MENU) }
                </button>
            </div>
        </header>
        { maybe(over) }
        </>
    }
}

/// A button with a drawing.
fn tool(name: &'static str, drawing: &'static str, class: &'static str, on: &Callback<()>) -> Html {
    press(class, icon(drawing), sends(on, ())).with("aria-label", name).with("title", name)
}

/// The name leads to Home, and on Home nowhere.
fn name(is_home: bool) -> Html {
    let inside = in_turn((
        tag(
            "svg",
            "bar-mark",
            (path("is-first", "M0 0h2v2H0zM2 2h2v2H2z"), path("is-second", "M2 0h2v2H2zM0 2h2v2H0z")),
        )
        .with("viewBox", "0 0 4 4")
        .with("aria-hidden", "true"),
        span("", "Swizzle Atlas"),
    ));
    if is_home {
        span("bar-name", inside)
    } else {
        a("bar-name", HOME, inside).with("aria-label", "Swizzle Atlas")
    }
}

/// The bar of the page at the present address, whose box opens a page.
pub fn other_bar(props: &PageProps) -> Html {
    edited_bar(props, None, Vec::new())
}

/// The same for a page whose edits can be undone, and that may have a box of its own.
pub fn edited_bar(props: &PageProps, middle: Option<Html>, undo: Vec<Html>) -> Html {
    let (here, link) = (browser::hash(), last_link());
    html! { <Bar {here} {link} look={props.look} on_look={&props.on_look} {middle} {undo} /> }
}

/// Buttons of undo and redo, each where it has something to do.
pub fn undo_tools([can_undo, can_redo]: [bool; 2], on_action: &Callback<Action>) -> Vec<Html> {
    let button = |name: &'static str, drawing, action: Action| {
        tool(name, drawing, "bar-button", &on_action.reform(move |()| action.clone()))
    };
    let undo = can_undo.then(|| button("Undo", icon::UNDO, Action::Undo));
    let redo = can_redo.then(|| button("Redo", icon::REDO, Action::Redo));
    undo.into_iter().chain(redo).collect()
}
