//! The slip that a wrong answer likely comes from: what each slip would lead to is worked out by the core, and compared
//! with the answer that was given.

pub(crate) mod click;
mod element;
pub(crate) mod formula;
mod neighbour;
mod number;
pub(crate) mod read;
pub(crate) mod sentence;
mod value;

use super::*;
use swizzle_core::{Layout, Major};

use {element::*, formula::*, neighbour::*, sentence::*, value::*};

/// Describes the likely mistake behind a number about a tile, in a sentence; none if no slip leads to it.
pub(crate) fn of_number(stop: &Stop, name: &str, given: u64) -> Option<String> {
    let slip = number::slip(&spec_of(stop.asked_link())?, name, given);
    slip.filter(|sentence| knows_strides(stop) || !names_stride(sentence)).map(Into::into)
}

/// Whether a stop's figure shows LBO and SBO.
pub(crate) fn knows_strides(stop: &Stop) -> bool {
    stop.figure.strides != Strides::Hidden
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_code::number_from_text;

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
            let click = |is_in_memory| click::slip(&spec, element(asked), element(given), is_in_memory);
            let told = |is_in_memory| click::hint(&spec, element(asked), element(given), is_in_memory, true);
            let found = match asked.rsplitn(3, ' ').last() {
                Some("memory") => click(true).map(str::to_owned),
                Some("matrix") => click(false).map(str::to_owned),
                Some("told memory") => told(true),
                Some("told matrix") => told(false),
                _ => {
                    let name = asked.strip_prefix("number ").expect(row);
                    let given = number_from_text(given).expect(row);
                    number::slip(&spec, name, given.into()).map(str::to_owned)
                }
            };
            assert_eq!(found.as_deref().unwrap_or_default(), expected, "{row}");
        }
    }
}
