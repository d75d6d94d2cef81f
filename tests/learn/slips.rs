//! The wrong answers that readers give: each is told its slip, in words that the course has taught by then.

use swizzle_code::number_from_text;
use swizzle_core::Coord;
use swizzle_learn::{Answer, Judged, Kind, LESSONS, Strides, hint, judge, resolved, subject_of};
use swizzle_tests::rows;

use crate::learn::{lines, spans_of_lesson};

#[test]
fn what_readers_type_is_told_its_slip() {
    let mut untold = Vec::new();
    for row in rows(include_str!("slips.tsv")) {
        let [at, typed, expected] = row[..] else { panic!("{row:?}") };
        let (lesson, place) = at.split_once('.').expect(at);
        let number = |text: &str| number_from_text(text).expect(text);
        let stop = &LESSONS[number(lesson) as usize - 1].stops[number(place) as usize - 1];
        let answer = Answer::Number(number(typed).into());
        assert_eq!(judge(stop, &answer), Judged::Wrong, "{row:?}");
        let told = hint(stop, &answer).unwrap_or_default();
        if !told.contains(expected) {
            untold.push(format!("{row:?}: “{told}”"));
        }
    }
    assert_eq!(untold, [""; 0]);
}

/// A number that no slip leads to is told what to look at; so may be a figure that is set, and nothing else.
#[test]
fn every_number_has_a_hint() {
    for lesson in LESSONS.iter() {
        for stop in lesson.stops {
            let is_hinted = !stop.ask.hint.is_empty();
            match stop.ask.kind {
                Kind::Number(_) => assert!(is_hinted, "{}", stop.title),
                Kind::Make(_) => {}
                _ => assert!(!is_hinted, "{}", stop.title),
            }
        }
    }
}

/// The first stop that teaches SBO: nothing before it draws or names a stride.
const STRIDES_ARE_TAUGHT: (&str, usize) = ("k-major", 1);

#[test]
fn strides_are_hidden_until_they_are_taught() {
    let (lesson, place) = STRIDES_ARE_TAUGHT;
    let at = LESSONS.iter().position(|known| known.slug == lesson);
    let (before, rest) = LESSONS.split_at(at.expect("the lesson is there"));
    for lesson in before {
        for span in spans_of_lesson(lesson) {
            let said = format!("{span:?}");
            let names = ["LBO", "SBO", "lbo", "sbo"];
            assert!(!names.iter().any(|name| said.contains(name)), "{said}");
        }
    }
    let stops = before.iter().flat_map(|lesson| lesson.stops);
    for stop in stops.chain(&rest[0].stops[..place]) {
        assert_eq!(stop.figure.strides, Strides::Hidden, "{}", stop.title);
        let Kind::Click { in_memory, .. } = stop.ask.kind else {
            continue;
        };
        // Any click.
        for (mn, k) in (0..8).flat_map(|mn| (0..16).map(move |k| (mn, 8 * k))) {
            let element = Coord { mn, k };
            let told = hint(stop, &Answer::Click { in_memory, element }).unwrap_or_default();
            assert!(!told.contains("BO "), "{}: {told}", stop.title);
        }
    }
}

/// What says that something is wrong is no longer said where nothing is.
#[test]
fn no_text_is_stale_once_its_figure_is_mended() {
    for lesson in LESSONS.iter() {
        for stop in lesson.stops {
            let Kind::Make(goal) = stop.ask.kind else {
                continue;
            };
            let mended = (subject_of(&stop.figure).facts)(goal).expect("a goal opens");
            for line in lines(stop.blocks) {
                for span in resolved(line, &*mended) {
                    let words = format!("{span:?}");
                    let stale = ["are wrong", "marked", "wrong product", "filled in yet", "at the moment"];
                    let is_stale = stale.iter().any(|stale| words.contains(stale));
                    assert!(!is_stale, "{}: {words}", stop.title);
                }
            }
        }
    }
}
