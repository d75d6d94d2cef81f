//! A picture's scene, marked against the layout that stands beside it.

use swizzle_core::scene::{Scene, SceneKind, Window};

use crate::view::picture::Picture;

/// What is drawn of a picture in a window.
pub(super) fn draw(picture: &Picture, kind: SceneKind, window: &Window) -> Scene {
    let scene = picture.drawing.scene(kind, window);
    match &picture.beside {
        Some(beside) => beside.mark(scene, &picture.drawing),
        None => scene,
    }
}
