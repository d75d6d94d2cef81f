//! The page that an address opens: Home, or one that is loaded when it is asked for.

use gloo_events::EventListener;
use yew::prelude::*;

use crate::home::Home;
use crate::hooks::{use_theme, use_value};
use crate::kit::maybe;
use crate::page::load::{Arrival, Loading, missing, use_loaded};
use crate::page::{DrawPage, Look, Page, other_bar};
use crate::{blackwell, browser, build, check, compare, dump, embed, kernel, learn, tma, why};

/// The page of the address.
#[component]
pub fn Site() -> Html {
    // Only what leads to other pages: Check and some others keep their own account of the address.
    let (page, on_page) = use_value(Page::of_address);
    use_effect_with((), move |()| {
        let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
            on_page.emit(Page::of_address());
        });
        move || drop(listener)
    });
    let (look, on_look) = use_value(|| Look {
        theme: browser::remembered_theme(),
        palette: browser::remembered_palette(),
    });
    let (theme, _) = use_theme();
    {
        // Chosen in another tab.
        let on_look = on_look.clone();
        use_effect_with(theme, move |theme| {
            let theme = *theme;
            on_look.emit(Look { theme, ..look });
        });
    }
    use_effect_with(look.theme, |theme| browser::set_theme(*theme));
    match page {
        Page::Home(lost) => {
            html! { <Home key="home" {lost} {look} {on_look} /> }
        }
        page => {
            let key = page.key();
            html! { <Loaded {key} {page} {look} {on_look} /> }
        }
    }
}

/// Properties of [`Loaded`].
#[derive(Properties, PartialEq)]
struct LoadedProps {
    page: Page,
    look: Look,
    on_look: Callback<Look>,
}

#[component]
fn Loaded(props: &LoadedProps) -> Html {
    let (arrival, ask) = use_page(&props.page);
    let (look, on_look) = (props.look, props.on_look.clone());
    let (role, content) = match arrival {
        Some(Ok(draw)) => return draw(props.page.address(), look, on_look),
        Some(Err(lacking)) => (Some("alert"), missing(lacking, "This page", &ask)),
        None => (None, html! { <p>{ "Loading…" }</p> }),
    };
    // The bar is where the page's own will be: nothing moves when the page comes, and the bar leads away if it does not.
    let has_bar = props.page != Page::Embed;
    html! {
        <>
            { maybe(has_bar.then(|| other_bar(look, on_look))) }
            // Another element than the page's own, which may begin elsewhere.
            <main key="wait" class="page-wait" {role}>{ content }</main>
        </>
    }
}

/// Loads a page. Returns what draws it, and what asks again.
#[hook]
fn use_page(page: &Page) -> (Arrival<DrawPage>, Callback<()>) {
    use_loaded(match page {
        // Home is here.
        Page::Home(_) => || -> Loading<_> { Box::pin(std::future::pending()) },
        Page::Check => check::load_page,
        Page::Lessons(_) => learn::load_page,
        Page::Compare => compare::load_page,
        Page::Dump(_) => dump::load_page,
        Page::Tma => tma::load_page,
        Page::Embed => embed::load_page,
        Page::Build => build::load_page,
        Page::Kernel => kernel::load_page,
        Page::Blackwell => blackwell::load_page,
        Page::Why => why::load_page,
    })
}
