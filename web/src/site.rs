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
    use_window_events((), &["hashchange"], move |_| on_page.emit(Page::of_address()));
    let (look, on_look) = use_value(Look::remembered);
    let chosen = on_look.clone();
    use_window_events((), &["storage"], move |event| {
        if browser::is_of_other_tab(event) {
            chosen.emit(Look::remembered());
        }
    });
    use_effect_with(look.theme, |theme| browser::set_theme(*theme));
    let props = PageProps { named: page.named, look, on_look };
    match page.kind {
        Kind::Home => html! { <Home key="home" ..props /> },
        kind => html! { <Loaded key={kind as u32} {kind} {props} /> },
    }
}

/// Properties of [`Loaded`].
#[derive(Properties, PartialEq)]
struct LoadedProps {
    kind: Kind,
    props: PageProps,
}

#[component]
fn Loaded(LoadedProps { kind, props }: &LoadedProps) -> Html {
    let (arrival, ask) = use_page(*kind);
    let (role, content) = match arrival {
        Some(Ok(draw)) => return draw(props.clone()),
        Some(Err(lacking)) => (Some("alert"), missing(lacking, "This page", &ask)),
        None => (None, p("", "Loading…")),
    };
    // The bar is where the page's own will be: nothing moves when the page comes, and the bar leads away if it does not.
    let has_bar = *kind != Kind::Embed;
    html! {
        <>
            { has_bar.then(|| other_bar(props)) }
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
