//! The tile as one half of a pair of CTAs: A, B and D of both, side by side.

use std::ops::Range;

use swizzle_code::build::{CtaOfPair, Instruction, PairOfCtas, PairOperand, pair_of_ctas};
use swizzle_core::{Descriptor, Named as _, Spec};
use swizzle_draw::hex;
use swizzle_text::grouped;

use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::page::framed::NOT_MEASURED;

/// Longest side of a matrix on the drawing, in pixels.
const LONGEST: u32 = 128;

fn span(range: &Range<u32>) -> String {
    format!("{}–{}", range.start, range.end - 1)
}

/// The part, folded; nothing for a tile that no pair has.
pub(super) fn pair(spec: &Spec, instruction: &Instruction, look: Look) -> Option<Element> {
    let pair = pair_of_ctas(spec, instruction)?;
    let drawing = el("div")
        .class("build-pair-matrices")
        .child(matrix("A", (pair.m, pair.k), true, look))
        .child(matrix("B", (pair.k, pair.n), false, look))
        .child(matrix("D", (pair.m, pair.n), true, look));
    Some(
        el("details")
            .class("build-pair")
            .child(el("summary").child(format!(
                "As a pair of CTAs: {} × {} × {}, cta_group::2",
                pair.m, pair.n, pair.k
            )))
            .child(el("p").class("build-note").child(format!(
                "{NOT_MEASURED}. The CTA of even rank issues the instruction for both."
            )))
            .child(drawing)
            .child(table(&pair)),
    )
}

/// A matrix with the halves of both CTAs: rows, or columns.
fn matrix(name: &'static str, size: (u32, u32), by_rows: bool, look: Look) -> Element {
    let (rows, columns) = size;
    let longest = rows.max(columns).max(1);
    let side = |of: u32| (of * LONGEST / longest).max(16);
    let colours = look.palette.colours(look.theme);
    let half = |rank: usize| {
        el("span")
            .attr(Attr::Style, format!("background:{}", hex(colours[rank])))
            .child(format!("CTA {rank}"))
    };
    el("figure")
        .child(
            el("div")
                .class_if(by_rows, "is-by-rows")
                .attr(
                    Attr::Style,
                    format!(
                        "width:{}px;height:{}px",
                        side(columns).max(48),
                        side(rows).max(40)
                    ),
                )
                .child(half(0))
                .child(half(1)),
        )
        .child(el("figcaption").child(format!("{name}: {rows} × {columns}")))
}

fn table(pair: &PairOfCtas) -> Element {
    let row = |head: &'static str, cell: &dyn Fn(&CtaOfPair) -> Element| {
        el("tr")
            .child(el("th").attr(Attr::Scope, "row").child(head))
            .children(pair.ctas.iter().map(|cta| el("td").child(cell(cta))))
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
    let rows = fragment()
        .child(row("A, rows", &|cta| {
            words(format!(
                "{}, all of K; {}",
                span(&cta.a.rows),
                bytes(&cta.a)
            ))
        }))
        .child(row("A, descriptors", &|cta| given(&cta.a)))
        .child(row("B, columns", &|cta| {
            words(format!(
                "{}, all of K; {}",
                span(&cta.b.rows),
                bytes(&cta.b)
            ))
        }))
        .child(row("B, descriptors", &|cta| given(&cta.b)))
        .child(row("D, rows × columns", &|cta| {
            words(format!("{} × {}", span(&cta.d.0), span(&cta.d.1)))
        }))
        .child(row("D, tensor memory", &|_| {
            words(format!(
                "{} columns, layout {}",
                pair.columns,
                pair.path.name()
            ))
        }));
    let idesc = pair.idesc.map(|idesc| idesc.to_string());
    fragment()
        .child(
            el("div")
                .class("build-scroll")
                .attr(Attr::Tabindex, "0")
                .attr(Attr::Role, "region")
                .attr(Attr::AriaLabel, "What each CTA of the pair holds and gives")
                .child(
                    el("table")
                        .class("build-table")
                        .child(
                            el("thead").child(
                                el("tr")
                                    .child(el("td"))
                                    .child(el("th").attr(Attr::Scope, "col").child("CTA 0"))
                                    .child(el("th").attr(Attr::Scope, "col").child("CTA 1")),
                            ),
                        )
                        .child(el("tbody").child(rows)),
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
                .child(format!("Layout {} of D is {}.", pair.path.name(), pair.mark.text())),
        )
}
