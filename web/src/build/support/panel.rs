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
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};

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
    let row = |label: &'static str, options: Vec<(&'static str, SupportShown)>| {
        el("div")
            .class("framed-row")
            .child(el("span").child(label))
            .child(segments(label, options, part, on_part))
    };
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
                    segments("Chip", chips, part, on_part).class("support-chips"),
                )
                .child(
                    el("div")
                        .class("framed-row")
                        .child(el("span").child("Instruction"))
                        .child(el("code").child(instruction)),
                )
                .child(row("Operand", operands.collect()))
                .child(row("Sparsity", forms.collect())),
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

fn segments(
    label: &'static str,
    options: Vec<(&'static str, SupportShown)>,
    part: SupportShown,
    on_part: &Callback<SupportShown>,
) -> Element {
    let is_chosen = |option: &SupportShown| {
        (option.chip(), option.operand, option.sparsity)
            == (part.chip(), part.operand, part.sparsity)
    };
    let option = |(words, option): (&'static str, SupportShown)| {
        button(Button {
            words,
            is_pressed: Some(is_chosen(&option)),
            on_click: on_part.reform(move |_| option),
            ..Button::default()
        })
    };
    el("div")
        .class("segments")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, label)
        .children(options.into_iter().map(option))
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
                .child(el("span").class("support-pin").child("in use")),
        )
        .child("tile in use");
    el("ul")
        .class("support-legend")
        .children([Support::Legal, Support::Contested, Support::Illegal].map(entry))
        .child(used)
}
