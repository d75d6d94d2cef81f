//! The wrong answers that readers give: each is told its slip, in words that the course has taught by then.

use swizzle_core::Coord;
use swizzle_learn::{Answer, Judged, Kind, LESSONS, Stop, Strides, hint, judge, resolved, subject_of};

use crate::learn::{lines, spans_of_lesson};

/// What readers typed or are likely to type, by lesson and stop as they are counted on the page, and a part of the
/// sentence that names the slip.
const TYPED: &[(usize, usize, u64, &str)] = &[
    (1, 1, 64, "each element of K"),
    (1, 1, 2, "elements by bytes"),
    (1, 1, 32, "bytes of K"),
    (1, 1, 8, "pieces of sixteen bytes"),
    (1, 3, 0x480, "That is where the tile stores it"),
    (1, 3, 0x420, "one row too far"),
    (1, 3, 0x10, "distance from the start"),
    (1, 5, 3, "unit of its line"),
    (1, 5, 44, "each line begins anew"),
    (2, 1, 256, "elements"),
    (2, 1, 8, "one row"),
    (2, 2, 0x81, "one byte"),
    (2, 2, 0x80, "unit begins there"),
    (2, 2, 0x94, "without the swizzle"),
    (2, 3, 5, "unit of its line"),
    (2, 3, 52, "each line begins anew"),
    (2, 4, 64, "one row"),
    (2, 4, 1024, "two atoms"),
    (2, 4, 32, "units"),
    (2, 5, 0x2a4, "distance"),
    (2, 5, 0x6a0, "unit begins there"),
    (2, 5, 0x6f4, "the swizzle puts it"),
    (2, 5, 0x6a2, "one byte"),
    (11, 6, 32, "data bits"),
    (11, 6, 8, "bits of one element"),
    (3, 2, 2, "before the XOR"),
    (3, 2, 6, "phase"),
    (3, 2, 8, "sum"),
    (3, 4, 6, "number of the row"),
    (3, 4, 0, "modulo the phases"),
    (3, 5, 7, "number of the row"),
    (3, 5, 8, "modulo"),
    (4, 1, 0x500, "without the swizzle"),
    (4, 1, 0x502, "adds the phase"),
    (4, 1, 0x120, "distance"),
    (4, 4, 1024, "one atom. There are others"),
    (4, 4, 128, "one row"),
    (4, 5, 1024, "two atoms"),
    (4, 5, 64, "one row"),
    (4, 6, 0x100, "one row short"),
    (4, 6, 0x20, "straight on in memory"),
    (4, 6, 0x90, "exchanged"),
    (5, 3, 1024, "one atom. There are others"),
    (5, 3, 128, "one row"),
    (6, 1, 0x290, "unit begins there"),
    (6, 1, 0x194, "one unit short"),
    (6, 1, 0x214, "exchanged"),
    (6, 2, 1024, "Those are bytes"),
    (6, 2, 1, "LBO"),
    (6, 3, 128, "are right"),
    (7, 1, 0x2000, "Those are bytes"),
    (8, 2, 0x406, "added to the field"),
    (8, 2, 0x430, "adds elements"),
    (8, 2, 0x440, "one step short"),
    (8, 2, 0x480, "one step too far"),
    (8, 2, 0x60, "distance"),
    (8, 3, 0x5d0, "sum comes first"),
    (8, 3, 0x5a0, "without the swizzle"),
    (8, 4, 0x480, "past the end"),
    (8, 4, 0x2000, "distance"),
    (8, 5, 0x420, "along MN"),
    (8, 5, 0x800, "one stride"),
    (8, 6, 32, "other rows"),
    (8, 6, 1024, "one stride"),
    (9, 1, 0x40c, "whole units"),
    (9, 1, 0x410, "not rounded up"),
    (9, 1, 0x40, "as a field does"),
    (9, 3, 2, "leaves out"),
    (9, 3, 5, "subtracted"),
    (9, 5, 13, "lowest three bits"),
    (9, 5, 3, "subtracted"),
    (9, 5, 0, "Zero is for"),
    (10, 2, 256, "one atom. There are others"),
    (10, 2, 16, "field of one"),
    (10, 2, 128, "as a field does"),
    (10, 3, 0x40, "one row too far"),
    (10, 3, 0x200, "without gaps"),
    (10, 5, 3, "subtracted"),
    (10, 5, 0, "leaves out"),
    (10, 6, 256, "one atom"),
    (10, 6, 16, "field of one"),
    (11, 1, 1, "other architecture"),
    (11, 1, 4, "mode 64B"),
    (11, 1, 6, "mode 32B"),
    (11, 5, 1024, "eight rows"),
    (11, 5, 128, "one row"),
    (11, 7, 0x400, "distance of the column"),
    (11, 7, 0x860, "start of the step"),
    (12, 1, 8, "as a field does"),
    (12, 1, 1024, "one atom"),
    (12, 2, 8, "counts rows"),
    (12, 2, 112, "are wrong"),
    (13, 1, 512, "whole tile"),
    (13, 1, 1024, "Those are elements"),
    (13, 1, 2048, "Those are bytes"),
    (13, 1, 64, "counts rows"),
    (13, 2, 1, "wider than that"),
    (13, 2, 8, "each unit"),
    (13, 2, 32, "each atom"),
    (13, 2, 128, "each row"),
    (13, 4, 32, "counts banks"),
    (15, 1, 256, "counts bytes"),
    (15, 1, 32, "two elements in a word"),
    (15, 1, 128, "Those are the rows"),
    (15, 1, 8192, "all elements of D"),
    (15, 3, 0x0061_0046, "upper half of the word"),
    (15, 3, 0x0046_0021, "column in which D begins"),
    (15, 3, 0x61, "column alone"),
    (15, 3, 0x0046_0000, "lane alone"),
    (15, 4, 4, "more lanes than sixteen"),
    (15, 4, 6, "within its warp"),
    (15, 4, 70, "That is the lane"),
    (16, 1, 37, "That is the row"),
    (16, 1, 64, "first lane of its warp"),
    (16, 1, 5, "within the warp"),
    (16, 1, 85, "other half"),
    (16, 2, 69, "other half"),
    (16, 2, 101, "gaps between them"),
    (16, 2, 37, "That is the row"),
    (16, 3, 384, "Two of them share"),
    (16, 3, 128, "columns of one"),
    (16, 4, 5, "That is the row"),
    (16, 4, 40, "column of D"),
    (16, 6, 1, "eight lanes further up"),
    (16, 6, 5, "column of tensor memory"),
    (17, 1, 10, "each sixteen elements"),
    (17, 1, 170, "element of K"),
    (17, 1, 1, "groups of four"),
    (17, 2, 310, "behind those of the row before"),
    (17, 2, 618, "behind those of the row before"),
    (17, 2, 208, "There the unit begins"),
    (17, 2, 216, "four factors of the row begin"),
    (17, 2, 1234, "each row a unit"),
    (17, 4, 2, "first four factors"),
    (17, 4, 5, "number of the factor for the column"),
    (17, 4, 77, "That is the row"),
    (17, 5, 77, "quarter of the row itself"),
    (17, 5, 13, "first copy"),
    (17, 6, 6, "That is the step"),
    (17, 6, 4, "That is the column"),
    (17, 7, 3, "one column a step"),
    (17, 7, 0, "That is the id"),
    (18, 1, 200, "That is the row"),
    (18, 1, 64, "first lane of its warp"),
    (18, 3, 128, "all columns of B"),
    (18, 4, 8, "half of B"),
    (18, 4, 128, "Thirty-two share one"),
    (18, 5, 100, "That is the row"),
    (18, 5, 4, "the manual would have"),
];

fn stop(lesson: usize, place: usize) -> &'static Stop {
    &LESSONS[lesson - 1].stops[place - 1]
}

#[test]
fn what_readers_type_is_told_its_slip() {
    let mut untold = Vec::new();
    for (lesson, place, typed, expected) in TYPED {
        let (stop, answer) = (stop(*lesson, *place), Answer::Number(*typed));
        assert_eq!(judge(stop, &answer), Judged::Wrong, "{lesson}.{place}: {typed}");
        let told = hint(stop, &answer).unwrap_or_default();
        if !told.contains(expected) {
            untold.push(format!("{lesson}.{place}: 0x{typed:x} {typed}: “{told}”"));
        }
    }
    assert_eq!(untold, [""; 0]);
}

/// A number that no slip leads to is told what to look at; so may be a figure that is set, and nothing else.
#[test]
fn every_number_has_a_hint() {
    for lesson in LESSONS {
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
    for lesson in LESSONS {
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
