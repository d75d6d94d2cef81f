//! The page before a tester: opened by a link, its controls found by their names, as in `tests/e2e`, but without a browser's
//! driver. What a hand does comes to the page at once; what the page then does is waited for frame by frame.

mod fault;
mod hands;
mod page;
mod script;
mod wait;

/// As one who wants nothing to move, until [`MOVING`].
pub(super) const STILL: &str = "
    window.wanted = window.matchMedia;
    window.matchMedia = (query) => query.includes('reduced-motion')
        ? { matches: query.includes('reduce)'), addEventListener() {}, removeEventListener() {} }
        : window.wanted(query);";

/// As one who does not mind.
pub(super) const MOVING: &str = "window.matchMedia = window.wanted";

pub(super) use fault::{Fault, Result};
pub(super) use page::Page;
