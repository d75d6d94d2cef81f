//! The colours of a descriptor's fields, everywhere: bits, cards, arrows, traces and exported files.

use crate::palette::{Rgb, Theme};
use swizzle_core::descriptor::FieldId;
use swizzle_core::law::Stride;

/// The colour of a field; bits that carry no value have one together.
///
/// ```
/// use swizzle_draw::{field_colour, hex};
/// use swizzle_core::FieldId;
/// use swizzle_draw::Theme;
/// assert_eq!(hex(field_colour(FieldId::Lbo, Theme::Light)), "#a8480a");
/// ```
pub const fn field_colour(id: FieldId, theme: Theme) -> Rgb {
    let (light, dark) = match id {
        FieldId::Start => ([31, 95, 208], [127, 176, 255]),
        FieldId::Lbo => ([168, 72, 10], [240, 160, 96]),
        FieldId::Sbo => ([10, 115, 85], [79, 207, 159]),
        FieldId::BaseOffset => ([123, 53, 196], [196, 155, 255]),
        FieldId::Swizzle => ([184, 22, 87], [255, 143, 184]),
        FieldId::LboMode | FieldId::LutHalf => ([93, 106, 0], [205, 216, 106]),
        FieldId::Reserved14 | FieldId::Reserved30 | FieldId::Fixed46 | FieldId::Reserved => {
            ([107, 111, 121], [165, 170, 181])
        }
    };
    match theme {
        Theme::Light => light,
        Theme::Dark => dark,
    }
}

/// The colour of a stride's arrow: that of its field.
pub(super) const fn stride_colour(stride: Stride, theme: Theme) -> Rgb {
    field_colour(FieldId::of_stride(stride), theme)
}
