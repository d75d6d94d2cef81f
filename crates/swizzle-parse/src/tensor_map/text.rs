//! The keys and values of a tensor map in a text.

use super::*;

/// The entries of a text about tensor maps.
#[derive(Default)]
pub(super) struct Entries<'a> {
    pub(super) what: &'static str,
    pub(super) of_maps: Vec<Entry<'a>>,
    /// Those of the first message about an argument.
    of_message: Vec<Entry<'a>>,
    pub(super) target: Option<Chip>,
    pub(super) unread: Vec<String>,
    pub(super) error: Option<DriverError>,
    /// Whether it is told in words: each of them counts then.
    pub(super) is_in_words: bool,
    /// Unread words that may name a swizzle or a type.
    pub(super) doubted: Vec<String>,
}

/// Words that were not read are named up to so many.
const UNREAD_MAX: usize = 12;

/// The entries of a text; `None` where it is not one of tensor maps.
pub(super) fn entries(text: &str) -> Option<Entries<'_>> {
    if !may_be_of_map(text) {
        return None;
    }
    let mut found = Entries {
        what: what_is(text),
        is_in_words: what_is(text) == IN_WORDS && !text.contains(MUST_BE),
        ..Entries::default()
    };
    for line in text.lines() {
        read_line(line, &mut found);
    }
    if text.contains("Making TMA desc") {
        in_bytes(text, &mut found.of_maps);
    }
    let is_of_map = found.of_maps.iter().any(Entry::is_strong);
    if !is_of_map && !found.of_message.is_empty() {
        found.of_maps = std::mem::take(&mut found.of_message);
        found.what = "A message about a tensor map";
    } else if !is_of_map {
        let is_error = found.of_maps.is_empty() && FAILURES.iter().any(|part| text.contains(part));
        found.what = "An error about a tensor map";
        return is_error.then_some(found);
    }
    Some(found)
}

/// Whether a text has the name of an argument, or a sentence about one: others are not looked at word by word.
fn may_be_of_map(text: &str) -> bool {
    let mut before = "";
    let is_key = |(_, word)| key_of(std::mem::replace(&mut before, word), word).is_some();
    words(text).any(is_key) || text.contains(MUST_BE) || FAILURES.iter().any(|part| text.contains(part))
}

/// The part that every message about an argument has.
const MUST_BE: &str = " must be ";

/// The parts of a text that tell of a failure, and not of an argument.
const FAILURES: [&str; 6] = [
    "the TMA descriptor",
    "TMA descriptor arguments",
    "TMA descriptor creation",
    "CUDA_ERROR_",
    "constraint violation",
    "before calling cuTensorMap",
];

/// A text that nothing shows to be a program's.
const IN_WORDS: &str = "A tensor map";

/// Whose print it is, by signs of which it has one.
const PRINTS: [(&[&str], &str); 4] = [
    (&["Making TMA desc"], "A tensor map, as DeepGEMM prints it"),
    (&["smem_box_", "globalStridesRaw", "mod16="], "A tensor map, as TileLang prints it"),
    (&["gmem_address"], "A tensor map, as CUTLASS prints it"),
    (&["CUtensorMap", "cuuint"], "A tensor map, as code makes it"),
];

fn what_is(text: &str) -> &'static str {
    let has_one = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    let print = PRINTS.iter().find(|(signs, _)| has_one(signs));
    print.map_or(IN_WORDS, |(_, what)| what)
}

/// The error that a word is, with the word before it: a name, or the number behind `descriptor` or `error code:`.
pub(super) fn error_of(previous: &str, word: &str) -> Option<DriverError> {
    DriverError::from_name(word).or_else(|| match (previous, word) {
        ("invalid", "argument") => Some(DriverError { code: 1 }),
        ("descriptor" | "code", code) => {
            Some(DriverError { code: code.parse().ok().filter(|code| *code > 0)? })
        }
        _ => None,
    })
}

/// What a message says of an argument that it names, and how much of the rest of the line it is: `boxDim[0] must be <= 256, but
/// got 257`; none where the argument has a value instead.
fn message<'a>(key: Key, name: &'a str, rest: &str) -> Option<(Vec<Entry<'a>>, usize)> {
    let is_between = |c: char| c.is_whitespace() || "=:".contains(c);
    let value = rest.trim_start_matches(is_between);
    if value.len() < rest.len() && (has_digit_first(value) || value.starts_with(any_of("([{C"))) {
        return None;
    }
    let is_part =
        |word| has_digit_first(word) || is_in("elementSize raw", word) || key_of("", word).is_some();
    let (must, _) =
        words(rest).take(8).find(|(_, word)| !is_part(word)).filter(|(_, word)| *word == "must")?;
    let next = rest[must + 1..].find(MUST_BE);
    let own = &rest[..next.map_or(rest.len(), |next| must + 1 + next)];
    let number = |part: &str| {
        let from = own.find(part)? + part.len();
        let (numbers, _, length) = first_number(&own[from..])?;
        Some((*numbers.first()?, from + length))
    };
    let Some((value, end)) = ["but got ", "] = ", "mod16="].into_iter().find_map(number) else {
        return Some((Vec::new(), must + MUST_BE.len()));
    };
    let index = own.strip_prefix('[').and_then(|rest| rest.split_once(']')?.0.parse().ok());
    let index = index.unwrap_or(0_usize).min(4);
    // The values before the reported one are in order; a box of one dimension has no strides.
    let (key, usual, rank) = match key {
        Key::Box => (key, 16, None),
        Key::ElementStrides => (key, 1, Some(index + 1)),
        Key::Extents => (key, 4096, Some(index + 1)),
        Key::DriverStrides | Key::Strides => (Key::DriverStrides, 1 << 16, Some(index + 2)),
        _ => (key, 0, None),
    };
    let before = if usual > 0 { index } else { 0 };
    let entry = |key, numbers| Entry::new(key, name, "", numbers);
    let mut found = vec![entry(key, [vec![usual; before], vec![value]].concat())];
    found.extend(rank.map(|rank| entry(Key::Rank, vec![rank as i128])));
    let bits = own[end..].strip_prefix(" * ").and_then(first_number);
    let length = bits.as_ref().map_or(0, |(.., length)| " * ".len() + length);
    found.extend(bits.map(|(bits, ..)| entry(Key::Bits, bits)));
    if let Some((span @ (32 | 64 | 128), _)) = number("swizzle span (") {
        found.push(Entry::choice(Key::Swizzle, name, &format!("{span}B")));
    }
    Some((found, (end + length).max(must + MUST_BE.len())))
}

fn read_line<'a>(line: &'a str, found: &mut Entries<'a>) {
    let mut unread: Vec<&str> = Vec::new();
    let (mut end, mut before, mut has_key) = (0, "", found.is_in_words);
    for (at, word) in words(line) {
        let previous = std::mem::replace(&mut before, word);
        if at < end {
            continue;
        }
        let after = at + word.len();
        if let Some(error) = error_of(previous, word) {
            found.error = found.error.or(Some(error));
        } else if let Some((value, to)) =
            mode_at(&line[at..]).filter(|_| found.is_in_words || !has_digit_first(word))
        {
            let mode = &line[at..at + value];
            let mode = if mode.starts_with(any_of("nNwW")) && to > value { "none" } else { mode };
            found.add(Entry::choice(Key::Swizzle, word, mode));
            end = at + to;
        } else if let Some(key) = key_of(previous, word) {
            has_key = true;
            if let Some((entries, length)) = message(key, word, &line[after..]) {
                end = after + length;
                if found.of_message.is_empty() {
                    found.of_message = entries;
                }
            } else if let Some((entry, length)) = entry(key, word, &line[after..], found.is_in_words) {
                unread.pop_if(|last| *last == previous && key_of("", word).is_none());
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
        } else if let Some(target) = target_from_word(word) {
            found.target = found.target.or(Some(target));
        } else if has_key && is_type(word) {
            found.add(Entry::choice(Key::DataType, word, word));
        } else if let Some((numbers, to, noun)) = box_before(&line[at..]).filter(|_| found.is_in_words) {
            end = at + noun;
            let text = &line[at..at + to];
            found.of_maps.push(Entry::new(Key::Box, "box", text, numbers));
        } else if is_kept(word, found.is_in_words) {
            unread.push(word);
        }
    }
    found.leave(&unread);
}

/// Whether a word that was not read is worth naming: log times and types are not, but in words each is.
fn is_kept(word: &str, is_in_words: bool) -> bool {
    let is_type = word.starts_with("cuuint") || word.starts_with("mod");
    let is_silent = is_type || has_digit_first(word) && !word.ends_with('B');
    !is_filler(word) && word != "No" && !word.starts_with("CUtensorMap") && (is_in_words || !is_silent)
}

/// The value of a key, and how much of the rest of the line it is.
fn entry<'a>(key: Key, name: &'a str, rest: &'a str, is_in_words: bool) -> Option<(Entry<'a>, usize)> {
    if key == Key::Swizzle
        && let Some((from, to)) = mode_behind(rest)
    {
        return Some((Entry::choice(key, name, &rest[from..to]), to));
    }
    if key.is_choice() {
        let (from, to) = choice_end(rest)?;
        let value = &rest[from..to];
        // The next key is not a value, nor is a value of another argument.
        let is_other = !is_of(key, value)
            && (is_type(value) || mode_at(value).is_some() || target_from_word(value).is_some());
        if key_of("", value).is_some() || is_other {
            return None;
        }
        return Some((Entry::choice(key, name, value), to));
    }
    let is_box = key == Key::Box && is_in_words;
    let joined = if is_box { behind_noun(rest) } else { 0 };
    let read = if key.is_list() { numbers } else { first_number };
    let (numbers, from, to) = read(&rest[joined..])?;
    let (from, to) = (joined + from, joined + to);
    // `box of 128 rows`: one number is half of a box.
    if is_box && numbers.len() == 1 && name.len() <= 5 {
        return None;
    }
    Some((Entry::new(key, name, &rest[from..to], numbers), to))
}

/// Whether a value is one of the key's enumeration.
pub(super) fn is_of(key: Key, value: &str) -> bool {
    match key {
        Key::DataType => DataType::from_any(value).is_ok(),
        Key::Swizzle => MapSwizzle::from_any(value).is_ok(),
        Key::Interleave => Interleave::from_any(value).is_ok(),
        Key::L2Promotion => L2Promotion::from_any(value).is_ok(),
        Key::OobFill => OobFill::from_any(value).is_ok(),
        _ => true,
    }
}

/// DeepGEMM's line has strides in elements, but where no comma is before `elem size`, and the swizzle in bytes.
fn in_bytes(text: &str, entries: &mut [Entry<'_>]) {
    let size = entries.iter().find(|entry| entry.key == Key::Bits);
    let bytes = size.and_then(|entry| entry.numbers.first().copied()).unwrap_or(1);
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
                    "128" if has_atoms => "128B_ATOM_32B".into(),
                    "0" | "16" => "none".into(),
                    width @ ("32" | "64" | "128") => format!("{width}B"),
                    other => other.into(),
                };
            }
            _ => {}
        }
    }
}

impl<'a> Entries<'a> {
    /// Adds the value of a word that has no key, where nothing specified it before.
    fn add(&mut self, entry: Entry<'a>) {
        let before = self.of_maps.iter().find(|one| one.key == entry.key);
        match before {
            None => self.of_maps.push(entry),
            Some(before) if is_same(before, &entry) => {}
            Some(_) => self.leave(&[&entry.text]),
        }
    }

    /// Names words as unread.
    fn leave(&mut self, words: &[&str]) {
        let room = UNREAD_MAX.saturating_sub(self.unread.len());
        self.unread.extend(words.iter().take(room).map(|word| quoted(word)));
        if self.is_in_words {
            let doubted = words.iter().filter(|word| may_name_choice(word));
            self.doubted.extend(doubted.take(room).map(|word| quoted(word)));
        }
    }
}

/// Whether two values of an enumeration are one.
fn is_same(one: &Entry<'_>, other: &Entry<'_>) -> bool {
    match one.key {
        Key::Swizzle => MapSwizzle::from_any(&one.text) == MapSwizzle::from_any(&other.text),
        Key::DataType => DataType::from_any(&one.text) == DataType::from_any(&other.text),
        _ => one.text.contains(&other.text),
    }
}
