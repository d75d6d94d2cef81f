//! A parameter of the page as a row of the kit.

use swizzle_view::blackwell::{self, Field};

use crate::kit::{Choice, Row, Values};

/// The row of a parameter.
pub fn row(field: Field) -> Row {
    let choice = |one: blackwell::Choice| Choice {
        text: one.text,
        is_off: one.is_off,
        ..Choice::named(one.name)
    };
    Row {
        label: field.label,
        beside: field.beside.into(),
        about: field.about,
        values: match field.values {
            blackwell::Values::Choice(all) => Values::Choice(all.into_iter().map(choice).collect()),
            blackwell::Values::Number {
                range,
                step,
                is_hex,
            } => Values::Number {
                range,
                step,
                is_hex,
                unit: "",
                presets: &[],
            },
        },
        value: field.value,
        is_auto: field.is_auto,
        is_kept: true,
        is_free: !field.is_computed,
    }
}
