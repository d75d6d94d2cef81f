//! Words about tensor memory, the rows of `phrases.txt`; a text with any other word is not such a phrase.

use super::*;

/// A text without line breaks is longer than any such phrase.
const LONGEST: usize = 200;

/// A phrase, taken apart.
#[derive(Default)]
pub(super) struct Phrase {
    /// Its subject, as the rows name it.
    pub(super) topic: String,
    /// What else it says.
    said: Vec<(&'static str, String)>,
    /// A number that no word is before, with as many hex digits as it has.
    pub(super) word: Option<(u64, usize)>,
}

impl Phrase {
    /// Reads a phrase; none where a word of it is of something else.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(any_of(".?;"));
        let is_part = |c: char| is_name(c) || "- \t,:=()[]×".contains(c);
        if text.len() > LONGEST || !text.chars().all(is_part) {
            return None;
        }
        let words = Words::of(&text.replace('×', " x "));
        let (mut phrase, mut bare, mut i) = (Self::default(), Vec::new(), 0);
        while i < words.at.len() {
            i += phrase.take(&words, i, &mut bare)?;
        }
        match <[String; 2]>::try_from(bare) {
            Ok([row, col]) => phrase.put("row", row).and(phrase.put("col", col))?,
            Err(none) => none.is_empty().then_some(())?,
        }
        (!phrase.topic.is_empty()).then_some(phrase)
    }

    /// Whether only the words for its subject are beside a number.
    pub(super) const fn is_alone(&self) -> bool {
        self.said.is_empty()
    }

    /// What it says of a name.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let said = self.said.iter().find(|(known, _)| *known == name);
        said.map(|(_, value)| &**value)
    }

    pub(super) fn number(&self, name: &str) -> Option<u32> {
        self.text(name)?.parse().ok()
    }

    /// Rows and columns, 0 where one is not there; none where neither is.
    pub(super) fn extents(&self) -> Option<(u32, u32)> {
        let [rows, cols] = ["rows", "cols"].map(|name| self.number(name));
        rows.or(cols)?;
        Some((rows.unwrap_or(0), cols.unwrap_or(0)))
    }

    /// The operand whose scale factors it is about, where it is named.
    pub(super) fn operand(&self) -> Option<Operand> {
        match &*self.topic {
            "sfa" => Some(Operand::A),
            "sfb" => Some(Operand::B),
            _ => None,
        }
    }

    /// Keeps a value: a phrase that says something twice is not read.
    fn put(&mut self, name: &'static str, value: String) -> Option<()> {
        let is_new = self.text(name).is_none();
        is_new.then(|| self.said.push((name, value)))
    }

    /// Keeps rows and columns. Of two such pairs, one is a layout of scale factors: `128x4 scale factors of 256x16`.
    fn put_extents(&mut self, extents: (u32, u32)) -> Option<()> {
        let held = self.number("rows").zip(self.number("cols"));
        let order = |(rows, cols): (u32, u32)| Order::from_word(&format!("{rows}x{cols}"));
        let (extents, order) = match held {
            None => (extents, None),
            Some(held) => match (order(held), order(extents)) {
                (Some(first), _) => (extents, Some(first)),
                (None, Some(second)) => (held, Some(second)),
                (None, None) => return None,
            },
        };
        self.said.retain(|(name, _)| !matches!(*name, "rows" | "cols"));
        if let Some(order) = order {
            self.put("order", order.name().into())?;
        }
        self.put("rows", extents.0.to_string()).and(self.put("cols", extents.1.to_string()))
    }

    /// Takes the next words, and returns how many.
    fn take(&mut self, words: &Words, i: usize, bare: &mut Vec<String>) -> Option<usize> {
        let word = words.lower(i);
        if let Some(digits) = word.strip_prefix("0x") {
            let digits = digits.replace('_', "");
            let raw = u64::from_str_radix(&digits, 16).ok()?;
            return self.word.replace((raw, digits.len())).is_none().then_some(1);
        }
        if Kind::from_name(word).is_ok() {
            self.put("kind", word.into())?;
            return Some(1);
        }
        let extents = extents_at(words, i).filter(|_| words.gap(i).trim() != ",");
        if let Some(((rows, cols), count)) = extents {
            return self.put_extents((rows, cols)).map(|()| count);
        }
        let (end, said) = words.first_saying(i, include_str!("phrases.txt"))?;
        for (name, value) in said {
            match name {
                "topic" if takes_over(&value, &self.topic)? => self.topic = value,
                "topic" => {}
                "bare" => bare.push(value),
                _ => self.put(name, value)?,
            }
        }
        Some(end - i)
    }
}

/// Whether a subject takes the place of the one before it: `SFA in tensor memory`, `cp of scale factors`, `scale factor of SFA`;
/// none where no phrase has both.
fn takes_over(topic: &str, held: &str) -> Option<bool> {
    match (held, topic) {
        ("", _) | ("memory", "d" | "scale" | "sfa" | "sfb") | ("copy" | "scale", "scale" | "sfa" | "sfb") => {
            Some(true)
        }
        ("sfa" | "sfb", "memory" | "copy" | "scale") | ("scale", "memory" | "copy") | ("d", "memory") => {
            Some(false)
        }
        _ => None,
    }
}
