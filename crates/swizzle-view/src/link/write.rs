//! Writes the link of what is shown.

use super::*;
use crate::state::figure_of_said;

/// Returns the link of what is shown, from `#` on: an explicit descriptor in the path, a key for every other specified value.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Element};
/// use swizzle_view::{Shown, link_from_shown, shown_from_link};
/// let mut shown = Shown::default();
/// assert_eq!(link_from_shown(&shown), "#/?");
/// shown.said.tile.element = Some(Element::Tf32);
/// assert_eq!(link_from_shown(&shown), "#/?element=tf32");
/// shown.said = shown.said.with_given(Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040));
/// assert_eq!(link_from_shown(&shown), "#/wgmma/4000004000010040?element=tf32");
/// assert_eq!(shown_from_link("#/wgmma/4000004000010040?element=tf32").shown, shown);
/// // Who looks at the tile of a wrong read says so.
/// let mut wrong = shown_from_link("#/wgmma/4000000800010040").shown;
/// assert_eq!(link_from_shown(&wrong), "#/wgmma/4000000800010040");
/// wrong.view.shows = swizzle_draw::Shows::Tile;
/// assert_eq!(link_from_shown(&wrong), "#/wgmma/4000000800010040?show=tile");
/// ```
pub fn link_from_shown(shown: &Shown) -> String {
    let (path, base) = path(shown);
    // The view that a link without `show` opens depends on what is read.
    let silent = shows_by_silence(shown);
    let is_silent = |key: &Key| match (key.name, silent) {
        ("show", Some(shows)) => shown.view.shows == shows,
        ("show", None) => false,
        _ => key.write(shown) == key.write(&base),
    };
    let keys: Vec<String> = keys()
        .filter(|key| is_written(key, shown) && !is_silent(key))
        .filter_map(|key| Some(format!("{}={}", key.name, key.write(shown)?)))
        .collect();
    if keys.is_empty() && path == "/" {
        // An address without anything is that of the page Home.
        "#/?".into()
    } else if keys.is_empty() {
        format!("#{path}")
    } else {
        format!("#{path}?{}", keys.join("&"))
    }
}

/// Returns what a link without `show` opens. `None` where `show` is always written: for a pinned element of a wrong read, a
/// link without it could mean either.
fn shows_by_silence(shown: &Shown) -> Option<Shows> {
    match (shown.reads_wrong(), shown.pinned) {
        (false, _) => Some(Shows::Tile),
        (true, None) => Some(Shows::Read),
        (true, Some(_)) => None,
    }
}

/// Returns the path, and the values that it specifies by itself.
fn path(shown: &Shown) -> (String, Shown) {
    let plain = Shown::default();
    if let Some(figure) = figure_of_said(&shown.said) {
        return (format!("/figure/{}", figure.number), figure.shown);
    }
    // The path holds the first of several descriptors; the others follow from it.
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
        // One number with two names: the column stride of a swizzled K-major tile is not an LBO of a descriptor.
        (When::WithoutDescriptor, "lbo_bytes") => !is_given && !has_column_stride(shown),
        (When::WithoutDescriptor, "column_bytes") => !is_given && has_column_stride(shown),
        (When::WithoutDescriptor, _) => !is_given,
    }
}

pub(super) fn has_column_stride(shown: &Shown) -> bool {
    spec_from_said(&shown.said).is_ok_and(|spec| spec.has_column_stride())
}
