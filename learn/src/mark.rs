//! The signs that take a packed line apart. The build, which packs, has this file as a module of its own.

/// Code, up to [`END`]. Everything that begins with one of these signs ends there.
pub(crate) const CODE: char = '\u{1}';
/// Words, and behind [`NEXT`] the slug of their entry in the glossary, where that is not the words, or the link of a page.
pub(crate) const TERM: char = '\u{2}';
/// The name of a number.
pub(crate) const VALUE: char = '\u{3}';
/// The key of a control.
pub(crate) const KNOB: char = '\u{4}';
/// A condition, [`NEXT`], a line for where it holds, [`ELSE`], and one for where it does not.
pub(crate) const IF: char = '\u{5}';
/// Between two parts.
pub(crate) const NEXT: char = '\u{e}';
/// Between the two lines behind a condition.
pub(crate) const ELSE: char = '\u{f}';
/// The end of what a sign began.
pub(crate) const END: char = '\u{10}';
