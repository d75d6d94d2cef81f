//! Text from standard input, where no argument gives one.

use std::io::IsTerminal as _;
use std::io::Read as _;

use super::*;

/// Opens standard input; a person at a terminal is told what is awaited.
pub(crate) fn standard_input(what: &str) -> io::Result<impl BufRead + use<>> {
    let input = io::stdin().lock();
    if input.is_terminal() {
        writeln!(io::stderr(), "reading {what} from standard input")?;
    }
    Ok(BufReader::with_capacity(1 << 16, input))
}

/// All of standard input as text.
pub(crate) fn text_of_standard_input(what: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    standard_input(what)?.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if text.trim().is_empty() {
        Err(Failure::Input(format!("the input is empty: expected {what}")))
    } else {
        Ok(text)
    }
}
