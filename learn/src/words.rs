//! What stands in braces, worked out from a figure.

use swizzle_core::{Named, Order, Spec, quantity};

use crate::Span;

/// A number of [`quantity`], or what a parameter is set to: `swizzle`, `element`, `major`, `order`, `operand`, `sparsity`,
/// `start`, `meant_start`, `meant_swizzle`. None where the figure as it is has none.
#[must_use]
pub fn value(spec: &Spec, name: &str) -> Option<String> {
    let params = spec.params();
    let word = match name {
        "swizzle" => params.swizzle.name(),
        "meant_swizzle" => params.meant.swizzle.unwrap_or(params.swizzle).name(),
        "element" => params.element.name(),
        "major" => params.major.name(),
        "operand" => params.operand.name(),
        "sparsity" => params.sparsity.name(),
        "start" => return Some(format!("0x{:x}", params.start_bytes)),
        "meant_start" => {
            let meant = params.meant.start_bytes.unwrap_or(params.start_bytes);
            return Some(format!("0x{meant:x}"));
        }
        "order" => {
            let letter = match params.order {
                Order::Mn => params.operand.mn_letter(),
                Order::K => "K",
            };
            return Some(format!("{letter} first"));
        }
        _ => return Some(quantity(spec, name).ok()?.text),
    };
    Some(word.into())
}

/// The parts of a line as they are read beside a figure: of a choice of words, those that hold.
pub fn resolved(line: &'static [Span], spec: &Spec) -> Vec<&'static Span> {
    let mut parts = Vec::new();
    for span in line {
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
        Err(_) => Some(quantity(spec, text).ok()?.value),
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
    use swizzle_core::Params;

    #[test]
    fn conditions() {
        let spec = Spec::new(&Params::default()).unwrap();
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
        static LINE: &[Span] = &[
            Span::Text("a"),
            Span::If(
                "steps = 4",
                &[Span::If(
                    "columns > 1",
                    &[Span::Text("b")],
                    &[Span::Text("c")],
                )],
                &[Span::Text("d")],
            ),
        ];
        let spec = Spec::new(&Params::default()).unwrap();
        let words: Vec<String> = resolved(LINE, &spec)
            .iter()
            .map(|span| format!("{span:?}"))
            .collect();
        assert_eq!(words, [r#"Text("a")"#, r#"Text("c")"#]);
    }
}
