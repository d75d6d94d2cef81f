//! The accesses that kernels make; the values of one are the table of [`LanesShown`].

use super::*;
use swizzle_warp::Preset;

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

#[cfg(test)]
mod tests {
    use swizzle_core::Element;
    use swizzle_view::link::{WhyScene, WhyShown, link_from_why, why_from_link, with_text};
    use swizzle_warp::{Access, Form, Wires};
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

    fn chosen(link: &str, key: &str, name: &str) -> WhyShown {
        let mut shown = shown(link);
        shown.lanes = with_text(&shown.lanes, key, name);
        shown
    }

    /// What a reader changes, and the link that it leads to.
    #[test]
    fn changes_are_in_the_link() {
        let wires = |from, wires| with(from, |shown| shown.lanes.wires = wires);
        assert_eq!(wires("#/why", Wires::lowest(1)), "#/why?wires=1");
        assert_eq!(wires("#/memory/lanes?wires=1", Wires::from_mask(5)), "#/why?wires=101");
        assert_eq!(wires("#/why?wires=3", Wires::OPEN), "#/why");
        let to = |scene| with("#/why?wires=3", |shown| shown.scene = scene);
        assert_eq!(to(WhyScene::Tma), "#/why?scene=tma&wires=3");
        assert_eq!(to(WhyScene::Access), "#/memory/lanes");
        let lanes = "#/memory/lanes";
        assert_eq!(
            with(lanes, |shown| shown.lanes = shown.lanes.with_preset(Preset::Transpose)),
            "#/memory/lanes?preset=transpose"
        );
        assert_eq!(with(lanes, |shown| shown.lanes.layout = Form::Padded), "#/memory/lanes?layout=padded");
        for (key, name, link) in [
            ("rows", "32", "#/memory/lanes?rows=32"),
            ("columns", "64", "#/memory/lanes"),
            ("element", "tf32", "#/memory/lanes?element=tf32"),
            ("major", "MN", "#/memory/lanes?major=MN"),
            ("op", "ST32", "#/memory/lanes?op=ST32"),
            ("mode", "64B", "#/memory/lanes?layout=64B"),
        ] {
            assert_eq!(link_from_why(&chosen(lanes, key, name)), link);
        }
    }

    #[test]
    fn a_written_formula_is_no_preset() {
        let link = "#/memory/lanes?preset=ldmatrix-a";
        let tried = shown(link).lanes;
        assert!(is_preset(&tried, Preset::FragmentOfA) && !is_preset(&tried, Preset::ColumnByColumn));
        let written = chosen(link, "formula", "(lane * 2, 0)").lanes;
        assert!(!is_preset(&written, Preset::FragmentOfA));
        assert_eq!(written.access, Access::LoadMatrix4);
        // Type and size are not the access's.
        let typed = chosen(link, "element", "e4m3").lanes;
        assert!(is_preset(&typed, Preset::FragmentOfA));
        assert_eq!(typed.element, Element::E4m3);
    }
}
