//! The edits of a text: numbers in the lines from which operands follow.

use std::collections::BTreeMap;

use swizzle_ptx::explained::explained;
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;

use crate::ptx::numbers::plant::{Numbers, number};

/// Edits of one kind in one text.
const SITES: usize = 14;

/// An edit of a line, or of all lines with a number.
pub(super) struct Edit {
    pub(super) kind: &'static str,
    pub(super) lines: Vec<usize>,
    pub(super) old: String,
    pub(super) new: String,
}

/// The last number of an instruction, with what is before it.
fn last_number(line: &str) -> Option<(&str, i128)> {
    let text = line.split("//").next().unwrap_or(line);
    let text = text.trim_end().trim_end_matches(';').trim_end();
    let at = text.rfind([' ', '\t', ','])? + 1;
    let word = &text[at..];
    Some((word, number(word)?))
}

/// A kind, and the descriptor after it.
type Fault = (&'static str, fn(u64) -> u64);

/// Changes of a descriptor's constant.
const OF_CONSTANTS: [Fault; 10] = [
    ("SBO doubled", |raw| raw & !(0x3fff << 32) | (raw >> 32 & 0x1fff) << 33),
    ("SBO halved", |raw| raw & !(0x3fff << 32) | (raw >> 33 & 0x1fff) << 32),
    ("LBO doubled", |raw| raw & !(0x3fff << 16) | (raw >> 16 & 0x1fff) << 17),
    ("LBO halved", |raw| raw & !(0x3fff << 16) | (raw >> 17 & 0x1fff) << 16),
    ("swizzle mode", |raw| raw ^ 1 << 62),
    ("swizzle mode", |raw| raw ^ 3 << 62),
    ("swizzle mode", |raw| raw ^ 1 << 63),
    ("base offset", |raw| raw ^ 1 << 49),
    ("fixed bits", |raw| raw ^ 1 << 46),
    ("reserved bits", |raw| raw ^ 1 << 30),
];

/// The edits of a text.
pub(super) fn edits(text: &str, numbers: &mut Numbers) -> Vec<Edit> {
    let lines: Vec<&str> = text.lines().collect();
    let mut edits = constants(&lines);
    edits.extend(immediates(&lines));
    let module = Module::read(text);
    let mut chains: BTreeMap<(u32, bool), ()> = BTreeMap::new();
    for kernel in &kernels(&module) {
        let mut seen = Vec::new();
        for mma in &kernel.mmas {
            // A few instructions of each opcode are enough.
            let count = seen.iter().filter(|opcode| **opcode == mma.opcode).count();
            if count >= 6 {
                continue;
            }
            seen.push(mma.opcode);
            for (name, chain) in explained(&module, mma.line) {
                if name == "D" {
                    continue;
                }
                for link in chain {
                    chains.insert((link.line, name == "idesc"), ());
                }
            }
        }
    }
    edits.extend(stages(&lines, &chains));
    for (line, is_idesc) in chains.into_keys() {
        let Some((word, number)) = lines.get(line as usize - 1).and_then(|line| last_number(line)) else {
            continue;
        };
        let opcode = lines[line as usize - 1].trim_start();
        let mut add = |kind, new: i128| {
            if new != number {
                edits.push(Edit {
                    kind,
                    lines: vec![line as usize - 1],
                    old: word.to_owned(),
                    new: new.to_string(),
                });
            }
        };
        if is_idesc {
            if opcode.starts_with("mov") && number > 0xffff {
                for (kind, bit) in [
                    ("idesc: transpose", 15),
                    ("idesc: transpose", 16),
                    ("idesc: N", 17),
                    ("idesc: N", 20),
                    ("idesc: M", 24),
                    ("idesc: M", 27),
                    ("idesc: sparse", 2),
                    ("idesc: accumulator", 4),
                    ("idesc: type of A", 7),
                    ("idesc: type of B", 10),
                ] {
                    add(kind, number ^ 1 << bit);
                }
                // Shapes that exist, of which the tile is the other half.
                let field = |low: u32, bits: u32| number >> low & ((1 << bits) - 1);
                add("idesc: M halved", number - ((field(24, 5) / 2) << 24));
                add("idesc: N halved", number - ((field(17, 6) / 2) << 17));
            }
        } else if opcode.starts_with("add") && number.unsigned_abs() < 1 << 40 {
            if number.unsigned_abs() == 1 {
                // A counter of stages or turns: what it counts is not in the reads.
                continue;
            }
            add("address: × 16", number * 16);
            add("address: + 1 unit", number + if number >= 256 { 16 } else { 1 });
            add("address: halved", number / 2);
            add("address: doubled", number * 2);
        } else if opcode.starts_with("shl") {
            add("shift + 1", number + 1);
            add("shift − 1", number - 1);
        } else if opcode.starts_with("mul") || opcode.starts_with("mad") {
            add("stage stride doubled", number * 2);
            add("stage stride + 128", number + 128);
        }
    }
    sampled(edits, numbers)
}

/// Distances of stages, of reads and of what fills them: a shift by which bytes are a multiple of 2 KiB.
fn stages(lines: &[&str], chains: &BTreeMap<(u32, bool), ()>) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim();
        let Some((_, by)) = last_number(line).filter(|(_, by)| (11..=15).contains(by)) else {
            continue;
        };
        let Some(operands) = text.strip_prefix("shl.b32").map(str::trim) else {
            continue;
        };
        let is_read = chains.contains_key(&(at as u32 + 1, false));
        let registers = &operands[..operands.rfind(',').unwrap_or(0)];
        // Farther apart, and at the same place in the pattern of each mode.
        let kinds = match is_read {
            true => ["stages of reads + 1024", "stages of reads × 2"],
            false => ["stages of fills + 1024", "stages of fills × 2"],
        };
        for (kind, bytes) in kinds.into_iter().zip([(1 << by) + 1024, 2 << by]) {
            edits.push(Edit {
                kind,
                lines: vec![at],
                old: text.to_owned(),
                new: format!("mul.lo.s32 {registers}, {bytes};"),
            });
        }
    }
    edits
}

/// Constants of descriptors, on one line and on all.
fn constants(lines: &[&str]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut of_number: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
    for (at, line) in lines.iter().enumerate() {
        let is_wide = ["or.b64", "mov.b64", "mov.u64", "add.s64", "or.b32"]
            .iter()
            .any(|opcode| line.trim_start().starts_with(opcode));
        if let Some((_, number)) = last_number(line).filter(|_| is_wide) {
            of_number.entry(number).or_default().push(at);
        }
    }
    for (number, at) in of_number {
        let raw = number as u64;
        let is_descriptor = (raw >> 32 & 0x3fff != 0) && (raw >> 61 != 0 || raw >> 46 & 7 == 1);
        if !is_descriptor || i64::try_from(number).is_err() {
            continue;
        }
        for (kind, fault) in OF_CONSTANTS {
            let new = fault(raw);
            if new == raw {
                continue;
            }
            let mut sites = vec![at.clone()];
            if at.len() > 1 {
                sites.extend([vec![at[0]], vec![at[at.len() / 2]]]);
            }
            edits.extend(sites.into_iter().map(|lines| Edit {
                kind,
                lines,
                old: number.to_string(),
                new: (new as i64).to_string(),
            }));
        }
    }
    edits
}

/// Transposes of wgmma, and fields of tensor maps.
fn immediates(lines: &[&str]) -> Vec<Edit> {
    let mut edits = Vec::new();
    let has = |word: &str| lines.iter().any(|line| line.contains(word));
    // Boxes that the launch gives are not in the text.
    let (makes_maps, is_pair) = (has("tensormap.replace"), has("cta_group::2"));
    let mut edit = |kind, at: usize, old: &str, new: String| {
        edits.push(Edit { kind, lines: vec![at], old: old.to_owned(), new });
    };
    for (at, line) in lines.iter().enumerate() {
        let has_transposes = line.contains("wgmma.mma_async")
            && ["bf16.bf16", "f16.f16"].iter().any(|types| line.contains(types));
        if has_transposes && let Some((_, number)) = last_number(line) {
            let text = line.trim_end().trim_end_matches(';');
            let tail = &text[text.rfind('}').unwrap_or(0)..];
            let new = format!("{}{};", &tail[..tail.len() - 1], 1 - number);
            edit("transpose of B", at, &format!("{tail};"), new);
        }
        if line.contains("tensormap.replace.tile.swizzle_mode")
            && let Some((word, number)) = last_number(line)
        {
            edit("box: swizzle mode", at, word, format!("0x{:x}", number - 1));
            edit("box: swizzle mode", at, word, "0x0".to_owned());
        }
        if line.contains("expect_tx")
            && makes_maps
            && let Some((word, number)) = last_number(line)
        {
            // A pair's barrier counts what one CTA's copies bring, or what both bring.
            let kind = match is_pair {
                true => "pair: bytes of a barrier",
                false => "bytes of a barrier",
            };
            for new in [number / 2, number * 4] {
                edit(kind, at, word, new.to_string());
            }
            let kind = match is_pair {
                true => "pair: bytes × 3/2",
                false => kind,
            };
            edit(kind, at, word, (number * 3 / 2).to_string());
        }
        if line.contains("tensormap.replace.tile.elemtype")
            && let Some((word, _)) = last_number(line)
        {
            edit("box: element type", at, word, "0x0".to_owned());
            edit("box: element type", at, word, "0x4".to_owned());
        }
        if line.contains("tensormap.replace.tile.box_dim") {
            let register = line.rsplit('%').next().unwrap_or_default();
            let register = format!("%{},", register.trim_end().trim_end_matches(';'));
            let made = (0..at)
                .rev()
                .find(|at| lines[*at].trim_start().starts_with("mov.b32") && lines[*at].contains(&register));
            if let Some(made) = made
                && let Some((word, number)) = last_number(lines[made])
            {
                edit("box: rows or columns", made, word, (number / 2).to_string());
                edit("box: rows or columns", made, word, (number + 8).to_string());
            }
        }
    }
    edits
}

/// At most so many edits of each kind.
fn sampled(edits: Vec<Edit>, numbers: &mut Numbers) -> Vec<Edit> {
    let mut of_kind: BTreeMap<&str, Vec<Edit>> = BTreeMap::new();
    for edit in edits {
        of_kind.entry(edit.kind).or_default().push(edit);
    }
    let mut kept = Vec::new();
    for mut list in of_kind.into_values() {
        while list.len() > SITES {
            list.swap_remove(numbers.below(list.len()));
        }
        kept.extend(list);
    }
    kept
}

/// The text after an edit; `None` where the line does not have it.
pub(super) fn edited(text: &str, edit: &Edit) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for at in &edit.lines {
        let line = &mut lines[*at];
        let from = line.rfind(&edit.old)?;
        line.replace_range(from..from + edit.old.len(), &edit.new);
    }
    Some(lines.join("\n"))
}
