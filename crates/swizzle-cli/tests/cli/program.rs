//! Runs the program.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The output and exit status of one run.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

/// Runs `swizzle` with these options, separated by space.
pub(crate) fn swizzle(options: &str) -> Run {
    swizzle_with_input(options, "")
}

/// Runs `swizzle` with text on standard input.
pub(crate) fn swizzle_with_input(options: &str, input: &str) -> Run {
    run(&mut program(options), input.as_bytes())
}

/// The program with options, separated by space; one with spaces is in `'`.
pub(crate) fn program(options: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_swizzle"));
    for (at, part) in options.split('\'').enumerate() {
        match at % 2 {
            0 => command.args(part.split_whitespace()),
            _ => command.arg(part),
        };
    }
    command
}

/// Runs a command with text on standard input.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it can be run");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // A program that does not read may have closed it.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

impl Run {
    /// Returns a run without faults.
    pub(crate) fn right(self) -> Self {
        let end = (self.code, self.err.as_str());
        assert_eq!(end, (Some(0), ""), "{}", self.out);
        self
    }

    /// Returns the output of a run without faults.
    pub(crate) fn answer(self) -> String {
        self.right().out
    }

    /// Returns the output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|fault| panic!("{fault}: {}", self.err))
    }
}
