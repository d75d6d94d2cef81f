//! Chip, operand and form, the tile in use, and what the marks mean.

use swizzle_code::build::Support;
use swizzle_core::hardware::Chip;
use swizzle_core::{Arch, Named, Operand, Said, Sparsity};
use swizzle_infer::spec_from_said;
use swizzle_text::tile_text;
use swizzle_view::link::SupportShown;
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::cell::{class, mark, words};
use crate::element::{Attr, Element, el, fragment};
use crate::page::field::{One, row, segments};

/// The panel.
pub(super) fn panel(
    part: &SupportShown,
    in_use: &Said,
    on_part: &Callback<SupportShown>,
) -> Element {
    let part = *part;
    let chips = Arch::ALL.iter().flat_map(|arch| arch.chips());
    let chips: Vec<(&'static str, SupportShown)> = chips
        .map(|chip: Chip| (chip.name(), part.with_chip(chip)))
        .collect();
    let operands = Operand::ALL.iter().map(|operand| {
        let operand = *operand;
        (operand.name(), SupportShown { operand, ..part })
    });
    let forms = Sparsity::ALL.iter().map(|form| {
        let sparsity = *form;
        (sparsity.name(), SupportShown { sparsity, ..part })
    });
    let of = |part: SupportShown| (part.chip(), part.operand, part.sparsity);
    let choice = |label: &'static str, options: Vec<(&'static str, SupportShown)>| {
        let one = |(words, option)| One::new(words, of(option) == of(part), option);
        segments(label, options.into_iter().map(one).collect(), on_part)
    };
    let choice_row = |label, options| row(label, choice(label, options));
    let arch = part.chip().arch().unwrap_or(part.arch);
    let instruction = match arch {
        Arch::Wgmma => "wgmma.mma_async",
        Arch::Tcgen05 => "tcgen05.mma",
    };
    fragment()
        .child(
            el("section")
                .child(el("h2").child("Chip"))
                .child(
                    choice("Chip", chips).class("support-chips"),
                )
                .child(row("Instruction", el("code").child(instruction)))
                .child(choice_row("Operand", operands.collect()))
                .child(choice_row("Sparsity", forms.collect())),
        )
        .child(
            el("section")
                .child(el("h2").child("Tile in use"))
                .child(tile(in_use))
                .child(el("p").class("hint").child(
                    "A click on a cell changes element, major and swizzle. Size, start and stages stay.",
                )),
        )
        .child(el("section").child(el("h2").child("Legend")).child(legend()))
}

/// The tile that a click changes, which leads to the atlas.
fn tile(said: &Said) -> Element {
    let link = link_from_shown(&Shown {
        said: *said,
        ..Shown::default()
    });
    let words = match spec_from_said(said) {
        Ok(spec) => tile_text(&spec),
        Err(error) => error.to_string(),
    };
    el("a")
        .class("support-tile")
        .attr(Attr::Href, link)
        .child(words)
}

fn legend() -> Element {
    let entry = |support: Support| {
        el("li")
            .child(
                el("span")
                    .class("support-cell")
                    .class(class(support))
                    .child(mark(support)),
            )
            .child(words(support).to_lowercase())
    };
    let used = el("li")
        .child(
            el("span")
                .class("support-cell is-used")
                .child(el("span").class("support-pin")),
        )
        .child("tile in use");
    el("ul")
        .class("support-legend")
        .children(
            [Support::Legal, Support::Contested, Support::Illegal]
                .map(entry)
                .into_iter(),
        )
        .child(used)
}
