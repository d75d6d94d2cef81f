//! The 64 bits, bracketed and coloured by field.

use swizzle_core::{Descriptor, Field};
use swizzle_infer::on_other_arch;
use yew::prelude::*;

use super::needs::{faults, is_wrong, mended};
use crate::control::{bit_of, walk_bits};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch, Edit};
use crate::view::{Picture, tint};

/// Bits that stay together on a line.
const GROUP: u8 = 16;

/// The bits of one field that are in one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    field: Field,
    high: u8,
    low: u8,
}

/// A descriptor's bits, and what is to be seen of them beside their values.
pub struct Bits {
    /// The bits.
    pub descriptor: Descriptor,
    /// Name that tells the descriptor from another beside it.
    pub of: Option<&'static str>,
    /// Bits that a repair would flip, that a fault without a repair is about, or in which two descriptors differ.
    pub suspect: u64,
    /// Bits that another architecture has otherwise.
    pub differing: u64,
    /// The class that says how grave that is.
    pub class: &'static str,
}

impl Bits {
    /// Those of a picture's descriptor.
    pub(super) fn of(descriptor: Descriptor, picture: &Picture) -> Self {
        let looked_at = &picture.looked_at;
        let others = looked_at.reader().arch.others();
        let differing = others.filter_map(|arch| on_other_arch(looked_at, arch).ok());
        let suspect = faults(picture).map(|fault| match mended(fault, descriptor) {
            Some(mended) => mended.raw() ^ descriptor.raw(),
            None => fault.bits,
        });
        let is_doubt = faults(picture).all(|fault| !is_wrong(picture, fault));
        Self {
            descriptor,
            of: None,
            suspect: suspect.fold(0, |bits, suspect| bits | suspect),
            differing: differing.fold(0, |bits, other| bits | other.differing_bits),
            class: if is_doubt { "is-doubtful" } else { "" },
        }
    }
}

/// The row of bits, from 63 down. Each flips by click or key; arrow keys walk them, as one stop of the Tab key.
pub fn bits(marks: &Bits, dispatch: &Dispatch) -> Element {
    let on_click = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some(bit) = bit_of(event.target()) {
                dispatch.dispatch(Action::Edit(Edit::Flip(bit)));
                dispatch.dispatch(Action::Settle);
            }
        })
    };
    let name = match marks.of {
        Some(of) => format!("Bits 63 to 0 of {of}"),
        None => "Bits 63 to 0".into(),
    };
    let row = format!("[aria-label=\"{name}\"] .bit");
    let on_key = Callback::from(move |event: KeyboardEvent| walk_bits(&event, &row, 63));
    el("div")
        .class("bits")
        .class_if(!marks.class.is_empty(), marks.class)
        // In a toolbar screen readers leave the arrow keys to the page.
        .attr(Attr::Role, "toolbar")
        .attr(Attr::AriaLabel, name)
        .on_click(on_click)
        .on_key(on_key)
        .children((0..64 / GROUP).rev().map(|index| group(marks, index)))
}

fn group(marks: &Bits, index: u8) -> Element {
    let (high, low) = (index * GROUP + GROUP - 1, index * GROUP);
    let mut is_numbered = false;
    let segments = segments(marks.descriptor, high, low).into_iter();
    let segments = segments.map(|at| {
        // One number marks the edge where two fields meet.
        let edges = el("span")
            .class("bits-edges")
            .child((!is_numbered).then(|| edge(at.high)))
            .child((at.low < at.high).then(|| edge(at.low)));
        is_numbered = at.field.fixed.is_none();
        segment(marks, at).child(is_numbered.then_some(edges))
    });
    el("div").class("bits-row").children(segments)
}

/// The number of a field's first or last bit.
fn edge(bit: u8) -> Element {
    el("i").child(u32::from(bit))
}

fn segment(marks: &Bits, at: Segment) -> Element {
    let descriptor = marks.descriptor;
    let of = marks.of.map_or(String::new(), |of| format!(" of {of}"));
    let bit = |index: u8| {
        let has = |bits: u64| bits >> index & 1 == 1;
        let is_set = has(descriptor.raw());
        let digit = if is_set { "1" } else { "0" };
        el("button")
            .class("bit")
            .class_if(is_set, "is-set")
            .class_if(has(marks.suspect), "is-suspect")
            .class_if(has(marks.differing), "is-differing")
            .class_if(has(descriptor.decode().stray_bits), "is-wrong")
            .attr(Attr::Type, "button")
            .attr(Attr::Value, u32::from(index))
            .attr(
                Attr::AriaLabel,
                format!("Bit {index}, {}{of}: {digit}", at.field.name),
            )
            .attr(Attr::AriaPressed, if is_set { "true" } else { "false" })
            .attr(Attr::Tabindex, (index != 63).then_some("-1"))
            .child(digit)
    };
    let width = at.high - at.low + 1;
    el("div")
        .class("bits-field")
        .class(tint(at.field.id))
        .attr(Attr::Style, format!("--bits:{width}"))
        .attr(Attr::Title, words(descriptor, at.field))
        .children((at.low..=at.high).rev().map(bit))
}

/// A field with its value, as the tooltip says it.
fn words(descriptor: Descriptor, field: Field) -> String {
    let value = descriptor.get(field.id);
    let noun = if field.width == 1 { "bit" } else { "bits" };
    format!(
        "{}, {noun} {}: {} = {value}",
        field.name,
        field.bits_text(),
        field.binary_text(value)
    )
}

fn segments(descriptor: Descriptor, high: u8, low: u8) -> Vec<Segment> {
    Descriptor::fields(descriptor.chip())
        .iter()
        .rev()
        .filter(|field| field.low <= high && field.high() >= low)
        .map(|field| Segment {
            field: *field,
            high: field.high().min(high),
            low: field.low.max(low),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use swizzle_core::{Arch, Named as _};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn every_bit_once() {
        for arch in Arch::ALL {
            let descriptor = Descriptor::new(*arch, 0);
            let bits: Vec<u8> = [(63, 48), (47, 32), (31, 16), (15, 0)]
                .into_iter()
                .flat_map(|(high, low)| segments(descriptor, high, low))
                .flat_map(|at| (at.low..=at.high).rev())
                .collect();
            assert_eq!(bits, (0..64).rev().collect::<Vec<u8>>());
        }
    }
}
