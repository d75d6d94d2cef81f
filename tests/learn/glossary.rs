//! Words are explained where they are first used.

use std::collections::BTreeSet;

use swizzle_draw::marked_thumbnail_svg;
use swizzle_draw::scene::{Drawing, PaneKind, Size, Window, tensor_map};
use swizzle_draw::{Palette, Theme};
use swizzle_learn::{Block, LESSONS, Show, Small, Span, TERMS, shown_from_keys};
use swizzle_text::quantity;
use swizzle_view::link::{Form as _, LanesShown, form_from_link};

use crate::learn::{spans_of_blocks, spans_of_lesson};

#[test]
fn every_term_that_is_linked_is_in_the_glossary() {
    let slugs: BTreeSet<&str> = TERMS.iter().map(|term| term.slug).collect();
    assert_eq!(slugs.len(), TERMS.len());
    let of_terms = TERMS.iter().flat_map(|term| spans_of_blocks(term.blocks));
    for span in LESSONS.iter().flat_map(spans_of_lesson).chain(of_terms) {
        if let Span::Term(words, slug) = span {
            assert!(slugs.contains(slug), "“{words}” leads to {slug}");
        }
    }
    for term in TERMS.iter() {
        assert!(!term.blocks.is_empty(), "{}", term.title);
    }
}

/// Words that lead to another page lead to one that opens as it is linked.
#[test]
fn every_page_that_is_linked_opens_whole() {
    let mut links = 0;
    for span in LESSONS.iter().flat_map(spans_of_lesson) {
        if let Span::Link(words, address) = span {
            let opened = form_from_link::<LanesShown>(address);
            assert!(address.starts_with(LanesShown::PATH), "“{words}”: {address}");
            assert_eq!(opened.notices, [], "“{words}”: {address}");
            links += 1;
        }
    }
    assert!(links > 0);
}

/// Every card has a picture; one that looks like another's says nothing of its word.
#[test]
fn no_two_words_have_the_same_picture() {
    let mut drawn = BTreeSet::new();
    for term in TERMS.iter() {
        let Small { link, show, mark } = &term.picture;
        if let Some(plan) = term.picture.plan() {
            assert!(drawn.insert(format!("{:?}", tensor_map(&plan.laid).blocks)), "{}", term.title);
            continue;
        }
        let shown = shown_from_keys(link);
        let spec = shown.spec().expect(term.title);
        let kind = match show {
            Show::Memory => PaneKind::Memory,
            Show::Matrix | Show::Both => PaneKind::Matrix,
        };
        let drawing = Drawing::of(&spec, shown.view);
        let Size { columns, rows } = drawing.size(kind);
        let window = Window { columns: 0..columns.min(16), rows: 0..rows.min(16) };
        let scene = drawing.scene(kind, &window);
        let svg = marked_thumbnail_svg(&scene, Palette::Isa, Theme::Light, mark);
        assert!(drawn.insert(svg), "{}", term.title);
    }
}

/// Words that are verbs too: their first use cannot be told by the letters.
const ALSO_VERBS: [&str; 2] = ["read", "repeat"];

/// Words of two entries: where the second is linked, that is the one that is meant.
const TWO_MEANINGS: [(&str, &str); 1] = [("column", "tensor-memory")];

/// The terms in a text, longest first, so that “unit column” holds no “unit”.
fn terms_in(text: &str) -> Vec<&'static str> {
    let mut terms: Vec<_> = TERMS.iter().collect();
    terms.sort_by_key(|term| std::cmp::Reverse(term.title.len()));
    let mut masked = text.to_owned();
    let mut found = Vec::new();
    for term in terms {
        // A single letter is a term only in its own case.
        let is_letter = term.title.len() == 1;
        let lower = if is_letter { masked.clone() } else { masked.to_ascii_lowercase() };
        let wanted = if is_letter { term.title.to_owned() } else { term.title.to_ascii_lowercase() };
        for (at, _) in lower.match_indices(&wanted) {
            let rest = lower[at + wanted.len()..].trim_start_matches('s');
            let inside = |c: char| c.is_alphanumeric() || c == '-';
            let is_whole =
                !lower[..at].ends_with(inside) && !rest.trim_start_matches("es").starts_with(inside);
            if is_whole {
                found.push(term.slug);
                masked.replace_range(at..at + wanted.len(), &"_".repeat(wanted.len()));
            }
        }
    }
    found
}

#[test]
fn the_first_use_of_a_term_leads_to_it() {
    for lesson in LESSONS.iter() {
        let mut linked = BTreeSet::new();
        for span in spans_of_lesson(lesson) {
            match span {
                Span::Term(_, slug) => {
                    linked.insert(slug);
                }
                Span::Text(words) => {
                    for slug in terms_in(words) {
                        let mut other = TWO_MEANINGS.iter().filter(|(first, _)| *first == slug);
                        let is_known = linked.contains(slug)
                            || ALSO_VERBS.contains(&slug)
                            || other.any(|(_, second)| linked.contains(second));
                        assert!(is_known, "{}: {slug} in “{words}”", lesson.slug);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The list of terms shows the first sentence alone, without a figure for numbers.
#[test]
fn the_first_sentence_of_a_term_stands_by_itself() {
    for term in TERMS.iter() {
        let Block::Paragraph(line) = term.blocks[0] else {
            panic!("{}: a paragraph comes first", term.title);
        };
        let mut before = line.spans().take_while(|span| !ends(span));
        let is_live = |span: &Span| matches!(span, Span::Value(_) | Span::Knob(_) | Span::If(..));
        assert!(!before.any(|span| is_live(&span)), "{}", term.title);
        let sentence = term.sentence();
        assert!(sentence.ends_with('.'), "{}: {sentence}", term.title);
        let count = sentence.split(' ').count();
        assert!((4..=40).contains(&count), "{}: {count} words", term.title);
    }
}

/// Whether a sentence ends in it.
fn ends(span: &Span) -> bool {
    matches!(span, Span::Text(words) if words.contains(". "))
}

/// The bytes that an entry gives for its own stride are those at the arrow in its picture.
#[test]
fn a_stride_is_as_long_as_its_arrow() {
    for (slug, name) in [("column-stride", "column stride"), ("lbo", "LBO"), ("sbo", "SBO")] {
        let term = TERMS.iter().find(|term| term.slug == slug).expect(slug);
        let shown = shown_from_keys(term.figure.link);
        let spec = shown.spec().expect(slug);
        let drawing = Drawing::of(&spec, shown.view);
        let arrows = PaneKind::OF_TILE.iter().flat_map(|kind| {
            let Size { columns, rows } = drawing.size(*kind);
            let window = Window { columns: 0..columns, rows: 0..rows };
            drawing.scene(*kind, &window).arrows
        });
        let labels: Vec<String> = arrows.map(|arrow| arrow.label).collect();
        let mut told = 0;
        for span in spans_of_blocks(term.blocks) {
            if let Span::Value(value) | Span::Knob(value) = span
                && value.ends_with("_bytes")
            {
                let bytes = quantity(&spec, value).expect(value).text;
                let label = format!("{name} {bytes} B");
                assert!(labels.contains(&label), "{label} of {labels:?}");
                told += 1;
            }
        }
        assert!(told > 0, "{slug}");
    }
}
