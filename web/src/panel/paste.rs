//! One box that takes anything: a descriptor in any spelling, its fields, a layout, a link.

use swizzle_core::words::fields_caption;
use swizzle_core::{PasteChoice, PasteError, Pasted, Shown};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::browser;
use crate::control::copy_button;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::load::Arrival;
use crate::page::{BOX, BOX_IS_NEW};
use crate::state::{Action, Dispatch};
use crate::view::Shared;

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
    answer: Option<Shared<Result<Pasted, PasteError>>>,
    /// What was understood is not shown yet: it was found inside of a longer text.
    is_waiting: bool,
    /// Somebody said that this is what was meant: nothing more is to be asked.
    is_taken: bool,
    /// It stood there before the page was loaded anew: what came of it is in the link by now.
    is_former: bool,
}

impl Typed {
    /// What stood in the box before, or was handed over by the box of a page beside the atlas.
    fn kept() -> Self {
        Self {
            text: browser::kept(BOX).unwrap_or_default(),
            is_former: browser::kept(BOX_IS_NEW).is_none(),
            ..Self::default()
        }
    }
}

/// A text to be read.
struct Asked {
    text: String,
    choice: PasteChoice,
    /// Whether somebody said that this is what was meant, by Enter or by a choice.
    is_meant: bool,
}

/// The box. It keeps what is typed as it is; what it was taken for stands under it, with the other readings a click away.
#[component]
pub fn PasteBox(props: &PasteBoxProps) -> Html {
    let (typed, on_typed) = use_value(Typed::kept);
    // What was shown before the box was used: each letter is read anew against it.
    let context = use_mut_ref(|| None::<Shown>);
    let reader = props.reader.and_then(Result::ok);
    let read = {
        let (dispatch, context) = (props.dispatch.clone(), context.clone());
        let on_typed = on_typed.clone();
        let (shown, on_need) = (props.shown, props.on_need.clone());
        Callback::from(move |asked: Asked| {
            let Asked {
                text,
                choice,
                is_meant,
            } = asked;
            let (mut answer, mut is_waiting) = (None, false);
            match reader {
                None => {
                    // Loaded anew, the page reads it.
                    browser::hand_over(BOX_IS_NEW, "1");
                    on_need.emit(());
                }
                Some(_) if text.trim().is_empty() => {}
                Some(reader) => {
                    let typing = *context.borrow();
                    let is_typing = typing.is_some();
                    let read = reader(&text, &choice, &typing.unwrap_or(shown));
                    is_waiting = matches!(&read, Ok(pasted) if pasted.is_from_inside) && !is_meant;
                    if let Ok(pasted) = &read
                        && !is_waiting
                    {
                        let notices = pasted.notices.clone();
                        dispatch.dispatch(Action::Paste(pasted.shown, notices));
                    }
                    if !is_typing {
                        dispatch.dispatch(Action::Settle);
                    }
                    answer = Some(read);
                }
            }
            browser::hand_over(BOX, &text);
            on_typed.emit(Typed {
                text,
                // What answers a question stays said.
                is_taken: is_meant && matches!(&answer, Some(Ok(read)) if !read.is_answer),
                answer: answer.map(Shared::new),
                is_waiting,
                is_former: false,
            });
        })
    };
    {
        // What was typed before its reader came.
        let (read, text) = (read.clone(), typed.text.clone());
        let is_former = typed.is_former;
        use_effect_with(reader, move |reader| {
            if reader.is_some() && !text.is_empty() && !is_former {
                let _ = browser::take(BOX_IS_NEW);
                read.emit(Asked::anew(text));
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
            Asked::anew(event.target_unchecked_into::<HtmlInputElement>().value())
        })
    };
    let on_key = {
        let read = read.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                let text = event.target_unchecked_into::<HtmlInputElement>().value();
                read.emit(Asked {
                    is_meant: true,
                    ..Asked::anew(text)
                });
            }
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
    let is_refused = matches!(typed.answer.as_deref(), Some(Err(_)));
    let on_blur = Callback::from(move |_: FocusEvent| {
        // Of a text that cannot be read nothing stays, not what its beginning could be read as either.
        if let Some(before) = context.take().filter(|_| is_refused) {
            dispatch.dispatch(Action::Paste(before, Vec::new()));
        }
        dispatch.dispatch(Action::Settle);
    });
    let on_click = {
        let typed = typed.clone();
        Callback::from(move |_: MouseEvent| {
            if typed.is_taken {
                on_typed.emit(Typed {
                    is_taken: false,
                    ..typed.clone()
                });
            }
        })
    };
    let Typed {
        text,
        answer,
        is_waiting,
        is_taken,
        is_former,
    } = typed;
    let answer = answer.as_deref();
    let is_bad = matches!(answer, Some(Err(_)));
    let is_unread = !is_former && !text.trim().is_empty() && matches!(props.reader, Some(Err(_)));
    let is_changed =
        !is_waiting && matches!(answer, Some(Ok(pasted)) if pasted.shown.said != props.shown.said);
    let said = match answer {
        None => is_unread.then(|| el("span").class("fault").child(MISSING)),
        Some(Ok(pasted)) => {
            let take = (String::from("Take it: Enter"), PasteChoice::default());
            let what = el("span").child(&pasted.what).child(" ");
            let what = what.children(is_waiting.then(|| reading(&take, &text, &read)));
            let others = pasted
                .others
                .iter()
                .map(|other| reading(other, &text, &read));
            Some(what.children(others))
        }
        Some(Err(error)) => {
            let readings = error.readings.iter().map(|one| reading(one, &text, &read));
            Some(fault(&text, error).child(" ").children(readings))
        }
    };
    el("div")
        .class("paste")
        .class_if(is_bad, "is-bad")
        .class_if(is_taken, "is-taken")
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
                .on_click(on_click)
                .on_input(on_input)
                .on_key(on_key)
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

impl Asked {
    /// A text of which nobody said yet how to read it.
    fn anew(text: String) -> Self {
        Self {
            text,
            choice: PasteChoice::default(),
            is_meant: false,
        }
    }
}

/// A button that reads the text in one of several ways.
fn reading((label, choice): &(String, PasteChoice), text: &str, read: &Callback<Asked>) -> Element {
    let (text, choice) = (text.to_owned(), *choice);
    el("button")
        .class("button")
        .attr(Attr::Type, "button")
        .on_click(read.reform(move |_: MouseEvent| Asked {
            text: text.clone(),
            choice,
            is_meant: true,
        }))
        .child(label)
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
            .child(shortened(part(0..start), true))
            .child(el("mark").child(shortened(part(start..end), false)))
            .child(shortened(part(end..text.len()), false)),
    )
}

/// Characters of each part of a text that are repeated.
const QUOTED: usize = 80;

/// A text's beginning, or its end, where there is more than anybody reads.
fn shortened(text: String, is_end: bool) -> String {
    let count = text.chars().count();
    if count <= QUOTED {
        return text;
    }
    match is_end {
        true => format!("…{}", text.chars().skip(count - QUOTED).collect::<String>()),
        false => format!("{}…", text.chars().take(QUOTED).collect::<String>()),
    }
}
