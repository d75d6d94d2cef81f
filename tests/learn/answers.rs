//! Every question has one right answer, which nothing tells before it is asked, and wrong ones that are told apart.

use swizzle_core::{Coord, Major, Named, Spec, Tally};
use swizzle_draw::{Colour, Number};
use swizzle_learn::{
    Answer, Judged, Kind, LESSONS, Show, Span, Stop, Strides, hint, judge, number, set,
    shown_from_keys,
};
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_view::{Shown, link_from_shown};

use crate::{opened, spans_before_answer, spans_of_blocks, spec, stops};

/// An element whose unit lies elsewhere.
fn another(spec: &Spec, element: Coord) -> Coord {
    let unit = |at: Coord| spec.layout().byte_from_element(at).byte / 16;
    let extent = spec.extent();
    (0..extent.mn)
        .flat_map(|mn| (0..extent.k).map(move |k| Coord { mn, k }))
        .find(|at| unit(*at) != unit(element))
        .expect("a figure has more units than one")
}

fn is_sound(spec: &Spec) -> bool {
    let mut findings = findings_from_spec(spec).into_iter();
    Tally::of_read(spec, spec.place()).wrong == 0
        && !findings.any(|finding| finding.severity == Severity::Error)
}

#[test]
fn every_question_has_a_right_answer_and_wrong_ones() {
    for (stop, at) in stops() {
        let spec = spec(stop.asked_link(), &at);
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
                let number = number(&spec, name).expect("a known number").value;
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
                let begins = shown_from_keys(stop.figure.link);
                is(Answer::State(link_from_shown(&begins)), Judged::Wrong);
                let reached = with_knobs(stop, &at);
                is(Answer::State(link_from_shown(&reached)), Judged::Right);
                assert!(is_sound(&reached.spec().unwrap()), "{at}");
            }
        }
    }
}

/// The figure of a stop with its knobs, and nothing else, as the goal has them.
fn with_knobs(stop: &Stop, at: &str) -> Shown {
    let goal = spec(stop.asked_link(), at);
    let read = goal.read(goal.place()).params();
    let begins = opened(stop.figure.link, at);
    stop.figure.knobs.iter().fold(begins, |shown, knob| {
        let value = match *knob {
            "start" => format!("0x{:x}", read.start_bytes),
            "swizzle" | "swizzle_alone" => read.swizzle.name().into(),
            "base_offset" => read.base_offset.to_string(),
            "lbo_bytes" => read.lbo_bytes.to_string(),
            "sbo_bytes" => read.sbo_bytes.to_string(),
            other => panic!("{at}: no goal is known for the knob {other}"),
        };
        let set = set(&shown, knob, &value);
        set.unwrap_or_else(|| panic!("{at}: {knob} is not set to {value}"))
    })
}

/// Whether a figure has its arrows while the question is open.
fn draws_strides(stop: &Stop) -> bool {
    stop.figure.strides == Strides::Drawn
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
                // Numbers and colours that are the same in both views would lead from one to the other, unless
                // that is what is asked for: then both are shown from the beginning, and the click is in the matrix.
                let view = state.view;
                match (stop.figure.show, in_memory) {
                    (Show::Both, false) => {}
                    (Show::Memory, true) => {
                        let numbers = [Number::Bank, Number::None];
                        assert!(numbers.contains(&view.number), "{at}");
                        assert!([Colour::Bank, Colour::Row].contains(&view.colour), "{at}");
                    }
                    (Show::Matrix, false) => {
                        assert_eq!(view.number, Number::Logical, "{at}");
                        assert!(
                            [Colour::Logical, Colour::Row].contains(&view.colour),
                            "{at}"
                        );
                    }
                    (show, _) => panic!("{at}: {show:?}"),
                }
                assert!(!draws_strides(stop), "{at}: arrows lead there");
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
                let is_told = is_stride && !asked.ends_with("field") && draws_strides(stop);
                assert!(!is_told, "{at}: arrows say it");
                assert!(!named(&|name| name == asked), "{at}: the text says {asked}");
                let bits = stop.figure.bits.map(|(mn, k)| format!(" {mn} {k}"));
                let is_told = bits.is_some_and(|bits| asked.ends_with(&bits));
                assert!(!is_told, "{at}: the bits say {asked}");
            }
            Kind::Choose(options) => {
                // The arrows of another mode than the one that is asked about say how, not how much.
                let is_stride = options.iter().any(|(_, link)| link.contains("bo_bytes="));
                let is_told = stop.ask.about.is_none() && draws_strides(stop);
                assert!(!(is_stride && is_told), "{at}: arrows say it");
            }
            Kind::Make(_) => {}
        }
    }
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

/// The slips of the questions that are there: most wrong answers near the right one are told what they are.
#[test]
fn likely_slips_are_named() {
    for (stop, at) in stops() {
        let begins = spec(stop.asked_link(), &at);
        let right = |answer: &Answer| assert_eq!(hint(stop, answer), None, "{at}: {answer:?}");
        match stop.ask.kind {
            Kind::Number(name) => {
                let wanted = number(&begins, name).expect("a known number").value;
                right(&Answer::Number(wanted));
                let is_bytes = name.ends_with("_bytes") || name.contains("byte ");
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
                let row = match begins.tile().major {
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
                let begun = link_from_shown(&shown_from_keys(stop.figure.link));
                let begun = hint(stop, &Answer::State(begun));
                let is_told = begun.is_some() || !stop.ask.hint.is_empty();
                assert!(is_told, "{at}: what is not yet right is named");
            }
        }
    }
}
