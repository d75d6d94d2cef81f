//! The support matrix: type × mode of an architecture, an operand and a form, each cell a link into the builder.

use swizzle_code::build::{Support, SupportCell, support_cells};
use swizzle_core::hardware::Kind;
use swizzle_core::{Arch, Element as Type, Major, Named as _, Operand, Sparsity, Swizzle};
use swizzle_view::Route;
use swizzle_view::link::SupportShown;
use yew::prelude::*;

use super::tile::address;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::page::notices::listed;
use crate::page::{Format, use_linked};

/// How the part that is shown is kept in the address.
static FORMAT: Format<SupportShown> = Format::of_form(|route| matches!(route, Route::Support));

/// The page below the bar.
#[component]
pub(super) fn SupportPage() -> Html {
    let cells = use_memo((), |()| support_cells());
    let (opened, on_part) = use_linked(&FORMAT);
    let part = opened.shown;
    let notices = (!opened.notices.is_empty()).then(|| listed(&opened.notices));
    let choice = |label: &'static str, options: Vec<(&'static str, SupportShown)>| {
        let option = |(words, option): (&'static str, SupportShown)| {
            button(Button {
                words,
                is_pressed: Some(option == part),
                on_click: on_part.reform(move |_| option),
                ..Button::default()
            })
        };
        el("div")
            .class("segments")
            .attr(Attr::Role, "group")
            .attr(Attr::AriaLabel, label)
            .children(options.into_iter().map(option))
    };
    let archs = Arch::ALL.iter().map(|arch| {
        (
            arch.name(),
            SupportShown {
                arch: *arch,
                ..part
            },
        )
    });
    let operands = Operand::ALL.iter().map(|operand| {
        let words = match operand {
            Operand::A => "Operand A",
            Operand::B => "Operand B",
        };
        (
            words,
            SupportShown {
                operand: *operand,
                ..part
            },
        )
    });
    let forms = Sparsity::ALL.iter().map(|form| {
        (
            form.name(),
            SupportShown {
                sparsity: *form,
                ..part
            },
        )
    });
    let shown: Vec<&SupportCell> = cells
        .iter()
        .filter(|cell| {
            (cell.arch, cell.operand, cell.sparsity) == (part.arch, part.operand, part.sparsity)
        })
        .collect();
    el("main")
        .class("build")
        .child(el("h1").child("What goes with what"))
        .child(notices)
        .child(el("p").child("Each cell is judged by the rules that judge a descriptor. It leads to the builder, with a tile of its kind."))
        .child(
            el("div")
                .class("build-tabs")
                .child(choice("Architecture", archs.collect()))
                .child(choice("Operand", operands.collect()))
                .child(choice("Form", forms.collect()))
                .child(legend()),
        )
        .child(matrix(&shown))
        .into()
}

fn matrix(cells: &[&SupportCell]) -> Element {
    let mut rows: Vec<(Option<Kind>, Type)> = Vec::new();
    for cell in cells {
        if !rows.contains(&(cell.kind, cell.element)) {
            rows.push((cell.kind, cell.element));
        }
    }
    let columns = || {
        Major::ALL
            .iter()
            .flat_map(|major| Swizzle::ALL.iter().map(move |mode| (*major, *mode)))
    };
    let majors = Major::ALL.iter().map(|major| {
        el("th")
            .attr(Attr::Scope, "colgroup")
            .attr(Attr::Colspan, Swizzle::ALL.len().to_string())
            .child(format!("{}-major", major.name()))
    });
    let heads = columns().map(|(_, mode)| {
        let name = mode.name();
        el("th").attr(Attr::Scope, "col").child(name)
    });
    let row = |(kind, element): &(Option<Kind>, Type)| {
        let name = match kind {
            Some(kind) => format!("{}: {}", kind.name(), element.name()),
            None => element.name().into(),
        };
        let found = columns().map(|(major, mode)| {
            let cell = cells.iter().find(|cell| {
                (cell.kind, cell.element, cell.major, cell.swizzle)
                    == (*kind, *element, major, mode)
            });
            el("td").child(cell.map(|cell| link(cell)))
        });
        el("tr")
            .child(el("th").attr(Attr::Scope, "row").child(name))
            .children(found)
    };
    el("div")
        .class("build-scroll is-whole")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "region")
        .attr(Attr::AriaLabel, "The matrix")
        .child(
            el("table")
                .class("build-table is-matrix")
                .child(
                    el("thead")
                        .child(el("tr").child(el("td")).children(majors))
                        .child(el("tr").child(el("td")).children(heads)),
                )
                .child(el("tbody").children(rows.iter().map(row))),
        )
}

/// The mark of a cell, and its style.
const fn mark(support: Support) -> (&'static str, &'static str) {
    match support {
        Support::Legal => ("●", "is-legal"),
        Support::Contested => ("◐", "is-contested"),
        Support::Illegal => ("✕", "is-illegal"),
    }
}

fn legend() -> Element {
    let entry = |(support, words): (Support, &'static str)| {
        let (mark, class) = mark(support);
        el("span")
            .child(el("span").class(class).child(mark))
            .child(format!(" {words}"))
    };
    let entries = [
        (Support::Legal, "legal"),
        (Support::Contested, "sources differ"),
        (Support::Illegal, "no instruction takes it"),
    ];
    el("p")
        .class("build-legend")
        .children(entries.into_iter().map(entry))
}

fn link(cell: &SupportCell) -> Element {
    let (mark, class) = mark(cell.support);
    let what = match &*cell.text {
        "" => cell.support.name().to_owned(),
        text => format!("{}: {text} ({})", cell.support.name(), cell.source),
    };
    el("a")
        .class(class)
        .attr(Attr::Href, address(cell.said))
        .attr(Attr::Title, what.clone())
        .attr(Attr::AriaLabel, what)
        .child(mark)
}
