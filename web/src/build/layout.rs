//! The mode that fits best, and what the buffer needs.

use swizzle_code::build::{alignment_bytes, best_swizzle, buffer_bytes};
use swizzle_core::{Named as _, Spec};
use swizzle_view::link::{BuildShown, link_from_build};

use super::tile::with_said;
use crate::element::{Attr, Element, el};

/// The part.
pub(super) fn layout(spec: &Spec, shown: &BuildShown) -> Element {
    let best = best_swizzle(spec);
    let use_it = (best.swizzle != spec.tile().swizzle).then(|| {
        let changed = with_said(shown, |said| said.tile.swizzle = Some(best.swizzle));
        el("a")
            .class("button")
            .attr(Attr::Href, link_from_build(&changed))
            .child(format!("Use {}", best.swizzle.name()))
    });
    let row = |name: &'static str, value: String| {
        el("div")
            .child(el("dt").child(name))
            .child(el("dd").child(value))
    };
    let stages = match spec.tile().stages {
        1 => String::new(),
        stages => format!(" in {stages} stages"),
    };
    el("div")
        .child(
            el("dl")
                .class("build-facts")
                .child(row("Swizzle", spec.tile().swizzle.name().into()))
                .child(row("Recommended", best.swizzle.name().into()))
                .child(row("Alignment", format!("{} bytes", alignment_bytes(spec))))
                .child(row(
                    "Buffer",
                    format!("{} bytes{stages}", buffer_bytes(spec)),
                )),
        )
        .child(el("p").child(best.why).child(" ").child(use_it))
}
