//! Architecture, operand, element type and form.

use swizzle_core::{Element, Named, Sparsity, Spec};
use yew::Html;

use crate::control::{Choice, Edits, pick};
use crate::state::Edit;

/// The section.
pub(super) fn instruction(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let params = spec.params();
    let arch_hint = if params.arch.is_measured() {
        format!("{}: addresses measured on an H200", params.arch.family())
    } else {
        format!(
            "{}: from the PTX ISA and CuTe, not run on hardware",
            params.arch.family()
        )
    };
    let element_hint = format!(
        "T = {} elements in a unit of 16 bytes{}",
        params.element.per_unit(),
        if params.element.is_padded() {
            ", the rest of it padding"
        } else {
            ""
        }
    );
    let form_hint = format!(
        "One read takes {} elements of K: {} bytes",
        spec.read_k(),
        spec.read_k() / params.element.per_unit() * 16
    );
    vec![
        edits.choice(
            Choice::new(
                "Architecture",
                params.arch,
                |arch| arch.name().into(),
                Edit::Arch,
            )
            .hint(arch_hint),
        ),
        edits.choice(Choice::new(
            "Operand",
            params.operand,
            |operand| format!("{} ({} × K)", operand.name(), operand.mn_letter()),
            Edit::Operand,
        )),
        pick(
            Choice::new("Element", params.element, element_words, Edit::Element).hint(element_hint),
            &edits.whole,
        ),
        edits.choice(
            Choice::new(
                "Form",
                params.sparsity,
                |form: Sparsity| form.name().into(),
                Edit::Sparsity,
            )
            .hint(form_hint),
        ),
    ]
}

fn element_words(element: Element) -> String {
    let bits = element.pitch_bits();
    match element {
        Element::E2m1Packed => "e2m1 packed, 4 bits".into(),
        _ if element.is_padded() => format!("{}, {bits} bits padded", element.name()),
        _ if bits == 1 => "b1, 1 bit".into(),
        _ => format!("{}, {bits} bits", element.name()),
    }
}
