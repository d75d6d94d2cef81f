//! `swizzle access` on accesses that an H200 served, and on rows that have no answer.

use crate::program::swizzle_with_input;

/// The header: `op`, then the lanes.
fn header() -> String {
    let lanes: Vec<String> = (0..32).map(|lane| format!(",lane{lane}")).collect();
    format!("op{}", lanes.concat())
}

/// A row whose lanes have these addresses.
fn row(op: &str, address: impl Fn(usize) -> usize) -> String {
    let lanes: Vec<String> = (0..32).map(|lane| format!(",{}", address(lane))).collect();
    format!("{op}{}", lanes.concat())
}

/// Counted on an H200.
#[test]
fn wavefronts_and_conflicts_are_appended() {
    let rows = [
        (row("LD32", |lane| 32 * lane), "8,7"),
        (row("LD64", |_| 0), "1,0"),
        (row("ST64", |_| 0), "2,0"),
        (row("LD128", |lane| 64 * lane), "16,12"),
        (row("LDSM4", |lane| 128 * lane), "32,28"),
        (row("STSM1", |lane| 1024 * (lane % 8)), "8,7"),
    ];
    let run = |input: &str| swizzle_with_input("access", input).answer();
    let plain = |with: bool| {
        let rows = rows.iter().map(|(row, answer)| match with {
            true => format!("{row},{answer}\n"),
            false => format!("{row}\n"),
        });
        let answers = if with { ",wavefronts,conflicts" } else { "" };
        format!("{}{answers}\n{}", header(), rows.collect::<String>())
    };
    assert_eq!(run(&plain(false)), plain(true));
}

#[test]
fn a_lane_may_take_no_part_and_answers_stand_where_the_header_has_them() {
    let lanes: String = (0..32)
        .map(|lane| {
            if lane < 8 {
                format!(",{}", lane * 128)
            } else {
                ",".into()
            }
        })
        .collect();
    let input = format!("conflicts,{},wavefronts\nstale,ld128{lanes},\n", header());
    let run = swizzle_with_input("access", &input).answer();
    assert_eq!(run, input.replace("stale,", "7,").replace(",,\n", ",,8\n"));
}

#[test]
fn a_bad_row_passes_through_with_both_empty() {
    let good = row("LD32", |lane| 4 * lane);
    let bad = [
        (
            row("LD8", |lane| lane),
            "column 1 (op): instruction “LD8” is unknown",
        ),
        (
            row("LD64", |lane| 4 * lane),
            "column 3 (lane1): 4 is not a multiple of 8",
        ),
        (
            row("STSM1", |lane| lane * 8),
            "column 3 (lane1): 8 is not a multiple of 16",
        ),
        (
            "LD32,0".into(),
            "column 3 (lane1): the row has 2 fields, the header has 33",
        ),
    ];
    for (bad, message) in bad {
        let input = format!("{}\n{bad}\n{good}\n", header());
        let run = swizzle_with_input("access", &input);
        assert!(
            run.err.starts_with(&format!("line 2, {message}")),
            "{}",
            run.err
        );
        let commas = 32 - bad.matches(',').count();
        let filled = format!("{bad}{},,", ",".repeat(commas));
        assert_eq!(
            run.out,
            format!("{},wavefronts,conflicts\n{filled}\n{good},1,0\n", header())
        );
        assert_eq!(run.code, Some(2));
    }
    let run = swizzle_with_input("access", "op,lane0\n");
    assert!(
        run.err
            .starts_with("error: line 1: the header does not name lane1, lane2"),
        "{}",
        run.err
    );
}
