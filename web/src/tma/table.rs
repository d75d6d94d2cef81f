//! The one table of a tensor map, its copy and what reads it: the sentence and the drawer are views of its rows.

use swizzle_core::tma::{DataType, Interleave, L2Promotion, MapSwizzle, OobFill};
use swizzle_core::{Chip, Element, Major, Named};
use swizzle_lints::tma::DriverEnum;
use swizzle_view::link::TmaShown;

use crate::frame::{Kind, Value, chosen, written};
use crate::kit::Choice;

/// The names of an enumeration of the driver, each with its number.
fn names<T: DriverEnum>() -> Vec<(String, String)> {
    let name = |one: &T| {
        let words = format!("{} ({}{})", one.number(), T::PREFIX, one.enumerator());
        (one.name().to_owned(), words)
    };
    T::ALL.iter().map(name).collect()
}

/// The name of what was written, by any of its names or by number.
fn read<T: DriverEnum>(text: &str) -> Option<&'static str> {
    T::from_any(text).ok().map(T::name)
}

/// A row of a choice.
macro_rules! choice {
    ($key:literal, $label:literal, $hint:literal, $of:ty, $field:ident) => {
        Value {
            key: $key,
            label: $label,
            hint: $hint,
            kind: Kind::Choice {
                get: |shown| shown.$field.name(),
                set: |shown, name| shown.$field = <$of>::from_name(name).unwrap_or(shown.$field),
                all: || chosen(|one: $of| one.name()),
            },
        }
    };
}

/// All rows.
pub static TABLE: [Value<TmaShown>; 21] = [
    Value {
        key: "arch",
        label: "Chip",
        hint: "chip that the map is for",
        kind: Kind::Choice {
            get: |shown| shown.target.name(),
            set: |shown, name| shown.choose_target(Chip::from_name(name).unwrap_or(shown.target)),
            all: || {
                Chip::with_tma()
                    .map(|chip| Choice::named(chip.name()))
                    .collect()
            },
        },
    },
    written!(
        "data_type",
        "Data type",
        "BFLOAT16",
        map.data_type,
        names::<DataType>,
        read::<DataType>
    ),
    written!(
        "swizzle",
        "Swizzle",
        "none",
        map.swizzle,
        names::<MapSwizzle>,
        read::<MapSwizzle>
    ),
    written!(
        "interleave",
        "Interleave",
        "none",
        map.interleave,
        names::<Interleave>,
        read::<Interleave>
    ),
    written!("rank", "Rank", "auto", map.rank),
    written!("global_address", "Address", "auto", map.global_address),
    written!("extents", "Extents", "4096, 4096", map.extents),
    written!("strides", "Strides", "auto", map.strides),
    written!("box", "Box", "64, 128", map.box_elements),
    written!(
        "element_strides",
        "Elem. strides",
        "auto",
        map.element_strides
    ),
    written!(
        "l2_promotion",
        "L2 promotion",
        "L2_128B",
        map.l2_promotion,
        names::<L2Promotion>,
        read::<L2Promotion>
    ),
    written!(
        "oob_fill",
        "Fill",
        "none",
        map.oob_fill,
        names::<OobFill>,
        read::<OobFill>
    ),
    written!("channels", "Channels", "not im2col", map.channels),
    written!("pixels", "Pixels", "not im2col", map.pixels),
    written!("lower_corner", "Lower corner", "all 0", map.lower_corner),
    written!("upper_corner", "Upper corner", "all 0", map.upper_corner),
    written!("destination", "Destination", "0x400", destination),
    written!("buffer", "Buffer bytes", "auto", buffer),
    written!("descriptor", "Descriptor", "none", descriptor),
    choice!(
        "element",
        "Element",
        "element type of the instruction",
        Element,
        element
    ),
    choice!(
        "major",
        "Major",
        "contiguous dimension of the operand",
        Major,
        major
    ),
];

/// The row of a key.
pub fn row(key: &str) -> &'static Value<TmaShown> {
    let row = TABLE.iter().find(|row| row.key == key);
    row.unwrap_or(&TABLE[0])
}

/// The name of a key in faults.
pub fn fault_name(key: &str) -> String {
    match key {
        "global_address" => "address".into(),
        "l2_promotion" => "L2 promotion".into(),
        "oob_fill" => "out-of-bounds fill".into(),
        key => key.replace('_', " "),
    }
}

/// The drawer: keys in their sections; those of the last are needed by few maps.
pub const DRAWER: [(&str, &[&str]); 4] = [
    (
        "Tensor map",
        &[
            "arch",
            "data_type",
            "swizzle",
            "interleave",
            "rank",
            "global_address",
            "extents",
            "strides",
            "box",
            "element_strides",
        ],
    ),
    ("Copy", &["destination", "buffer"]),
    ("Read", &["descriptor", "element", "major"]),
    (
        "L2 promotion, fill and im2col",
        &[
            "l2_promotion",
            "oob_fill",
            "channels",
            "pixels",
            "lower_corner",
            "upper_corner",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use swizzle_view::link::{form_from_link, form_keys};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::tma::facts::Facts;

    /// The other one is the tile whose boxes are listed.
    #[test]
    fn each_key_of_the_link_has_a_row_and_a_place_in_the_drawer() {
        for key in form_keys::<TmaShown>().filter(|key| *key != "tile") {
            assert_eq!(row(key).key, key);
            assert!(DRAWER.iter().any(|(_, keys)| keys.contains(&key)), "{key}");
        }
    }

    /// What cannot be read is a fault under the name by which the row asks for it.
    #[test]
    fn each_text_that_cannot_be_read_is_a_fault_of_its_row() {
        for row in TABLE
            .iter()
            .filter(|row| matches!(row.kind, Kind::Text { .. }))
        {
            let of_im2col = ["channels", "pixels"].map(|key| format!("{key}=8&"));
            let others = of_im2col.iter().filter(|pair| !pair.starts_with(row.key));
            let others: String = others.map(String::as_str).collect();
            let link = format!("#/memory/tma?{others}{}=zz,zz", row.key);
            let facts = Facts::of(&form_from_link::<TmaShown>(&link).shown);
            // Of a map for im2col the box does not count.
            let is_fault = facts.fault(&fault_name(row.key)).is_some();
            assert_eq!(is_fault, row.key != "box", "{}", row.key);
        }
    }

    #[test]
    fn enumerations_are_read_by_any_name_and_by_number() {
        let Kind::Text { read, names, .. } = row("data_type").kind else {
            panic!("a text");
        };
        assert_eq!(read("CU_TENSOR_MAP_DATA_TYPE_FLOAT16"), Some("FLOAT16"));
        assert_eq!((read("6"), read("what")), (Some("FLOAT16"), None));
        assert!(names().iter().any(|(name, words)| name == "BFLOAT16"
            && words.contains("CU_TENSOR_MAP_DATA_TYPE_BFLOAT16")));
    }
}
