//! The bytes of a dump: too large for a link, they stay in this browser, where the link's mark finds them again.

use super::*;

/// Pasted text, or the files of a dump.
#[derive(Clone, PartialEq, Default)]
pub struct Held {
    pub text: String,
    pub files: Vec<Bytes>,
    mark: Option<u64>,
}

/// Key under which the last dump is kept.
const KEPT: &str = "dump";

impl Held {
    /// A text that was pasted or typed.
    pub fn of_text(text: String) -> Self {
        let mark = (!text.trim().is_empty()).then(|| bytes_mark(&[text.as_bytes()]));
        Self { text, files: Vec::new(), mark }
    }

    /// Files.
    pub fn of_files(files: Vec<Bytes>) -> Self {
        let bytes: Vec<&[u8]> = files.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        let mark = (!files.is_empty()).then(|| bytes_mark(&bytes));
        Self { text: String::new(), files, mark }
    }

    /// The mark by which a link names it; none of nothing.
    pub const fn mark(&self) -> Option<u64> {
        self.mark
    }

    /// The dump that a link is about: an example, the one at hand, or the one that this browser kept. Nothing where it has
    /// another one.
    pub fn of_link(shown: &DumpShown, at_hand: &Self) -> Self {
        match (shown.example, shown.bytes) {
            (Some(example), _) => Self::of_example(example),
            (None, None) => Self::default(),
            (None, mark) if at_hand.mark == mark => at_hand.clone(),
            (None, mark) => {
                let mut kept = browser::all_kept(KEPT).filter_map(|kept| read(&kept));
                kept.find(|kept| kept.mark == mark).unwrap_or_default()
            }
        }
    }

    fn of_example(example: Example) -> Self {
        Self { text: example.text(), ..Self::default() }
    }

    /// Keeps it for this visit and the next.
    pub fn keep(&self) {
        browser::keep(KEPT, &self.written());
    }

    /// Text behind a `t`; or files behind an `f`, each its name, its length and its bytes as letters.
    fn written(&self) -> String {
        if self.files.is_empty() {
            return format!("t{}", self.text);
        }
        let file = |(name, bytes): &Bytes| {
            let letters: String = bytes.iter().copied().map(char::from).collect();
            format!("{}\n{}\n{letters}", name.replace('\n', " "), bytes.len())
        };
        let files: Vec<String> = self.files.iter().map(file).collect();
        format!("f{}", files.concat())
    }
}

/// Reads a dump back from its written form.
fn read(written: &str) -> Option<Held> {
    if let Some(text) = written.strip_prefix('t') {
        return Some(Held::of_text(text.to_owned()));
    }
    let mut rest = written.strip_prefix('f')?;
    let mut files = Vec::new();
    while !rest.is_empty() {
        let (name, behind) = rest.split_once('\n')?;
        let (length, behind) = behind.split_once('\n')?;
        let length: usize = length.parse().ok()?;
        let letters = behind.chars().take(length);
        let bytes: Vec<u8> =
            letters.map(|letter| u8::try_from(u32::from(letter)).ok()).collect::<Option<_>>()?;
        if bytes.len() < length {
            return None;
        }
        let end = behind.char_indices().nth(length);
        rest = end.map_or("", |(end, _)| &behind[end..]);
        files.push((name.to_owned(), Rc::new(bytes)));
    }
    Some(Held::of_files(files))
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_is_kept_is_the_same_again() {
        let files = Held::of_files(vec![
            ("low.bin".into(), Rc::new((0..=255).collect())),
            ("empty".into(), Rc::new(Vec::new())),
            ("high.bin".into(), Rc::new(b"a\nb\0".to_vec())),
        ]);
        for held in [Held::of_text("0x400: 1\n2".into()), files] {
            assert!(read(&held.written()) == Some(held));
        }
        assert!(read("fname\n5\nabc").is_none());
        assert!(read("").is_none());
    }
}
