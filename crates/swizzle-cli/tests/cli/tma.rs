//! `swizzle tma` on copies that an H200 made, and on rows that have no answer.

use crate::program::{swizzle_with, swizzle_with_input};

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
    let input = file(MEASURED.iter().map(stale).collect());
    let answer = swizzle_with_input("tma", &input).answer();
    for (row, wanted) in answer.lines().skip(1).zip(MEASURED) {
        assert!(row.starts_with(&format!("{wanted},")), "{row}");
        // Why it is refused, and what is covered otherwise.
        let rest = &row[wanted.len() + 1..];
        let accepted = wanted.split(',').nth(6) == Some("1");
        assert_eq!(rest.starts_with(','), accepted, "{row}");
    }
    assert!(
        answer.starts_with(&format!("{COLUMNS},why,covers\n")),
        "{answer}"
    );
}

#[test]
fn another_chip_takes_other_maps() {
    let input = "swizzle,element_bytes,box_inner_bytes,box_rows,destination,row,byte\n128B_ATOM_32B,2,128,16,0,1,0\n";
    for (arch, answer) in [
        (
            "sm_90",
            "0,,\"swizzle: sm_90 does not support 128B_ATOM_32B: its atoms have 16 bytes.\",",
        ),
        ("sm_100a", "1,160,,2048"),
        ("sm_120", "0,,"),
    ] {
        let run = swizzle_with_input(&format!("tma --arch {arch}"), input).answer();
        let answer = answer.replace('"', "");
        assert!(run.contains(&format!(",1,0,{answer}")), "{arch}: {run}");
    }
}

#[test]
fn rows_without_an_answer_are_named() {
    for (row, message) in [
        (
            "128B,2,128,16,64,0,0",
            "column 5 (destination): The destination must be a multiple of 128 bytes",
        ),
        (
            "128B,3,128,16,0,0,0",
            "column 2 (element_bytes): 3 is not one of 1, 2, 4, 8",
        ),
        (
            "128B,4,126,16,0,0,0",
            "column 3 (box_inner_bytes): 126 is not a whole number of elements of 4 bytes",
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
        assert!(run.out.ends_with(&format!("{row},,,,\n")), "{}", run.out);
        assert_eq!(run.code, Some(2));
    }
}

#[test]
fn a_refusal_is_explained() {
    let input = "swizzle,element_bytes,box_inner_bytes,box_rows,destination,row,byte\nnone,1,44,16,1024,,\nnone,4,4,16,1024,,\nnone,1,64,257,1024,,\nnone,2,512,16,1024,,\n128B,2,64,128,1024,,\n";
    let answer = swizzle_with_input("tma", input).answer();
    let rows: Vec<&str> = answer.lines().skip(1).collect();
    for (row, part) in rows.iter().zip([
        "0,,\"boxDim: The box is 44 elements wide, 44 bytes, which is not a multiple of 16 bytes.\",",
        "0,,\"boxDim: The box is 1 element wide, 4 bytes, which is not a multiple of 16 bytes.\",",
        "0,,boxDim: The box has 257 elements along dimension 1; it must have 1 to 256.,",
        "1,,,8192",
        "1,,,16384",
    ]) {
        assert!(row.ends_with(part), "{row}");
    }
}

#[test]
fn every_argument_can_be_said_by_any_name() {
    for (header, row, answer) in [
        (
            "swizzle,type,extents,strides,box",
            "128B,BFLOAT16,1000 4096,2000,64 128",
            "1,,,16384",
        ),
        (
            "swizzle,type,extents,strides,box",
            "3,9,1000 4096,2008,64x128",
            "0,,\"globalStrides: Dimension 1 has a stride of 2008 bytes, which is not a multiple of 16.\",",
        ),
        (
            "swizzle,format,globalDim,globalStrides,boxDim",
            "CU_TENSOR_MAP_SWIZZLE_128B,6,\"1024,1024,1\",\"2048,2097152\",\"64,128,1\"",
            "1,,,16384",
        ),
        (
            "swizzle,type,rank,box,global_address",
            "64B,bf16,2,32 128,0x7f0000000008",
            "0,,globalAddress: The global address 0x7f0000000008 is not a multiple of 16 bytes.,",
        ),
        (
            "swizzle,type,box,element_strides",
            "none,UINT8,64 128,1 9",
            "0,,elementStrides: Dimension 1 has an element stride of 9; it must be 1 to 8.,",
        ),
        (
            "swizzle,type,channels,pixels",
            "3,6,128,16",
            "0,,\"channelsPerPixel: The box is twice as wide as the swizzle: a swizzled box is at most as wide as its swizzle, 64 elements for 128B and not 128.\",",
        ),
        (
            "swizzle,type,channels,pixels,lower_corner,upper_corner",
            "3,6,64,16,-1 -1,-1 -1",
            "1,,,2048",
        ),
        (
            "swizzle,type,box,oob_fill,l2_promotion",
            "none,UINT8,64 128,1,CU_TENSOR_MAP_L2_PROMOTION_L2_256B",
            "0,,oobFill: UINT8 is not a floating-point type; only these can be filled with NaN.,",
        ),
        (
            "swizzle,type,box,interleave,extents",
            "none,UINT8,16 8,1,64 64",
            "0,,tensorRank: The rank is 2; an interleaved tensor has at least 3 dimensions.,",
        ),
        (
            "swizzle,element_bytes,box_inner_bytes,box_rows,buffer_bytes",
            "128B,2,64,128,8192",
            "1,,The box covers 16384 bytes: it overruns its buffer of 8192 bytes.,16384",
        ),
    ] {
        let run = swizzle_with_input("tma", &format!("{header}\n{row}\n"));
        assert_eq!(run.code, Some(0), "{row}: {}", run.err);
        assert_eq!(
            run.out,
            format!("{header},accepted,address,why,covers\n{row},{answer}\n")
        );
    }
    let run = swizzle_with_input(
        "tma",
        "swizzle,type,box\n7,6,64 128\n3,17,64 128\n3,6,64 a\n",
    );
    assert_eq!(run.code, Some(2));
    for part in [
        "column 1 (swizzle): swizzle 7 is not one of 0 to 6",
        "column 2 (type): data type 17",
        "column 3 (box): “a” is not a number",
    ] {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
}

/// Texts: exit code, and parts of the answer.
const TEXTS: [(&str, i32, &[&str]); 9] = [
    (
        "box 64x128 bf16 SW128",
        0,
        &["swizzle 128B. Accepted", "link        #/memory/tma?"],
    ),
    (
        "box 128x64 bf16 SW128",
        1,
        &["64 elements for 128B and not 128"],
    ),
    (
        "TMA box {128, 64} bf16 128B",
        1,
        &["Refused by cuTensorMapEncodeTiled on sm_90: boxDim"],
    ),
    ("box 64x64 bf16 SW128 on B200", 0, &["on sm_100a"]),
    (
        "box 32x64 bf16 SW128",
        1,
        &["The box overruns a buffer of 4096 bytes"],
    ),
    (
        "TMA box 64x128 e4m3 SW256",
        2,
        &["ignored     SW256: could not be read"],
    ),
    (
        "box 64x128 bf16 SW128 stage 3",
        2,
        &["Accepted", "could not read stage, 3"],
    ),
    (
        "cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, ptr, {4096,1024}, {8192}, {64,128}, {1,1}, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)",
        0,
        &["Accepted", "Not known from the text: globalAddress “ptr”"],
    ),
    (
        "cuTensorMapEncodeTiled(&m, t, 2, ptr, d, s, b, e, i, w, l, o)",
        2,
        &["is not known from the text"],
    ),
];

#[test]
fn a_text_is_an_argument_or_comes_in() {
    for (text, code, parts) in TEXTS {
        for run in [
            swizzle_with(&["tma", text]),
            swizzle_with_input("tma", text),
        ] {
            assert_eq!(run.code, Some(code), "{text}: {}{}", run.out, run.err);
            for part in parts {
                assert!(
                    (run.out.clone() + &run.err).contains(part),
                    "{text}: {part}: {}",
                    run.out
                );
            }
        }
        // `decode` says the same, and `check` who takes it.
        let decoded = swizzle_with(&["decode", text]);
        assert!(
            decoded.out.starts_with("read as     A tensor map"),
            "{}",
            decoded.out
        );
        let checked = swizzle_with(&["check", text]);
        assert_eq!((checked.code, &*checked.out), (Some(2), ""), "{text}");
        assert!(
            checked
                .err
                .contains("is a tensor map, not a descriptor: use swizzle tma"),
            "{}",
            checked.err
        );
    }
    let chip = swizzle_with(&["tma", "--arch", "sm_120", "box 64x64 bf16 SW128 on B200"]);
    assert!(chip.out.contains("on sm_120"), "{}", chip.out);
    let json = swizzle_with(&["tma", "--json", "box 128x64 bf16 SW128"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(
        (&json["accepted"], &json["refusals"][0][0]),
        (&false.into(), &"boxDim".into())
    );
    for text in ["hello", "0x4000004000010040"] {
        let run = swizzle_with(&["tma", text]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains("is not a tensor map"), "{}", run.err);
    }
    // A table without its column is told so.
    let run = swizzle_with_input("tma", "type,box\nbf16,64 128\n");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("swizzle"), "{}", run.err);
}
