//! State of a lesson's figure once the answer is known.

use swizzle_learn::{Facts, Kind, Stop, is_of_scale, set_in_tensor_memory};

/// The link with the cell at hand that was asked for, or about; none where a question names none of the figure.
pub(super) fn told(stop: &Stop, link: &str, facts: &dyn Facts) -> Option<String> {
    let set = |link: String, (key, value): (&str, u32)| {
        set_in_tensor_memory(&link, key, &value.to_string()).unwrap_or(link)
    };
    Some(lit(stop, facts)?.into_iter().fold(link.to_owned(), set))
}

/// Whether a link differs from another by more than the cell at hand, which no question is about.
pub(super) fn is_changed(link: &str, began: &str) -> bool {
    without_cell(link) != without_cell(began)
}

/// Settings for the cell of the element that a question names; none where it names none of the figure.
fn lit(stop: &Stop, facts: &dyn Facts) -> Option<Vec<(&'static str, u32)>> {
    let element = match stop.ask.kind {
        Kind::Cell { element, .. } => element,
        Kind::Number(name) => name.split_once(' ')?.1,
        Kind::Click { .. } | Kind::Choose(_) | Kind::Make(_) => return None,
    };
    let of = |key: &'static str, what: &str| {
        let number = facts.number(&format!("{what} {element}"))?.value;
        Some((key, u32::try_from(number).ok()?))
    };
    let keys = match is_of_scale(stop.figure.link) {
        true => vec![of("row", "row")?, of("block", "col")?],
        false => vec![
            of("cta", "cta")?,
            of("lane", "lane")?,
            of("column", "column")?,
        ],
    };
    stop.ask.about.is_none().then_some(keys)
}

/// A link without the cell at hand, which no question is about.
fn without_cell(link: &str) -> Vec<&str> {
    let is_of_plan = |pair: &&str| {
        !["cta=", "lane=", "column=", "row=", "block="]
            .iter()
            .any(|key| pair.starts_with(key))
    };
    link.split(['?', '&']).filter(is_of_plan).collect()
}
