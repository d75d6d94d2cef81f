//! Calls that encode a tensor map, as code bases write them: the map that they make, and what is not known of it.

use swizzle_core::Named as _;
use swizzle_core::hardware::Chip;
use swizzle_lints::tma::{TypedMap, copy_verdict};
use swizzle_parse::Destination;
use swizzle_parse::{PasteChoice, Pasted, shown_from_paste};
use swizzle_view::Shown;

const TAIL: &str = "CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)";

fn read(text: &str) -> (Pasted, swizzle_view::link::TmaShown) {
    let pasted = shown_from_paste(text, &PasteChoice::default(), &Shown::default())
        .unwrap_or_else(|why| panic!("{text}: {why}"));
    let Some(Destination::TensorMap(form)) = pasted.goes_to.clone() else {
        panic!("not a tensor map: {text}: {}", pasted.what);
    };
    (pasted, *form)
}

/// The lists of a map, and the parts that are named.
#[track_caller]
fn is(text: &str, lists: [&str; 4], named: &[&str]) -> TypedMap {
    let (pasted, form) = read(text);
    let map = form.map;
    assert_eq!([&*map.extents, &*map.strides, &*map.box_elements, &*map.element_strides], lists, "{text}");
    let parts: Vec<&str> = pasted.notices.iter().map(|one| &*one.part).collect();
    assert_eq!(parts, named, "{text}");
    map
}

#[test]
fn arguments_where_they_stand() {
    let lists = ["4096, 1024", "8192", "64, 128", "1, 1"];
    let type_and_rank = "&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, ptr";
    for arguments in [
        "{4096,1024}, {8192}, {64,128}, {1,1}",
        "cuuint64_t{4096, 1024}, cuuint64_t{8192}, cuuint32_t{64, 128}, cuuint32_t{1, 1}",
        "(cuuint64_t[]){4096, 1 << 10}, (cuuint64_t[]){4096 * sizeof(__nv_bfloat16)}, (cuuint32_t[]){64, 128}, (cuuint32_t[2]){1, 1}",
        "std::array<cuuint64_t, 2>{4096, 1024}.data(), std::array<cuuint64_t, 1>{{8192}}.data(), std::array<cuuint32_t, 2>{{64, 128}}.data(), std::vector<cuuint32_t>{1, 1}.data()",
        "[4096u64, 1024].as_ptr(), [8192u64].as_ptr(), [64u32, 128].as_ptr(), [1u32; 2].as_ptr()",
        "/* size */ {4096, 1024}, {8192} /* bytes */, {64, 128}, {1, 1}",
    ] {
        let text = format!("cuTensorMapEncodeTiled({type_and_rank}, {arguments}, {TAIL}");
        let map = is(&text, lists, &["ptr"]).map().expect("a map");
        assert_eq!(map.swizzle.name(), "128B", "{text}");
    }
    // The first dimension of the box is the contiguous one.
    let text = format!(
        "cuTensorMapEncodeTiled({type_and_rank}, {{4096,1024}}, {{8192}}, {{128,64}}, {{1,1}}, {TAIL}"
    );
    let (pasted, form) = read(&text);
    assert_eq!(form.map.box_elements, "128, 64");
    assert!(
        pasted.what.contains("at most as wide as its swizzle, 64 elements for 128B and not 128"),
        "{}",
        pasted.what
    );
}

#[test]
fn what_the_text_sets_above() {
    let call = format!(
        "cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank, ptr, dims, strides, box, every, {TAIL}"
    );
    let lists = ["4096, 1024", "8192", "64, 128", "1, 1"];
    for setting in [
        "constexpr uint32_t rank = 2; cuuint64_t dims[rank] = {4096, 1024}; cuuint64_t strides[1] = {8192}; cuuint32_t box[2] = {64, 128}; cuuint32_t every[] = {1, 1};",
        "#define K 4096\nconstexpr int rank = 2, BM = 128;\nint BK = 64;\nuint64_t dims[2] = {K, 1024};\nuint64_t strides[1] = {K * sizeof(half)};\nuint32_t box[2] = {(uint32_t)BK, 128};\nuint32_t every[2] = {1, 1};\n",
        "const int rank = 2;\nstd::array<cuuint64_t, 2> dims{4096, 1024};\nstd::vector<cuuint64_t> strides = {8192};\nstd::array<uint32_t, 2> box = {64, 128};\nuint32_t every[2]{1, 1};\n",
        "uint32_t rank = 2; cuuint64_t dims[2]; dims[0] = 4096; dims[1] = 1024; cuuint64_t strides[1]; strides[0] = dims0 = 8192; strides[0] = 8192; cuuint32_t box[2]; box[0] = 64; box[1] = 2 * 64; cuuint32_t every[2] = {1, 1};",
        "int main() {\n  uint32_t rank = 2;\n  uint64_t dims[2] = {4096, 1024};\n  uint64_t strides[1] = {8192};  // bytes\n  uint32_t box[2] = {64, 128};\n  uint32_t every[2] = {1, 1};\n",
    ] {
        is(&format!("{setting}{call}"), lists, &["ptr"]);
    }
    let rust = format!(
        "let dims: [u64; 2] = [4096, 1024]; let strides = [8192u64]; let box_dim: [u32; 2] = [64, 128]; let one = vec![1u32; 2]; let r = cuTensorMapEncodeTiled(map.as_mut_ptr(), CUtensorMapDataType::CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p as *mut c_void, dims.as_ptr(), strides.as_ptr(), box_dim.as_ptr(), one.as_ptr(), {TAIL}"
    );
    is(&rust, lists, &["p as *mut c_void"]);
    // CUTLASS gives the strides from the second on.
    let cutlass = format!(
        "cute::array<uint64_t, 5> stride = {{2, 8192, 0, 0, 0}}; cute::array<uint64_t, 5> shape = {{4096, 1024, 1, 1, 1}}; CUTLASS_CUDA_DRIVER_WRAPPER_CALL(cuTensorMapEncodeTiled)(&d, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, g, shape.data(), stride.data() + 1, &box[0], one, {TAIL}; uint32_t box[2] = {{64, 128}}; uint32_t one[5] = {{1, 1, 1, 1, 1}};"
    );
    is(&cutlass, lists, &["g"]);
    // A mode in a variable.
    let text = call.replace("CU_TENSOR_MAP_SWIZZLE_128B", "swz");
    let set = format!("auto swz = CU_TENSOR_MAP_SWIZZLE_64B; {text}");
    assert_eq!(read(&set).1.map.swizzle, "CU_TENSOR_MAP_SWIZZLE_64B");
}

#[test]
fn python_and_tilelang() {
    let lists = ["4096, 1024", "8192", "64, 128", "1, 1"];
    for text in [
        "err, tmap = driver.cuTensorMapEncodeTiled(driver.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, a.data_ptr(), [driver.cuuint64_t(4096), driver.cuuint64_t(1024)], [driver.cuuint64_t(8192)], [driver.cuuint32_t(64), driver.cuuint32_t(128)], [driver.cuuint32_t(1)] * 2, driver.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE, driver.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B, driver.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_NONE, driver.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)",
        "dims = [4096, 1024]\nbox = (\n    64,\n    128,\n)\ncuda.cuTensorMapEncodeTiled(tensorDataType=cuda.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16, tensorRank=2, globalAddress=a.data_ptr(), globalDim=dims, globalStrides=[8192], boxDim=box, elementStrides=[1, 1], interleave=0, swizzle=3, l2Promotion=2, oobFill=0)",
    ] {
        is(text, lists, &["a.data_ptr()"]);
    }
    let flat = "6, 2, A.data, 4096, 1024, 2, 8192, 64, 128, 1, 1, 0, 3, 2, 0)";
    for text in [
        format!("A_desc = T.create_tma_descriptor({flat}"),
        format!("T.call_packed(\"__tvm_tensormap_create_tiled\", A_desc, {flat}"),
    ] {
        is(&text, lists, &["A.data"]);
    }
}

#[test]
fn maps_of_im2col() {
    let text = format!(
        "B200: cuTensorMapEncodeIm2col(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, x, {{128, 8, 8, 1}}, {{256, 2048, 16384}}, {{-1, -1}}, {{-1, -1}}, 128, 16, {{1,1,1,1}}, {TAIL} fails with CUDA_ERROR_INVALID_VALUE"
    );
    let (pasted, form) = read(&text);
    assert_eq!((&*form.map.channels, &*form.map.pixels), ("128", "16"));
    assert_eq!((&*form.map.lower_corner, &*form.map.upper_corner), ("-1, -1", "-1, -1"));
    assert_eq!(form.target, Chip::Sm100a);
    for part in
        ["64 elements for 128B and not 128", "Set the window to 64 channels", "CUDA_ERROR_INVALID_VALUE"]
    {
        assert!(pasted.what.contains(part), "{}", pasted.what);
    }
}

/// An argument that is not known is named, and nothing is accepted without type, swizzle and box.
#[test]
fn what_is_not_known_is_named() {
    let call = "cuTensorMapEncodeTiled(&m, TYPE, 2, ptr, {4096, 1024}, {8192}, BOX, {1, 1}, CU_TENSOR_MAP_INTERLEAVE_NONE, SWIZZLE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)";
    let whole = [
        ("TYPE", "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16"),
        ("BOX", "{64, 128}"),
        ("SWIZZLE", "CU_TENSOR_MAP_SWIZZLE_128B"),
    ];
    for (at, other) in [
        (0, "tma_dtype<T>()"),
        (1, "{64, BLOCK_M}"),
        (1, "smem_box"),
        (2, "swizzle_mode"),
        (2, "w == 64 ? CU_TENSOR_MAP_SWIZZLE_64B : CU_TENSOR_MAP_SWIZZLE_128B"),
    ] {
        let mut text = call.to_owned();
        for (i, (name, value)) in whole.iter().enumerate() {
            text = text.replace(name, if i == at { other } else { value });
        }
        let (pasted, _) = read(&text);
        assert!(
            pasted.notices.iter().any(|one| other.starts_with(one.part.trim_end_matches('…'))),
            "{text}: {pasted:?}"
        );
        assert!(!pasted.what.contains("ccepted"), "{text}: {}", pasted.what);
        assert!(pasted.what.contains("the map cannot be checked"), "{}", pasted.what);
    }
    // An array that is too short is a fault.
    let short = call.replace("TYPE", "CU_TENSOR_MAP_DATA_TYPE_UINT8").replace("2, ptr", "3, ptr");
    let (pasted, form) =
        read(&short.replace("BOX", "{64, 128}").replace("SWIZZLE", "CU_TENSOR_MAP_SWIZZLE_64B"));
    assert!(pasted.what.contains("incomplete"), "{}", pasted.what);
    assert!(form.map.map().is_err());
    // One argument too many, and words beside the call.
    let text = format!(
        "cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, nullptr, {{64, 64}}, {{64}}, {{64, 64}}, {{1, 1}}, {}, extra) hangs",
        TAIL.trim_end_matches(')')
    );
    let (pasted, _) = read(&text);
    let parts: Vec<&str> = pasted.notices.iter().map(|one| &*one.part).collect();
    assert_eq!(parts, ["extra", "hangs"]);
    assert!(pasted.what.contains("null pointer"), "{}", pasted.what);
}

#[test]
fn a_definition_is_no_call() {
    let text = "CUresult cuTensorMapEncodeTiled(CUtensorMap* tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void* globalAddress, const cuuint64_t* globalDim, const cuuint64_t* globalStrides, const cuuint32_t* boxDim, const cuuint32_t* elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)";
    if let Ok(pasted) = shown_from_paste(text, &PasteChoice::default(), &Shown::default()) {
        assert!(!pasted.what.contains("ccepted"), "{}", pasted.what);
    }
}

/// No text panics: pieces of calls in any order, and cut anywhere.
#[test]
fn any_text_has_an_answer() {
    let text = format!(
        "cuuint32_t box[2] = {{64, 128}}; box[1] = 1 << 7; cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, ptr, (cuuint64_t[]){{4096, 1024}}, [8192u64; 1].as_ptr(), &box[0], [1] * 2, {TAIL}; T.create_tma_descriptor(6, 2, A, 1, 2, 3, 4)"
    );
    for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
        for part in [&text[..at], &text[at..]] {
            let _ = shown_from_paste(part, &PasteChoice::default(), &Shown::default());
        }
    }
    let pieces: Vec<&str> = text.split_inclusive([' ', ',', '(', '{', ']']).collect();
    let mut state = 7_u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    for _ in 0..4000 {
        let parts: Vec<&str> = (0..below(30)).map(|_| pieces[below(pieces.len())]).collect();
        let text = parts.concat();
        if let Ok(pasted) = shown_from_paste(&text, &PasteChoice::default(), &Shown::default())
            && let Some(Destination::TensorMap(form)) = pasted.goes_to
        {
            let _ = copy_verdict(&swizzle_lints::tma::TypedCopy {
                map: form.map,
                target: form.target,
                destination_bytes: 0x400,
                buffer_bytes: None,
            });
        }
    }
    let kind = read(&text).0.what;
    assert!(kind.contains("ccepted"), "{kind}");
}
