//! Phrases that say a value: the rows of `phrases.txt`.

use super::*;
use std::{collections::HashSet, sync::LazyLock};

static PHRASES: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| rows(include_str!("phrases.txt")).collect());

/// Whether a phrase begins with a word: most do with none.
fn begins_phrase(word: &str) -> bool {
    static FIRST: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let firsts = PHRASES.iter().filter_map(|[pattern, ..]| pattern.split(' ').next());
        firsts.flat_map(|names| names.split(',')).collect()
    });
    // A longer number is a descriptor.
    has_digit_first(word) && word.len() < 16 || FIRST.contains(word)
}

impl Sentence<'_> {
    /// Says the values of the first phrase that begins with a word; returns how many words it has.
    pub(crate) fn take_phrase(&mut self, i: usize) -> Option<usize> {
        if !begins_phrase(self.lower(i)) {
            return None;
        }
        let (end, said) = PHRASES.iter().find_map(|[pattern, values, kind]| {
            let is_read = kind.is_empty() || self.register != Register::Code;
            let (end, said) = is_read.then(|| self.words.phrase_saying(i, pattern, values))??;
            let is_name = || self.words.gap(end - 1).trim_start().starts_with('=');
            (!kind.ends_with("free") || !is_name()).then_some((end, said))
        })?;
        for (key, value) in said {
            match (key, value.parse()) {
                // The unit of strides is seen later.
                ("lbo" | "sbo", Ok(value)) => {
                    if !self.is_joined(i) && !is_pair(self.words, i) {
                        return None;
                    }
                    let stride = &mut self.strides[usize::from(key == "sbo")];
                    if *stride.get_or_insert(value) != value {
                        self.note(i, "is here twice; the second was not read");
                    }
                    continue;
                }
                ("base_offset", Ok(value @ 0..8)) => {
                    self.base_offset = Some(value as u8);
                    continue;
                }
                ("unit", _) => {
                    self.stride_unit = self.stride_unit.or(StrideUnit::from_name(&value).ok());
                    continue;
                }
                _ => {}
            }
            let known = key_named(key)?;
            self.say(key, i, |shown| {
                // A value that no tile has is told by what checks it.
                let _ = known.read(shown, &value);
            });
        }
        Some(end - i)
    }
}

/// The first word behind a phrase, and the values that a row gives to names.
type Saying = (usize, Vec<(&'static str, String)>);

impl Words {
    /// What the first phrase of a table says that begins with a word.
    pub(crate) fn first_saying(&self, from: usize, table: &'static str) -> Option<Saying> {
        rows(table).find_map(|[pattern, values]| self.phrase_saying(from, pattern, values))
    }

    /// What a phrase of a pattern says: `#1` is the first number or mode that was found.
    fn phrase_saying(&self, from: usize, pattern: &str, values: &'static str) -> Option<Saying> {
        let (end, found) = self.phrase(from, pattern)?;
        let pairs = values.split(' ').filter_map(|one| one.split_once('='));
        let said = pairs.map(|(key, value)| {
            let which = value.strip_prefix('#').and_then(|which| which.parse().ok());
            let value = which.map_or(value, |which: usize| &found[which - 1]);
            (key, value.into())
        });
        Some((end, said.collect()))
    }

    /// The same with the numbers and modes of the phrase.
    pub(crate) fn phrase(&self, from: usize, pattern: &str) -> Option<(usize, Vec<String>)> {
        let (mut at, mut found) = (from, Vec::new());
        for part in pattern.split(' ') {
            let bare = part.trim_start_matches('~');
            let (is_apart, part) = (bare.len() < part.len(), bare);
            let names = part.trim_end_matches(any_of("?*+"));
            let (least, most) = match &part[names.len()..] {
                "?" => (0, 1),
                "*" => (0, 3),
                "+" => (1, 2),
                _ => (1, 1),
            };
            let mut count = 0;
            while count < most
                && (at == from || is_apart || is_in_phrase(self.gap(at - 1), names))
                && let Some(taken) = self.part(at, names, &mut found)
            {
                (at, count) = (at + taken, count + 1);
            }
            if count < least {
                return None;
            }
        }
        Some((at, found))
    }

    /// How many words from one on are a part of a pattern.
    fn part(&self, at: usize, names: &str, found: &mut Vec<String>) -> Option<usize> {
        let word = self.lower(at);
        let (value, count) = match names.strip_prefix('@') {
            None if names == "%" => (mode_of(self, at)?.name().into(), 1),
            None => {
                let is_one =
                    |name| name == word || name == self.word(at) || name == "SWIZZLE" && is_swizzle(word);
                return names.split(',').any(is_one).then_some(1);
            }
            Some(unit) if unit.starts_with(any_of("-_")) => {
                let number = word.strip_suffix(unit)?;
                (number.parse::<u32>().ok()?.to_string(), 1)
            }
            // Larger than any address.
            Some("a") if self.amount(at).is_none() && literal(word).is_some_and(|it| it >> 32 != 0) => {
                (u32::MAX.to_string(), 1)
            }
            Some(kind) => {
                let (value, count, unit) = self.amount(at)?;
                let is_one = match kind {
                    "" | "c" => count == 1,
                    "u" => unit.is_some(),
                    "a" => unit != UNITS,
                    "bytes" => unit == BYTES,
                    "units" => unit == UNITS,
                    _ => true,
                };
                (value.to_string(), is_one.then_some(count)?)
            }
        };
        found.push(value);
        Some(count)
    }
}

/// Whether this may be between the words of a phrase, before one of these names.
fn is_in_phrase(gap: &str, names: &str) -> bool {
    let gap = gap.trim();
    gap.is_empty()
        || !names.starts_with("byte") && is_in("= : :: .", gap)
        || is_in("% @c", names) && is_in("( ==", gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_keys_of_links_and_numbers_of_their_patterns() {
        for [pattern, values, kind] in PHRASES.iter() {
            let count = pattern.split(' ').filter(|part| part.starts_with(any_of("@%")));
            let count = count.count();
            for value in values.split(' ') {
                let (key, value) = value.split_once('=').expect(values);
                let is_of_strides = is_in("lbo sbo base_offset unit", key);
                assert!(is_of_strides || key_named(key).is_some(), "{key}");
                let which = value.strip_prefix('#').and_then(|which| which.parse().ok());
                let which: usize = which.unwrap_or(count);
                assert!(which <= count, "{pattern}");
            }
            assert!(["", "prose", "prose, free"].contains(kind), "{kind}");
        }
    }
}
