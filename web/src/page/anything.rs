//! The box that takes anything: what is pasted opens the page of what it is. What reads it comes when it is needed.

use swizzle_parse::PasteChoice;
use wasm_bindgen::JsCast as _;
use web_sys::{EventTarget, HtmlInputElement, Node};
use yew::prelude::*;

use super::kernel_text::{pasted_text, takes_kernel};
use super::load::{Loading, missing, split_point, use_loaded};
use super::opening::{Opening, opening};
use crate::browser;

split_point! {
    reader: fn load() -> fn(&str, &PasteChoice) -> Opening {
        opening
    }
}

/// Key of a box's text, kept for Reload.
pub const BOX: &str = "box";
/// Key that says that this text has still to be read.
pub const BOX_IS_NEW: &str = "box-is-new";

/// What can be pasted, what it is, and its link: of each kind of thing one that is wrong.
pub const EXAMPLES: [(&str, &str, &str); 4] = [
    (
        "0x4000000800010040",
        "descriptor, SBO wrong",
        "#/wgmma/4000000800010040?element=bf16&major=K&meant_swizzle=128B&mn=64&k=64&meant_start=0x400&meant_sbo_bytes=1024",
    ),
    (
        "wgmma.mma_async …",
        "kernel, one operand wrong",
        "#/kernel?try=k-advance",
    ),
    (
        "0000 3f80 4000 …",
        "dump, XOR mask wrong",
        "#/memory/dump?example=narrow-mask&values=index&mn=64&k=64&descriptor=0x4000004000010040",
    ),
    (
        "cuTensorMapEncodeTiled(…)",
        "TMA map, refused",
        "#/memory/tma?box=128,128",
    ),
];

/// A text that is to be opened, and how.
#[derive(Clone, PartialEq)]
struct Asked {
    text: String,
    choice: PasteChoice,
}

/// The box.
#[component]
pub fn Anything() -> Html {
    let asked = use_state_eq(|| None::<Asked>);
    let is_open = use_state_eq(|| false);
    let is_empty = use_state_eq(|| true);
    let ask = {
        let (asked, is_open) = (asked.setter(), is_open.setter());
        Callback::from(move |next: Asked| {
            let is_text = !next.text.trim().is_empty();
            asked.set(is_text.then_some(next));
            is_open.set(true);
        })
    };
    let anew = ask.reform(|text: String| Asked {
        text,
        choice: PasteChoice::default(),
    });
    let onsubmit = {
        let anew = anew.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            anew.emit(field().map(|field| field.value()).unwrap_or_default());
        })
    };
    // The field has one line, and loses the others of what is pasted.
    let onpaste = Callback::from(move |event: Event| {
        let Some(text) = pasted_text(&event).filter(|text| !text.trim().is_empty()) else {
            return;
        };
        let is_whole = field().is_none_or(|field| field.value().is_empty());
        if takes_kernel(&text) {
            event.prevent_default();
        } else if is_whole {
            anew.emit(text);
        }
    });
    let oninput = {
        let (asked, is_empty, is_open) = (asked.setter(), is_empty.setter(), is_open.setter());
        Callback::from(move |event: InputEvent| {
            let field = event.target_unchecked_into::<HtmlInputElement>();
            is_empty.set(field.value().is_empty());
            is_open.set(true);
            if !browser::is_input(&event, "insertFromPaste") {
                asked.set(None);
            }
        })
    };
    let onfocusin = {
        let is_open = is_open.setter();
        Callback::from(move |_: FocusEvent| is_open.set(true))
    };
    let onfocusout = {
        let is_open = is_open.setter();
        Callback::from(move |event: FocusEvent| {
            let node = |at: Option<EventTarget>| at.and_then(|at| at.dyn_into::<Node>().ok());
            let next = node(event.related_target());
            let around = field().and_then(|field| field.closest("form").ok().flatten());
            let stays = next.is_some() && around.is_some_and(|form| form.contains(next.as_ref()));
            if !stays {
                is_open.set(false);
            }
        })
    };
    let onkeydown = {
        let is_open = is_open.setter();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                is_open.set(false);
            }
        })
    };
    let answer = match &*asked {
        Some(now) => Some(html! {
            <Answer text={now.text.clone()} choice={now.choice} on_choice={
                let text = now.text.clone();
                ask.reform(move |choice| Asked { text: text.clone(), choice })
            } on_opened={
                let (asked, is_open) = (asked.setter(), is_open.setter());
                Callback::from(move |()| {
                    asked.set(None);
                    is_open.set(false);
                })
            } />
        }),
        None => (*is_empty && *is_open).then(examples),
    };
    // Closed, an answer goes on: what was pressed in it may be gone, and the focus with it, before its page is opened.
    html! {
        <form class="paste-box" {onsubmit} {onfocusin} {onfocusout} {onkeydown}>
            <input id="paste" class="paste-input" autocomplete="off" spellcheck="false" aria-describedby="paste-answer"
                aria-label="Paste a descriptor, PTX, a dump, a tensor map or a link: Enter opens its page"
                placeholder="Paste a descriptor, PTX or a dump" {onpaste} {oninput} />
            <div id="paste-answer" class={answer.is_some().then_some("paste-answer")} hidden={!*is_open} aria-live="polite">{ for answer }</div>
        </form>
    }
}

/// The field of the box that has the focus, or of the only one.
fn field() -> Option<HtmlInputElement> {
    let found = browser::document().get_element_by_id("paste")?;
    found.dyn_into().ok()
}

fn examples() -> Html {
    let example = |(text, what, link): &(&'static str, &'static str, &'static str)| {
        html! { <a href={*link}><code>{ *text }</code><small>{ *what }</small></a> }
    };
    html! { <>{ for EXAMPLES.iter().map(example) }</> }
}

/// Properties of [`Answer`].
#[derive(Properties, PartialEq)]
struct AnswerProps {
    text: String,
    choice: PasteChoice,
    /// Called with another choice of how to read it.
    on_choice: Callback<PasteChoice>,
    /// Called when its page was opened.
    on_opened: Callback<()>,
}

/// Opens the page of a text, or says why it cannot.
#[component]
fn Answer(props: &AnswerProps) -> Html {
    let (arrival, again) = use_loaded(|| -> Loading<_> { Box::pin(load()) });
    let read = arrival.and_then(Result::ok);
    let key = (props.text.clone(), props.choice, read.is_some());
    let found = use_memo(key, |(text, choice, _)| read.map(|read| read(text, choice)));
    {
        let on_opened = props.on_opened.clone();
        use_effect_with(found.clone(), move |found| {
            if let Some(Opening::Go(link)) = &**found {
                browser::go_to(link);
                on_opened.emit(());
            }
        });
    }
    match (&*found, arrival) {
        (Some(Opening::Asks(asks)), _) => asks.draw(&props.on_choice, &props.on_opened),
        (_, Some(Err(lacking))) => missing(lacking, "What reads this", &again),
        _ => html! { <p>{ "Reading…" }</p> },
    }
}
