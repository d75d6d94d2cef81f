//! Every question has one right answer, which nothing tells before it is asked, and wrong ones that are told apart.

use swizzle_core::{Coord, Major, Named, Spec, Tally};
use swizzle_draw::scene::{ScalePane, ScalePictures, ScaleWindow, id_of_pair};
use swizzle_draw::{Colour, Number};
use swizzle_learn::{
    Answer, Dealt, Figure, FigureKind, Judged, Kind, LESSONS, Part, Show, Span, Staged, Stop, Strides, hint,
    judge, set, set_in_link, shown_from_keys, value_in_link,
};
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_tmem::plan::{Cell, ReadBack};
use swizzle_view::link::{TensorMemoryShown, form_from_link};
use swizzle_view::{Shown, link_from_shown};

use crate::learn::{facts, opened, spans_before_answer, spans_of_blocks, spec, stops, stops_of_tiles};

/// An element whose unit is at another address.
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

/// Answers to a question: right ones, wrong ones, each with whether it is told what it is, and answers of another kind.
#[derive(Default)]
struct Answers {
    right: Vec<Answer>,
    wrong: Vec<(Answer, bool)>,
    other: Vec<Answer>,
}

fn answers(stop: &'static Stop, at: &str) -> Answers {
    let mut all = Answers { other: vec![Answer::Number(0)], ..Answers::default() };
    match stop.ask.kind {
        Kind::Click { in_memory, element: (mn, k) } => {
            let spec = spec(stop.asked_link(), at);
            let (element, extent) = (Coord { mn, k }, spec.extent());
            assert!(mn < extent.mn && k < extent.k, "{at}");
            let click = |in_memory, element| Answer::Click { in_memory, element };
            let near = |at: u32, end: u32| if at + 1 < end { at + 1 } else { at - 1 };
            let row = match spec.tile().major {
                Major::K => Coord { mn: near(mn, extent.mn), k },
                Major::Mn => Coord { mn, k: near(k, extent.k) },
            };
            all.right.push(click(in_memory, element));
            all.wrong =
                vec![(click(in_memory, another(&spec, element)), false), (click(in_memory, row), true)];
            all.other.push(click(!in_memory, element));
        }
        Kind::Cell { part, element } => {
            let [cta, lane, column] = cell(stop, element, at);
            let click = |part, lane, column| Answer::Cell { part, at: [cta, lane, column] };
            all.right.push(click(part, lane, column));
            all.wrong = vec![(click(part, lane ^ 1, column), true), (click(part, lane, column + 1), true)];
            all.other.push(click(Part::Columns, lane, column));
        }
        Kind::Number(name) => {
            let asked = facts(&stop.figure, stop.asked_link(), at);
            let number = asked.number(name).expect("a known number").value;
            all.right.push(Answer::Number(number));
            all.wrong.push((Answer::Number(number + 1), false));
            // The field in the place of its bytes.
            let is_bytes = name.ends_with("_bytes") || name.contains("byte ");
            if is_bytes && number.is_multiple_of(16) && name != "tile_bytes" && name != "read_k_bytes" {
                all.wrong.push((Answer::Number(number / 16), true));
            }
            all.other = vec![Answer::State(stop.figure.link.into())];
        }
        Kind::Choose(options) => {
            let is_right = |place: &usize| judge(stop, &Answer::Choice(*place)) == Judged::Right;
            let (right, wrong): (Vec<_>, Vec<_>) = (0..options.len()).partition(is_right);
            assert!(right.len() == 1 && !wrong.is_empty(), "{at}: {right:?}");
            all.right.push(Answer::Choice(right[0]));
            all.wrong = wrong.into_iter().map(|place| (Answer::Choice(place), true)).collect();
        }
        Kind::Make(goal) => {
            let begins = stop.figure.link;
            let (begins, reached) = if stop.figure.kind() == FigureKind::Tile {
                let reached = with_knobs(stop, at);
                assert!(is_sound(&reached.spec().unwrap()), "{at}");
                (link_from_shown(&shown_from_keys(begins)), link_from_shown(&reached))
            } else {
                let reached = stop.figure.knobs.iter().fold(begins.to_owned(), |link, knob| {
                    let value = value_in_link(goal, knob).expect(knob);
                    set_in_link(&link, knob, &value).expect(knob)
                });
                (begins.to_owned(), reached)
            };
            all.right = vec![Answer::State(goal.into()), Answer::State(reached)];
            // What is not yet right is named, if the question does not tell what to look at.
            all.wrong.push((Answer::State(begins), stop.ask.hint.is_empty()));
        }
    }
    all
}

/// Most wrong answers near the right one are told what they are.
#[test]
fn every_question_has_a_right_answer_and_wrong_ones_which_are_told_apart() {
    for (stop, at) in stops() {
        let all = answers(stop, &at);
        for answer in all.right {
            let found = (judge(stop, &answer), hint(stop, &answer));
            assert_eq!(found, (Judged::Right, None), "{at}: {answer:?}");
        }
        for (answer, is_told) in all.wrong {
            assert_eq!(judge(stop, &answer), Judged::Wrong, "{at}: {answer:?}");
            assert!(!is_told || hint(stop, &answer).is_some(), "{at}: {answer:?}");
        }
        for answer in all.other {
            assert_eq!(judge(stop, &answer), Judged::NotAnAnswer, "{at}: {answer:?}");
        }
    }
}

/// CTA, lane and column of an element that a question is about.
fn cell(stop: &Stop, element: &str, at: &str) -> [u32; 3] {
    let asked = facts(&stop.figure, stop.asked_link(), at);
    ["cta", "lane", "column"].map(|what| {
        let number = asked.number(&format!("{what} {element}")).expect("an element");
        number.value as u32
    })
}

/// The figure of a stop with its knobs, and only those, set to the goal's values.
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
    for (stop, at) in stops_of_tiles() {
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
                        assert!([Colour::Logical, Colour::Row].contains(&view.colour), "{at}");
                    }
                    (show, _) => panic!("{at}: {show:?}"),
                }
                assert!(!draws_strides(stop), "{at}: arrows lead there");
                let (mn, k) = element;
                let places = ["byte", "unit", "unit_in_line", "bank"];
                let places = places.map(|what| format!("{what} {mn} {k}"));
                // An address in the question is what is looked for.
                let is_told = spans_of_blocks(stop.blocks).any(
                    |span| matches!(span, Span::Value(name) if places.iter().any(|place| place == name)),
                );
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
            Kind::Cell { .. } => panic!("{at}: a tile has no cells of tensor memory"),
            Kind::Make(_) => {}
        }
    }
}

/// Whether a picture of scale factors has the cell of a factor in view.
fn is_in_view(figure: &Figure, factor: (u32, u32)) -> bool {
    let Staged { shown, stage } = Staged::of(figure.link).expect("a stage");
    let pictures =
        ScalePictures { stage: &stage, window: ScaleWindow::with(shown.row, shown.block, None), reading: 0 };
    figure.parts.iter().any(|part| {
        let pane = match part {
            Part::Factors => ScalePane::Matrix,
            Part::Blocks => ScalePane::Memory,
            Part::Words => ScalePane::Tensor,
            _ => return false,
        };
        // In memory a cell is a word of four factors.
        let (row, block) = factor;
        let of_word = if pane == ScalePane::Matrix { 1 } else { 4 };
        let id = id_of_pair((row, block / of_word * of_word));
        pictures.sheets(pane).iter().flat_map(|sheet| &sheet.cells).any(|cell| cell.id == id)
    })
}

/// The same of tensor memory: neither the cells in view nor the words beside them say what is asked for.
#[test]
fn figures_of_tensor_memory_do_not_tell_either() {
    for (stop, at) in stops().filter(|(stop, _)| stop.figure.kind() == FigureKind::TensorMemory) {
        let figure = &stop.figure;
        let has = |part: Part| figure.parts.contains(&part);
        let is_told = |asked: &str| {
            spans_before_answer(stop).any(|span| matches!(span, Span::Value(name) if name == asked))
        };
        match stop.ask.kind {
            Kind::Cell { part, element } => {
                assert!(has(part) && figure.no_contents, "{at}: the cells say it");
                assert!(!(has(Part::Lanes) && has(Part::Registers)), "{at}: the colours say it");
                assert!(!(has(Part::Matrix) && has(Part::Registers)), "{at}: the colours say it");
                for what in ["lane", "column", "thread", "register"] {
                    assert!(!is_told(&format!("{what} {element}")), "{at}: the text says it");
                }
            }
            Kind::Number(name) => {
                assert!(!is_told(name), "{at}: the text says it");
                let is_of_region = ["columns", "used_columns", "allocation"].contains(&name);
                assert!(!(is_of_region && has(Part::Columns)), "{at}: the columns say it");
                if Dealt::is_of(figure.link) {
                    assert!(!name.starts_with("lane") || figure.no_contents, "{at}: the cells say it");
                    continue;
                }
                if figure.link.starts_with("#/scale") {
                    let numbers = name.split(' ').filter_map(|word| word.parse::<u32>().ok());
                    if let [row, block, ..] = numbers.collect::<Vec<_>>()[..] {
                        assert!(!is_in_view(figure, (row, block)), "{at}: its cell is in view");
                    }
                    continue;
                }
                let element = name.split_once(' ').map(|(_, element)| element);
                if let Some(element) = element.filter(|_| has(Part::Lanes) || has(Part::Registers)) {
                    let [cta, lane, column] = cell(stop, element, &at);
                    let shown = form_from_link::<TensorMemoryShown>(figure.link).shown;
                    let read = ReadBack::new(&shown.plan.laid(), shown.cell, shown.shape, shown.num);
                    let found = read.unwrap().register_from_cell(Cell { cta, lane, column });
                    assert!(found.is_none() || figure.no_contents, "{at}: its cell is in view");
                }
            }
            Kind::Choose(_) => assert!(!has(Part::Columns), "{at}: the columns say it"),
            Kind::Click { .. } => panic!("{at}: tensor memory has no units"),
            Kind::Make(_) => {}
        }
    }
}

#[test]
fn questions_are_of_every_kind() {
    let mut counts = [0; 5];
    for lesson in LESSONS.iter() {
        for stop in lesson.stops {
            counts[match stop.ask.kind {
                Kind::Click { .. } => 0,
                Kind::Number(_) => 1,
                Kind::Choose(_) => 2,
                Kind::Make(_) => 3,
                Kind::Cell { .. } => 4,
            }] += 1;
        }
        let is_typed = |stop: &Stop| matches!(stop.ask.kind, Kind::Number(_));
        let typed = lesson.stops.iter().filter(|stop| is_typed(stop)).count();
        assert!(typed < lesson.stops.len(), "{}: only numbers", lesson.slug);
    }
    assert!(counts.iter().all(|count| *count >= 2), "{counts:?}");
}
