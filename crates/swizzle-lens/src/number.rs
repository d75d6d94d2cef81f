//! Numbers among the operands of a line, and how one of them can change.

/// A change of a number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    /// Adds this number.
    Add(i64),
    /// Changes a field of a descriptor, by its bits, from one value to another if the number holds the first.
    Put {
        /// The bits of the field.
        mask: u64,
        /// Its bits in the descriptor.
        old: u64,
        /// The correct bits.
        new: u64,
    },
    /// Replaces the first number by the second.
    Instead(u64, u64),
}

/// A number in a line.
#[derive(Clone, Copy)]
pub(crate) struct NumberAt<'a> {
    pub(crate) text: &'a str,
    at: usize,
    pub(crate) value: u64,
}

impl NumberAt<'_> {
    /// Whether it is the last operand of its line.
    pub(crate) fn is_last_of(&self, line: &str) -> bool {
        let rest = line.get(self.at + self.text.len()..);
        rest.is_some_and(|rest| rest.trim_start().starts_with(';'))
    }

    pub(crate) fn changed(&self, change: Change) -> Option<String> {
        let new = match change {
            Change::Add(by) => self.value.wrapping_add(by as u64),
            Change::Put { mask, old, new } => {
                let value = self.bits();
                let half = half_with(value, mask, old)?;
                value & !(mask >> half) | new >> half
            }
            Change::Instead(old, new) if self.value == old => new,
            Change::Instead(..) => return None,
        };
        (new != self.value).then(|| self.written(new))
    }

    /// Its bits: those of 32 where a negative number is one of 32 bits.
    fn bits(&self) -> u64 {
        match i32::try_from(self.value as i64) {
            Ok(half) => u64::from(half as u32),
            Err(_) => self.value,
        }
    }

    /// Another number, as this one is written.
    pub(crate) fn written(&self, new: u64) -> String {
        match self.text {
            text if text.starts_with("0x") => format!("{new:#x}"),
            _ => (new as i64).to_string(),
        }
    }

    pub(crate) fn put(&self, line: &str, new: &str) -> String {
        format!("{}{new}{}", &line[..self.at], &line[self.at + self.text.len()..])
    }
}

/// Returns the descriptor bit at bit 0 of a number that holds a field with this value: the whole, or one of its halves.
fn half_with(number: u64, mask: u64, old: u64) -> Option<u32> {
    if number >> 32 != 0 {
        return (number & mask == old).then_some(0);
    }
    [32, 0].into_iter().find(|half| {
        let of_half = (mask >> half) & u64::from(u32::MAX);
        of_half << half == mask && old != 0 && number & of_half == old >> half
    })
}

/// The numbers among the operands of a line.
pub(crate) fn numbers(line: &str) -> Vec<NumberAt<'_>> {
    let mut found = Vec::new();
    let from = line.find([' ', '\t']).unwrap_or(line.len());
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || "%_$.".contains(letter);
    let mut at = from;
    while at < line.len() {
        let rest = &line[at..];
        let is_start = rest.starts_with('-') || rest.starts_with(is_of_word);
        if !is_start {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let sign = usize::from(rest.starts_with('-'));
        let end = rest[sign..].find(|letter| !is_of_word(letter)).map_or(rest.len(), |end| sign + end);
        let word = &rest[..end.max(1)];
        let digits = word.trim_start_matches('-');
        let value = match digits.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok(),
            None => word.parse::<i64>().map(|value| value as u64).ok().or_else(|| word.parse().ok()),
        };
        if let Some(value) = value {
            found.push(NumberAt { text: word, at, value });
        }
        at += word.len();
    }
    found
}
