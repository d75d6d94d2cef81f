//! Failures of a command and their exit codes.

use super::*;
use swizzle_params::SpecError;

/// What a command comes to: it has written its answer, or failed.
pub(crate) type Outcome = Result<(), Failure>;

/// Success for 0, otherwise the exit code of an answer that has the reasons.
pub(crate) const fn exit(code: u8) -> Outcome {
    match code {
        0 => Ok(()),
        _ => Err(Failure::Check(code)),
    }
}

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The options or the input have no answer.
    Input(String),
    /// The check failed, or rows had no answer; the reasons have been reported.
    Check(u8),
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    /// Writes the message, unless everything has been reported or the output is closed.
    pub(crate) fn write(&self, err: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Input(message) => writeln!(err, "error: {message}"),
            Self::Io(error) if !is_closed_pipe(error) => writeln!(err, "error: {error}"),
            Self::Check(_) | Self::Io(_) => Ok(()),
        }
    }

    /// 2 for input without an answer, as for options that the parser rejects; 1 for a failure to read or write. A closed
    /// pipe (`swizzle … | head`) is not a failure.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) => 2,
            Self::Check(code) => *code,
            Self::Io(error) if is_closed_pipe(error) => 0,
            Self::Io(_) => 1,
        }
    }
}

fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Why the input has no answer, in words.
impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Input(why)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        let option = error.name.replace('_', "-");
        Self::Input(format!("--{option} {}: {}", error.value, error.rule))
    }
}
