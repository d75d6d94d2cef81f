//! The parameters of a stage of scale factors.

use swizzle_core::Operand;
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_lints::{order_text, rows_text};
use swizzle_tmem::Refusal;
use swizzle_tmem::scale::{Order, ScaleStage, padded_rows};
use swizzle_view::link::{BLOCKS_MAX, ROWS_MAX, ScaleShown};
use yew::prelude::*;

use crate::element::{Element, el, fragment};
use crate::page::field::{NumberField, One, list, row, segments};
use crate::page::part_of;
use crate::view::Shared;

/// The ones of a choice, given which is chosen.
fn ones<T: PartialEq + Copy>(options: &[(&'static str, T)], chosen: T) -> Vec<One<T>> {
    let one = |(words, value): &(&'static str, T)| One::new(*words, *value == chosen, *value);
    options.iter().map(one).collect()
}

/// A number between a least and a most, with a step each way.
struct Count {
    label: &'static str,
    value: u32,
    least: u32,
    most: u32,
    step: u32,
    is_hex: bool,
    /// Fault of the value in combination with the others.
    fault: Option<String>,
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
            fault,
        } = self;
        let fault = fault.unwrap_or_default();
        let on_value = on_value.clone();
        let on_value = Callback::from(move |value: Option<u32>| {
            value.into_iter().for_each(|value| on_value.emit(value));
        });
        // Fewer rows on the way to more would take the selected one along.
        let field = html! {
            <NumberField {label} {value} {least} {most} {step} {is_hex} is_whole={true} {fault} {on_value} />
        };
        row(label, fragment().child(field))
    }
}

fn section(title: &'static str) -> Element {
    el("section").child(el("h2").child(title))
}

fn hint(words: impl Into<String>) -> Element {
    el("p").class("hint").child(words.into())
}

/// The panel.
pub(super) fn panel(
    shown: &ScaleShown,
    stage: Result<&Shared<ScaleStage>, &Refusal>,
    on_shown: &Callback<ScaleShown>,
) -> Element {
    let now = *shown;
    let on = on_shown.reform(ScaleShown::within);
    let scalings = ScaleShown::SCALINGS.map(|(kind, vec)| {
        let is_one_of_two = kind == Kind::Mxf4nvf4;
        let words = match is_one_of_two {
            true => format!("{kind}, block {vec}"),
            false => kind.to_string(),
        };
        One::new(words, (now.kind, now.vec) == (kind, vec), (kind, vec))
    });
    let on_kind = part_of(shown, &on, |shown, (kind, vec)| {
        *shown = shown.with_scaling(kind, vec);
    });
    let kind = list("kind", scalings.into(), &on_kind);
    let operand = segments(
        "Operand",
        ones(&[("SFA", Operand::A), ("SFB", Operand::B)], now.operand),
        &part_of(shown, &on, |shown, operand| shown.operand = operand),
    );
    let form = segments(
        "cta_group",
        ones(&[("1", CtaForm::One), ("2", CtaForm::Two)], now.form),
        &part_of(shown, &on, |shown, form| shown.form = form),
    );
    let m = (now.form == CtaForm::Two).then(|| {
        row(
            "M of the pair",
            segments(
                "M of the pair",
                ones(&[("128", 128), ("256", 256)], now.m),
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
                ones(&[(usual, false), ("96", true)], now.is_k96),
                &part_of(shown, &on, |shown, is_k96| shown.is_k96 = is_k96),
            ),
        )
    });
    // A refusal is told beside the field that it is of.
    let fault = |is_of: &dyn Fn(&Refusal) -> bool| {
        let refusal = stage.err().filter(|refusal| is_of(refusal));
        refusal.map(Refusal::to_string)
    };
    let index =
        |refusal: &Refusal, of: &str| matches!(refusal, Refusal::Index { what, .. } if *what == of);
    let beyond = fault(&|refusal| matches!(refusal, Refusal::Columns(_)));
    let no_row = fault(&|refusal| index(refusal, "row"));
    let no_factor = fault(&|refusal| index(refusal, "scale factor"));
    let count = |label, value, (least, most), fault, set: fn(&mut ScaleShown, u32)| {
        Count {
            label,
            value,
            least,
            most,
            step: 1,
            is_hex: false,
            fault,
        }
        .row(&part_of(shown, &on, set))
    };
    let padded = padded_rows(now.rows);
    let padding = (padded != now.rows).then(|| {
        let tiles = match (now.operand, now.rows) {
            (Operand::B, 64 | 192) => {
                " CUTLASS shifts the column of every second N tile of 64 rows by 2."
            }
            _ => "",
        };
        hint(format!("Rows are padded to {padded}.{tiles}"))
    });
    let whose = stage.ok().and_then(|stage| rows_text(stage));
    let orders = [
        (order_text(Order::Stage), Order::Stage),
        (order_text(Order::Tensor), Order::Tensor),
    ];
    let written = segments(
        "Written to the stage",
        ones(&orders, now.written),
        &part_of(shown, &on, |shown, order| shown.written = order),
    );
    let read = segments(
        "Read by the copies",
        ones(&orders, now.read),
        &part_of(shown, &on, |shown, order| shown.read = order),
    );
    let stacked = |label: &'static str, control: Element| row(label, control).class("is-stacked");
    fragment()
        .child(
            section("Scale factors")
                .child(row("kind", kind))
                .child(row("Operand", operand))
                .child(count(
                    "Rows",
                    now.rows,
                    (1, ROWS_MAX),
                    None,
                    |shown, rows| shown.rows = rows,
                ))
                .child(padding)
                .child(whose.map(hint))
                .child(count(
                    "K blocks",
                    now.blocks,
                    (1, BLOCKS_MAX),
                    None,
                    |shown, blocks| {
                        shown.blocks = blocks;
                    },
                ))
                .child(hint(format!(
                    "K = {}: {} elements for each factor.",
                    now.blocks * now.vec,
                    now.vec
                )))
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
                        fault: fault(&|refusal| matches!(refusal, Refusal::SharedByte(_))),
                    }
                    .row(&part_of(shown, &on, |shown, start| shown.start = start)),
                )
                .child(count(
                    "Column",
                    now.column,
                    (0, 511),
                    beyond,
                    |shown, column| {
                        shown.column = column;
                    },
                )),
        )
        .child(
            section("Selected")
                .child(count(
                    "Row",
                    now.row,
                    (0, now.rows - 1),
                    no_row,
                    |shown, row| shown.row = row,
                ))
                .child(count(
                    "K block",
                    now.block,
                    (0, now.blocks - 1),
                    no_factor,
                    |shown, block| {
                        shown.block = block;
                    },
                )),
        )
}
