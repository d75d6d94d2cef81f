//! The wrong answers that readers give: each is told its slip, in words that the course has taught by then.

use swizzle_core::Coord;
use swizzle_learn::{Answer, Judged, Kind, LESSONS, Stop, Strides, hint, judge, resolved, subject_of};

use crate::learn::{lines, spans_of_lesson};

/// What readers typed or are likely to type, by lesson and stop as they are counted on the page, and a part of the
/// sentence that names the slip.
const TYPED: &[(usize, usize, u64, &str)] = &[
    (1, 1, 3, "unit of its line"),
    (1, 3, 8, "every other row is in other banks"),
    (1, 5, 8, "one matrix"),
    (1, 5, 4, "without a conflict"),
    (2, 1, 60, "counts words on"),
    (2, 1, 16, "without padding"),
    (2, 1, 15, "counts units"),
    (2, 2, 16, "one row"),
    (2, 2, 128, "eight rows"),
    (2, 2, 9216, "all bytes"),
    (2, 3, 6, "without the XOR"),
    (2, 3, 8, "carries nothing over"),
    (2, 3, 2, "what is XORed in"),
    (3, 1, 20, "first two elements of the row"),
    (3, 1, 43, "each lane one element"),
    (3, 1, 14, "takes the column for the row"),
    (3, 1, 5, "gives the address of the row"),
    (3, 2, 5, "the matrices before"),
    (3, 2, 42, "takes the matrix for the row"),
    (3, 3, 1, "to the right first"),
    (3, 3, 3, "counts from one"),
    (4, 1, 64, "each element of K"),
    (4, 1, 2, "elements by bytes"),
    (4, 1, 32, "bytes of K"),
    (4, 1, 8, "pieces of sixteen bytes"),
    (4, 3, 0x480, "That is where the tile stores it"),
    (4, 3, 0x420, "one row too far"),
    (4, 3, 0x10, "distance from the start"),
    (4, 5, 3, "unit of its line"),
    (4, 5, 44, "each line begins anew"),
    (5, 1, 256, "elements"),
    (5, 1, 8, "one row"),
    (5, 2, 0x81, "one byte"),
    (5, 2, 0x80, "unit begins there"),
    (5, 2, 0x94, "without the swizzle"),
    (5, 3, 5, "unit of its line"),
    (5, 3, 52, "each line begins anew"),
    (5, 4, 64, "one row"),
    (5, 4, 1024, "two atoms"),
    (5, 4, 32, "units"),
    (5, 5, 0x2a4, "distance"),
    (5, 5, 0x6a0, "unit begins there"),
    (5, 5, 0x6f4, "the swizzle puts it"),
    (5, 5, 0x6a2, "one byte"),
    (14, 6, 32, "data bits"),
    (14, 6, 8, "bits of one element"),
    (6, 2, 2, "before the XOR"),
    (6, 2, 6, "phase"),
    (6, 2, 8, "sum"),
    (6, 4, 6, "number of the row"),
    (6, 4, 0, "modulo the phases"),
    (6, 5, 7, "number of the row"),
    (6, 5, 8, "modulo"),
    (7, 1, 0x500, "without the swizzle"),
    (7, 1, 0x502, "adds the phase"),
    (7, 1, 0x120, "distance"),
    (7, 4, 1024, "one atom. There are others"),
    (7, 4, 128, "one row"),
    (7, 5, 1024, "two atoms"),
    (7, 5, 64, "one row"),
    (7, 6, 0x100, "one row short"),
    (7, 6, 0x20, "straight on in memory"),
    (7, 6, 0x90, "exchanged"),
    (8, 3, 1024, "one atom. There are others"),
    (8, 3, 128, "one row"),
    (9, 1, 0x290, "unit begins there"),
    (9, 1, 0x194, "one unit short"),
    (9, 1, 0x214, "exchanged"),
    (9, 2, 1024, "Those are bytes"),
    (9, 2, 1, "LBO"),
    (9, 3, 128, "are right"),
    (10, 1, 0x2000, "Those are bytes"),
    (11, 2, 0x406, "added to the field"),
    (11, 2, 0x430, "adds elements"),
    (11, 2, 0x440, "one step short"),
    (11, 2, 0x480, "one step too far"),
    (11, 2, 0x60, "distance"),
    (11, 3, 0x5d0, "sum comes first"),
    (11, 3, 0x5a0, "without the swizzle"),
    (11, 4, 0x480, "past the end"),
    (11, 4, 0x2000, "distance"),
    (11, 5, 0x420, "along MN"),
    (11, 5, 0x800, "one stride"),
    (11, 6, 32, "other rows"),
    (11, 6, 1024, "one stride"),
    (12, 1, 0x40c, "whole units"),
    (12, 1, 0x410, "not rounded up"),
    (12, 1, 0x40, "as a field does"),
    (12, 3, 2, "leaves out"),
    (12, 3, 5, "subtracted"),
    (12, 5, 13, "lowest three bits"),
    (12, 5, 3, "subtracted"),
    (12, 5, 0, "Zero is for"),
    (13, 2, 256, "one atom. There are others"),
    (13, 2, 16, "field of one"),
    (13, 2, 128, "as a field does"),
    (13, 3, 0x40, "one row too far"),
    (13, 3, 0x200, "without gaps"),
    (13, 5, 3, "subtracted"),
    (13, 5, 0, "leaves out"),
    (13, 6, 256, "one atom"),
    (13, 6, 16, "field of one"),
    (14, 1, 1, "other architecture"),
    (14, 1, 4, "mode 64B"),
    (14, 1, 6, "mode 32B"),
    (14, 5, 1024, "eight rows"),
    (14, 5, 128, "one row"),
    (14, 7, 0x400, "distance of the column"),
    (14, 7, 0x860, "start of the step"),
    (15, 1, 8, "as a field does"),
    (15, 1, 1024, "one atom"),
    (15, 2, 8, "counts rows"),
    (15, 2, 112, "are wrong"),
    (16, 1, 512, "whole tile"),
    (16, 1, 1024, "Those are elements"),
    (16, 1, 2048, "Those are bytes"),
    (16, 1, 64, "counts rows"),
    (16, 2, 1, "wider than that"),
    (16, 2, 8, "each unit"),
    (16, 2, 32, "each atom"),
    (16, 2, 128, "each row"),
    (16, 4, 32, "counts banks"),
    (18, 1, 256, "counts bytes"),
    (18, 1, 32, "two elements in a word"),
    (18, 1, 128, "Those are the rows"),
    (18, 1, 8192, "all elements of D"),
    (18, 3, 0x0061_0046, "upper half of the word"),
    (18, 3, 0x0046_0021, "column in which D begins"),
    (18, 3, 0x61, "column alone"),
    (18, 3, 0x0046_0000, "lane alone"),
    (18, 4, 4, "more lanes than sixteen"),
    (18, 4, 6, "within its warp"),
    (18, 4, 70, "That is the lane"),
    (19, 1, 37, "That is the row"),
    (19, 1, 64, "first lane of its warp"),
    (19, 1, 5, "within the warp"),
    (19, 1, 85, "other half"),
    (19, 2, 69, "other half"),
    (19, 2, 101, "gaps between them"),
    (19, 2, 37, "That is the row"),
    (19, 3, 384, "Two of them share"),
    (19, 3, 128, "columns of one"),
    (19, 4, 5, "That is the row"),
    (19, 4, 40, "column of D"),
    (19, 6, 1, "eight lanes further up"),
    (19, 6, 5, "column of tensor memory"),
    (20, 1, 10, "each sixteen elements"),
    (20, 1, 170, "element of K"),
    (20, 1, 1, "groups of four"),
    (20, 2, 310, "behind those of the row before"),
    (20, 2, 618, "behind those of the row before"),
    (20, 2, 208, "There the unit begins"),
    (20, 2, 216, "four factors of the row begin"),
    (20, 2, 1234, "each row a unit"),
    (20, 4, 2, "first four factors"),
    (20, 4, 5, "number of the factor for the column"),
    (20, 4, 77, "That is the row"),
    (20, 5, 77, "quarter of the row itself"),
    (20, 5, 13, "first copy"),
    (20, 6, 6, "That is the step"),
    (20, 6, 4, "That is the column"),
    (20, 7, 3, "one column a step"),
    (20, 7, 0, "That is the id"),
    (21, 1, 200, "That is the row"),
    (21, 1, 64, "first lane of its warp"),
    (21, 3, 128, "all columns of B"),
    (21, 4, 8, "half of B"),
    (21, 4, 128, "Thirty-two share one"),
    (21, 5, 100, "That is the row"),
    (21, 5, 4, "the manual would have"),
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
