//! The colours of a picture's words and lines, in the light and in the dark.

use crate::palette::{Rgb, Theme};
use swizzle_core::reader::VerdictKind;

/// Colours of an exported picture beside those of its cells.
pub(super) struct Ink {
    pub(super) page: Rgb,
    pub(super) text: Rgb,
    pub(super) quiet: Rgb,
    pub(super) thin: Rgb,
    pub(super) read: Rgb,
    pub(super) right: Rgb,
    pub(super) wrong: Rgb,
    pub(super) doubtful: Rgb,
    pub(super) halo: Rgb,
}

impl Ink {
    /// Those of a theme.
    pub(super) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// That of a verdict; `is_good` where it says that something is right.
    pub(super) const fn of_verdict(&self, kind: VerdictKind, is_good: bool) -> Rgb {
        match kind {
            VerdictKind::Wrong => self.wrong,
            VerdictKind::Warning => self.doubtful,
            VerdictKind::Right => self.right,
            VerdictKind::Incomplete if is_good => self.right,
            VerdictKind::Incomplete => self.quiet,
        }
    }
}

const LIGHT: Ink = Ink {
    page: [255, 255, 255],
    text: [20, 22, 28],
    quiet: [92, 96, 106],
    thin: [120, 122, 130],
    read: [31, 95, 208],
    right: [10, 115, 85],
    wrong: Theme::Light.wrong_ink(),
    doubtful: [138, 90, 0],
    halo: [255, 255, 255],
};

const DARK: Ink = Ink {
    page: [22, 24, 28],
    text: [236, 237, 240],
    quiet: [164, 168, 178],
    thin: [60, 62, 70],
    read: [127, 176, 255],
    right: [79, 207, 159],
    wrong: Theme::Dark.wrong_ink(),
    doubtful: [242, 192, 99],
    halo: [16, 17, 21],
};
