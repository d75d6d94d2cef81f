//! What is on the stage, in words.

use swizzle_core::{Severity, figure_of_params};

use crate::element::{Element, el};
use crate::picture::Picture;

/// What is on the stage, in words.
pub(super) fn heading(picture: &Picture, title: &str) -> Element {
    let spec = &picture.spec;
    let params = spec.params();
    let figure = figure_of_params(params);
    let facts = format!(
        "{} bytes from 0x{:x}{}",
        spec.span_bytes(),
        params.start_bytes,
        match spec.steps() {
            1 => ", one read".into(),
            steps => format!(", {steps} reads; step {} is outlined", params.step),
        }
    );
    // What comes of a figure, and the space after it.
    let mut title_line = el("h1");
    let mut facts_line = el("p");
    if let Some(figure) = &figure {
        let number = format!("Figure {}", figure.number);
        title_line = title_line
            .child(el("span").class("heading-figure").child(number))
            .child(" ");
        facts_line = facts_line
            .child(el("span").class("caption").child(figure.caption))
            .child(" ");
    }
    let first = picture.findings.first();
    let fault = first.filter(|at| at.severity == Severity::Error);
    let fault = fault.map(|fault| {
        el("p")
            .class("heading-fault")
            .child("Error: ")
            .child(&fault.title)
    });
    el("header")
        .class("heading")
        .child(title_line.child(title.to_owned()))
        .child(fault)
        .child(facts_line.child(el("span").class("facts").child(facts)))
}
