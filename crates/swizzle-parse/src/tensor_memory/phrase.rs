//! Words about tensor memory, each with its number; a text with any other word is not such a phrase.

use super::*;

/// A text without line breaks is longer than any such phrase.
const LONGEST: usize = 200;

/// The subject of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ScaleType {
    Ue8m0,
    Ue4m3,
}

/// A phrase, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) topic: Option<Topic>,
    pub(super) scale_type: Option<ScaleType>,
    pub(super) kind: Option<Kind>,
    pub(super) vec: Option<u32>,
    pub(super) order: Option<Order>,
    pub(super) is_ws: bool,
    pub(super) is_sparse: bool,
    pub(super) extents: Option<(u32, u32)>,
    pub(super) m: Option<u32>,
    pub(super) n: Option<u32>,
    pub(super) cta_group: Option<u32>,
    pub(super) row: Option<u32>,
    pub(super) col: Option<u32>,
    /// A number that no word is before, with as many hex digits as it has, 0 for a decimal one.
    pub(super) word: Option<(u64, usize)>,
}

/// The number that a word announces.
#[derive(Clone, Copy)]
enum Slot {
    Row,
    Col,
    M,
    N,
    Rows,
    Blocks,
    CtaGroup,
    Vec,
}

impl Phrase {
    /// Reads a phrase; none where a word of it is of something else.
    pub(super) fn of(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(['.', '?', ';']);
        if text.len() > LONGEST || text.contains('\n') {
            return None;
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
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

    /// Takes the next words, and returns how many.
    fn take(&mut self, words: &[&str], bare: &mut Vec<u32>) -> Option<usize> {
        let word = words[0];
        if let Some(count) = self.take_topic(words) {
            return Some(count);
        }
        if let Ok(kind) = Kind::from_name(word) {
            return put(&mut self.kind, kind).map(|()| 1);
        }
        if let Some(slot) = slot(word) {
            let number = number_from_text(words.get(1)?).ok()?;
            self.put(slot, number)?;
            return Some(2);
        }
        match word {
            "ue8m0" | "e8m0" => return put(&mut self.scale_type, ScaleType::Ue8m0).map(|()| 1),
            "ue4m3" | "e4m3" => return put(&mut self.scale_type, ScaleType::Ue4m3).map(|()| 1),
            "vec16" | "block16" => return put(&mut self.vec, 16).map(|()| 1),
            "vec32" | "block32" => return put(&mut self.vec, 32).map(|()| 1),
            "stage" => return put(&mut self.order, Order::Stage).map(|()| 1),
            "ws" => self.is_ws = true,
            "sparse" => self.is_sparse = true,
            "the" | "of" | "at" | "in" | "is" | "where" | "and" | "for" | "dense" | "kind"
            | "address" | "addr" => {}
            _ => return self.take_numbers(words, bare),
        }
        Some(1)
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
            ("tensor", ..) => return put(&mut self.order, Order::Tensor).map(|()| 1),
            (
                "tmem" | "taddr" | "tmem_addr" | "tmem_address" | "tmem_ptr" | "tmem_base"
                | "tmem_base_ptr" | "tmem_d" | "d_tmem" | "tensor-memory",
                ..,
            ) => (Topic::Memory, 1),
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
        if let Some((rows, cols)) = word
            .split_once('x')
            .filter(|(rows, _)| *rows != "0" && !rows.is_empty())
        {
            let extents = (number_from_text(rows).ok()?, number_from_text(cols).ok()?);
            return put(&mut self.extents, extents).map(|()| 1);
        }
        if words.get(1) == Some(&"x") {
            let extents = (
                number_from_text(word).ok()?,
                number_from_text(words.get(2)?).ok()?,
            );
            return put(&mut self.extents, extents).map(|()| 3);
        }
        if let Some(digits) = word.strip_prefix("0x") {
            let digits = digits.replace('_', "");
            let raw = u64::from_str_radix(&digits, 16).ok()?;
            return put(&mut self.word, (raw, digits.len())).map(|()| 1);
        }
        bare.push(number_from_text(word).ok()?);
        Some(1)
    }

    fn put(&mut self, slot: Slot, number: u32) -> Option<()> {
        let (rows, cols) = self.extents.unwrap_or_default();
        match slot {
            Slot::Row => put(&mut self.row, number),
            Slot::Col => put(&mut self.col, number),
            Slot::M => put(&mut self.m, number),
            Slot::N => put(&mut self.n, number),
            Slot::Rows if rows == 0 => {
                self.extents = Some((number, cols));
                Some(())
            }
            Slot::Blocks if cols == 0 => {
                self.extents = Some((rows, number));
                Some(())
            }
            Slot::Rows | Slot::Blocks => None,
            Slot::CtaGroup => put(&mut self.cta_group, number),
            Slot::Vec => put(&mut self.vec, number),
        }
    }
}

/// Puts a value where none is: a phrase that says something twice is not read.
fn put<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.is_none().then(|| *slot = Some(value))
}

fn slot(word: &str) -> Option<Slot> {
    Some(match word {
        "row" | "r" => Slot::Row,
        "block" | "kb" | "col" | "column" | "factor" | "kblock" | "k_block" => Slot::Col,
        "m" => Slot::M,
        "n" => Slot::N,
        "rows" => Slot::Rows,
        "blocks" | "factors" => Slot::Blocks,
        "cta_group" => Slot::CtaGroup,
        "vec" => Slot::Vec,
        _ => return None,
    })
}
