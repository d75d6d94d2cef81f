//! Slips that are a formula over the numbers of a figure, and what the formulas come to.

use super::*;
use swizzle_expression::tree::{Node, tree};

/// Returns the values of a number's formulas, each with its sentence; `@` stands for the number's arguments.
pub(super) fn of_formulas(spec: &Spec, what: &str, arguments: &str) -> Slips {
    slips_of(FORMULAS, spec, what, arguments)
}

/// Does the same with another list: a quantity asked for, a slip on the way to it, and the sentence about that slip.
fn slips_of(
    formulas: &[(&str, &str, &'static str)],
    facts: &dyn Facts,
    what: &str,
    arguments: &str,
) -> Slips {
    let own = formulas.iter().filter(|(known, ..)| *known == what);
    own.filter_map(|(_, formula, sentence)| {
        let (formula, guard) = formula.split_once(" if ").unwrap_or((formula, ""));
        let holds = guard.is_empty() || holds(facts, guard) == Some(true);
        holds.then(|| (worked_out(facts, formula, arguments), *sentence))
    })
    .collect()
}

/// The numbers of a plan, where what has a region is of this one.
struct OfRegion<'a>(&'a dyn Facts, &'a str);

impl Facts for OfRegion<'_> {
    fn number(&self, name: &str) -> Option<Quantity> {
        let Self(plan, region) = self;
        let (what, numbers) = name.split_once(' ').unwrap_or((name, ""));
        let of_region = format!("{what} {region} {numbers}");
        let of_region = (!region.is_empty()).then(|| plan.number(of_region.trim()));
        of_region.flatten().or_else(|| plan.number(name))
    }
}

/// Describes the likely mistake in a number, in a sentence; none if no formula leads to it.
pub(crate) fn slip(
    asked: &dyn Facts,
    formulas: &[(&str, &str, &'static str)],
    name: &str,
    given: u64,
) -> Option<String> {
    let wanted = asked.number(name)?.value;
    let (what, arguments) = name.split_once(' ').unwrap_or((name, ""));
    let (region, numbers) = if arguments.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
        arguments.split_once(' ').unwrap_or((arguments, ""))
    } else {
        ("", arguments)
    };
    let facts = OfRegion(asked, region);
    let own = slips_of(formulas, &facts, &format!("{what}_{region}"), numbers);
    let slips = [own, slips_of(formulas, &facts, what, numbers)].concat();
    sentence_of(slips, wanted, given).map(Into::into)
}

/// Returns the sentence about a wrong number: of the first slip that leads to it, or of its digits read as hex.
pub(super) fn sentence_of(slips: Slips, wanted: u64, given: u64) -> Option<&'static str> {
    let mut slips = slips.into_iter().filter(|(value, _)| *value != Some(wanted));
    if let Some((_, sentence)) = slips.find(|(value, _)| *value == Some(given)) {
        return Some(sentence);
    }
    let as_hex = u64::from_str_radix(&given.to_string(), 16).ok();
    (as_hex == Some(wanted)).then_some(IN_HEX)
}

/// Returns the value of a formula; none if the figure has no such number.
pub(crate) fn worked_out(facts: &dyn Facts, formula: &str, arguments: &str) -> Option<u64> {
    let formula = formula.replace('@', &arguments.replace(' ', ","));
    let numbers = |node: &Node<'_>, arguments: &[i64]| {
        let mut name = String::from(node.of.first().unwrap_or(node).text);
        arguments.iter().for_each(|argument| name += &format!(" {argument}"));
        let number = facts.number(&name).and_then(|number| i64::try_from(number.value).ok());
        number.ok_or_else(String::new)
    };
    let rows = tree(&formula);
    let whole = rows.first().filter(|_| rows.len() == 1)?.only()?;
    whole.evaluate(numbers).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::spec_of;

    #[test]
    fn formulas() {
        let spec = spec_of("#/wgmma").unwrap();
        let of = |formula, arguments| worked_out(&spec, formula, arguments);
        assert_eq!(of("k / read_k_bytes", ""), Some(2));
        assert_eq!(of("(absolute(@) / 128 + base_offset) % phases", "3 40"), Some(3));
        assert_eq!(of("read_k * @ + start(0)", "3"), Some(0x430));
        assert_eq!(of("0", ""), Some(0));
        assert_eq!(of("read_k - k", ""), None);
        assert_eq!(of("k % 0", ""), None);
        assert_eq!(of("weight", ""), None);
        assert_eq!(of("start(@) + 1", "9"), None);
    }

    #[test]
    fn every_formula_is_of_a_known_number() {
        // Absolute LBO is of the one, what a fill takes of the other.
        let specs = [
            "#/tcgen05?element=e2m1-packed&mn=8&k=768&lbo_mode=absolute&start=0x4000",
            "#/wgmma?operand=B&mn=128&k=64&swizzle=64B",
        ]
        .map(|link| spec_of(link).unwrap());
        for (what, formula, _) in FORMULAS {
            let arguments = match *what {
                "start" => "2",
                "byte" | "absolute" | "offset" | "phase" | "unit_in_line" | "bank" => "3 40",
                _ => "",
            };
            let known = |spec: &Spec| {
                let asked = format!("{what} {arguments}");
                let formula = formula.split(" if ").next().unwrap_or_default();
                worked_out(spec, formula, arguments).is_some() && Facts::number(spec, asked.trim()).is_some()
            };
            assert!(specs.iter().any(known), "{what}: {formula}");
        }
    }
}
