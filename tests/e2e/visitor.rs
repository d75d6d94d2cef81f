//! Browsers, which tests have one after the other: to start one takes longer than most tests.

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use swizzle_tests::webdriver::{Browser, Result, Session};

/// The window in CSS pixels, its frame included.
const WINDOW: (u32, u32) = (1440, 1000);

/// The browser of a new visitor: nothing remembered, nothing to go back to.
pub(crate) struct Visitor {
    /// There until it is given back.
    session: Option<Session>,
}

struct Browsers {
    /// How many visitors there are.
    visitors: usize,
    idle: Vec<Session>,
}

static BROWSERS: Mutex<Browsers> = Mutex::new(Browsers { visitors: 0, idle: Vec::new() });

fn browsers() -> MutexGuard<'static, Browsers> {
    BROWSERS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Visitor {
    /// A visitor who has never been at this address, in a browser without workers: one would ask for every file once more,
    /// beside the test and after it.
    pub(crate) fn new(url: &str) -> Result<Self> {
        Self::start(url, false)
    }

    /// The same in a browser with workers.
    pub(crate) fn with_workers(url: &str) -> Result<Self> {
        Self::start(url, true)
    }

    fn start(url: &str, has_workers: bool) -> Result<Self> {
        let idle = {
            let mut browsers = browsers();
            browsers.visitors += 1;
            browsers.idle.pop()
        };
        // From here on it counts as a visitor, whatever fails.
        let mut visitor = Self { session: idle };
        match &visitor.session {
            Some(session) => session.become_new_visitor(url)?,
            None => visitor.session = Some(Session::start(Browser::from_env()?)?),
        }
        visitor.set_workers(has_workers)?;
        visitor.set_window_size(WINDOW.0, WINDOW.1)?;
        Ok(visitor)
    }
}

impl Deref for Visitor {
    type Target = Session;

    fn deref(&self) -> &Session {
        self.session.as_ref().expect("it is given back only at the end")
    }
}

impl Drop for Visitor {
    fn drop(&mut self) {
        let mut browsers = browsers();
        browsers.visitors -= 1;
        // A test that panics leaves its browser in an unknown state.
        if !thread::panicking() {
            browsers.idle.extend(self.session.take());
        }
        // The last one closes them all: what a static holds is never dropped.
        if browsers.visitors == 0 {
            browsers.idle.clear();
        }
    }
}
