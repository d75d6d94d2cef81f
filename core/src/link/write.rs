//! From what is shown to its link.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::hardware::Named;
use crate::link::keys::{KEYS, Key, When};
use crate::reader::Spec;
use crate::state::{Shown, figure_of_said};

/// The link of what is shown, from `#` on: a given descriptor in the path, a key for everything else that was said.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Element, Shown, link_from_shown, shown_from_link};
/// let mut shown = Shown::default();
/// assert_eq!(link_from_shown(&shown), "#/");
/// shown.said.tile.element = Some(Element::Tf32);
/// assert_eq!(link_from_shown(&shown), "#/?element=tf32");
/// shown.said = shown.said.with_given(Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040));
/// assert_eq!(link_from_shown(&shown), "#/wgmma/4000004000010040?element=tf32");
/// assert_eq!(shown_from_link("#/wgmma/4000004000010040?element=tf32").shown, shown);
/// ```
#[must_use]
pub fn link_from_shown(shown: &Shown) -> String {
    let (path, base) = path(shown);
    let keys: Vec<String> = KEYS
        .iter()
        .filter(|key| is_written(key, shown) && (key.write)(shown) != (key.write)(&base))
        .filter_map(|key| Some(format!("{}={}", key.name, (key.write)(shown)?)))
        .collect();
    if keys.is_empty() {
        format!("#{path}")
    } else {
        format!("#{path}?{}", keys.join("&"))
    }
}

/// The path, and what it says of itself.
fn path(shown: &Shown) -> (String, Shown) {
    let plain = Shown::default();
    if let Some(figure) = figure_of_said(&shown.said) {
        return (format!("/figure/{}", figure.number), figure.shown);
    }
    // Of several the first; the others follow from it.
    let first = shown.said.all_given().first().copied();
    let path = match (first, shown.said.reader.arch) {
        (Some(given), _) => format!("/{}/{:016x}", given.arch().name(), given.raw()),
        (None, Some(arch)) => format!("/{}", arch.name()),
        (None, None) => "/".into(),
    };
    (path, plain)
}

fn is_written(key: &Key, shown: &Shown) -> bool {
    let is_given = shown.said.given.is_some();
    match (key.when, key.name) {
        (When::Always, _) => true,
        (When::BesideDescriptor, _) => is_given,
        (When::Never, _) => false,
        // The one number goes by two names: the column stride of a swizzled K-major tile is no LBO of a descriptor.
        (When::WithoutDescriptor, "lbo_bytes") => !is_given && !has_column_stride(shown),
        (When::WithoutDescriptor, "column_bytes") => !is_given && has_column_stride(shown),
        (When::WithoutDescriptor, _) => !is_given,
    }
}

fn has_column_stride(shown: &Shown) -> bool {
    Spec::new(&shown.said).is_ok_and(|spec| spec.has_column_stride())
}
