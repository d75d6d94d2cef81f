//! One box that takes anything: a descriptor in any spelling, its fields, a layout, a link.

use swizzle_core::words::fields_caption;
use swizzle_core::{PasteChoice, PasteError, Pasted, Shown};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::control::copy_button;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::load::Arrival;
use crate::state::{Action, Dispatch};

/// Said of a text that nothing can read.
const MISSING: &str =
    "What reads this box could not be loaded. The next letter you type tries again.";

/// Reads the text of the box: as what, and against what is shown.
pub type Reader = fn(&str, &PasteChoice, &Shown) -> Result<Pasted, PasteError>;

/// Properties of [`PasteBox`].
#[derive(Properties, PartialEq)]
pub struct PasteBoxProps {
    /// What is shown: a descriptor says nothing of element, major or extents.
    pub shown: Shown,
    /// What reads the text, once it has come.
    pub reader: Arrival<Reader>,
    /// Called when it is needed and has not come.
    pub on_need: Callback<()>,
    /// Sends what was read.
    pub dispatch: Dispatch,
}

/// What stands in the box, and what it was taken for.
#[derive(Clone, PartialEq, Default)]
struct Typed {
    text: String,
    answer: Option<Result<Pasted, PasteError>>,
}

/// The box. It keeps what is typed as it is; what it was taken for stands under it, with the other readings a click away.
#[component]
pub fn PasteBox(props: &PasteBoxProps) -> Html {
    let (typed, on_typed) = use_value(Typed::default);
    // What was shown before the box was used: each letter is read anew against it.
    let context = use_mut_ref(|| None::<Shown>);
    let reader = props.reader.and_then(Result::ok);
    let read = {
        let (dispatch, context) = (props.dispatch.clone(), context.clone());
        let (shown, on_need) = (props.shown, props.on_need.clone());
        Callback::from(move |(text, choice): (String, PasteChoice)| {
            let mut answer = None;
            match reader {
                None => on_need.emit(()),
                Some(_) if text.trim().is_empty() => {}
                Some(reader) => {
                    let typing = *context.borrow();
                    let is_typing = typing.is_some();
                    let read = reader(&text, &choice, &typing.unwrap_or(shown));
                    if let Ok(pasted) = &read {
                        let notices = pasted.notices.clone();
                        dispatch.dispatch(Action::Paste(pasted.shown, notices));
                    }
                    if !is_typing {
                        dispatch.dispatch(Action::Settle);
                    }
                    answer = Some(read);
                }
            }
            on_typed.emit(Typed { text, answer });
        })
    };
    {
        // What was typed before its reader came.
        let (read, text) = (read.clone(), typed.text.clone());
        use_effect_with(reader, move |reader| {
            if reader.is_some() && !text.is_empty() {
                read.emit((text, PasteChoice::default()));
            }
        });
    }
    let on_input = {
        let (context, shown) = (context.clone(), props.shown);
        let dispatch = props.dispatch.clone();
        read.reform(move |event: InputEvent| {
            // What is pasted is a step of its own, after what was pasted before.
            if event.input_type() == "insertFromPaste" {
                dispatch.dispatch(Action::Settle);
                *context.borrow_mut() = None;
            }
            context.borrow_mut().get_or_insert(shown);
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            (text, PasteChoice::default())
        })
    };
    let on_focus = {
        let on_need = props.on_need.clone();
        Callback::from(move |_: FocusEvent| {
            if reader.is_none() {
                on_need.emit(());
            }
        })
    };
    let dispatch = props.dispatch.clone();
    let on_blur = Callback::from(move |_: FocusEvent| {
        dispatch.dispatch(Action::Settle);
        *context.borrow_mut() = None;
    });
    let Typed { text, answer } = typed;
    let is_bad = matches!(answer, Some(Err(_)));
    let is_unread = !text.trim().is_empty() && matches!(props.reader, Some(Err(_)));
    let is_changed = matches!(&answer, Some(Ok(pasted)) if pasted.shown.said != props.shown.said);
    let other = |(label, choice): &(String, PasteChoice)| {
        let (text, choice) = (text.clone(), *choice);
        el("button")
            .class("button")
            .attr(Attr::Type, "button")
            .on_click(read.reform(move |_: MouseEvent| (text.clone(), choice)))
            .child(label)
    };
    let said = match &answer {
        None => is_unread.then(|| el("span").class("fault").child(MISSING)),
        Some(Ok(pasted)) => {
            let what = el("span").child(&pasted.what).child(" ");
            Some(what.children(pasted.others.iter().map(other)))
        }
        // What may be several things is asked.
        Some(Err(error)) => Some(fault(&text, error).children(error.readings.iter().map(other))),
    };
    el("div")
        .class("paste")
        .class_if(is_bad, "is-bad")
        .child(
            el("label")
                .class("visually-hidden")
                .attr(Attr::For, "paste")
                .child("Paste a descriptor, fields, a layout or a link, or look for a byte"),
        )
        .child(
            el("input")
                .attr(Attr::Id, "paste")
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::AriaDescribedby, "paste-said")
                .attr(Attr::AriaInvalid, is_bad.then_some("true"))
                .attr(Attr::Placeholder, "Paste a descriptor, fields, a layout, a link")
                .attr(Attr::Title, "0x4000004000010040, lbo=1 sbo=64, byte 0x5e0, ((8,2),(8,2)):((8,64),(1,1024)) …")
                .value(text)
                .on_input(on_input)
                .on_focus(on_focus)
                .on_blur(on_blur),
        )
        .child(
            el("div")
                .class("paste-said")
                .attr(Attr::Id, "paste-said")
                .attr(Attr::AriaLive, "polite")
                .child(said)
                .children(is_changed.then(|| shown(&props.shown)).flatten()),
        )
        .into()
}

/// What is shown now, where that is no longer what stands in the box.
fn shown(shown: &Shown) -> Option<Element> {
    let spec = shown.looked_at(&shown.spec().ok()?);
    let descriptor = spec.descriptor(spec.place()).ok()?.to_string();
    let line = el("p")
        .class("paste-shown")
        .child("Changed since. Shown now: ")
        .child(el("code").child(&descriptor))
        .child(format!(" {} ", fields_caption(&spec)))
        .child(copy_button(descriptor, "the descriptor that is shown"));
    Some(line)
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
