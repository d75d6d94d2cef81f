//! How wide help is.

use crate::program::{program, run};

/// Help wraps at the width of the terminal.
#[test]
fn help_is_as_wide_as_the_terminal_and_plain_in_a_pipe() {
    let help = run(program("lint --help").env("COLUMNS", "60"), &[]).answer();
    let (options, _) = help.split_once("Examples:").expect("examples");
    assert!(options.lines().all(|line| line.chars().count() <= 60), "{options}");
    assert!(!help.contains('\x1b'));
}
