//! In place of the second layout: a box that asks for it, and pairs worth comparing.

use swizzle_draw::scene::{Fold, PaneKind, Window};
use swizzle_draw::{Palette, Theme, thumbnail_svg};
use swizzle_parse::{PasteChoice, PasteError};
use swizzle_view::link::Unread;
use swizzle_view::link::{PairToCompare, pair_to_open};
use swizzle_view::{Shown, shown_from_link};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::both::Both;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::Look;
use crate::page::load::Arrival;
use crate::panel::Reader;
use crate::state::{Action, Dispatch};
use crate::view::Picture;

/// Rows of a small picture.
const ROWS: u32 = 16;

/// Properties of [`Ask`].
#[derive(Properties, PartialEq)]
pub(super) struct AskProps {
    /// The first layout, against which a text is read.
    pub(super) shown: Shown,
    /// Reader of the text, once it has loaded.
    pub(super) reader: Arrival<Reader>,
    /// Dispatcher of the second layout.
    pub(super) dispatch: Dispatch,
    /// Called to take the first for the second.
    pub(super) on_copy: Callback<MouseEvent>,
    /// Called when the second is known.
    pub(super) on_known: Callback<()>,
    /// Theme and colours.
    pub(super) look: Look,
}

/// Form that asks for the second layout.
#[component]
pub(super) fn Ask(props: &AskProps) -> Html {
    let (fault, on_fault) = use_value(|| None::<String>);
    let node = use_node_ref();
    let read = {
        let (shown, reader, node) = (props.shown, props.reader, node.clone());
        let (dispatch, on_known) = (props.dispatch.clone(), props.on_known.clone());
        Callback::from(move |()| {
            let text = node.cast::<HtmlInputElement>().map(|input| input.value());
            let text = text.filter(|text| !text.trim().is_empty());
            let (Some(text), Some(Ok(reader))) = (text, reader) else {
                return;
            };
            match (reader.read)(&text, &PasteChoice::default(), &shown) {
                Ok(pasted) => {
                    dispatch.dispatch(Action::Paste(pasted.shown, pasted.notices));
                    dispatch.dispatch(Action::Settle);
                    on_known.emit(());
                }
                Err(PasteError { message, .. }) => on_fault.emit(Some(message)),
            }
        })
    };
    let on_submit = read.reform(|event: SubmitEvent| event.prevent_default());
    let form = el("form")
        .class("pair-ask-box")
        .on_submit(on_submit)
        .child(
            el("input")
                .node_ref(&node)
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::AriaLabel, "The second layout")
                .attr(Attr::AriaInvalid, fault.is_some().then_some("true"))
                .attr(Attr::Placeholder, "0x4000000800010040"),
        )
        .child(
            button(Button {
                words: "Compare",
                class: "button is-main",
                is_off: !matches!(props.reader, Some(Ok(_))),
                ..Button::default()
            })
            .attr(Attr::Type, "submit"),
        );
    let copy = button(Button {
        words: "Copy A to B",
        on_click: props.on_copy.clone(),
        ..Button::default()
    });
    let pairs = use_memo(props.look, |look| {
        let items = PairToCompare::ALL.iter().map(|pair| item(pair, *look));
        let list = el("ul").attr(Attr::Role, "list").children(items);
        Html::from(list)
    });
    el("div")
        .class("pair-ask")
        .child(el("h3").child("Paste the second layout"))
        .child(
            el("p")
                .class("hint")
                .child("A descriptor, a CuTe layout, or a link to a page of the atlas."),
        )
        .child(form)
        .child(fault.map(|words| {
            el("p")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(words)
        }))
        .child(copy)
        .child(el("h4").child("Pairs worth comparing"))
        .child((*pairs).clone())
        .into()
}

/// A pair with its pictures, and what its verdict says.
fn item(pair: &PairToCompare, look: Look) -> Option<Element> {
    let link = pair.link();
    let [first, second] = pair_to_open(&link)?.map(|link| shown_from_link(&link).shown);
    let both = Both::of(&first, &second, [Unread::Nothing; 2])?;
    let pictures = both.pictures.each_ref();
    let descriptors = pictures.map(|picture| {
        picture
            .descriptor
            .map_or_else(|_| String::new(), |at| at.to_string())
    });
    let item = el("a")
        .class("pair-worth")
        .attr(Attr::Href, link)
        .child(
            el("span").class("pair-thumbnails").children(
                pictures
                    .map(|picture| thumbnail(picture, look.palette, look.theme))
                    .into_iter(),
            ),
        )
        .child(
            el("span")
                .child(el("b").child(pair.title))
                .child(el("span").child(both.line.headline.clone()))
                .child(el("code").child(descriptors.join(" "))),
        );
    Some(el("li").child(item))
}

/// The first rows of a matrix, or all of a read's.
fn thumbnail(picture: &Picture, palette: Palette, theme: Theme) -> Html {
    let drawing = &picture.drawing;
    let scene = match Fold::of(drawing) {
        Some(fold) => fold.scene(drawing),
        None => {
            let size = drawing.size(PaneKind::Matrix);
            let window = Window {
                columns: 0..size.columns,
                rows: 0..size.rows.min(ROWS),
            };
            drawing.scene(PaneKind::Matrix, &window)
        }
    };
    Html::from_html_unchecked(thumbnail_svg(&scene, palette, theme).into())
}
