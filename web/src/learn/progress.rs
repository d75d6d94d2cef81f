//! Which questions were answered: remembered in this browser alone.

use crate::browser;

/// What storage calls it.
const KEY: &str = "learned";

/// Whether the question of a stop was answered right.
pub(super) fn is_done(address: &str) -> bool {
    browser::remembered(KEY).is_some_and(|done| done.split(' ').any(|one| one == address))
}

/// Which of some stops to go on with: the first that was not answered behind the one that was answered last, or else the
/// first of all. None where all were answered.
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
