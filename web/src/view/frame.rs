//! A view with its title and how it is read.

use swizzle_core::Named as _;
use swizzle_draw::scene::{PaneKind, Size, Window};
use swizzle_draw::{MarkKey, MarkLook, marks_keys, matrix_legend, memory_legend};

use super::picture::Picture;
use crate::element::{Attr, Element, el};

/// The heading of a view.
pub struct Heading<'a> {
    /// Its level, as an element.
    pub level: &'static str,
    /// Name that tells it apart from others of its kind, if there are several.
    pub of: Option<&'a str>,
    /// Whether there is room for everything about how it is read.
    pub is_long: bool,
}

impl Heading<'_> {
    /// Heading of the only view of its kind on a page.
    pub const ALONE: Self = Self {
        level: "h2",
        of: None,
        is_long: false,
    };
}

/// The section of a view under its heading; the view itself is to follow.
pub fn frame(picture: &Picture, kind: PaneKind, heading: &Heading<'_>) -> Element {
    let Heading { level, of, is_long } = *heading;
    let (title, short) = (kind.title(), kind.short_title());
    let small = el("small");
    let words = match (&picture.meant, kind) {
        (Some(_), _) => small.child(marks(kind, picture, is_long)),
        (None, PaneKind::Matrix) if is_long => small.child(matrix_words(picture)),
        (None, PaneKind::Matrix) => small.child(matrix_legend(&picture.drawing)),
        (None, PaneKind::Memory) => small.child(memory_legend(&picture.drawing)),
    };
    let name = of.map_or_else(|| title.into(), |of| format!("{title}: {of}"));
    el("section")
        .class("view")
        .attr(Attr::AriaLabel, name)
        .child(el(level).class("view-title").child(short).child(words))
}

/// The marks of a read that is wrong, each as it is drawn.
fn marks(kind: PaneKind, picture: &Picture, is_long: bool) -> Element {
    let key = |(look, means): MarkKey| {
        let class = match look {
            MarkLook::Outline => "is-right",
            MarkLook::Corner => "is-wrong",
            MarkLook::Dashes => "is-missing",
            MarkLook::Red | MarkLook::Beneath | MarkLook::Times | MarkLook::More => "",
        };
        let drawn = match class {
            "" => el("b").child(look.name()),
            _ => el("i").class(class),
        };
        // The heading of the matrix beside it has explained some; others are shown where there is room.
        el("span")
            .class(match look {
                MarkLook::Outline | MarkLook::Corner => "is-said",
                MarkLook::Red => "is-red",
                MarkLook::Beneath => "is-beneath",
                MarkLook::More => "is-more",
                MarkLook::Times | MarkLook::Dashes => "",
            })
            .child(drawn)
            .child(means[usize::from(is_long)])
    };
    el("span")
        .class("mark-keys")
        .children(marks_keys(kind, picture).map(key))
}

/// Returns the description of the tile, in one line.
pub fn title(picture: &Picture) -> String {
    picture.drawing.scene(PaneKind::Matrix, &corner()).title
}

/// A window on one cell: titles and arrows are the same for all.
pub fn corner() -> Window {
    Window::all(Size {
        columns: 1,
        rows: 1,
    })
}

/// How the matrix view is read, with what runs down.
fn matrix_words(picture: &Picture) -> String {
    let scene = picture.drawing.scene(PaneKind::Matrix, &corner());
    format!("{}; {}\u{a0}↓", scene.across.title, scene.down.title)
}
