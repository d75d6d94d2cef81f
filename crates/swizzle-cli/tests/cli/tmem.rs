//! `swizzle tmem`: specified and unspecified values, sources that disagree, and rows that have no answer.

use crate::program::swizzle_with_input;

/// The lines of an answer without its header.
fn lines(options: &str, input: &str) -> (Vec<String>, String, Option<i32>) {
    let run = swizzle_with_input(options, input);
    let lines = run.out.lines().skip(1).map(str::to_owned).collect();
    (lines, run.err, run.code)
}

/// One row under a header, asked forward: the four answers.
fn place(header: &str, row: &str) -> (String, String) {
    let (lines, err, _) = lines("tmem", &format!("{header}\n{row}\n"));
    let answer = lines[0].strip_prefix(&format!("{row},"));
    (answer.expect("the row comes first").to_owned(), err)
}

#[test]
fn what_is_not_said_has_a_default() {
    for (header, row, wanted) in [
        // N decides nothing where D has a column for each n.
        ("what,m,row,col", "d,128,100,200", "0,100,200,0"),
        ("what,m,row,col", "d,64,37,5", "0,69,5,0"),
        ("what,m,alignment,row,col", "d,64,16,37,5", "0,85,5,0"),
        ("what,cta_group,m,row,col", "d,2,256,200,33", "1,72,33,0"),
        (
            "what,cta_group,m,n,row,col",
            "d,2,128,128,70,100",
            "1,70,36,0",
        ),
        ("what,ws,m,n,row,col", "d,1,32,128,9,100", "0,105,4,0"),
        ("what,kind,m,row,col", "a,f16,64,17,5", "0,33,2,16"),
        (
            "what,kind,cta_group,m,row,col",
            "a,f16,2,128,70,3",
            "1,6|70,1,16",
        ),
        ("what,m,row,col", "sfa,128,37,5", "0,5|37|69|101,5,8"),
        ("what,n,row,col", "sfb,192,37,5", "0,5|37|69|101,9,8"),
        (
            "what,cta_group,m,row,col",
            "sfa,2,256,200,2",
            "1,8|40|72|104,2,16",
        ),
        (
            "what,cta_group,m,n,row,col",
            "sfb,2,256,256,200,2",
            "0|1,8|40|72|104,6,16",
        ),
        ("what,row,col", "sfa,37,5", "0,5|37|69|101,5,8"),
        ("what,kind,m,row,col", "metadata,f16,128,77,20", "0,77,0,20"),
        (
            "what,kind,cta_group,m,row,col",
            "metadata,i8,2,256,200,33",
            "1,72,1,0",
        ),
        (
            "what,shape,num,thread,register",
            "ld,16x256b,4,18,6",
            "0,12,12,0",
        ),
        (
            "what,shape,num,thread,register",
            "st,16x64b,2,7,1",
            "0,9,3,0",
        ),
        ("what,shape,thread,register", "ld,32x32b,70,0", "0,70,0,0"),
        (
            "what,shape,num,thread,register",
            "ld,16x32bx2,8,17,3",
            "0,1,11,0",
        ),
        (
            "what,shape,num,pack,thread,register",
            "ld,16x32bx2,8,1,17,3",
            "0,1,22,0",
        ),
        (
            "what,shape,num,split,thread,register",
            "ld,16x32bx2,8,64,17,3",
            "0,1,67,0",
        ),
        (
            "what,shape,num,pack,thread,register",
            "ld,32x32b,8,1,9,3",
            "0,9,6,0",
        ),
        ("what,shape,row,col", "cp,32x128b,7,13", "0,7|39|71|103,3,8"),
        (
            "what,shape,multicast,row,col",
            "cp,64x128b,01_23,33,5",
            "0,65|97,1,8",
        ),
        ("what,shape,row,col", "cp,4x256b,3,28", "0,96,7,0"),
    ] {
        assert_eq!(
            place(header, row),
            (wanted.to_owned(), String::new()),
            "{row}"
        );
    }
}

#[test]
fn an_m_that_is_not_said_is_not_judged() {
    let only = "line 2: warning: m is not specified: 128 is assumed, and another m gives another place or none\n";
    assert_eq!(
        place("what,kind,sparsity,row,col", "metadata,f16,sparse,77,20"),
        ("0,77,0,20".to_owned(), only.to_owned())
    );
}

#[test]
fn sources_that_disagree_are_both_named() {
    let header = "what,cta_group,m,n,sparsity,reading,row,col";
    for (row, wanted, doubt) in [
        (
            "d,2,128,128,sparse,,70,100",
            "1,6,100,0",
            "line 2: warning: sources disagree: CuTe places it in lane 70, column 36; not measured\n",
        ),
        (
            "d,2,128,128,sparse,cute,70,100",
            "1,70,36,0",
            "line 2: warning: sources disagree: the PTX ISA places it in lane 6, column 100; not measured\n",
        ),
        (
            "sfb,2,128,256,,,130,1",
            "0|1,66|98,0,8",
            "line 2: warning: sources disagree: the PTX ISA places it in lanes 2, 34, 66, 98, column 4, bit 8; not measured\n",
        ),
        (
            "sfb,2,128,256,,ptx,130,1",
            "0|1,2|34|66|98,4,8",
            "line 2: warning: sources disagree: CuTe places it in lanes 66, 98, column 0, bit 8; not measured\n",
        ),
        // SFA of such a pair: CuTe's fragment has twice the rows that a CTA has.
        (
            "sfa,2,128,,,,70,1",
            "0|1,6|38|70|102,2,8",
            "line 2: warning: row is that of the fragment of 128 rows that CuTe has in each CTA; each CTA has 64 rows of A, and whether rows 64 to 127 matter is not known\n",
        ),
        ("d,2,256,128,sparse,,70,100", "0,70,100,0", ""),
    ] {
        assert_eq!(place(header, row), (wanted.into(), doubt.into()), "{row}");
    }
}

#[test]
fn an_m_that_is_taken_is_said_where_it_matters() {
    for (header, row, wanted, m) in [
        (
            "what,cta_group,row,col",
            "sfa,2,200,2",
            "1,8|40|72|104,2,16",
            256,
        ),
        (
            "what,cta_group,n,row,col",
            "sfb,2,256,200,2",
            "0|1,8|40|72|104,6,16",
            256,
        ),
        ("what,kind,row,col", "metadata,f16,77,20", "0,77,0,20", 128),
        (
            "what,kind,cta_group,row,col",
            "metadata,i8,2,200,33",
            "1,72,1,0",
            256,
        ),
    ] {
        let warning = format!(
            "line 2: warning: m is not specified: {m} is assumed, and another m gives another place or none\n"
        );
        assert_eq!(place(header, row), (wanted.to_owned(), warning), "{row}");
    }
}

#[test]
fn a_move_that_does_not_fit_is_said() {
    let header = "what,m,shape,kind,major,row,col,thread,register";
    for (row, wanted, warning) in [
        (
            "ld,64,32x32b,,,,,69,0",
            "0,69,0,0",
            "line 2: warning: 32x32b reads 32 lanes of each warp, of which D fills 16: D of M = 64 is in half the lanes, 16 rows for each warp: half the threads get what is in the other lanes. The shapes of 16 lanes read D and nothing else.\n",
        ),
        ("ld,64,16x256b,,,,,69,0", "0,65,2,0", ""),
        ("ld,128,32x32b,,,,,69,0", "0,69,0,0", ""),
        (
            "a,128,,f16,MN,3,2,,",
            "0,3,1,0",
            "line 2: warning: A in tensor memory is M-major: A row of A is a lane of tensor memory, its elements of K follow each other in columns. No source has another order.\n",
        ),
        ("a,128,,f16,K,3,2,,", "0,3,1,0", ""),
    ] {
        assert_eq!(place(header, row), (wanted.into(), warning.into()), "{row}");
    }
}

#[test]
fn from_lane_fills_in_the_element() {
    let input = "what,m,n,kind,shape,num,split,rows,cta_group,cta,lane,column,bit
d,64,64,,,,,,,,69,5,
a,64,,f16,,,,,,0,33,2,16
sfa,,,,,,,128,,,101,5,8
sfa,,,,,,,128,,,5|37|69|101,5,9
sfa,256,,,,,,,2,1,8,2,16
sfb,256,256,,,,,,2,0|1,8|40,6,16
metadata,128,,f16,,,,,,,77,0,22
ld,,,,16x256b,4,,,,,12,12,
ld,,,,16x32bx2,4,1,,,,1,2,
cp,,,,32x128b,,,,,,39,3,15
";
    let (lines, err, code) = lines("tmem --from-lane", input);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let wanted = [
        "37,5,,",
        "17,5,,",
        "37,5,,",
        "37,5,,",
        "200,2,,",
        "200,2,,",
        "77,20,,",
        ",,18,6",
        // The halves overlap: two registers are of the same cell.
        ",,1|17,2|1",
        "7,13,,",
    ];
    for ((found, asked), wanted) in lines.iter().zip(input.lines().skip(1)).zip(wanted) {
        assert_eq!(found, &format!("{asked},{wanted}"));
    }
    assert_eq!(lines.len(), wanted.len());
}

/// Bad rows, each with the column's name and the message.
#[rustfmt::skip]
const BAD: [(&str, &str); 27] = [
    ("e,,1,128,64,,,,,,,,,0,0,,", "(what): what “e” is unknown: one of d, a, sfa, sfb, metadata, ld, st, cp"),
    (",,1,128,64,,,,,,,,,0,0,,", "(what): the value is empty"),
    ("d,fp17,1,128,64,,,,,,,,,0,0,,", "(kind): kind “fp17” is unknown: one of f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4"),
    ("d,,3,128,64,,,,,,,,,0,0,,", "(cta_group): cta_group 3 is unknown: one of 1, 2"),
    ("d,,2,128,64,1,,,,,,,,0,0,,", "(ws): ws exists with cta_group 1 only"),
    ("d,,1,128,64,2,,,,,,,,0,0,,", "(ws): ws 2 is unknown: one of 0, 1"),
    ("d,,1,-1,64,,,,,,,,,0,0,,", "(m): “-1” is not a whole number below 2^32, decimal or 0x hex"),
    ("d,,1,96,64,,,,,,,,,0,0,,", "(m): no data path is known for M = 96 and cta-group-1: M is one of 64, 128"),
    ("d,,1,,64,,,,,,,,,0,0,,", "(m): m is missing: d depends on it"),
    ("d,,2,128,,,,,,,,,,0,0,,", "(n): n is missing: d depends on it"),
    ("d,,1,128,264,,,,,,,,,0,0,,", "(n): N = 264 is out of range: 1 to 256"),
    ("d,,1,128,64,,,,,,,,,128,0,,", "(row): row m 128 is out of range: 0 to 127"),
    ("d,,1,128,64,,,,,,,,,0,64,,", "(col): column n 64 is out of range: 0 to 63"),
    ("d,,1,128,64,,,,,,,,,0,,,", "(col): col is missing"),
    ("a,mxf4,1,128,,,,,,,,,,0,0,,", "(kind): which half of its byte a packed 4-bit element of A has: no source covers it"),
    ("a,f16,1,128,,1,,,,,,,,0,0,,", "(ws): A in tensor memory of a weight-stationary instruction: no source covers it"),
    ("metadata,f16,1,64,,,,,,,,,,0,0,,", "(m): metadata of a CTA that does not have 128 rows of A: no source covers it"),
    ("sfa,mxf4,1,128,,,16,,,,,,,0,0,,", "(vec): kind mxf4 does not have a scale factor for each 16 elements of K"),
    ("sfa,f16,1,128,,,,,,,,,,0,0,,", "(kind): kind f16 does not have a scale factor for each 32 elements of K"),
    ("sfa,,1,64,,,,,,,,,,0,0,,", "(m): scale factors for this M and form: no source covers it"),
    ("sfb,,1,128,,,,,,,,,,0,0,,", "(rows): rows is missing, and so is n: sfb depends on it"),
    ("sfa,,1,128,,,,,,,,,8,0,8,,", "(col): scale factor 8 is out of range: 0 to 7"),
    ("ld,,,,,,,64x128b,,,,,,,,0,0", "(shape): load shape “64x128b” is unknown: one of 32x32b, 16x64b, 16x128b, 16x256b, 16x32bx2"),
    ("ld,,,,,,,16x256b,,64,,,,,,0,0", "(num): 16x256b.x64 does not exist: a power of two from 1 to 32"),
    ("ld,,,,,,,16x256b,,1,,,,,,0,4", "(register): register 4 is out of range: 0 to 3"),
    ("ld,,,,,,,16x256b,,1,,,,,,128,0", "(thread): thread 128 is out of range: 0 to 127"),
    ("cp,,,,,,,64x128b,,,,,,0,0,,", "(multicast): multicast is missing: 64x128b has 02_13 and 01_23"),
];

#[test]
fn a_bad_row_passes_through_and_the_rest_goes_on() {
    let header = "what,kind,cta_group,m,n,ws,vec,shape,multicast,num,pack,split,blocks,row,col,thread,register";
    let names: Vec<&str> = header.split(',').collect();
    for (bad, message) in BAD {
        let good = "d,,1,64,64,,,,,,,,,37,5,,";
        let input = format!("{header}\n{good}\n{bad}\n{good}\n");
        let (lines, err, code) = lines("tmem", &input);
        let name = message[1..].split_once(')').expect("a column").0;
        let column = 1 + names
            .iter()
            .position(|one| *one == name)
            .unwrap_or(names.len());
        let shown = match names.contains(&name) {
            true => format!("line 3, column {column} {message}\n"),
            // The header does not name it.
            false => format!("line 3, column {column}{}\n", &message[name.len() + 2..]),
        };
        assert_eq!(err, shown);
        assert_eq!(lines[1], format!("{bad},,,,"), "{bad}");
        for line in [&lines[0], &lines[2]] {
            assert_eq!(line, &format!("{good},0,69,5,0"));
        }
        assert_eq!(code, Some(2));
    }
}

#[test]
fn a_place_that_holds_nothing_has_no_element() {
    let header = "what,cta_group,m,n,rows,blocks,cta,lane,column,bit";
    for (row, message) in [
        (
            "d,1,64,64,,,,16,0,0",
            "lane): lane 16, column 0, bit 0 holds nothing of this d",
        ),
        (
            "d,1,64,64,,,,0,64,0",
            "lane): lane 0, column 64, bit 0 holds nothing of this d",
        ),
        ("d,1,64,64,,,1,0,0,0", "cta): cta 1 is out of range: 0 to 0"),
        (
            "d,1,64,64,,,,128,0,0",
            "lane): lane 128 is out of range: 0 to 127",
        ),
        (
            "d,1,64,64,,,,0|1,0,0",
            "lane): the places hold different elements",
        ),
        (
            "d,1,64,64,,,,x,0,0",
            "lane): “x” is not a whole number below 2^32, decimal or 0x hex",
        ),
        (
            "d,1,64,64,,,,0,512,0",
            "column): column 512 is out of range: 0 to 511",
        ),
        (
            "d,1,64,64,,,,0,0,32",
            "bit): bit 32 is out of range: 0 to 31",
        ),
        (
            "sfb,1,,192,,,,0,6,0",
            "column): row 192 is padding: there are 192 rows",
        ),
        (
            "sfb,1,,,128,2,,0,0,16",
            "column): scale factor 2 is padding: there are 2 of each row",
        ),
    ] {
        let (lines, err, code) = lines("tmem --from-lane", &format!("{header}\n{row}\n"));
        assert!(err.ends_with(&format!(" ({message}\n")), "{err}{message}");
        assert_eq!(
            (lines[0].as_str(), code),
            (format!("{row},,,,").as_str(), Some(2))
        );
    }
}
