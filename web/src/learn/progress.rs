//! Which questions were answered: remembered in this browser alone.

use crate::browser;

/// What storage calls it.
const KEY: &str = "learned";

/// Whether the question of a stop was answered right.
pub(super) fn is_done(address: &str) -> bool {
    browser::remembered(KEY).is_some_and(|done| done.split(' ').any(|one| one == address))
}

/// Remembers that it was.
pub(super) fn set_done(address: &str) {
    if is_done(address) {
        return;
    }
    let done = browser::remembered(KEY).unwrap_or_default();
    browser::remember(KEY, format!("{done} {address}").trim());
}
