//! A view as a table of text.

use swizzle_core::scene::{self, Scene, SceneKind, Window};
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::button::{Button, button};
use crate::picture::{Picture, Shared};

/// Rows that a twin shows at a time.
const TWIN_ROWS: u32 = 64;
/// And columns.
const TWIN_COLUMNS: u32 = 64;

/// Properties of [`Twin`].
#[derive(Properties, PartialEq)]
pub(super) struct TwinProps {
    /// What is drawn.
    pub(super) picture: Shared<Picture>,
    /// Which view.
    pub(super) kind: SceneKind,
}

/// A view as a table of text, made when it is asked for.
#[component]
pub(super) fn Twin(props: &TwinProps) -> Html {
    let is_open = use_state_eq(|| false);
    let turned_to = use_state_eq(|| 0_u32);
    let on_toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| {
            let details = event.target_unchecked_into::<HtmlElement>();
            is_open.set(details.has_attribute("open"));
        })
    };
    // Another tile may have fewer rows than the table was turned to.
    let rows = match props.kind {
        SceneKind::Matrix => scene::matrix_size(&props.picture.drawn, &props.picture.view).rows,
        SceneKind::Memory => props.picture.occupancy.lines().len() as u32,
    };
    let first = if *turned_to < rows { *turned_to } else { 0 };
    let table = is_open.then(|| {
        let window = Window {
            columns: 0..TWIN_COLUMNS,
            rows: first..first.saturating_add(TWIN_ROWS),
        };
        let scene = match props.kind {
            SceneKind::Matrix => {
                scene::matrix_scene(&props.picture.drawn, &props.picture.view, &window)
            }
            SceneKind::Memory => scene::memory_scene(
                &props.picture.drawn,
                &props.picture.occupancy,
                &props.picture.view,
                &window,
            ),
        };
        let turn = |rows: Option<u32>, words: &'static str| {
            let (turned_to, next) = (turned_to.clone(), rows.unwrap_or(0));
            button(Button {
                words,
                is_off: rows.is_none(),
                on_click: Callback::from(move |_| turned_to.set(next)),
                ..Button::default()
            })
        };
        let before = (first > 0).then(|| first.saturating_sub(TWIN_ROWS));
        let after = Some(first + TWIN_ROWS).filter(|next| *next < scene.size.rows);
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
