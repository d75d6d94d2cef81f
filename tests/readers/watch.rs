//! A watch over inputs that never come to an end: where bolero makes them at random, it waits for each as long as it takes.

use std::io::{self, Write as _};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long an input may take, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many inputs there were, and the one that is being fed. The watch ends when this is dropped.
pub(crate) struct Watch(Arc<Mutex<(u64, Vec<u8>)>>);

impl Watch {
    /// Ends the program when one input takes too long, and says which.
    pub(crate) fn start(name: &'static str) -> Self {
        let watch = Self(Arc::default());
        let watched = Arc::downgrade(&watch.0);
        thread::spawn(move || {
            let mut before = 0;
            loop {
                thread::sleep(PATIENCE);
                let Some(watched) = watched.upgrade() else {
                    return;
                };
                let (count, input) = &*watched.lock().unwrap_or_else(PoisonError::into_inner);
                if *count == before {
                    // Past what the test harness keeps to itself until a test ends.
                    let _ = writeln!(
                        io::stderr(),
                        "{name}: an input takes more than {PATIENCE:?}\n  b\"{}\"",
                        input.escape_ascii()
                    );
                    process::exit(1);
                }
                before = *count;
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
}
