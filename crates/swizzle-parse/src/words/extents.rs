//! Extents in words: `128x64`, `128 × 64`, `[128, 64]`, `128 by 64`, `N=128 K=64`, `Shape<_128,_64>`.

use super::*;

/// Both extents, and how many words say them.
type Extents = ((u32, u32), usize);

/// Extents that begin with a word: `128x64` in one, or two numbers with a sign or a word between, or in brackets.
pub(crate) fn extents_at(words: &Words, i: usize) -> Option<Extents> {
    let parts: Option<Vec<u32>> = words.word(i).split(['x', 'X']).map(extent).collect();
    let mn = match parts?[..] {
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
    let open = before.chars().next_back().and_then(|c| "([{<".find(c));
    let close = behind.chars().next().and_then(|c| ")]}>".find(c));
    // A product is part of a sum, or the value of a name or an argument.
    let is_in_expression =
        before.ends_with(any_of("+-*/%&|<>,=(")) || behind.starts_with(any_of("+-*/%&|<>,)"));
    let is_one = match gap {
        "×" | "·" => true,
        "*" => !is_in_expression,
        "," => open.is_some() && open == close,
        _ => false,
    };
    is_one.then(|| to(i + 1, 2))?
}

/// `128x64xf16`, `3x128x64xf16`: both extents and the stages, and the type behind them.
pub(crate) fn with_type(word: &str) -> Option<([u32; 3], Element)> {
    let (extents, element) = word.rsplit_once('x')?;
    let all: Option<Vec<u32>> = extents.split('x').map(extent).collect();
    let all = match all?[..] {
        [mn, k] => [mn, k, 1],
        [stages, mn, k] => [mn, k, stages],
        _ => return None,
    };
    Some((all, element_from_word(element)?))
}

/// A short decimal number; CuTe's constants have a `_` before them.
fn extent(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('_').unwrap_or(word);
    let is_plain = digits.len() <= 5 && is_digits(digits);
    is_plain.then(|| digits.parse().ok())?.filter(|extent| *extent > 0)
}

/// The dimension of a name, 0 for M, 1 for N, 2 for K: `M`, `BLOCK_K`, `kBlockN`, `bm`.
fn dimension(word: &str) -> Option<usize> {
    const AFFIXES: &str = "block blk tile cta b t kblock size num gemm dim mma ktile";
    if word.len() > 16 || !word.ends_with(any_of("mnkeMNKE")) {
        return None;
    }
    let bare = word.to_ascii_lowercase().replace('_', "");
    let (head, tail) = bare.split_at_checked(bare.len().checked_sub(1)?)?;
    let is_affix = head.is_empty() || is_in(AFFIXES, head);
    let own = is_affix.then(|| "mnk".find(tail)).flatten();
    own.or_else(|| {
        let (head, tail) = bare.split_at_checked(1)?;
        (tail == "dim" || tail == "tile").then(|| "mnk".find(head))?
    })
}
/// Dimensions by their names, each once: K, and one of M and N at least.
pub(crate) struct Dimensions {
    /// The first of the dimensions in a row, as in a shape.
    first: Option<usize>,
    found: [Option<Found>; 3],
}

/// The positions of a dimension's name and its number, and the number.
type Found = (usize, usize, u32);

/// A dimension or an extent, with its word.
type Said = (Result<usize, u32>, usize);

/// At most three names or numbers in a row, each with its word, and the first word behind; a sign of a product or a comma is
/// between them. `MxK` and `128x64` are one word of two.
fn row(words: &Words, from: usize) -> Option<(Vec<Said>, usize)> {
    let one = |part: &str| extent(part).map(Err).or_else(|| dimension(part).map(Ok));
    let said = |at: usize| {
        let word = words.word(at);
        let all: Option<Vec<Result<usize, u32>>> = word.split(['x', 'X']).map(one).collect();
        all.filter(|_| word.len() <= 17)
    };
    let (mut at, mut all) = (from, Vec::new());
    for _ in 0..3 {
        all.extend(said(at)?.into_iter().map(|one| (one, at)));
        at += 1;
        let gap = words.gap(at - 1).trim();
        // A comma joins what is of a kind.
        let is_alike = || {
            let both = one(words.word(from)).zip(one(words.word(at)));
            both.is_some_and(|(first, next)| first.is_ok() == next.is_ok())
        };
        if is_in("× * · ,", gap) && is_alike() {
            continue;
        }
        if !(gap.is_empty() && is_in("x X by", words.word(at)) && words.gap(at).trim().is_empty()) {
            break;
        }
        at += 1;
    }
    Some((all, at))
}

/// `N x K = 256 x 64`, `(N, K) = (256, 64)`, `128x64 MxK`: names in a row, and as many numbers in a row before or behind them.
fn in_row(words: &Words, i: usize) -> Option<Dimensions> {
    let (first, at) = row(words, i)?;
    let is_names_first = first[0].0.is_ok();
    let sign = words.gap(at - 1).trim_matches(|c: char| c.is_whitespace() || "()[]{}<>".contains(c));
    let is_sign = sign.is_empty() || is_in("= :", sign) || sign == "," && !is_names_first;
    let is_between = |at: &usize| is_in("is are of tile as in order", words.word(*at));
    let at = at + (at..).take_while(is_between).count();
    let (second, end) = (is_sign && (2..=3).contains(&first.len())).then(|| row(words, at))??;
    // `128, 64, M = 128`: a name with its own number.
    let is_set = words.gap(end - 1).trim_start().starts_with(['=', ':']);
    if first.len() != second.len() || is_set && !is_names_first {
        return None;
    }
    let (names, numbers) = if is_names_first { (first, second) } else { (second, first) };
    let mut found = [None; 3];
    for ((name, name_at), (number, number_at)) in names.iter().zip(numbers) {
        let one = (*name_at, number_at, number.err()?);
        if found[(*name).ok()?].replace(one).is_some() {
            return None;
        }
    }
    let first = names[0].0.ok();
    Some(Dimensions { first, found })
}

impl Dimensions {
    /// Those of a text; none where one is there twice or K is missing.
    pub(crate) fn of(words: &Words) -> Option<Self> {
        let row = words.each().find_map(|i| in_row(words, i));
        let all = match row {
            Some(all) => all,
            None => Self::one_by_one(words)?,
        };
        let [m, n, k] = all.found;
        m.or(n).and(k)?;
        Some(all)
    }

    /// `M=128 K=64`
    fn one_by_one(words: &Words) -> Option<Self> {
        let mut found = [None; 3];
        for i in 0..words.at.len().saturating_sub(1) {
            let is_said = |_: &usize| match words.gap(i).trim() {
                "=" | ":" => is_pair(words, i),
                "" => words.word(i).bytes().all(|b| b.is_ascii_uppercase() || b == b'_'),
                _ => false,
            };
            if let Some(dimension) = dimension(words.word(i)).filter(is_said)
                && let Some(number) = extent(words.word(i + 1))
                && found[dimension].replace((i, i + 1, number)).is_some()
            {
                return None;
            }
        }
        Some(Self { first: None, found })
    }

    /// Whether K is the first of two in a row.
    pub(crate) fn is_k_first(&self) -> Option<bool> {
        let [m, n, _] = self.found;
        let first = self.first.filter(|_| m.is_none() || n.is_none())?;
        Some(first == 2)
    }

    /// Marks the words of those whose names are read, and takes the marks from the others.
    pub(crate) fn mark(&self, used: &mut [bool], is_read: impl Fn(usize) -> bool) {
        let mut all: Vec<Found> = self.found.into_iter().flatten().collect();
        // One word may hold several: those that are read come last.
        all.sort_by_key(|(name, ..)| is_read(*name));
        for (name, number, _) in all {
            (used[name], used[number]) = (is_read(name), is_read(name));
        }
    }

    /// The tile of an operand, the positions of the words that say it, and the operand.
    pub(crate) fn tile(&self, operand: Option<Operand>) -> Option<((u32, u32), [usize; 2], Operand)> {
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
