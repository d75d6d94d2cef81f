//! `swizzle tma` on copies that an H200 made, and on rows that have no answer.

use crate::program::swizzle_with_input;

const COLUMNS: &str =
    "case,swizzle,element_bytes,box_inner_bytes,box_rows,destination,accepted,row,byte,address";

/// Lines of `tma_h200.csv`: a refused map is an answer.
const MEASURED: [&str; 6] = [
    "6,none,2,128,16,384,1,2,4,644",
    "20,32B,2,32,16,640,1,0,0,656",
    "28,64B,2,16,16,0,1,13,12,876",
    "48,128B,2,128,16,384,1,15,64,2400",
    "24,32B,2,128,16,0,0,,,",
    "60,128B_ATOM_64B,2,128,16,0,0,,,",
];

#[test]
fn accepted_and_address_are_filled_in() {
    let file = |rows: Vec<String>| format!("{COLUMNS}\n{}\n", rows.join("\n"));
    let stale = |row: &&str| {
        let mut fields: Vec<&str> = row.split(',').collect();
        fields[6] = "";
        fields[9] = "4711";
        fields.join(",")
    };
    let wanted = file(MEASURED.map(str::to_owned).into());
    let input = file(MEASURED.iter().map(stale).collect());
    assert_eq!(swizzle_with_input("tma", &input).answer(), wanted);
}

#[test]
fn another_chip_takes_other_maps() {
    let input = "swizzle,element_bytes,box_inner_bytes,box_rows,destination,row,byte\n128B_ATOM_32B,2,128,16,0,1,0\n";
    for (arch, answer) in [("sm_90", "0,"), ("sm_100a", "1,160"), ("sm_120", "0,")] {
        let run = swizzle_with_input(&format!("tma --arch {arch}"), input).answer();
        assert!(run.ends_with(&format!(",1,0,{answer}\n")), "{arch}: {run}");
    }
}

#[test]
fn rows_without_an_answer_are_named() {
    for (row, message) in [
        (
            "128B,2,128,16,64,0,0",
            "column 5 (destination): The destination of the copy is a multiple of 128 bytes",
        ),
        (
            "128B,3,128,16,0,0,0",
            "column 2 (element_bytes): 3 is none of 1, 2, 4, 8",
        ),
        (
            "128B,4,126,16,0,0,0",
            "column 3 (box_inner_bytes): 126 is no whole number of elements of 4 bytes",
        ),
        (
            "96B,2,32,16,0,0,0",
            "column 1 (swizzle): swizzle “96B” is unknown",
        ),
        ("128B,2,64,16,0,16,0", "column 6 (row): the box has 16 rows"),
        ("128B,2,64,16,0,0,64", "column 7 (byte): a row has 64 bytes"),
    ] {
        let input =
            format!("swizzle,element_bytes,box_inner_bytes,box_rows,destination,row,byte\n{row}\n");
        let run = swizzle_with_input("tma", &input);
        assert!(
            run.err.starts_with(&format!("line 2, {message}")),
            "{}",
            run.err
        );
        assert!(run.out.ends_with(&format!("{row},,\n")), "{}", run.out);
        assert_eq!(run.code, Some(2));
    }
}
