//! The course: every link opens, every number is worked out, every question can be answered right and wrong, and every
//! word is explained where it is first used.

use std::collections::BTreeSet;

use swizzle_core::{
    Colour, Coord, Element, LinkState, Major, Named, Number, Severity, Spec, Tally,
    descriptor_from_hex, findings_from_spec, link_from_state, link_keys, quantity, set_by_key,
    state_from_link,
};
use swizzle_learn::{
    Answer, Block, Figure, Judged, Kind, LESSONS, Lesson, Show, Span, Stop, TERMS, hint, holds,
    judge, offered, resolved, value,
};

/// Opens a link that must open wholly, and the same again from what is written for it.
fn opened(link: &str, at: &str) -> LinkState {
    let opened = state_from_link(link);
    assert_eq!(opened.notices, [], "{at}: {link}");
    let again = state_from_link(&link_from_state(&opened.state));
    assert_eq!(again.state, opened.state, "{at}: {link}");
    opened.state
}

fn spec(link: &str, at: &str) -> Spec {
    Spec::new(&opened(link, at).params).unwrap_or_else(|why| panic!("{at}: {link}: {why}"))
}

/// Every stop, with a name for messages.
fn stops() -> impl Iterator<Item = (&'static Stop, String)> {
    LESSONS.iter().flat_map(|lesson| {
        let name = |stop: &Stop| format!("{}: {}", lesson.slug, stop.title);
        lesson.stops.iter().map(move |stop| (stop, name(stop)))
    })
}

fn figures() -> impl Iterator<Item = (&'static Figure, String)> {
    let of_terms = TERMS
        .iter()
        .map(|term| (&term.figure, format!("glossary: {}", term.title)));
    stops().map(|(stop, at)| (&stop.figure, at)).chain(of_terms)
}

fn lines(blocks: &'static [Block]) -> impl Iterator<Item = &'static [Span]> {
    blocks.iter().flat_map(|block| match block {
        Block::Paragraph(spans) => vec![*spans],
        Block::List(items) => items.to_vec(),
    })
}

/// Every span of a line, whether or not it holds for the figure as it begins.
fn all_spans(line: &'static [Span]) -> Vec<&'static Span> {
    let parts = |span: &'static Span| match span {
        Span::If(_, then, other) => [all_spans(then), all_spans(other)].concat(),
        _ => vec![span],
    };
    line.iter().flat_map(parts).collect()
}

fn spans_of_blocks(blocks: &'static [Block]) -> impl Iterator<Item = &'static Span> {
    lines(blocks).flat_map(all_spans)
}

/// What is read before the answer.
fn spans_before_answer(stop: &'static Stop) -> impl Iterator<Item = &'static Span> {
    spans_of_blocks(stop.blocks).chain(all_spans(stop.ask.question))
}

/// Every span of a lesson in the order of reading.
fn spans_of_lesson(lesson: &'static Lesson) -> impl Iterator<Item = &'static Span> {
    let of_stop = |stop: &'static Stop| spans_before_answer(stop).chain(all_spans(stop.ask.answer));
    all_spans(lesson.summary)
        .into_iter()
        .chain(lesson.stops.iter().flat_map(of_stop))
}

#[test]
fn there_are_twelve_lessons_of_five_to_seven_stops() {
    assert_eq!(LESSONS.len(), 12);
    for lesson in LESSONS {
        let count = lesson.stops.len();
        assert!((5..=7).contains(&count), "{}: {count}", lesson.slug);
    }
}

#[test]
fn every_link_opens() {
    for (figure, at) in figures() {
        spec(figure.link, &at);
    }
    for (stop, at) in stops() {
        match stop.ask.kind {
            Kind::Choose(options) => {
                for (_, link) in options {
                    spec(link, &at);
                }
            }
            Kind::Make(goal) => {
                spec(goal, &at);
            }
            Kind::Click { .. } | Kind::Number(_) => {}
        }
    }
}

#[test]
fn every_number_is_known_and_every_knob_is_a_key() {
    let check = |link: &str, spans: &mut dyn Iterator<Item = &'static Span>, at: &str| {
        let spec = spec(link, at);
        for span in spans {
            match span {
                Span::Value(name) => {
                    assert!(value(&spec, name).is_some(), "{at}: {{{name}}}");
                }
                Span::Knob(key) => {
                    assert!(link_keys().any(|known| known == *key), "{at}: {key}");
                }
                _ => {}
            }
        }
    };
    for (stop, at) in stops() {
        check(stop.figure.link, &mut spans_before_answer(stop), &at);
        check(
            stop.asked_link(),
            &mut all_spans(stop.ask.answer).into_iter(),
            &at,
        );
    }
    for term in TERMS {
        check(
            term.figure.link,
            &mut spans_of_blocks(term.blocks),
            term.title,
        );
    }
    for (figure, at) in figures() {
        for key in figure.knobs {
            assert!(link_keys().any(|known| known == *key), "{at}: {key}");
        }
    }
    for lesson in LESSONS {
        // A summary has no figure to take numbers from.
        let is_live = |span: &Span| matches!(span, Span::Value(_) | Span::Knob(_) | Span::If(..));
        assert!(!lesson.summary.iter().any(is_live), "{}", lesson.slug);
    }
}

/// An element whose unit lies elsewhere.
fn another(spec: &Spec, element: Coord) -> Coord {
    let unit = |at: Coord| spec.tile().byte_from_element(at).byte / 16;
    let extent = spec.extent();
    (0..extent.mn)
        .flat_map(|mn| (0..extent.k).map(move |k| Coord { mn, k }))
        .find(|at| unit(*at) != unit(element))
        .expect("a figure has more units than one")
}

fn is_sound(spec: &Spec) -> bool {
    let mut findings = findings_from_spec(spec).into_iter();
    Tally::of_read(spec, spec.params().step).wrong == 0
        && !findings.any(|finding| finding.severity == Severity::Error)
}

#[test]
fn every_question_has_a_right_answer_and_wrong_ones() {
    for (stop, at) in stops() {
        let spec = spec(stop.figure.link, &at);
        let is = |answer: Answer, wanted: Judged| {
            assert_eq!(judge(stop, &answer), wanted, "{at}: {answer:?}");
        };
        match stop.ask.kind {
            Kind::Click { in_memory, element } => {
                let element = Coord {
                    mn: element.0,
                    k: element.1,
                };
                let extent = spec.extent();
                assert!(element.mn < extent.mn && element.k < extent.k, "{at}");
                let click = |in_memory, element| Answer::Click { in_memory, element };
                is(click(in_memory, element), Judged::Right);
                is(click(in_memory, another(&spec, element)), Judged::Wrong);
                is(click(!in_memory, element), Judged::NotAnAnswer);
            }
            Kind::Number(name) => {
                let number = quantity(&spec, name).expect("a known number").value;
                is(Answer::Number(number), Judged::Right);
                is(Answer::Number(number + 1), Judged::Wrong);
            }
            Kind::Choose(options) => {
                let right = |place: &usize| judge(stop, &Answer::Choice(*place)) == Judged::Right;
                assert_eq!((0..options.len()).filter(right).count(), 1, "{at}");
                assert!(options.len() > 1, "{at}");
            }
            Kind::Make(goal) => {
                is(Answer::State(goal.into()), Judged::Right);
                is(Answer::State(stop.figure.link.into()), Judged::Wrong);
                let reached = with_knobs(stop, &at);
                is(Answer::State(link_from_state(&reached)), Judged::Right);
                assert!(is_sound(&Spec::new(&reached.params).unwrap()), "{at}");
            }
        }
    }
}

/// The figure of a stop with its knobs, and nothing else, as the goal has them.
fn with_knobs(stop: &Stop, at: &str) -> LinkState {
    let goal = spec(stop.asked_link(), at);
    let mut state = opened(stop.figure.link, at);
    let read = goal.read(0).params();
    for knob in stop.figure.knobs {
        match *knob {
            "start" => state.params.start_bytes = read.start_bytes,
            "swizzle" => state.params.swizzle = read.swizzle,
            "base_offset" => state.params.base_offset = Some(read.base_offset),
            "lbo_bytes" => state.params.lbo_bytes = Some(read.lbo_bytes),
            "sbo_bytes" => state.params.sbo_bytes = Some(read.sbo_bytes),
            other => panic!("{at}: no goal is known for the knob {other}"),
        }
    }
    state
}

#[test]
fn figures_do_not_tell_before_they_are_asked() {
    for (stop, at) in stops() {
        let state = opened(stop.figure.link, &at);
        assert_eq!(state.pinned, None, "{at}");
        let named = |told: &dyn Fn(&str) -> bool| {
            spans_before_answer(stop).any(|span| matches!(span, Span::Value(name) if told(name)))
        };
        match stop.ask.kind {
            Kind::Click { in_memory, element } => {
                // Numbers and colours that are the same in both views would lead from one to the other.
                let (show, number, colour) = if in_memory {
                    (Show::Memory, Number::Bank, Colour::Bank)
                } else {
                    (Show::Matrix, Number::Logical, Colour::Logical)
                };
                let view = state.view;
                assert_eq!((stop.figure.show, view.number), (show, number), "{at}");
                assert!([colour, Colour::Row].contains(&view.colour), "{at}");
                assert!(!stop.figure.arrows, "{at}: arrows lead there");
                let (mn, k) = element;
                let places = ["byte", "unit", "unit_in_line", "bank"];
                let places = places.map(|what| format!("{what} {mn} {k}"));
                // An address in the question is what is looked for.
                let is_told = spans_of_blocks(stop.blocks).any(|span| {
                    matches!(span, Span::Value(name) if places.iter().any(|place| place == name))
                });
                assert!(!is_told, "{at}: the text says where it lies");
                assert_ne!(stop.figure.bits, Some(element), "{at}: the bits say it");
            }
            Kind::Number(asked) => {
                let strides = ["lbo", "sbo", "step_bytes", "column_bytes"];
                let is_stride = strides.iter().any(|stride| asked.starts_with(stride));
                // An arrow says bytes, not fields.
                let is_told = is_stride && !asked.ends_with("field") && stop.figure.arrows;
                assert!(!is_told, "{at}: arrows say it");
                assert!(!named(&|name| name == asked), "{at}: the text says {asked}");
                let bits = stop.figure.bits.map(|(mn, k)| format!(" {mn} {k}"));
                let is_told = bits.is_some_and(|bits| asked.ends_with(&bits));
                assert!(!is_told, "{at}: the bits say {asked}");
            }
            Kind::Choose(options) => {
                let is_stride = options.iter().any(|(_, link)| link.contains("bo_bytes="));
                assert!(!(is_stride && stop.figure.arrows), "{at}: arrows say it");
            }
            Kind::Make(_) => {}
        }
    }
}

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
    for term in TERMS {
        assert!(!term.blocks.is_empty(), "{}", term.title);
    }
}

/// Words that are verbs too: their first use cannot be told by the letters.
const ALSO_VERBS: [&str; 2] = ["read", "repeat"];

/// The terms in a text, longest first, so that “unit column” holds no “unit”.
fn terms_in(text: &str) -> Vec<&'static str> {
    let mut terms: Vec<_> = TERMS.iter().collect();
    terms.sort_by_key(|term| std::cmp::Reverse(term.title.len()));
    let mut masked = text.to_owned();
    let mut found = Vec::new();
    for term in terms {
        // One letter is a word only as it stands.
        let is_letter = term.title.len() == 1;
        let lower = if is_letter {
            masked.clone()
        } else {
            masked.to_ascii_lowercase()
        };
        let wanted = if is_letter {
            term.title.to_owned()
        } else {
            term.title.to_ascii_lowercase()
        };
        for (at, _) in lower.match_indices(&wanted) {
            let rest = lower[at + wanted.len()..].trim_start_matches('s');
            let inside = |c: char| c.is_alphanumeric() || c == '-';
            let is_whole = !lower[..at].ends_with(inside)
                && !rest.trim_start_matches("es").starts_with(inside);
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
    for lesson in LESSONS {
        let mut linked = BTreeSet::new();
        for span in spans_of_lesson(lesson) {
            match span {
                Span::Term(_, slug) => {
                    linked.insert(*slug);
                }
                Span::Text(words) | Span::Strong(words) | Span::Emphasis(words) => {
                    for slug in terms_in(words) {
                        let is_known = linked.contains(slug) || ALSO_VERBS.contains(&slug);
                        assert!(is_known, "{}: {slug} in “{words}”", lesson.slug);
                    }
                }
                _ => {}
            }
        }
    }
}

/// What may hold digits in plain words, and why.
const WORDS: &[(&str, &str)] = &[
    ("32B", "name of a swizzle mode"),
    ("64B", "name of a swizzle mode"),
    ("128B", "name of a swizzle mode"),
    ("128B-32B-atom", "name of a swizzle mode"),
    ("H200", "name of a chip"),
    ("9.4", "version of the manual"),
    ("167", "figure of the manual"),
    ("tcgen05", "name of the instruction"),
];

/// What code may hold, besides types, elements of the figure, and descriptors of the stop.
const CODE: &[(&str, &str)] = &[
    ("none", "name of a swizzle mode"),
    ("Swizzle<3,4,3>", "CuTe's name for mode 128B"),
    ("wgmma", "name of the instruction"),
    ("tcgen05", "name of the instruction"),
    ("128", "bytes of a line"),
    ("001", "the fixed bits of tcgen05"),
    ("(address >> 7) & 7", "the manual's formula"),
    ("0–13", "bits of the descriptor"),
    ("16–29", "bits of the descriptor"),
    ("32–45", "bits of the descriptor"),
    ("46–48", "bits of the descriptor"),
    ("49–51", "bits of the descriptor"),
    ("61–63", "bits of the descriptor"),
    ("62–63", "bits of the descriptor"),
    ("46", "bit of the descriptor"),
    ("52", "bit of the descriptor"),
    ("4", "address bit of the XOR"),
    ("7", "address bit of the XOR"),
    ("4–5", "address bits of the XOR"),
    ("4–6", "address bits of the XOR"),
    ("5–6", "address bits of the XOR"),
    ("7–8", "address bits of the XOR"),
    ("7–9", "address bits of the XOR"),
];

/// Words with a digit that nobody has allowed.
fn strange_words(text: &str) -> Vec<&str> {
    let ends = |c: char| c.is_whitespace() || ",;:()“”’'?/+=−–".contains(c);
    text.split(ends)
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| !WORDS.iter().any(|(allowed, _)| allowed == word))
        .collect()
}

/// Whether code is a name, a fact of the list, an element of one of these matrices, or a descriptor of one of them.
fn is_fact(code: &str, links: &[&str]) -> bool {
    let specs: Vec<Spec> = links.iter().map(|link| spec(link, code)).collect();
    let element = code
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|rest| rest.split_once(", "))
        .and_then(|(mn, k)| Some((mn.parse::<u32>().ok()?, k.parse::<u32>().ok()?)));
    let has_element =
        |spec: &Spec| element.is_some_and(|(mn, k)| mn < spec.extent().mn && k < spec.extent().k);
    let raw = code
        .strip_prefix("0x")
        .and_then(|_| descriptor_from_hex(code).ok());
    let has_descriptor = |spec: &Spec| {
        let mut steps = 0..spec.steps();
        raw.is_some_and(|raw| {
            steps.any(|step| spec.descriptor(step).is_ok_and(|found| found.raw() == raw))
        })
    };
    Element::from_name(code).is_ok()
        || CODE.iter().any(|(allowed, _)| *allowed == code)
        || specs
            .iter()
            .any(|spec| has_element(spec) || has_descriptor(spec))
}

/// Numbers are computed: what is typed are names and facts of the list, each with its reason.
#[test]
fn no_number_is_typed() {
    let check = |span: &Span, links: &[&str], at: &str| match span {
        Span::Text(words)
        | Span::Strong(words)
        | Span::Emphasis(words)
        | Span::Link(words, _)
        | Span::Term(words, _) => {
            assert_eq!(strange_words(words), [""; 0], "{at}: “{words}”");
        }
        Span::Code(code) => assert!(is_fact(code, links), "{at}: `{code}`"),
        Span::Value(_) | Span::Knob(_) | Span::If(..) => {}
    };
    for lesson in LESSONS {
        assert_eq!(strange_words(lesson.title), [""; 0], "{}", lesson.slug);
        for span in lesson.summary {
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
        for span in spans_before_answer(stop).chain(all_spans(stop.ask.answer)) {
            check(span, &links, &at);
        }
    }
    for term in TERMS {
        for span in spans_of_blocks(term.blocks) {
            check(span, &[term.figure.link], term.title);
        }
    }
}

/// Numbers in an option's words that are not those of its link; types are names.
fn untrue_words<'a>(words: &'a str, link: &str) -> Vec<&'a str> {
    let spec = spec(link, words);
    let value = |name: &str| quantity(&spec, name).map(|found| found.text);
    let is_true = |word: &str| {
        Element::from_name(word).is_ok()
            || ["lbo_bytes", "sbo_bytes", "base_offset"]
                .iter()
                .any(|name| value(name).as_deref() == Ok(word))
    };
    let mut strange = strange_words(words);
    strange.retain(|word| !is_true(word));
    strange
}

#[test]
fn questions_are_of_every_kind() {
    let mut counts = [0; 4];
    for lesson in LESSONS {
        for stop in lesson.stops {
            counts[match stop.ask.kind {
                Kind::Click { .. } => 0,
                Kind::Number(_) => 1,
                Kind::Choose(_) => 2,
                Kind::Make(_) => 3,
            }] += 1;
        }
        let is_typed = |stop: &Stop| matches!(stop.ask.kind, Kind::Number(_));
        let typed = lesson.stops.iter().filter(|stop| is_typed(stop)).count();
        assert!(typed < lesson.stops.len(), "{}: only numbers", lesson.slug);
    }
    assert!(counts.iter().all(|count| *count >= 5), "{counts:?}");
}

#[test]
fn an_answer_of_another_kind_is_none() {
    for (stop, at) in stops() {
        let other = match stop.ask.kind {
            Kind::Number(_) => Answer::State(stop.figure.link.into()),
            _ => Answer::Number(0),
        };
        assert_eq!(judge(stop, &other), Judged::NotAnAnswer, "{at}");
    }
}

/// The controls of a text and its figure.
fn knobs(figure: &Figure, blocks: &'static [Block]) -> BTreeSet<&'static str> {
    let in_text = spans_of_blocks(blocks).filter_map(|span| match span {
        Span::Knob(key) => Some(*key),
        _ => None,
    });
    in_text.chain(figure.knobs.iter().copied()).collect()
}

/// Settings of a control: all names that it offers, or numbers of every size.
fn settings(figure: &Figure, key: &str) -> Vec<String> {
    let numbers = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match key {
        "swizzle" | "element" => names(&offered(figure, key).expect("a control of names")),
        "major" => names(&["K", "MN"]),
        "operand" => names(&["A", "B"]),
        "order" => names(&["mn", "k"]),
        "sparsity" => names(&["dense", "sparse"]),
        "number" => names(&["memory", "logical", "bank", "none"]),
        "base_offset" => numbers(&[0, 1, 2, 3, 4, 5, 6, 7]),
        "step" => numbers(&[0, 1, 2, 3]),
        "mn" => numbers(&[64, 72, 120, 128, 136, 256]),
        "k" => numbers(&[8, 16, 32, 64, 72, 128, 4096]),
        "start" | "pattern" => numbers(&[0, 0x10, 0x80, 0x400, 0x40c, 0x480, 0x2000, 0x3fff0]),
        "lbo_bytes" | "sbo_bytes" | "meant_row_bytes" => {
            numbers(&[0, 16, 64, 128, 512, 528, 1024, 2048, 8192, 0x3fff0])
        }
        other => panic!("no settings are known for the knob {other}"),
    }
}

/// The states that two controls of a figure lead to.
fn reached(figure: &Figure, keys: &BTreeSet<&'static str>, at: &str) -> Vec<(String, Spec)> {
    let begins = opened(figure.link, at);
    let mut reached = Vec::new();
    let mut set = |pairs: &[(&str, &str)]| {
        let mut state = begins.clone();
        for (key, text) in pairs {
            set_by_key(&mut state, key, text).unwrap_or_else(|why| panic!("{at}: {key}: {why}"));
        }
        // What has no picture is not taken.
        if let Ok(spec) = Spec::new(&state.params)
            && spec.params().step < spec.steps().max(1)
        {
            reached.push((format!("{at}: {pairs:?}"), spec));
        }
    };
    for one in keys {
        for value in settings(figure, one) {
            set(&[(one, &value)]);
            for other in keys.range(*one..).skip(1) {
                for second in settings(figure, other) {
                    set(&[(one, &value), (other, &second)]);
                }
            }
        }
    }
    reached
}

/// Whether every number of a line, and every choice of its words, is there.
fn assert_known(line: &'static [Span], spec: &Spec, at: &str) {
    for span in resolved(line, spec) {
        if let Span::Value(name) = span {
            assert!(value(spec, name).is_some(), "{at}: {{{name}}}");
        }
    }
    for span in line {
        if let Span::If(condition, then, other) = span {
            let holds = holds(spec, condition);
            assert!(holds.is_some(), "{at}: {{if {condition}}}");
            assert_known(if holds == Some(true) { then } else { other }, spec, at);
        }
    }
}

/// The texts with a figure: what they say before a question, their figure, and a name for messages.
fn texts() -> impl Iterator<Item = (&'static [Block], &'static Figure, String)> {
    let of_terms = TERMS.iter().map(|term| {
        (
            term.blocks,
            &term.figure,
            format!("glossary: {}", term.title),
        )
    });
    stops()
        .map(|(stop, at)| (stop.blocks, &stop.figure, at))
        .chain(of_terms)
}

#[test]
fn a_text_has_its_numbers_whatever_its_controls_are_set_to() {
    for (blocks, figure, at) in texts() {
        for (at, spec) in reached(figure, &knobs(figure, blocks), &at) {
            for line in lines(blocks) {
                assert_known(line, &spec, &at);
            }
        }
    }
}

#[test]
fn a_control_offers_what_the_figure_begins_with() {
    for (blocks, figure, at) in texts() {
        let keys = knobs(figure, blocks);
        for (key, _) in figure.choices {
            assert!(keys.contains(key), "{at}: no control turns {key}");
        }
        let begins = spec(figure.link, &at);
        for key in ["swizzle", "element"]
            .iter()
            .filter(|key| keys.contains(**key))
        {
            let offered = offered(figure, key).expect("a control of names");
            let now = value(&begins, key).expect("every figure has one");
            assert!(offered.contains(&&*now), "{at}: {key} {now}");
        }
    }
}

/// Where names are said beside the control that turns them, and why they stay true.
const NAMED_BESIDE_THEIR_CONTROL: &[(&str, &str)] = &[
    ("Who may", "the types that Hopper can transpose"),
    ("Which shuffle?", "the code of each mode"),
    ("Code one", "what the code means on either chip"),
    ("Swizzle mode", "the list of all modes"),
];

/// What a control changes is not written out beside it, where it would go on being said when it is no longer so.
#[test]
fn nothing_names_what_a_control_turns() {
    let mut named = Vec::new();
    for (blocks, figure, at) in texts() {
        let keys = knobs(figure, blocks);
        for key in ["swizzle", "element"]
            .iter()
            .filter(|key| keys.contains(**key))
        {
            let names = offered(figure, key).expect("a control of names");
            for span in lines(blocks).flatten() {
                let (Span::Text(words)
                | Span::Strong(words)
                | Span::Emphasis(words)
                | Span::Code(words)) = span
                else {
                    continue;
                };
                let ends = |c: char| !(c.is_alphanumeric() || c == '-');
                for word in words.split(ends).filter(|word| names.contains(word)) {
                    let is_allowed = NAMED_BESIDE_THEIR_CONTROL
                        .iter()
                        .any(|(title, _)| at.ends_with(title));
                    if !is_allowed {
                        named.push(format!("{at}: {word} in “{words}”"));
                    }
                }
            }
        }
    }
    assert_eq!(named, [""; 0]);
}

/// The slips of the questions that are there: most wrong answers near the right one are told what they are.
#[test]
fn likely_slips_are_named() {
    for (stop, at) in stops() {
        let begins = spec(stop.figure.link, &at);
        let right = |answer: &Answer| assert_eq!(hint(stop, answer), None, "{at}: {answer:?}");
        match stop.ask.kind {
            Kind::Number(name) => {
                let wanted = quantity(&begins, name).expect("a known number").value;
                right(&Answer::Number(wanted));
                let is_bytes = name.ends_with("_bytes") || name.starts_with("byte");
                if is_bytes
                    && wanted.is_multiple_of(16)
                    && name != "tile_bytes"
                    && name != "read_k_bytes"
                {
                    let named = hint(stop, &Answer::Number(wanted / 16));
                    assert!(named.is_some(), "{at}: {name}: the field of {wanted}");
                }
            }
            Kind::Click { in_memory, element } => {
                let (mn, k) = element;
                let click = |element| Answer::Click { in_memory, element };
                right(&click(Coord { mn, k }));
                let extent = begins.extent();
                let near = |at: u32, end: u32| if at + 1 < end { at + 1 } else { at - 1 };
                let row = match begins.params().major {
                    Major::K => Coord {
                        mn: near(mn, extent.mn),
                        k,
                    },
                    Major::Mn => Coord {
                        mn,
                        k: near(k, extent.k),
                    },
                };
                assert!(hint(stop, &click(row)).is_some(), "{at}");
            }
            Kind::Choose(options) => {
                for place in 0..options.len() {
                    let answer = Answer::Choice(place);
                    let is_right = judge(stop, &answer) == Judged::Right;
                    assert_eq!(hint(stop, &answer).is_none(), is_right, "{at}: {place}");
                }
            }
            Kind::Make(goal) => {
                right(&Answer::State(goal.into()));
                let begun = hint(stop, &Answer::State(stop.figure.link.into()));
                assert!(begun.is_some(), "{at}: what is not yet right is named");
            }
        }
    }
}
