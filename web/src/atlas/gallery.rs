//! The figures of the PTX ISA, to open as live parameters.

use swizzle_draw::scene::{Window, matrix_scene, matrix_size};
use swizzle_draw::thumbnail_svg;
use swizzle_draw::{Palette, Theme};
use swizzle_view::link::figure_address;
use swizzle_view::state::{Figure, FigureGroup};
use yew::prelude::*;

use crate::control::dialog::{close, dialog, use_modal};
use crate::element::{Attr, Element, el, fragment};
use crate::page::over::Over;
use crate::state::{Action, Dispatch};

/// Cells of a thumbnail at most, across and down.
const CELLS: (u32, u32) = (32, 16);

/// Properties of [`Gallery`].
#[derive(Properties, PartialEq)]
pub struct GalleryProps {
    /// Called with nothing when the gallery has closed; the same for the life of the page.
    pub on_close: Callback<Option<Over>>,
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
    /// Sends actions; the same for the life of the page.
    pub dispatch: Dispatch,
}

/// The figures in a dialog.
#[component]
pub fn Gallery(props: &GalleryProps) -> Html {
    let node = use_node_ref();
    use_modal(&node, &props.on_close);
    let on_pick = Callback::from({
        let (node, dispatch) = (node.clone(), props.dispatch.clone());
        move |number: u16| {
            dispatch.dispatch(Action::Jump(figure_address(number)));
            close(&node);
        }
    });
    let groups = use_memo((props.palette, props.theme), |(palette, theme)| {
        let group = |group: &FigureGroup| {
            let cards = group
                .figures()
                .map(|figure| card(&figure, *palette, *theme, &on_pick));
            el("section")
                .class("gallery-group")
                .child(el("h3").child(group.title()))
                .child(el("ul").attr(Attr::Role, "list").children(cards))
        };
        let groups = fragment().children(FigureGroup::ALL.iter().map(group));
        Html::from(groups)
    });
    let note = "Each opens with live parameters. Numbers are those of PTX ISA 9.1";
    let content = el("div")
        .class("gallery")
        .child(el("p").class("gallery-note").child(note))
        .child((*groups).clone());
    dialog(&node, "Figures of the PTX ISA", content)
}

fn card(figure: &Figure, palette: Palette, theme: Theme, on_pick: &Callback<u16>) -> Element {
    let number = figure.number;
    let on_click = on_pick.reform(move |_: MouseEvent| number);
    let part = |class: &'static str| el("span").class(class);
    let button = el("button")
        .attr(Attr::Type, "button")
        .class("gallery-card")
        .on_click(on_click)
        .child(part("gallery-picture").child(thumbnail(figure, palette, theme)))
        .child(part("gallery-number").child(format!("Figure {number}")))
        .child(part("gallery-name").child(figure.name))
        .child(part("gallery-summary quiet small").child(figure.summary()));
    el("li").key(number).child(button)
}

fn thumbnail(figure: &Figure, palette: Palette, theme: Theme) -> Html {
    let Ok(spec) = figure.shown.spec() else {
        return Html::default();
    };
    let size = matrix_size(&spec, &figure.shown.view);
    let window = Window {
        columns: 0..size.columns.min(CELLS.0),
        rows: 0..size.rows.min(CELLS.1),
    };
    let scene = matrix_scene(&spec, &figure.shown.view, &window);
    Html::from_html_unchecked(thumbnail_svg(&scene, palette, theme).into())
}
