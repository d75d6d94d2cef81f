//! What is said of a tile, in few words.

use swizzle_core::reader::is_legal_form;
use swizzle_core::{Arch, Element, Major, Named, Said, Swizzle};
use swizzle_view::shown_from_link;

/// A record of which some values are said: each with its value, or the variable of its name.
///
/// ```
/// use swizzle_core::SaidTile;
/// use swizzle_tests::some;
///
/// let k = 64;
/// assert_eq!(some!(SaidTile { mn: 128, k }), SaidTile { mn: Some(128), k: Some(64), ..SaidTile::default() });
/// ```
#[macro_export]
macro_rules! some {
    ($record:ident { $($field:ident $(: $value:expr)?),* $(,)? }) => {
        $record { $($field: $crate::some!(@ $field $($value)?),)* ..$record::default() }
    };
    (@ $field:ident) => { Some($field) };
    (@ $field:ident $value:expr) => { Some($value) };
}

/// What a link to a tile says.
///
/// # Panics
/// When it does not open wholly.
#[must_use]
pub fn said(link: &str) -> Said {
    let opened = shown_from_link(link);
    assert_eq!(opened.notices, [], "{link}");
    opened.shown.said
}

/// The forms of tiles that an architecture reads.
pub fn legal_forms() -> impl Iterator<Item = (Arch, Element, Major, Swizzle)> {
    let elements = Arch::ALL.iter().flat_map(|arch| Element::ALL.iter().map(|element| (*arch, *element)));
    let majors =
        elements.flat_map(|(arch, element)| [Major::K, Major::Mn].map(|major| (arch, element, major)));
    let forms = majors.flat_map(|(arch, element, major)| {
        Swizzle::ALL.iter().map(move |swizzle| (arch, element, major, *swizzle))
    });
    forms.filter(|&(arch, element, major, swizzle)| is_legal_form(arch, element, major, swizzle))
}
