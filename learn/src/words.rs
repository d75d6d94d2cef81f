//! What stands in braces, worked out from a figure.

use swizzle_core::{Named, Order, Spec};
use swizzle_text::{Quantity, quantity};
use swizzle_warp::cost_from_name;

use crate::{Line, Span};

/// A number of [`quantity`], a cost of [`cost_from_name`], or `read_byte MN K`: where the descriptor makes the hardware look for an element, counted from
/// the first of the read. None where the figure as it is has none.
#[must_use]
pub fn number(spec: &Spec, name: &str) -> Option<Quantity> {
    match of_read(name) {
        Some(name) => quantity(&spec.spec_from_read(spec.place()), name).ok(),
        None => quantity(spec, name).ok().or_else(|| {
            let (value, text) = cost_from_name(spec, name)?;
            Some(Quantity { value, text })
        }),
    }
}

/// The name of a number of the tile that is asked of the read.
pub(crate) fn of_read(name: &str) -> Option<&str> {
    name.strip_prefix("read_")
        .filter(|name| name.starts_with("byte "))
}

/// A [`number`], or what a value is set to: `element`, `major`, `order`, `operand`, `sparsity`; `start` and `swizzle` of
/// the descriptor, `meant_start` and `meant_swizzle` of the tile, `pattern` for where its pattern begins. None where the figure as it is has none.
#[must_use]
pub fn value(spec: &Spec, name: &str) -> Option<String> {
    let (tile, reader) = (spec.tile(), spec.reader());
    let word = match name {
        "swizzle" => spec.read(spec.place()).swizzle().name(),
        "meant_swizzle" => tile.swizzle.name(),
        "element" => tile.element.name(),
        "major" => tile.major.name(),
        "operand" => reader.operand.name(),
        "sparsity" => reader.sparsity.name(),
        "start" => {
            let start = match spec.given() {
                Some(_) => spec.read(spec.place()).start_bytes(),
                None => tile.start_bytes,
            };
            return Some(format!("0x{start:x}"));
        }
        "pattern" => return Some(format!("0x{:x}", tile.pattern_bytes)),
        "meant_start" => return Some(format!("0x{:x}", tile.start_bytes)),
        "order" => {
            let letter = match tile.order {
                Order::Mn => reader.operand.mn_letter(),
                Order::K => "K",
            };
            return Some(format!("{letter} first"));
        }
        _ => return Some(number(spec, name)?.text),
    };
    Some(word.into())
}

/// The parts of a line as they are read beside a figure: of a choice of words, those that hold.
pub fn resolved(line: Line, spec: &Spec) -> Vec<Span> {
    let mut parts = Vec::new();
    for span in line.spans() {
        match span {
            Span::If(condition, then, other) => {
                let words = if holds(spec, condition).unwrap_or(false) {
                    then
                } else {
                    other
                };
                parts.extend(resolved(words, spec));
            }
            _ => parts.push(span),
        }
    }
    parts
}

/// Whether `NAME = WORD`, `NAME < NAME` or `NAME > NUMBER` is so; none where the figure has no such number.
#[must_use]
pub fn holds(spec: &Spec, condition: &str) -> Option<bool> {
    let (left, rest) = condition.split_once([' '])?;
    let (sign, right) = rest.split_once(' ')?;
    let number = |text: &str| match text.parse() {
        Ok(number) => Some(number),
        Err(_) => Some(number(spec, text)?.value),
    };
    Some(match sign {
        "=" => value(spec, left)? == value(spec, right).unwrap_or_else(|| right.into()),
        "<" => number(left)? < number(right)?,
        ">" => number(left)? > number(right)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::Said;
    use swizzle_infer::spec_from_said;

    #[test]
    fn conditions() {
        let spec = spec_from_said(&Said::default()).unwrap();
        for (condition, expected) in [
            ("swizzle = 128B", Some(true)),
            ("swizzle = none", Some(false)),
            ("order = M first", Some(true)),
            ("steps = 4", Some(true)),
            ("read_k < row_elements", Some(true)),
            ("columns > 1", Some(false)),
            ("sbo_bytes = atom_bytes", Some(true)),
            ("columns", None),
            ("weight > 1", None),
            ("columns ~ 1", None),
        ] {
            assert_eq!(holds(&spec, condition), expected, "{condition}");
        }
    }

    #[test]
    fn only_the_words_that_hold_are_read() {
        let line = Line("a\u{5}steps = 4\u{e}\u{5}columns > 1\u{e}b\u{f}c\u{10}\u{f}d\u{10}");
        let spec = spec_from_said(&Said::default()).unwrap();
        assert_eq!(resolved(line, &spec), [Span::Text("a"), Span::Text("c")]);
    }
}
