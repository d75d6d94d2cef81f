//! Questions that were answered: remembered in this browser alone.

use crate::browser;

/// Key in the browser's storage.
const KEY: &str = "learned";

/// Whether the question of a stop was answered right.
pub(super) fn is_done(address: &str) -> bool {
    browser::remembered(KEY).is_some_and(|done| done.split(' ').any(|one| one == address))
}

/// Returns the index of the stop to go on with: the first unanswered one after the stop that was answered last, otherwise the
/// first unanswered one of all. None where all were answered.
pub(super) fn next_of(addresses: &[String]) -> Option<usize> {
    let done = browser::remembered(KEY).unwrap_or_default();
    let last = done.split(' ').next_back();
    let behind = addresses.iter().position(|one| Some(&**one) == last);
    let from = behind.map_or(0, |last| last + 1);
    let is_open = |place: &usize| !is_done(&addresses[*place]);
    (from..addresses.len()).chain(0..from).find(is_open)
}

/// Remembers that it was.
pub(super) fn set_done(address: &str) {
    if is_done(address) {
        return;
    }
    let done = browser::remembered(KEY).unwrap_or_default();
    browser::remember(KEY, format!("{done} {address}").trim());
}
