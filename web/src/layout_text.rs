//! The layout as CuTe writes it: with symbols, as measured, and with this tile's numbers.

use swizzle_core::{
    Span, Stride, column_note, exact_text, measured_symbolic_text, repeats_from_extent,
    spans_from_exact, spans_from_symbolic, swizzle_sentence, symbolic_text,
};
use yew::prelude::*;

use crate::copy_button::CopyButton;
use crate::descriptor::tint;
use crate::picture::Picture;
use crate::state::Dispatch;

/// The layout's texts.
pub fn layout_text(picture: &Picture, _: &Dispatch) -> Html {
    let spec = &picture.spec;
    let (tile, extent) = (spec.tile(), spec.extent());
    let repeats = repeats_from_extent(tile, extent);
    let symbolic = symbolic_text(tile.major(), tile.swizzle());
    let measured = measured_symbolic_text(tile.major(), tile.swizzle())
        .filter(|_| spec.is_read_by_tile(Stride::Lbo));
    let number = |name: &'static str, value: u32| {
        html! { <span><i>{ name }</i>{ format!(" = {value}") }</span> }
    };
    html! {
        <section class="layout-text" aria-labelledby="layout-text-title">
            <header class="layout-text-head">
                <h2 id="layout-text-title">{ "Layout" }</h2>
                <span class="layout-text-numbers">
                    { number("T", tile.element().per_unit()) }
                    { number("m", repeats.m) }
                    { number("k", repeats.k) }
                </span>
            </header>
            { form("This tile, in elements", &exact_text(tile, extent), &spans_from_exact(spec)) }
            { form("Canonical, as the ISA has it", &symbolic, &spans_from_symbolic(&symbolic)) }
            { for measured.iter().map(|text| {
                form("As measured: c columns of K", text, &spans_from_symbolic(text))
            }) }
            <p class="layout-text-note">{ swizzle_sentence(tile.swizzle()) }</p>
            { for column_note(spec).map(|note| html! { <p class="layout-text-note">{ note }</p> }) }
        </section>
    }
}

fn form(name: &'static str, text: &str, spans: &[Span]) -> Html {
    html! {
        <div class="layout-form">
            <div class="layout-form-head">
                <h3>{ name }</h3>
                <CopyButton text={text.to_owned()} what={name} />
            </div>
            <code>{ for spans.iter().flat_map(pieces) }</code>
        </div>
    }
}

/// A span, cut where a long text may go on in the next line.
fn pieces(span: &Span) -> Vec<Html> {
    if let Some(field) = span.field {
        return vec![html! { <b class={tint(field)}>{ &span.text }</b> }];
    }
    span.text
        .split_inclusive([':', ','])
        .flat_map(|piece| [html! { { piece } }, html! { <wbr /> }])
        .collect()
}
