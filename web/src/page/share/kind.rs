//! Kinds of files.

use swizzle_view::Format;

/// Kind of a file.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    /// One that the core writes.
    Written(Format),
    /// The browser's picture of the SVG.
    Png,
}

impl Kind {
    pub(super) fn format(self) -> Format {
        match self {
            Self::Written(format) => format,
            Self::Png => Format::Svg,
        }
    }

    pub(super) fn extension(self) -> &'static str {
        match self {
            Self::Written(format) => format.extension(),
            Self::Png => "png",
        }
    }

    pub(super) fn mime(self) -> &'static str {
        match self.format() {
            Format::Svg => "image/svg+xml",
            Format::Csv => "text/csv",
            Format::Json => "application/json",
            Format::Text => "text/plain;charset=utf-8",
        }
    }
}
