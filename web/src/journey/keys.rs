//! Keys of the journey.

use swizzle_draw::journey::SCENES;

use crate::page::keys::PageKeys;

/// Action of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    /// A scene, from 0.
    Scene(usize),
    /// Number of scenes to move on by.
    By(isize),
}

impl Key {
    /// The scene that it leads to from another.
    pub(super) fn scene(self, from: usize) -> usize {
        match self {
            Self::Scene(scene) => scene,
            Self::By(by) => from.saturating_add_signed(by).min(SCENES - 1),
        }
    }
}

/// The keys of the page.
pub(super) static KEYS: PageKeys<Key> = PageKeys {
    key_of: |key, _| match key {
        "ArrowLeft" => Some(Key::By(-1)),
        "ArrowRight" => Some(Key::By(1)),
        _ => {
            let scene = key.parse::<usize>().ok()?.checked_sub(1)?;
            (scene < SCENES).then_some(Key::Scene(scene))
        }
    },
    others: "[popover]",
    takes_shift: false,
};
