//! A term of the glossary, alone or asked for: `LBO`, `what is the base offset?`.

use super::*;

/// Terms in lower case, as their entries are named; `swizzle` alone is its mode.
const TERMS: &str = "atom bank base-offset lbo phase row-pitch sbo swizzle swizzle-mode xor";

/// Words that ask for the meaning of others.
const ASKING: &str = "what what's whats does do mean meaning define definition explain";

/// Finds the entry of a term; none where the text says more.
pub(crate) fn read(words: &Words, _: &PasteChoice, context: &Shown) -> Option<Answer> {
    let all = words.each().map(|i| words.lower(i));
    // No question is long.
    let all: Vec<&str> = all.take(16).collect();
    let of_term = |word: &&str| is_in(&TERMS.replace('-', " "), word);
    let named: Vec<&str> = all.iter().copied().filter(of_term).collect();
    let named = named.join(" ");
    let slug = TERMS.split(' ').find(|slug| slug.replace('-', " ") == named)?;
    let is_known = |word: &&str| is_in(&named, word) || is_in(ASKING, word) || is_filler(word);
    let has_value = words.text.contains(any_of("=:(;"));
    (words.at.len() == all.len() && !has_value && all.iter().all(is_known)).then(|| {
        Ok(Pasted {
            is_answer: true,
            goes_to: Some(Destination::Term(match slug {
                "swizzle" => "swizzle-mode",
                slug => slug,
            })),
            ..Pasted::of(format!("“{named}”, a term of the glossary"), *context)
        })
    })
}
