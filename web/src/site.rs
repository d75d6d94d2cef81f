//! The page that an address opens: the atlas itself, or one that is loaded when it is asked for.

use gloo_events::EventListener;
use yew::prelude::*;

use crate::atlas::App;
use crate::browser;
use crate::build;
use crate::compare;
use crate::element::{Attr, el, fragment};
use crate::embed;
use crate::hooks::{use_theme, use_value};
use crate::journey;
use crate::kernel;
use crate::learn;
use crate::memory;
use crate::page::load::{Arrival, missing, use_loaded};
use crate::page::{DrawPage, Look, Page, waiting_bar};
use crate::scale;
use crate::tensor_memory;

/// The page of the address.
#[component]
pub fn Site() -> Html {
    // Only what leads to or through the other pages: the atlas keeps its own account of the address.
    let (place, on_place) = use_value(Page::of_address);
    use_effect_with((), move |()| {
        let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
            on_place.emit(Page::of_address());
        });
        move || drop(listener)
    });
    match place {
        None => html! { <App /> },
        Some(page) => {
            let key = page.key();
            html! { <Loaded {key} {page} /> }
        }
    }
}

/// Properties of [`Loaded`].
#[derive(Properties, PartialEq)]
struct LoadedProps {
    page: Page,
}

#[component]
fn Loaded(props: &LoadedProps) -> Html {
    let (arrival, ask) = use_page(&props.page);
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
    // Another element than the page's own, which may begin elsewhere.
    let wait = el("main").class("learn-wait").key("wait");
    let wait = match arrival {
        Some(Ok(draw)) => return draw(props.page.address(), look, on_look),
        Some(Err(lacking)) => {
            wait.attr(Attr::Role, "alert")
                .child(missing(lacking, "This page", &ask))
        }
        None => wait.child(el("p").child("Loading…")),
    };
    // The bar is where the page's own will be: nothing moves when the page comes, and the bar leads away if it does not.
    let tab = props.page.tab();
    fragment()
        .child(tab.map(|tab| waiting_bar(tab, look, on_look)))
        .child(wait)
        .into()
}

/// Loads a page. Returns what draws it, and what asks again.
#[hook]
fn use_page(page: &Page) -> (Arrival<DrawPage>, Callback<()>) {
    use_loaded(match page {
        Page::Lessons(_) => learn::load_page,
        Page::Compare => compare::load_page,
        Page::Memory(_) => memory::load_page,
        Page::Embed => embed::load_page,
        Page::Build(_) => build::load_page,
        Page::Support => build::load_support,
        Page::Kernel => kernel::load_page,
        Page::TensorMemory => tensor_memory::load_page,
        Page::Scale => scale::load_page,
        Page::Journey => journey::load_page,
    })
}
