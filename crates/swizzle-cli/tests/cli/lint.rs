//! `swizzle lint` on files of other kinds, in folders that are watched, and beside `decode`.

use std::fs;
use std::path::PathBuf;

use crate::golden::right_and_wrong;
use crate::program::{program, swizzle, swizzle_with_input};

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    folder
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
    let run = swizzle(&format!("lint {}", folder.display()));
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
        let run = swizzle(&format!("lint {}", file.display()));
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(words), "{}", run.err);
        fs::remove_file(&file).expect("it was written");
    }
    fs::write(folder.join("k.cubin"), &cubin).expect("a file");
    let all = format!("lint {}", folder.display());
    let _ = fs::remove_file(folder.join("other.ptx"));
    let run = swizzle(&all);
    assert!(run.err.contains("a cubin without PTX"), "{}", run.err);
    fs::write(folder.join("other.ptx"), &right_and_wrong()[0]).expect("a file");
    assert_eq!(swizzle(&all).code, Some(0));
}

/// A file that a compiler writes into a folder is judged when it is written; files from before are not.
#[test]
fn a_folder_is_watched() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    let [right, wrong] = right_and_wrong();
    let folder = folder("watched");
    fs::write(folder.join("before.ptx"), &right).expect("a file");
    let _ = fs::remove_file(folder.join("after.ptx"));
    let mut child = program(&format!("lint --watch {}", folder.display()))
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
}
