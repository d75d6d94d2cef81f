//! Figures of tensor memory: their numbers as the manual has them, and the plans of small pictures.

use swizzle_learn::{Answer, Facts as _, LESSONS, Planned, TERMS, hint};
use swizzle_tests::rows;
use swizzle_view::link::{TensorMemoryShown, form_from_link};

use crate::learn::facts_of;

/// A row of `numbers.tsv`: a figure's link, the name of a number, and its text.
#[test]
fn numbers_are_those_of_the_manual_and_of_measurements() {
    for row in rows(include_str!("numbers.tsv")) {
        let [link, name, expected] = row[..] else { panic!("{row:?}") };
        let found = facts_of(link).value(name);
        assert_eq!(found.as_deref().unwrap_or_default(), expected, "{row:?}");
    }
}

/// Of `.16x256b` and M = 64 each thread gets what wgmma's accumulator gives it, by the PTX ISA's figure of that (wgmma.mma_async,
/// matrix D): rows t / 4 and eight further down, pairs of columns.
#[test]
fn registers_of_16x256b_are_those_of_wgmma() {
    let plan = Planned::of("#/tensor-memory?kind=f16&m=64&n=64&regions=d&num=8").unwrap();
    let number = |what: &str, m: u32, n: u32| plan.number(&format!("{what} {m} {n}")).unwrap().value;
    for thread in 0..128_u32 {
        for register in 0..32_u32 {
            let m = 16 * (thread / 32) + thread % 32 / 4 + 8 * (register / 2 % 2);
            let n = 8 * (register / 4) + 2 * (thread % 4) + register % 2;
            let found = ["warp", "thread", "register"].map(|what| number(what, m, n) as u32);
            assert_eq!(found, [thread / 32, thread % 32, register], "D({m}, {n})");
        }
    }
}

/// Small pictures are of plans whose links open.
#[test]
fn plans_of_small_pictures_open() {
    let of_lessons = LESSONS.iter().map(|lesson| &lesson.picture);
    let all = of_lessons.chain(TERMS.iter().map(|term| &term.picture));
    let plans: Vec<&str> = all.filter(|small| small.plan().is_some()).map(|small| small.link).collect();
    for link in &plans {
        assert_eq!(form_from_link::<TensorMemoryShown>(link).notices, [], "{link}");
    }
    assert!(plans.len() >= 3, "{plans:?}");
}

/// A wrong place, a wrong size and a fault of the plan are each told in words.
#[test]
fn wrong_clicks_choices_and_plans_are_told() {
    let lesson = LESSONS.iter().find(|lesson| lesson.slug == "lanes-and-columns").unwrap();
    let told = |place: usize, answer: Answer| hint(&lesson.stops[place - 1], &answer).unwrap_or_default();
    let part = swizzle_learn::Part::Lanes;
    let click = |lane, column| Answer::Cell { part, at: [0, lane, column] };
    for (answer, expected) in [
        (
            click(21, 70),
            "You clicked lane 21, column 70, which holds D(21, 6). The lane is right, the column is another.",
        ),
        (
            click(20, 69),
            "You clicked lane 20, column 69, which holds D(20, 5). The column is right, the lane is another.",
        ),
        (click(5, 21), "You clicked lane 5, column 21, which holds no element."),
        (click(21, 69), ""),
    ] {
        assert_eq!(told(2, answer), expected);
    }
    assert_eq!(
        told(6, Answer::Choice(0)),
        "64 columns are allocated and 96 used. The last region ends at column 95."
    );
    assert!(told(6, Answer::Choice(1)).starts_with("96 columns cannot be allocated."));
    assert_eq!(told(6, Answer::Choice(2)), "");
    let begins = lesson.stops[6].figure.link;
    assert!(told(7, Answer::State(begins.into())).starts_with("D 2 overlaps D in 16 columns."));
}
