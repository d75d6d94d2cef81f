//! The pictures: both views side by side, how they are read, and their text twins.

use swizzle_core::scene::{self, Scene, SceneKind, Size, Window};
use swizzle_core::{
    Cells, Colour, Coord, Named, Number, Palette, Theme, figure_of_params, hex, legend,
};
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::button::{Button, button};
use crate::control::{Choice, pick};
use crate::grid::Grid;
use crate::panel::whole_edits;
use crate::picture::{Picture, Shared};
use crate::state::{Action, Dispatch, Edit};

/// Cell sizes that the reader can choose, in pixels.
const ZOOMS: &[u32] = &[6, 10, 16, 22, 28, 36, 44, 56];

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
}

/// Both views with their heading and reading.
#[component]
pub fn Stage(props: &StageProps) -> Html {
    let zoom = use_state_eq(|| None::<u32>);
    let Some(dispatch) = use_context::<Dispatch>() else {
        return html! {};
    };
    let picture = &props.picture;
    let on_pin = use_callback((), {
        let dispatch = dispatch.clone();
        move |pinned, ()| dispatch.dispatch(Action::Pin(pinned))
    });
    let on_zoom = Callback::from({
        let zoom = zoom.clone();
        move |next| zoom.set(next)
    });
    let has_picture = picture.spec.params().invalid_swizzle.is_none();
    let view = |kind, title: &'static str, words: String| {
        html! {
            <section class="view" aria-label={title}>
                <h2 class="view-title">{ title } <small>{ words }</small></h2>
                <Grid
                    picture={picture.clone()}
                    {kind}
                    palette={props.palette}
                    theme={props.theme}
                    zoom={*zoom}
                    hovered={props.hovered}
                    pinned={props.pinned}
                    on_hover={props.on_hover.clone()}
                    on_pin={on_pin.clone()}
                />
                <Twin picture={picture.clone()} {kind} />
            </section>
        }
    };
    let small = Window::all(Size {
        columns: 1,
        rows: 1,
    });
    let matrix = scene::matrix_scene(&picture.spec, &picture.view, &small);
    html! {
        <div class="stage">
            { heading(picture, &matrix.title) }
            { reading(props, &dispatch, *zoom, &on_zoom) }
            if has_picture {
                <div class="views" style={columns(picture)}>
                    { view(SceneKind::Matrix, "Matrix", matrix.across.title.clone()) }
                    { view(SceneKind::Memory, "Shared memory", memory_words(picture)) }
                </div>
            } else {
                <p class="no-picture">{ "No picture: the swizzle code stands for no mode. The finding beside it offers one." }</p>
            }
        </div>
    }
}

fn memory_words(picture: &Picture) -> String {
    let label = match (picture.view.number, picture.view.cells) {
        (Number::Memory, Cells::Units) => "label = row, unit",
        (Number::Memory, Cells::Elements) => "label = row, element",
        (Number::Logical, _) => "label = place in the matrix",
        (Number::Bank, _) => "label = banks",
    };
    format!("lines of 128 bytes, {label}")
}

/// Shares the width between the views by how many columns they have.
fn columns(picture: &Picture) -> String {
    let matrix = scene::matrix_size(&picture.spec, &picture.view).columns;
    let memory = scene::memory_size(&picture.spec, &picture.occupancy, &picture.view).columns;
    // Many columns want the whole width: the views then stand one above the other.
    if matrix > 16 || memory > 16 {
        return "--shares:minmax(0,1fr)".into();
    }
    format!(
        "--shares:minmax(0,{}fr) minmax(0,{}fr)",
        matrix.clamp(7, 16),
        memory.clamp(8, 16) + 1
    )
}

/// What is on the stage, in words.
fn heading(picture: &Picture, title: &str) -> Html {
    let spec = &picture.spec;
    let params = spec.params();
    let figure = figure_of_params(params);
    let facts = format!(
        "{} bytes from 0x{:x}{}",
        spec.span_bytes(),
        params.start_bytes,
        match spec.steps() {
            1 => ", one read".into(),
            steps => format!(", {steps} reads; step {} is outlined", params.step),
        }
    );
    html! {
        <header class="heading">
            <h1>
                if let Some(figure) = &figure {
                    <span class="heading-figure">{ format!("Figure {}", figure.number) }</span>
                    { " " }
                }
                { title }
            </h1>
            <p>
                if let Some(figure) = &figure {
                    <span class="caption">{ figure.caption }</span>
                    { " " }
                }
                <span class="facts">{ facts }</span>
            </p>
        </header>
    }
}

/// How numbers and colours are read.
fn reading(
    props: &StageProps,
    dispatch: &Dispatch,
    zoom: Option<u32>,
    on_zoom: &Callback<Option<u32>>,
) -> Html {
    let view = props.picture.view;
    let swatches = props.palette.colours(props.theme).map(hex);
    let on_edit = whole_edits(dispatch);
    let zoom_to = |wider: bool| {
        let present = zoom.unwrap_or(36);
        let next = if wider {
            ZOOMS.iter().find(|zoom| **zoom > present)
        } else {
            ZOOMS.iter().rev().find(|zoom| **zoom < present)
        };
        let next = next.copied();
        let (words, name) = if wider {
            ("+", "Larger cells")
        } else {
            ("−", "Smaller cells")
        };
        button(Button {
            words,
            name: Some(name.into()),
            is_off: next.is_none(),
            on_click: on_zoom.reform(move |_| next),
            ..Button::default()
        })
    };
    let fit = button(Button {
        words: "Fit",
        is_pressed: Some(zoom.is_none()),
        on_click: on_zoom.reform(|_| None),
        ..Button::default()
    });
    let safe = props.palette == Palette::Safe;
    let palette = button(Button {
        words: "Colour-blind safe",
        is_pressed: Some(safe),
        on_click: props
            .on_palette
            .reform(move |_| if safe { Palette::Isa } else { Palette::Safe }),
        ..Button::default()
    });
    let number = Choice::new("Number", view.number, number_words, Edit::Number);
    let colour = Choice::new("Colour", view.colour, colour_words, Edit::Colour);
    let cells = Choice::new(
        "Cells",
        view.cells,
        |cells| cells.name().into(),
        Edit::Cells,
    );
    html! {
        <div class="reading" role="group" aria-label="How the pictures are read">
            { pick(number, &on_edit) }
            { pick(colour, &on_edit) }
            { pick(cells, &on_edit) }
            <span class="zoom" role="group" aria-label="Cell size">
                { zoom_to(false) }
                { fit }
                { zoom_to(true) }
            </span>
            <div class="legend">
                <span class="swatches" aria-hidden="true">
                    { for swatches.iter().enumerate().map(|(class, colour)| html! { <i style={format!("background:{colour}")}>{ class }</i> }) }
                </span>
                { palette }
                <span>{ legend(&view) }</span>
            </div>
        </div>
    }
}

fn number_words(number: Number) -> String {
    let words = match number {
        Number::Memory => "memory unit (ISA)",
        Number::Logical => "place in the matrix",
        Number::Bank => "banks",
    };
    words.into()
}

fn colour_words(colour: Colour) -> String {
    let words = match colour {
        Colour::Memory => "memory unit mod 8 (ISA)",
        Colour::Logical => "place in the matrix mod 8",
        Colour::Row => "row of the atom",
        Colour::Atom => "atom",
        Colour::Bank => "bank group",
        Colour::Step => "step",
    };
    words.into()
}

/// Rows that a twin shows at a time.
const TWIN_ROWS: u32 = 64;
/// And columns.
const TWIN_COLUMNS: u32 = 64;

/// Properties of [`Twin`].
#[derive(Properties, PartialEq)]
struct TwinProps {
    picture: Shared<Picture>,
    kind: SceneKind,
}

/// A view as a table of text, made when it is asked for.
#[component]
fn Twin(props: &TwinProps) -> Html {
    let is_open = use_state_eq(|| false);
    let first = use_state_eq(|| 0_u32);
    let on_toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| {
            let details = event.target_unchecked_into::<HtmlElement>();
            is_open.set(details.has_attribute("open"));
        })
    };
    let table = is_open.then(|| {
        let window = Window {
            columns: 0..TWIN_COLUMNS,
            rows: *first..first.saturating_add(TWIN_ROWS),
        };
        let scene = match props.kind {
            SceneKind::Matrix => {
                scene::matrix_scene(&props.picture.spec, &props.picture.view, &window)
            }
            SceneKind::Memory => scene::memory_scene(
                &props.picture.spec,
                &props.picture.occupancy,
                &props.picture.view,
                &window,
            ),
        };
        let turn = |rows: Option<u32>, words: &'static str| {
            let (first, next) = (first.clone(), rows.unwrap_or(0));
            button(Button {
                words,
                is_off: rows.is_none(),
                on_click: Callback::from(move |_| first.set(next)),
                ..Button::default()
            })
        };
        let before = (*first > 0).then(|| first.saturating_sub(TWIN_ROWS));
        let after = Some(*first + TWIN_ROWS).filter(|next| *next < scene.size.rows);
        html! {
            <>
                { text_table(&scene) }
                if before.is_some() || after.is_some() {
                    <p>
                        { turn(before, "Rows before") }
                        { turn(after, "Rows after") }
                    </p>
                }
                if scene.size.columns > TWIN_COLUMNS {
                    <p>{ format!("The first {TWIN_COLUMNS} of {} columns.", scene.size.columns) }</p>
                }
            </>
        }
    });
    html! {
        <details class="twin" ontoggle={on_toggle}>
            <summary>{ "As a text table" }</summary>
            { for table }
        </details>
    }
}

fn text_table(scene: &Scene) -> Html {
    let row = |(head, cells): (&str, &[scene::Cell])| {
        html! {
            <tr>
                <th scope="row">{ head }</th>
                { for cells.iter().map(|cell| html! { <td>{ cell.label.to_string() }</td> }) }
            </tr>
        }
    };
    html! {
        <div class="twin-scroller" tabindex="0" role="region" aria-label={format!("{} as a table", scene.title)}>
            <table>
                <caption>{ format!("{}. {}", scene.title, scene.across.title) }</caption>
                <thead>
                    <tr>
                        <td></td>
                        { for scene.across.heads.iter().map(|head| html! { <th scope="col">{ head }</th> }) }
                    </tr>
                </thead>
                <tbody>{ for scene.rows().map(row) }</tbody>
            </table>
        </div>
    }
}
