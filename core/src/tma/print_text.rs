//! The keys and values of a tensor map in a text.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::{Named as _, quoted};
use crate::tma::driver_enum::DriverEnum as _;
use crate::tma::driver_error::DriverError;
use crate::tma::print_clause::{Clause, clauses};
use crate::tma::print_key::{Entry, Key, key_of, key_of_enumerator, words};
use crate::tma::print_message::message;
use crate::tma::print_value::{choice_end, first_number, numbers};
use crate::tma::target::Target;
use crate::tma::tensor_map::{DataType, MapSwizzle};

/// What a text says of tensor maps.
pub(super) struct Entries<'a> {
    pub(super) what: &'static str,
    pub(super) of_maps: Vec<Entry<'a>>,
    pub(super) target: Option<Target>,
    pub(super) unread: Vec<String>,
    pub(super) error: Option<DriverError>,
}

/// Words that were not read are named up to so many.
const UNREAD_MAX: usize = 12;

/// The entries of a text; `None` where it is not one of tensor maps.
pub(super) fn entries(text: &str) -> Option<Entries<'_>> {
    let mut found = Entries {
        what: what_is(text),
        of_maps: Vec::new(),
        target: None,
        unread: Vec::new(),
        error: None,
    };
    let mut of_messages = Vec::new();
    let mut is_failure = false;
    for clause in text.lines().flat_map(clauses) {
        match clause {
            Clause::Message(text) => {
                let entries = message(text).unwrap_or_default();
                if of_messages.is_empty() {
                    of_messages = entries;
                }
            }
            Clause::Failure(text) => {
                is_failure = true;
                found.error = found.error.or_else(|| error_of(text));
            }
            Clause::Arguments(text) => read_line(text, &mut found),
        }
    }
    if text.contains("Making TMA desc") {
        in_bytes(text, &mut found.of_maps);
    }
    let is_of_map = found.of_maps.iter().any(Entry::is_strong);
    if !is_of_map && !of_messages.is_empty() {
        found.of_maps = of_messages;
        found.what = "A message about a tensor map";
    } else if !is_of_map {
        let is_error = is_failure && found.of_maps.is_empty();
        found.what = "An error about a tensor map";
        return is_error.then_some(found);
    }
    Some(found)
}

fn what_is(text: &str) -> &'static str {
    let has = |part: &str| text.contains(part);
    if has("Making TMA desc") {
        "A tensor map, as DeepGEMM prints it"
    } else if has("smem_box_") || has("globalStridesRaw") || has("mod16=") {
        "A tensor map, as TileLang prints it"
    } else if has("gmem_address") {
        "A tensor map, as CUTLASS prints it"
    } else if has("CUtensorMap") || has("cuuint") {
        "A tensor map, as code makes it"
    } else {
        "A tensor map"
    }
}

/// The error of a line: by name, or by the number behind `descriptor` or `error code:`.
fn error_of(line: &str) -> Option<DriverError> {
    let mut words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    if let Some(error) = words.find_map(DriverError::from_name) {
        return Some(error);
    }
    if line.contains("invalid argument") {
        return Some(DriverError { code: 1 });
    }
    let (_, rest) = line.split_once("TMA descriptor")?;
    let number = |text: &str| text.split_whitespace().next()?.parse().ok();
    let code = number(rest).or_else(|| number(rest.split_once("code:")?.1))?;
    (code > 0).then_some(DriverError { code })
}

fn read_line<'a>(line: &'a str, found: &mut Entries<'a>) {
    let mut unread: Vec<&str> = Vec::new();
    let (mut end, mut before, mut has_key) = (0, "", false);
    for (at, word) in words(line) {
        let previous = core::mem::replace(&mut before, word);
        if at < end {
            continue;
        }
        let after = at + word.len();
        if let Some(key) = key_of(previous, word) {
            has_key = true;
            if let Some((entry, length)) = entry(key, word, &line[after..]) {
                end = after + length;
                found.of_maps.push(entry);
            } else if let Some(mode) =
                unread.pop_if(|last| key == Key::Swizzle && MapSwizzle::from_any(last).is_ok())
            {
                found.of_maps.push(Entry::choice(key, word, mode));
            } else {
                unread.push(word);
            }
        } else if let Some(key) = key_of_enumerator(word) {
            has_key = true;
            found.add(Entry::choice(key, word, word));
        } else if let Ok(target) = Target::from_name(word) {
            found.target = found.target.or(Some(target));
        } else if has_key
            && DataType::from_any(word).is_ok()
            && !word.starts_with(|c: char| c.is_ascii_digit())
        {
            found.add(Entry::choice(Key::DataType, word, word));
        } else if is_kept(word) {
            unread.push(word);
        }
    }
    let room = UNREAD_MAX.saturating_sub(found.unread.len());
    found
        .unread
        .extend(unread.into_iter().take(room).map(quoted));
}

/// Whether a word that was not read is worth naming: log times and what belongs to a key are not.
fn is_kept(word: &str) -> bool {
    const KNOWN: [&str; 15] = [
        "TMA", "Desc", "Error", "in", "tile", "Making", "desc", "global", "shared", "outer",
        "elem", "nil", "const", "elements", "base",
    ];
    let is_type =
        word.starts_with("CUtensorMap") || word.starts_with("cuuint") || word.starts_with("mod");
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    !(is_type || is_number && !word.ends_with('B') || KNOWN.contains(&word))
}

/// The value of a key, and how much of the rest of the line it is.
fn entry<'a>(key: Key, name: &'a str, rest: &'a str) -> Option<(Entry<'a>, usize)> {
    if key.is_choice() {
        let (from, to) = choice_end(rest)?;
        // The next key is no value.
        if key_of("", &rest[from..to]).is_some() {
            return None;
        }
        return Some((Entry::choice(key, name, &rest[from..to]), to));
    }
    let (numbers, from, to) = if key.is_list() {
        numbers(rest)?
    } else {
        first_number(rest)?
    };
    let entry = Entry {
        key,
        name,
        text: &rest[from..to],
        numbers,
    };
    Some((entry, to))
}

/// DeepGEMM's line has strides in elements, but where no comma is before `elem size`, and the swizzle in bytes.
fn in_bytes(text: &str, entries: &mut [Entry<'_>]) {
    let size = entries.iter().find(|entry| entry.key == Key::Bits);
    let bytes = size
        .and_then(|entry| entry.numbers.first().copied())
        .unwrap_or(1);
    let has_atoms = text.contains("(base: 1)");
    for entry in entries {
        match entry.key {
            Key::Bits => entry.numbers = vec![bytes.saturating_mul(8)],
            Key::DriverStrides if !text.contains(" elem size") || text.contains(", elem size") => {
                for stride in &mut entry.numbers {
                    *stride = stride.saturating_mul(bytes);
                }
            }
            Key::Swizzle => {
                entry.text = match entry.text.trim() {
                    "128" if has_atoms => "128B_ATOM_32B",
                    "0" | "16" => "none",
                    "32" => "32B",
                    "64" => "64B",
                    "128" => "128B",
                    other => other,
                };
            }
            _ => {}
        }
    }
}

impl<'a> Entries<'a> {
    /// Adds what a word says that has no key, where nothing said it before.
    fn add(&mut self, entry: Entry<'a>) {
        if self.of_maps.iter().all(|one| one.key != entry.key) {
            self.of_maps.push(entry);
        } else if self.unread.len() < UNREAD_MAX
            && !self.of_maps.iter().any(|one| one.text.contains(entry.text))
        {
            self.unread.push(entry.text.to_owned());
        }
    }
}
