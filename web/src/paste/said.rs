//! The box's answer about a text: how it was read, other readings, or why it cannot be read.

use swizzle_parse::Destination;
use swizzle_parse::{PasteChoice, PasteError, Pasted};
use swizzle_text::fields_caption;
use swizzle_view::Shown;
use yew::prelude::*;

use crate::kit::{CopyButton, maybe, sends, text_button};

/// A text to be read.
#[derive(Clone)]
pub struct Asked {
    pub(super) text: String,
    pub(super) choice: PasteChoice,
    /// Whether Enter or a choice confirmed this as the intended text.
    pub(super) is_meant: bool,
}

/// The result of reading a text.
pub struct Answer<'a> {
    pub(super) found: &'a Result<Pasted, PasteError>,
    pub(super) text: &'a str,
    /// It is not shown yet.
    pub(super) is_waiting: bool,
    /// The values shown now, if they differ.
    pub(super) changed: Option<&'a Shown>,
    /// Reads the text in another way.
    pub(super) read: &'a Callback<Asked>,
}

/// Says it.
pub fn answer(answer: &Answer<'_>) -> Html {
    let Answer { text, read, .. } = *answer;
    let readings = |all: &[(String, PasteChoice)]| -> Html {
        all.iter().map(|one| reading(one, text, read)).collect()
    };
    let said = match answer.found {
        Ok(pasted) => {
            let take = || {
                reading(
                    &("Take it: Enter".into(), PasteChoice::default()),
                    text,
                    read,
                )
            };
            let link = |to: &Destination| {
                let href = to.link()?;
                Some(html! { <a {href}>{ "Open in " }{ to.page() }</a> })
            };
            html! {
                <span>
                    { &pasted.what }{ " " }
                    { maybe(answer.is_waiting.then(take)) }
                    { maybe(pasted.goes_to.as_ref().and_then(link)) }
                    { " " }
                    { readings(&pasted.others) }
                    { maybe(answer.is_waiting.then(|| unread(pasted)).flatten()) }
                </span>
            }
        }
        Err(error) => {
            html! { <span>{ fault(text, error) }{ " " }{ readings(&error.readings) }</span> }
        }
    };
    html! { <>{ said }{ maybe(answer.changed.and_then(shown)) }</> }
}

impl Asked {
    /// A text for which no reading was chosen yet.
    pub(super) fn anew(text: String) -> Self {
        Self {
            text,
            choice: PasteChoice::default(),
            is_meant: false,
        }
    }
}

/// Words that were not read; once the text is accepted, they are among the page's notices.
fn unread(pasted: &Pasted) -> Option<Html> {
    let line = |part: &str, why: &str| format!("“{part}” {why}");
    let all: Vec<String> = pasted
        .unread()
        .map(|notice| line(&notice.part, &notice.why))
        .collect();
    (!all.is_empty())
        .then(|| html! { <span class="fault">{ format!(" {}", all.join("; ")) }</span> })
}

/// A button that reads the text in one of several ways.
fn reading((label, choice): &(String, PasteChoice), text: &str, read: &Callback<Asked>) -> Html {
    let asked = Asked {
        text: text.to_owned(),
        choice: *choice,
        is_meant: true,
    };
    text_button("", label, sends(read, asked))
}

/// Shows the present values, if they differ from the text in the box.
fn shown(shown: &Shown) -> Option<Html> {
    let spec = shown.looked_at(&shown.spec().ok()?);
    let text = spec.descriptor(spec.place()).ok()?.to_string();
    Some(
        html! { <p class="paste-shown">{ "Changed since. Shown now: " }<code>{ text.clone() }</code>{ format!(" {} ", fields_caption(&spec)) }<CopyButton {text} what="the descriptor that is shown" /></p> },
    )
}

/// Why the text cannot be read, and where.
fn fault(text: &str, error: &PasteError) -> Html {
    let part = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
    let (start, end) = (error.at.start, error.at.end);
    let quoted = (start != end).then(|| {
        html! { <code class="paste-text">{ shortened(part(0..start), true) }<mark>{ shortened(part(start..end), false) }</mark>{ shortened(part(end..text.len()), false) }</code> }
    });
    html! { <><span class="fault">{ &error.message }</span>{ maybe(quoted) }</> }
}

/// Characters of each part of a text that are repeated.
const QUOTED: usize = 80;

/// A text's beginning, or its end, where the text is too long to repeat.
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
