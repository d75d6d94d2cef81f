//! The glossary: all words, and one of them large, with its figure.

use super::parts::Entry;
use super::*;

/// Properties of an entry.
#[derive(Properties, PartialEq, Clone, Copy)]
pub struct EntryProps {
    /// The term.
    pub term: &'static Term,
    /// Theme and colours.
    pub look: Look,
    /// Width of its figure's place.
    pub width: f64,
}

impl EntryProps {
    /// Its heading.
    pub fn head(&self) -> Html {
        html! { <h2 id={format!("term-{}", self.term.slug)} tabindex="-1">{ self.term.title }</h2> }
    }
}

/// The way to the stop that teaches a word.
pub fn way_to_lesson(term: &Term) -> Html {
    let way =
        term.taught_in().map(|at| a("go", stop_address(at.0, at.1), format!("Learn: {}", stop_at(at).title)));
    maybe(way)
}

/// Properties of [`Glossary`].
#[derive(Properties, PartialEq)]
pub struct GlossaryProps {
    /// The term to be seen, by its place.
    pub term: Option<usize>,
    /// Sentence about the name in the address, where it does not exist.
    pub unknown: Option<String>,
    /// Theme and colours.
    pub look: Look,
    /// Width of the figure's place.
    pub width: f64,
}

/// All words in columns; the one that was asked for, or the first, is large at the right. A search dims the others.
#[component]
pub fn Glossary(props: &GlossaryProps) -> Html {
    let (sought, on_sought) = use_value(String::new);
    let is_printing = use_printing();
    let here = props.term.unwrap_or(0);
    use_effect_with(props.term, |term| {
        if let Some(term) = term.and_then(|term| TERMS.get(term)) {
            browser::focus(&format!("#term-{}", term.slug));
        }
    });
    let text = sought.trim().to_lowercase();
    let has = |part: &str| TERMS.iter().any(|term| is_about(term, part));
    // Where no entry matches the text as a whole, some may match in part.
    let parts: Vec<&str> = if has(&text) {
        vec![&text]
    } else {
        text.split_whitespace().filter(|word| word.len() > 2).collect()
    };
    let is_found = |term: &Term| parts.iter().any(|part| is_about(term, part));
    let missing = (!has(&text)).then(|| {
        if TERMS.iter().any(is_found) {
            format!("No term has “{text}”. The others in ink have one of its words.")
        } else {
            format!("No term has “{text}”.")
        }
    });
    let oninput = on_sought.reform(|event: InputEvent| browser::typed(&event));
    let found: Vec<usize> = (0..TERMS.len()).filter(|at| is_found(&TERMS[*at])).collect();
    let first = found.first().copied().filter(|_| !text.is_empty());
    let onkeydown = move |event: KeyboardEvent| {
        if let Some(first) = first.filter(|_| event.key() == "Enter") {
            browser::go_to(&term_address(TERMS[first].slug));
        }
    };
    let term = |(at, term): (usize, &'static Term)| {
        let class = (!is_found(term)).then_some("out");
        a(class, term_address(term.slug), term.title).with("aria-current", (at == here).then_some("true"))
    };
    let (one, look, width) = (&TERMS[here], props.look, props.width);
    let entry = html! { <Entry key={one.slug} term={one} {look} {width} /> };
    let related = |term: &'static Term| a("b", term_address(term.slug), term.title);
    // On paper nothing opens: every entry says what it means.
    let on_paper = |term: &Term| in_turn((tag("dt", "b", term.title), bare("dd", term.sentence())));
    tag(
        "main",
        "ends beside glossary",
        (
            html! { <div class="row apart"><h1 tabindex="-1">{ "Glossary" }</h1><input class="input find" type="search" aria-label="Find a term" placeholder="Find a term" spellcheck="false" value={sought} {oninput} {onkeydown} /></div> },
            div(
                "stack",
                (
                    p("hint", missing.or_else(|| props.unknown.clone())).with("role", "status"),
                    tag("nav", "terms", TERMS.iter().enumerate().map(term)).with("aria-label", "Terms"),
                ),
            ),
            tag(
                "aside",
                "now learn-text",
                (entry, p("cluster gap-4", one.related().map(related)), p("", way_to_lesson(one))),
            ),
            is_printing.then(|| tag("dl", "all-terms", TERMS.iter().map(on_paper))),
        ),
    )
}

/// Whether a text occurs in the word or in its short explanation.
fn is_about(term: &Term, sought: &str) -> bool {
    format!("{} {}", term.title, term.sentence()).to_lowercase().contains(sought)
}
