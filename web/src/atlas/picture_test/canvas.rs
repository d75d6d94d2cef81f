//! A canvas of pixels that heals from the top where its image changes.

use std::rc::Rc;

use swizzle_core::law::Extent;
use swizzle_draw::scene::Size;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::hooks::use_before_paint;
use crate::view::paint;

/// How many frames an image takes to become another: 400 ms at 60 a second.
const FRAMES: usize = 24;

/// Paints a canvas with four bytes a pixel. Another image of the same size replaces the former row by row, from the top,
/// unless the reader wants nothing to move; a third one begins where the second has come to.
#[hook]
pub(super) fn use_healed(canvas: &NodeRef, extent: Extent, pixels: Rc<Vec<u8>>) {
    let (canvas, seen) = (canvas.clone(), use_mut_ref(Vec::new));
    let turn = use_mut_ref(|| 0_u32);
    use_before_paint((extent, pixels), move |(extent, pixels)| {
        let size = Size {
            columns: extent.k,
            rows: extent.mn,
        };
        let mine = turn
            .replace_with(|turn| turn.wrapping_add(1))
            .wrapping_add(1);
        let is_still = browser::prefers_stillness() || seen.borrow().len() != pixels.len();
        if is_still || *seen.borrow() == *pixels {
            seen.replace(pixels.to_vec());
            let _ = paint(&canvas, size, &pixels);
            return;
        }
        spawn_local(async move {
            let row_bytes = 4 * extent.k as usize;
            for frame in 1..=FRAMES {
                let healed = extent.mn as usize * frame / FRAMES * row_bytes;
                // What is given up here is drawn by a later turn.
                if *turn.borrow() != mine {
                    return;
                }
                seen.borrow_mut()[..healed].copy_from_slice(&pixels[..healed]);
                let _ = paint(&canvas, size, &seen.borrow());
                browser::frame().await;
            }
        });
    });
}
