//! Text in braces, computed from a figure.

use crate::*;
use swizzle_warp::cost_from_name;

/// What a figure shows: the facts that its numbers, its names and its conditions need, and answers to questions about it.
pub trait Facts {
    /// A number by its name; none where the figure as it is has none.
    fn number(&self, name: &str) -> Option<Quantity>;

    /// A number as it is read, or what a value is set to.
    fn value(&self, name: &str) -> Option<String> {
        Some(self.number(name)?.text)
    }

    /// Whether an answer other than a number is right, and the likely mistake in it; none where it answers another question.
    fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement>;

    /// Describes the likely mistake behind a number, by the name of what is asked for; none if no slip leads to it.
    fn slip(&self, name: &str, given: u64) -> Option<&'static str>;
}

/// Whether an answer is right, and the likely mistake in it.
pub type Judgement = (bool, Option<String>);

/// A number in decimal.
pub(crate) fn count(value: u32) -> Quantity {
    Quantity { value: value.into(), text: value.to_string() }
}

/// The name of a number apart from its arguments.
pub(crate) fn asked(name: &str) -> Option<(&str, Vec<u32>)> {
    let mut words = name.split(' ');
    let what = words.next()?;
    Some((what, words.map(|word| word.parse().ok()).collect::<Option<_>>()?))
}

impl Facts for Spec {
    /// A number of [`quantity`], a cost of [`cost_from_name`], or `read_byte MN K`: where the descriptor makes the hardware
    /// look for an element, counted from the first of the read.
    fn number(&self, name: &str) -> Option<Quantity> {
        match of_read(name) {
            Some(name) => quantity(&self.spec_from_read(self.place()), name),
            None => quantity(self, name)
                .or_else(|| cost_from_name(self, name).map(|(value, text)| Quantity { value, text }))
                .or_else(|| slip::tile::number(self, name)),
        }
    }

    /// A number, or what a value is set to: `element`, `major`, `order`, `operand`, `sparsity`; `start` and `swizzle` of the
    /// descriptor, `meant_start` and `meant_swizzle` of the tile, `pattern` for where its pattern begins.
    fn value(&self, name: &str) -> Option<String> {
        let (tile, reader) = (self.tile(), self.reader());
        let word = match name {
            "swizzle" => self.read(self.place()).swizzle().name(),
            "meant_swizzle" => tile.swizzle.name(),
            "element" => tile.element.name(),
            "major" => tile.major.name(),
            "operand" => reader.operand.name(),
            "sparsity" => reader.sparsity.name(),
            "start" => {
                let start = match self.given() {
                    Some(_) => self.read(self.place()).start_bytes(),
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
            _ => return Some(self.number(name)?.text),
        };
        Some(word.into())
    }

    fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement> {
        answer::judged(self, stop, answer)
    }

    fn slip(&self, name: &str, given: u64) -> Option<&'static str> {
        slip::tile::of_number(self, name, given)
    }
}

/// The name of a number of the tile that is asked of the read.
pub(crate) fn of_read(name: &str) -> Option<&str> {
    name.strip_prefix("read_").filter(|name| name.starts_with("byte "))
}

/// The parts of a line as they are read beside a figure: of a choice of words, those that hold.
pub fn resolved(line: Line, facts: &dyn Facts) -> Vec<Span> {
    let mut parts = Vec::new();
    for span in line.spans() {
        match span {
            Span::If(condition, then, other) => {
                let words = if holds(facts, condition).unwrap_or(false) { then } else { other };
                parts.extend(resolved(words, facts));
            }
            _ => parts.push(span),
        }
    }
    parts
}

/// Whether `NAME = WORD`, `NAME < NAME` or `NAME > NUMBER` is so; none where the figure has no such number.
pub fn holds(facts: &dyn Facts, condition: &str) -> Option<bool> {
    let mut signs = [" = ", " < ", " > "].into_iter();
    let (sign, (left, right)) = signs.find_map(|sign| Some((sign, condition.split_once(sign)?)))?;
    let number = |text: &str| match text.parse() {
        Ok(number) => Some(number),
        Err(_) => Some(facts.number(text)?.value),
    };
    Some(match sign {
        " = " => facts.value(left)? == facts.value(right).unwrap_or_else(|| right.into()),
        " < " => number(left)? < number(right)?,
        _ => number(left)? > number(right)?,
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
        let line = Line("a{if steps = 4}{if columns > 1}b{else}c{end}{else}d{end}");
        let spec = spec_from_said(&Said::default()).unwrap();
        assert_eq!(resolved(line, &spec), [Span::Text("a"), Span::Text("c")]);
    }
}
