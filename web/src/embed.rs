//! The figure alone, embedded in a page of another site: live, with a link back.

use gloo_events::EventListener;
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Descriptor, Named as _};
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Shows, Theme};
use swizzle_draw::{cell_caption, legend};
use swizzle_lints::{Severity, verdict_of_spec};
use swizzle_text::{Effect, FieldReading, readings_from_descriptor};
use swizzle_view::link::{Notice, Unread, unread_of};
use swizzle_view::link_from_shown;
use swizzle_view::state::FACES;
use yew::prelude::*;

use crate::atlas::ComingPictureTest;
use crate::atlas::descriptor::needs::needs;
use crate::atlas::sheets::faults;
use crate::browser::{self, late_style};
use crate::control::verdict_line;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::{use_is_measured, use_value};
use crate::page::load::{Loading, split_point};
use crate::page::{DrawPage, Look};
use crate::state::{Action, State};
use crate::view::{self, Grid, Linked, Picture, Shared, tint, use_hover, use_hovered};

// In one file with the page of two layouts, which says why.
split_point! {
    pages: fn load() -> DrawPage {
        embed
    }
}

/// Loads the page of an embedded figure.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// The page of an embedded figure.
fn embed(_: &str, look: Look, _: Callback<Look>) -> Html {
    late_style::add(concat!(
        style!("parts.css"),
        style!("embed.css"),
        style!("verdict-line.css"),
    ));
    html! { <Embed {look} /> }
}

/// Properties of [`Embed`].
#[derive(Properties, PartialEq)]
struct EmbedProps {
    look: Look,
}

/// Options that the address contains behind its `?`.
struct Asked {
    kinds: &'static [PaneKind],
    /// Whether the memory was not asked for, and comes where there is room beside the matrix.
    has_more: bool,
    /// Whether the tile is to be an image; none where nothing in particular was asked for.
    is_image: Option<bool>,
    theme: Option<Theme>,
}

impl Asked {
    fn of(query: &str) -> Self {
        let asked = browser::value_in(query, "embed");
        Self {
            kinds: match asked {
                Some("memory") => &[PaneKind::Memory],
                Some("matrix") => &[PaneKind::Matrix],
                _ => PaneKind::OF_TILE,
            },
            has_more: !matches!(asked, Some("matrix" | "memory" | "both")),
            is_image: match asked {
                Some("picture") => Some(true),
                Some("matrix" | "memory" | "both") => Some(false),
                _ => None,
            },
            theme: match browser::value_in(query, "theme") {
                Some("light") => Some(Theme::Light),
                Some("dark") => Some(Theme::Dark),
                _ => None,
            },
        }
    }

    /// Whether both pictures were asked for, regardless of the room there is.
    const fn is_pair(&self) -> bool {
        self.kinds.len() == 2 && !self.has_more
    }
}

/// How much of the link was not read, apart from the parameters of the frame, which may be in it.
fn unread(state: &State) -> Unread {
    let is_asked =
        |notice: &&Notice| notice.part.starts_with("embed=") || notice.part.starts_with("theme=");
    let notices: Vec<Notice> = state
        .notices
        .iter()
        .filter(|notice| !is_asked(notice))
        .cloned()
        .collect();
    unread_of(&state.shown.said, &notices)
}

/// The link to be shown; without one, the image under a mistake.
fn address() -> String {
    match browser::hash() {
        hash if hash.trim_start_matches('#').is_empty() => {
            format!("{}&show=picture", FACES[0].link)
        }
        hash => hash,
    }
}

#[component]
fn Embed(props: &EmbedProps) -> Html {
    let handle = use_reducer_eq(|| State::from_address(&address()));
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let hover = use_hover();
    let hovered = use_hovered(&hover);
    let linked = use_memo((), |()| Linked::default());
    let linked = (*linked).clone();
    let is_measured = use_is_measured();
    let (system, on_system) = use_value(browser::system_theme);
    // The parameters of the frame may be before the `#` of the address, and after it.
    let asked = Asked::of(&format!(
        "{}&{}",
        browser::query(),
        browser::query_of(&browser::hash())
    ));
    {
        let dispatch = dispatch.clone();
        use_effect_with((), move |()| {
            let address = EventListener::new(&browser::window(), "hashchange", move |_| {
                dispatch.dispatch(Action::Address(address()));
            });
            let theme = browser::on_system_theme(move |theme| on_system.emit(theme));
            move || drop((address, theme))
        });
    }
    let theme = asked.theme.unwrap_or(system);
    let mut shown = state.shown;
    shown.view.shows = match (asked.is_image, shown.view.shows) {
        (Some(true), _) => Shows::Picture,
        (Some(false), Shows::Picture) => Shows::Tile,
        (_, shows) => shows,
    };
    let is_image = shown.view.shows == Shows::Picture;
    let picture = use_memo((shown.said, shown.view, shown.at), |_| {
        Picture::of(&shown).ok().map(Shared::new)
    });
    let title = picture
        .as_ref()
        .as_ref()
        .map(|picture| view::title(picture));
    use_effect_with((theme, title.clone()), |(theme, title)| {
        browser::set_theme(*theme);
        if let Some(title) = title {
            browser::set_title(&format!("{title} – Swizzle Atlas"));
        }
    });
    let (Some(picture), Some(title)) = (picture.as_ref(), title) else {
        return Html::default();
    };
    let view = |kind: &PaneKind| {
        let kind = *kind;
        let grid = html! {
            <Grid
                picture={picture.clone()}
                {kind}
                palette={props.look.palette}
                {theme}
                zoom={None::<u32>}
                hover={hover.clone()}
                pinned={shown.pinned}
                linked={linked.clone()}
                dispatch={dispatch.clone()}
            />
        };
        view::frame(picture, kind, &view::Heading::ALONE).child(grid)
    };
    let image = is_image.then(|| {
        html! { <ComingPictureTest picture={picture.clone()} hover={hover.clone()} dispatch={dispatch.clone()} /> }
    });
    let kinds = if is_image { &[] } else { asked.kinds };
    let extent = picture.drawn.extent();
    let cell = hovered.or(shown.pinned);
    let caption = match cell.filter(|at| extent.contains(*at)) {
        // The image has a line of its own.
        _ if is_image => String::new(),
        Some(at) => {
            let byte = picture.drawn.layout().byte_from_element(at).byte;
            format!(
                "{}: byte 0x{byte:x}",
                cell_caption(&picture.drawn, &picture.view, at)
            )
        }
        None => legend(asked.kinds[0], &picture.view),
    };
    let descriptor = picture.descriptor.ok();
    let facts = descriptor
        .filter(|_| !is_image)
        .map(|descriptor| facts(picture, descriptor));
    let (_, classes) = faults(picture);
    // Repairs are left out here: they are one press away, in the atlas.
    let line = verdict_of_spec(&picture.spec, picture.findings())
        .as_far_as_read(unread(state))
        .with_repairs(Vec::new());
    let words = match line.kind {
        VerdictKind::Wrong | VerdictKind::Warning => "Fix it in the atlas",
        VerdictKind::Right | VerdictKind::Incomplete => "Open in Swizzle Atlas",
    };
    let back = el("a")
        .attr(Attr::Href, browser::address_with(&link_from_shown(&shown)))
        .attr(Attr::Target, "_blank")
        .attr(Attr::Rel, "noopener")
        .child(words);
    el("main")
        .class("embed")
        .classes(classes)
        .class_if(!is_measured, "is-measured-first")
        .class_if(asked.is_pair(), "is-pair")
        .child(
            el("header")
                .class("heading")
                .child(el("h1").child(title))
                .child(verdict_line(&line, &Callback::noop())),
        )
        .child(
            el("div")
                .class("hint embed-facts")
                .child(picture.spec.reader().arch.name())
                .child(" ")
                .child(descriptor.map(|descriptor| el("code").child(descriptor.to_string())))
                .child(facts)
                .child(" ")
                .child(back),
        )
        .child(
            el("div")
                .class("views")
                .class_if(is_image || asked.kinds.len() == 1, "is-stacked")
                .class_if(asked.has_more && !is_image, "has-more")
                .child(image)
                .children(kinds.iter().map(view)),
        )
        .child(el("p").class("hint").child(caption))
        .into()
}

/// The descriptor's fields, those at fault with what they need; and the cause.
fn facts(picture: &Picture, descriptor: Descriptor) -> Element {
    let needs = needs(picture, descriptor);
    let field = |reading: FieldReading| {
        let id = reading.field.id;
        let need = needs.iter().find(|(of, _)| *of == id);
        let effect = reading.effect;
        let aside = match need {
            Some((_, need)) => Some(need.clone()),
            None => (effect != Effect::Used).then(|| effect.name().to_owned()),
        };
        fragment()
            .child(el("dt").class(tint(id)).child(reading.field.name))
            .child(
                el("dd")
                    .class_if(need.is_some(), "is-wrong")
                    .child(reading.value)
                    .child(aside.map(|words| el("small").child(format!(" {words}")))),
            )
    };
    let cause = picture.findings().first();
    let cause = cause.filter(|finding| finding.severity != Severity::Note);
    let readings = readings_from_descriptor(&picture.looked_at, descriptor);
    fragment()
        .child(el("dl").children(readings.into_iter().map(field)))
        .child(cause.map(|finding| el("p").child(finding.text_parts().0.to_owned())))
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_an_address_asks_for() {
        for (query, kinds, image, theme) in [
            ("?embed", (2, true), None, None),
            ("?embed=matrix", (1, false), Some(false), None),
            ("?embed=picture", (2, true), Some(true), None),
            (
                "?embed=both&theme=dark",
                (2, false),
                Some(false),
                Some(Theme::Dark),
            ),
            (
                "?theme=light&embed=memory",
                (1, false),
                Some(false),
                Some(Theme::Light),
            ),
            ("?embed=sideways&theme=blue", (2, true), None, None),
        ] {
            let asked = Asked::of(query);
            let drawn = (asked.kinds.len(), asked.has_more);
            let found = (drawn, asked.is_image, asked.theme);
            assert_eq!(found, (kinds, image, theme), "{query}");
        }
    }
}
