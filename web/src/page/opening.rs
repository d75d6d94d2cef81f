//! The page that a pasted text opens: loaded when the box is used, since it has all that reads texts.

use std::ops::Range;

use swizzle_core::{Named as _, Spec};
use swizzle_parse::{PasteChoice, PasteError, Pasted, shown_from_paste};
use swizzle_view::link::{DumpShown, bytes_mark, link_from_form};
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use crate::browser;
use crate::kit::sends;

/// What comes of a text.
#[derive(Clone, PartialEq)]
pub enum Opening {
    /// Its page.
    Go(String),
    /// A question, or a reason why there is none.
    Asks(Asks),
}

/// What is asked of the reader before a page is opened.
#[derive(Clone, PartialEq)]
pub struct Asks {
    /// What was understood, or what is wrong.
    said: String,
    /// The text before what is wrong, that, and the text after it.
    marked: Option<[String; 3]>,
    /// Words that were not read.
    unread: Vec<String>,
    /// Ways to read it.
    readings: Vec<(String, PasteChoice)>,
    /// The link of what was understood.
    link: Option<String>,
}

/// Words of a text from which on it is a dump of values, and not a list of descriptors.
const DUMP_WORDS: usize = 128;
/// Fewer words that nothing else can read.
const FEW_WORDS: usize = 16;

/// Returns what a text opens, read as was chosen.
pub fn opening(text: &str, choice: &PasteChoice) -> Opening {
    let words = number_words(text);
    if words >= DUMP_WORDS {
        return Opening::Go(dump(text));
    }
    // No tile is on screen that a text could be about.
    match shown_from_paste(text, choice, &Shown::default()) {
        Ok(pasted) => taken(&pasted),
        Err(_) if words >= FEW_WORDS => Opening::Go(dump(text)),
        Err(error) => Opening::Asks(Asks::of_error(text, error)),
    }
}

/// The page of what was understood; what was left out of it is told first.
fn taken(pasted: &Pasted) -> Opening {
    let own = || link_from_shown(&pasted.shown);
    let link = pasted.goes_to.as_ref().and_then(|page| page.link());
    // A place that is not there opens nothing.
    let is_lost = pasted.is_answer && pasted.goes_to.is_none() && pasted.shown.pinned.is_none();
    let link = link.or_else(|| (!is_lost).then(own));
    let unread: Vec<String> = pasted.unread().map(|notice| notice.part.clone()).collect();
    let says_all = pasted
        .goes_to
        .as_ref()
        .is_none_or(|page| page.link().is_some());
    match link {
        Some(link) if unread.is_empty() && says_all => Opening::Go(link),
        link => Opening::Asks(Asks {
            said: match link {
                Some(_) => pasted.what.clone(),
                None => format!("{}. {}", pasted.what, searched(&pasted.shown)),
            },
            marked: None,
            unread,
            readings: pasted.others.clone(),
            link,
        }),
    }
}

/// Says in which tile a place was looked for.
fn searched(shown: &Shown) -> String {
    let name = |spec: Spec| {
        let tile = *spec.tile();
        format!(", {} × {} {}", tile.mn, tile.k, tile.element.name())
    };
    let name = shown.spec().map_or_else(|_| String::new(), name);
    format!("No tile is open: the default one{name}, was searched")
}

/// Hands a dump to its page, and returns its link.
fn dump(text: &str) -> String {
    browser::hand_over("dump", &format!("t{text}"));
    link_from_form(&DumpShown {
        bytes: Some(bytes_mark(&[text.as_bytes()])),
        ..DumpShown::default()
    })
}

/// The number of a text's words, where all of them are numbers or addresses before them; otherwise none.
fn number_words(text: &str) -> usize {
    let is_number = |word: &str| {
        let word = word
            .trim_end_matches([':', ','])
            .trim_start_matches(['+', '-']);
        let hex = word.trim_start_matches("0x");
        !hex.is_empty()
            && (hex.bytes().all(|digit| digit.is_ascii_hexdigit()) || word.parse::<f64>().is_ok())
    };
    let mut count = 0;
    for word in text.split_whitespace() {
        if !is_number(word) {
            return 0;
        }
        count += 1;
    }
    count
}

/// Characters of a part of a text that are repeated.
const QUOTED: usize = 40;

impl Asks {
    fn of_error(text: &str, error: PasteError) -> Self {
        let part = |range: Range<usize>| text.get(range).unwrap_or_default().chars();
        let (start, end) = (error.at.start, error.at.end);
        let before: Vec<char> = part(0..start).collect();
        let before = before[before.len().saturating_sub(QUOTED)..]
            .iter()
            .collect();
        let marked = [
            before,
            part(start..end).take(QUOTED).collect(),
            part(end..text.len()).take(QUOTED).collect(),
        ];
        Self {
            said: error.message,
            marked: (start < end).then_some(marked),
            unread: Vec::new(),
            readings: error.readings,
            link: None,
        }
    }

    /// Draws it.
    pub fn draw(&self, on_choice: &Callback<PasteChoice>, on_opened: &Callback<()>) -> Html {
        let reading = |(words, choice): &(String, PasteChoice)| {
            html! { <button type="button" onclick={sends(on_choice, *choice)}>{ words }</button> }
        };
        let is_wrong = self.link.is_none();
        let open = self.link.clone().map(|link| {
            let words = match self.unread.is_empty() {
                true => "Open",
                false => "Open without it",
            };
            html! { <a class="is-first" href={link} onclick={sends(on_opened, ())}>{ words }</a> }
        });
        html! {
            <>
                <p class={is_wrong.then_some("is-wrong")}>{ &self.said }</p>
                if let Some([before, at, after]) = &self.marked { <p><code>{ before }<mark>{ at }</mark>{ after }</code></p> }
                if !self.unread.is_empty() { <p class="is-unread">{ format!("Not read: {}", self.unread.join(", ")) }</p> }
                { for open }
                { for self.readings.iter().map(reading) }
            </>
        }
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn link(text: &str) -> String {
        match opening(text, &PasteChoice::default()) {
            Opening::Go(link) => link,
            Opening::Asks(asks) => format!("asks: {}", asks.said),
        }
    }

    #[test]
    fn each_text_opens_the_page_of_what_it_is() {
        let dump: String = (0..512).map(|at| format!("{at:04x} ")).collect();
        for (text, page) in [
            ("0x4000000800010040", "#/wgmma/4000000800010040"),
            ("#/figure/157", "#/figure/157"),
            ("SFA 128x8 row 37 block 5", "#/scale"),
            ("byte 0x5e0", "#/?cell=3,40"),
            ("(17, 40)", "#/?cell=17,40"),
            ("1504", "#/?cell=3,40"),
            ("what is LBO?", "#/glossary/lbo"),
            (&dump, "#/memory/dump?bytes="),
        ] {
            let link = link(text);
            assert!(link.starts_with(page), "{text}: {link}");
        }
    }

    #[test]
    fn a_place_that_is_not_there_opens_nothing() {
        for text in [
            "0",
            "1",
            "10",
            "64",
            "byte 12",
            "byte 0x12345",
            "row 999 k 40",
        ] {
            let Opening::Asks(asks) = opening(text, &PasteChoice::default()) else {
                panic!("{text} opens a page");
            };
            assert!(
                asks.said.contains("nothing of what is shown"),
                "{text}: {}",
                asks.said
            );
            assert_eq!(asks.link, None, "{text}");
        }
        let said = link("byte 0xffffffffff");
        assert!(
            said.starts_with("asks: Shared memory has no such byte"),
            "{said}"
        );
    }

    /// The tile that was looked at before is not on screen.
    #[test]
    fn a_text_is_read_as_if_nothing_was_there_before() {
        browser::hand_over("atlas", "#/figure/163");
        assert_eq!(
            link("0x4000004000010040"),
            "#/wgmma/4000004000010040?show=read"
        );
        assert_eq!(link("(3, 40)"), "#/?cell=3,40");
        let _ = browser::take("atlas");
    }

    #[test]
    fn what_cannot_be_read_says_where_and_what_it_could_be() {
        let Opening::Asks(half) = opening("0x40004040", &PasteChoice::default()) else {
            panic!("half a descriptor opens nothing");
        };
        assert!(half.readings.len() > 1 && half.link.is_none());
        let chosen = opening("0x40004040", &half.readings[0].1);
        assert!(matches!(chosen, Opening::Go(_)));
        let Opening::Asks(asks) = opening("bf16 128x64 fast K-major", &PasteChoice::default())
        else {
            panic!("a word was not read");
        };
        assert_eq!(asks.unread, ["fast"]);
        assert!(asks.link.is_some());
    }
}
