//! LBO and SBO as arrows beside the cells.

use swizzle_core::Stride;
use swizzle_core::scene::Arrow;
use yew::prelude::*;

use super::geometry::Geometry;

const fn colour_class(stride: Stride) -> &'static str {
    match stride {
        Stride::Lbo => "arrow is-lbo",
        Stride::Sbo => "arrow is-sbo",
    }
}

/// An arrow along the top.
pub(super) fn across(arrow: &Arrow, geometry: &Geometry) -> Html {
    let from = arrow.from.column * geometry.pitch_x + 1;
    let to = arrow.to.column * geometry.pitch_x;
    html! {
        <g class={colour_class(arrow.stride)}>
            <title>{ format!("{}: {}", arrow.label, arrow.caption) }</title>
            <circle cx={(from + 3).to_string()} cy="18" r="3.5" />
            <path d={format!("M{} 18H{}", from + 3, to.saturating_sub(7))} />
            <path class="arrow-head" d={format!("M{to} 18l-8 -4.5v9z")} />
            <text x={(from + 2).to_string()} y="10">{ &arrow.label }</text>
        </g>
    }
}

/// An arrow down the side.
pub(super) fn down(arrow: &Arrow, geometry: &Geometry) -> Html {
    let from = arrow.from.row * geometry.pitch_y + 1;
    let to = arrow.to.row * geometry.pitch_y;
    // Where both strides run down, in the memory view, they stand side by side.
    let x = match arrow.stride {
        Stride::Sbo => geometry.arrows - 10,
        Stride::Lbo => 17,
    };
    let (tip, back) = if to > from { (to, -8) } else { (to, 8) };
    let middle = from + 6;
    html! {
        <g class={colour_class(arrow.stride)}>
            <title>{ format!("{}: {}", arrow.label, arrow.caption) }</title>
            <circle cx={x.to_string()} cy={(from + 3).to_string()} r="3.5" />
            <path d={format!("M{x} {}V{}", from + 3, i64::from(tip) + i64::from(back))} />
            <path class="arrow-head" d={format!("M{x} {tip}l-4.5 {back}h9z")} />
            <text transform={format!("translate({},{}) rotate(-90)", x - 7, middle)} text-anchor="end">{ &arrow.label }</text>
        </g>
    }
}
