//! One colour a field, everywhere on the page.

use super::*;

/// The class that gives an element the colour of a field, as `--tint`.
pub const fn tint(id: FieldId) -> &'static str {
    match id {
        FieldId::Start => "tint-start",
        FieldId::Lbo => "tint-lbo",
        FieldId::Sbo => "tint-sbo",
        FieldId::BaseOffset => "tint-base",
        FieldId::LboMode | FieldId::LutHalf => "tint-mode",
        FieldId::Swizzle => "tint-swizzle",
        FieldId::Reserved14 | FieldId::Reserved30 | FieldId::Fixed46 | FieldId::Reserved => "tint-fixed",
    }
}

#[cfg(test)]
mod tests {
    use swizzle_core::{Arch, Descriptor, Named as _};
    use swizzle_draw::Theme;
    use swizzle_draw::{field_colour, hex};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    const TOKENS: &str = include_str!("../../styles/tokens.css");

    #[test]
    fn the_style_has_the_colours_of_the_table() {
        let (light, dark) = TOKENS.split_once("data-theme=\"dark\"").expect("both themes");
        let fields = Arch::ALL.iter().flat_map(|arch| Descriptor::fields(*arch));
        for id in fields.map(|field| field.id) {
            let name = tint(id).replace("tint-", "--field-");
            for (style, theme) in [(light, Theme::Light), (dark, Theme::Dark)] {
                let line = format!("{name}: {};", hex(field_colour(id, theme)));
                assert!(style.contains(&line), "tokens.css lacks {line}");
            }
        }
    }
}
