//! The parameters of a stage of scale factors.

use swizzle_code::number_from_text;
use swizzle_core::Operand;
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_lints::order_text;
use swizzle_tmem::scale::{Order, padded_rows};
use swizzle_view::Route;
use swizzle_view::link::{BLOCKS_MAX, ROWS_MAX, ScaleShown};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::page::memory_parts::parts;
use crate::page::part_of;

fn row(label: &'static str, control: Element) -> Element {
    el("div")
        .class("framed-row")
        .child(el("span").child(label))
        .child(control)
}

/// A choice of two or three, side by side.
fn segments<T: PartialEq + Copy + 'static>(
    label: &'static str,
    options: &[(&'static str, T)],
    chosen: T,
    on_choice: &Callback<T>,
) -> Element {
    let option = |(words, value): &(&'static str, T)| {
        let value = *value;
        button(Button {
            words,
            is_pressed: Some(value == chosen),
            on_click: on_choice.reform(move |_| value),
            ..Button::default()
        })
    };
    el("div")
        .class("segments")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, label)
        .children(options.iter().map(option))
}

/// A number between a least and a most, with a step each way.
struct Count {
    label: &'static str,
    value: u32,
    least: u32,
    most: u32,
    step: u32,
    is_hex: bool,
}

impl Count {
    fn row(self, on_value: &Callback<u32>) -> Element {
        let Self {
            label,
            value,
            least,
            most,
            step,
            is_hex,
        } = self;
        let text = match is_hex {
            true => format!("{value:#x}"),
            false => value.to_string(),
        };
        let button = |sign: &'static str, what: &str, to: u32| {
            el("button")
                .attr(Attr::Type, "button")
                .class("number-step")
                .attr(Attr::AriaLabel, format!("{what} {label}"))
                .attr(Attr::Disabled, to == value)
                .on_click(on_value.reform(move |_: MouseEvent| to))
                .child(sign)
        };
        let typed = on_value.clone();
        let on_change = Callback::from(move |event: Event| {
            let field = event.target_unchecked_into::<HtmlInputElement>();
            match number_from_text(&field.value()) {
                Ok(typed_value) => typed.emit(typed_value.clamp(least, most)),
                Err(_) => typed.emit(value),
            }
        });
        let input = el("input")
            .attr(Attr::Type, "text")
            .attr(Attr::AriaLabel, label)
            .attr(Attr::Autocomplete, "off")
            .attr(Attr::Spellcheck, "false")
            .value(text)
            .on_change(on_change);
        row(
            label,
            el("div")
                .class("number")
                .child(button(
                    "−",
                    "Decrease",
                    value.saturating_sub(step).max(least),
                ))
                .child(input)
                .child(button(
                    "+",
                    "Increase",
                    value.saturating_add(step).min(most),
                )),
        )
    }
}

fn section(title: &'static str) -> Element {
    el("section").child(el("h2").child(title))
}

fn hint(words: impl Into<String>) -> Element {
    el("p").class("hint").child(words.into())
}

/// The panel.
pub(super) fn panel(shown: &ScaleShown, on_shown: &Callback<ScaleShown>) -> Element {
    let now = *shown;
    let on = on_shown.reform(ScaleShown::within);
    let scalings = ScaleShown::SCALINGS.map(|(kind, vec)| {
        let is_one_of_two = kind == Kind::Mxf4nvf4;
        let words = match is_one_of_two {
            true => format!("{kind}, block {vec}"),
            false => kind.to_string(),
        };
        el("option")
            .attr(Attr::Selected, (now.kind, now.vec) == (kind, vec))
            .child(words)
    });
    let on_kind = part_of(shown, &on, |shown, at: usize| {
        if let Some((kind, vec)) = ScaleShown::SCALINGS.get(at) {
            *shown = ScaleShown {
                vec: *vec,
                ..shown.with_kind(*kind)
            };
        }
    });
    let kind = el("select")
        .attr(Attr::AriaLabel, "kind")
        .on_change(on_kind.reform(|event: Event| {
            let list = event.target_unchecked_into::<HtmlSelectElement>();
            usize::try_from(list.selected_index()).unwrap_or(0)
        }))
        .children(scalings);
    let operand = segments(
        "Operand",
        &[("SFA", Operand::A), ("SFB", Operand::B)],
        now.operand,
        &part_of(shown, &on, |shown, operand| shown.operand = operand),
    );
    let form = segments(
        "cta_group",
        &[("1", CtaForm::One), ("2", CtaForm::Two)],
        now.form,
        &part_of(shown, &on, |shown, form| shown.form = form),
    );
    let m = (now.form == CtaForm::Two).then(|| {
        row(
            "M of the pair",
            segments(
                "M of the pair",
                &[("128", 128), ("256", 256)],
                now.m,
                &part_of(shown, &on, |shown, m| shown.m = m),
            ),
        )
    });
    let usual = swizzle_core::Sparsity::Dense;
    let step_k = (now.kind != Kind::Mxf8f6f4).then(|| {
        let usual: &'static str = match now.kind.k(usual) {
            64 => "64",
            _ => "usual",
        };
        row(
            "K of a step",
            segments(
                "K of a step",
                &[(usual, false), ("96", true)],
                now.is_k96,
                &part_of(shown, &on, |shown, is_k96| shown.is_k96 = is_k96),
            ),
        )
    });
    let count = |label, value, (least, most): (u32, u32), set: fn(&mut ScaleShown, u32)| {
        Count {
            label,
            value,
            least,
            most,
            step: 1,
            is_hex: false,
        }
        .row(&part_of(shown, &on, set))
    };
    let padded = padded_rows(now.rows);
    let padding = (padded != now.rows).then(|| {
        let tiles = match (now.operand, now.rows) {
            (Operand::B, 64 | 192) => {
                " CUTLASS gives every second N tile of 64 rows a column 2 further."
            }
            _ => "",
        };
        hint(format!("Rows are padded to {padded}.{tiles}"))
    });
    let orders = [
        (order_text(Order::Stage), Order::Stage),
        (order_text(Order::Tensor), Order::Tensor),
    ];
    let written = segments(
        "Written to the stage",
        &orders,
        now.written,
        &part_of(shown, &on, |shown, order| shown.written = order),
    );
    let read = segments(
        "Read by the copies",
        &orders,
        now.read,
        &part_of(shown, &on, |shown, order| shown.read = order),
    );
    let stacked = |label: &'static str, control: Element| {
        el("div")
            .class("framed-row is-stacked")
            .child(el("span").child(label))
            .child(control)
    };
    fragment()
        .child(
            section("Memory")
                .class("scale-memory")
                .child(parts(Route::Scale)),
        )
        .child(
            section("Scale factors")
                .child(row("kind", kind))
                .child(row("Operand", operand))
                .child(count("Rows", now.rows, (1, ROWS_MAX), |shown, rows| {
                    shown.rows = rows
                }))
                .child(padding)
                .child(count(
                    "K blocks",
                    now.blocks,
                    (1, BLOCKS_MAX),
                    |shown, blocks| {
                        shown.blocks = blocks;
                    },
                ))
                .child(row("cta_group", form))
                .child(m)
                .child(step_k),
        )
        .child(
            section("Order of 512-byte blocks")
                .child(stacked("Written to the stage", written))
                .child(stacked("Read by the copies", read)),
        )
        .child(
            section("Address")
                .child(
                    Count {
                        label: "Stage at",
                        value: now.start,
                        least: 0,
                        most: 0x3_fff0,
                        step: 16,
                        is_hex: true,
                    }
                    .row(&part_of(shown, &on, |shown, start| shown.start = start)),
                )
                .child(count("Column", now.column, (0, 511), |shown, column| {
                    shown.column = column;
                })),
        )
        .child(
            section("Selected")
                .child(count("Row", now.row, (0, now.rows - 1), |shown, row| {
                    shown.row = row
                }))
                .child(count(
                    "K block",
                    now.block,
                    (0, now.blocks - 1),
                    |shown, block| {
                        shown.block = block;
                    },
                )),
        )
}
