//! Extents in words: `128x64`, `128 × 64`, `[128, 64]`, `128 by 64`, `N=128 K=64`, `Shape<_128,_64>`.

use crate::hardware::Operand;
use crate::paste::pair;
use crate::paste::tokens::Words;

/// Both extents, and how many words say them.
pub(super) type Extents = ((u32, u32), usize);

/// Extents that begin with a word.
pub(super) fn at(words: &Words<'_>, i: usize) -> Option<Extents> {
    joined(words, i).or_else(|| of_two(words, i))
}

/// `128x64` in one word.
fn joined(words: &Words<'_>, i: usize) -> Option<Extents> {
    let (mn, k) = words.word(i).split_once(['x', 'X'])?;
    // A hex number has its x there, too.
    if mn == "0" {
        return None;
    }
    Some(((extent(mn)?, extent(k)?), 1))
}

/// Two numbers with a sign or a word between, or in brackets.
fn of_two(words: &Words<'_>, i: usize) -> Option<Extents> {
    let number = |i: usize| (i < words.at.len()).then(|| extent(words.word(i)))?;
    let mn = number(i)?;
    let gap = words.gap(i).trim();
    if matches!(gap, "×" | "*" | "·") {
        return Some(((mn, number(i + 1)?), 2));
    }
    let is_between = |i: usize| {
        let between = (i < words.at.len()).then(|| words.word(i).to_ascii_lowercase());
        matches!(between.as_deref(), Some("x" | "by"))
    };
    if gap.is_empty() && is_between(i + 1) {
        return Some(((mn, number(i + 2)?), 3));
    }
    let before = words.before(i).trim_end();
    let behind = (i + 1 < words.at.len()).then(|| words.gap(i + 1).trim_start())?;
    let is_bracketed = gap == ","
        && matches!(
            (before.chars().next_back(), behind.chars().next()),
            (Some('('), Some(')'))
                | (Some('['), Some(']'))
                | (Some('{'), Some('}'))
                | (Some('<'), Some('>'))
        );
    is_bracketed.then(|| Some(((mn, number(i + 1)?), 2)))?
}

/// A short decimal number; CuTe's constants have a `_` before them.
fn extent(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('_').unwrap_or(word);
    let is_plain = digits.len() <= 5 && digits.bytes().all(|b| b.is_ascii_digit());
    is_plain
        .then(|| digits.parse().ok())?
        .filter(|extent| *extent > 0)
}

/// A dimension of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dimension {
    M,
    N,
    K,
}

impl Dimension {
    /// That of a name: `M`, `BLOCK_K`, `kBlockN`, `bm`.
    fn of(word: &str) -> Option<Self> {
        const AFFIXES: [&str; 13] = [
            "block", "blk", "tile", "cta", "b", "t", "kblock", "size", "num", "gemm", "dim", "mma",
            "ktile",
        ];
        let ends = ['m', 'n', 'k', 'e', 'M', 'N', 'K', 'E'];
        if word.len() > 16 || !word.ends_with(ends) {
            return None;
        }
        let lower = word.to_ascii_lowercase();
        let bare = lower.replace('_', "");
        let is_affix = |rest: &str| rest.is_empty() || AFFIXES.contains(&rest);
        let of = |letter: &str| {
            let dimension = [("m", Self::M), ("n", Self::N), ("k", Self::K)];
            dimension
                .into_iter()
                .find(|(name, _)| *name == letter)
                .map(|(_, dimension)| dimension)
        };
        let (head, tail) = bare.split_at_checked(bare.len().checked_sub(1)?)?;
        is_affix(head).then(|| of(tail)).flatten().or_else(|| {
            let (head, tail) = bare.split_at_checked(1)?;
            (tail == "dim" || tail == "tile").then(|| of(head))?
        })
    }
}

/// Dimensions by their names, each once: K, and one of M and N at least.
#[derive(Debug, Default)]
pub(super) struct Dimensions {
    /// Where the name of each stands, and its number.
    found: [Option<(usize, u32)>; 3],
}

impl Dimensions {
    /// Those of a text; none where one is there twice or K is missing.
    pub(super) fn of(words: &Words<'_>) -> Option<Self> {
        let mut found = [None; 3];
        for i in 0..words.at.len().saturating_sub(1) {
            let Some(dimension) = Dimension::of(words.word(i)) else {
                continue;
            };
            let is_said = match words.gap(i).trim() {
                "=" | ":" => pair::is_pair(words, i),
                "" => words
                    .word(i)
                    .bytes()
                    .all(|b| b.is_ascii_uppercase() || b == b'_'),
                _ => false,
            };
            let Some(number) = extent(words.word(i + 1)).filter(|_| is_said) else {
                continue;
            };
            if found[dimension as usize].replace((i, number)).is_some() {
                return None;
            }
        }
        let [m, n, k] = found;
        (k.is_some() && (m.is_some() || n.is_some())).then_some(Self { found })
    }

    /// Marks their words as read.
    pub(super) fn mark(&self, used: &mut [bool]) {
        for (at, _) in self.found.into_iter().flatten() {
            used[at..at + 2].fill(true);
        }
    }

    /// Takes the marks from all but these.
    pub(super) fn unmark(&self, used: &mut [bool], read: &[usize]) {
        for (at, _) in self.found.into_iter().flatten() {
            let is_read = read.contains(&at);
            used[at..at + 2].fill(is_read);
        }
    }

    /// The tile of an operand, where the words stand that say it, and whose it is.
    pub(super) fn tile(
        &self,
        operand: Option<Operand>,
    ) -> Option<((u32, u32), [usize; 2], Operand)> {
        let [m, n, k] = self.found;
        let whose = operand.unwrap_or(if m.is_some() { Operand::A } else { Operand::B });
        let (at, mn) = match whose {
            Operand::A => m?,
            Operand::B => n?,
        };
        let (k_at, k) = k?;
        Some(((mn, k), [at, k_at], whose))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        for text in [
            "128x64",
            "128X64",
            "128 x 64",
            "128×64",
            "128 × 64",
            "[128,64]",
            "(128, 64)",
            "{128, 64}",
            "128 by 64",
            "128*64",
            "<_128,_64>",
        ] {
            let words = Words::of(text);
            assert_eq!(at(&words, 0), Some(((128, 64), words.at.len())), "{text}");
        }
        for text in [
            "0x64", "128", "128, 64", "128 64", "0 x 64", "128 ×", "xx", "x",
        ] {
            assert_eq!(at(&Words::of(text), 0), None, "{text}");
        }
    }

    #[test]
    fn dimensions_by_name() {
        for text in [
            "M=128 K=64",
            "N=128, K=64",
            "BLOCK_M=128 BLOCK_K=64",
            "M 128 K 64",
            "kBlockN = 128; kBlockK = 64",
            "bm: 128 bk: 64",
        ] {
            let found = Dimensions::of(&Words::of(text)).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                found.tile(None).map(|(tile, ..)| tile),
                Some((128, 64)),
                "{text}"
            );
        }
        for text in ["k=16", "M=128", "M=128 K=64 K=32", "mn=128 k=64"] {
            assert!(Dimensions::of(&Words::of(text)).is_none(), "{text}");
        }
        let both = Dimensions::of(&Words::of("M=128 N=256 K=64")).unwrap();
        assert_eq!(
            both.tile(Some(Operand::B)).map(|(tile, ..)| tile),
            Some((256, 64))
        );
    }
}
