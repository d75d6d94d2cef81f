//! Architecture, operand, element type and form.

use swizzle_core::hardware::{CopyShape, Use};
use swizzle_core::{Element, Named, Operand, Spec};
use swizzle_params::ParamId;
use swizzle_text::sparse_text;
use yew::Html;

use crate::control::{Choice, Edits, pick, slot};

/// The section.
pub(super) fn instruction(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let reader = spec.reader();
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
    let arch = Choice::of_param(ParamId::Arch, spec, &|_, name| name.into());
    let operand = Choice::of_param(ParamId::Operand, spec, &|at, name| {
        format!("{name} ({} × K)", Operand::ALL[at].mn_letter())
    });
    let element = Choice::of_param(ParamId::Element, spec, &|at, _| {
        element_words(Element::ALL[at])
    });
    let form = Choice::of_param(ParamId::Sparsity, spec, &|_, name| name.into());
    // wgmma's descriptors are for nothing else.
    let is_said = ParamId::For.param().is_said(spec);
    let used_for = (reader.arch.has_use(Use::Copy) || is_said).then(|| {
        let used_for = Choice::of_param(ParamId::For, spec, &|at, _| match Use::ALL[at] {
            Use::Mma => "an MMA operand".into(),
            Use::Copy => "a tcgen05.cp source".into(),
        });
        pick(used_for, &edits.whole)
    });
    let element = pick(element.hint(element_hint), &edits.whole);
    let is_copy = reader.used_for == Use::Copy;
    let shape = is_copy.then(|| {
        let shape = Choice::of_param(ParamId::Shape, spec, &|at, name| {
            let shape = CopyShape::ALL[at];
            format!(
                "{name}: {} rows of {} bytes",
                shape.rows(),
                shape.row_bytes()
            )
        });
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

/// Returns the description of a type in a list of types.
pub fn element_words(element: Element) -> String {
    let bits = element.pitch_bits();
    match element {
        Element::E2m1Packed => "e2m1 packed, 4 bits".into(),
        _ if element.is_padded() => format!("{}, {bits} bits padded", element.name()),
        _ if bits == 1 => "b1, 1 bit".into(),
        _ => format!("{}, {bits} bits", element.name()),
    }
}
