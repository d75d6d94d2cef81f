//! The one table of what is asked of a dump: the sentence and the drawer are views of its rows.

use swizzle_core::{Major, Named as _};
use swizzle_dump::Values;
use swizzle_view::link::DumpShown;

use super::given::ANY;
use crate::frame::{Kind, Value, chosen, written};
use crate::kit::Choice;

/// Bits of an element.
const BITS: [(u32, &str, &str); 3] = [
    (8, "8", "8-bit"),
    (16, "16", "16-bit"),
    (32, "32", "32-bit"),
];

fn bits(shown: &DumpShown) -> (u32, &'static str, &'static str) {
    let known = BITS
        .into_iter()
        .find(|(bits, ..)| *bits == shown.element_bits);
    known.unwrap_or(BITS[1])
}

/// The words for a kind of values.
pub const fn values_text(values: Option<Values>) -> &'static str {
    match values {
        None => ANY,
        Some(Values::Index) => "its index",
        Some(Values::Numbers) => "its index as a number",
        Some(Values::MnAndK) => "mn, and k in a second dump",
    }
}

fn majors() -> Vec<Choice> {
    chosen(|major: Major| match major {
        Major::K => "K-major",
        Major::Mn => "MN-major",
    })
}

/// All rows.
pub static TABLE: [Value<DumpShown>; 7] = [
    Value {
        key: "element_bits",
        label: "Element",
        hint: "bits of an element",
        kind: Kind::Choice {
            get: |shown| bits(shown).1,
            set: |shown, name| shown.element_bits = name.parse().unwrap_or(16),
            all: || {
                let choice = |(_, name, text)| Choice {
                    text,
                    ..Choice::named(name)
                };
                BITS.map(choice).into()
            },
        },
    },
    Value {
        key: "values",
        label: "Cell contents",
        hint: "what each element holds",
        kind: Kind::Choice {
            get: |shown| shown.values.map_or(ANY, Values::name),
            set: |shown, name| shown.values = Values::from_name(name).ok(),
            all: || {
                let known = chosen(|values: Values| values_text(Some(values)));
                [Choice::named(ANY)].into_iter().chain(known).collect()
            },
        },
    },
    written!("mn", "M or N", "auto", mn),
    written!("k", "K", "auto", k),
    written!("address", "First byte", "auto", address),
    written!("descriptor", "Descriptor", "auto", descriptor),
    Value {
        key: "major",
        label: "Matrix",
        hint: "contiguous dimension",
        kind: Kind::Choice {
            get: |shown| shown.major.name(),
            set: |shown, name| shown.major = Major::from_name(name).unwrap_or(shown.major),
            all: majors,
        },
    },
];

/// The row of a key.
pub fn row(key: &str) -> &'static Value<DumpShown> {
    let row = TABLE.iter().find(|row| row.key == key);
    row.unwrap_or(&TABLE[0])
}

/// The drawer: keys in their sections.
pub const DRAWER: [(&str, &[&str]); 3] = [
    ("Contents", &["element_bits", "values", "mn", "k"]),
    ("Address", &["address"]),
    ("Read", &["descriptor", "major"]),
];

/// The word of the sentence for an element's width.
pub fn bits_text(shown: &DumpShown) -> &'static str {
    bits(shown).2
}

#[cfg(test)]
mod tests {
    use swizzle_view::link::form_keys;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    /// The others are what the page does: its dump, the layout that is looked at, and how it is drawn.
    #[test]
    fn each_key_of_the_link_that_is_asked_of_a_dump_has_a_row() {
        let others = ["example", "bytes", "layout", "show"];
        for key in form_keys::<DumpShown>().filter(|key| !others.contains(key)) {
            assert_eq!(row(key).key, key);
            assert!(DRAWER.iter().any(|(_, keys)| keys.contains(&key)), "{key}");
        }
    }
}
