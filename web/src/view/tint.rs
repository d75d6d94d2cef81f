//! One colour a field, everywhere on the page.

use swizzle_core::FieldId;

/// The class that gives an element the colour of a field, as `--tint`.
#[must_use]
pub const fn tint(id: FieldId) -> &'static str {
    match id {
        FieldId::Start => "tint-start",
        FieldId::Lbo => "tint-lbo",
        FieldId::Sbo => "tint-sbo",
        FieldId::BaseOffset => "tint-base",
        FieldId::LboMode => "tint-mode",
        FieldId::Swizzle => "tint-swizzle",
        FieldId::Reserved14 | FieldId::Reserved30 | FieldId::Fixed46 | FieldId::Reserved => {
            "tint-fixed"
        }
    }
}
