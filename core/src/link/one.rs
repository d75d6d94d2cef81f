//! The address text that holds a whole state: written as short as it can be, read as far as it can be.
//!
//! `#/wgmma/4000004000010040?element=tf32&major=MN`: architecture, descriptor in 16 hex digits, then what the descriptor
//! does not hold and differs from [`Params::default`]. Without a descriptor (`#/wgmma?swizzle=…`) every value has its
//! key. `#/figure/157` is a figure. Where a key contradicts the descriptor, the descriptor wins.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::descriptor::Descriptor;
use crate::hardware::{Arch, Named};
use crate::law::Coord;
use crate::reader::Spec;
use crate::solve::params_from_descriptor;
use crate::state::View;
use crate::state::{figure, figure_of_params};
use crate::tile::Params;

/// What a link holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LinkState {
    /// Tile and descriptor.
    pub params: Params,
    /// How they are read.
    pub view: View,
    /// The pinned cell's first element.
    pub pinned: Option<Coord>,
}

/// A part of a link that could not be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The part, as it stands in the link.
    pub part: String,
    /// Why.
    pub why: String,
}

/// A link, as far as it could be opened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Opened {
    /// The state; what could not be opened has its default.
    pub state: LinkState,
    /// What could not be opened.
    pub notices: Vec<Notice>,
}

/// How a key's value is read and written. A key of the descriptor is left out while the descriptor says the same.
struct Key {
    name: &'static str,
    in_descriptor: bool,
    read: fn(&mut LinkState, &str) -> Result<(), String>,
    write: fn(&LinkState) -> Option<String>,
}

/// The value of a key that takes its automatic value, where the descriptor alone would say otherwise.
const AUTOMATIC: &str = "auto";

fn automatic<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text == AUTOMATIC {
        return Ok(None);
    }
    read(text).map(Some)
}

fn named<T: Named>(value: &str) -> Result<T, String> {
    T::from_name(value).map_err(|unknown| unknown.to_string())
}

/// A number as people write it: decimal, or hex behind `0x`, perhaps with `B`, `bytes` or `KiB` after it.
///
/// ```
/// use swizzle_core::number_from_text;
/// for text in ["1024", "0x400", "1_024", "1024 B", "1024 bytes", "1 KiB", "0x400 B"] {
///     assert_eq!(number_from_text(text), Ok(1024), "{text}");
/// }
/// assert_eq!(number_from_text("0x4B"), Ok(0x4b));
/// assert!(number_from_text("KiB").is_err());
/// ```
///
/// # Errors
/// Says what was expected.
pub fn number_from_text(text: &str) -> Result<u32, String> {
    let (number, scale) = without_unit(text.trim());
    let digits: String = number
        .chars()
        .filter(|c| !matches!(c, '_' | '\''))
        .collect();
    let parsed = match digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
    {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    let scaled = parsed.ok().and_then(|number| scale.checked_mul(number));
    scaled.ok_or_else(|| format!("“{text}” is not a whole number below 2^32, decimal or 0x hex"))
}

/// A number without the unit behind it, and how many bytes that is. The last `B` of a hex number is a digit.
fn without_unit(text: &str) -> (&str, u32) {
    for (unit, bytes) in [("KiB", 1024), ("bytes", 1), ("B", 1)] {
        if let Some(number) = text.strip_suffix(unit)
            && (unit != "B" || number.ends_with(' ') || !number.starts_with("0x"))
        {
            return (number.trim_end(), bytes);
        }
    }
    (text, 1)
}

fn coord_from_text(text: &str) -> Result<Coord, String> {
    let (mn, k) = text
        .split_once(',')
        .ok_or_else(|| format!("“{text}” is not two numbers mn,k"))?;
    Ok(Coord {
        mn: number_from_text(mn)?,
        k: number_from_text(k)?,
    })
}

/// A key of a choice.
macro_rules! choice {
    ($name:literal, $in_descriptor:literal, $($path:ident).+) => {
        Key {
            name: $name,
            in_descriptor: $in_descriptor,
            read: |state, value| named(value).map(|choice| state.$($path).+ = choice),
            write: |state| Some(state.$($path).+.name().into()),
        }
    };
}

/// A key of a number that is always there.
macro_rules! number {
    ($name:literal, $in_descriptor:literal, $field:ident, $show:literal) => {
        Key {
            name: $name,
            in_descriptor: $in_descriptor,
            read: |state, value| number_from_text(value).map(|number| state.params.$field = number),
            write: |state| Some(format!($show, state.params.$field)),
        }
    };
}

/// A key of a number that may be automatic.
macro_rules! automatic {
    ($name:literal, $in_descriptor:literal, $($field:ident).+, $show:literal) => {
        Key {
            name: $name,
            in_descriptor: $in_descriptor,
            read: |state, value| {
                automatic(value, number_from_text).map(|number| state.params.$($field).+ = number)
            },
            write: |state| {
                let shown = state.params.$($field).+.map(|number| format!($show, number));
                Some(shown.unwrap_or_else(|| AUTOMATIC.into()))
            },
        }
    };
}

const KEYS: &[Key] = &[
    choice!("operand", false, params.operand),
    choice!("sparsity", false, params.sparsity),
    choice!("element", false, params.element),
    choice!("major", false, params.major),
    choice!("swizzle", true, params.swizzle),
    number!("mn", false, mn, "{}"),
    number!("k", false, k, "{}"),
    choice!("order", false, params.order),
    number!("start", true, start_bytes, "0x{:x}"),
    automatic!("lbo_bytes", true, lbo_bytes, "{}"),
    automatic!("sbo_bytes", true, sbo_bytes, "{}"),
    automatic!("column_bytes", false, column_bytes, "{}"),
    automatic!("pattern", false, pattern_bytes, "0x{:x}"),
    Key {
        name: "base_offset",
        in_descriptor: true,
        read: |state, value| {
            automatic(value, |text| match number_from_text(text)? {
                base_offset @ 0..=7 => Ok(base_offset as u8),
                other => Err(format!("{other} is not 0 to 7")),
            })
            .map(|base_offset| state.params.base_offset = base_offset)
        },
        write: |state| {
            let shown = state.params.base_offset.map(|number| number.to_string());
            Some(shown.unwrap_or_else(|| AUTOMATIC.into()))
        },
    },
    choice!("lbo_mode", true, params.lbo_mode),
    number!("step", false, step, "{}"),
    Key {
        name: "stray_bits",
        in_descriptor: true,
        read: |state, value| {
            let digits = value.strip_prefix("0x").unwrap_or(value);
            let bits = u64::from_str_radix(digits, 16)
                .map_err(|_| format!("“{value}” is not a 64-bit hex number"))?;
            state.params.stray_bits = bits & Descriptor::fixed_mask(state.params.arch);
            Ok(())
        },
        write: |state| Some(format!("0x{:x}", state.params.stray_bits)),
    },
    automatic!("meant_start", false, meant.start_bytes, "0x{:x}"),
    Key {
        name: "meant_swizzle",
        in_descriptor: false,
        read: |state, value| {
            automatic(value, named).map(|swizzle| state.params.meant.swizzle = swizzle)
        },
        write: |state| {
            let swizzle = state.params.meant.swizzle;
            Some(swizzle.map_or(AUTOMATIC, Named::name).into())
        },
    },
    automatic!("meant_lbo_bytes", false, meant.lbo_bytes, "{}"),
    automatic!("meant_sbo_bytes", false, meant.sbo_bytes, "{}"),
    automatic!("meant_row_bytes", false, meant.row_bytes, "{}"),
    choice!("show", false, view.shows),
    choice!("cells", false, view.cells),
    choice!("number", false, view.number),
    choice!("colour", false, view.colour),
    Key {
        name: "cell",
        in_descriptor: false,
        read: |state, value| {
            let coord = coord_from_text(value)?;
            state.pinned = Some(coord);
            Ok(())
        },
        write: |state| state.pinned.map(|at| format!("{},{}", at.mn, at.k)),
    },
];

/// Sets what a key of the links stands for; a key that is unknown changes nothing.
///
/// # Errors
/// Says what was expected.
pub fn set_by_key(state: &mut LinkState, name: &str, value: &str) -> Result<(), String> {
    match KEYS.iter().find(|key| key.name == name) {
        Some(key) => (key.read)(state, value),
        None => Ok(()),
    }
}

/// The names of all keys, in the order in which they are written.
pub fn link_keys() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|key| key.name)
}

/// The link of a state, from `#` on.
///
/// ```
/// use swizzle_core::{Element, LinkState, Params, link_from_state, state_from_link};
/// let mut state = LinkState::default();
/// assert_eq!(link_from_state(&state), "#/wgmma/4000004000010040");
/// state.params.element = Element::Tf32;
/// assert_eq!(link_from_state(&state), "#/wgmma/4000004000010040?element=tf32");
/// assert_eq!(state_from_link("#/wgmma/4000004000010040?element=tf32").state, state);
/// ```
#[must_use]
pub fn link_from_state(state: &LinkState) -> String {
    let (path, base) = shortest_base(state);
    let keys: Vec<String> = KEYS
        .iter()
        .filter(|key| (key.write)(state) != (key.write)(&base))
        .filter_map(|key| Some(format!("{}={}", key.name, (key.write)(state)?)))
        .collect();
    if keys.is_empty() {
        format!("#{path}")
    } else {
        format!("#{path}?{}", keys.join("&"))
    }
}

/// The path that says most of a state, and the state that it says.
fn shortest_base(state: &LinkState) -> (String, LinkState) {
    if let Some(figure) = figure_of_params(&state.params) {
        let base = LinkState {
            params: figure.params,
            view: figure.view,
            pinned: None,
        };
        return (format!("/figure/{}", figure.number), base);
    }
    let arch = state.params.arch.name();
    let by_descriptor = Spec::new(&state.params)
        .ok()
        .and_then(|spec| spec.descriptor(state.params.step).ok())
        .and_then(|descriptor| {
            let context = without_descriptor(&state.params);
            let params = params_from_descriptor(descriptor, &context).ok()?;
            // What the descriptor says beyond the defaults; every other key is compared with its default.
            let base = LinkState {
                params: with_defaults_for_the_rest(&params),
                ..LinkState::default()
            };
            Some((format!("/{arch}/{:016x}", descriptor.raw()), base))
        });
    by_descriptor.unwrap_or_else(|| {
        let mut base = LinkState::default();
        base.params.arch = state.params.arch;
        (format!("/{arch}"), base)
    })
}

/// These parameters with everything that a descriptor holds at its default.
fn without_descriptor(params: &Params) -> Params {
    let mut state = LinkState {
        params: params.clone(),
        ..LinkState::default()
    };
    let defaults = Params::default();
    state.params.swizzle = defaults.swizzle;
    state.params.invalid_swizzle = None;
    state.params.start_bytes = defaults.start_bytes;
    state.params.lbo_bytes = None;
    state.params.sbo_bytes = None;
    state.params.base_offset = None;
    state.params.lbo_mode = defaults.lbo_mode;
    state.params.stray_bits = 0;
    state.params
}

/// These parameters with everything that a descriptor does not hold at its default.
fn with_defaults_for_the_rest(params: &Params) -> Params {
    Params {
        arch: params.arch,
        swizzle: params.swizzle,
        invalid_swizzle: params.invalid_swizzle,
        start_bytes: params.start_bytes,
        lbo_bytes: params.lbo_bytes,
        sbo_bytes: params.sbo_bytes,
        base_offset: params.base_offset,
        lbo_mode: params.lbo_mode,
        stray_bits: params.stray_bits,
        ..Params::default()
    }
}

/// Opens a link, as far as it goes. Never fails: what could not be opened is in the notices.
///
/// ```
/// use swizzle_core::state_from_link;
/// let opened = state_from_link("#/wgmma/4000004000010040?element=tf64&k=128");
/// assert_eq!(opened.state.params.k, 128);
/// assert_eq!(opened.notices[0].part, "element=tf64");
/// ```
#[must_use]
pub fn state_from_link(link: &str) -> Opened {
    let text = link.trim().trim_start_matches('#');
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let mut notices = Vec::new();
    let (mut state, descriptor) = open_path(path, &mut notices);
    let pairs = pairs(query, &mut notices);
    let (of_descriptor, others): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|(key, _, _)| key.in_descriptor);
    for (key, value, part) in others {
        apply(&mut state, key, &value, part, &mut notices);
    }
    if let Some(descriptor) = descriptor {
        decode_into(&mut state, descriptor, &mut notices);
    }
    let together = of_descriptor
        .iter()
        .try_fold(state.clone(), |mut state, (key, value, _)| {
            (key.read)(&mut state, value).ok().map(|()| state)
        });
    match (together, descriptor) {
        // Values that belong together may contradict the descriptor one by one.
        (Some(together), Some(descriptor)) if says(&together.params, descriptor) => {
            state = together;
        }
        _ => {
            for (key, value, part) in of_descriptor {
                apply_beside(&mut state, descriptor, key, &value, part, &mut notices);
            }
        }
    }
    Opened { state, notices }
}

/// Takes a value that the descriptor holds too, unless the two contradict each other.
fn apply_beside(
    state: &mut LinkState,
    descriptor: Option<Descriptor>,
    key: &Key,
    value: &str,
    part: String,
    notices: &mut Vec<Notice>,
) {
    let before = state.clone();
    if apply(state, key, value, part.clone(), notices)
        && let Some(descriptor) = descriptor
        && !says(&state.params, descriptor)
    {
        *state = before;
        notices.push(Notice {
            part,
            why: format!("contradicts the descriptor {descriptor}, which counts"),
        });
    }
}

fn says(params: &Params, descriptor: Descriptor) -> bool {
    Spec::new(params).is_ok_and(|spec| spec.descriptor(params.step) == Ok(descriptor))
}

/// Takes a value; one for which there is no picture is refused.
fn apply(
    state: &mut LinkState,
    key: &Key,
    value: &str,
    part: String,
    notices: &mut Vec<Notice>,
) -> bool {
    let before = state.clone();
    let result = (key.read)(state, value)
        .and_then(|()| state.params.check().map_err(|error| error.to_string()));
    match result {
        Ok(()) => true,
        Err(why) => {
            *state = before;
            notices.push(Notice { part, why });
            false
        }
    }
}

fn decode_into(state: &mut LinkState, descriptor: Descriptor, notices: &mut Vec<Notice>) {
    match params_from_descriptor(descriptor, &state.params) {
        Ok(params) => state.params = params,
        Err(error) => notices.push(Notice {
            part: descriptor.to_string(),
            why: error.to_string(),
        }),
    }
}

/// What the path says: a state, and a descriptor that is still to be decoded.
fn open_path(path: &str, notices: &mut Vec<Notice>) -> (LinkState, Option<Descriptor>) {
    let mut state = LinkState::default();
    let mut parts = path.split('/').filter(|part| !part.is_empty());
    let Some(first) = parts.next() else {
        return (state, None);
    };
    let second = parts.next();
    let mut refuse = |part: &str, why: String| {
        notices.push(Notice {
            part: part.into(),
            why,
        });
    };
    for extra in parts {
        refuse(extra, "nothing is known by this part of the path".into());
    }
    if first == "figure" {
        let number = second.unwrap_or("");
        match number.parse().ok().and_then(figure) {
            Some(figure) => {
                state.params = figure.params;
                state.view = figure.view;
            }
            None => refuse(
                path,
                format!(
                    "there is no figure “{number}” here: 156 to 170, 188 to 192 and 219 are (PTX ISA 9.1 numbers)"
                ),
            ),
        }
        return (state, None);
    }
    let Ok(arch) = Arch::from_name(first) else {
        refuse(first, "is neither wgmma, tcgen05 nor figure".into());
        return (state, None);
    };
    state.params.arch = arch;
    let descriptor = second.and_then(|hex| match descriptor_from_hex(hex) {
        Ok(raw) => Some(Descriptor::new(arch, raw)),
        Err(why) => {
            refuse(hex, why);
            None
        }
    });
    (state, descriptor)
}

/// The 64 bits of a hex number, with or without `0x`.
///
/// # Errors
/// Names the character that is no digit, or how many digits there are.
///
/// ```
/// use swizzle_core::descriptor_from_hex;
/// assert_eq!(descriptor_from_hex("0x4000_0040_0001_0040"), Ok(0x4000_0040_0001_0040));
/// assert_eq!(descriptor_from_hex("40g0").unwrap_err(), "“g” is not a hex digit");
/// ```
pub fn descriptor_from_hex(hex: &str) -> Result<u64, String> {
    let hex = hex.trim();
    let digits: String = hex
        .strip_prefix("0x")
        .unwrap_or(hex)
        .chars()
        .filter(|c| !matches!(c, '_' | '\''))
        .collect();
    let digits = digits.as_str();
    if digits.is_empty() {
        return Err("there are no hex digits".into());
    }
    if let Some(bad) = digits.chars().find(|c| !c.is_ascii_hexdigit()) {
        return Err(format!("“{bad}” is not a hex digit"));
    }
    u64::from_str_radix(digits, 16)
        .map_err(|_| format!("{} hex digits are more than 64 bits", digits.len()))
}

/// The known keys of a query with their values; each key once.
fn pairs(query: &str, notices: &mut Vec<Notice>) -> Vec<(&'static Key, String, String)> {
    let mut found: Vec<(&'static Key, String, String)> = Vec::new();
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let mut refuse = |why: &str| {
            notices.push(Notice {
                part: part.into(),
                why: why.into(),
            });
        };
        match KEYS.iter().find(|key| key.name == name) {
            None => refuse("this key is unknown"),
            Some(key) if found.iter().any(|(known, _, _)| known.name == key.name) => {
                refuse("this key was given before; the first counts");
            }
            Some(key) => found.push((key, percent_decoded(value), part.into())),
        }
    }
    found
}

/// Undoes the escapes that mail programs and chats put into links.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let escaped = (*first == b'%')
            .then(|| tail.get(..2))
            .flatten()
            .and_then(|hex| core::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if escaped.is_some() {
            rest = &tail[2..];
        }
        bytes.push(escaped.unwrap_or(*first));
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
