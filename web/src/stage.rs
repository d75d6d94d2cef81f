//! The pictures: both views side by side, how they are read, and their text twins.

mod heading;
mod reading;
mod twin;

use swizzle_core::scene::{self, SceneKind, Size, Window};
use swizzle_core::{Cells, Coord, MARKS_LEGEND, Major, Number, Palette, Shows, Theme};
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::grid::Grid;
use crate::hooks::use_value;
use crate::panel::whole_edits;
use crate::picture::{Picture, Shared};
use crate::state::Dispatch;
use heading::heading;
pub use heading::what_is_drawn;
pub use reading::{Reading, reading};
use twin::Twin;

/// Properties of [`Stage`].
#[derive(Properties, PartialEq)]
pub struct StageProps {
    /// What is drawn.
    pub picture: Shared<Picture>,
    /// Cell colours.
    pub palette: Palette,
    /// Called with other cell colours.
    pub on_palette: Callback<Palette>,
    /// The page's theme.
    pub theme: Theme,
    /// The element under the cursor.
    pub hovered: Option<Coord>,
    /// The pinned element.
    pub pinned: Option<Coord>,
    /// Called when the cursor moves.
    pub on_hover: Callback<Option<Coord>>,
    /// Sends actions.
    pub dispatch: Dispatch,
}

/// Both views with their heading and reading.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let (zoom, on_zoom) = use_value(|| None::<u32>);
    let picture = &props.picture;
    let has_picture = picture.spec.params().invalid_swizzle.is_none();
    let view = |(kind, title, words): (SceneKind, &'static str, String)| {
        let grid = html! {
            <Grid
                picture={picture.clone()}
                {kind}
                palette={props.palette}
                theme={props.theme}
                {zoom}
                hovered={props.hovered}
                pinned={props.pinned}
                on_hover={props.on_hover.clone()}
                dispatch={props.dispatch.clone()}
            />
        };
        let title_line = el("h2")
            .class("view-title")
            .child(title)
            .child(el("small").child(words));
        el("section")
            .class("view")
            .attr(Attr::AriaLabel, title)
            .child(title_line)
            .child(grid)
            .child(html! { <Twin picture={picture.clone()} {kind} /> })
    };
    let small = Window::all(Size {
        columns: 1,
        rows: 1,
    });
    let matrix = scene::matrix_scene(&picture.drawn, &picture.view, &small);
    let views = if has_picture {
        el("div")
            .class("views")
            .class_if(stacks(picture), "is-stacked")
            .children(
                [
                    (SceneKind::Matrix, "Matrix", matrix.across.title.clone()),
                    (SceneKind::Memory, "Shared memory", memory_words(picture)),
                ]
                .map(view),
            )
    } else {
        el("p").class("no-picture").child(
            "No picture: the swizzle code stands for no mode. The finding beside it offers one.",
        )
    };
    let has_marks = picture.view.shows == Shows::Read && picture.comparison.tally().wrong > 0;
    let controls = reading(&Reading {
        view: picture.view,
        marks: has_marks.then_some(MARKS_LEGEND),
        palette: props.palette,
        on_palette: props.on_palette.clone(),
        theme: props.theme,
        zoom,
        on_zoom,
        on_edit: whole_edits(&props.dispatch),
    });
    el("div")
        .class("stage")
        .child(heading(picture, &matrix.title, &props.dispatch))
        .child(controls)
        .child(views)
        .into()
}

/// How the memory view is read.
pub fn memory_words(picture: &Picture) -> String {
    let row = match picture.drawn.tile().major() {
        Major::K => "row",
        Major::Mn => "K row",
    };
    let label = match (picture.view.number, picture.view.cells) {
        (Number::Memory, Cells::Units) => format!("label = {row}, unit"),
        (Number::Memory, Cells::Elements) => format!("label = {row}, element"),
        (Number::Logical, _) => "label = place in the matrix".into(),
        (Number::Bank, _) => "label = banks".into(),
        (Number::None, _) => "no label".into(),
    };
    let shared = match picture.occupancy.is_shared() {
        true => "; ×2: claimed twice",
        false => "",
    };
    format!("128-byte lines under first banks; {label}{shared}")
}

/// Whether lines of elements want the whole width: the views then stand one above the other. Otherwise their widths do not
/// depend on what is drawn, so that an edit moves nothing.
fn stacks(picture: &Picture) -> bool {
    scene::memory_size(&picture.drawn, &picture.occupancy, &picture.view).columns > 16
}
