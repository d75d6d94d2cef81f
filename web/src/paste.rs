//! One box that takes anything: a descriptor in any spelling, its fields, a layout, a link.

use swizzle_core::{LinkState, PasteChoice, PasteError, Pasted, state_from_paste};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch};

/// Properties of [`PasteBox`].
#[derive(Properties, PartialEq)]
pub struct PasteBoxProps {
    /// What is shown: a descriptor says nothing of element, major or extents.
    pub shown: LinkState,
}

/// The box. It keeps what is typed as it is; what it was taken for stands under it, with the other readings a click away.
#[component]
pub fn PasteBox(props: &PasteBoxProps) -> Html {
    let text = use_state(String::new);
    let answer = use_state(|| None::<Result<Pasted, PasteError>>);
    // What was shown before the box was used: each letter is read anew against it.
    let context = use_mut_ref(|| None::<LinkState>);
    let Some(dispatch) = use_context::<Dispatch>() else {
        return Html::default();
    };
    let read = {
        let (text, answer, dispatch) = (text.clone(), answer.clone(), dispatch.clone());
        let (context, shown) = (context.clone(), props.shown.clone());
        move |next: String, choice: PasteChoice| {
            if next.trim().is_empty() {
                answer.set(None);
            } else {
                let context = context.borrow_mut().get_or_insert(shown.clone()).clone();
                let read = state_from_paste(&next, &choice, &context);
                if let Ok(pasted) = &read {
                    dispatch.dispatch(Action::Paste(pasted.state.clone(), pasted.notices.clone()));
                }
                answer.set(Some(read));
            }
            text.set(next);
        }
    };
    let on_input = {
        let read = read.clone();
        Callback::from(move |event: InputEvent| {
            let next = event.target_unchecked_into::<HtmlInputElement>().value();
            read(next, PasteChoice::default());
        })
    };
    let on_blur = Callback::from(move |_: FocusEvent| {
        dispatch.dispatch(Action::Settle);
        *context.borrow_mut() = None;
    });
    let answer = answer.as_ref();
    let is_bad = matches!(answer, Some(Err(_)));
    let said = answer.map(|answer| match answer {
        Ok(pasted) => {
            let other = |(label, choice): &(String, PasteChoice)| {
                let (read, text, choice) = (read.clone(), text.clone(), *choice);
                el("button")
                    .class("button")
                    .attr(Attr::Type, "button")
                    .on_click(Callback::from(move |_: MouseEvent| read((*text).clone(), choice)))
                    .child(label)
            };
            el("span").child(&pasted.what).child(" ").children(pasted.others.iter().map(other))
        }
        Err(error) => fault(&text, error),
    });
    el("section")
        .class("paste")
        .child(
            el("label")
                .attr(Attr::For, "paste")
                .child("Paste a descriptor, fields, a layout or a link"),
        )
        .child(
            el("input")
                .attr(Attr::Id, "paste")
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::AriaDescribedby, "paste-said")
                .attr(Attr::AriaInvalid, is_bad.then_some("true"))
                .attr(Attr::Placeholder, "0x4000004000010040, lbo=1 sbo=64 swizzle=128B, ((8,2),(8,2)):((8,64),(1,1024)) …")
                .value((*text).clone())
                .on_input(on_input)
                .on_blur(on_blur),
        )
        .child(
            el("div")
                .class("paste-said")
                .attr(Attr::Id, "paste-said")
                .attr(Attr::AriaLive, "polite")
                .child(said),
        )
        .into()
}

/// Why the text cannot be read, and where.
fn fault(text: &str, error: &PasteError) -> Element {
    let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
    let (start, end) = (error.at.start, error.at.end);
    let message = el("span").class("fault").child(&error.message);
    if start == end {
        return message;
    }
    el("span").child(message).child(
        el("code")
            .class("paste-text")
            .child(part(0..start))
            .child(el("mark").child(part(start..end)))
            .child(part(end..text.len())),
    )
}
