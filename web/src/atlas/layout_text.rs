//! The layout as CuTe writes it: with symbols, as measured, and with this tile's numbers.

use swizzle_core::Stride;
use swizzle_core::law::{exact_text, letters_from_extent, measured_symbolic_text, symbolic_text};
use swizzle_text::{Span, column_note, spans_from_exact, spans_from_symbolic, swizzle_sentence};
use yew::prelude::*;

use crate::control::copy_button;
use crate::element::{Attr, Element, el};
use crate::state::Dispatch;
use crate::view::{Picture, tint};

/// The layout's texts.
pub fn layout_text(picture: &Picture, _: &Dispatch) -> Html {
    let spec = &picture.spec;
    let (tile, extent) = (spec.layout(), spec.extent());
    let symbolic = symbolic_text(tile.major(), tile.swizzle());
    let measured = measured_symbolic_text(tile.major(), tile.swizzle())
        .filter(|_| spec.is_read_by_tile(Stride::Lbo));
    let number = |(letter, value): (char, u32)| {
        el("span")
            .child(el("i").child(letter.to_string()))
            .child(format!(" = {value}"))
    };
    let head = el("header")
        .class("layout-text-head")
        .child(el("h2").attr(Attr::Id, "layout-text-title").child("Layout"))
        .child(
            el("span")
                .class("layout-text-numbers")
                .children(letters_from_extent(tile, extent).into_iter().map(number)),
        );
    let exact = form(
        "This tile, in elements",
        exact_text(tile, extent),
        &spans_from_exact(spec),
    );
    let spans = spans_from_symbolic(&symbolic);
    let canonical = form("Canonical form (PTX ISA)", symbolic, &spans);
    let measured = measured.map(|text| {
        let spans = spans_from_symbolic(&text);
        form("As measured: c columns of K", text, &spans)
    });
    let note = |text: String| el("p").class("quiet").child(text);
    el("section")
        .class("layout-text stack gap small")
        .attr(Attr::AriaLabelledby, "layout-text-title")
        .child(head)
        .child(exact)
        .child(canonical)
        .child(measured)
        .child(note(swizzle_sentence(tile.swizzle())))
        .child(column_note(spec).map(note))
        .into()
}

fn form(name: &'static str, text: String, spans: &[Span]) -> Element {
    let head = el("div")
        .class("layout-form-head row gap")
        .child(el("h3").child(name))
        .child(copy_button(text, name));
    el("div")
        .class("layout-form")
        .child(head)
        .child(spans.iter().fold(el("code"), with_span))
}

/// Adds a span, cut between shape and strides, where a long text goes on in the next line.
fn with_span(code: Element, span: &Span) -> Element {
    if let Some(field) = span.field {
        return code.child(el("b").class(tint(field)).child(&span.text));
    }
    let mut pieces = span.text.split(':');
    let first = code.child(pieces.next().unwrap_or_default().to_owned());
    pieces.fold(first, |code, piece| {
        code.child(":").child(el("wbr")).child(piece.to_owned())
    })
}
