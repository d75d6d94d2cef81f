//! Extents in words: `128x64`, `128 × 64`, `[128, 64]`, `128 by 64`, `N=128 K=64`, `Shape<_128,_64>`.

use super::*;

/// Both extents, and how many words say them.
type Extents = ((u32, u32), usize);

/// Extents that begin with a word: `128x64` in one, or two numbers with a sign or a word between, or in brackets.
pub(crate) fn at(words: &Words, i: usize) -> Option<Extents> {
    let mn = match numbers_of(words.word(i))?[..] {
        [mn, k] => return Some(((mn, k), 1)),
        [mn] => mn,
        _ => return None,
    };
    let to = |at: usize, count| Some(((mn, extent(words.word(at))?), count));
    let gap = words.gap(i).trim();
    if gap.is_empty() && is_in("x X by", words.word(i + 1)) {
        return to(i + 2, 3);
    }
    let before = words.before(i).trim_end();
    let behind = words.gap(i + 1).trim_start();
    let brackets = ["()", "[]", "{}", "<>"].map(|pair| pair.split_at(1));
    let is_in_brackets = || {
        brackets
            .iter()
            .any(|(open, close)| before.ends_with(open) && behind.starts_with(close))
    };
    // A product is part of a sum, or the value of a name or an argument.
    let is_sign = |c: char| "+-*/%&|<>,".contains(c);
    let is_in_expression = || {
        before.ends_with(|c| is_sign(c) || "=(".contains(c))
            || behind.starts_with(|c| is_sign(c) || c == ')')
    };
    let is_one = match gap {
        "×" | "·" => true,
        "*" => !is_in_expression(),
        "," => is_in_brackets(),
        _ => false,
    };
    is_one.then(|| to(i + 1, 2))?
}

/// `128x64xf16`: both extents and the type behind them.
pub(crate) fn with_type(word: &str) -> Option<((u32, u32), Element)> {
    let mut parts = word.split('x');
    let (mn, k, element) = (parts.next()?, parts.next()?, parts.next()?);
    let element = element_from_word(element).filter(|_| parts.next().is_none())?;
    Some(((extent(mn)?, extent(k)?), element))
}

/// A short decimal number; CuTe's constants have a `_` before them.
fn extent(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('_').unwrap_or(word);
    let is_plain = digits.len() <= 5 && is_digits(digits);
    is_plain
        .then(|| digits.parse().ok())?
        .filter(|extent| *extent > 0)
}

/// A dimension of a product.
#[derive(Clone, Copy, PartialEq)]
enum Dimension {
    M,
    N,
    K,
}

impl Dimension {
    /// That of a name: `M`, `BLOCK_K`, `kBlockN`, `bm`.
    fn of(word: &str) -> Option<Self> {
        const AFFIXES: &str = "block blk tile cta b t kblock size num gemm dim mma ktile";
        let ends = ['m', 'n', 'k', 'e', 'M', 'N', 'K', 'E'];
        if word.len() > 16 || !word.ends_with(ends) {
            return None;
        }
        let lower = word.to_ascii_lowercase();
        let bare = lower.replace('_', "");
        let is_affix = |rest: &str| rest.is_empty() || is_in(AFFIXES, rest);
        let of = |letter: &str| match letter {
            "m" => Some(Self::M),
            "n" => Some(Self::N),
            "k" => Some(Self::K),
            _ => None,
        };
        let (head, tail) = bare.split_at_checked(bare.len().checked_sub(1)?)?;
        is_affix(head).then(|| of(tail)).flatten().or_else(|| {
            let (head, tail) = bare.split_at_checked(1)?;
            (tail == "dim" || tail == "tile").then(|| of(head))?
        })
    }
}

/// Dimensions by their names, each once: K, and one of M and N at least.
pub(crate) struct Dimensions {
    /// The first of the dimensions in a row, as in a shape.
    first: Option<Dimension>,
    /// For each, the positions of its name and its number, and the number.
    found: [Option<Found>; 3],
}

/// The positions of a dimension's name and its number, and the number.
type Found = (usize, usize, u32);

/// `N x K = 256 x 64`, `(N, K) = (256, 64)`, `MxNxK: 128x256x64`: names in a row, and as many numbers in a row behind them.
fn in_row(words: &Words, i: usize) -> Option<Row> {
    let (names, at) = row(words, i, names_of)?;
    let at = behind_sign(words, at, names.len(), "= : is are", "is are of tile")?;
    let (numbers, _) = row(words, at, numbers_of)?;
    paired(&names, &numbers)
}

/// `256 x 64 (N x K)`, `128x64 MxK`, `[64, 256] = [K, N]`: numbers in a row, and as many names behind them.
fn behind_numbers(words: &Words, i: usize) -> Option<Row> {
    let (numbers, at) = row(words, i, numbers_of)?;
    let at = behind_sign(words, at, numbers.len(), "= : ,", "is are as in order")?;
    let (names, end) = row(words, at, names_of)?;
    // `128, 64, M = 128`: a name with its own number.
    let is_set = end > 0 && words.gap(end - 1).trim_start().starts_with(['=', ':']);
    (!is_set).then(|| paired(&names, &numbers))?
}

/// The word at which a second row begins, behind a first one of two or three, one of these signs and any of these words.
fn behind_sign(
    words: &Words,
    at: usize,
    count: usize,
    signs: &str,
    between: &str,
) -> Option<usize> {
    let sign = words
        .gap(at.checked_sub(1)?)
        .trim_matches(|c: char| c.is_whitespace() || "()[]{}<>".contains(c));
    let is_one = (2..=3).contains(&count) && (sign.is_empty() || is_in(signs, sign));
    let is_between = |at: &usize| is_in(between, words.word(*at));
    is_one.then(|| at + (at..).take_while(is_between).count())
}

/// The numbers of a word: `128x64` is one word of two.
fn numbers_of(word: &str) -> Option<Vec<u32>> {
    word.split(['x', 'X']).map(extent).collect()
}

/// Found dimensions, and the one that comes first.
type Row = ([Option<Found>; 3], Dimension);

/// The dimensions of a word: `MxK` is one word of two.
fn names_of(word: &str) -> Option<Vec<Dimension>> {
    if word.len() > 16 {
        return None;
    }
    word.split(['x', 'X']).map(Dimension::of).collect()
}

/// Pairs names with as many numbers, each name once.
fn paired(names: &[(Dimension, usize)], numbers: &[(u32, usize)]) -> Option<Row> {
    if numbers.len() != names.len() {
        return None;
    }
    let mut found = [None; 3];
    for ((name, name_at), (number, number_at)) in names.iter().zip(numbers) {
        let one = (*name_at, *number_at, *number);
        if found[*name as usize].replace(one).is_some() {
            return None;
        }
    }
    Some((found, names.first()?.0))
}

/// What at most three words in a row say, each with its word, and the first word behind; a sign of a product or a comma is
/// between them.
fn row<T>(
    words: &Words,
    from: usize,
    says: impl Fn(&str) -> Option<Vec<T>>,
) -> Option<(Vec<(T, usize)>, usize)> {
    let (mut at, mut all) = (from, Vec::new());
    for _ in 0..3 {
        all.extend(says(words.word(at))?.into_iter().map(|one| (one, at)));
        at += 1;
        let gap = words.gap(at - 1).trim();
        if is_in("× * · ,", gap) && may_go_on(words, from, at) {
            continue;
        }
        if !(gap.is_empty() && is_in("x X by", words.word(at)) && words.gap(at).trim().is_empty()) {
            break;
        }
        at += 1;
    }
    Some((all, at))
}

/// Whether a comma may join a word to the ones before: in brackets, or between names and numbers of a kind.
fn may_go_on(words: &Words, from: usize, at: usize) -> bool {
    let is_number = |at: usize| extent(words.word(at)).is_some();
    let is_name = |at: usize| Dimension::of(words.word(at)).is_some();
    is_number(from) && is_number(at) || is_name(from) && is_name(at)
}

impl Dimensions {
    /// Those of a text; none where one is there twice or K is missing.
    pub(crate) fn of(words: &Words) -> Option<Self> {
        let all = || words.each();
        let row = all().find_map(|i| in_row(words, i));
        if let Some((found, first)) = row.or_else(|| all().find_map(|i| behind_numbers(words, i))) {
            return Self::whole(Some(first), found);
        }
        let mut found = [None; 3];
        for i in 0..words.at.len().saturating_sub(1) {
            let Some(dimension) = Dimension::of(words.word(i)) else {
                continue;
            };
            let is_said = match words.gap(i).trim() {
                "=" | ":" => names::is_pair(words, i),
                "" => words
                    .word(i)
                    .bytes()
                    .all(|b| b.is_ascii_uppercase() || b == b'_'),
                _ => false,
            };
            let Some(number) = extent(words.word(i + 1)).filter(|_| is_said) else {
                continue;
            };
            if found[dimension as usize]
                .replace((i, i + 1, number))
                .is_some()
            {
                return None;
            }
        }
        Self::whole(None, found)
    }

    /// These, if K and one of M and N are among them.
    fn whole(first: Option<Dimension>, found: [Option<Found>; 3]) -> Option<Self> {
        let [m, n, k] = found;
        m.or(n).and(k)?;
        Some(Self { first, found })
    }

    /// Whether K is the first of two in a row.
    pub(crate) fn is_k_first(&self) -> Option<bool> {
        let [m, n, _] = self.found;
        self.first
            .filter(|_| m.is_none() || n.is_none())
            .map(|first| first == Dimension::K)
    }

    /// Marks their words as read.
    pub(crate) fn mark(&self, used: &mut [bool]) {
        for (name, number, _) in self.found.into_iter().flatten() {
            (used[name], used[number]) = (true, true);
        }
    }

    /// Takes the marks from all but these.
    pub(crate) fn unmark(&self, used: &mut [bool], read: &[usize]) {
        // One word may hold several: those that are read come last.
        for is_read in [false, true] {
            for (name, number, _) in self.found.into_iter().flatten() {
                if read.contains(&name) == is_read {
                    (used[name], used[number]) = (is_read, is_read);
                }
            }
        }
    }

    /// The tile of an operand, the positions of the words that say it, and the operand.
    pub(crate) fn tile(
        &self,
        operand: Option<Operand>,
    ) -> Option<((u32, u32), [usize; 2], Operand)> {
        let [m, n, k] = self.found;
        let whose = operand.unwrap_or(if m.is_some() { Operand::A } else { Operand::B });
        let (at, _, mn) = match whose {
            Operand::A => m?,
            Operand::B => n?,
        };
        let (k_at, _, k) = k?;
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
        for (text, operand, tile) in [
            ("N x K = 256 x 64", None, (256, 64)),
            ("M x K = 128 x 64", None, (128, 64)),
            ("K x N = 64 x 256", None, (256, 64)),
            ("(N, K) = (256, 64)", None, (256, 64)),
            ("NxK: 256x64", None, (256, 64)),
            ("N×K 256×64", None, (256, 64)),
            ("M x N x K = 128 x 256 x 64", Some(Operand::B), (256, 64)),
            ("M, N, K = 128, 256, 64", None, (128, 64)),
            ("BLOCK_N, BLOCK_K = 256, 64", None, (256, 64)),
            ("256 x 64 (N x K)", None, (256, 64)),
            ("128x64 (MxK)", None, (128, 64)),
            ("64x256 (K x N)", None, (256, 64)),
            ("[64, 256] = [K, N]", None, (256, 64)),
            ("64x256 as KxN", None, (256, 64)),
            ("128x256x64 (MxNxK)", Some(Operand::B), (256, 64)),
        ] {
            let found = Dimensions::of(&Words::of(text)).unwrap_or_else(|| panic!("{text}"));
            let read = found.tile(operand).map(|(tile, ..)| tile);
            assert_eq!(read, Some(tile), "{text}");
        }
        for text in [
            "k=16",
            "M=128",
            "M=128 K=64 K=32",
            "mn=128 k=64",
            "N x K = 256",
            "N x N = 1 x 2",
            "N x K",
            "M, N = 128, 256",
            "128x64 K",
            "256x64 (N x N)",
            "128, 64, M = 128",
        ] {
            assert!(Dimensions::of(&Words::of(text)).is_none(), "{text}");
        }
        let both = Dimensions::of(&Words::of("M=128 N=256 K=64")).unwrap();
        assert_eq!(
            both.tile(Some(Operand::B)).map(|(tile, ..)| tile),
            Some((256, 64))
        );
    }
}
