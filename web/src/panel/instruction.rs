//! Architecture, operand, element type and form.

use swizzle_core::hardware::Use;
use swizzle_core::{Element, Named, Sparsity, Spec};
use swizzle_text::sparse_text;
use yew::Html;

use crate::control::{Choice, Edits, pick, slot};
use crate::state::Edit;

/// The section.
pub(super) fn instruction(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let (reader, said) = (spec.reader(), &spec.said().reader);
    let element = spec.tile().element;
    let arch_hint = if reader.arch.is_measured() {
        format!(
            "{}: addresses measured on an H200",
            reader.arch.generation()
        )
    } else {
        format!(
            "{}: from the PTX ISA and CuTe, not run on hardware",
            reader.arch.generation()
        )
    };
    let element_hint = format!(
        "T = {} elements in a unit of 16 bytes{}",
        element.per_unit(),
        if element.is_padded() {
            ", the rest of it padding"
        } else {
            ""
        }
    );
    let form_hint = format!(
        "One read takes {} elements of K: {} bytes",
        spec.read_k(),
        reader.k_bytes()
    );
    let arch = Choice::of_value(
        "Architecture",
        reader.arch,
        // A given descriptor says it itself.
        spec.given().is_none().then_some(said.arch.is_some()),
        |arch| arch.name().into(),
        Edit::Arch,
    );
    let operand = Choice::of_value(
        "Operand",
        reader.operand,
        Some(said.operand.is_some()),
        |operand| format!("{} ({} × K)", operand.name(), operand.mn_letter()),
        Edit::Operand,
    );
    let element = Choice::of_value(
        "Element",
        element,
        Some(spec.said().tile.element.is_some()),
        element_words,
        Edit::Element,
    );
    let form = Choice::of_value(
        "Form",
        reader.sparsity,
        Some(said.sparsity.is_some()),
        |form: Sparsity| form.name().into(),
        Edit::Sparsity,
    );
    // wgmma's descriptors are for nothing else.
    let is_said = said.used_for.or(said.shape.map(|_| Use::Copy)).is_some();
    let used_for = (reader.arch.has_use(Use::Copy) || is_said).then(|| {
        let used_for = Choice::of_value(
            "Descriptor for",
            reader.used_for,
            Some(is_said),
            |used_for| match used_for {
                Use::Mma => "an MMA operand".into(),
                Use::Copy => "a tcgen05.cp source".into(),
            },
            Edit::For,
        );
        pick(used_for, &edits.whole)
    });
    let element = pick(element.hint(element_hint), &edits.whole);
    let is_copy = reader.used_for == Use::Copy;
    let shape = is_copy.then(|| {
        let shape = Choice::of_value(
            "Shape of the copy",
            reader.shape,
            Some(said.shape.is_some()),
            |shape| {
                format!(
                    "{}: {} rows of {} bytes",
                    shape.name(),
                    shape.rows(),
                    shape.row_bytes()
                )
            },
            Edit::Shape,
        );
        pick(shape, &edits.whole)
    });
    vec![
        edits.choice(arch.hint(arch_hint)),
        slot(used_for),
        slot(shape),
        slot((!is_copy).then(|| edits.choice(operand))),
        element,
        slot((!is_copy).then(|| edits.choice(form.hint(sparse_text(spec).unwrap_or(form_hint))))),
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
