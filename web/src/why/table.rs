//! The one table of the values of an access: the sentence is a view of its rows.

use swizzle_core::{Element, Major, Named, Swizzle};
use swizzle_view::link::LanesShown;
use swizzle_warp::{Access, Form, Preset};

use super::tried::mode_of;
use crate::frame::{Kind, Value, chosen, written};
use crate::kit::Choice;

/// The accesses that kernels make, as they are called here.
pub const PRESETS: [(Preset, &str); 6] = [
    (Preset::ColumnByColumn, "A column"),
    (Preset::RowByRow, "A row"),
    (Preset::FragmentOfA, "ldmatrix"),
    (Preset::EpilogueMatrix, "stmatrix"),
    (Preset::EpilogueStore, "mma.sync"),
    (Preset::Transpose, "Transpose"),
];

/// Whether an access is the one of a preset, with nothing changed since.
pub fn is_preset(lanes: &LanesShown, preset: Preset) -> bool {
    lanes.preset == preset && *lanes == lanes.with_preset(preset)
}

/// The instruction.
pub static INSTRUCTION: Value<LanesShown> = Value {
    key: "op",
    label: "Instruction",
    hint: "what each lane does",
    kind: Kind::Choice {
        get: |typed| typed.access.name(),
        set: |typed, name| set(&mut typed.access, name),
        all: || noted(|one: Access| (one.ptx(), format!("{} B", one.bytes()))),
    },
};

/// The formula from a lane to its row and column.
pub static FORMULA: Value<LanesShown> = written!(
    "formula",
    "Formula",
    "(row, column) from lane, with width (elements of a lane), rows, columns and the operators of C",
    formula
);

/// Rows of the matrix.
pub static ROWS: Value<LanesShown> = Value {
    key: "rows",
    label: "Rows",
    hint: "rows of the matrix",
    kind: side(|typed| &typed.rows, |typed, text| typed.rows = text),
};

/// Columns of the matrix.
pub static COLUMNS: Value<LanesShown> = Value {
    key: "columns",
    label: "Columns",
    hint: "columns of the matrix",
    kind: side(|typed| &typed.columns, |typed, text| typed.columns = text),
};

/// Its element type.
pub static ELEMENT: Value<LanesShown> = Value {
    key: "element",
    label: "Element",
    hint: "element type",
    kind: Kind::Choice {
        get: |typed| typed.element.name(),
        set: |typed, name| set(&mut typed.element, name),
        all: || noted(|one: Element| (one.name(), format!("{} bits", one.slot_bits()))),
    },
};

/// Its contiguous dimension.
pub static MAJOR: Value<LanesShown> = Value {
    key: "major",
    label: "Major",
    hint: "the dimension that is contiguous",
    kind: Kind::Choice {
        get: |typed| typed.major.name(),
        set: |typed, name| set(&mut typed.major, name),
        all: || {
            chosen(|major: Major| match major {
                Major::K => "K-major",
                Major::Mn => "MN-major",
            })
        },
    },
};

/// The swizzle of the third layout.
pub static MODE: Value<LanesShown> = Value {
    key: "layout",
    label: "Swizzle",
    hint: "swizzle mode",
    kind: Kind::Choice {
        get: |typed| mode_of(typed.layout).name(),
        set: |typed, name| {
            let mut mode = mode_of(typed.layout);
            set(&mut mode, name);
            typed.layout = Form::Canonical(mode);
        },
        all: || {
            let mut all = chosen(|mode: Swizzle| match mode {
                Swizzle::None => "no swizzle",
                mode => mode.name(),
            });
            all.retain(|mode| !mode.name.ends_with("atom"));
            all
        },
    },
};

/// A size: more rows or columns than are stepped to can be in links.
const fn side(get: fn(&LanesShown) -> &str, set: fn(&mut LanesShown, String)) -> Kind<LanesShown> {
    Kind::Number {
        get,
        set,
        most: 1 << 16,
        step: 8,
        presets: &[16, 32, 64, 128, 256],
    }
}

fn set<T: Named>(value: &mut T, name: &str) {
    *value = T::from_name(name).unwrap_or(*value);
}

/// All choices of a type, with the words for each and a remark.
fn noted<T: Named>(words: impl Fn(T) -> (&'static str, String)) -> Vec<Choice> {
    let choice = |one: &T| {
        let (text, note) = words(*one);
        Choice {
            text,
            note,
            ..Choice::named(one.name())
        }
    };
    T::ALL.iter().map(choice).collect()
}

#[cfg(test)]
mod tests {
    use swizzle_view::link::{WhyScene, WhyShown, link_from_why, why_from_link};
    use swizzle_warp::Wires;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn shown(link: &str) -> WhyShown {
        why_from_link(link).shown
    }

    fn with(link: &str, change: impl Fn(&mut WhyShown)) -> String {
        let mut shown = shown(link);
        change(&mut shown);
        link_from_why(&shown)
    }

    fn chosen(link: &str, value: &Value<LanesShown>, name: &str) -> WhyShown {
        let mut shown = shown(link);
        match value.kind {
            Kind::Choice { set, .. } => set(&mut shown.lanes, name),
            Kind::Number { set, .. } | Kind::Text { set, .. } => set(&mut shown.lanes, name.into()),
        }
        shown
    }

    /// What a reader changes, and the link that it leads to.
    #[test]
    fn changes_are_in_the_link() {
        let wires = |from, wires| with(from, |shown| shown.lanes.wires = wires);
        assert_eq!(wires("#/why", Wires::lowest(1)), "#/why?wires=1");
        assert_eq!(
            wires("#/memory/lanes?wires=1", Wires::from_mask(5)),
            "#/why?wires=101"
        );
        assert_eq!(wires("#/why?wires=3", Wires::OPEN), "#/why");
        let to = |scene| with("#/why?wires=3", |shown| shown.scene = scene);
        assert_eq!(to(WhyScene::Tma), "#/why?scene=tma&wires=3");
        assert_eq!(to(WhyScene::Access), "#/memory/lanes");
        let lanes = "#/memory/lanes";
        assert_eq!(
            with(lanes, |shown| shown.lanes =
                shown.lanes.with_preset(Preset::Transpose)),
            "#/memory/lanes?preset=transpose"
        );
        assert_eq!(
            with(lanes, |shown| shown.lanes.layout = Form::Padded),
            "#/memory/lanes?layout=padded"
        );
        for (value, name, link) in [
            (&ROWS, "32", "#/memory/lanes?rows=32"),
            (&COLUMNS, "64", "#/memory/lanes"),
            (&ELEMENT, "tf32", "#/memory/lanes?element=tf32"),
            (&MAJOR, "MN", "#/memory/lanes?major=MN"),
            (&INSTRUCTION, "ST32", "#/memory/lanes?op=ST32"),
            (&MODE, "64B", "#/memory/lanes?layout=64B"),
        ] {
            assert_eq!(link_from_why(&chosen(lanes, value, name)), link);
        }
    }

    #[test]
    fn a_written_formula_is_no_preset() {
        let link = "#/memory/lanes?preset=ldmatrix-a";
        let tried = shown(link).lanes;
        assert!(
            is_preset(&tried, Preset::FragmentOfA) && !is_preset(&tried, Preset::ColumnByColumn)
        );
        let written = chosen(link, &FORMULA, "(lane * 2, 0)").lanes;
        assert!(!is_preset(&written, Preset::FragmentOfA));
        assert_eq!(written.access, Access::LoadMatrix4);
        // Type and size are not the access's.
        let typed = chosen(link, &ELEMENT, "e4m3").lanes;
        assert!(is_preset(&typed, Preset::FragmentOfA));
        assert_eq!(typed.element, Element::E4m3);
    }
}
