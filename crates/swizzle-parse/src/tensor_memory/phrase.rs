//! Words about tensor memory, each with its number; a text with any other word is not such a phrase.

use super::*;

/// A text without line breaks is longer than any such phrase.
const LONGEST: usize = 200;

/// The subject of a phrase.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Topic {
    /// Scale factors of an operand, or of one that is not named.
    Scale(Option<Operand>),
    /// The accumulator.
    D,
    /// Tensor memory.
    Memory,
    /// The source of a `tcgen05.cp`.
    Copy,
}

/// The type of scale factors.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ScaleType {
    Ue8m0,
    Ue4m3,
}

/// A phrase, taken apart.
#[derive(Default, PartialEq)]
pub(super) struct Phrase {
    pub(super) topic: Option<Topic>,
    pub(super) scale_type: Option<ScaleType>,
    pub(super) kind: Option<Kind>,
    pub(super) vec: Option<u32>,
    pub(super) order: Option<Order>,
    pub(super) is_ws: bool,
    pub(super) is_sparse: bool,
    pub(super) rows: Option<u32>,
    pub(super) cols: Option<u32>,
    pub(super) m: Option<u32>,
    pub(super) n: Option<u32>,
    pub(super) cta_group: Option<u32>,
    pub(super) row: Option<u32>,
    pub(super) col: Option<u32>,
    /// A number that no word is before, with as many hex digits as it has, 0 for a decimal one.
    pub(super) word: Option<(u64, usize)>,
}

impl Phrase {
    /// Reads a phrase; none where a word of it is of something else.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(any_of(".?;"));
        if text.len() > LONGEST || text.contains('\n') {
            return None;
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        if text
            .chars()
            .any(|c| !is_part(c) && !" \t,:=()[]×".contains(c))
        {
            return None;
        }
        let lower = text.to_ascii_lowercase().replace('×', " x ");
        let words: Vec<&str> = lower
            .split(|c| !is_part(c))
            .filter(|word| !word.is_empty())
            .collect();
        let mut phrase = Self::default();
        let mut at = 0;
        let mut bare: Vec<u32> = Vec::new();
        while at < words.len() {
            at += phrase.take(&words[at..], &mut bare)?;
        }
        match (&bare[..], phrase.row, phrase.col) {
            ([], ..) => {}
            ([row, col], None, None) => (phrase.row, phrase.col) = (Some(*row), Some(*col)),
            _ => return None,
        }
        phrase.topic.is_some().then_some(phrase)
    }

    /// Rows and columns, 0 where one is not there; none where neither is.
    pub(super) fn extents(&self) -> Option<(u32, u32)> {
        self.rows.or(self.cols)?;
        Some((self.rows.unwrap_or(0), self.cols.unwrap_or(0)))
    }

    /// Takes the next words, and returns how many.
    fn take(&mut self, words: &[&str], bare: &mut Vec<u32>) -> Option<usize> {
        if let Some(count) = self.take_topic(words) {
            return Some(count);
        }
        let slot = match words[0] {
            "row" | "r" => &mut self.row,
            "block" | "kb" | "col" | "column" | "factor" | "kblock" | "k_block" => &mut self.col,
            "m" => &mut self.m,
            "n" => &mut self.n,
            "rows" => &mut self.rows,
            "blocks" | "factors" => &mut self.cols,
            "cta_group" => &mut self.cta_group,
            "vec" => &mut self.vec,
            "ue8m0" | "e8m0" => return put(&mut self.scale_type, ScaleType::Ue8m0),
            "ue4m3" | "e4m3" => return put(&mut self.scale_type, ScaleType::Ue4m3),
            "vec16" | "block16" => return put(&mut self.vec, 16),
            "vec32" | "block32" => return put(&mut self.vec, 32),
            "stage" => return put(&mut self.order, Order::Stage),
            word @ ("ws" | "sparse") => {
                self.is_ws |= word == "ws";
                self.is_sparse |= word == "sparse";
                return Some(1);
            }
            word if is_in(
                "the of at in is where and for dense kind address addr",
                word,
            ) =>
            {
                return Some(1);
            }
            word => match Kind::from_name(word) {
                Ok(kind) => return put(&mut self.kind, kind),
                Err(_) => return self.take_numbers(words, bare),
            },
        };
        put(slot, number_from_text(words.get(1)?).ok()?)?;
        Some(2)
    }

    fn take_topic(&mut self, words: &[&str]) -> Option<usize> {
        let next = |at: usize| words.get(at).copied().unwrap_or_default();
        let (topic, count) = match (words[0], next(1), next(2)) {
            ("sfa" | "tsfa" | "tmem_sfa" | "sfa_tmem" | "scale_a", ..) => {
                (Topic::Scale(Some(Operand::A)), 1)
            }
            ("sfb" | "tsfb" | "tmem_sfb" | "sfb_tmem" | "scale_b", ..) => {
                (Topic::Scale(Some(Operand::B)), 1)
            }
            ("scale", "factor" | "factors", _) => (Topic::Scale(None), 2),
            ("tensor", "memory", _) => (Topic::Memory, 2),
            ("tensor", ..) => return put(&mut self.order, Order::Tensor),
            (word, ..)
                if is_in(
                    "tmem taddr tmem_addr tmem_address tmem_ptr tmem_base tmem_base_ptr tmem_d d_tmem tensor-memory",
                    word,
                ) =>
            {
                (Topic::Memory, 1)
            }
            ("d" | "accumulator", ..) => (Topic::D, 1),
            ("cp" | "utccp" | "tcgen05_cp", ..) => (Topic::Copy, 1),
            _ => return None,
        };
        self.topic = match (self.topic, topic) {
            (None, topic) => Some(topic),
            // `SFA in tensor memory`, `cp of scale factors`, `scale factor of SFA`.
            (
                Some(held @ Topic::Scale(Some(_))),
                Topic::Memory | Topic::Copy | Topic::Scale(None),
            )
            | (Some(held @ Topic::Scale(None)), Topic::Memory | Topic::Copy)
            | (Some(held @ Topic::D), Topic::Memory) => Some(held),
            (Some(Topic::Memory | Topic::Copy | Topic::Scale(None)), topic @ Topic::Scale(_))
            | (Some(Topic::Memory), topic @ Topic::D) => Some(topic),
            (Some(_), _) => return None,
        };
        Some(count)
    }

    /// Extents, a pair of indices, or the bits of an address or a descriptor.
    fn take_numbers(&mut self, words: &[&str], bare: &mut Vec<u32>) -> Option<usize> {
        let word = words[0];
        let number = |word: &str| number_from_text(word).ok();
        let joined = word
            .split_once('x')
            .filter(|(rows, _)| *rows != "0" && !rows.is_empty());
        let apart = || (words.get(1) == Some(&"x")).then(|| Some((word, *words.get(2)?)))?;
        if let Some((rows, cols)) = joined.or_else(apart) {
            put(&mut self.rows, number(rows)?)?;
            put(&mut self.cols, number(cols)?)?;
            return Some(if joined.is_some() { 1 } else { 3 });
        }
        if let Some(digits) = word.strip_prefix("0x") {
            let digits = digits.replace('_', "");
            let raw = u64::from_str_radix(&digits, 16).ok()?;
            return put(&mut self.word, (raw, digits.len()));
        }
        bare.push(number(word)?);
        Some(1)
    }
}

/// Puts the value of a word where none is: a phrase that says something twice is not read.
fn put<T>(slot: &mut Option<T>, value: T) -> Option<usize> {
    slot.is_none().then(|| *slot = Some(value))?;
    Some(1)
}
