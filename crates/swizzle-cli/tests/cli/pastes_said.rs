//! The words in the answers to pasted texts, by the id of the case in `tests/data/pastes.jsonl`.

/// Case, the command where it is not that of the case, and parts of the answer, in lower or upper case.
pub(crate) const SAYS: &[(&str, Option<&str>, &[&str])] = &[
    ("t5-03c", None, &["--arch tcgen05", "swizzle 128B"]),
    ("t4-01a", None, &["0xc00", "step 4"]),
    ("t4-01e", None, &["0x8000"]),
    (
        "t4-02a",
        None,
        &[
            "tensor map",
            "f16",
            "128B",
            "16384",
            "gmem_address",
            "SBO 1024",
        ],
    ),
    ("t4-02c", None, &["tensor map", "128B", "accepted"]),
    ("t4-02e", None, &[",1,1432"]),
    (
        "t4-03a",
        None,
        &["tensor map", "256 bytes", "128B", "refused", "64"],
    ),
    (
        "t4-03c",
        None,
        &["tensor map", "96 bytes", "32B", "refused", "16"],
    ),
    (
        "t4-04h",
        None,
        &["tensor map", "128 bytes", "64B", "refused"],
    ),
    ("t4-05b", Some(ACCESS_LD128), &[",4,0"]),
    (
        "t4-06b",
        Some(ACCESS_ST),
        &["\na,4,3", "\nb,4,0", "\nc,1,0"],
    ),
    ("t4-07a", None, &["\"none\"", "0x0000000800080000"]),
    (
        "t4-08a",
        None,
        &["upper half", "128B", "1024", "matrix descriptor"],
    ),
    ("t4-09a", None, &["f16"]),
    ("t4-09k", None, &["0x04080490", "kind f16", "M 64", "N 32"]),
    ("t4-10a", None, &["mxf8f6f4", "0x28a01410", "4"]),
    ("t4-10c", None, &["mxf8f6f4", "id of B", "step"]),
    ("t4-10e", None, &["0x4000404000010042", "descriptor 2"]),
    ("t4-10g", None, &["0x28a01410", "mxf8f6f4"]),
    (
        "t4-11a",
        None,
        &["descriptor iterator", "16 bytes", "2048", "1024", "4096"],
    ),
    ("t4-12b", None, &["bit 46"]),
    ("t4-13b", None, &["0x720", "0x710"]),
    (
        "t4-14b",
        Some(
            "swizzle check --operand B --element bf16 --mn 128 --k 64 --major K --swizzle 128B --start 0x400 --order mn 0x4000010000010040",
        ),
        &["SBO", "1024"],
    ),
    ("t4-15a", None, &["8", "256"]),
    ("t4-15c", None, &["0x08a08000"]),
    (
        "t4-16a",
        None,
        &["0x4000404000010040", "0x4000404000010840", "0x08200490"],
    ),
    ("t4-16c", None, &["64 × 16", "128 × 16", "f16"]),
    ("t4-18a", None, &["m64n8k32"]),
    (
        "t4-19a",
        None,
        &[
            "none,1,44,16,1024,,,0",
            "none,2,512,16,1024,,,1",
            "multiple of 16",
            "256",
        ],
    ),
    ("t4-20-fp32", None, &["tf32"]),
    ("t4-20o", None, &["0x4000008000400040"]),
    ("t4-21d", None, &["64", "16"]),
    ("t4-22a", None, &["LBO"]),
    ("t4-23a", None, &["0x08200490"]),
    ("t4-23c", None, &["0x08200490"]),
    ("t4-23e", None, &["0x08400010", "M 128", "N 256"]),
    ("t4-23g", None, &["0x08210490"]),
    ("t4-25a", None, &["0x2400", "descriptor 5"]),
];

/// Texts that are refused, and are to be.
pub(crate) const REFUSED: &[&str] = &["t4-21d", "t5-03c"];

/// Cases whose answer is not a tile: all of their meaning is looked for in words.
pub(crate) const WORDS_ONLY: &[&str] = &[
    "t4-02a", "t4-02c", "t4-03a", "t4-03c", "t4-04h", "t4-09k", "t4-11a", "t4-16a", "t4-16c",
    "t4-21d", "t4-23c", "t5-03c",
];

/// 32 lanes of LD128 that read byte 256 i ^ 16 (i % 8).
const ACCESS_LD128: &str = "(printf op; for i in $(seq 0 31); do printf ,lane$i; done; echo; \
     printf LD128; for i in $(seq 0 31); do printf ,$((256 * i ^ 16 * (i % 8))); done; echo) | swizzle access";

/// Stores of 4 and 16 bytes with 16 bytes from lane to lane, and of 4 with one more word every 8 lanes.
const ACCESS_ST: &str = "(printf op; for i in $(seq 0 31); do printf ,lane$i; done; echo ,row; \
     printf ST32; for i in $(seq 0 31); do printf ,$((16 * i)); done; echo ,a; \
     printf ST128; for i in $(seq 0 31); do printf ,$((16 * i)); done; echo ,b; \
     printf ST32; for i in $(seq 0 31); do printf ,$((16 * i + 4 * (i / 8))); done; echo ,c) | swizzle access | sed 's/.*,\\([abc],\\)/\\1/'";

/// Cases that are not answered right yet. It only ever gets shorter; in the end it holds what is impossible.
pub(crate) const NOT_YET: &[&str] = &[];
