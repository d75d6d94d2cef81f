//! Numbers are worked out, and those that are typed are facts.

use swizzle_code::raw_from_hex;
use swizzle_core::{Element, Named, Spec};
use swizzle_learn::{Dealt, Facts as _, Figure, Kind, LESSONS, Line, Planned, Span, Staged, TERMS};
use swizzle_lens::Example;
use swizzle_text::quantity;
use swizzle_view::link::{LanesShown, TensorMemoryShown, form_from_link, form_keys, link_keys};
use swizzle_warp::Wires;

use crate::learn::{all_spans, facts, figures, spans_before_answer, spans_of_blocks, spec, stops};

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
    for term in TERMS {
        check(&term.figure, term.figure.link, &mut spans_of_blocks(term.blocks), term.title);
    }
    for (figure, at) in figures() {
        for key in figure.knobs {
            assert!(is_knob(key), "{at}: {key}");
        }
    }
    for lesson in LESSONS {
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
    let (of_stages, links): (Vec<&str>, Vec<&str>) =
        links.iter().partition(|link| link.starts_with("#/scale"));
    let stages: Vec<Staged> = of_stages.into_iter().filter_map(Staged::of).collect();
    let (of_tensor_memory, links): (Vec<&str>, Vec<&str>) =
        links.iter().partition(|link| link.starts_with("#/tensor-memory"));
    let (of_wires, links): (Vec<&str>, Vec<&str>) =
        links.iter().partition(|link| link.starts_with("#/memory/lanes"));
    let of_fragments = of_wires.iter().filter(|link| Dealt::is_of(link)).map(|link| Dealt::of(link));
    let fragments: Vec<Dealt> = of_fragments.collect();
    let is_of_wire = |wire: u32| {
        let (from, to) = Wires::bits(wire);
        code == Wires::wire_text(wire) || [from, to].map(|bit| bit.to_string()).contains(&code.into())
    };
    let specs: Vec<Spec> = links.iter().map(|link| spec(link, code)).collect();
    let plans: Vec<Planned> = of_tensor_memory.iter().filter_map(|link| Planned::of(link)).collect();
    let element = code
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'))
        .and_then(|rest| rest.split_once(", "))
        .and_then(|(mn, k)| Some((mn.parse::<u32>().ok()?, k.parse::<u32>().ok()?)));
    let has_element =
        |spec: &Spec| element.is_some_and(|(mn, k)| mn < spec.extent().mn && k < spec.extent().k);
    let is_dealt = |dealt: &Dealt| {
        element.is_some_and(|(row, column)| dealt.number(&format!("lane {row} {column}")).is_some())
    };
    let raw = code.strip_prefix("0x").and_then(|_| raw_from_hex(code).ok());
    let has_descriptor = |spec: &Spec| {
        let mut steps = 0..spec.steps();
        raw.is_some_and(|raw| steps.any(|step| spec.descriptor(step).is_ok_and(|found| found.raw() == raw)))
    };
    let has_cell = |plan: &Planned| {
        element.is_some_and(|(row, index)| plan.number(&format!("lane {row} {index}")).is_some())
    };
    // A factor, or an element of A.
    let has_row = |stage: &Staged| {
        let number = |name: &str| stage.number(name).map_or(0, |found| found.value);
        element.is_some_and(|(row, k)| u64::from(row) < number("rows") && u64::from(k) < number("k"))
    };
    Element::from_name(code).is_ok()
        || plans.iter().any(has_cell)
        || !of_wires.is_empty() && (0..Wires::COUNT).any(is_of_wire)
        || stages.iter().any(has_row)
        || is_of_kernel(code, raw)
        || is_listed("[code]", code)
        || specs.iter().any(|spec| has_element(spec) || has_descriptor(spec))
        || fragments.iter().any(is_dealt)
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
    for lesson in LESSONS {
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
    for term in TERMS {
        for span in spans_of_blocks(term.blocks) {
            check(span, &[term.figure.link], term.title);
        }
    }
}

/// Numbers in an option's words that are not those of its link; types are names.
fn untrue_words<'a>(words: &'a str, link: &str) -> Vec<&'a str> {
    if link.starts_with("#/scale") {
        return strange_words(words);
    }
    if let Some(plan) = Planned::of(link).filter(|_| link.starts_with("#/tensor-memory")) {
        let allocated = plan.shown.plan.allocated.map(|columns| columns.to_string());
        let mut strange = strange_words(words);
        strange.retain(|word| allocated.as_deref() != Some(word));
        return strange;
    }
    if let Some(rows) =
        form_from_link::<LanesShown>(link).shown.rows_down().filter(|_| link.starts_with("#/memory/lanes"))
    {
        let pitch = rows.pitch_bytes.to_string();
        let mut strange = strange_words(words);
        strange.retain(|word| *word != pitch);
        return strange;
    }
    let spec = spec(link, words);
    let value = |name: &str| quantity(&spec, name).map(|found| found.text);
    let is_true = |word: &str| {
        Element::from_name(word).is_ok()
            || ["lbo_bytes", "sbo_bytes", "base_offset"].iter().any(|name| value(name).as_deref() == Ok(word))
    };
    let mut strange = strange_words(words);
    strange.retain(|word| !is_true(word));
    strange
}
