//! The parts that rows of `cases.tsv` say.

use super::*;
use crate::tests::subjects::{FromCase, has_no_other, hex, of, pairs};
use buffers::tests::{buffer_of, pair};
use fills::filled_tests::filled;
use fills::{Foreign, Writer};
use instructions::tests::instruction;
use loads::boxes_tests::load;

/// A value, or `-` for none.
fn said<T: std::str::FromStr>(text: &str) -> Option<T> {
    (text != "-").then(|| of(text))
}

fn two(text: &str) -> (&str, u64) {
    let (name, number) = text.split_once(',').expect(text);
    (name, of(number))
}

fn writer(name: &str) -> Writer {
    match name {
        "threads" => Writer::Threads,
        "copies" => Writer::Copies,
        other => panic!("{other} writes nothing"),
    }
}

/// What makes the part, and its numbers, or what differs from a right one.
impl FromCase for Part {
    fn from_case(words: &str) -> Option<Self> {
        let (maker, rest) = words.split_once(' ').unwrap_or((words, ""));
        let numbers: Vec<i64> = rest.split(' ').filter_map(|one| one.parse().ok()).collect();
        let n = |at: usize| numbers[at].unsigned_abs();
        let n32 = |at: usize| u32::try_from(numbers[at]).expect(words);
        Some(match maker {
            "-" => Self::default(),
            "load" => load(|load| {
                let bytes = ["row_written", "row_read", "written_bytes", "read_bytes"];
                has_no_other(rest, &[&bytes[..], &["written", "read", "types", "reach"]].concat());
                for (key, text) in pairs(rest) {
                    match key {
                        "written" => load.written = said(text),
                        "read" => load.read = of(text),
                        "row_written" => load.row_written = of(text),
                        "row_read" => load.row_read = of(text),
                        "written_bytes" => load.written_bytes = of(text),
                        "read_bytes" => load.read_bytes = of(text),
                        "reach" => load.reach = (of(two(text).0), two(text).1),
                        _ => load.types = text.split_once(',').map(|(map, own)| (of(map), of(own))),
                    }
                }
            }),
            "filled" => filled(|filled| {
                has_no_other(rest, &["read", "writer", "written", "foreign"]);
                for (key, text) in pairs(rest) {
                    match key {
                        "read" => filled.read = said(text),
                        "writer" => filled.writer = Some(text).filter(|text| *text != "-").map(writer),
                        "written" => filled.written = Some((writer(two(text).0), two(text).1)),
                        _ => {
                            filled.foreign = Some(match two(text) {
                                ("before", bytes) => Foreign::Before(bytes),
                                ("behind", bytes) => Foreign::Behind(bytes),
                                _ => Foreign::Whole,
                            });
                        }
                    }
                }
            }),
            "word" => instruction(|word| {
                has_no_other(rest, &["own", "common", "differs", "sparse", "sparse_bit", "transposes"]);
                for (key, text) in pairs(rest) {
                    match key {
                        "own" => word.own = of(text),
                        "common" => word.common = said(text),
                        "differs" => word.differs = vec!["N"],
                        "sparse" => word.is_sparse = of(text),
                        "sparse_bit" => word.sparse_bit = said(text),
                        _ => word.transposes_tensor_memory = of(text),
                    }
                }
            }),
            "buffer" => buffer_of(rest),
            "pair" => pair(rest),
            "steps" => buffers::of_steps("A", n(0)),
            "base" => buffers::of_base("smem", n32(0), n32(1)),
            "stages" => loads::of_stages(Operand::B, n(0), n(1)),
            "start" => loads::start(Operand::B, numbers[0], n(0)),
            "map" => loads::unknown_map(Operand::A, 9, numbers.first().map(|_| n32(0))),
            "bytes" => expects::of_bytes(n(0), &(1..numbers.len()).map(n).collect::<Vec<_>>()),
            "copy" => {
                let known = if rest == "?" { Known::NOTHING } else { Known::exact(hex(rest)) };
                tensor::of_descriptor(Chip::Sm100a, known, Some((7, "ld.global.u64")), true)
            }
            "columns" => tensor::of_columns("tcgen05.alloc", n(0), n(1)).unwrap_or_default(),
            "exclusive" => {
                let opcode = "tcgen05.alloc.cta_group::1.exclusive";
                tensor::of_columns(opcode, n(0), n(0)).unwrap_or_default()
            }
            "group" => tensor::of_form("tcgen05.alloc", CtaForm::Two, CtaForm::One),
            "late" => tensor::late("tcgen05.alloc"),
            "freed" => tensor::not_freed(n(0)),
            "end" => tensor::of_end_of_allocation("tcgen05.st", n(0), 256).unwrap_or_default(),
            "lanes" => tensor::of_lanes("tcgen05.ld", (n32(0), n32(1))).unwrap_or_default(),
            "source" => tensor::of_source(Letter::A, n(0), n(1)),
            "beyond" => tensor::of_end(n(0), n(1)),
            "half" => tensor::of_half(n32(0)),
            "cut" => cut(n32(0)),
            "unset" => unset(Unset { register: rest, line: 7, loc: 0 }),
            "conflict" => {
                let severity = if rest == "note" { Severity::Note } else { Severity::Warning };
                BANK_CONFLICT.says(severity, "shared memory is read in 8 wavefronts instead of 4", "")
            }
            other => panic!("{other} makes no part"),
        })
    }
}
