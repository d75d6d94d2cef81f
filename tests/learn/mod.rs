//! The course: every link opens, every number is worked out, every question can be answered right and wrong, and every
//! word is explained where it is first used.

mod answers;
mod controls;
mod glossary;
mod numbers;
mod slips;
mod tensor_memory;

use std::rc::Rc;

use swizzle_core::Spec;
use swizzle_learn::{
    Block, Dealt, Facts, Figure, FigureKind, Kind, LESSONS, Lesson, Line, Span, Stop, TERMS, shown_from_keys,
    subject_of,
};
use swizzle_view::link::{Form, LanesShown, ScaleShown, TensorMemoryShown, form_from_link, link_from_form};
use swizzle_view::{Shown, link_from_shown, shown_from_link};

/// What a lesson describes by keys that must all be known, and that opens again from the link that is written for it.
fn opened(keys: &str, at: &str) -> Shown {
    assert_eq!(shown_from_link(keys).notices, [], "{at}: {keys}");
    let shown = shown_from_keys(keys);
    let again = shown_from_link(&link_from_shown(&shown));
    assert_eq!((again.shown, again.notices), (shown, Vec::new()), "{at}: {keys}");
    shown
}

fn spec(keys: &str, at: &str) -> Spec {
    let spec = opened(keys, at).spec();
    spec.unwrap_or_else(|why| panic!("{at}: {keys}: {why}"))
}

/// What a figure shows by a link that opens whole; one of another page is written as that page writes it.
fn facts(figure: &Figure, link: &str, at: &str) -> Rc<dyn Facts> {
    match figure.kind() {
        FigureKind::TensorMemory if link.starts_with("#/scale") => {
            opened_form::<ScaleShown>(link, at);
        }
        FigureKind::TensorMemory if Dealt::is_of(link) => opened_form::<LanesShown>(link, at),
        FigureKind::TensorMemory => opened_form::<TensorMemoryShown>(link, at),
        FigureKind::Wires => opened_form::<LanesShown>(link, at),
        FigureKind::Tile => {
            opened(link, at);
        }
    }
    let facts = (subject_of(figure).facts)(link);
    facts.unwrap_or_else(|| panic!("{at}: {link} has no picture"))
}

/// What a figure of any link's page shows.
fn facts_of(link: &str) -> Rc<dyn Facts> {
    let kind = match link {
        _ if Dealt::is_of(link) => FigureKind::TensorMemory,
        _ if link.starts_with("#/memory/lanes") => FigureKind::Wires,
        _ if link.starts_with("#/scale") || link.starts_with("#/tensor-memory") => FigureKind::TensorMemory,
        _ => FigureKind::Tile,
    };
    let (figure, _) = figures().find(|(figure, _)| figure.kind() == kind).expect("a figure");
    (subject_of(figure).facts)(link).expect(link)
}

/// Asks that a link of a page that is a form opens whole, and is as the page writes it.
fn opened_form<T: Form>(link: &str, at: &str) {
    let opened = form_from_link::<T>(link);
    assert_eq!(opened.notices, [], "{at}: {link}");
    assert_eq!(link_from_form(&opened.shown), link, "{at}");
}

/// Every stop whose figure is of a tile.
fn stops_of_tiles() -> impl Iterator<Item = (&'static Stop, String)> {
    stops().filter(|(stop, _)| stop.figure.kind() == FigureKind::Tile)
}

/// Every stop, with a name for messages.
fn stops() -> impl Iterator<Item = (&'static Stop, String)> {
    LESSONS.iter().flat_map(|lesson| {
        let name = |stop: &Stop| format!("{}: {}", lesson.slug, stop.title);
        lesson.stops.iter().map(move |stop| (stop, name(stop)))
    })
}

fn figures() -> impl Iterator<Item = (&'static Figure, String)> {
    let of_terms = TERMS.iter().map(|term| (&term.figure, format!("glossary: {}", term.title)));
    stops().map(|(stop, at)| (&stop.figure, at)).chain(of_terms)
}

fn lines(blocks: &'static [Block]) -> impl Iterator<Item = Line> {
    blocks.iter().flat_map(|block| match block {
        Block::Paragraph(line) => vec![*line],
        Block::List(items) => items.to_vec(),
    })
}

/// Every span of a line, whether or not it holds for the figure as it begins.
fn all_spans(line: Line) -> Vec<Span> {
    let parts = |span: Span| match span {
        Span::If(_, then, other) => [all_spans(then), all_spans(other)].concat(),
        _ => vec![span],
    };
    line.spans().flat_map(parts).collect()
}

fn spans_of_blocks(blocks: &'static [Block]) -> impl Iterator<Item = Span> {
    lines(blocks).flat_map(all_spans)
}

/// What is read before the answer.
fn spans_before_answer(stop: &'static Stop) -> impl Iterator<Item = Span> {
    spans_of_blocks(stop.blocks).chain(all_spans(stop.ask.question))
}

/// Every span of a lesson in the order of reading.
fn spans_of_lesson(lesson: &'static Lesson) -> impl Iterator<Item = Span> {
    let of_stop = |stop: &'static Stop| {
        spans_before_answer(stop).chain(all_spans(stop.ask.hint)).chain(all_spans(stop.ask.answer))
    };
    all_spans(lesson.summary)
        .into_iter()
        .chain(lesson.stops.iter().flat_map(of_stop))
        .chain(lesson.learned.iter().flat_map(|line| all_spans(*line)))
}
#[test]
fn there_are_twenty_one_lessons_of_five_to_seven_stops() {
    assert_eq!(LESSONS.len(), 21);
    for lesson in LESSONS.iter() {
        let count = lesson.stops.len();
        assert!((5..=7).contains(&count), "{}: {count}", lesson.slug);
    }
}

#[test]
fn every_link_opens() {
    for (figure, at) in figures() {
        facts(figure, figure.link, &at);
    }
    for lesson in LESSONS.iter() {
        if lesson.picture.plan().is_none() {
            spec(lesson.picture.link, lesson.slug);
        }
        assert!((2..=4).contains(&lesson.learned.len()), "{}", lesson.slug);
    }
    for (stop, at) in stops() {
        facts(&stop.figure, stop.asked_link(), &at);
        match stop.ask.kind {
            Kind::Choose(options) => {
                for (_, link) in options {
                    facts(&stop.figure, link, &at);
                }
            }
            Kind::Make(goal) => {
                facts(&stop.figure, goal, &at);
            }
            Kind::Click { .. } | Kind::Cell { .. } | Kind::Number(_) => {}
        }
    }
}
