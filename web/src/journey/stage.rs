//! A frame on the page.

use swizzle_draw::journey::{Frame, NAMES, Room, SCENES};
use yew::prelude::*;

/// A frame as an image with words.
pub(super) fn picture(frame: &Frame, scene: usize, room: Room, words: &str) -> Html {
    let (width, height) = room.size(scene);
    let name = NAMES[scene];
    let number = scene + 1;
    let class = match room {
        Room::Wide => "journey-picture",
        Room::Narrow => "journey-picture is-narrow",
    };
    let svg = format!(
        "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"Scene {number} of {SCENES}, {name}: {words}\">{}</svg>",
        frame.svg,
    );
    Html::from_html_unchecked(svg.into())
}
