//! `swizzle code`: one file in each language, and a reason where there is none.

use crate::program::swizzle;

#[test]
fn every_language_ties_itself_to_the_value_on_screen() {
    let options = "--element bf16 --mn 128 --k 64 --swizzle best --step 1";
    for (language, said) in [
        (
            "cuda",
            "static_assert(descriptor(0x0, 0, 1) == 0x4000004000010002ull, \"the one on screen\");",
        ),
        (
            "cute",
            "static_assert(StoredLayout{}(3, 33, 0) == 249, \"element (3, 33)\");",
        ),
        (
            "cutedsl",
            "assert make_descriptor(read_start(0x0, 0, 1, 0)) == 0x4000004000010002",
        ),
        (
            "rust",
            "assert!(descriptor(0x0, 0, 1, 0) == 0x4000_0040_0001_0002);",
        ),
    ] {
        let code = swizzle(&format!("code --lang {language} {options}")).answer();
        assert!(code.contains(said), "{language}:\n{code}");
        assert!(
            code.contains("Swizzle Atlas: #/?element=bf16&swizzle=128B&mn=128&k=64"),
            "{code}"
        );
    }
}

#[test]
fn what_a_language_cannot_say_it_says() {
    for (options, why) in [
        ("cute --mn 128 --k 60", "ends inside an atom"),
        (
            "cute --mn 64 --k 64 --sbo-bytes 1040",
            "the strides are padded",
        ),
        (
            "cute --mn 64 --k 64 --buffer-k 128",
            "a window of a larger buffer",
        ),
        ("cute --element b1 --mn 64 --k 1024", "no wgmma for b1"),
        ("cutedsl --element tf32 --mn 64 --k 32", "no wgmma of tf32"),
        ("cuda --row-bytes 144 --swizzle none", "plain rows"),
        ("rust --swizzle 128B-32B-atom", "no code for it"),
        ("cuda --name 1a", "“1a” is not a valid name"),
    ] {
        let run = swizzle(&format!("code --lang {options}"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{options}");
        assert!(run.err.contains(why), "{options}: {}", run.err);
    }
}

#[test]
fn a_ring_that_moves_the_phase_is_said_to() {
    let options = "--stages 4 --stage-bytes 8320 --swizzle 128B";
    for language in ["cuda", "rust"] {
        let code = swizzle(&format!("code --lang {language} {options}")).answer();
        assert!(
            code.contains("Warning: The stages start at different phases"),
            "{code}"
        );
        // Row 3, k 33 of stage 1: 8320 + 384 + 64 has phase 4, where the tile's own offset has 3.
        assert!(code.contains("offset(3, 33, 1) == 8706"), "{code}");
    }
    for at in ["", "--stage 0", "--stage 3"] {
        let tile = swizzle(&format!("tile {options} {at}")).answer();
        assert!(
            tile.contains("The stages start at different phases"),
            "{tile}"
        );
    }
    let anew = swizzle(&format!("build {options} --pattern each-stage")).answer();
    let json: serde_json::Value = serde_json::from_str(&anew).expect("JSON");
    let reads = json["sequence"].as_array().expect("a list");
    let offsets: Vec<u64> = reads
        .iter()
        .filter(|read| read["step"] == 0)
        .map(|read| read["base_offset"].as_u64().unwrap_or(0))
        .collect();
    assert_eq!(offsets, [0, 1, 2, 3]);
    assert_eq!(json["tile"]["pattern_of"]["value"], "each-stage");
    let code = swizzle(&format!("code --lang cuda {options} --pattern each-stage")).answer();
    assert!(code.contains("TMA does not write this pattern"), "{code}");
    assert!(code.contains("base_offset(stage)) << 49"), "{code}");
    let run = swizzle("code --lang cuda --stages 2 --stage-bytes 8200");
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("not a multiple of 16"), "{}", run.err);
    let run = swizzle("code --lang cuda --pattern each-tile");
    assert!(run.err.contains("or each-stage"), "{}", run.err);
}

#[test]
fn each_step_has_the_ids_of_its_scale_factors() {
    for (kind, element, ids) in [
        ("mxf8f6f4", "e4m3", [0, 1, 2, 3, 0]),
        ("mxf4", "e2m1-packed", [0, 2, 0, 2, 0]),
        ("mxf4nvf4", "e2m1-packed", [0, 0, 0, 0, 0]),
    ] {
        let k = if element == "e4m3" { 160 } else { 320 };
        let options = format!("--arch tcgen05 --element {element} --kind {kind} --mn 128 --k {k}");
        let json = swizzle(&format!("build {options}")).answer();
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let reads = json["sequence"].as_array().expect("a list");
        let found: Vec<u32> = reads
            .iter()
            .map(|read| {
                let hex = read["idesc"].as_str().expect("hex");
                let word = u32::from_str_radix(&hex[2..], 16).expect("hex");
                assert_eq!(word >> 29 & 3, word >> 4 & 3, "{hex}");
                word >> 29 & 3
            })
            .collect();
        assert_eq!(found, ids, "{kind}");
        let code = swizzle(&format!("code --lang cuda {options}")).answer();
        assert!(
            code.contains("copy_scales(uint32_t scales, uint32_t shared, uint32_t copies)"),
            "{code}"
        );
        assert!(
            code.contains("instruction_descriptor(step), scale_a + scale_columns(step, 128)"),
            "{code}"
        );
    }
    // The ids of 96 elements of K are not known: the caller has to supply them.
    let options =
        "--arch tcgen05 --element e2m1-packed --kind mxf4 --mn 128 --k 768 --absolute-lbo";
    let code = swizzle(&format!("code --lang cuda {options}")).answer();
    assert!(
        code.contains("instruction_descriptor(scale_id_of_a(step), scale_id_of_b(step))"),
        "{code}"
    );
    let words = code.replace("\n// ", " ");
    assert!(
        words.contains("Not generated: copies of scale factors: no source covers where an instruction with K = 96 finds them."),
        "{code}"
    );
}

#[test]
fn sparse_code_says_both_k() {
    let code = swizzle("code --lang cuda --sparse --mn 64 --k 64").answer();
    assert!(code.contains("stored K 64, logical K 128"), "{code}");
    assert!(code.contains("kLogicalK = 128"), "{code}");
    assert!(!code.contains("is the sum of A(m, k) * B(n, k)"), "{code}");
    let json = swizzle("build --sparse --mn 64 --k 64").answer();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        json["sparse"],
        serde_json::json!({"k_stored": 64, "k_logical": 128, "group": 4})
    );
}

#[test]
fn boxes_are_no_larger_than_the_tile() {
    for (options, text) in [
        ("--mn 64 --k 40", "TMA: boxes of 40 (K) × 64 (M)"),
        (
            "--mn 16 --k 64 --operand B",
            "TMA: boxes of 64 (K) × 16 (N)",
        ),
        (
            "--mn 320 --k 64 --operand B",
            "TMA: boxes of 64 (K) × 160 (N)",
        ),
        (
            "--mn 64 --k 64 --sbo-bytes 2048",
            "TMA: boxes of 64 (K) × 8 (M)",
        ),
    ] {
        let code = swizzle(&format!("code --lang cuda --swizzle 128B {options}")).answer();
        assert!(code.contains(text), "{options}: {code}");
    }
}

#[test]
fn what_no_instruction_reads_has_no_code() {
    for (options, why, repair) in [
        (
            "--element tf32 --major MN --mn 64 --k 32",
            "wgmma cannot read tf32 M-major",
            "Make the operand K-major.",
        ),
        (
            "--element e4m3 --major MN --mn 64 --k 64",
            "wgmma cannot read e4m3 M-major",
            "Make the operand K-major.",
        ),
        (
            "--element e2m1 --mn 64 --k 64",
            "wgmma has no e2m1 operand",
            "Switch to tcgen05.",
        ),
        (
            "--arch tcgen05 --element tf32 --major MN --swizzle 128B --mn 128 --k 32",
            "tf32 M-major needs the swizzle with 32B atoms",
            "Use 128B-32B-atom.",
        ),
        (
            "--arch tcgen05 --element bf16 --major MN --swizzle 128B-32B-atom --mn 128 --k 64",
            "bf16 M-major cannot use 32B atoms",
            "Use 128B.",
        ),
        (
            "--element tf32 --mn 64 --k 32 --other-major MN",
            "wgmma cannot read tf32 N-major",
            "",
        ),
        (
            "--element s8 --operand B --mn 40 --k 64 --rows 40",
            "N = 40 is not a wgmma shape for s8",
            "",
        ),
        (
            "--element bf16 --mn 128 --k 128 --sbo-bytes 512",
            "SBO is too small",
            "Set SBO to 1024 B.",
        ),
    ] {
        for language in ["cuda", "cute", "cutedsl", "rust"] {
            let run = swizzle(&format!("code --lang {language} {options}"));
            let all = format!("{language} {options}: {}", run.err);
            assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{all}");
            assert!(run.err.contains(why) && run.err.contains(repair), "{all}");
        }
        let run = swizzle(&format!("build {options}"));
        let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(run.code, Some(1), "{options}");
        assert_eq!(json["instruction"], serde_json::Value::Null, "{options}");
        let findings = json["findings"].as_array().expect("a list");
        let is_why = |finding: &serde_json::Value| {
            finding["severity"] == "error" && finding["message"].as_str().unwrap().contains(why)
        };
        assert!(findings.iter().any(is_why), "{options}: {findings:?}");
    }
}
