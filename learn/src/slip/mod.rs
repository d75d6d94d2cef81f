//! The slip that a wrong answer likely comes from: what each slip would lead to is worked out by the core, and compared
//! with the answer that was given.

pub(crate) mod read;
pub(crate) mod tile;

use super::*;
use swizzle_expression::tree::{Node, tree};

/// A slip, a formula of `slips/`.
pub(crate) struct Slip {
    /// What is asked for: the name of a number, or [`ELEMENT`].
    pub(crate) what: &'static str,
    /// The wrong number over the numbers of the figure, and behind `if` what has to hold for it.
    pub(crate) formula: &'static str,
    /// What is said of it.
    sentence: &'static str,
}

/// Any number of an element.
const ELEMENT: &str = "element";

/// The formulas of a text, the likeliest slip first: each sentence is a line, and its formulas are below it.
pub(crate) fn slips(text: &'static str) -> impl Iterator<Item = Slip> {
    let mut sentence = "";
    text.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        let Some(row) = line.strip_prefix("  ") else {
            sentence = line;
            return None;
        };
        let (what, formula) = row.split_once(" = ")?;
        Some(Slip { what, formula, sentence })
    })
}

impl Slip {
    /// The wrong number for what is asked for with some arguments; none where the figure has no such number, or the slip is none
    /// there.
    fn value(&self, facts: &dyn Facts, what: &str, arguments: &str) -> Option<u64> {
        let (formula, guard) = self.formula.split_once(" if ").unwrap_or((self.formula, ""));
        let is_so = guard.is_empty() || holds(facts, &guard.replace('@', arguments)) == Some(true);
        worked_out(facts, &formula.replace('$', what), arguments).filter(|_| is_so)
    }
}

/// The slip that leads to a wrong number, by the name of what is asked for; none if no formula does.
pub(crate) fn slip(facts: &dyn Facts, text: &'static str, name: &str, given: u64) -> Option<Slip> {
    let wanted = facts.number(name)?.value;
    let (what, arguments) = name.split_once(' ').unwrap_or((name, ""));
    let (region, numbers) = in_region(arguments);
    let of_region = format!("{what}_{region}");
    slips(text).filter(|_| given != wanted).find(|slip| {
        let is_own = slip.what == what || slip.what == of_region;
        let is_asked = is_own || slip.what == ELEMENT && numbers.contains(' ');
        is_asked && slip.value(facts, what, arguments) == Some(given)
    })
}

/// What is said of a wrong number: of the slip that leads to it, or of its digits read as hex.
pub(crate) fn sentence(
    facts: &dyn Facts,
    text: &'static str,
    name: &str,
    given: u64,
) -> Option<&'static str> {
    let as_hex = || {
        let number = u64::from_str_radix(&given.to_string(), 16).ok()?;
        (facts.number(name)?.value == number && number != given)
            .then_some("In hex these digits would be right: put 0x before them.")
    };
    slip(facts, text, name, given).map(|slip| slip.sentence).or_else(as_hex)
}

/// The region of tensor memory that arguments begin with, and the numbers behind it.
fn in_region(arguments: &str) -> (&str, &str) {
    let has_region = arguments.starts_with(|sign: char| sign.is_ascii_alphabetic());
    if has_region { arguments.split_once(' ').unwrap_or((arguments, "")) } else { ("", arguments) }
}

/// Returns the value of a formula; none if the figure has no such number. Its names are of the region of the arguments, where that
/// has them, and `@` stands for the numbers of the arguments.
pub(crate) fn worked_out(facts: &dyn Facts, formula: &str, arguments: &str) -> Option<u64> {
    let (region, numbers) = in_region(arguments);
    let formula = formula.replace('@', &numbers.replace(' ', ","));
    let number = |node: &Node<'_>, arguments: &[i64]| {
        let name = node.of.first().unwrap_or(node).text;
        let of = |words: &str| {
            let name = arguments.iter().fold(words.to_owned(), |name, number| format!("{name} {number}"));
            facts.number(&name)
        };
        let of_region = (!region.is_empty()).then(|| of(&format!("{name} {region}")));
        let number = of_region.flatten().or_else(|| of(name));
        number.and_then(|number| i64::try_from(number.value).ok()).ok_or_else(String::new)
    };
    let rows = tree(&formula);
    let whole = rows.first().filter(|_| rows.len() == 1)?.only()?;
    whole.evaluate(number).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_code::number_from_text;
    use tile::TILE_SLIPS;

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
        // Absolute LBO is of the one, what a fill takes of the other; the last has units in pairs.
        let specs = [
            "#/tcgen05?element=e2m1-packed&mn=8&k=768&lbo_mode=absolute&start=0x4000",
            "#/wgmma?operand=B&mn=128&k=64&swizzle=64B",
            "#/tcgen05?operand=B&element=tf32&major=MN&swizzle=128B-32B-atom&mn=64&k=64",
        ]
        .map(|link| spec_of(link).unwrap());
        for Slip { what, formula, .. } in slips(TILE_SLIPS) {
            let (whats, arguments) = match what {
                "start" => ([what; 2], "2"),
                "byte" | "absolute" | "offset" | "phase" | "unit_in_line" | "bank" | "memory" | "matrix" => {
                    ([what; 2], "3 40")
                }
                ELEMENT => (["byte", "memory"], "3 40"),
                _ => ([what; 2], ""),
            };
            let known = |(spec, what): (&Spec, &str)| {
                let asked = format!("{what} {arguments}");
                let formula = formula.split(" if ").next().unwrap_or_default().replace('$', what);
                worked_out(spec, &formula, arguments).is_some() && Facts::number(spec, asked.trim()).is_some()
            };
            let mut all = specs.iter().flat_map(|spec| whats.map(|what| (spec, what)));
            assert!(all.any(known), "{what}: {formula}");
        }
    }

    /// The rows of `slips.tsv`.
    #[test]
    fn each_answer_has_its_slip() {
        for row in include_str!("slips.tsv").lines().filter(|row| !row.starts_with("# ")) {
            let [link, asked, given, expected] = row.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            let spec = spec_of(link).expect(link);
            let element = |text: &str| {
                let mut numbers = text.rsplit(' ').map(|number| number_from_text(number).expect(row));
                let k = numbers.next().expect(row);
                Coord { mn: numbers.next().expect(row), k }
            };
            let click = |is_in_memory| {
                tile::of_click(&spec, element(asked), element(given), is_in_memory).map(|(_, of)| of)
            };
            let told =
                |is_in_memory| tile::click(&spec, element(asked), element(given), is_in_memory, |_| true);
            let found = match asked.rsplitn(3, ' ').last() {
                Some("memory") => click(true).map(str::to_owned),
                Some("matrix") => click(false).map(str::to_owned),
                Some("told memory") => told(true),
                Some("told matrix") => told(false),
                _ => {
                    let name = asked.strip_prefix("number ").expect(row);
                    let given = number_from_text(given).expect(row);
                    tile::of_number(&spec, name, given.into()).map(str::to_owned)
                }
            };
            assert_eq!(found.as_deref().unwrap_or_default(), expected, "{row}");
        }
    }
}
