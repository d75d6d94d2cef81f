//! The page that an address opens: Home, or one that is loaded when it is asked for.

use crate::home::Home;
use crate::page::{DrawPage, Kind, Look, Page};
use crate::prelude::*;
use crate::{blackwell, build, check, compare, dump, embed, kernel, learn, tma, why};

/// The page of the address.
#[component]
pub fn Site() -> Html {
    // Only what leads to other pages: Check and some others keep their own account of the address.
    let (page, on_page) = use_value(Page::of_address);
    use_window_event((), "hashchange", move |_| on_page.emit(Page::of_address()));
    let (look, on_look) = use_value(Look::remembered);
    {
        // Chosen in another tab.
        let on_look = on_look.clone();
        use_effect_with((), move |()| {
            let listener = browser::on_other_tab_theme(move |_| on_look.emit(Look::remembered()));
            move || drop(listener)
        });
    }
    use_effect_with(look.theme, |theme| browser::set_theme(*theme));
    match page.kind {
        Kind::Home => html! { <Home key="home" lost={page.named} {look} {on_look} /> },
        kind => html! { <Loaded key={kind as u32} {page} {look} {on_look} /> },
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
    let (arrival, ask) = use_page(props.page.kind);
    let (look, on_look) = (props.look, props.on_look.clone());
    let (role, content) = match arrival {
        Some(Ok(draw)) => {
            return draw(props.page.named.as_deref().unwrap_or_default(), look, on_look);
        }
        Some(Err(lacking)) => (Some("alert"), missing(lacking, "This page", &ask)),
        None => (None, html! { <p>{ "Loading…" }</p> }),
    };
    // The bar is where the page's own will be: nothing moves when the page comes, and the bar leads away if it does not.
    let has_bar = props.page.kind != Kind::Embed;
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
fn use_page(kind: Kind) -> (Arrival<DrawPage>, Callback<()>) {
    use_loaded(match kind {
        // Home is here.
        Kind::Home => || -> Loading<_> { Box::pin(std::future::pending()) },
        Kind::Check => check::load_page,
        Kind::Lessons => learn::load_page,
        Kind::Compare => compare::load_page,
        Kind::Dump => dump::load_page,
        Kind::Tma => tma::load_page,
        Kind::Embed => embed::load_page,
        Kind::Build => build::load_page,
        Kind::Kernel => kernel::load_page,
        Kind::Blackwell => blackwell::load_page,
        Kind::Why => why::load_page,
    })
}
