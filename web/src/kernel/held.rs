//! The text of a kernel: too large for a link, it stays in this browser, where the link's mark finds it again.

use super::*;

/// A text at hand.
#[derive(Clone, PartialEq)]
pub struct Held {
    pub name: String,
    pub text: Rc<str>,
    mark: Option<u64>,
}

/// Key under which the last text is kept.
const KEPT: &str = "kernel-text";

impl Held {
    fn new(name: String, text: String) -> Self {
        Self { mark: Some(bytes_mark(&[text.as_bytes()])), name, text: text.into() }
    }

    /// Text that was pasted.
    pub fn of_text(text: String) -> Self {
        Self::new("Pasted text".into(), text)
    }

    /// A file; of one that holds several texts all of them, one after another.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn of_file(name: &str, bytes: Vec<u8>) -> Result<Self, String> {
        let texts = texts_from_bytes(name, bytes)?;
        let texts: Vec<String> = texts.into_iter().map(|Text { text, .. }| text).collect();
        Ok(Self::new(name.to_owned(), texts.join("\n")))
    }

    /// The text that a link is about: an example, the one at hand, or the one that this browser kept.
    pub fn of_link(shown: &KernelShown, at_hand: Option<&Self>) -> Option<Self> {
        if let Ok(example) = Example::from_name(&shown.example) {
            return Some(Self { name: example.file(), text: example.text().into(), mark: None });
        }
        let mark = Some(shown.bytes?);
        if let Some(at_hand) = at_hand.filter(|at_hand| at_hand.mark == mark) {
            return Some(at_hand.clone());
        }
        let mut kept = browser::all_kept(KEPT).filter_map(|kept| {
            let (name, text) = kept.split_once('\n')?;
            Some(Self::new(name.to_owned(), text.to_owned()))
        });
        kept.find(|kept| kept.mark == mark)
    }

    /// State that a link to it shows.
    pub fn shown(&self) -> KernelShown {
        KernelShown { bytes: self.mark, ..KernelShown::default() }
    }

    /// Keeps it for this visit and the next.
    pub fn keep(&self) {
        if self.mark.is_some() {
            browser::keep(KEPT, &format!("{}\n{}", self.name.replace('\n', " "), self.text));
        }
    }
}

/// Keeps a text that is no file, and returns the link to it.
pub fn kept_link(text: &str) -> String {
    let held = Held::of_text(text.to_owned());
    held.keep();
    link_from_form(&held.shown())
}

/// Forgets what is kept.
pub fn forget() {
    browser::keep(KEPT, "");
}
