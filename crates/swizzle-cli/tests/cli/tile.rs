//! `swizzle tile` into a pipe that is closed.

use std::io::Read;
use std::process::Stdio;

use crate::program::program;

#[test]
fn a_reader_that_has_seen_enough_is_no_fault() {
    let mut child = program("tile --mn 1024 --k 1024 --addresses")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cargo built the program");
    let mut head = [0; 14];
    let mut out = child.stdout.take().expect("standard output is piped");
    out.read_exact(&mut head).expect("there is a header");
    drop(out);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(&head, b"mn,k,byte,bit\n");
    assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]));
}
