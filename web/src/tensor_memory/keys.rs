//! Actions of the keys on the page.

use crate::page::keys::PageKeys;

/// Action of a key.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Key {
    /// The window so many widths and heights on.
    Window(i32, i32),
    /// The next warp.
    Warp,
}

/// The keys of the page.
pub(super) static KEYS: PageKeys<Key> = PageKeys {
    key_of: |key, _| match key {
        "ArrowUp" => Some(Key::Window(0, -1)),
        "ArrowDown" => Some(Key::Window(0, 1)),
        "ArrowLeft" => Some(Key::Window(-1, 0)),
        "ArrowRight" => Some(Key::Window(1, 0)),
        "w" => Some(Key::Warp),
        _ => None,
    },
    others: "[popover]",
    takes_shift: false,
};
