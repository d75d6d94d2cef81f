//! What comes of a text in the box: loaded when that is used, since it has all that reads texts.

use super::*;
use crate::kernel::kept_link;
use swizzle_parse::{PasteError, Pasted, shown_from_paste};

/// A text that is to be read, and how.
#[derive(Clone, PartialEq)]
pub struct Asked {
    /// The text.
    pub text: String,
    /// How it is read.
    pub choice: PasteChoice,
    /// How far this is the text.
    pub meant: Meant,
    /// The values that it is about; none opens the page of what it is.
    pub about: Option<Shown>,
}

/// How far a text is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meant {
    /// It is being written.
    Typed,
    /// It came as a whole.
    Pasted,
    /// Enter or a choice says so.
    Chosen,
}

/// Takes a text, how it is read, and how far that is meant.
pub type OnAsked = Callback<(String, PasteChoice, Meant)>;

/// What comes of a text: what is said of it, and what is asked before more is done.
#[derive(Clone, PartialEq, Default)]
pub struct Found {
    /// The page that it opens.
    pub opens: Option<String>,
    /// The values that a page takes, and what was left out of the text.
    pub taken: (Option<Shown>, Vec<Notice>),
    /// Whether nothing is to be read or asked any more.
    pub is_done: bool,
    /// Whether it cannot be read.
    pub is_wrong: bool,
    /// What was understood, or what is wrong.
    pub said: String,
    /// The name of a descriptor that waits to be taken, and its fields.
    descriptor: Option<[String; 2]>,
    /// The text that Enter reads in place of a wrong one: what is right of it.
    pub instead: Option<String>,
    /// The parts of a wrong text, each with whether it is what is wrong.
    marked: Vec<(String, bool)>,
    /// Words that were not read.
    unread: Vec<String>,
    /// Whether Enter takes it: it was found inside of a longer text, or is still being written.
    waits: bool,
    /// Ways to read it.
    readings: Vec<(String, PasteChoice)>,
    /// A page that may be opened: the words for that, and its link.
    page: Option<(String, String)>,
}

/// The functions that the box needs for a text.
#[derive(Clone, Copy)]
pub struct Reader {
    /// Reads it.
    pub find: fn(&Asked) -> Found,
    /// Draws what comes of it. Takes the text again, read in another way.
    pub draw: fn(&Asked, &Found, &OnAsked) -> Html,
}

/// One for the life of a page.
impl PartialEq for Reader {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// All that the box needs for a text.
pub const READER: Reader = Reader { find, draw };

/// Words of a text from which on it is a dump of values, and not a list of descriptors.
const DUMP_WORDS: usize = 128;
/// Fewer words that nothing else can read.
const FEW_WORDS: usize = 16;

/// What comes of a text.
fn find(asked: &Asked) -> Found {
    let Asked { text, choice, meant, about } = asked;
    let words = number_words(text);
    let opened = |link: String| Found { opens: Some(link), is_done: true, ..Found::default() };
    let has_mma = text.contains("wgmma.mma_async") || text.contains("tcgen05.mma");
    if has_mma && text.trim().contains('\n') {
        return opened(kept_link(text));
    }
    if about.is_none() && words >= DUMP_WORDS {
        return opened(dump(text));
    }
    // Elsewhere no tile is on screen that a text could be about.
    match (shown_from_paste(text, choice, &about.unwrap_or_default()), about) {
        (Ok(pasted), None) => Found::elsewhere(pasted),
        (Ok(pasted), Some(_)) => Found::here(pasted, *meant),
        (Err(_), None) if words >= FEW_WORDS => opened(dump(text)),
        (Err(error), _) => Found {
            // Nothing stays of it, not even what its beginning could be read as.
            taken: (*about, Vec::new()),
            page: (words >= FEW_WORDS).then(|| ("Open in Dump".into(), dump(text))),
            ..Found::wrong(text, error)
        },
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
    link_from_form(&DumpShown { bytes: Some(bytes_mark(&[text.as_bytes()])), ..DumpShown::default() })
}

/// The number of a text's words, where all of them are numbers or addresses before them; otherwise none.
fn number_words(text: &str) -> usize {
    let is_number = |word: &str| {
        let word = word.trim_end_matches([':', ',']).trim_start_matches(['+', '-']);
        let hex = word.trim_start_matches("0x");
        !hex.is_empty() && (hex.bytes().all(|digit| digit.is_ascii_hexdigit()) || word.parse::<f64>().is_ok())
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

impl Found {
    /// What the page of a tile takes of it.
    fn here(pasted: Pasted, meant: Meant) -> Self {
        // What was found inside of a longer text, or is being written, changes nothing by itself.
        let is_meant = meant == Meant::Chosen;
        let waits = !is_meant && (pasted.is_from_inside || meant == Meant::Typed);
        let page = pasted.goes_to.as_ref();
        Self {
            is_done: is_meant && !pasted.is_answer,
            page: page.and_then(|page| Some((format!("Open in {}", page.page()), page.link()?))),
            unread: unread(&pasted).filter(|_| waits).collect(),
            readings: pasted.others,
            taken: (Some(pasted.shown).filter(|_| !waits), pasted.notices),
            waits,
            descriptor: waits.then(|| descriptor(&pasted.shown)).flatten(),
            said: pasted.what,
            ..Self::default()
        }
    }

    /// The page of what was understood; what was left out of it is told first.
    fn elsewhere(pasted: Pasted) -> Self {
        let to = pasted.goes_to.as_ref();
        let link = to.and_then(|page| page.link());
        // A place that is not there opens nothing.
        let is_lost = pasted.is_answer && to.is_none() && pasted.shown.pinned.is_none();
        let says_all = to.is_none() || link.is_some();
        let link = link.or_else(|| (!is_lost).then(|| link_from_shown(&pasted.shown)));
        let unread: Vec<String> = unread(&pasted).collect();
        let words = if unread.is_empty() { "Open" } else { "Open without it" };
        let is_whole = unread.is_empty() && says_all;
        Self {
            opens: link.clone().filter(|_| is_whole),
            is_done: is_whole && link.is_some(),
            is_wrong: link.is_none(),
            said: match link {
                Some(_) => pasted.what,
                None => format!("{}. {}", pasted.what, searched(&pasted.shown)),
            },
            page: link.map(|link| (words.into(), link)),
            unread,
            readings: pasted.others,
            ..Self::default()
        }
    }

    fn wrong(text: &str, error: PasteError) -> Self {
        let cut = |part: &str| -> String { part.chars().take(QUOTED).collect() };
        let instead = error.instead(text);
        let bad = if error.extra.is_empty() { vec![error.at] } else { error.extra };
        let (mut marked, mut end) = (Vec::new(), 0);
        for part in bad.into_iter().filter(|part| !part.is_empty()) {
            let before = &text[end..part.start];
            let from = before.char_indices().rev().nth(QUOTED - 1);
            marked.push((before[from.map_or(0, |(at, _)| at)..].into(), false));
            end = part.end;
            marked.push((cut(&text[part]), true));
        }
        if !marked.is_empty() {
            marked.push((cut(&text[end..]), false));
        }
        Self {
            is_wrong: true,
            said: error.message,
            instead,
            marked,
            readings: error.readings,
            ..Self::default()
        }
    }
}

/// What a descriptor is called, and its fields.
fn descriptor(shown: &Shown) -> Option<[String; 2]> {
    let spec = shown.spec().ok().filter(|spec| spec.given().is_some())?;
    let name = format!("{} descriptor", spec.reader().arch.name());
    Some([name, fields_caption(&spec)])
}

/// Words that were not read.
fn unread(pasted: &Pasted) -> impl Iterator<Item = String> {
    pasted.unread().map(|notice| notice.part.clone())
}

/// What is said of a text, and the ways on.
fn draw(asked: &Asked, found: &Found, on: &OnAsked) -> Html {
    let chooses = |text: &str, choice: PasteChoice| -> Callback<MouseEvent> {
        sends(on, (text.to_owned(), choice, Meant::Chosen))
    };
    let reading = |(words, choice): &(String, PasteChoice)| press("", words, chooses(&asked.text, *choice));
    let page = |(words, link): &(String, String)| a("is-first", link.clone(), words);
    let unread = found.unread.join(", ");
    let drawing = if found.unread.is_empty() { icon::GOOD } else { icon::NOTE };
    let what = match &found.descriptor {
        Some([name, fields]) => {
            in_turn((bare("b", name), " ", fields, html! { <br /> }, bare("small", &found.said)))
        }
        None => html! { &found.said },
    };
    let said = if found.waits {
        let onclick = chooses(&asked.text, PasteChoice::default());
        press("is-first", (icon(drawing), span("", what), tag("kbd", "push", "Enter")), onclick)
    } else {
        p(found.is_wrong.then_some("is-wrong"), what)
    };
    let part = |(text, is_bad): &(String, bool)| {
        if *is_bad {
            bare("mark", text)
        } else {
            html! { text }
        }
    };
    let instead = |text: &String| {
        let onclick = chooses(text, PasteChoice::default());
        press("is-first", (span("", ("Read ", bare("code", bare("b", text)))), bare("kbd", "Enter")), onclick)
    };
    html! {
        <>
            if !found.marked.is_empty() { <p><code>{ for found.marked.iter().map(part) }</code></p> }
            { said }
            { for found.instead.iter().map(instead) }
            if !unread.is_empty() { { p("is-unread", format!("Not read: {unread}")) } }
            { for found.page.as_ref().map(page) }
            { for found.readings.iter().map(reading) }
        </>
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn found(text: &str, choice: PasteChoice) -> Found {
        find(&Asked { text: text.into(), choice, meant: Meant::Pasted, about: None })
    }

    fn link(text: &str) -> String {
        let found = found(text, PasteChoice::default());
        found.opens.unwrap_or_else(|| format!("asks: {}", found.said))
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
        for text in ["0", "1", "10", "64", "byte 12", "byte 0x12345", "row 999 k 40"] {
            let asks = found(text, PasteChoice::default());
            assert_eq!(asks.opens, None, "{text} opens a page");
            assert!(asks.said.contains("nothing of what is shown"), "{text}: {}", asks.said);
            assert_eq!(asks.page, None, "{text}");
        }
        let said = link("byte 0xffffffffff");
        assert!(said.starts_with("asks: Shared memory has no such byte"), "{said}");
    }

    /// The tile that was looked at before is not on screen.
    #[test]
    fn a_text_is_read_as_if_nothing_was_there_before() {
        browser::hand_over("atlas", "#/figure/163");
        assert_eq!(link("0x4000004000010040"), "#/wgmma/4000004000010040?show=read");
        assert_eq!(link("(3, 40)"), "#/?cell=3,40");
        browser::hand_over("atlas", "");
    }

    /// Each wrong digit is marked where it is, and what is left of the number is one press away.
    #[test]
    fn a_wrong_number_is_marked_and_offered_without_what_is_wrong() {
        let asks = found("0x4000z0040000100g40", PasteChoice::default());
        let bad: Vec<&str> = asks.marked.iter().filter(|part| part.1).map(|part| &*part.0).collect();
        assert_eq!((asks.is_wrong, bad), (true, vec!["z", "g"]));
        let whole: String = asks.marked.iter().map(|part| &*part.0).collect();
        assert_eq!(whole, "0x4000z0040000100g40");
        let instead = asks.instead.expect("a number is left");
        assert_eq!(link(&instead), "#/wgmma/4000004000010040?show=read");
        assert_eq!(found("0x40 é", PasteChoice::default()).instead, None);
    }

    #[test]
    fn what_cannot_be_read_says_where_and_what_it_could_be() {
        let half = found("0x40004040", PasteChoice::default());
        assert!(half.readings.len() > 1 && half.page.is_none() && half.opens.is_none());
        let chosen = found("0x40004040", half.readings[0].1);
        assert!(chosen.opens.is_some());
        let asks = found("bf16 128x64 fast K-major", PasteChoice::default());
        assert_eq!(asks.unread, ["fast"]);
        assert!(asks.page.is_some() && asks.opens.is_none());
    }
}
