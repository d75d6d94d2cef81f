//! The tile as one half of a pair of CTAs: A, B and D of both, side by side.

use swizzle_code::build::{CtaOfPair, Instruction, PairOfCtas, PairOperand, pair_of_ctas};
use swizzle_core::hardware::CtaForm;
use swizzle_core::{Descriptor, Named as _, Operand, Spec};
use swizzle_text::grouped;
use swizzle_view::Route;
use web_sys::Event;
use yew::{Callback, TargetCast as _, html};

use super::pair_grids::{PairGrids, span};

use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::page::framed::NOT_MEASURED;
use crate::page::table::{self, table};
use crate::view::Shared;

/// The part, folded; nothing for a tile that no pair has.
pub(super) fn pair(spec: &Spec, instruction: &Instruction, look: Look) -> Option<Element> {
    let pair = Shared::new(pair_of_ctas(spec, instruction)?);
    let is_chosen = instruction.form == CtaForm::Two;
    let tensor_memory = format!(
        "{}?kind={}&cta_group=2&m={}&n={}&k={}{}",
        Route::TensorMemory.address(),
        instruction.kind.map_or("f16", |kind| kind.name()),
        pair.m,
        pair.n,
        pair.k,
        match pair.scales.is_empty() {
            true => "&regions=d".to_owned(),
            false => format!("&vec={}&regions=d,sfa,sfb", instruction.vec.elements()),
        }
    );
    Some(
        el("details")
            .class("build-pair")
            .attr(Attr::Open, is_chosen)
            .on_toggle(Callback::from(|event: Event| {
                let part = event.target_unchecked_into::<web_sys::Element>();
                // Closed, it is seen over the dock; opened by hand, it begins below that.
                if let Ok(Some(name)) = part.query_selector("[open] > summary:focus") {
                    name.scroll_into_view();
                }
            }))
            .child(el("summary").child(format!(
                "As a pair of CTAs: {} × {} × {}, cta_group::2",
                pair.m, pair.n, pair.k
            )))
            .child(el("p").class("build-note").child(format!(
                "{NOT_MEASURED}. The CTA of even rank issues the instruction for both. Numbers are memory units, from the start of each operand."
            )))
            .child(html! { <PairGrids pair={pair.clone()} {look} /> })
            .child(el("p").child(el("a").attr(Attr::Href, tensor_memory).child(
                match pair.scales.is_empty() {
                    true => "D of both CTAs in tensor memory",
                    false => "D, SFA and SFB of both CTAs in tensor memory",
                },
            )))
            .child(held(&pair)),
    )
}

fn held(pair: &PairOfCtas) -> Element {
    let row = |head: &'static str, cell: &dyn Fn(&CtaOfPair) -> Element| {
        table::row(head, pair.ctas.iter().map(cell))
    };
    let words = |text: String| el("span").child(text);
    let given = |operand: &PairOperand| {
        let all = operand.descriptors.iter().map(Descriptor::to_string);
        el("span")
            .class("build-pair-given")
            .children(all.map(|text| el("code").child(text)))
    };
    let bytes = |operand: &PairOperand| match u32::try_from(operand.bytes) {
        Ok(bytes) => format!("{} bytes", grouped(bytes)),
        Err(_) => format!("{} bytes", operand.bytes),
    };
    let rows = [
        row("A, rows", &|cta| {
            words(format!(
                "{}, all of K; {}",
                span(&cta.a.rows),
                bytes(&cta.a)
            ))
        }),
        row("A, descriptors", &|cta| given(&cta.a)),
        row("B, columns", &|cta| {
            words(format!(
                "{}, all of K; {}",
                span(&cta.b.rows),
                bytes(&cta.b)
            ))
        }),
        row("B, descriptors", &|cta| given(&cta.b)),
        row("D, rows × columns", &|cta| {
            words(format!("{} × {}", span(&cta.d.0), span(&cta.d.1)))
        }),
        row("D, tensor memory", &|_| {
            words(format!(
                "{} columns, layout {}",
                pair.columns,
                pair.path.name()
            ))
        }),
    ];
    let of_scales = pair.scales.iter().map(|scales| {
        let (name, what, more) = match scales.operand {
            Operand::A => ("SFA, tensor memory", "rows", ""),
            Operand::B => ("SFB, tensor memory", "all columns", ", all N in each CTA"),
        };
        let attested = match scales.is_contested {
            true => "sources disagree",
            false => scales.mark.text(),
        };
        let cell = |rows| {
            format!(
                "{what} {}{more}; columns {}; {attested}",
                span(rows),
                span(&scales.columns)
            )
        };
        table::row(name, scales.rows.iter().map(cell))
    });
    let rows = rows.into_iter().chain(of_scales);
    let idesc = pair.idesc.map(|idesc| idesc.to_string());
    fragment()
        .child(
            table(
                "What each CTA of the pair holds and gives",
                ["", "CTA 0", "CTA 1"],
                rows,
            ),
        )
        .child(
            el("p")
                .class("build-note")
                .child(el("code").child(pair.name.clone()))
                .child(idesc.map(|idesc| {
                    format!(
                        ", instruction descriptor {idesc}: M = {} and N = {} are those of the pair. ",
                        pair.m, pair.n
                    )
                }))
                .child("Each descriptor is an address in the CTA's own shared memory: both give the same numbers. B follows A. ")
                .child(format!("D has layout {}: {}.", pair.path.name(), pair.mark.text())),
        )
}
