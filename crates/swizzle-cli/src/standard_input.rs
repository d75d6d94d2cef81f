//! Text from standard input, where no argument gives one.

use std::io::IsTerminal as _;
use std::io::Read as _;
use std::io::Write as _;

use super::*;

/// All of standard input; a person at a terminal is told what is awaited.
pub(crate) fn text_of_standard_input(what: &str) -> Result<String, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        writeln!(io::stderr(), "reading {what} from standard input")?;
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if text.trim().is_empty() {
        Err(Failure::Input(format!("the input is empty: expected {what}")))
    } else {
        Ok(text)
    }
}
