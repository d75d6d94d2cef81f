//! Keys that have no character, as WebDriver names them: for [`Element::type_keys`](super::Element::type_keys) and
//! [`Session::chord`](super::Session::chord).

/// Backspace.
pub const BACKSPACE: &str = "\u{e003}";
/// Tab.
pub const TAB: &str = "\u{e004}";
/// Enter.
pub const ENTER: &str = "\u{e007}";
/// Shift.
pub const SHIFT: &str = "\u{e008}";
/// Control.
pub const CONTROL: &str = "\u{e009}";
/// Alt.
pub const ALT: &str = "\u{e00a}";
/// Escape.
pub const ESCAPE: &str = "\u{e00c}";
/// The space bar.
pub const SPACE: &str = " ";
/// Page up.
pub const PAGE_UP: &str = "\u{e00e}";
/// Page down.
pub const PAGE_DOWN: &str = "\u{e00f}";
/// End.
pub const END: &str = "\u{e010}";
/// Home.
pub const HOME: &str = "\u{e011}";
/// Arrow left.
pub const LEFT: &str = "\u{e012}";
/// Arrow up.
pub const UP: &str = "\u{e013}";
/// Arrow right.
pub const RIGHT: &str = "\u{e014}";
/// Arrow down.
pub const DOWN: &str = "\u{e015}";
/// Delete.
pub const DELETE: &str = "\u{e017}";
/// Meta, the command key of a Mac.
pub const META: &str = "\u{e03d}";
