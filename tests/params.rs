//! A parameter that is added to the table is found everywhere: walked here through links, the box, what is told and the
//! generators; through the options in the program's own tests, and through the edits in the page's.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use swizzle_core::hardware::Chip;
use swizzle_core::{Named as _, Said};
use swizzle_infer::spec_from_said;
use swizzle_params::{Group, Kind, Link, PARAMS, Param, ParamId, Scalar, reader_values, tile_values};
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_view::link::link_keys;
use swizzle_view::{Shown, link_from_shown, shown_from_link};

use crate::any;

/// A value that no default is, and its text.
fn value(param: &Param) -> (Scalar, String) {
    match &param.kind {
        // Not every chip has matrix descriptors.
        _ if param.id == ParamId::Chip => {
            let name = Chip::Sm107a.name();
            (Scalar::Choice(name), name.into())
        }
        Kind::Number { range, .. } => {
            let number = 48.clamp(*range.start(), *range.end());
            (Scalar::Number(number), number.to_string())
        }
        Kind::Choice(choices) => {
            let name = choices.names().last().expect("a choice has names");
            (Scalar::Choice(name), name.into())
        }
    }
}

fn said(param: &Param) -> Said {
    swizzle_params::with_value(Said::default(), param.id, Some(value(param).0))
}

/// The name by which a link says it in any case, if it does.
fn own_key(param: &Param) -> Option<&'static str> {
    match param.link {
        Link::Key => Some(param.key),
        Link::Only(key) => Some(key),
        Link::Beside(_) | Link::OfDescriptor | Link::Path => None,
    }
}

#[test]
fn each_parameter_stands_in_its_link() {
    for param in PARAMS {
        let shown = Shown::of(&said(param));
        let link = link_from_shown(&shown);
        let opened = shown_from_link(&link);
        assert_eq!((opened.shown, opened.notices), (shown, vec![]), "{link}");
        let text = value(param).1;
        match param.link {
            Link::Path => assert_eq!(link, format!("#/{text}")),
            // The number goes by two names.
            _ if param.id == ParamId::Lbo => assert!(link.contains("column_bytes="), "{link}"),
            _ => assert!(link.contains(own_key(param).unwrap_or(param.key)), "{link}"),
        }
        for key in [own_key(param), beside(param)].into_iter().flatten() {
            assert!(link_keys().any(|known| known == key), "{key}");
        }
    }
}

/// The name by which a link says it beside a descriptor that has a field of its own name.
fn beside(param: &Param) -> Option<&'static str> {
    match param.link {
        Link::Beside(key) => Some(key),
        _ => None,
    }
}

#[test]
fn the_box_takes_each_parameter_by_its_key() {
    for param in PARAMS {
        let Some(key) = own_key(param) else { continue };
        let (value, text) = value(param);
        // Alone that one is a heading.
        let before = match param.id {
            ParamId::Operand => "element=bf16 ",
            _ => "",
        };
        let text = format!("{before}{key}={text}");
        let pasted = shown_from_paste(&text, &PasteChoice::default(), &Shown::default());
        let pasted = pasted.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(param.get(&pasted.shown.said), Some(value), "{text}");
    }
}

#[test]
fn each_parameter_is_among_the_values_and_told_by_whom() {
    let nobody = spec_from_said(&Said::default()).unwrap();
    for param in PARAMS {
        let spec = spec_from_said(&said(param)).unwrap();
        assert!(param.is_said(&spec) && !param.is_said(&nobody), "{}", param.key);
        let mut values = tile_values(&spec).chain(reader_values(&spec));
        let has_value = values.any(|value| value.name == param.key && value.is_said);
        assert!(has_value || matches!(param.group, Group::Place | Group::Chip), "{}", param.key);
    }
}

#[test]
fn the_generators_say_each_parameter_and_leave_each_out() {
    let mut runner = TestRunner::deterministic();
    let drawn: Vec<Said> = (0..200).map(|_| any::said().new_tree(&mut runner).unwrap().current()).collect();
    for param in PARAMS {
        let times = drawn.iter().filter(|said| param.get(said).is_some()).count();
        assert!((5..195).contains(&times), "{}: {times} of 200", param.key);
    }
    assert!(drawn.iter().all(|said| swizzle_params::check(said).is_ok()));
}

#[test]
fn what_lies_outside_of_a_range_has_no_picture() {
    for param in PARAMS {
        let Kind::Number { range, .. } = &param.kind else {
            continue;
        };
        let check = |number| {
            let mut said = Said::default();
            assert!(param.set(&mut said, Some(Scalar::Number(number))));
            swizzle_params::check(&said)
        };
        let below = range.start().checked_sub(1);
        let beyond = [below, range.end().checked_add(1)];
        for number in beyond.into_iter().flatten() {
            assert!(check(number).is_err(), "{} = {number}", param.key);
        }
        assert_eq!(check(*range.start()), Ok(()), "{}", param.key);
    }
}
