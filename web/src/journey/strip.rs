//! The journey where nothing moves, on paper and in a low window: its scenes as stills, one after another.

use swizzle_draw::journey::{Film, NAMES, REST, SCENES, where_now};
use yew::prelude::*;

use super::stage::picture;
use super::text::{Sliders, text};
use crate::element::{Element, el};

/// All scenes at rest.
pub(super) fn strip(film: &Film<'_>, sliders: &Sliders<'_>) -> Element {
    let scenes = (0..SCENES).map(|scene| -> Html {
        let words = where_now(scene as f32 + REST[scene], film.read);
        el("li")
            .key(NAMES[scene])
            .child(text(scene, [film.read, film.right], sliders, None))
            .child(picture(&film.still(scene), scene, film.room, &words))
            .into()
    });
    el("ol").class("journey-strip").children(scenes)
}
