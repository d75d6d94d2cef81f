//! What is on the stage, in words.

use swizzle_core::{Severity, figure_of_params};
use yew::prelude::*;

use crate::picture::Picture;

/// What is on the stage, in words.
pub(super) fn heading(picture: &Picture, title: &str) -> Html {
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
    html! {
        <header class="heading">
            <h1>
                if let Some(figure) = &figure {
                    <span class="heading-figure">{ format!("Figure {}", figure.number) }</span>
                    { " " }
                }
                { title }
            </h1>
            if let Some(fault) = picture.findings.first().filter(|at| at.severity == Severity::Error) {
                <p class="heading-fault">{ "Error: " }{ &fault.title }</p>
            }
            <p>
                if let Some(figure) = &figure {
                    <span class="caption">{ figure.caption }</span>
                    { " " }
                }
                <span class="facts">{ facts }</span>
            </p>
        </header>
    }
}
