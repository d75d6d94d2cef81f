//! The page: one reducer, the picture that follows from it, and where everything stands.

use swizzle_core::{Coord, Named, Palette, Theme, link_from_state};
use yew::prelude::*;

use crate::browser;
use crate::descriptor::descriptor;
use crate::findings::findings;
use crate::gallery::Gallery;
use crate::header::{Header, header};
use crate::hooks::{use_address, use_keys};
use crate::inspector::inspector;
use crate::layout_text::layout_text;
use crate::meant::meant;
use crate::notices::notices;
use crate::panel::Panel;
//use crate::paste::PasteBox;
use crate::picture::{Picture, Shared};
use crate::stage::Stage;
use crate::state::{Dispatch, State};
use crate::still::{Draw, Still};
use crate::walk::Walk;

/// The page.
#[component]
pub fn App() -> Html {
    let state = use_reducer_eq(|| State::from_address(&browser::hash()));
    let shown = state.shown.clone();
    let link = use_memo(shown.clone(), link_from_state);
    use_address(&state, &link);
    use_keys(&state);

    let theme = use_state_eq(remembered_theme);
    let palette = use_state_eq(remembered_palette);
    let hovered = use_state_eq(|| None::<Coord>);
    let gallery = use_state_eq(|| false);
    use_effect_with(*theme, |theme| browser::set_theme(*theme));

    let drawn = use_memo((shown.params.clone(), shown.view), |_| {
        // The reducer and the link keep out what has no picture.
        Picture::of(&shown).ok().map(Shared::new)
    });
    let Some(picture) = (*drawn).clone() else {
        return html! { <main><p>{ "There is no picture of these parameters." }</p></main> };
    };
    {
        let title = format!("{} – Swizzle Atlas", page_title(&picture));
        use_effect_with(title, |title| browser::set_title(title));
    }

    let on_theme = {
        let theme = theme.clone();
        Callback::from(move |next: Theme| {
            browser::remember("theme", if next == Theme::Dark { "dark" } else { "light" });
            theme.set(next);
        })
    };
    let on_palette = {
        let palette = palette.clone();
        use_callback((), move |next: Palette, ()| {
            browser::remember("palette", next.name());
            palette.set(next);
        })
    };
    let on_hover = {
        let hovered = hovered.clone();
        use_callback((), move |at, ()| hovered.set(at))
    };
    let open_gallery = {
        let gallery = gallery.clone();
        use_callback((), move |(), ()| gallery.set(true))
    };
    let close_gallery = {
        let gallery = gallery.clone();
        use_callback((), move |(), ()| gallery.set(false))
    };
    let bar = header(&Header {
        link: (*link).clone(),
        can_undo: state.can_undo(),
        can_redo: state.can_redo(),
        dispatch: state.dispatcher(),
        theme: *theme,
        on_theme,
        on_figures: open_gallery,
    });
    html! {
        <ContextProvider<Dispatch> context={state.dispatcher()}>
            { bar }
            { notices(&state.notices, state.dispatcher()) }
            <div class="page">
                <main class="page-stage">
                    { "" }
                    <Stage
                        picture={picture.clone()}
                        palette={*palette}
                        {on_palette}
                        theme={*theme}
                        hovered={*hovered}
                        pinned={shown.pinned}
                        {on_hover}
                    />
                    <Walk picture={picture.clone()} />
                    <Still picture={picture.clone()} draw={descriptor as Draw} />
                </main>
                <aside class="page-panel" aria-label="Panel"><Panel picture={picture.clone()} opened={state.opened} /></aside>
                <aside class="page-side" aria-label="Explanations">
                    { inspector(&picture, *hovered, shown.pinned, state.dispatcher()) }
                    <Still picture={picture.clone()} draw={findings as Draw} />
                    <Still picture={picture.clone()} draw={meant as Draw} />
                    <Still {picture} draw={layout_text as Draw} />
                </aside>
            </div>
            if *gallery {
                <Gallery on_close={close_gallery} theme={*theme} palette={*palette} />
            }
        </ContextProvider<Dispatch>>
    }
}

fn page_title(picture: &Picture) -> String {
    let params = picture.spec.params();
    format!(
        "{} {} {} {}",
        params.arch.name(),
        params.element.name(),
        params.major.operand_name(params.operand),
        params.swizzle.name()
    )
}

fn remembered_theme() -> Theme {
    match browser::remembered("theme").as_deref() {
        Some("dark") => Theme::Dark,
        Some("light") => Theme::Light,
        _ => browser::system_theme(),
    }
}

fn remembered_palette() -> Palette {
    browser::remembered("palette")
        .and_then(|name| Palette::from_name(&name).ok())
        .unwrap_or(Palette::Isa)
}
