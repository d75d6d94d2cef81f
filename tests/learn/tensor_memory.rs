//! Figures of tensor memory: their numbers as the manual has them, and the small pictures that are drawn from data.

use swizzle_draw::scene::tensor_map;
use swizzle_learn::{Answer, Facts as _, LESSONS, Planned, Small, Staged, TERMS, hint};
use swizzle_view::link::{TensorMemoryShown, form_from_link};

/// By hand from PTX ISA 9.1, 9.7.16: layouts of D, addresses, and the lanes of a warp.
#[test]
fn numbers_are_those_of_the_manual() {
    let m128 = "#/tensor-memory?kind=f16&n=64&regions=d@64&shape=32x32b";
    let half = "#/tensor-memory?kind=f16&m=64&n=64&regions=d";
    let two_tiles = "#/tensor-memory?kind=f16&m=64&n=128&regions=d,d16@0,d";
    let ws = "#/tensor-memory?kind=f16&ws=1&n=64&regions=d";
    let pair = "#/tensor-memory?kind=f16&cta_group=2&n=64&regions=d";
    let narrow_pair = "#/tensor-memory?kind=f16&cta_group=2&m=128&n=128&regions=d";
    let factors = "#/tensor-memory?kind=mxf8f6f4&cta_group=2&n=128&k=128&regions=d,sfa,sfb";
    // By CuTe's fragment of SFB.
    let contested = "#/tensor-memory?kind=mxf8f6f4&cta_group=2&m=128&n=128&k=128&reading=cute&regions=d,sfb";
    for (link, name, expected) in [
        (m128, "lane 70 33", "70"),
        (m128, "column 70 33", "97"),
        (m128, "address 70 33", "0x00460061"),
        (m128, "warp 70 33", "2"),
        (m128, "thread 70 33", "6"),
        (m128, "register 70 33", "1"),
        (m128, "columns", "64"),
        (m128, "allocation", "128"),
        (m128, "kib", "256"),
        (half, "lane 37 5", "69"),
        (half, "warp 37 5", "2"),
        (half, "lanes", "64"),
        (half, "lane_ranges", "0–15, 32–47, 64–79, 96–111"),
        (two_tiles, "lane d2 37 5", "85"),
        (two_tiles, "used_columns", "256"),
        (ws, "lane 5 40", "69"),
        (ws, "column 5 40", "8"),
        (pair, "cta 200 7", "1"),
        (pair, "lane 200 7", "72"),
        (pair, "b_of_cta", "32"),
        (narrow_pair, "lane 10 100", "74"),
        (narrow_pair, "column 10 100", "36"),
        (factors, "columns sfb", "4"),
        (factors, "copies sfb 10 0", "4"),
        (contested, "copies sfb 10 0", "2"),
        (contested, "lane sfb 100 0", "68"),
    ] {
        let plan = Planned::of(link).expect(link);
        assert_eq!(plan.value(name).as_deref(), Some(expected), "{link} {name}");
    }
    for name in ["lane 128 0", "lane 0 64", "lane sfa 0 0", "lane 3", "weight", "columns 3"] {
        assert_eq!(Planned::of(m128).unwrap().value(name), None, "{name}");
    }
}

/// By hand from CUTLASS's blocks of 128 rows × 4 factors and the PTX ISA's ids.
#[test]
fn numbers_of_scale_factors_are_those_of_cutlass() {
    let one = "#/scale?row=2&block=0";
    let rows = "#/scale?rows=256&row=2&block=0";
    let written = "#/scale?rows=256&written=tensor&row=2&block=0";
    let nvf4 = "#/scale?kind=mxf4nvf4&blocks=16&row=2&block=0";
    for (link, name, expected) in [
        (one, "byte 37 5", "597"),
        (one, "byte_in_block 77 2", "218"),
        (one, "block_of 170", "5"),
        (one, "column 77 5", "6"),
        (one, "word_byte 77 5", "1"),
        (one, "lane 77 5", "13"),
        (one, "lane_of_warp 77 5 3", "109"),
        (one, "copies", "4"),
        (one, "column_of_step 6", "4"),
        (one, "id_of_step 6", "2"),
        (rows, "byte 200 2", "650"),
        (rows, "wrong", "0"),
        (written, "written_byte 200 2", "1162"),
        (written, "wrong", "1024"),
        (nvf4, "column_of_step 3", "12"),
        (nvf4, "id_of_step 3", "0"),
    ] {
        let stage = Staged::of(link).expect(link);
        assert_eq!(stage.value(name).as_deref(), Some(expected), "{link} {name}");
    }
    for name in ["byte 128 0", "column 0 8", "column 3", "weight"] {
        assert_eq!(Staged::of(one).unwrap().value(name), None, "{name}");
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

/// What the build works out for small pictures is what the page draws of the same link.
#[test]
fn small_pictures_are_those_of_the_page() {
    let of_lessons = LESSONS.iter().map(|lesson| &lesson.picture);
    let all = of_lessons.chain(TERMS.iter().filter_map(|term| term.picture.as_ref()));
    let mut count = 0;
    for small in all {
        let Small::Regions { link, blocks } = small else {
            continue;
        };
        let opened = form_from_link::<TensorMemoryShown>(link);
        assert_eq!(opened.notices, [], "{link}");
        let drawn = tensor_map(&opened.shown.plan.laid()).blocks.into_iter();
        let drawn = drawn.map(|block| {
            let (lanes, columns) = (&block.lanes, &block.columns);
            let [high, wide] = [lanes, columns].map(|range| range.end - range.start);
            [block.class.into(), lanes.start, high, columns.start, wide]
        });
        assert_eq!(drawn.collect::<Vec<_>>(), *blocks, "{link}");
        count += 1;
    }
    assert!(count >= 3, "{count}");
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
