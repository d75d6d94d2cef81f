//! A canvas of pixels that heals where its image changes, in the order of the reads.

use std::rc::Rc;

use swizzle_core::law::{Coord, Extent};
use swizzle_draw::image::Image;
use swizzle_draw::scene::Size;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::hooks::use_before_paint;
use crate::view::paint;

/// How many frames an image takes to become another: 400 ms at 60 a second.
const FRAMES: usize = 24;

/// Paints a canvas with an image. Another one of the same size replaces it row by row, area after area, unless the reader
/// wants nothing to move; a third one begins where the second has come to.
#[hook]
pub(super) fn use_healed(canvas: &NodeRef, image: Rc<Image>, areas: Vec<(Coord, Extent)>) {
    let (canvas, seen) = (canvas.clone(), use_mut_ref(|| None::<Image>));
    let turn = use_mut_ref(|| 0_u32);
    use_before_paint(image, move |image| {
        let mine = turn
            .replace_with(|turn| turn.wrapping_add(1))
            .wrapping_add(1);
        let is_of_size = |seen: &Image| seen.extent() == image.extent();
        if browser::prefers_stillness() || !seen.borrow().as_ref().is_some_and(is_of_size) {
            show(&canvas, &image);
            seen.replace(Some((*image).clone()));
            return;
        }
        spawn_local(async move {
            let rows: usize = areas.iter().map(|(_, area)| area.mn as usize).sum();
            for frame in 1..=FRAMES {
                // What is given up here is drawn by a later turn.
                if *turn.borrow() != mine {
                    return;
                }
                if let Some(seen) = seen.borrow_mut().as_mut() {
                    match frame {
                        // What no read covers comes with the last one.
                        FRAMES => seen.clone_from(&image),
                        _ => seen.take_rows(&image, &areas, rows * frame / FRAMES),
                    }
                    show(&canvas, seen);
                }
                browser::frame().await;
            }
        });
    });
}

/// Paints a canvas with an image.
pub(super) fn show(canvas: &NodeRef, image: &Image) {
    let Extent { mn, k } = image.extent();
    let size = Size {
        columns: k,
        rows: mn,
    };
    let _ = paint(canvas, size, image.bytes_rgba());
}
