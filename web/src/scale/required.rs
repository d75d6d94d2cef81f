//! Requirements of the hardware on scale factors, and the choices of a library.

use swizzle_lints::tensor_memory::{Constraint, RequiredBy, constraints_of_scales};
use swizzle_tmem::scale::ScaleStage;

use crate::element::{Attr, Element, el};

/// The constraints, those of the hardware first.
pub(super) fn required(stage: &ScaleStage) -> Element {
    let one = |constraint: &Constraint| {
        let class = match constraint.by {
            RequiredBy::Hardware => "is-hardware",
            RequiredBy::Library => "is-library",
        };
        el("li")
            .child(el("b").class(class).child(constraint.by.to_string()))
            .child(
                el("div")
                    .child(el("strong").child(constraint.what))
                    .child(el("p").child(constraint.why.clone()))
                    .child(el("small").child(constraint.source)),
            )
    };
    let all = constraints_of_scales(stage);
    el("section")
        .class("scale-required")
        .attr(
            Attr::AriaLabel,
            "Required by the hardware or chosen by a library",
        )
        .child(
            el("h2")
                .child("Hardware or library")
                .child(el("small").child(
                    "what the hardware requires, and what another kernel may do in another way",
                )),
        )
        .child(el("ul").children(all.iter().map(one)))
}
