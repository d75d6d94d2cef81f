//! The one table of what a lesson's figure lets be changed, by the parameter's key in links.

use crate::*;
use swizzle_core::hardware::{ADDRESS_BYTES, LINE_BYTES};
use swizzle_draw::Number;
use swizzle_params::{Choice, Row, Scalar, Values};

/// The control of a key; none where nothing turns it. Where a read is shown, a plain name refers to its descriptor, as in
/// [`set`].
pub fn knob(key: &str, figure: &Figure, shown: &Shown) -> Option<Row> {
    let mut row = known(key, shown)?;
    if let (Values::Choice(choices), Some(offered)) = (&mut row.values, offered(figure, key)) {
        let is_own = |choice: &Choice| row.value == Scalar::Choice(choice.name);
        choices.retain(|choice| is_own(choice) || offered.contains(&choice.text));
    }
    Some(row)
}

/// The figure with a key set to a value, by its number or its name in links; or why it cannot be.
///
/// # Errors
/// In words, for a value that has no picture or no field can hold.
pub fn turned(key: &str, shown: &Shown, value: Scalar) -> Result<Shown, String> {
    let by = multiple(key);
    if value.number().is_some_and(|number| !number.is_multiple_of(by)) {
        return Err(format!("{value} is not a multiple of {by}"));
    }
    set(shown, key, &value.to_string()).ok_or_else(|| format!("{value} has no picture"))
}

/// Number of which a value has to be a multiple.
fn multiple(key: &str) -> u32 {
    match key {
        "lbo_bytes" | "sbo_bytes" | "meant_row_bytes" => UNIT_BYTES,
        "pattern" => LINE_BYTES,
        _ => 1,
    }
}

/// Name, possible values and value of a key.
fn known(key: &str, shown: &Shown) -> Option<Row> {
    let spec = shown.looked_at(&shown.spec().ok()?);
    let (tile, reader) = (spec.tile(), spec.reader());
    let read = spec.read(spec.place()).params();
    let is_read = shown.view.shows == Shows::Read;
    let of_read = |of_read: u32, of_tile: u32| if is_read { of_read } else { of_tile };
    let swizzle = if is_read { read.swizzle } else { tile.swizzle };
    let letter = match reader.operand {
        Operand::A => "M first",
        Operand::B => "N first",
    };
    Some(match key {
        "arch" => names("Architecture", reader.arch, Named::name),
        "element" => names("Element", tile.element, Named::name),
        "major" => names("Major", tile.major, Named::name),
        "swizzle" | "swizzle_alone" => names("Swizzle", swizzle, Named::name),
        "operand" => names("Operand", reader.operand, Named::name),
        "sparsity" => names("Sparsity", reader.sparsity, Named::name),
        "order" => names("Order of the atoms", tile.order, |order| match order {
            Order::K => "K first",
            Order::Mn => letter,
        }),
        "lbo_mode" => names("LBO mode", reader.lbo_mode, Named::name),
        "number" => names("Number", shown.view.number, |number| match number {
            Number::Memory => "memory unit",
            Number::Logical => "place in matrix",
            Number::Bank => "banks",
            Number::None => "nothing",
        }),
        "meant_swizzle" => names("Written with", tile.swizzle, Named::name),
        "mn" => number("MN", tile.mn, (0, 1024), 8, false),
        "k" => number("K", tile.k, (0, 4096), tile.element.per_unit(), false),
        "step" => number("Step", spec.place().step, (0, spec.steps() - 1), 1, false),
        "base_offset" => number("Base offset", read.base_offset.into(), (0, 7), 1, false),
        "start" => address("Start", of_read(read.start_bytes, tile.start_bytes), UNIT_BYTES),
        "pattern" => address("Pattern origin", tile.pattern_bytes, LINE_BYTES),
        "meant_start" => address("Written from", tile.start_bytes, UNIT_BYTES),
        "meant_row_bytes" => {
            number("Bytes of a plain row", tile.row_bytes.unwrap_or(0), (16, 4096), UNIT_BYTES, false)
        }
        "lbo_bytes" if is_read || spec.has_column_stride() => stride("LBO in bytes", read.lbo_bytes),
        "lbo_bytes" => stride("LBO in bytes", tile.lbo_bytes),
        "sbo_bytes" => stride("SBO in bytes", of_read(read.sbo_bytes, tile.sbo_bytes)),
        _ => return None,
    })
}

fn names<T: Named>(label: &str, chosen: T, text: impl Fn(T) -> &'static str) -> Row {
    Row::free(label, Values::of(T::ALL, text), Scalar::Choice(chosen.name()))
}

fn number(label: &str, value: u32, range: (u32, u32), step: u32, is_hex: bool) -> Row {
    let values = Values::Number { range, step, is_hex, unit: "", presets: &[] };
    Row::free(label, values, value.into())
}

fn address(label: &str, value: u32, step: u32) -> Row {
    number(label, value, (0, ADDRESS_BYTES - step), step, true)
}

fn stride(label: &str, value: u32) -> Row {
    number(label, value, (0, ADDRESS_BYTES - UNIT_BYTES), UNIT_BYTES, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FigureKind, LESSONS, TERMS, shown_from_keys};

    #[test]
    fn every_control_of_a_tile_is_known() {
        let stops = LESSONS.iter().flat_map(|lesson| lesson.stops.iter().map(|stop| &stop.figure));
        let figures = stops.chain(TERMS.iter().map(|term| &term.figure));
        for figure in figures.filter(|figure| figure.kind() == FigureKind::Tile) {
            let shown = shown_from_keys(figure.link);
            for key in figure.knobs {
                let row = knob(key, figure, &shown).expect(key);
                let has_own = match row.value {
                    Scalar::Choice(_) => row.choices().iter().any(|choice| row.has(choice)),
                    Scalar::Number(number) => row.checked(number).is_ok(),
                    Scalar::Xor(_) => true,
                };
                assert!(has_own, "{key} of {}", figure.link);
            }
        }
    }

    #[test]
    fn a_stride_between_two_units_is_refused() {
        let shown = shown_from_keys("#/wgmma?sbo_bytes=512&show=read");
        let turned = |number: u32| turned("sbo_bytes", &shown, number.into());
        assert_eq!(turned(1), Err("1 is not a multiple of 16".into()));
        assert!(turned(1024).is_ok());
    }
}
