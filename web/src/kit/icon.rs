//! Drawings on buttons, each one path of 16 by 16.

use super::*;

/// One step back.
pub const UNDO: &str = "M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6";
/// One step forth again.
pub const REDO: &str = "M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10";
/// Switch to the dark theme.
pub const MOON: &str = "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z";
/// Switch to the light theme.
pub const SUN: &str = "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1";
/// Steps that go on by themselves.
pub const PLAY: &str = "M5 3.5v9l7-4.5z";
/// Pauses those steps.
pub const PAUSE: &str = "M5.5 3.5v9M10.5 3.5v9";
/// Parameters.
pub const EDIT: &str = "M2.5 5h6M12 5h1.5M10.2 3.4v3.2M2.5 11H4M7.5 11h6M5.8 9.4v3.2";
/// Bits.
pub const BITS: &str = "M2.5 4.5v7M5.5 4.5h3v7h-3zM11 4.5v7M13.5 4.5v7";
/// Notes and findings.
pub const NOTE: &str = "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 7.2v4M8 4.6V5";
/// The way of an address.
pub const TRACE: &str = "M3 3v3l7 4v3M10 3v3L3 10v3";
/// Correct.
pub const GOOD: &str = "M2.5 8.5l3.5 3.5l7.5-8";
/// Wrong.
pub const ERROR: &str = "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM5.5 5.5l5 5m0-5l-5 5";
/// More entries.
pub const MENU: &str = "M2.5 4.5h11M2.5 8h11M2.5 11.5h11";
/// View options.
pub const VIEW: &str = "M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z";
/// Close.
pub const CLOSE: &str = "M4 4l8 8M12 4l-8 8";
/// Keeps a value that follows from the rest.
pub const PIN: &str = "M9.5 2 14 6.5 11 7.5 8.5 10 8 12.5 3.5 8 6 7.5 8.5 5ZM5.8 10.2 2.5 13.5";
/// Possibly wrong.
pub const WARNING: &str = "M8 1.8L15 14H1zM8 6v4m0 1.6v.6";

/// A drawing, for the eye alone.
pub fn icon(d: &'static str) -> Html {
    tag("svg", "icon", path("", d)).with("aria-hidden", "true").with("viewBox", "0 0 16 16")
}
