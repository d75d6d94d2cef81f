//! The state of a lesson's figure, and the effects of its controls.
//!
//! A figure is described by keys of a link. One that shows a read, `show=read`, compares a descriptor with a tile: there
//! `lbo_bytes`, `sbo_bytes` and `base_offset` are the descriptor's, `start` and `swizzle` too where `meant_start` and
//! `meant_swizzle` are the tile's, and everything else that is specified is the tile's. In any other figure they have the
//! meaning that they have in a link.

use crate::*;
use swizzle_core::{
    Descriptor, FieldId, Said, SaidPlace, SaidTile,
    descriptor::code_from_swizzle,
    hardware::{bytes_from_field, field_from_bytes},
};
use swizzle_view::link_from_shown;

/// Returns the state that a lesson describes by these keys, written as in a link.
///
/// ```
/// use swizzle_core::Tally;
/// use swizzle_learn::shown_from_keys;
/// let spec = shown_from_keys("#/wgmma?sbo_bytes=512&show=read").spec()?;
/// assert_eq!((spec.tile().sbo_bytes, spec.read(0).params().sbo_bytes), (1024, 512));
/// assert_eq!(Tally::of_read(&spec, 0).right, 16);
/// let spec = shown_from_keys("#/wgmma?sbo_bytes=2048").spec()?;
/// assert_eq!((spec.tile().sbo_bytes, spec.given()), (2048, None));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn shown_from_keys(keys: &str) -> Shown {
    let (path, query) = keys.split_once('?').unwrap_or((keys, ""));
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let is_meant = |name: &str| {
        let mut keys = pairs.clone().map(|(key, _)| key);
        keys.any(|key| key.strip_prefix("meant_") == Some(name))
    };
    let is_read = pairs.clone().any(|pair| pair == ("show", "read"));
    let is_of_descriptor = |name: &str| match name {
        "lbo_bytes" | "sbo_bytes" => is_read,
        "start" | "swizzle" => is_meant(name),
        _ => false,
    };
    let of_tile = pairs.clone().filter(|(key, _)| !is_of_descriptor(key));
    let of_tile: Vec<String> = of_tile
        .map(|(key, value)| match key {
            "meant_start" | "meant_swizzle" => format!("{}={value}", &key["meant_".len()..]),
            _ => format!("{key}={value}"),
        })
        .collect();
    let mut shown = shown_from_link(&format!("{path}?{}", of_tile.join("&"))).shown;
    if !pairs.clone().any(|(key, _)| key == "show") {
        // A lesson draws what it describes, even if that is wrong.
        shown = shown.showing(Shows::Tile);
    }
    if is_read && shown.said.given.is_some() {
        shown = held_against_its_tile(&shown).unwrap_or(shown);
    }
    let of_descriptor = pairs.clone().filter(|(key, _)| is_of_descriptor(key));
    of_descriptor.fold(shown, |shown, (key, value)| set(&shown, key, value).unwrap_or(shown))
}

/// Returns the state with a control, named by its key, set to a value; none if that has no picture. With the mode of a
/// descriptor its strides change, if they are those of a packed tile; `swizzle_alone` leaves them as they are.
///
/// ```
/// use swizzle_learn::{set, shown_from_keys};
/// let wrong = shown_from_keys("#/wgmma?sbo_bytes=512&show=read");
/// let mended = set(&wrong, "sbo_bytes", "1024").unwrap();
/// assert_eq!(mended.spec().unwrap().descriptor(0).unwrap().to_string(), "0x4000004000010040");
/// assert_eq!(set(&wrong, "k", "0"), None);
/// ```
pub fn set(shown: &Shown, key: &str, value: &str) -> Option<Shown> {
    let is_read = shown.view.shows == Shows::Read;
    let of_descriptor = match key {
        "base_offset" => true,
        "lbo_bytes" => is_read || shown.spec().ok()?.has_column_stride(),
        "sbo_bytes" | "start" | "swizzle" | "swizzle_alone" => is_read,
        _ => false,
    };
    if !of_descriptor {
        return with_tile_set(shown, key, value);
    }
    let shown = if is_read && shown.said.given.is_none() { held_against_its_tile(shown)? } else { *shown };
    let spec = shown.spec().ok()?;
    let held = spec.descriptor(spec.place()).ok()?;
    let bytes = |id| Some(held.with(id, field_from_bytes(number_from_text(value).ok()?).into()));
    let in_mode = |held: Descriptor| {
        let code = code_from_swizzle(held.arch(), Swizzle::from_name(value).ok()?)?;
        Some(held.with(FieldId::Swizzle, code.into()))
    };
    let descriptor = match key {
        "base_offset" => {
            let number = number_from_text(value).ok().filter(|number| *number < 8)?;
            held.with(FieldId::BaseOffset, number.into())
        }
        "lbo_bytes" => bytes(FieldId::Lbo)?,
        "sbo_bytes" => bytes(FieldId::Sbo)?,
        "start" => bytes(FieldId::Start)?,
        "swizzle_alone" => in_mode(held)?,
        _ => {
            // Strides that are those of a packed tile in the old mode become those of one in the new.
            let packed = |mode: Swizzle| {
                let mut said = shown.said.without_given();
                said.tile = SaidTile { swizzle: Some(mode), lbo_bytes: None, sbo_bytes: None, ..said.tile };
                derived(&said)
            };
            let then = held.decode().swizzle.ok().and_then(packed);
            let now = packed(Swizzle::from_name(value).ok()?);
            in_mode(following(held, &[FieldId::Lbo, FieldId::Sbo], then, now))?
        }
    };
    Some(Shown { said: shown.said.with_given(descriptor), ..shown })
}

/// The same with all of the tile said, so that no descriptor moves it, and a descriptor given.
fn held_against_its_tile(shown: &Shown) -> Option<Shown> {
    let mut said = shown.said.without_given();
    if let Some(given) = shown.said.given.map(Descriptor::decode) {
        let tile = &mut said.tile;
        tile.swizzle = tile.swizzle.or(given.swizzle.ok());
        tile.start_bytes = tile.start_bytes.or(Some(bytes_from_field(given.start_field)));
    }
    let spec = spec_from_said(&said).ok()?;
    let tile = spec.tile();
    said.tile = SaidTile {
        swizzle: Some(tile.swizzle),
        mn: Some(tile.mn),
        k: Some(tile.k),
        order: Some(tile.order),
        lbo_bytes: Some(tile.lbo_bytes),
        sbo_bytes: Some(tile.sbo_bytes),
        start_bytes: Some(tile.start_bytes),
        pattern_bytes: Some(tile.pattern_bytes),
        ..said.tile
    };
    said.place = SaidPlace { step: Some(spec.place().step), ..said.place };
    let given = match shown.said.given {
        Some(given) => given,
        None => spec.descriptor(spec.place()).ok()?,
    };
    Some(Shown { said: said.with_given(given), ..*shown })
}

/// Sets a value of tile, reader or view. Of a given descriptor the fields that are not the tile's stay as they are; the
/// others follow the tile.
fn with_tile_set(shown: &Shown, key: &str, value: &str) -> Option<Shown> {
    let without = Shown { said: shown.said.without_given(), ..*shown };
    let link = link_from_shown(&without);
    let (path, query) = link.split_once('?').unwrap_or((&link, ""));
    // If a key occurs twice, the first one counts.
    let pair = format!("{key}={value}");
    let opened = shown_from_link(&format!("{path}?{pair}&{query}"));
    if opened.notices.iter().any(|notice| notice.part == pair) {
        return None;
    }
    let mut next = opened.shown;
    if let Some(given) = shown.said.given {
        let given = following(given, &OF_TILE, derived(&without.said), derived(&next.said));
        next.said = next.said.with_given(given);
    }
    Some(next)
}

/// The fields of a descriptor that follow a tile.
const OF_TILE: [FieldId; 6] =
    [FieldId::Start, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::LboMode, FieldId::Swizzle];

/// The descriptor that follows from the specified values.
fn derived(said: &Said) -> Option<Descriptor> {
    let spec = spec_from_said(said).ok()?;
    spec.derived_descriptor(spec.place()).ok()
}

/// A descriptor after one that it follows in these fields, where it was equal, has become another.
fn following(
    held: Descriptor,
    fields: &[FieldId],
    then: Option<Descriptor>,
    now: Option<Descriptor>,
) -> Descriptor {
    let on_own_chip = |one: Option<Descriptor>| Descriptor::encode(held.chip(), one?.decode()).ok();
    let (Some(then), Some(now)) = (on_own_chip(then), on_own_chip(now)) else {
        return held;
    };
    let moved = fields.iter().filter(|id| held.get(**id) == then.get(**id));
    moved.fold(held, |held, id| held.with(*id, now.get(*id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::Tally;

    fn read(shown: &Shown) -> (Tally, u32, u32) {
        let spec = shown.spec().unwrap();
        let read = spec.read(spec.place()).params();
        let tally = Tally::of_read(&spec, spec.place());
        (tally, read.lbo_bytes, read.sbo_bytes)
    }

    #[test]
    fn strides_of_a_packed_tile_follow_the_mode() {
        let keys = "#/wgmma?operand=B&mn=16&swizzle=none&meant_swizzle=128B&show=read";
        let (tally, lbo_bytes, sbo_bytes) = read(&shown_from_keys(keys));
        assert_eq!((tally.right, lbo_bytes, sbo_bytes), (1, 256, 128));
        let mended = set(&shown_from_keys(keys), "swizzle", "128B").unwrap();
        let (tally, lbo_bytes, sbo_bytes) = read(&mended);
        assert_eq!((tally.wrong, lbo_bytes, sbo_bytes), (0, 16, 1024));

        let by_hand = shown_from_keys(&format!("{keys}&sbo_bytes=512"));
        let by_hand = set(&by_hand, "swizzle", "64B").unwrap();
        assert_eq!(read(&by_hand).2, 512);

        let alone = set(&shown_from_keys(keys), "swizzle_alone", "128B").unwrap();
        assert_eq!(read(&alone).2, 128);
    }

    #[test]
    fn a_descriptor_is_held_against_its_own_step_wherever_it_starts() {
        let shown = shown_from_keys("#/wgmma?show=read");
        let moved = set(&shown, "start", "0x420").unwrap();
        assert_eq!(read(&moved).0.right, 0);
        assert_eq!(moved.spec().unwrap().tile().start_bytes, 0x400);
    }

    #[test]
    fn what_is_the_descriptors_alone_outlasts_the_tile() {
        let shown = shown_from_keys("#/wgmma?swizzle=64B&base_offset=4");
        let narrow = set(&shown, "swizzle", "32B").unwrap().spec().unwrap();
        let read = narrow.read(narrow.place()).params();
        assert_eq!((read.swizzle, read.sbo_bytes), (Swizzle::B32, 256));
        assert_eq!(read.base_offset, 4);
        let field = set(&shown_from_keys("#/wgmma"), "lbo_bytes", "592").unwrap();
        let wide = set(&field, "k", "128").unwrap().spec().unwrap();
        assert_eq!(wide.read(0).params().lbo_bytes, 592);
        assert_eq!(wide.tile().lbo_bytes, 8192);
    }

    #[test]
    fn what_has_no_picture_is_not_set() {
        let shown = shown_from_keys("#/wgmma?sbo_bytes=512&show=read");
        for (key, value) in [
            ("sbo_bytes", "x"),
            ("base_offset", "8"),
            ("swizzle", "96B"),
            ("swizzle", "128B-32B-atom"),
            ("mn", "0"),
            ("colour", "mauve"),
            ("mystery", "1"),
        ] {
            assert_eq!(set(&shown, key, value), None, "{key}={value}");
        }
    }
}
