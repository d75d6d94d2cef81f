//! Prints the course as a reader sees it, with every number worked out: for proofreading.
//!
//! `cargo run -p swizzle-learn --example read [LESSON]`

use swizzle_core::Spec;
use swizzle_learn::{
    Ask, Block, Kind, LESSONS, Line, Span, Stop, TERMS, resolved, shown_from_keys,
};

fn main() {
    let wanted = std::env::args().nth(1);
    let is_wanted = |slug: &str| wanted.as_deref().is_none_or(|wanted| wanted == slug);
    for lesson in LESSONS.iter().filter(|lesson| is_wanted(lesson.slug)) {
        println!("# {}\n\n{}\n", lesson.title, text("", lesson.summary));
        for stop in lesson.stops {
            let link = stop.figure.link;
            println!("## {}\n[{link} {:?}]\n", stop.title, stop.figure.show);
            print_blocks(link, stop.blocks);
            print_ask(stop);
        }
        println!("## Now you know\n");
        for line in lesson.learned {
            println!("- {}", text("", *line));
        }
        println!();
    }
    for term in TERMS.iter().filter(|_| is_wanted("glossary")) {
        println!("## {}\n[{}]\n", term.title, term.figure.link);
        print_blocks(term.figure.link, term.blocks);
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
    println!("? {}", text(stop.asked_link(), *question));
    match kind {
        Kind::Number(name) => {
            println!("= {} ({name})", value(stop.asked_link(), name));
            println!("~ {}", text(stop.asked_link(), *hint));
        }
        Kind::Choose(options) => {
            for (words, link) in *options {
                println!("- {words} [{link}]");
            }
        }
        Kind::Make(goal) => println!("= {} [{goal}]", value(goal, "descriptor 0")),
        Kind::Click { in_memory, element } => {
            let view = if *in_memory { "memory" } else { "matrix" };
            println!("= {element:?} in the {view}");
        }
    }
    println!("! {}\n", text(stop.asked_link(), *answer));
}

fn print_blocks(link: &str, blocks: &'static [Block]) {
    for block in blocks {
        match block {
            Block::Paragraph(line) => println!("{}\n", text(link, *line)),
            Block::List(items) => {
                for item in *items {
                    println!("- {}", text(link, *item));
                }
                println!();
            }
        }
    }
}

fn text(link: &str, line: Line) -> String {
    let spec = spec(link);
    let word = |span: Span| match span {
        Span::Text(words) => words.to_owned(),
        Span::Code(words) => format!("`{words}`"),
        Span::Term(words, _) => format!("_{words}_"),
        Span::Value(name) => value(link, name),
        Span::Knob(key) => format!("<{key}>"),
        Span::If(..) => unreachable!("only what holds is left"),
    };
    resolved(line, &spec).into_iter().map(word).collect()
}

fn value(link: &str, name: &str) -> String {
    swizzle_learn::value(&spec(link), name).unwrap_or_else(|| format!("{{{name}: none}}"))
}

fn spec(link: &str) -> Spec {
    // A summary has no figure, and no numbers.
    shown_from_keys(link).spec().expect("a figure opens")
}
