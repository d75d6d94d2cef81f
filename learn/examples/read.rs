//! Prints the course as a reader sees it, with every number worked out: for proofreading.
//!
//! `cargo run -p swizzle-learn --example read [LESSON]`

use std::rc::Rc;

use swizzle_learn::{
    Ask, Block, Facts, Figure, Kind, LESSONS, Line, Show, Span, Stop, TERMS, TILE, resolved,
    subject_of,
};

fn main() {
    let wanted = std::env::args().nth(1);
    let is_wanted = |slug: &str| wanted.as_deref().is_none_or(|wanted| wanted == slug);
    for lesson in LESSONS.iter().filter(|lesson| is_wanted(lesson.slug)) {
        let none = (TILE.facts)("").expect("a fresh page has a picture");
        println!("# {}\n\n{}\n", lesson.title, text(&*none, lesson.summary));
        for stop in lesson.stops {
            println!("## {}\n{}\n", stop.title, shown(&stop.figure));
            print_blocks(&*facts(&stop.figure, stop.figure.link), stop.blocks);
            print_ask(stop);
        }
        println!("## Now you know\n");
        for line in lesson.learned {
            println!("- {}", text(&*none, *line));
        }
        println!();
    }
    for term in TERMS.iter().filter(|_| is_wanted("glossary")) {
        println!("## {}\n{}\n", term.title, shown(&term.figure));
        print_blocks(&*facts(&term.figure, term.figure.link), term.blocks);
    }
}

/// A figure by its link and its views.
fn shown(figure: &Figure) -> String {
    let Figure {
        link, show, parts, ..
    } = figure;
    match (show, parts) {
        (Show::Both, [_, ..]) => format!("[{link} {parts:?}]"),
        _ => format!("[{link} {show:?}]"),
    }
}

fn print_ask(stop: &'static Stop) {
    let Ask {
        question,
        kind,
        hint,
        answer,
        ..
    } = &stop.ask;
    let asked = facts(&stop.figure, stop.asked_link());
    println!("? {}", text(&*asked, *question));
    match kind {
        Kind::Number(name) => {
            println!("= {} ({name})", value(&*asked, name));
            println!("~ {}", text(&*asked, *hint));
        }
        Kind::Choose(options) => {
            for (words, link) in *options {
                println!("- {words} [{link}]");
            }
        }
        Kind::Make(goal) => println!("= [{goal}]"),
        Kind::Click { in_memory, element } => {
            let view = if *in_memory { "memory" } else { "matrix" };
            println!("= {element:?} in the {view}");
        }
        Kind::Cell { part, element } => println!("= {element} in {part:?}"),
    }
    println!("! {}\n", text(&*asked, *answer));
}

fn print_blocks(facts: &dyn Facts, blocks: &'static [Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(line) => println!("{}\n", text(facts, *line)),
            Block::List(items) => {
                for item in *items {
                    println!("- {}", text(facts, *item));
                }
                println!();
            }
        }
    }
}

fn text(facts: &dyn Facts, line: Line) -> String {
    let word = |span: Span| match span {
        Span::Text(words) => words.to_owned(),
        Span::Code(words) => format!("`{words}`"),
        Span::Term(words, _) | Span::Link(words, _) => format!("_{words}_"),
        Span::Value(name) => value(facts, name),
        Span::Knob(key) => format!("<{key}>"),
        Span::If(..) => unreachable!("only what holds is left"),
    };
    resolved(line, facts).into_iter().map(word).collect()
}

fn value(facts: &dyn Facts, name: &str) -> String {
    facts
        .value(name)
        .unwrap_or_else(|| format!("{{{name}: none}}"))
}

fn facts(figure: &Figure, link: &str) -> Rc<dyn Facts> {
    (subject_of(figure).facts)(link).expect("a figure opens")
}
