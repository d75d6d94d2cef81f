//! The figures of the PTX ISA, to open as live parameters.

use gloo_events::EventListener;
use swizzle_core::scene::{Window, matrix_scene, matrix_size};
use swizzle_core::{Figure, FigureGroup, Palette, Spec, Theme, thumbnail_svg};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use crate::state::{Action, Dispatch};

/// Cells of a thumbnail at most, across and down.
const CELLS: (u32, u32) = (32, 16);

/// Properties of [`Gallery`].
#[derive(Properties, PartialEq)]
pub struct GalleryProps {
    /// Called when the gallery has closed.
    pub on_close: Callback<()>,
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
}

/// A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and gives the focus back.
#[component]
pub fn Gallery(props: &GalleryProps) -> Html {
    let node = use_node_ref();
    let dispatch = use_context::<Dispatch>();
    use_modal(&node, &props.on_close);
    let on_close = use_callback(node.clone(), |_: MouseEvent, node| close(node));
    let on_backdrop = use_callback(node.clone(), |event: MouseEvent, node| {
        // Everything else in the dialog lies on its one child.
        let target = event.target();
        if target.is_some_and(|target| target.has_type::<HtmlDialogElement>()) {
            close(node);
        }
    });
    let on_pick = use_callback(node.clone(), move |number: u16, node| {
        if let Some(dispatch) = &dispatch {
            dispatch.dispatch(Action::Jump(format!("#/figure/{number}")));
        }
        close(node);
    });
    let groups = use_memo(
        (props.palette, props.theme, on_pick),
        |(palette, theme, on_pick)| {
            let group = |group: &FigureGroup| {
                html! {
                    <section class="gallery-group">
                        <h3>{ group.title() }</h3>
                        <ul role="list">
                            { for group.figures().map(|figure| card(&figure, *palette, *theme, on_pick)) }
                        </ul>
                    </section>
                }
            };
            FigureGroup::ALL.iter().map(group).collect::<Html>()
        },
    );
    html! {
        <dialog ref={node} class="gallery" aria-modal="true" aria-labelledby="gallery-title" onclick={on_backdrop}>
            <div class="gallery-page">
                <header class="gallery-head">
                    <h2 id="gallery-title">{ "Figures of the PTX ISA" }</h2>
                    <button type="button" class="gallery-close" onclick={on_close}>{ "Close" }</button>
                </header>
                <p class="gallery-note">{ "Each opens with live parameters. Numbers are those of PTX ISA 9.1" }</p>
                { (*groups).clone() }
            </div>
        </dialog>
    }
}

/// Opens a dialog over the page, and says when it has closed.
#[hook]
fn use_modal(node: &NodeRef, on_close: &Callback<()>) {
    let node = node.clone();
    use_effect_with(on_close.clone(), move |on_close| {
        let on_close = on_close.clone();
        let dialog = node.cast::<HtmlDialogElement>();
        let listener = dialog.map(|dialog| {
            if !dialog.open() {
                // Refused only to a dialog outside of the document.
                let _ = dialog.show_modal();
            }
            EventListener::new(&dialog, "close", move |_| on_close.emit(()))
        });
        move || {
            drop(listener);
            close(&node);
        }
    });
}

fn close(node: &NodeRef) {
    if let Some(dialog) = node.cast::<HtmlDialogElement>() {
        dialog.close();
    }
}

fn card(figure: &Figure, palette: Palette, theme: Theme, on_pick: &Callback<u16>) -> Html {
    let number = figure.number;
    let on_click = on_pick.reform(move |_: MouseEvent| number);
    html! {
        <li key={number}>
            <button type="button" class="gallery-card" onclick={on_click}>
                <span class="gallery-picture">{ thumbnail(figure, palette, theme) }</span>
                <span class="gallery-number">{ format!("Figure {number}") }</span>
                <span class="gallery-name">{ figure.name }</span>
                <span class="gallery-summary">{ figure.summary() }</span>
            </button>
        </li>
    }
}

fn thumbnail(figure: &Figure, palette: Palette, theme: Theme) -> Html {
    let Ok(spec) = Spec::new(&figure.params) else {
        return html! {};
    };
    let size = matrix_size(&spec, &figure.view);
    let window = Window {
        columns: 0..size.columns.min(CELLS.0),
        rows: 0..size.rows.min(CELLS.1),
    };
    let scene = matrix_scene(&spec, &figure.view, &window);
    Html::from_html_unchecked(thumbnail_svg(&scene, palette, theme).into())
}
