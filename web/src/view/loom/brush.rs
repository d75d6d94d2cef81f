//! Shapes of a loom, gathered by how they look: one element a look, however many bits there are.

use std::fmt::Write as _;

use swizzle_core::FieldId;

use crate::element::{Attr, Element, el};
use crate::view::tint;

/// How a shape looks.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ink {
    /// Ink of a bit that is 0.
    Off,
    /// Ink of a bit that is 1 and comes from a field.
    Field(FieldId),
    /// Ink of a bit that is 1 and comes from several fields, or from none.
    Plain,
}

impl Ink {
    /// The ink of a bit that is 1.
    pub(super) fn of(field: Option<FieldId>) -> Self {
        field.map_or(Self::Plain, Self::Field)
    }

    /// The same where the bit is 1.
    pub(super) fn if_set(self, is_set: bool) -> Self {
        if is_set { self } else { Self::Off }
    }

    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Off => "is-off",
            Self::Field(field) => tint(field),
            Self::Plain => "is-plain",
        }
    }
}

/// Paths of one kind.
pub(super) struct Paths {
    class: &'static str,
    by_ink: Vec<(Ink, String)>,
}

impl Paths {
    pub(super) fn new(class: &'static str) -> Self {
        Self {
            class,
            by_ink: Vec::new(),
        }
    }

    /// Returns the path to which shapes in an ink are added.
    pub(super) fn with(&mut self, ink: Ink) -> &mut String {
        let at = self.by_ink.iter().position(|(known, _)| *known == ink);
        let at = at.unwrap_or_else(|| {
            self.by_ink.push((ink, String::new()));
            self.by_ink.len() - 1
        });
        &mut self.by_ink[at].1
    }

    /// One path for each ink; bits that are 0 are drawn below the others.
    pub(super) fn finish(mut self) -> Element {
        self.by_ink.sort_by_key(|(ink, _)| *ink != Ink::Off);
        let path = |(ink, d): (Ink, String)| {
            el("path")
                .class(self.class)
                .class(ink.class())
                .attr(Attr::D, d)
        };
        el("g").children(self.by_ink.into_iter().map(path))
    }
}

/// Digits of one row: those that are 0, and those that are 1.
pub(super) struct Digits {
    class: &'static str,
    y: u32,
    /// Positions of the digits, by value.
    x: [String; 2],
    text: [String; 2],
}

impl Digits {
    pub(super) fn new(class: &'static str, y: u32) -> Self {
        Self {
            class,
            y,
            x: Default::default(),
            text: Default::default(),
        }
    }

    pub(super) fn push(&mut self, x: u32, is_set: bool) {
        let at = usize::from(is_set);
        let _ = write!(self.x[at], "{x} ");
        self.text[at].push(if is_set { '1' } else { '0' });
    }

    pub(super) fn finish(self) -> Element {
        let Self { class, y, x, text } = self;
        let mut value = 0;
        let texts = x.into_iter().zip(text).map(|(x, digits)| {
            value += 1;
            el("text")
                .class(class)
                .class(if value == 1 { "is-off" } else { "is-on" })
                .attr(Attr::X, x)
                .attr(Attr::Y, y)
                .child(digits)
        });
        el("g").children(texts)
    }
}

/// A rectangle with round corners, by the middle of its upper side.
pub(super) fn rectangle(d: &mut String, x: u32, y: u32, (width, height): (u32, u32)) {
    let (left, r) = (x - width / 2, 3);
    let (across, down) = (width - 2 * r, height - 2 * r);
    let _ = write!(
        d,
        "M{} {y}h{across}a{r} {r} 0 0 1 {r} {r}v{down}a{r} {r} 0 0 1 -{r} {r}h-{across}a{r} {r} 0 0 1 -{r} -{r}v-{down}a{r} {r} 0 0 1 {r} -{r}z",
        left + r
    );
}

/// A circle.
pub(super) fn circle(d: &mut String, x: u32, y: u32, r: u32) {
    let across = 2 * r;
    let _ = write!(
        d,
        "M{} {y}a{r} {r} 0 1 1 {across} 0a{r} {r} 0 1 1 -{across} 0z",
        x - r
    );
}

/// A cross of two strokes.
pub(super) fn cross(d: &mut String, x: u32, y: u32, r: u32) {
    let across = 2 * r;
    let _ = write!(d, "M{} {y}h{across}M{x} {}v{across}", x - r, y - r);
}
