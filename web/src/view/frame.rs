//! A view with its title and how it is read.

use swizzle_core::picture::{marks_legend, memory_legend};
use swizzle_core::scene::{SceneKind, Size, Window};

use super::picture::Picture;
use crate::element::{Attr, Element, el};

/// The section of a view under a heading of this level; the view itself is to follow. Where there are several of a kind, the
/// name tells them apart.
pub fn frame(
    picture: &Picture,
    kind: SceneKind,
    heading: &'static str,
    of: Option<&str>,
) -> Element {
    let title = match kind {
        SceneKind::Matrix => "Matrix",
        SceneKind::Memory => "Shared memory",
    };
    let words = match (&picture.meant, kind) {
        (Some(_), _) => marks_legend(kind, picture.found.tally().is_mostly_wrong()).into(),
        (None, SceneKind::Matrix) => matrix_words(picture, of.is_some()),
        (None, SceneKind::Memory) => memory_legend(&picture.drawing),
    };
    let name = match of {
        Some(of) => format!("{title}: {of}"),
        None => title.into(),
    };
    el("section")
        .class("view")
        .attr(Attr::AriaLabel, name)
        .child(
            el(heading)
                .class("view-title")
                .child(title)
                .child(el("small").child(words)),
        )
}

/// What the tile is, in one line.
pub fn title(picture: &Picture) -> String {
    picture.drawing.scene(SceneKind::Matrix, &corner()).title
}

/// A window on one cell: titles are the same for all.
fn corner() -> Window {
    Window::all(Size {
        columns: 1,
        rows: 1,
    })
}

/// How the matrix view is read; with what runs down, where nothing else beside the view says it.
fn matrix_words(picture: &Picture, says_down: bool) -> String {
    let scene = picture.drawing.scene(SceneKind::Matrix, &corner());
    if says_down {
        format!("{}; {} ↓", scene.across.title, scene.down.title)
    } else {
        scene.across.title
    }
}
