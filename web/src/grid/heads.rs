//! Heads of columns and rows.

use yew::prelude::*;

use super::drawn::{Drawn, offset};
use super::viewport::Viewport;

/// Size of the heads' text.
const HEAD_FONT: u32 = 11;

/// Heads of columns and rows; every 2nd, 4th, 8th … where they would touch.
pub fn heads(drawn: &Drawn, viewport: &Viewport) -> Html {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let (x, y) = offset(geometry, viewport, scene);
    let longest = scene
        .across
        .heads
        .iter()
        .map(|head| head.chars().count())
        .max();
    let every = every(geometry.pitch_x, (longest.unwrap_or(1) as u32 + 1) * 7);
    let columns = scene
        .window
        .columns
        .clone()
        .zip(&scene.across.heads)
        .zip(0..)
        .filter(|((column, _), _)| column.is_multiple_of(every))
        .map(|((_, head), place): ((u32, &String), u32)| {
            let middle = place * geometry.pitch_x + geometry.pitch_x / 2;
            html! { <text x={middle.to_string()} y="-8">{ head }</text> }
        });
    let every = self::every(geometry.pitch_y, 13);
    let mut rows = String::new();
    for (row, head) in scene.window.rows.clone().zip(&scene.down.heads) {
        if row.is_multiple_of(every) {
            rows.push_str(head);
        }
        rows.push('\n');
    }
    html! {
        <>
            <svg class="grid-heads" style={format!("left:{}px;height:{}px", geometry.left, geometry.top)}>
                <g transform={format!("translate({x},{})", geometry.top)} font-size={HEAD_FONT.to_string()}>{ for columns }</g>
            </svg>
            <div class="grid-row-heads" style={format!("top:{}px;width:{}px", geometry.top, geometry.left - 7)}>
                <pre style={format!("font-size:{HEAD_FONT}px;line-height:{}px;transform:translateY({y}px)", geometry.pitch_y)}>{ rows }</pre>
            </div>
        </>
    }
}

/// The least power of two that leaves `room` between heads.
fn every(pitch: u32, room: u32) -> u32 {
    let mut every = 1;
    while every * pitch.max(1) < room {
        every *= 2;
    }
    every
}
