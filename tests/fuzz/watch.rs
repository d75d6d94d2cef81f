//! A watch over inputs that never come to an end.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long an input may take, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(20);

/// The input that is being fed.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<Mutex<(u64, Vec<u8>)>>);

impl Watch {
    /// Ends the program when one input takes too long, and says which.
    pub(crate) fn start(name: &'static str, seed: u64) -> Self {
        let watch = Self::default();
        let watched = watch.clone();
        thread::spawn(move || {
            let mut before = 0;
            loop {
                thread::sleep(PATIENCE);
                let current = watched.0.lock().unwrap_or_else(PoisonError::into_inner);
                if current.0 == before && before > 0 {
                    println!(
                        "{name}: an input takes more than {PATIENCE:?} (seed {seed})\n  b\"{}\"",
                        current.1.escape_ascii()
                    );
                    process::exit(1);
                }
                before = current.0;
            }
        });
        watch
    }

    /// Says which input comes now.
    pub(crate) fn next(&self, input: &[u8]) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        current.0 += 1;
        current.1.clear();
        current.1.extend_from_slice(input);
    }

    /// Says that there is none.
    pub(crate) fn end(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0 = 0;
    }
}
