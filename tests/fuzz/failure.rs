//! An input that breaks something, and the shortest that still does.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

use crate::target::{Fault, Outcome, Target};

/// What the last panic said, and where.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// Keeps panics from being printed: each is told once, with its input.
pub(crate) fn hold_panics() {
    panic::set_hook(Box::new(|panic| {
        *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
    }));
}

/// Feeds an input; a panic is a fault like any other.
pub(crate) fn check(target: &Target, input: &[u8]) -> Result<Outcome, Fault> {
    panic::catch_unwind(AssertUnwindSafe(|| (target.check)(input)))
        .unwrap_or_else(|_| Err(PANIC.lock().unwrap_or_else(PoisonError::into_inner).clone()))
}

/// Cuts from an input what is not needed to break something, and says what the rest breaks.
pub(crate) fn shorten(target: &Target, mut input: Vec<u8>, mut fault: Fault) -> (Vec<u8>, Fault) {
    let mut length = input.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start + length <= input.len() {
            let shorter = [&input[..start], &input[start + length..]].concat();
            match check(target, &shorter) {
                Err(why) => (input, fault) = (shorter, why),
                Ok(_) => start += length,
            }
        }
        length /= 2;
    }
    (input, fault)
}
