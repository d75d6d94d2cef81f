//! A canvas of pixels that heals where its image changes, in the order of the reads.

use std::rc::Rc;

use swizzle_core::law::{Coord, Extent};
use swizzle_draw::image::Image;
use swizzle_draw::scene::Size;
use web_sys::js_sys::Date;
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::browser;
use crate::hooks::use_before_paint;
use crate::view::paint;

/// How long an image takes to become another, in milliseconds.
const HEALING_MS: f64 = 400.0;
/// A frame.
const FRAME_MS: f64 = 1000.0 / 60.0;

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
            let rows: u32 = areas.iter().map(|(_, area)| area.mn).sum();
            let began = Date::now();
            loop {
                // The first rows come in the frame of the edit.
                let past = (Date::now() - began + FRAME_MS) / HEALING_MS;
                // A later turn draws what this one gives up.
                if *turn.borrow() != mine {
                    return;
                }
                if let Some(seen) = seen.borrow_mut().as_mut() {
                    match past < 1.0 {
                        true => {
                            let come = f64::from(rows) * past.max(0.0);
                            seen.take_rows(&image, &areas, come as usize);
                        }
                        // Elements that no read covers come with the last frame.
                        false => seen.clone_from(&image),
                    }
                    show(&canvas, seen);
                }
                if past >= 1.0 {
                    return;
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
