//! Reads what is shown from a link, as far as the link can be opened.

use super::write::has_column_stride;
use super::*;
use crate::link::defaults::say_what_silence_means;
use crate::link::keys::is_looked_for;
use crate::state::figure;
use swizzle_core::descriptor::DescriptorFields;
use swizzle_core::hardware::{UNIT_BYTES, bytes_as_encoded, field_from_bytes};
use swizzle_core::tile::pattern_from_base_offset;

/// A part of a link that could not be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The part, as written in the link.
    pub part: String,
    /// Why.
    pub why: String,
}

/// A link of one layout, as far as it could be opened.
pub type Opened = OpenedForm<Shown>;

/// Returns how much of what was specified is left out, from the values now specified and the parts that could not be opened.
///
/// ```
/// use swizzle_view::link::{Opened, Unread, shown_from_link, unread_of};
/// let unread = |link| {
///     let Opened { shown, notices } = shown_from_link(link);
///     unread_of(&shown.said, &notices)
/// };
/// assert_eq!(unread("#/?swizzle=64B"), Unread::Nothing);
/// assert_eq!(unread("#/?foo=3&swizzle=64B"), Unread::Part);
/// assert_eq!(unread("#/4000004000010040"), Unread::All);
/// ```
pub fn unread_of(said: &Said, notices: &[Notice]) -> Unread {
    if notices.is_empty() {
        Unread::Nothing
    } else if *said == shown_from_link("").shown.said {
        Unread::All
    } else {
        Unread::Part
    }
}

/// A key with its value, and both as written in the link.
type Pair = (Key, String, String);

/// The path of all figures of the ISA, over the atlas.
const FIGURES: &str = "figures";

/// Whether an address, from `#` on, is that of all figures.
///
/// ```
/// use swizzle_view::link::is_of_figures;
/// assert!(is_of_figures("#/figures") && !is_of_figures("#/figure/157"));
/// ```
pub fn is_of_figures(address: &str) -> bool {
    address.strip_prefix("#/") == Some(FIGURES)
}

/// Opens a link, as far as it goes. Never fails: what could not be opened is in the notices.
///
/// ```
/// use swizzle_view::shown_from_link;
/// let opened = shown_from_link("#/wgmma/4000004000010040?element=tf64&k=128");
/// assert_eq!(opened.shown.said.tile.k, Some(128));
/// assert_eq!(opened.notices[0].part, "element=tf64");
/// ```
///
/// A link that does not specify what is drawn opens the tile, or the read if an explicit descriptor reads wrong.
///
/// ```
/// use swizzle_draw::Shows;
/// use swizzle_view::shown_from_link;
/// let shows = |link| shown_from_link(link).shown.view.shows;
/// assert_eq!(shows("#/wgmma/4000004000010040"), Shows::Tile);
/// assert_eq!(shows("#/wgmma/4000000800010040"), Shows::Read);
/// assert_eq!(shows("#/wgmma/4000000800010040?show=tile"), Shows::Tile);
/// ```
pub fn shown_from_link(link: &str) -> Opened {
    let text = link.trim().trim_start_matches('#');
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let mut reading = Reading { shown: Shown::default(), notices: Vec::new() };
    reading.open_path(path);
    let pairs = reading.pairs(query);
    let names_step = pairs.iter().any(|(key, _, _)| key.name == "step");
    let names_shows =
        pairs.iter().any(|(key, value, _)| key.name == "show" && Shows::from_name(value).is_ok());
    let (own, mut others): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(key, ..)| !matches!(key.when, When::WithoutDescriptor | When::Never));
    own.into_iter().for_each(|pair| reading.apply(pair));
    let is_given = reading.shown.said.given.is_some();
    // Whether the tile has a column stride follows from its other values, and fields are set in the descriptor of all of them.
    others.sort_by_key(|(key, ..)| match key.name {
        "column_bytes" => 3,
        _ if is_given => 0,
        "lbo_bytes" => 1,
        _ => 2 * u8::from(key.when == When::Never),
    });
    for pair in others {
        match pair.0.name {
            "column_bytes" => reading.apply_columns(pair),
            _ if is_given => reading.apply_beside(pair),
            "lbo_bytes" if has_column_stride(&reading.shown) => reading.apply_field(&pair),
            _ if pair.0.when == When::Never => reading.apply_field(&pair),
            _ => reading.apply(pair),
        }
    }
    if !names_step && is_looked_for(&reading.shown) {
        reading.shown.said.place.step = Some(0);
    }
    say_what_silence_means(&mut reading.shown.said);
    Opened {
        shown: if names_shows { reading.shown } else { reading.shown.showing_what_is_wrong() },
        notices: reading.notices,
    }
}

/// The known keys of a query, each once and with its value and the whole part.
pub(super) fn keyed<'q, K>(
    query: &'q str,
    known: impl Fn(&str) -> Option<K>,
    notices: &mut Vec<Notice>,
) -> Vec<(K, &'q str, &'q str)> {
    let mut found: Vec<(K, &str, &str)> = Vec::new();
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let why = match known(name) {
            None => "this key is unknown",
            Some(_) if found.iter().any(|(.., part)| part.split('=').next() == Some(name)) => {
                "this key was given before; the first counts"
            }
            Some(key) => {
                found.push((key, value, part));
                continue;
            }
        };
        notices.push(Notice { part: part.into(), why: why.into() });
    }
    found
}

struct Reading {
    shown: Shown,
    notices: Vec<Notice>,
}

impl Reading {
    fn refuse(&mut self, part: impl Into<String>, why: impl Into<String>) {
        self.notices.push(Notice { part: part.into(), why: why.into() });
    }

    /// Opens the path.
    fn open_path(&mut self, path: &str) {
        let mut parts = path.split('/').filter(|part| !part.is_empty());
        let Some(first) = parts.next() else {
            return;
        };
        let second = parts.next();
        // The page shows them over a tile that this says nothing of.
        if (first, second) == (FIGURES, None) {
            return;
        }
        for extra in parts {
            self.refuse(extra, "nothing is known by this part of the path");
        }
        if first == "figure" {
            let number = second.unwrap_or("");
            match number.parse().ok().and_then(figure) {
                Some(figure) => self.shown = figure.shown,
                None => self.refuse(
                    path,
                    format!(
                        "there is no figure “{number}” here: 156 to 170, 188 to 192 and 219 are (PTX ISA 9.1 numbers)"
                    ),
                ),
            }
            return;
        }
        let Ok(arch) = Arch::from_name(first) else {
            self.refuse(first, "is neither wgmma, tcgen05 nor figure");
            return;
        };
        match second.map(raw_from_hex) {
            Some(Ok(raw)) => {
                self.shown.said = self.shown.said.with_given(Descriptor::new(arch, raw));
            }
            Some(Err(why)) => {
                self.shown.said.reader.arch = Some(arch);
                self.refuse(second.unwrap_or_default(), why);
            }
            None => self.shown.said.reader.arch = Some(arch),
        }
    }

    /// The known keys of a query with their values; each key once.
    fn pairs(&mut self, query: &str) -> Vec<Pair> {
        keyed(query, key_named, &mut self.notices)
            .into_iter()
            .map(|(key, value, part)| (key, decoded(value), part.to_owned()))
            .collect()
    }

    /// Takes a value; one that has no picture is refused.
    fn apply(&mut self, (key, value, part): Pair) {
        let mut next = self.shown;
        let result = key
            .read(&mut next, &value)
            .and_then(|()| swizzle_params::check(&next.said).map_err(|error| error.to_string()));
        match result {
            Ok(()) => self.shown = next,
            Err(why) => self.refuse(part, why),
        }
    }

    /// Takes a column stride where the tile has one; elsewhere it never did anything.
    fn apply_columns(&mut self, pair: Pair) {
        let own = self.shown.said.tile.lbo_bytes;
        self.apply(pair);
        if !has_column_stride(&self.shown) {
            self.shown.said.tile.lbo_bytes = own;
        }
    }

    /// Applies a key beside a descriptor: a value that agrees with it is taken for the tile, any other is refused.
    fn apply_beside(&mut self, (key, value, part): Pair) {
        let Some(given) = self.shown.said.given else {
            return;
        };
        let mut next = self.shown;
        // A value specified for the tile itself takes precedence over one that only agrees with the descriptor.
        let own = self.shown.said.tile;
        let agrees = match key.name {
            "swizzle" | "start" => key.read(&mut next, &value).map(|()| {
                let said = next.said.tile;
                let tile = &mut next.said.tile;
                tile.swizzle = own.swizzle.or(said.swizzle);
                tile.start_bytes = own.start_bytes.or(said.start_bytes);
                if key.name == "start" {
                    said.start_bytes.is_some_and(|bytes| self.starts_at(bytes))
                } else {
                    said.swizzle.map(Ok) == Some(given.decode().swizzle)
                }
            }),
            name => {
                let mut fields = given.decode();
                let derived = self.without_descriptor();
                set_field(&mut fields, name, &value, derived)
                    .map(|()| Descriptor::encode(given.chip(), fields) == Ok(given))
            }
        };
        match agrees {
            Ok(true) => self.shown = next,
            Ok(false) => {
                self.refuse(part, format!("contradicts the descriptor {given}, which counts"));
            }
            Err(why) => self.refuse(part, why),
        }
    }

    /// Whether the descriptor reads a tile that begins at a start address, as far as its field can tell.
    fn starts_at(&self, bytes: u32) -> bool {
        let mut said = self.shown.said;
        said.tile.start_bytes = None;
        spec_from_said(&said).is_ok_and(|spec| {
            let encoded = |bytes| spec.space().bytes_as_encoded(bytes);
            encoded(bytes) == encoded(spec.tile().start_bytes)
        })
    }

    /// Returns the fields that the descriptor would have if it followed from everything else that was specified.
    fn without_descriptor(&self) -> Option<DescriptorFields> {
        let mut said = self.shown.said;
        let arch = said.given.map(Descriptor::arch);
        (said.reader.arch, said.given) = (arch.or(said.reader.arch), None);
        let spec = spec_from_said(&said).ok()?;
        Some(spec.descriptor(spec.place()).ok()?.decode())
    }

    /// Sets a field that differs from that of the tile's own descriptor.
    fn apply_field(&mut self, (key, value, part): &Pair) {
        let derived = self.without_descriptor();
        let held = self.shown.said.given.map(Descriptor::decode).or(derived);
        let Some(mut fields) = held else {
            // No descriptor holds this mode: the meaning of the base offset becomes a specified value of the tile.
            if let ("base_offset", Ok(at @ 0..=7)) = (key.name, number_from_text(value)) {
                self.shown.said.tile.pattern_bytes = Some(pattern_from_base_offset(at as u8));
            }
            return;
        };
        let before = fields;
        if let Err(why) = set_field(&mut fields, key.name, value, derived) {
            self.refuse(part.as_str(), why);
            return;
        }
        if let Some(why) = lost_bits(key.name, value) {
            self.refuse(part.as_str(), why);
        }
        let said = &self.shown.said;
        let chip = said.given.map(Descriptor::chip).or(said.chip());
        let chip = chip.unwrap_or(said.arch().unwrap_or_default().first_chip());
        if fields != before
            && let Ok(descriptor) = Descriptor::encode(chip, fields)
        {
            self.shown.said = self.shown.said.with_given(descriptor);
        }
    }
}

/// Describes the part of a stride that a field in units of 16 bytes loses.
fn lost_bits(name: &str, value: &str) -> Option<String> {
    let stride = match name {
        "lbo_bytes" => "LBO",
        "sbo_bytes" => "SBO",
        _ => return None,
    };
    let bytes = number_from_text(value).ok()?;
    let kept = bytes_as_encoded(bytes);
    let is_lost = !bytes.is_multiple_of(UNIT_BYTES);
    is_lost.then(|| format!("{stride} {bytes} is not a multiple of 16; the field holds {kept}"))
}

/// Sets a field of a descriptor by its key; `auto` is what the tile would have there.
fn set_field(
    fields: &mut DescriptorFields,
    name: &str,
    value: &str,
    derived: Option<DescriptorFields>,
) -> Result<(), String> {
    if value == AUTOMATIC {
        if let Some(derived) = derived {
            match name {
                "lbo_bytes" => fields.lbo_field = derived.lbo_field,
                "sbo_bytes" => fields.sbo_field = derived.sbo_field,
                "base_offset" => fields.base_offset = derived.base_offset,
                _ => {}
            }
        }
        return Ok(());
    }
    match name {
        "lbo_bytes" => fields.lbo_field = (number_from_text(value)? / UNIT_BYTES) as u16,
        "sbo_bytes" => fields.sbo_field = field_from_bytes(number_from_text(value)?),
        "base_offset" => {
            fields.base_offset = match number_from_text(value)? {
                base_offset @ 0..=7 => base_offset as u8,
                other => return Err(format!("{other} is not 0 to 7")),
            }
        }
        "lbo_mode" => {
            fields.lbo_mode = named(value)?;
        }
        "stray_bits" => {
            let digits = value.strip_prefix("0x").unwrap_or(value);
            fields.stray_bits = u64::from_str_radix(digits, 16)
                .map_err(|_| format!("“{value}” is not a 64-bit hex number"))?;
        }
        _ => {
            fields.swizzle = Ok(named(value)?);
        }
    }
    Ok(())
}

/// A text without the escapes that mail programs and chats put into links.
pub(super) fn decoded(link: &str) -> String {
    percent_encoding::percent_decode_str(link).decode_utf8_lossy().into_owned()
}
