//! Tensor maps as CUTLASS, TileLang and DeepGEMM print them, and in words: what is read, and what is wrong.

use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::MapSwizzle;
use swizzle_parse::tensor_map::{MapPrint, map_from_print};

/// cutlass#947: a print of a map whose arguments are all legal, but for a null pointer.
const CUTLASS: &str = "TMA Desc Addr:   0x7ffd7d2800c0\nformat         6\ndim            3\ngmem_address   0\nglobalDim      (1024,1024,1,1,1)\nglobalStrides  (2,2048,2097152,0,0)\nboxDim         (64,128,1,1,1)\nelementStrides (1,1,1,1,1)\ninterleave     0\nswizzle        3\nl2Promotion    0\noobFill        0\nError: Failed to initialize the TMA descriptor 1";

/// tilelang#2578: 128 channels of 2 bytes under a swizzle whose span is 128 bytes.
const TILELANG: &str = "format         6 (CU_TENSOR_MAP_DATA_TYPE_FLOAT16)\ndim            4\nglobalDim      [128, 8, 8, 1]\nsmem_box_pixel 16\nsmem_box_channel 128\nelementStrides [1, 1, 1, 1]\ninterleave     0 (CU_TENSOR_MAP_INTERLEAVE_NONE)\nswizzle        3 (CU_TENSOR_MAP_SWIZZLE_128B)\nl2Promotion    2 (CU_TENSOR_MAP_L2_PROMOTION_L2_128B)\noobFill        0 (CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)";

fn read(text: &str) -> MapPrint {
    map_from_print(text).unwrap_or_else(|| panic!("not read: {text}"))
}

#[track_caller]
fn says(text: &str, parts: &[&str]) {
    let answer = read(text).text();
    for part in parts {
        let is_said = answer.to_lowercase().contains(&part.to_lowercase());
        assert!(is_said, "{part:?} is not in\n{answer}");
    }
}

#[test]
fn cutlass_prints_a_map() {
    let print = read(CUTLASS);
    let typed = &print.typed;
    assert_eq!(typed.extents, "1024, 1024, 1");
    assert_eq!(typed.strides, "2048, 2097152", "the first is an element's");
    assert_eq!(typed.box_elements, "64, 128, 1");
    assert_eq!((print.is_null(), print.map_address), (true, Some(0x7ffd_7d28_00c0)));
    assert_eq!((print.assumed.len(), print.unread.len()), (0, 0), "{print:?}");
    let verdict = print.verdict();
    assert_eq!((verdict.kind, verdict.refusals().count()), (VerdictKind::Right, 0));
    assert_eq!(verdict.covered.map(|one| one.span_bytes), Some(16384));
    says(
        CUTLASS,
        &[
            "tensor map",
            "f16 (format 6)",
            "rank 3",
            "128B",
            "16384",
            "gmem_address is 0",
            "SBO 1024",
            "CUDA_ERROR_INVALID_VALUE",
        ],
    );
}

#[test]
fn tilelang_prints_a_map_of_im2col() {
    let print = read(TILELANG);
    assert!(print.typed.is_im2col());
    let verdict = print.verdict();
    assert_eq!((verdict.kind, verdict.field, verdict.landing), (VerdictKind::Wrong, Some("channels"), None));
    says(TILELANG, &["tensor map", "256 bytes", "128B", "refused", "64 channels"]);
    let with_more = format!(
        "tvm.error.InternalError: Failed to initialize the TMA descriptor 1 (CUDA_ERROR_INVALID_VALUE: invalid argument)\nNo local im2col-TMA constraint violation was detected before calling cuTensorMapEncodeIm2col.\nTMA Desc Addr:   0x7ffe50 (mod64=16)\ngmem_address   0x7f0008 (mod16=8, mod32=8)\nglobalStridesRaw [2, 256, 2048, 16384]\ncudaGlobalStrides [256, 2048, 16384]\npixelBoxLowerCorner  [-1, -1]\npixelBoxUpperCorner  [-1, -1]\n{TILELANG}"
    );
    let print = read(&with_more);
    assert_eq!(print.typed.strides, "256, 2048, 16384");
    assert_eq!((&*print.typed.lower_corner, print.others), ("-1, -1", 0));
    assert_eq!(print.unread, Vec::<String>::new());
    assert_eq!(print.verdict().field, Some("address"));
    says(&with_more, &["0x7f0008 is not a multiple of 16", "not a multiple of 64"]);
}

#[test]
fn tilelang_says_what_is_wrong_with_one_argument() {
    let text = "boxDim[0] * elementSize must be <= swizzle span (32 bytes) when swizzle is enabled, but got 48 * 16 bits";
    says(text, &["tensor map", "96 bytes", "32B", "refused", "16", "128B"]);
    for (text, field) in [
        ("  [1] boxDim[1] must be <= 256, but got 257", "box"),
        (
            "boxDim[0] * elementSize must be a multiple of 16 bytes when interleave is NONE, but got 44 * 8 bits",
            "box",
        ),
        (
            "effective cuda globalStrides[0] (raw globalStride[1] = 2040) must be a multiple of 16 bytes",
            "strides",
        ),
        ("globalAddress must be 16-byte aligned, but mod16=8", "address"),
        ("channelsPerPixel must be in [1, 256], but got 300", "channels"),
        ("pixelsPerColumn must be in [1, 1024], but got 2000", "pixels"),
        ("elementStrides[2] must be in [1, 8], but got 9", "element strides"),
    ] {
        let verdict = read(text).verdict();
        assert_eq!((verdict.kind, verdict.field), (VerdictKind::Wrong, Some(field)), "{text}: {verdict:?}");
    }
    // In front of a print the print tells all.
    let both = format!(
        "Invalid TMA descriptor arguments for __tvm_tensormap_create_tiled:\n  [1] {text}\n{CUTLASS}"
    );
    assert_eq!(read(&both).typed.box_elements, "64, 128, 1");
}

#[test]
fn a_box_in_words() {
    says("boxDim (64,128) swizzle 3 format 6", &["tensor map", "f16", "128B", "accepted"]);
    says(
        "box 64x128 bf16 CU_TENSOR_MAP_SWIZZLE_64B",
        &["tensor map", "bf16", "128 bytes", "64B", "refused", "32"],
    );
    for text in [
        "box 64x128 bf16 128B swizzle",
        "box {64, 128}, swizzle 0x3, format 9",
        "boxDim = [0x40, 0x80] SWIZZLE_128B CU_TENSOR_MAP_DATA_TYPE_BFLOAT16",
        "cuuint32_t A_desc_boxDim[2]= {64,128};\nCUtensorMapSwizzle A_desc_swizzle= (CUtensorMapSwizzle)3;\nCUtensorMapDataType A_desc_type= (CUtensorMapDataType)9;",
        "Making TMA desc: global memory: 4096 512, shared memory: 64 128, outer stride: 4096, swizzle: 128 (base: 0), elem size: 2",
    ] {
        let print = read(text);
        let map = print.typed.map().unwrap_or_else(|why| panic!("{text}: {why:?}"));
        let sides: Vec<u32> = map.dimensions.iter().map(|one| one.box_elements).collect();
        assert_eq!((map.swizzle, sides), (MapSwizzle::B128, vec![64, 128]), "{text}");
        assert_eq!(map.data_type.global_bits(), 16, "{text}");
        assert_eq!(print.unread, Vec::<String>::new(), "{text}");
        assert_eq!(print.verdict().kind, VerdictKind::Right, "{text}");
    }
    let deep = read(
        "Making TMA desc: global memory: 4096 512, shared memory: 64 128, outer stride: 4096, swizzle: 128 (base: 0), elem size: 2",
    );
    assert_eq!((&*deep.typed.extents, &*deep.typed.strides), ("4096, 512", "8192"));
}

/// Lines with times before them, an array printed as a pointer, several maps, and the commonest fault: a stride.
#[test]
fn other_ways_to_print_it() {
    let logged: String = CUTLASS.lines().map(|line| format!("2026-05-01 18:52:10.969 | {line}\n")).collect();
    let (plain, logged) = (read(CUTLASS), read(&logged));
    assert_eq!((plain.typed, plain.error), (logged.typed, logged.error));
    let fault = CUTLASS.replace("(2,2048,", "(2,2040,");
    let twice = format!("{CUTLASS}\n{CUTLASS}\n{fault}");
    let print = read(&twice);
    assert_eq!((print.others, print.verdict().field), (1, Some("strides")));
    says(&fault, &["Dimension 1 has a stride of 2040 bytes", "not a multiple of 16", "2048, 2097152"]);
    let pointer = CUTLASS.replace("(1024,1024,1,1,1)", "0x7ffd7d280100");
    assert_eq!(read(&pointer).assumed, ["extents"]);
    says(&CUTLASS.replace("swizzle        3", "swizzle        7"), &["swizzle 7 is not one of 0 to 6"]);
}

#[test]
fn an_error_that_is_not_the_maps() {
    for (code, part) in [(700, "CUDA_ERROR_ILLEGAL_ADDRESS"), (999, "earlier"), (201, "no context")] {
        let text = CUTLASS.replace("gmem_address   0", "gmem_address   0x7f0000000000");
        let text = text.replace("descriptor 1", &format!("descriptor {code}"));
        says(&text, &[part, "not caused by the map"]);
    }
    says("Failed to initialize the TMA descriptor 700", &["CUDA_ERROR_ILLEGAL_ADDRESS"]);
}

#[test]
fn other_texts_are_none() {
    for text in [
        "",
        "0x4000004000010040",
        "bf16 128x64 K-major CU_TENSOR_MAP_SWIZZLE_64B at 0x400",
        "swizzle 128B lbo 1 sbo 64",
        "tensor<ptr<i8, smem, align<1024>> o ((64,1),(8,8),(1,4)):((1,0),(64,512),(0,4096))>",
        "desc.bitfield.start_address_ = 0x400 >> 4",
        "M = 16 must be a multiple of 64",
        "box",
        "format 6",
        "MMASmemDescriptor.create[8 * 16, 0, TensorMapSwizzle.SWIZZLE_NONE](sfa_smem)",
    ] {
        assert!(map_from_print(text).is_none(), "{text}");
    }
}

/// No text panics: pieces of prints in any order, and cut anywhere.
#[test]
fn any_text_has_an_answer() {
    let pieces: Vec<&str> =
        format!("{CUTLASS}\n{TILELANG}").leak().split_inclusive([' ', '\n', ',', '(', ']']).collect();
    let odd = [
        "×",
        "-",
        "0x",
        "99999999999999999999999999999999999999999",
        "[",
        "]=",
        "(CU_",
        "é",
        "box ",
        "boxDim[",
        "\u{feff}",
    ];
    let mut state = 9_u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..below(24) {
            text += match below(6) {
                0 => odd[below(odd.len())],
                _ => pieces[below(pieces.len())],
            };
        }
        if let Some(print) = map_from_print(&text) {
            let answer = print.text();
            assert!(answer.contains("tensor map"), "{text:?}: {answer}");
        }
    }
    for at in 0..CUTLASS.len() {
        let _ = map_from_print(&CUTLASS[..at]).map(|print| print.text());
        let _ = map_from_print(&CUTLASS[at..]).map(|print| print.text());
    }
}

/// Every print of these tests in one line, as a box of one line has it, is the same map with the same verdict.
#[test]
fn a_print_needs_no_line_ends() {
    let logged: String = CUTLASS.lines().map(|line| format!("2026-05-01 18:52:10.969 | {line}\n")).collect();
    let span = "boxDim[0] * elementSize must be <= swizzle span (32 bytes) when swizzle is enabled, but got 48 * 16 bits";
    let stride =
        "effective cuda globalStrides[0] (raw globalStride[1] = 2040) must be a multiple of 16 bytes";
    let address = CUTLASS.replace("gmem_address   0", "gmem_address   0x7f0000000000");
    let failures = format!(
        "tvm.error.InternalError: Failed to initialize the TMA descriptor 1 (CUDA_ERROR_INVALID_VALUE: invalid argument)\nNo local im2col-TMA constraint violation was detected before calling cuTensorMapEncodeIm2col.\nTMA Desc Addr:   0x7ffe50 (mod64=16)\ngmem_address   0x7f0008 (mod16=8, mod32=8)\nglobalStridesRaw [2, 256, 2048, 16384]\ncudaGlobalStrides [256, 2048, 16384]\npixelBoxLowerCorner  [-1, -1]\npixelBoxUpperCorner  [-1, -1]\n{TILELANG}"
    );
    let texts = [
        CUTLASS.into(),
        TILELANG.into(),
        logged,
        failures,
        CUTLASS.replace("(2,2048,", "(2,2040,"),
        CUTLASS.replace("(1024,1024,1,1,1)", "0x7ffd7d280100"),
        CUTLASS.replace("swizzle        3", "swizzle        7"),
        format!("{CUTLASS}\n{CUTLASS}\n{}", CUTLASS.replace("(2,2048,", "(2,2040,")),
        address.replace("descriptor 1", "descriptor 700"),
        address.replace("descriptor 1", "descriptor 999"),
        format!("Failed to initialize the TMA descriptor 1\n{address}"),
        format!("Error: Failed to initialize the TMA descriptor 1\n{TILELANG}"),
        format!("{TILELANG}\nFailed to initialize the TMA descriptor 1 (CUDA_ERROR_INVALID_VALUE: invalid argument)"),
        format!("Invalid TMA descriptor arguments for __tvm_tensormap_create_tiled:\n  [1] {span}\n  [2] {stride}"),
        format!("Invalid TMA descriptor arguments for __tvm_tensormap_create_tiled:\n  [1] {stride}\n  [2] {span}"),
        format!("Invalid TMA descriptor arguments for __tvm_tensormap_create_tiled:\n  [1] {span}\n{CUTLASS}"),
        format!("{TILELANG}\n  [1] {span}\n  [2] globalAddress must be 16-byte aligned, but mod16=8"),
        "  [1] boxDim[1] must be <= 256, but got 257\n  [2] channelsPerPixel must be in [1, 256], but got 300".into(),
        "cuuint32_t A_desc_boxDim[2]= {64,128};\nCUtensorMapSwizzle A_desc_swizzle= (CUtensorMapSwizzle)3;\nCUtensorMapDataType A_desc_type= (CUtensorMapDataType)9;".into(),
        "Making TMA desc: global memory: 4096 512, shared memory: 64 128, outer stride: 4096, swizzle: 128 (base: 0), elem size: 2\nError: Failed to initialize the TMA descriptor 1".into(),
        "box 64x128 bf16 128B swizzle\nError: Failed to initialize the TMA descriptor 1".into(),
    ];
    for text in &texts {
        let text: &String = text;
        let (lines, line) = (read(text), read(&text.replace('\n', " ")));
        assert_eq!(lines, line, "{text}");
        assert_eq!(lines.verdict(), line.verdict(), "{text}");
        assert_eq!(lines.text(), line.text(), "{text}");
    }
    let one_line = read(&CUTLASS.replace('\n', " "));
    assert_eq!(
        (&*one_line.typed.box_elements, one_line.error.map(|error| error.code)),
        ("64, 128, 1", Some(1))
    );
}

/// Nothing is accepted of which neither type nor box is known.
#[test]
fn what_is_not_shown_is_not_accepted() {
    for (text, missing) in [
        ("Failed to initialize the TMA descriptor 1", "data type and the box"),
        ("Failed to initialize the TMA descriptor 700", "data type and the box"),
        ("gmem_address 0x7f0000000000 swizzle 3", "data type and the box"),
        ("boxDim (64,128) swizzle 3", "data type"),
        ("format 6 globalDim (1024,1024)", "box"),
        ("format 6 smem_box_pixel 16", "channels"),
    ] {
        let print = read(text);
        let verdict = print.verdict();
        assert_eq!((verdict.kind, verdict.landing), (VerdictKind::Incomplete, None), "{text}");
        assert!(verdict.sentence.contains(missing), "{}", verdict.sentence);
        let answer = print.text();
        assert!(!answer.contains("ccepted"), "{answer}");
        assert!(!answer.contains("Nothing shown is wrong"), "{answer}");
    }
}

/// A line of many failures, each with an argument behind it: a step that grows with the square would take hours here.
#[test]
fn many_clauses_in_one_line_come_to_an_end() {
    for piece in [
        "CUDA_ERROR_ dim 3 ",
        "boxDim[1] must be <= 256, but got 257 dim 3 ",
        "Error: the TMA descriptor 1 ",
        " must be ",
    ] {
        let _ = map_from_print(&piece.repeat(1_000_000 / piece.len()));
    }
}
