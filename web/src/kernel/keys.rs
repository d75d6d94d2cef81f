//! Actions of the keys on the page.

use crate::page::keys::PageKeys;

/// Action of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// Number of instructions to move on by.
    Row(isize),
    /// Number of reads of the walk to move on by.
    Step(isize),
    /// The next finding.
    Finding,
    /// The other operand.
    Side,
    /// The atlas.
    Open,
}

/// The keys of the page.
pub(super) static KEYS: PageKeys<Key> = PageKeys {
    key_of: |key, target| match key {
        "ArrowUp" => Some(Key::Row(-1)),
        "ArrowDown" => Some(Key::Row(1)),
        "ArrowLeft" => Some(Key::Step(-1)),
        "ArrowRight" => Some(Key::Step(1)),
        "n" => Some(Key::Finding),
        "b" => Some(Key::Side),
        // A button, a link and a summary are pressed by it.
        "Enter" if target.is_none_or(|at| !at.matches("button, a, summary").unwrap_or(false)) => {
            Some(Key::Open)
        }
        _ => None,
    },
    others: "[tabindex='0']:not(button)",
    takes_shift: true,
};
