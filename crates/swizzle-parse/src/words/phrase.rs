//! Phrases that say a value: the rows of `phrases.txt`.

use super::*;

impl Sentence<'_> {
    /// Says the values of the first phrase that begins with a word; returns how many words it has.
    pub(crate) fn take_phrase(&mut self, i: usize) -> Option<usize> {
        let mut phrases = rows(include_str!("phrases.txt"));
        let (end, numbers, values) = phrases.find_map(|[pattern, values, kind]| {
            let is_read = kind.is_empty() || self.register != Register::Code;
            let (end, numbers) = is_read.then(|| self.phrase(i, pattern))??;
            let is_name = || self.words.gap(end - 1).trim_start().starts_with('=');
            (!kind.ends_with("free") || !is_name()).then_some((end, numbers, values))
        })?;
        for (key, value) in values.split(' ').filter_map(|one| one.split_once('=')) {
            let number = value.parse::<usize>().ok();
            let number = number.map(|which| numbers[which - 1].to_string());
            let known = key_named(key)?;
            let value = number.as_deref().unwrap_or(value);
            self.say(key, i, |shown| {
                // A value that no tile has is told by what checks it.
                let _ = known.read(shown, value);
            });
        }
        Some(end - i)
    }

    /// The first word behind a phrase of a pattern, and its numbers.
    fn phrase(&self, from: usize, pattern: &str) -> Option<(usize, Vec<u32>)> {
        let (mut at, mut numbers) = (from, Vec::new());
        for part in pattern.split(' ') {
            let names = part.trim_end_matches(any_of("?*+"));
            let (least, most) = match &part[names.len()..] {
                "?" => (0, 1),
                "*" => (0, 3),
                "+" => (1, 2),
                _ => (1, 1),
            };
            let mut count = 0;
            while count < most
                && (at == from || is_in_phrase(self.words.gap(at - 1)))
                && let Some(taken) = self.part(at, names, &mut numbers)
            {
                (at, count) = (at + taken, count + 1);
            }
            if count < least {
                return None;
            }
        }
        Some((at, numbers))
    }

    /// How many words from one on are a part of a pattern.
    fn part(&self, at: usize, names: &str, numbers: &mut Vec<u32>) -> Option<usize> {
        let Some(kind) = names.strip_prefix('@') else {
            let is_one = names.split(',').any(|name| name == self.lower(at));
            return is_one.then_some(1);
        };
        let (value, count) = if kind.starts_with('-') {
            (self.lower(at).strip_suffix(kind)?.parse().ok()?, 1)
        } else {
            let (value, count, unit) = self.amount(at)?;
            let is_one = match kind {
                "" => count == 1,
                "u" => unit.is_some(),
                _ => true,
            };
            (value, is_one.then_some(count)?)
        };
        numbers.push(value);
        Some(count)
    }
}

/// Whether this may be between the words of a phrase.
fn is_in_phrase(gap: &str) -> bool {
    let gap = gap.trim();
    gap.is_empty() || is_in("= : :: .", gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_keys_of_links_and_numbers_of_their_patterns() {
        for [pattern, values, kind] in rows(include_str!("phrases.txt")) {
            let count = pattern.split(' ').filter(|part| part.starts_with('@'));
            let count = count.count();
            for value in values.split(' ') {
                let (key, value) = value.split_once('=').expect(values);
                assert!(key_named(key).is_some(), "{key}");
                let which = value.parse().unwrap_or(count);
                assert!(which <= count, "{pattern}");
            }
            assert!(["", "prose", "prose, free"].contains(&kind), "{kind}");
        }
    }
}
