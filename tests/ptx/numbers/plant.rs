//! Edits over all numbers of a text: any constant, immediate, register and modifier of a statement that an operand's facts rest on.
//!
//! Which statements these are is asked of the text alone, and not of the reader that is tested: from the operands of tensor-core
//! instructions, copies, barriers and tensor memory back over the registers that they read.

use std::collections::{BTreeSet, HashMap};

/// An edit of one word of a line.
#[derive(Debug, Clone)]
pub(crate) struct Edit {
    /// The line, from 0.
    pub(crate) line: usize,
    /// Bytes of the word in its line.
    pub(crate) at: (usize, usize),
    pub(crate) new: String,
}

impl Edit {
    /// The text with it.
    pub(crate) fn of(&self, lines: &[&str]) -> String {
        let mut all: Vec<&str> = lines.to_vec();
        let line = lines[self.line];
        let changed = [&line[..self.at.0], &self.new, &line[self.at.1..]].concat();
        all[self.line] = &changed;
        all.join("\n")
    }

    /// The statement, the word and what it becomes.
    pub(crate) fn label(&self, lines: &[&str]) -> String {
        let line = lines[self.line];
        let (number, old) = (self.line + 1, &line[self.at.0..self.at.1]);
        let statement: String = line.trim().chars().take(150).collect();
        format!("{number}: {old} → {} in {statement}", self.new)
    }
}

/// Numbers that look random, the same in each run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }
}

/// A word of a statement: its bytes in the line.
type Word = (usize, usize);

fn words(line: &str) -> Vec<Word> {
    let is_of_word =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%' | '.' | ':' | '@' | '!');
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
        let is_sign = c == '-' && start.is_none();
        match start {
            None if is_of_word(c) || is_sign => start = Some(at),
            Some(from) if !is_of_word(c) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// A number as PTX has it.
pub(crate) fn number(word: &str) -> Option<i128> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, word),
    };
    let digits = digits.strip_suffix('U').unwrap_or(digits);
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(sign * value)
}

/// A statement: its opcode, its registers by what is done with them, and its numbers.
struct Statement<'a> {
    opcode: &'a str,
    of_opcode: Word,
    writes: Vec<Word>,
    reads: Vec<Word>,
    numbers: Vec<Word>,
}

/// What writes no register although its first operand is one.
const WRITES_NOTHING: [&str; 12] = [
    "st",
    "bra",
    "wgmma",
    "cp",
    "red",
    "tensormap",
    "stmatrix",
    "bar",
    "barrier",
    "call",
    "mbarrier",
    "fence",
];

fn statement(line: &str) -> Option<Statement<'_>> {
    let code = line.split("//").next().unwrap_or_default();
    let mut all = words(code).into_iter();
    let mut first = all.next()?;
    if code[first.0..first.1].starts_with('@') {
        first = all.next()?;
    }
    let opcode = &code[first.0..first.1];
    let is_code =
        code.trim_end().ends_with(';') && opcode.contains('.') && !opcode.starts_with(['.', '%', '$']);
    if !is_code {
        return None;
    }
    let base = opcode.split('.').next().unwrap_or_default();
    let rest: Vec<Word> = all.collect();
    // What is written is the first operand, or the list in braces, and `complete` of a wait.
    let end = first.1;
    let tail = &code[end..];
    let is_address = tail.trim_start().starts_with('[');
    let is_silent = WRITES_NOTHING.contains(&base) && !opcode.contains("_wait")
        || base == "tcgen05" && !opcode.starts_with("tcgen05.ld")
        || is_address;
    let written = if is_silent {
        0
    } else if tail.trim_start().starts_with('{') {
        end + tail.find('}').unwrap_or(0)
    } else {
        end + tail.find(',').unwrap_or(tail.len())
    };
    // Where a copy comes from in its tensor, the phase that a wait is for and the data of a store are not the operand's, nor is
    // the tensor that a map is of.
    let is_of_tensor = |at: usize| {
        let before = &code[..at];
        let is_behind_address = before.contains(']');
        let takes_address = ["st.", "stmatrix.", "cp.async.c"].iter().any(|one| opcode.starts_with(one))
            || opcode.contains("_wait")
            || ["global_address", "global_dim", "global_stride", "fill_mode"]
                .iter()
                .any(|field| opcode.contains(field));
        opcode.starts_with("cp.async.bulk.tensor") && before.rfind('{') > before.rfind('}')
            || takes_address && is_behind_address
    };
    let is_list = |at: usize| {
        (base == "wgmma" || opcode.starts_with("tcgen05.ld") || opcode.starts_with("tcgen05.st"))
            && code[..at].rfind('{') > code[..at].rfind('}')
    };
    let mut found =
        Statement { opcode, of_opcode: first, writes: Vec::new(), reads: Vec::new(), numbers: Vec::new() };
    for word in rest {
        let text = &code[word.0..word.1];
        if is_of_tensor(word.0) || is_list(word.0) && word.0 >= written {
            continue;
        }
        if text.starts_with("%r")
            || text.starts_with("%tid")
            || text.starts_with("r") && text[1..].parse::<u32>().is_ok()
        {
            if word.0 < written {
                found.writes.push(word);
            } else {
                found.reads.push(word);
            }
        } else if number(text).is_some() {
            found.numbers.push(word);
        }
    }
    Some(found)
}

/// Opcodes whose operands are what is judged.
const ROOTS: [&str; 9] = [
    "wgmma.mma_async",
    "tcgen05.",
    "cp.async",
    "mbarrier.",
    "tensormap.replace",
    "tensormap.cp_fenceproxy",
    "st.shared",
    "stmatrix",
    "st.async",
];

/// Words of opcodes, and what stands in their places.
const MODIFIERS: [(&str, &[&str]); 22] = [
    ("32x32b", &["16x64b", "16x256b", "16x128b"]),
    ("x8", &["x16", "x4"]),
    ("x16", &["x32", "x8"]),
    ("x32", &["x64", "x16"]),
    ("x64", &["x128", "x32"]),
    ("x128", &["x64"]),
    ("cta_group::1", &["cta_group::2"]),
    ("cta_group::2", &["cta_group::1"]),
    ("2d", &["3d"]),
    ("kind::f16", &["kind::tf32", "kind::f8f6f4"]),
    ("kind::f8f6f4", &["kind::f16", "kind::i8"]),
    ("kind::mxf8f6f4", &["kind::mxf4nvf4"]),
    ("kind::mxf4nvf4", &["kind::mxf8f6f4", "kind::mxf4"]),
    ("block16", &["block32"]),
    ("scale_vec::1X", &["scale_vec::2X"]),
    ("scale_vec::4X", &["scale_vec::2X"]),
    ("32x128b", &["64x128b", "128x128b"]),
    ("warpx4", &["warpx2::02_13"]),
    ("bf16", &["f16", "tf32"]),
    ("f16", &["bf16"]),
    ("e4m3", &["e5m2", "f16"]),
    ("s8", &["u8"]),
];

/// The lines that operands rest on.
fn slice(lines: &[&str]) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    let mut from = 0;
    let begins = |line: &str| {
        let line = line.trim_start();
        [".visible .entry", ".entry", ".visible .func", ".func", ".weak .entry", ".weak .func"]
            .iter()
            .any(|one| line.starts_with(one))
    };
    while from < lines.len() {
        let end = (from + 1..lines.len()).find(|at| begins(lines[*at])).unwrap_or(lines.len());
        let statements: Vec<(usize, Statement<'_>)> =
            (from..end).filter_map(|at| Some((at, statement(lines[at])?))).collect();
        let mut written: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, (at, one)) in statements.iter().enumerate() {
            for word in &one.writes {
                written.entry(&lines[*at][word.0..word.1]).or_default().push(index);
            }
        }
        let is_mma = |one: &Statement<'_>| {
            one.opcode.starts_with("wgmma.mma_async") || one.opcode.starts_with("tcgen05.mma")
        };
        let last = statements.iter().rposition(|(_, one)| is_mma(one)).unwrap_or(0);
        // What is stored behind the last of them is a result.
        let is_root = |index: usize| {
            let opcode = statements[index].1.opcode;
            let is_store =
                ["st.", "stmatrix", "cp.async.bulk.tensor"].iter().any(|one| opcode.starts_with(one));
            ROOTS.iter().any(|root| opcode.starts_with(root)) && !(is_store && index > last)
        };
        let mut queue: Vec<usize> =
            (0..statements.len()).filter(|index| last > 0 && is_root(*index)).collect();
        let mut seen = BTreeSet::new();
        while let Some(index) = queue.pop() {
            if !seen.insert(index) {
                continue;
            }
            let (at, one) = &statements[index];
            kept.insert(*at);
            for word in &one.reads {
                queue.extend(written.get(&lines[*at][word.0..word.1]).into_iter().flatten());
            }
        }
        from = end;
    }
    let is_declared = |line: &str| {
        let line = line.trim_start();
        line.starts_with(".") && line.contains(".shared ")
            || line.starts_with(".maxntid")
            || line.starts_with(".reqntid")
    };
    kept.extend((0..lines.len()).filter(|at| is_declared(lines[*at])));
    kept
}

/// Other numbers in the place of one, as slips of a hand make them.
fn others(opcode: &str, value: i128, numbers: &mut Numbers) -> Vec<i128> {
    let is_shift = ["shl", "shr", "bfe", "bfi", "prmt", "lop3"].iter().any(|one| opcode.starts_with(one));
    let bits: Vec<u32> = (0..64).filter(|bit| value.unsigned_abs() >> bit & 1 == 1).collect();
    let mut all = match (is_shift, value) {
        (true, _) => vec![value + 1, value - 1],
        (false, 0) => vec![1, 2, 16, 128, 1024],
        (false, 1) => vec![0, 2, 3],
        (false, _) => vec![
            value + 1,
            value - 1,
            value * 2,
            value / 2,
            value + 16,
            value + 512,
            value - 1024,
            value ^ 1 << bits[numbers.below(bits.len())],
            value ^ 1 << bits[numbers.below(bits.len())],
        ],
    };
    all.retain(|one| *one != value && (value < 0) == (*one < 0) && one.unsigned_abs() < 1 << 64);
    let first = numbers.below(all.len());
    let second = numbers.below(all.len());
    let mut chosen: Vec<i128> = [first, second].iter().filter_map(|at| all.get(*at).copied()).collect();
    chosen.dedup();
    chosen
}

/// All edits of a text.
pub(crate) fn edits(text: &str, numbers: &mut Numbers) -> Vec<Edit> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut edits = Vec::new();
    let mut near: Vec<&str> = Vec::new();
    for at in slice(&lines) {
        let line = lines[at];
        let one = statement(line);
        let (opcode, of_numbers) = match &one {
            Some(one) => (one.opcode, one.numbers.clone()),
            None => ("", words(line)),
        };
        for word in of_numbers {
            let Some(value) = number(&line[word.0..word.1]) else { continue };
            let new = others(opcode, value, numbers).into_iter();
            edits.extend(new.map(|new| Edit { line: at, at: word, new: new.to_string() }));
        }
        let Some(one) = one else { continue };
        for word in &one.reads {
            let own = &line[word.0..word.1];
            let class = own.trim_end_matches(|c: char| c.is_ascii_digit());
            let alike = |other: &&&str| {
                other.trim_end_matches(|c: char| c.is_ascii_digit()) == class && **other != own
            };
            let found: Vec<&&str> = near.iter().rev().filter(alike).take(12).collect();
            if !found.is_empty() && class.starts_with('%') {
                let new = (**found[numbers.below(found.len())]).to_owned();
                edits.push(Edit { line: at, at: *word, new });
            }
        }
        let (from, to) = one.of_opcode;
        let mut place = from;
        for part in line[from..to].split('.') {
            let found = MODIFIERS.iter().find(|(word, _)| *word == part);
            if let Some((_, others)) = found.filter(|_| ROOTS.iter().any(|root| one.opcode.starts_with(root)))
            {
                let new = others[numbers.below(others.len())].to_owned();
                edits.push(Edit { line: at, at: (place, place + part.len()), new });
            }
            place += part.len() + 1;
        }
        near.extend(one.writes.iter().map(|word| &line[word.0..word.1]));
    }
    edits
}
