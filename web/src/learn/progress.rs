//! Questions that were answered: remembered in this browser alone.

use super::*;

/// Key in the browser's storage.
const KEY: &str = "learned";

/// What was answered so far.
pub fn progress() -> Progress {
    Progress(browser::remembered(KEY).unwrap_or_default())
}

/// Remembers that the question of an address was answered right.
pub fn set_done(address: &str) {
    browser::remember(KEY, &progress().with(address).0);
}
