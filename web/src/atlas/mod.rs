//! The page: one reducer, the picture that follows from it, and the arrangement of the parts.

pub mod descriptor;
mod figure_note;
pub mod findings;
mod first;
mod gallery;
mod header;
mod heading_verdict;
pub mod inspector;
pub mod later;
mod layout_text;
mod picture_test;
mod repair;
mod sequence;
pub mod sheets;
pub mod stage;
mod still;
mod travelling;
mod twin;
mod verdict;
pub mod walk;

use swizzle_core::{Named, Place, SaidPlace};
use swizzle_view::link::{is_of_figures, unread_of};
use swizzle_view::link_from_shown;
use yew::prelude::*;

use crate::browser;
use crate::element::{Attr, Element, el};
use crate::hooks::{use_address, use_keys, use_settled, use_theme, use_value};
use crate::page::FIGURES;
use crate::page::notices::not_loaded;
use crate::page::over::Over;
use crate::page::share::ShareProps;
use crate::page::sheets::{Sheet, sheet_top, sheets};
use crate::panel::{PanelProps, PasteBox};
use crate::state::{State, sends};
use crate::view::{Picture, Shared, use_hover};
pub use first::color_shell;
use gallery::GalleryProps;
use header::{Header, header};
use inspector::InspectorProps;
use later::{reader, use_later};
pub use picture_test::{ComingDumpImages, ComingPictureTest};
use sheets::{SHEETS, use_sheet};
use stage::{Stage, heading};
use still::{Draw, Still};
use walk::WalkProps;

/// State that is drawn around the grids.
#[derive(Clone, PartialEq)]
struct Around {
    picture: Option<Shared<Picture>>,
    /// Step that the descriptor belongs to, and step that is looked at.
    place: (SaidPlace, Option<Place>),
    /// The link of it, from `#` on.
    link: String,
    /// How many links were opened.
    opened: u32,
    can_undo: bool,
    can_redo: bool,
}

/// The page.
#[component]
pub fn App() -> Html {
    let handle = use_reducer_eq(|| State::from_address(&browser::hash()));
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let shown = state.shown;
    let link = use_memo(shown, link_from_shown);
    use_address(state.origin, &link, state.left().copied(), dispatch.clone());
    use_keys(dispatch.clone());

    let (theme, set_theme) = use_theme();
    let (palette, set_palette) = use_value(browser::remembered_palette);
    let hover = use_hover();
    let (opened, on_open) = use_value(|| {
        let is_asked = browser::take(FIGURES).is_some() || is_of_figures(&browser::hash());
        is_asked.then_some(Over::Figures)
    });
    let (sheet, on_sheet) = use_sheet(shown.pinned);
    let (arrival, ask) = use_later();
    let lacking = arrival.and_then(Result::err);
    let is_missing = lacking.is_some();
    {
        // Else it would open on its own when it comes in the end.
        let on_open = on_open.clone();
        use_effect_with(is_missing, move |is_missing| {
            if *is_missing {
                on_open.emit(None);
            }
        });
    }

    let drawn = use_memo((shown.said, shown.view, shown.at), |_| {
        // The reducer and the link keep out what has no picture.
        Picture::of(&shown).ok().map(Shared::new)
    });
    // The grids come first; all around them follows once they are painted. What is edited there is an edit of the state that
    // then is, not of the one that was drawn.
    let around = use_settled(&Around {
        picture: (*drawn).clone(),
        place: (shown.said.place, shown.at),
        link: (*link).clone(),
        opened: state.opened,
        can_undo: state.can_undo(),
        can_redo: state.can_redo(),
    });
    let title = around
        .picture
        .as_deref()
        .map_or("Swizzle Atlas".into(), page_title);
    use_effect_with((theme, title), |(theme, title)| {
        browser::set_theme(*theme);
        browser::set_title(title);
    });
    let Some((picture, settled)) = (*drawn).clone().zip(around.picture.clone()) else {
        let words = el("p").child("There is no picture of these parameters.");
        return el("main").child(words).into();
    };
    let later = arrival.and_then(Result::ok);
    let paste = html! {
        <PasteBox
            {shown}
            reader={reader(arrival)}
            on_need={ask.clone()}
            dispatch={dispatch.clone()}
        />
    };
    let bar = header(Header {
        link: around.link.clone(),
        can_undo: around.can_undo,
        can_redo: around.can_redo,
        on_action: sends(&dispatch),
        theme,
        on_theme: set_theme,
        on_open: if is_missing {
            ask.reform(|_| ())
        } else {
            on_open.reform(Some)
        },
        copy: later.map_or_else(Html::default, |later| (later.copy_link)(&around.link)),
        paste,
    });
    let still = |draw: Draw| html! { <Still picture={settled.clone()} {draw} dispatch={dispatch.clone()} /> };
    let stage = html! {
        <Stage
            picture={picture.clone()}
            {palette}
            on_palette={set_palette}
            {theme}
            hover={hover.clone()}
            pinned={shown.pinned}
            {later}
            dispatch={dispatch.clone()}
        />
    };
    let unread = unread_of(&shown.said, &state.notices);
    let verdict = later.map(|later| {
        let draw = (later.heading_verdict)(unread);
        // A component of another key: how it is drawn is the same for its life.
        html! {
            <Still key={unread as usize} picture={settled.clone()} {draw} dispatch={dispatch.clone()} />
        }
    });
    let stage = el("div")
        .class("stage")
        .child(
            el("header")
                .class("heading")
                .child(still(heading))
                .child(verdict),
        )
        .child(stage);
    let over = later.zip(opened).map(|(later, over)| match over {
        Over::Figures => (later.gallery)(GalleryProps {
            on_close: on_open,
            theme,
            palette,
            dispatch: dispatch.clone(),
        }),
        Over::Share => (later.share)(ShareProps {
            on_close: on_open,
            theme,
            palette,
            link: link_from_shown(&shown),
        }),
    });
    let aside = |class: &'static str, name: &'static str| {
        el("aside").class(class).attr(Attr::AriaLabel, name)
    };
    let walk = later.map(|later| {
        // A step that was taken is marked at once.
        let is_there = around.place == (shown.said.place, shown.at);
        let walked = if is_there { &settled } else { &picture };
        (later.walk)(WalkProps {
            picture: walked.clone(),
            dispatch: dispatch.clone(),
        })
    });
    let panel = later.map(|later| {
        (later.panel)(PanelProps {
            picture: settled.clone(),
            opened: around.opened,
            dispatch: dispatch.clone(),
        })
    });
    let inspector = later.map(|later| {
        (later.inspector)(InspectorProps {
            picture: settled.clone(),
            hover,
            pinned: shown.pinned,
            dispatch: dispatch.clone(),
            beside: None,
        })
    });
    let main = el("main")
        .class("page-stage")
        .child(stage)
        .child(el("div").class("page-steps").child(walk));
    let side = aside("page-side", "Explanations")
        // It scrolls where it must.
        .attr(Attr::Tabindex, "0")
        .child(sheet_top(
            sheet,
            &[Sheet::Findings, Sheet::Trace],
            &on_sheet,
        ))
        .child(later.map(|later| still(later.figure_note)))
        .child(inspector)
        .child(later.map(|later| still(later.findings)))
        .child(later.map(|later| still(later.verdict)))
        .child(later.map(|later| still(later.layout_text)));
    let dock = el("div")
        .class("page-dock")
        .child(sheet_top(sheet, &[Sheet::Bits], &on_sheet))
        .child(later.map(|later| still(later.descriptor)));
    let (faults, classes) = later
        .map(|later| (later.faults)(&settled))
        .unwrap_or_default();
    let page = el("div")
        .class("page is-atlas")
        .classes(classes)
        .classes(sheet.map(Sheet::class))
        .child(area("area is-stage", main))
        .child(sheets(SHEETS, sheet, &on_sheet, faults))
        .child(area(
            "area is-panel",
            aside("page-panel", "Panel")
                .child(sheet_top(sheet, &[Sheet::Edit], &on_sheet))
                .child(panel),
        ))
        .child(area("area is-side", side))
        .child(area("area is-dock", dock));
    el("div")
        .class("app")
        .child(bar)
        .child(
            el("div")
                .class("greet")
                .child(later.map(|later| (later.greeting)())),
        )
        .child(later.map(|later| (later.notices)(&state.notices, dispatch.clone())))
        .child(lacking.map(|lacking| not_loaded(lacking, &ask)))
        .child(page)
        .child(over)
        .into()
}

/// Gives a part of the page its size, so that what changes in it lays out nothing else: no item of a grid is a root of layout.
fn area(class: &'static str, part: Element) -> Element {
    el("div").class(class).child(part)
}

fn page_title(picture: &Picture) -> String {
    let (tile, reader) = (picture.spec.tile(), picture.spec.reader());
    format!(
        "{} {} {} {} – Swizzle Atlas",
        reader.arch.name(),
        tile.element.name(),
        tile.major.operand_name(reader.operand),
        tile.swizzle.name()
    )
}
