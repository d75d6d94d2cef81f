//! Numbers are worked out, and those that are typed are facts.

use swizzle_code::raw_from_hex;
use swizzle_core::{Element, Named};
use swizzle_learn::{Figure, Kind, LESSONS, Line, Span, TERMS};
use swizzle_lens::Example;
use swizzle_view::link::{LanesShown, TensorMemoryShown, form_keys, link_keys};
use swizzle_warp::Wires;

use crate::learn::{all_spans, facts, facts_of, figures, spans_before_answer, spans_of_blocks, stops};

/// Keys of a link, and the one control of a field that leaves its neighbours alone.
fn is_knob(key: &str) -> bool {
    let is_of_region = key.strip_prefix("column_").is_some_and(|at| at.parse::<usize>().is_ok());
    let mut of_pages = form_keys::<TensorMemoryShown>().chain(form_keys::<LanesShown>());
    key == "swizzle_alone"
        || is_of_region
        || link_keys().any(|known| known == key)
        || of_pages.any(|known| known == key)
}

#[test]
fn every_number_is_known_and_every_knob_is_a_key() {
    let check = |figure: &Figure, link: &str, spans: &mut dyn Iterator<Item = Span>, at: &str| {
        let facts = facts(figure, link, at);
        for span in spans {
            match span {
                Span::Value(name) => {
                    assert!(facts.value(name).is_some(), "{at}: {{{name}}}");
                }
                Span::Knob(key) => {
                    assert!(is_knob(key), "{at}: {key}");
                }
                _ => {}
            }
        }
    };
    for (stop, at) in stops() {
        let figure = &stop.figure;
        check(figure, figure.link, &mut spans_of_blocks(stop.blocks), &at);
        let asked = [stop.ask.question, stop.ask.hint, stop.ask.answer];
        check(figure, stop.asked_link(), &mut asked.into_iter().flat_map(all_spans), &at);
    }
    for term in TERMS.iter() {
        check(&term.figure, term.figure.link, &mut spans_of_blocks(term.blocks), term.title);
    }
    for (figure, at) in figures() {
        for key in figure.knobs {
            assert!(is_knob(key), "{at}: {key}");
        }
    }
    for lesson in LESSONS.iter() {
        // What has no figure has none to take numbers from.
        let is_live = |span: &Span| matches!(span, Span::Value(_) | Span::Knob(_) | Span::If(..));
        for line in [lesson.summary].iter().chain(lesson.learned) {
            assert!(!line.spans().any(|span| is_live(&span)), "{}", lesson.slug);
        }
    }
}
/// Whether a list of `words.tsv` has a word.
fn is_listed(list: &str, word: &str) -> bool {
    let lines = include_str!("words.tsv").lines().skip_while(|line| *line != list).skip(1);
    let mut rows = lines.take_while(|line| !line.is_empty());
    rows.any(|row| row.split_once('\t').is_some_and(|(allowed, _)| allowed == word))
}

/// Words with a digit that are not in the list of allowed ones.
fn strange_words(text: &str) -> Vec<&str> {
    let ends = |c: char| c.is_whitespace() || ",;:()“”’'?/+=−–".contains(c);
    text.split(ends)
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| !is_listed("[words]", word))
        .collect()
}

/// Whether code is an instruction of a kernel that the lens has as an example, or a constant of one in hex.
fn is_of_kernel(code: &str, raw: Option<u64>) -> bool {
    let number = raw.map(|raw| format!(" {raw};"));
    let is_register = code.starts_with('%');
    Example::ALL.iter().any(|example| {
        let text = example.text().replace('\t', "");
        let is_constant = number.as_ref().is_some_and(|number| text.contains(number));
        is_constant || text.contains(&format!("{code};")) || is_register && text.contains(code)
    })
}

/// Whether code is a name, a fact of the list, an element of one of these matrices, or a descriptor of one of them.
fn is_fact(code: &str, links: &[&str]) -> bool {
    let is_of_wire = |wire: u32| {
        let (from, to) = Wires::bits(wire);
        code == Wires::wire_text(wire) || [from, to].map(|bit| bit.to_string()).contains(&code.into())
    };
    let element =
        code.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).map(|rest| rest.replace(", ", " "));
    let is_of = |link: &&str| {
        let facts = facts_of(link);
        let number = |name: &str| facts.number(name).map(|found| found.value);
        // A factor, or an element of A.
        let is_row = |at: &str| {
            let mut below = ["rows", "k"].iter().zip(at.split(' '));
            let mut is_below = |(side, at): (&&str, &str)| {
                at.parse::<u64>().is_ok_and(|at| number(side).is_some_and(|end| at < end))
            };
            link.starts_with("#/scale") && below.all(&mut is_below)
        };
        let is_element = |at: &String| {
            ["lane", "byte"].iter().any(|what| number(&format!("{what} {at}")).is_some()) || is_row(at)
        };
        let mut steps = (0..64).map(|step| facts.value(&format!("descriptor {step}")));
        element.as_ref().is_some_and(is_element) || steps.any(|found| found.as_deref() == Some(code))
    };
    let raw = code.strip_prefix("0x").and_then(|_| raw_from_hex(code).ok());
    let has_wires = links.iter().any(|link| link.starts_with("#/memory/lanes"));
    Element::from_name(code).is_ok()
        || has_wires && (0..Wires::COUNT).any(is_of_wire)
        || is_of_kernel(code, raw)
        || is_listed("[code]", code)
        || links.iter().any(is_of)
}

/// Numbers are computed: what is typed are names and facts of the list, each with its reason.
#[test]
fn no_number_is_typed() {
    let check = |span: Span, links: &[&str], at: &str| match span {
        Span::Text(words) | Span::Term(words, _) | Span::Link(words, _) => {
            assert_eq!(strange_words(words), [""; 0], "{at}: “{words}”");
        }
        Span::Code(code) => assert!(is_fact(code, links), "{at}: `{code}`"),
        Span::Value(_) | Span::Knob(_) | Span::If(..) => {}
    };
    for lesson in LESSONS.iter() {
        assert_eq!(strange_words(lesson.title), [""; 0], "{}", lesson.slug);
        for span in [lesson.summary].iter().chain(lesson.learned).copied().flat_map(Line::spans) {
            check(span, &[], lesson.slug);
        }
    }
    for (stop, at) in stops() {
        assert_eq!(strange_words(stop.title), [""; 0], "{at}");
        let mut links = vec![stop.figure.link, stop.asked_link()];
        if let Kind::Choose(options) = stop.ask.kind {
            links.extend(options.iter().map(|(_, link)| link));
            for (words, link) in options {
                assert_eq!(untrue_words(words, link), [""; 0], "{at}: “{words}”");
            }
        }
        let behind = [stop.ask.hint, stop.ask.answer].map(all_spans);
        for span in spans_before_answer(stop).chain(behind.into_iter().flatten()) {
            check(span, &links, &at);
        }
    }
    for term in TERMS.iter() {
        for span in spans_of_blocks(term.blocks) {
            check(span, &[term.figure.link], term.title);
        }
    }
}

/// Numbers in an option's words that are not those of its link; types are names.
fn untrue_words<'a>(words: &'a str, link: &str) -> Vec<&'a str> {
    let facts = facts_of(link);
    let names = ["lbo_bytes", "sbo_bytes", "base_offset", "pitch_bytes"];
    let is_true = |word: &&str| {
        Element::from_name(word).is_ok()
            || link.split(['=', '&']).any(|value| value == *word)
            || names.iter().any(|name| facts.value(name).as_deref() == Some(word))
    };
    strange_words(words).into_iter().filter(|word| !is_true(word)).collect()
}
