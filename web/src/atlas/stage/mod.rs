//! The pictures: both views side by side, how they are read, and their text twins.

mod heading;

use swizzle_core::Coord;
use swizzle_draw::scene::{self, Fold, PaneKind};
use swizzle_draw::{Palette, Shows, Theme};
use yew::prelude::*;

use crate::atlas::later::Later;
use crate::atlas::picture_test::PictureTestProps;
use crate::atlas::twin::TwinProps;
use crate::browser;
use crate::control::{Button, button, whole_edits};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::state::Dispatch;
use crate::view::{
    Grid, Heading, Hover, Linked, Picture, Reading, Shared, ZOOMS, forget_shell, frame, reading,
    what_is_drawn,
};
pub use heading::heading;

/// Properties of [`Stage`].
#[derive(Properties, PartialEq)]
pub struct StageProps {
    /// Picture that is drawn.
    pub picture: Shared<Picture>,
    /// Cell colours.
    pub palette: Palette,
    /// Called with other cell colours.
    pub on_palette: Callback<Palette>,
    /// The page's theme.
    pub theme: Theme,
    /// The element under the cursor.
    pub hover: Hover,
    /// The pinned element.
    pub pinned: Option<Coord>,
    /// Parts that load after the start.
    pub later: Option<&'static Later>,
    /// Sends actions.
    pub dispatch: Dispatch,
}

/// Key under which the size of cells is kept: Reload and the way back from other pages keep it.
const ZOOM: &str = "zoom";

/// Both views, and how they are read.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let (zoom, on_zoom) = use_value(kept_zoom);
    let on_zoom = on_zoom.reform(|zoom: Option<u32>| {
        browser::hand_over(ZOOM, &zoom.map(|zoom| zoom.to_string()).unwrap_or_default());
        zoom
    });
    let (is_memory, on_memory) = use_value(|| false);
    let linked = use_memo((), |()| Linked::default());
    let linked = Some((*linked).clone());
    let picture = &props.picture;
    let has_picture = picture.looked_at.unknown_swizzle().is_none();
    let view = |kind: PaneKind| {
        let grid = html! {
            <Grid
                picture={picture.clone()}
                {kind}
                palette={props.palette}
                theme={props.theme}
                {zoom}
                linked={linked.clone()}
                traveller={props.later.map(|later| later.traveller)}
                hover={props.hover.clone()}
                pinned={props.pinned}
                dispatch={props.dispatch.clone()}
            />
        };
        frame(picture, kind, &Heading::ALONE)
            .child(grid)
            .child(props.later.map(|later| {
                (later.twins.0)(TwinProps {
                    picture: picture.clone(),
                    kind,
                })
            }))
    };
    let stacks = stacks(picture);
    if stacks {
        forget_shell();
    }
    let is_image = picture.view.shows == Shows::Picture;
    let views = if has_picture && is_image {
        let image = props.later.map(|later| {
            (later.picture_test)(PictureTestProps {
                picture: picture.clone(),
                hover: props.hover.clone(),
                dispatch: props.dispatch.clone(),
            })
        });
        fragment().child(image)
    } else if has_picture {
        el("div")
            .class("views")
            .class_if(stacks, "is-stacked")
            .class_if(is_memory, "is-memory")
            .class_if(Fold::of(&picture.drawing).is_some(), "is-folded")
            .children(PaneKind::OF_TILE.iter().copied().map(view))
    } else {
        el("p").class("no-picture").child(
            "No picture: this swizzle code is not defined. The finding beside it suggests a mode.",
        )
    };
    let controls = reading(&Reading {
        view: picture.view,
        marks: None,
        palette: props.palette,
        on_palette: props.on_palette.clone(),
        theme: props.theme,
        zoom,
        on_zoom,
        on_edit: whole_edits(&props.dispatch),
    });
    fragment()
        .child(
            el("div")
                .class("toolbar")
                .child((!is_image).then(|| which_view(is_memory, &on_memory)))
                .child((!is_image).then_some(controls))
                .child(what_is_drawn(
                    picture.view.shows,
                    true,
                    &whole_edits(&props.dispatch),
                )),
        )
        .child(views)
        .into()
}

/// Buttons that choose the view where there is room for one at a time.
pub fn which_view(is_memory: bool, on_memory: &Callback<bool>) -> Element {
    let turn = |words: &'static str, to_memory: bool| {
        button(Button {
            words,
            is_pressed: Some(is_memory == to_memory),
            on_click: on_memory.reform(move |_| to_memory),
            ..Button::default()
        })
    };
    el("div")
        .class("segments stage-which")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Which view")
        .child(turn("Matrix", false))
        .child(turn("Memory", true))
}

/// The size of cells that was chosen.
pub fn kept_zoom() -> Option<u32> {
    let zoom = browser::kept(ZOOM)?.parse().ok();
    zoom.filter(|zoom| ZOOMS.contains(zoom))
}

/// Whether lines of elements need the whole width: the views are then one above the other. Otherwise their widths do not
/// depend on what is drawn, so that an edit moves nothing.
pub fn stacks(picture: &Picture) -> bool {
    scene::memory_size(&picture.drawn, &picture.occupancy, &picture.view).columns > 16
}
