//! One box that takes anything: a descriptor in any spelling, its fields, a layout, a link.

mod examples;
mod said;

use std::cell::RefCell;
use std::rc::Rc;

use swizzle_parse::{PasteChoice, PasteError, Pasted, shown_from_paste};
use swizzle_view::Shown;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::browser::{self, late_style};
use crate::hooks::use_value;
use crate::kit::{Shared, maybe};
use crate::page::load::{Arrival, Loading, split_point};
use crate::page::{BOX, BOX_IS_NEW, takes_kernels};
use crate::state::Action;
use said::Answer;
pub use said::{Asked, answer};

/// Message for a text that nothing can read.
const MISSING: &str =
    "The parser for this box could not be loaded. Type another character to try again.";

/// The functions that the box needs for a text.
#[derive(Clone, Copy)]
pub struct Reader {
    /// Reads it with a choice of reading, and against the values that are shown.
    pub read: fn(&str, &PasteChoice, &Shown) -> Result<Pasted, PasteError>,
    /// Says how it was read.
    pub answer: fn(&Answer<'_>) -> Html,
    /// Draws the examples for an empty box.
    pub examples: fn(&Callback<Asked>) -> Html,
}

/// One for the life of a page.
impl PartialEq for Reader {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

split_point! {
    reader: fn load() -> Reader {
        READER
    }
}

/// All that the box needs for a text.
pub const READER: Reader = Reader {
    read: shown_from_paste,
    answer,
    examples: |on| html! { <examples::Examples on_take={on.clone()} /> },
};

/// Loads the reader.
pub fn load_reader() -> Loading<Reader> {
    Box::pin(load())
}

/// Properties of [`PasteBox`].
#[derive(Properties, PartialEq)]
pub struct PasteBoxProps {
    /// The values that are shown: a descriptor contains no element, major or extents.
    pub shown: Shown,
    /// The reader of the text, once it has loaded.
    pub reader: Arrival<Reader>,
    /// Called when it is needed and has not come.
    pub on_need: Callback<()>,
    /// Sends what was read.
    pub on: Callback<Action>,
}

/// The text in the box, and how it was read.
#[derive(Clone, PartialEq, Default)]
struct Typed {
    text: String,
    answer: Option<Shared<Result<Pasted, PasteError>>>,
    /// The result is not shown yet: it was found inside of a longer text.
    is_waiting: bool,
    /// It was confirmed as the intended text: nothing more is to be asked.
    is_taken: bool,
    /// It was there before the page was reloaded: its result is already in the link.
    is_former: bool,
}

impl Typed {
    /// Returns the text that was in the box before, or that the box of a page beside the atlas handed over.
    fn kept() -> Self {
        Self {
            text: browser::kept(BOX).unwrap_or_default(),
            is_former: browser::kept(BOX_IS_NEW).is_none(),
            ..Self::default()
        }
    }
}

/// What reads a text of the box.
struct Reading {
    reader: Option<Reader>,
    shown: Shown,
    /// The values before the box was used: each letter is read again against them.
    context: Rc<RefCell<Option<Shown>>>,
    on: Callback<Action>,
    on_need: Callback<()>,
}

impl Reading {
    /// Reads a text, and sends what was read.
    fn read(&self, asked: Asked) -> Typed {
        let Asked {
            text,
            choice,
            is_meant,
        } = asked;
        let (mut answer, mut is_waiting) = (None, false);
        match self.reader {
            None => {
                // Loaded anew, the page reads it.
                browser::hand_over(BOX_IS_NEW, "1");
                self.on_need.emit(());
            }
            Some(_) if text.trim().is_empty() => {}
            Some(reader) => {
                let typing = *self.context.borrow();
                let read = (reader.read)(&text, &choice, &typing.unwrap_or(self.shown));
                is_waiting = matches!(&read, Ok(pasted) if pasted.is_from_inside) && !is_meant;
                if let Ok(pasted) = &read
                    && !is_waiting
                {
                    let notices = pasted.notices.clone();
                    self.on.emit(Action::Paste(pasted.shown, notices));
                }
                if typing.is_none() {
                    self.on.emit(Action::Settle);
                }
                answer = Some(read);
            }
        }
        browser::hand_over(BOX, &text);
        Typed {
            text,
            // The answer to a question stays on screen.
            is_taken: is_meant && matches!(&answer, Some(Ok(read)) if !read.is_answer),
            answer: answer.map(Shared::new),
            is_waiting,
            is_former: false,
        }
    }
}

/// The box. It keeps the text as typed; below it is how that was read, with the other readings a click away.
#[component]
pub fn PasteBox(props: &PasteBoxProps) -> Html {
    use_memo((), |()| late_style::add(over_style!("paste.css")));
    let (typed, on_typed) = use_value(Typed::kept);
    let context = use_mut_ref(|| None::<Shown>);
    let reader = props.reader.and_then(Result::ok);
    let (shown, on) = (props.shown, &props.on);
    let read = {
        let reading = Reading {
            reader,
            shown,
            context: context.clone(),
            on: on.clone(),
            on_need: props.on_need.clone(),
        };
        on_typed.reform(move |asked| reading.read(asked))
    };
    {
        // Reads the text that was typed before its reader loaded.
        let (read, text) = (read.clone(), typed.text.clone());
        let is_former = typed.is_former;
        use_effect_with(reader, move |reader| {
            if reader.is_some() && !text.is_empty() && !is_former {
                let _ = browser::take(BOX_IS_NEW);
                read.emit(Asked::anew(text));
            }
        });
    }
    let oninput = {
        let (context, on) = (context.clone(), on.clone());
        read.reform(move |event: InputEvent| {
            // A pasted text is a step of its own in Undo, after the one pasted before.
            if browser::is_input(&event, "insertFromPaste") {
                on.emit(Action::Settle);
                *context.borrow_mut() = None;
            }
            context.borrow_mut().get_or_insert(shown);
            Asked::anew(event.target_unchecked_into::<HtmlInputElement>().value())
        })
    };
    let onkeydown = {
        let read = read.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                read.emit(Asked {
                    is_meant: true,
                    ..Asked::anew(event.target_unchecked_into::<HtmlInputElement>().value())
                });
            }
        })
    };
    let onfocus = {
        let on_need = props.on_need.clone();
        Callback::from(move |_: FocusEvent| {
            if reader.is_none() {
                on_need.emit(());
            }
        })
    };
    let is_bad = matches!(typed.answer.as_deref(), Some(Err(_)));
    let onblur = {
        let on = on.clone();
        Callback::from(move |_: FocusEvent| {
            // Nothing stays of a text that cannot be read, not even what its beginning could be read as.
            if let Some(before) = context.take().filter(|_| is_bad) {
                on.emit(Action::Paste(before, Vec::new()));
            }
            on.emit(Action::Settle);
        })
    };
    let onclick = {
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
    let class = classes!(
        "paste",
        is_bad.then_some("is-bad"),
        typed.is_taken.then_some("is-taken")
    );
    let said = said(props, &typed, &read);
    html! {
        <div {class}>
            <label class="visually-hidden" for="paste">{ "Paste a descriptor, fields, a layout or a link, or look for a byte" }</label>
            <input id="paste" autocomplete="off" spellcheck="false" aria-describedby="paste-said" aria-invalid={is_bad.then_some("true")}
                placeholder="Paste a descriptor, code or a link" title="0x4000004000010040, lbo=1 sbo=64, byte 0x5e0, ((8,2),(8,2)):((8,64),(1,1024)) …"
                value={typed.text} {onclick} {oninput} onpaste={takes_kernels()} {onkeydown} {onfocus} {onblur} />
            <div class="paste-said" id="paste-said" aria-live="polite">{ said }</div>
        </div>
    }
}

/// What is below the box.
fn said(props: &PasteBoxProps, typed: &Typed, read: &Callback<Asked>) -> Html {
    let Typed {
        text,
        answer,
        is_waiting,
        is_former,
        ..
    } = typed;
    let is_lost = matches!(props.reader, Some(Err(_)));
    let shown = &props.shown;
    match (answer.as_deref(), props.reader) {
        (Some(found), Some(Ok(reader))) => {
            let changed = match found {
                Ok(pasted) if !is_waiting && pasted.shown.said != shown.said => Some(shown),
                _ => None,
            };
            (reader.answer)(&Answer {
                found,
                text,
                is_waiting: *is_waiting,
                changed,
                read,
            })
        }
        (None, Some(Ok(reader))) if text.is_empty() => (reader.examples)(read),
        _ => {
            let is_unread = is_lost && !is_former && !text.trim().is_empty();
            maybe(is_unread.then(|| html! { <span class="fault">{ MISSING }</span> }))
        }
    }
}
