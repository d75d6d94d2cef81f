//! `swizzle lint` on files of other kinds, in folders that are watched, and beside `decode`.

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

use crate::cases::folder_with_files;
use crate::golden::right_and_wrong;
use crate::program::{program, swizzle, swizzle_with_input};

#[test]
fn decode_answers_a_kernel_as_lint_does() {
    for text in right_and_wrong() {
        let of = |command: &str| {
            let run = swizzle_with_input(command, &text);
            (run.code, run.out.replace("<stdin>", "<text>"))
        };
        assert_eq!(of("decode"), of("lint -"));
    }
}

/// What TritonParse writes.
#[test]
fn a_trace_is_read() {
    let [_, wrong] = right_and_wrong();
    let files = json!({"k.ptx": wrong, "k.ttir": "x"});
    let trace = json!({"event_type": "compilation", "payload": {"file_content": files}});
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    writeln!(packed, "{trace}").expect("memory");
    let file = folder_with_files("lint", "trace").join("trace.ndjson.gz");
    fs::write(&file, packed.finish().expect("memory")).expect("a file");
    let run = swizzle(&format!("lint {}", file.display()));
    assert_eq!(run.code, Some(1));
    let words = "trace.ndjson.gz:k.ptx:218: error";
    assert!(run.out.contains(words), "{}", run.out);
}

/// A file that a compiler writes into a folder is judged when it is written; files from before are not.
#[test]
fn a_folder_is_watched() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    let [right, wrong] = right_and_wrong();
    let folder = folder_with_files("lint", "watched");
    fs::write(folder.join("before.ptx"), &right).expect("a file");
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
