//! A term of the glossary, alone or asked for: `LBO`, `what is the base offset?`.

use super::*;

/// Terms as they are written, in lower case, each with the name of its entry.
const TERMS: [(&str, &str); 10] = [
    ("atom", "atom"),
    ("bank", "bank"),
    ("base offset", "base-offset"),
    ("lbo", "lbo"),
    ("phase", "phase"),
    ("row pitch", "row-pitch"),
    ("sbo", "sbo"),
    ("swizzle", "swizzle-mode"),
    ("swizzle mode", "swizzle-mode"),
    ("xor", "xor"),
];

/// Words that ask for the meaning of others.
const ASKING: &str = "what what's whats does do mean meaning define definition explain";

/// Finds the entry of a term; none where the text says more.
pub(crate) fn read(words: &Words, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let all = words.each().map(|i| words.word(i).to_ascii_lowercase());
    // No question is long.
    let all: Vec<String> = all.take(16).collect();
    let of_term = |word: &&String| TERMS.iter().any(|(term, _)| is_in(term, word));
    let named: Vec<&str> = all.iter().filter(of_term).map(|word| &**word).collect();
    let named = named.join(" ");
    let (term, slug) = TERMS.into_iter().find(|(term, _)| *term == named)?;
    let is_known = |word: &String| is_in(term, word) || is_in(ASKING, word) || is_filler(word);
    let has_value = words.text.contains(any_of("=:(;"));
    (words.at.len() == all.len() && !has_value && all.iter().all(is_known)).then(|| {
        Ok(Pasted {
            is_answer: true,
            goes_to: Some(Destination::Term(slug)),
            ..Pasted::of(format!("“{term}”, a term of the glossary"), *context)
        })
    })
}
