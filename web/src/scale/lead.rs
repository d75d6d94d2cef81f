//! Lines that lead from a picture to the next.

use crate::element::{Attr, Element, el};

/// Curves over a gap: each from a height at its left to one at its right, and on from there into the next picture.
pub(super) fn gap(
    class: &'static str,
    size: (u32, u32),
    beyond: u32,
    curves: &[(u32, u32)],
) -> Element {
    let (width, height) = size;
    let (near, far) = (width * 2 / 5, width * 3 / 5);
    let path: String = curves
        .iter()
        .map(|(from, to)| format!("M0 {from}C{far} {from} {near} {to} {width} {to}h{beyond}"))
        .collect();
    el("svg")
        .class("scale-gap")
        .class(class)
        .attr(Attr::AriaHidden, "true")
        .attr(Attr::Style, format!("width:{width}px;height:{height}px"))
        .child(el("path").class("lead-halo").attr(Attr::D, path.clone()))
        .child(el("path").class("lead").attr(Attr::D, path))
        .child((beyond > 0).then(|| {
            let tip = width + beyond;
            let heads = curves.iter().map(|(_, to)| format!("M{tip} {to}l-7 -4v8z"));
            el("path")
                .class("lead-head")
                .attr(Attr::D, heads.collect::<String>())
        }))
}
