//! The box's answer about a text: how it was read, other readings, or why it cannot be read.

use swizzle_parse::Destination;
use swizzle_parse::{PasteChoice, PasteError, Pasted};
use swizzle_text::fields_caption;
use swizzle_view::Shown;
use yew::prelude::*;

use crate::control::copy_button;
use crate::element::{Attr, Element, el, fragment};

/// A text to be read.
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
pub fn answer(answer: &Answer<'_>) -> Element {
    let Answer { text, read, .. } = *answer;
    let said = match answer.found {
        Ok(pasted) => {
            let take = (String::from("Take it: Enter"), PasteChoice::default());
            let what = el("span").child(&pasted.what).child(" ");
            let what = what.child(answer.is_waiting.then(|| reading(&take, text, read)));
            let link = |to: &Destination| {
                let page = el("a").attr(Attr::Href, to.link()?);
                Some(page.child("Open in ").child(to.page()))
            };
            let link = pasted.goes_to.as_ref().and_then(link);
            let what = what.child(link).child(" ");
            what.children(pasted.others.iter().map(|other| reading(other, text, read)))
                .child(answer.is_waiting.then(|| unread(pasted)).flatten())
        }
        Err(error) => {
            let readings = error.readings.iter().map(|one| reading(one, text, read));
            fault(text, error).child(" ").children(readings)
        }
    };
    fragment().child(said).child(answer.changed.and_then(shown))
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
fn unread(pasted: &Pasted) -> Option<Element> {
    let line = |part: &str, why: &str| format!("“{part}” {why}");
    let all: Vec<String> = pasted
        .unread()
        .map(|notice| line(&notice.part, &notice.why))
        .collect();
    (!all.is_empty()).then(|| {
        el("span")
            .class("fault")
            .child(format!(" {}", all.join("; ")))
    })
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

/// Shows the present values, if they differ from the text in the box.
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
