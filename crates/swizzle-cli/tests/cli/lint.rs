//! `swizzle lint`: a kernel's PTX in, findings at lines out.

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;

use serde_json::Value;

use crate::program::{swizzle_with, swizzle_with_input};

/// A text of the golden data.
pub(crate) fn text(file: &str, name: &str) -> String {
    let path = format!("{}/../../tests/data/ptx/{file}", env!("CARGO_MANIFEST_DIR"));
    let packed = fs::File::open(&path).expect("golden data");
    let mut all = String::new();
    flate2::read::GzDecoder::new(packed)
        .read_to_string(&mut all)
        .expect("text");
    let mut lines = all
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    let line = lines.find(|line| line["file"] == name).expect("the file");
    line["text"].as_str().expect("a text").to_owned()
}

/// A kernel whose product is right, and the same with a start that is 1024 bytes too far.
fn right_and_wrong() -> [String; 2] {
    let right = text("multiplied.jsonl.gz", "case0");
    let wrong = right.replace("add.s32 \t%r61, %r2, 8192;", "add.s32 \t%r61, %r2, 9216;");
    assert_ne!(right, wrong);
    [right, wrong]
}

fn json(options: &str, input: &str) -> Value {
    serde_json::from_str(&swizzle_with_input(options, input).out).expect("JSON")
}

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_right_kernel_ends_with_0_and_a_wrong_one_with_1() {
    let [right, wrong] = right_and_wrong();
    let run = swizzle_with_input("lint -", &right);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(
        run.out.ends_with(
            "right: All 8 operands are read correctly (4 instructions)\n1 kernel: 1 right\n"
        ),
        "{}",
        run.out
    );
    let run = swizzle_with_input("lint -", &wrong);
    assert_eq!(run.code, Some(1));
    let wanted =
        "<stdin>:218: error: B, step 2: starts 9184 bytes from step 1, expected 8160 [walk-start]";
    assert!(run.out.starts_with(wanted), "{}", run.out);
    assert!(
        run.out
            .contains("fix: Start step 2 8160 bytes (510 units) from step 1"),
        "{}",
        run.out
    );
}

#[test]
fn what_is_wrong_around_right_operands_is_counted() {
    let right = text("texts.jsonl.gz", "triton_tma_bf16_128x128x64_w4_sm90");
    let [of_a, other] =
        [3, 2].map(|code| format!("swizzle_mode.shared::cta.b1024.b32 [ %rd7 + 0 ], {code:#x};"));
    let wrong = right.replacen(&of_a, &other, 1);
    assert_ne!(right, wrong);
    let run = swizzle_with_input("lint -", &wrong);
    let summary = "8 of 16 operands read wrong data: 1 fault in a copy, line 126, though each read alone is right";
    let line = format!(": wrong: {summary} (8 instructions)\n1 kernel: 1 wrong\n");
    assert!(run.out.ends_with(&line), "{}", run.out);
    // The data that A reads was written differently; the fault is the copy's.
    let report = json("lint - --json", &wrong);
    let kernel = &report["kernels"][0];
    assert_eq!(kernel["summary"], summary);
    for mma in kernel["mmas"].as_array().expect("a list") {
        let of = |letter: &str| mma["operands"][letter]["verdict"].clone();
        assert_eq!([of("A"), of("B")], ["wrong", "right"], "{mma}");
    }
    assert_eq!(kernel["findings"][0]["line"], 126);
}

/// A note in line 762, and an error far behind it.
#[test]
fn errors_come_before_notes() {
    let right = text("texts.jsonl.gz", "triton_ptr_bf16_128x128x64_rr_w4_sm90");
    let mut lines: Vec<String> = right.lines().map(str::to_owned).collect();
    let last = lines
        .iter()
        .rposition(|line| line.contains("wgmma.mma_async"));
    let last = last.expect("a wgmma");
    lines[last] = lines[last].replacen("m64n128k16", "m64n132k16", 1);
    let run = swizzle_with_input("lint -", &lines.join("\n"));
    let found: Vec<_> = run
        .out
        .lines()
        .filter_map(|line| line.split(": ").nth(1))
        .collect();
    let notes = found.iter().position(|one| *one == "note").expect("a note");
    assert!(found[..notes].contains(&"error"), "{}", run.out);
    assert!(!found[notes..].contains(&"error"), "{}", run.out);
}

#[test]
fn the_edit_that_mends_is_said_with_its_line() {
    let [_, wrong] = right_and_wrong();
    let run = swizzle_with_input("lint -", &wrong);
    let edit = "    edit of PTX line 209, tried:\n      - add.s32 \t%r61, %r2, 9216;\n      + add.s32 \t%r61, %r2, 8192;\n";
    assert!(run.out.contains(edit), "{}", run.out);
    let json = json("lint - --json", &wrong);
    let edit = &json["kernels"][0]["findings"][0]["edit"];
    assert_eq!(edit["line"], 209);
    assert_eq!(edit["new"], "add.s32 \t%r61, %r2, 8192;");
}

/// A tensor map is wrong, not a read: its line is mended.
#[test]
fn the_edit_of_a_copy_is_said() {
    let json = json("lint - --json", &swizzle_lens::Example::TmaBox.text());
    let finding = &json["kernels"][0]["findings"][0];
    assert_eq!(finding["id"], "box-swizzle");
    assert_eq!(finding["fix"], "Set the tensor map's swizzle mode to 128B");
    let new = finding["edit"]["new"].as_str().expect("an edit");
    assert!(new.ends_with("[ %rd7 + 0 ], 0x3;"), "{new}");
    assert_eq!(finding["edit"]["line"], 126);
}

#[test]
fn decode_answers_a_kernel_as_lint_does() {
    let [right, wrong] = right_and_wrong();
    let of = |command: &str, text: &str| {
        let run = swizzle_with_input(command, text);
        (run.code, run.out.replace("<stdin>", "<text>"))
    };
    for text in [&right, &wrong] {
        assert_eq!(of("decode", text), of("lint -", text));
    }
    // One constant is a descriptor, and an instruction by itself tells how it is read.
    for text in [
        "0x4000004000010040",
        "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%f1,%f2}, %rd1, %rd2, p, 1, 1, 0, 1;",
    ] {
        assert!(of("decode", text).1.contains("read as"), "{text}");
    }
}

#[test]
fn what_cannot_be_read_ends_with_2() {
    for (input, words) in [
        ("", "no wgmma"),
        ("hello", "no wgmma"),
        ("mov.b64 %rd1, 2;", "no wgmma"),
    ] {
        let run = swizzle_with_input("lint -", input);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(words), "{}", run.err);
    }
    let run = swizzle_with(&["lint", "no such file.ptx"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("no such file.ptx"), "{}", run.err);
}

#[test]
fn a_finding_is_at_the_line_of_the_source() {
    let right = text("texts.jsonl.gz", "triton_tma_bf16_128x128x64_w4_sm90");
    // SBO of the second step of A: 512 bytes where 1024 belong.
    let wrong = right.replace(
        "or.b64 \t%rd20, %rd42, 4611686293305294848;",
        "or.b64 \t%rd20, %rd42, 4611686155866341376;",
    );
    let report = json("lint --json -", &wrong);
    let kernel = &report["kernels"][0];
    let findings = kernel["findings"].as_array().expect("findings");
    let finding = findings.iter().find(|one| one["severity"] == "error");
    let finding = finding.expect("an error");
    assert!(
        finding["source"]["file"]
            .as_str()
            .is_some_and(|file| file.ends_with("gen_triton.py")),
        "{finding}"
    );
    assert!(finding["source"]["line"].as_u64() > Some(0), "{finding}");
    assert_eq!(finding["fix"], "Set SBO to 1024 bytes");
}

#[test]
fn json_has_every_operand() {
    let report = json("lint --json -", &right_and_wrong()[0]);
    assert_eq!(report["schema"], 2);
    let kernel = &report["kernels"][0];
    assert_eq!(
        (&kernel["target"], &kernel["verdict"]),
        (&"sm_90a".into(), &"right".into())
    );
    let mma = &kernel["mmas"][1];
    assert_eq!(
        (&mma["line"], &mma["source"], &mma["idesc"]),
        (&200.into(), &Value::Null, &Value::Null)
    );
    let a = &mma["operands"]["A"];
    assert_eq!(
        a["descriptor"]["bits"].as_str().map(|bits| &bits[..14]),
        Some("0x400000400001")
    );
    for (key, wanted) in [
        ("kind", Value::from("descriptor")),
        ("swizzle", "128B".into()),
        ("lbo", 16.into()),
        ("sbo", 1024.into()),
        ("base_offset", 0.into()),
        ("lbo_mode", "relative".into()),
        ("major", "K".into()),
        ("element", "f16".into()),
        ("step", 32.into()),
    ] {
        assert_eq!(a[key], wanted, "{key}");
    }
    assert_eq!(mma["operands"]["D"]["kind"], "registers");
    let report = json(
        "lint --json -",
        &text(
            "texts.jsonl.gz",
            "triton_scaled_e4m3_e4m3_128x128x128_sm100",
        ),
    );
    let mma = &report["kernels"][0]["mmas"][0];
    assert_eq!(
        (
            &mma["idesc"]["kind"],
            &mma["idesc"]["m"],
            &mma["idesc"]["majors"]["B"]
        ),
        (&"mxf8f6f4".into(), &128.into(), &"K".into())
    );
    assert_eq!(mma["operands"]["S"]["kind"], "tensor-memory");
    assert!(mma["source"]["line"].is_number());
}

#[test]
fn what_is_allowed_has_a_reason_and_is_listed() {
    let wrong = &right_and_wrong()[1];
    let commented = wrong.replace(
        "add.s32 \t%r61, %r2, 9216;",
        "add.s32 \t%r61, %r2, 9216;\n// a line",
    );
    // The instruction is in line 219 now; the comment comes before it.
    let mut lines: Vec<&str> = commented.lines().collect();
    lines.insert(
        218,
        "// swizzle: allow walk-start: the second half is elsewhere",
    );
    let run = swizzle_with_input("lint -", &lines.join("\n"));
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(
        run.out.contains("allowed: B, step 2")
            && run.out.contains("reason: the second half is elsewhere"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains(
            ": incomplete: 1 of 8 operands has a finding that is allowed: B of step 2, line 220 ("
        ),
        "{}",
        run.out
    );
    let folder = folder("allowed");
    let config = folder.join("known.toml");
    fs::write(
        &config,
        "[[allow]]\nid = \"walk-start\"\nline = 218\nreason = \"known\"\n",
    )
    .expect("a file");
    let options = format!("lint --config {} -", config.display());
    assert_eq!(swizzle_with_input(&options, wrong).code, Some(0));
    fs::write(&config, "[[allow]]\nid = \"walk-start\"\n").expect("a file");
    let run = swizzle_with_input(&options, wrong);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("missing field `reason`"), "{}", run.err);
}

#[test]
fn annotations_and_chains() {
    let wrong = &right_and_wrong()[1];
    let run = swizzle_with_input("lint --github -", wrong);
    assert!(
        run.out
            .starts_with("::error file=<stdin>,line=218,title=walk-start::B, step 2"),
        "{}",
        run.out
    );
    let run = swizzle_with_input("lint --explain 218 -", wrong);
    assert_eq!(run.code, Some(0));
    for words in [
        "B follows from",
        "add.s32 \t%r61, %r2, 9216;",
        "mov.u32 \t%r17, shared;",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    assert_eq!(
        swizzle_with_input("lint --explain 1 -", wrong).code,
        Some(2)
    );
}

#[test]
fn doors() {
    let [right, wrong] = right_and_wrong();
    let folder = folder("doors");
    let trace = serde_json::json!({"event_type": "compilation", "payload": {"file_content": {"k.ptx": wrong, "k.ttir": "x"}}});
    let pack = |text: &str| {
        use std::io::Write as _;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).expect("memory");
        packed.finish().expect("memory")
    };
    fs::write(folder.join("trace.ndjson.gz"), pack(&format!("{trace}\n"))).expect("a file");
    fs::write(folder.join("k.ptx"), &right).expect("a file");
    // A cubin's text has zero bytes for line ends.
    fs::write(folder.join("zeros.ptx"), wrong.replace('\n', "\0")).expect("a file");
    let run = swizzle_with(&["lint", &folder.display().to_string()]);
    assert_eq!(run.code, Some(1));
    for words in [
        "trace.ndjson.gz:k.ptx:218: error",
        "zeros.ptx:218: error",
        "    line 218 of the PTX in this file: wgmma.mma_async.sync.aligned.m64n128k16",
        "k.ptx: _Z7kernel0PKhS0_S0_jjPf: right",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}

/// Its PTX has no `.loc`: its line tables have the source.
#[test]
fn a_cubin_tells_source_lines() {
    let path = "../../tests/data/ptx/hand_wgmma_sm90.cubin.gz";
    let run = swizzle_with(&["lint", "--json", path]);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    let source = &json["kernels"][0]["mmas"][0]["source"];
    assert_eq!(source["file"], "/src/kkkkkk/hand_wgmma.cu");
    assert_eq!(source["line"], 23);
}

/// Machine code alone has no operand that can be recognised: the message says what to do, and beside PTX the file is skipped.
#[test]
fn a_cubin_without_ptx_is_told_what_to_do() {
    let folder = folder("bare");
    let mut bare = b"\x7fELF\x02\x01\x01".to_vec();
    bare.resize(0x12, 0);
    let cubin = [&bare[..], &[190, 0], &[0; 64]].concat();
    let program = [&bare[..], &[62, 0], &[0; 64]].concat();
    let fatbin = [&[0x50, 0xed, 0x55, 0xba][..], &[0; 64]].concat();
    for (name, bytes, words) in [
        (
            "k.cubin",
            &cubin,
            "a cubin without PTX. Compile with -lineinfo",
        ),
        ("a.out", &program, "cuobjdump -xptx all"),
        ("k.fatbin", &fatbin, "cuobjdump -xptx all"),
    ] {
        let file = folder.join(name);
        fs::write(&file, bytes).expect("a file");
        let run = swizzle_with(&["lint", &file.display().to_string()]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(words), "{}", run.err);
        fs::remove_file(&file).expect("it was written");
    }
    fs::write(folder.join("k.cubin"), &cubin).expect("a file");
    let all = folder.display().to_string();
    let _ = fs::remove_file(folder.join("other.ptx"));
    let run = swizzle_with(&["lint", &all]);
    assert!(run.err.contains("a cubin without PTX"), "{}", run.err);
    fs::write(folder.join("other.ptx"), &right_and_wrong()[0]).expect("a file");
    assert_eq!(swizzle_with(&["lint", &all]).code, Some(0));
}

/// A file that a compiler writes into a folder is judged when it is written; files from before are not.
#[test]
fn a_folder_is_watched() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};
    let [right, wrong] = right_and_wrong();
    let folder = folder("watched");
    fs::write(folder.join("before.ptx"), &right).expect("a file");
    let _ = fs::remove_file(folder.join("after.ptx"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_swizzle"))
        .args(["lint", "--watch"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo built the program");
    let mut said = BufReader::new(child.stderr.take().expect("piped")).lines();
    let first = said.next().expect("a line").expect("text");
    assert!(first.starts_with("Watching "), "{first}");
    fs::write(folder.join("after.ptx"), &wrong).expect("a file");
    let mut found = BufReader::new(child.stdout.take().expect("piped")).lines();
    let line = found.next().expect("a line").expect("text");
    assert!(line.contains("after.ptx:218: error"), "{line}");
    child.kill().expect("it runs until it is ended");
    child.wait().expect("it ends");
    let file = swizzle_with(&["lint", "--watch", "no-such-folder"]);
    assert_eq!(file.code, Some(2));
    assert!(file.err.contains("takes folders"), "{}", file.err);
}

/// The requirements of SARIF 2.1.0 for the properties that are written (its schema, `required` and `enum`).
#[test]
fn sarif_has_what_its_schema_requires() {
    let log = json("lint --sarif -", &right_and_wrong()[1]);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"].as_array().expect("runs")[0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "swizzle");
    let rules = driver["rules"].as_array().expect("rules");
    let ids: Vec<&str> = rules
        .iter()
        .map(|rule| rule["id"].as_str().expect("an id"))
        .collect();
    let distinct: std::collections::BTreeSet<_> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len(), "rules are unique");
    assert!(
        rules
            .iter()
            .all(|rule| rule["shortDescription"]["text"].is_string())
    );
    let results = run["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    for result in results {
        assert!(
            ids.contains(&result["ruleId"].as_str().expect("an id")),
            "{result}"
        );
        assert!(
            ["none", "note", "warning", "error"]
                .contains(&result["level"].as_str().expect("a level"))
        );
        assert!(
            result["message"]["text"]
                .as_str()
                .is_some_and(|text| text.contains("Fix: Start step 2 8160 bytes"))
        );
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["region"]["startLine"], 218);
        // A URI reference: no character that is not allowed in one.
        assert_eq!(place["artifactLocation"]["uri"], "%3Cstdin%3E");
    }
}

#[test]
fn what_is_copied_to_tensor_memory_is_an_operand() {
    let text = text("texts.jsonl.gz", "triton_scaled5_nvfp4_128x256x256_sm100");
    let report = json("lint --json -", &text);
    let copies = report["kernels"][0]["copies"].as_array().expect("a list");
    assert_eq!(copies.len(), 24);
    let first = &copies[0];
    assert_eq!(first["line"], 753);
    assert_eq!(
        first["instruction"],
        "tcgen05.cp.cta_group::1.warpx4.32x128b"
    );
    let source = &first["operands"]["S"];
    assert_eq!(source["kind"], "descriptor");
    assert_eq!(
        (&source["swizzle"], &source["sbo"]),
        (&"none".into(), &128.into())
    );
    assert_eq!(source["start"]["offset"], 106_496);
    assert_eq!(first["operands"]["D"]["kind"], "tensor-memory");
}
