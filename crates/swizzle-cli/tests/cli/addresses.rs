//! `swizzle addresses` on lines of the read-backs from an H200, and on rows that have no answer.

use crate::program::{Run, swizzle_with_input};

const COLUMNS: &str = "element,major,swizzle,start,lbo_field,sbo_field,base_offset,mn,k";

/// Lines of `wgmma_h200.csv`, the last two of `wgmma_sparse_h200.csv`: what the hardware read, and at which byte.
#[rustfmt::skip]
const MEASURED: [(&str, &str); 10] = [
    ("bf16,K,128B,0,1,64,7,120,6", "15388"),
    ("bf16,K,none,896,64,8,0,35,7", "1470"),
    ("bf16,MN,128B,6224,27,143,0,53,4", "6890"),
    ("bf16,MN,32B,512,16,256,4,186,13", "7588"),
    ("bf16,MN,none,0,64,8,7,35,9", "1558"),
    ("s8,K,64B,128,1,32,1,20,12", "1452"),
    ("tf32,K,128B,752,39,116,5,90,4", "21472"),
    ("tf32,K,none,96,64,8,0,18,4", "1408"),
    ("bf16,K,128B,6064,116,31,1,49,25", "9330"),
    ("s8,K,64B,864,156,29,0,9,17", "1457"),
];

fn addresses(input: &str) -> Run {
    swizzle_with_input("addresses", input)
}

/// Measured lines in full, `byte` last.
fn measured() -> String {
    let rows = MEASURED.iter().map(|(row, byte)| format!("{row},{byte}\n"));
    format!("{COLUMNS},byte\n{}", rows.collect::<String>())
}

#[test]
fn a_missing_column_byte_is_appended() {
    let rows = MEASURED.iter().map(|(row, _)| format!("{row}\n"));
    let input = format!("{COLUMNS}\n{}", rows.collect::<String>());
    assert_eq!(addresses(&input).answer(), measured());
}

#[test]
fn columns_may_stand_in_any_order_and_others_pass_through() {
    let shuffled = |row: &str, note: &str, byte: &str| {
        let mut fields: Vec<&str> = row.split(',').collect();
        fields.reverse();
        fields.insert(2, byte);
        fields.insert(0, note);
        fields.join(",") + "\n"
    };
    let file = |byte: Option<&str>| {
        let rows = MEASURED.iter().map(|(row, answer)| {
            shuffled(
                row,
                "\"odd, “quoted” \"\"note\"\"\"",
                byte.unwrap_or(answer),
            )
        });
        shuffled(COLUMNS, "note", "byte") + &rows.collect::<String>()
    };
    for stale in ["", "4711", "\"4,7\""] {
        assert_eq!(addresses(&file(Some(stale))).answer(), file(None));
    }
}

#[test]
fn line_ends_byte_order_marks_and_blank_lines_stay_as_they_came() {
    let wanted = format!("\u{feff}{}\n", measured()).replace('\n', "\r\n");
    let input = wanted.replace(",1470\r", ",\r");
    assert_eq!(addresses(&input).answer(), wanted);
    let unended = measured().trim_end().to_owned();
    assert_eq!(addresses(&unended).answer(), unended);
}

#[test]
fn numbers_may_be_hex_quoted_and_padded_and_names_in_any_case() {
    let input = format!("{COLUMNS},arch\n\"BF16\", k ,128b,0x0,0x1,64,7,120,6,wgmma\n");
    let wanted = input
        .replace(",arch\n", ",arch,byte\n")
        .replace("wgmma\n", "wgmma,15388\n");
    assert_eq!(addresses(&input).answer(), wanted);
}

#[test]
fn what_no_hardware_reads_is_answered_all_the_same() {
    let input = format!("{COLUMNS},arch\ntf32,MN,128B-32B-atom,0,64,32,0,4,1,wgmma\n");
    assert!(addresses(&input).answer().ends_with(",wgmma,176\n"));
}

/// Bad rows, each with the message that it gets as line 3, column and all.
#[rustfmt::skip]
const BAD: [(&str, &str); 12] = [
    ("fp17,K,128B,0,1,64,0,0,0,", "column 1 (element): element “fp17” is unknown: one of f16, bf16, tf32, e4m3, e5m2, s8, u8, b1, e2m3, e3m2, e2m1, e2m1-packed"),
    ("bf16,M,128B,0,1,64,0,0,0,", "column 2 (major): major “M” is unknown: one of K, MN"),
    ("bf16,K,,0,1,64,0,0,0,", "column 3 (swizzle): the value is empty"),
    ("bf16,K,128B,-16,1,64,0,0,0,", "column 4 (start): “-16” is not a whole number below 2^32, decimal or 0x hex"),
    ("bf16,K,128B,0,16384,64,0,0,0,", "column 5 (lbo_field): 16384 is too large: the range is 0 to 16383 (14 bits), in units of 16 bytes"),
    ("bf16,K,128B,0,1,65536,0,0,0,", "column 6 (sbo_field): 65536 is too large: the range is 0 to 16383 (14 bits), in units of 16 bytes"),
    ("bf16,K,128B,0,1,64,8,0,0,", "column 7 (base_offset): 8 is too large: the range is 0 to 7 (3 bits)"),
    ("bf16,K,128B,0,1,64,0,4294967296,0,", "column 8 (mn): “4294967296” is not a whole number below 2^32, decimal or 0x hex"),
    ("bf16,K,128B,0,1,64,0,0,\"\"\"\",", "column 9 (k): “\"” is not a whole number below 2^32, decimal or 0x hex"),
    ("\u{1f980},K,128B,0,1,64,0,0,0,", "column 1 (element): element “\u{1f980}” is unknown: one of f16, bf16, tf32, e4m3, e5m2, s8, u8, b1, e2m3, e3m2, e2m1, e2m1-packed"),
    ("bf16,K,128B,0,1,64", "column 7 (base_offset): the row has 6 fields, the header has 10"),
    ("bf16,K,128B,0,1,64,0,0,0,,7", "column 11: the row has 11 fields, the header has 10"),
];

#[test]
fn a_bad_row_passes_through_with_byte_empty_and_the_rest_goes_on() {
    for (bad, message) in BAD {
        let (first, rest) = MEASURED.split_first().expect("there are ten");
        let file = |bad: &str| {
            let line = |(row, byte): &(&str, &str)| format!("{row},{byte}\n");
            let rest: String = rest.iter().map(line).collect();
            format!("{COLUMNS},byte\n{}{bad}\n{rest}", line(first))
        };
        let run = addresses(&file(bad));
        let passed = match bad.split(',').count() {
            6 => format!("{bad},,,,"),
            _ => bad.to_owned(),
        };
        assert_eq!(run.err, format!("line 3, {message}\n"));
        assert_eq!(run.out, file(&passed));
        assert_eq!(run.code, Some(2));
    }
}

#[test]
fn the_place_of_byte_is_kept_in_bad_rows_where_it_is_appended() {
    let input = format!(
        "{COLUMNS},arch\nbf16,K\n\nbf16,K,128B,0,1,64,0,0,0,wgmma,extra\nbf16,K,128B,0,1,64,0,0,0,sm_8\n"
    );
    let run = addresses(&input);
    let wanted = format!(
        "{COLUMNS},arch,byte\nbf16,K,,,,,,,,,\n\nbf16,K,128B,0,1,64,0,0,0,wgmma,,extra\nbf16,K,128B,0,1,64,0,0,0,sm_8,\n"
    );
    assert_eq!((run.out, run.code), (wanted, Some(2)));
    let places: Vec<&str> = run
        .err
        .lines()
        .filter_map(|line| line.split(": ").next())
        .collect();
    assert_eq!(
        places,
        [
            "line 2, column 3 (swizzle)",
            "line 4, column 11",
            "line 5, column 10 (arch)"
        ]
    );
}

#[test]
fn a_stale_byte_does_not_survive_in_a_bad_row() {
    let run = addresses(&format!("byte,{COLUMNS}\n5,bf16,K,128B,0,1,64,0,0,x\n6\n"));
    assert_eq!(
        run.out,
        format!("byte,{COLUMNS}\n,bf16,K,128B,0,1,64,0,0,x\n,,,,,,,,,\n")
    );
}

#[test]
fn a_quote_left_open_is_named_and_nothing_is_lost() {
    let input = format!(
        "{COLUMNS},note,byte\nbf16,K,128B,0,1,64,7,120,6,\"two\nlines\",\nbf16,K,128B,0,1,64,7,120,\"6,,\nbf16,K\n"
    );
    let run = addresses(&input);
    assert_eq!(
        run.err,
        "line 4, column 9 (k): the quote is not closed: the field contains the rest of the input\n"
    );
    assert_eq!(run.out, input.replace("lines\",", "lines\",15388"));
}

#[test]
fn a_header_that_lacks_a_column_stops_it() {
    let cases = [
        (
            "",
            "the input has no header; it must name element, major, swizzle, start, lbo_field, sbo_field, base_offset, mn, k",
        ),
        (
            "mn,element,major,swizzle,start,lbo_field,sbo_field\n",
            "line 1: the header does not name base_offset, k",
        ),
        (
            &format!("\n{COLUMNS},mn\n"),
            "line 2: the header names mn twice, the second time as column 10",
        ),
    ];
    for (input, message) in cases {
        let run = addresses(input);
        assert_eq!(run.err, format!("error: {message}\n"));
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
    }
}

#[test]
fn a_row_beyond_one_read_is_warned_of() {
    let run = addresses(&format!(
        "{COLUMNS}\nbf16,K,128B,1024,1,64,0,3,40\nbf16,K,128B,1024,1,64,0,3,70\nbf16,K,128B,1024,512,64,0,3,70\n"
    ));
    assert_eq!(run.code, Some(0));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(
        run.err
            .starts_with("line 3: warning: k 70 is outside one read"),
        "{}",
        run.err
    );
}

#[test]
fn a_quote_that_is_never_closed_is_an_error_of_its_row() {
    let row = "bf16,K,128B,0,1,64,0,0,\"0\nbf16,K,128B,0,1,64,0,0,0\n";
    let run = addresses(&format!("{COLUMNS}\n{row}"));
    assert_eq!(run.code, Some(2));
    assert_eq!(run.out, format!("{COLUMNS},byte\n{row}"));
    assert_eq!(
        run.err,
        "line 2, column 9 (k): the quote is not closed: the field contains the rest of the input\n"
    );
}

#[test]
fn control_characters_are_not_echoed() {
    let run = addresses(&format!(
        "{COLUMNS}\nbf\u{1b}[31m16,K,128B,0,1,64,0,0,0\n{},K,128B,0,1,64,0,0,0\n",
        "x".repeat(1000)
    ));
    assert!(!run.err.contains('\u{1b}'), "{:?}", run.err);
    assert!(
        run.err.lines().all(|line| line.chars().count() < 200),
        "{}",
        run.err
    );
}
