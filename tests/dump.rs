//! From dumps back to layouts: dumps of an H200 as people paste them, and dumps that a twin of the law wrote.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use swizzle_core::dump::{
    Asked, Dump, Exchange, Form, Found, Values, dump_from_bytes, read_of_dump, recognize,
};
use swizzle_core::{Arch, Descriptor, Major, Named, Swizzle};
use swizzle_tests::{AtomSides, place_atoms};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/dumps")
}

/// A dump of the H200: what is true of it, and what was pasted.
struct Golden {
    name: String,
    truth: Value,
    dumps: Vec<Dump>,
}

fn golden() -> Vec<Golden> {
    let entries = fs::read_dir(folder()).expect("the dumps");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| !name.contains(".high."))
        .collect();
    names.sort();
    let read = |name: &str| fs::read_to_string(folder().join(name)).expect("a dump");
    let golden = names.into_iter().map(|name| {
        let text = read(&name);
        let (first, _) = text.split_once('\n').expect("a first line");
        let truth: Value = serde_json::from_str(first).expect("JSON");
        let bits = number(&truth["element_bits"]);
        let halves = [name.clone(), name.replace(".low.", ".high.")];
        let count = if name.contains(".low.") { 2 } else { 1 };
        let dumps = halves[..count].iter().map(|name| {
            let text = read(name);
            let (_, body) = text.split_once('\n').expect("a first line");
            dump_from_bytes(body.as_bytes(), bits).expect(name)
        });
        Golden {
            dumps: dumps.collect(),
            name,
            truth,
        }
    });
    golden.collect()
}

fn number(value: &Value) -> u32 {
    value
        .as_u64()
        .and_then(|number| number.try_into().ok())
        .expect("a number")
}

fn asked(golden: &Golden) -> Asked {
    let truth = &golden.truth;
    Asked {
        element_bits: number(&truth["element_bits"]),
        mn: Some(number(&truth["matrix"][0])),
        k: Some(number(&truth["matrix"][1])),
        address: Some(number(&truth["address"])),
        values: None,
    }
}

/// Whether the answer is the truth: field by field for one tile; for a ring of blocks of K the tile with that LBO.
fn check_golden(golden: &Golden, found: &Found) {
    let (name, layout) = (&golden.name, &golden.truth["layout"]);
    assert_eq!(found.major.name(), layout["major"], "{name}");
    let tiles = golden.truth["tiles"].as_array().expect("tiles");
    assert_eq!(found.start_bytes, number(&tiles[0]["start"]), "{name}");
    assert_eq!(found.right, found.of, "{name}");
    match (layout["form"].as_str(), found.form) {
        (Some("canonical"), Form::Canonical(swizzle)) => {
            assert_eq!(swizzle.name(), layout["swizzle"], "{name}");
            assert_eq!(found.base_offset, 0, "{name}");
            let (lbo, sbo) = found.strides.expect("strides");
            assert_eq!(sbo, number(&layout["sbo"]), "{name}");
            match tiles.len() {
                1 => assert_eq!(lbo, number(&layout["lbo"]), "{name}"),
                _ => assert_eq!(
                    lbo,
                    number(&tiles[1]["start"]) - number(&tiles[0]["start"]),
                    "{name}"
                ),
            }
        }
        // An XOR that is counted from a misaligned buffer is a base offset.
        (Some("rows"), Form::Canonical(swizzle)) => {
            assert_eq!(swizzle.name(), golden.truth["meant"], "{name}");
            assert_eq!(
                u32::from(found.base_offset),
                found.start_bytes / 128 % 8,
                "{name}"
            );
        }
        (
            Some("rows"),
            Form::Rows {
                exchange,
                pitch,
                column,
            },
        ) => {
            assert_eq!(pitch, number(&layout["pitch"]), "{name}");
            assert_eq!(
                exchange.text(),
                layout["xor"].as_str().unwrap_or("none"),
                "{name}"
            );
            assert_eq!(column, None, "{name}");
        }
        (form, _) => panic!("{name}: {form:?} was found as {found:?}"),
    }
}

#[test]
fn every_dump_of_the_hardware_is_named_right() {
    let all = golden();
    assert_eq!(all.len(), 14);
    for golden in &all {
        let found = recognize(&golden.dumps, &asked(golden)).expect("it can be asked");
        check_golden(
            golden,
            found
                .first()
                .unwrap_or_else(|| panic!("{}: nothing", golden.name)),
        );
    }
}

/// Without its address a dump tells the same but where it lies.
#[test]
fn a_dump_without_an_address_is_counted_from_its_first_byte() {
    for golden in golden() {
        let mut dumps = golden.dumps.clone();
        dumps.iter_mut().for_each(|dump| dump.address = None);
        let asked = Asked {
            address: None,
            ..asked(&golden)
        };
        let found = recognize(&dumps, &asked).expect("it can be asked");
        let found = found
            .first()
            .unwrap_or_else(|| panic!("{}: nothing", golden.name));
        let start = number(&golden.truth["tiles"][0]["start"]);
        assert_eq!(
            found.start_bytes,
            start - number(&golden.truth["address"]),
            "{}",
            golden.name
        );
        assert_eq!(found.right, found.of, "{}", golden.name);
    }
}

#[test]
fn a_descriptor_reads_of_a_dump_what_the_tensor_core_read() {
    let mut steps = 0;
    for golden in golden() {
        let asked = asked(&golden);
        let found = recognize(&golden.dumps, &asked).expect("it can be asked");
        for descriptor in golden.truth["descriptors"].as_array().into_iter().flatten() {
            let right = descriptor["read_right"].as_array().expect("a list");
            for (step, right) in descriptor["steps"]
                .as_array()
                .expect("steps")
                .iter()
                .zip(right)
            {
                let hex = step.as_str().expect("hex").trim_start_matches("0x");
                let raw = u64::from_str_radix(hex, 16).expect("hex");
                let descriptor_of_step = Descriptor::new(Arch::Wgmma, raw);
                let read = read_of_dump(&golden.dumps, &asked, &found[0], descriptor_of_step);
                let read = read.expect("a read").right_of();
                let name = format!("{} {}", golden.name, descriptor["name"]);
                assert_eq!(
                    read,
                    (number(right), number(&descriptor["of"])),
                    "{name} {step}"
                );
                steps += 1;
            }
        }
    }
    assert!(steps > 30, "{steps}");
}

/// What the twin writes.
#[derive(Debug, Clone, Copy)]
struct Twin {
    swizzle: Swizzle,
    major: Major,
    width: u32,
    mn: u32,
    k: u32,
    mn_first: bool,
    start: u32,
    /// Lines by which the pattern is off.
    base_offset: u32,
}

/// The XOR of the ISA's figures on 16-byte units of 128-byte lines.
fn exchanged(swizzle: Swizzle, at: u32, base_offset: u32) -> u32 {
    let lines = match swizzle {
        Swizzle::None => 1,
        Swizzle::B32 => 2,
        Swizzle::B64 => 4,
        Swizzle::B128 | Swizzle::B128Atom32 => 8,
    };
    let line = (at / 128 + 8 - base_offset) % lines;
    let unit = at / 16 % 8 ^ line;
    at / 128 * 128 + unit * 16 + at % 16
}

const POISON: u32 = 0xdead_beef;
const BASE: u32 = 0x400;

/// Memory from `BASE` on, in which cells lie at addresses.
fn memory(width: u32, bytes: u32, cells: impl Iterator<Item = (u32, u32)>) -> Vec<u8> {
    let mut memory: Vec<u8> = (0..bytes / 4).flat_map(|_| POISON.to_le_bytes()).collect();
    for (at, value) in cells {
        let from = (at - BASE) as usize;
        memory[from..from + width as usize].copy_from_slice(&value.to_le_bytes()[..width as usize]);
    }
    memory
}

impl Twin {
    fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        let units = match self.swizzle {
            Swizzle::None => 1,
            Swizzle::B32 => 2,
            Swizzle::B64 => 4,
            Swizzle::B128 | Swizzle::B128Atom32 => 8,
        };
        let sides = match self.major {
            Major::K => AtomSides {
                mn: 8,
                k: units,
                k_is_contiguous: true,
            },
            Major::Mn => AtomSides {
                mn: units,
                k: 8,
                k_is_contiguous: false,
            },
        };
        let bits = self.width * 8;
        let placed = place_atoms(sides, 128 / bits, bits, (self.mn, self.k), self.mn_first);
        placed.bits.into_iter().zip(0..).map(move |(bit, index)| {
            (
                exchanged(self.swizzle, self.start + bit / 8, self.base_offset),
                index,
            )
        })
    }

    fn bytes(self) -> u32 {
        (self.mn * self.k * self.width * 2 + self.start - BASE + 2048).next_multiple_of(16)
    }
}

fn raw(address: Option<u32>, bytes: &[u8]) -> Dump {
    Dump {
        address,
        bytes: bytes.iter().map(|byte| Some(*byte)).collect(),
    }
}

#[test]
fn every_mode_major_order_and_phase_is_found() {
    let mut count = 0;
    let modes = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];
    for swizzle in modes {
        let phases = 1 << swizzle.xor().bits;
        for major in [Major::K, Major::Mn] {
            for mn_first in [true, false] {
                for width in [2, 4] {
                    for (mn, k) in [(64, 64), (128, 32), (32, 128)] {
                        for phase in 0..phases {
                            for start in [0x400, 0x600, 0xc80] {
                                let twin = Twin {
                                    swizzle,
                                    major,
                                    width,
                                    mn,
                                    k,
                                    mn_first,
                                    start,
                                    base_offset: phase,
                                };
                                check_twin(twin);
                                count += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(count > 1000, "{count}");
}

fn check_twin(twin: Twin) {
    let memory = memory(twin.width, twin.bytes(), twin.cells());
    let asked = Asked {
        element_bits: twin.width * 8,
        mn: Some(twin.mn),
        k: Some(twin.k),
        ..Asked::default()
    };
    let found = recognize(&[raw(Some(BASE), &memory)], &asked).expect("it can be asked");
    let first = found
        .first()
        .unwrap_or_else(|| panic!("nothing for {twin:?}"));
    assert_eq!(
        (first.right, first.of),
        (twin.mn * twin.k, twin.mn * twin.k),
        "{twin:?}"
    );
    assert_eq!(first.form, Form::Canonical(twin.swizzle), "{twin:?}");
    assert_eq!(first.major, twin.major, "{twin:?}");
    let along = match twin.major {
        Major::K => twin.k,
        Major::Mn => twin.mn,
    };
    // In part of a swizzle row, another start is the same as another phase; the dump leaves open which.
    if along * twin.width >= twin.swizzle.row_bytes() {
        let found = (first.start_bytes, u32::from(first.base_offset));
        assert_eq!(found, (twin.start, twin.base_offset), "{twin:?}");
    } else if u32::from(first.base_offset) != twin.base_offset {
        assert!(first.undetermined.contains(&"base_offset"), "{twin:?}");
    }
    let canonical = |one: &&Found| matches!(one.form, Form::Canonical(_));
    assert_eq!(
        found.iter().filter(canonical).count(),
        1,
        "{twin:?}: {found:?}"
    );
}

#[test]
fn eight_bit_elements_take_two_dumps() {
    for swizzle in [Swizzle::B32, Swizzle::B64, Swizzle::B128] {
        let twin = Twin {
            swizzle,
            major: Major::K,
            width: 1,
            mn: 64,
            k: 128,
            mn_first: true,
            start: 0x800,
            base_offset: 0,
        };
        let half = |shift: u32| {
            let cells = twin.cells().map(|(at, index)| (at, index >> shift));
            raw(None, &memory(1, twin.bytes(), cells))
        };
        let asked = Asked {
            element_bits: 8,
            mn: Some(64),
            k: Some(128),
            address: Some(BASE),
            values: None,
        };
        let found = recognize(&[half(0), half(8)], &asked).expect("it can be asked");
        assert_eq!(found[0].form, Form::Canonical(swizzle));
        assert_eq!((found[0].right, found[0].start_bytes), (64 * 128, 0x800));
    }
}

#[test]
fn two_dumps_may_hold_mn_and_k() {
    let twin = Twin {
        swizzle: Swizzle::B64,
        major: Major::Mn,
        width: 2,
        mn: 64,
        k: 48,
        mn_first: false,
        start: 0x400,
        base_offset: 0,
    };
    let half = |of: fn(u32) -> u32| {
        let cells = twin.cells().map(|(at, index)| (at, of(index)));
        raw(Some(BASE), &memory(2, twin.bytes(), cells))
    };
    let asked = Asked {
        element_bits: 16,
        values: Some(Values::MnAndK),
        ..Asked::default()
    };
    let found = recognize(
        &[half(|index| index / 48), half(|index| index % 48)],
        &asked,
    );
    let found = found.expect("it can be asked");
    assert_eq!(
        (found[0].form, found[0].major),
        (Form::Canonical(Swizzle::B64), Major::Mn)
    );
    assert_eq!((found[0].right, found[0].matrix.k), (64 * 48, 48));
}

/// Rows, by how far they are apart and how their units are exchanged.
fn rows_dump(pitch: u32, start: u32, unit: impl Fn(u32, u32) -> u32) -> Dump {
    let cells = (0..64 * 64).map(|index| {
        let (row, byte) = (index / 64, index % 64 * 2);
        (
            start + row * pitch + unit(byte / 16, row) * 16 + byte % 16,
            index,
        )
    });
    raw(Some(BASE), &memory(2, 64 * pitch + 4096, cells))
}

#[test]
fn rows_that_no_descriptor_reads_are_named_with_pitch_and_exchange() {
    let asked = Asked {
        element_bits: 16,
        mn: Some(64),
        k: Some(64),
        ..Asked::default()
    };
    let xor = |shift, bits| Exchange::Xor { shift, bits };
    type Unit = fn(u32, u32) -> u32;
    let cases: [(u32, u32, Unit, Exchange); 9] = [
        (128, 0x400, |unit, _| unit, Exchange::None),
        (144, 0x400, |unit, _| unit, Exchange::None),
        (136, 0x400, |unit, _| unit, Exchange::None),
        (160, 0x410, |unit, _| unit, Exchange::None),
        (128, 0x400, |unit, row| unit ^ row & 3, xor(0, 2)),
        (128, 0x480, |unit, row| unit ^ row & 1, xor(0, 1)),
        (144, 0x400, |unit, row| unit ^ row & 7, xor(0, 3)),
        (128, 0x400, |unit, row| unit ^ row / 2 & 3, xor(1, 2)),
        (
            128,
            0x400,
            |unit, row| (unit + row) % 8,
            Exchange::Rotation { shift: 0 },
        ),
    ];
    for (pitch, start, unit, exchange) in cases {
        let found = recognize(&[rows_dump(pitch, start, unit)], &asked).expect("it can be asked");
        let first = found
            .first()
            .unwrap_or_else(|| panic!("nothing for {exchange:?}, {pitch}"));
        let form = Form::Rows {
            exchange,
            pitch,
            column: None,
        };
        assert_eq!(
            (first.form, first.start_bytes),
            (form, start),
            "{exchange:?} {pitch}"
        );
        assert_eq!((first.major, first.right), (Major::K, 64 * 64));
    }
}

#[test]
fn a_ring_of_blocks_is_one_tile_or_has_stages() {
    let asked = Asked {
        element_bits: 16,
        mn: Some(64),
        k: Some(256),
        ..Asked::default()
    };
    let ring = |stage_k: u32, stage_bytes: u32| {
        let stages = 256 / stage_k;
        let twin = Twin {
            swizzle: Swizzle::B64,
            major: Major::K,
            width: 2,
            mn: 64,
            k: stage_k,
            mn_first: true,
            start: 0,
            base_offset: 0,
        };
        let cells = (0..stages).flat_map(move |stage| {
            let start = BASE + stage * stage_bytes;
            Twin { start, ..twin }.cells().map(move |(at, index)| {
                (
                    at,
                    index / stage_k * 256 + stage * stage_k + index % stage_k,
                )
            })
        });
        let memory = memory(2, stages * stage_bytes + 1024, cells);
        recognize(&[raw(Some(BASE), &memory)], &asked)
            .expect("it can be asked")
            .remove(0)
    };
    let one = ring(32, 4096 + 128);
    assert_eq!(
        (one.strides, one.stages, one.right),
        (Some((4224, 512)), None, 64 * 256)
    );
    let stages = ring(64, 8192 + 1024);
    assert_eq!(
        (stages.strides, stages.stages),
        (Some((4096, 512)), Some((4, 9216)))
    );
    assert_eq!(stages.right, 64 * 256);
}

/// The same memory in every notation, read back.
#[test]
fn every_notation_is_the_same_memory() {
    let twin = Twin {
        swizzle: Swizzle::B128,
        major: Major::K,
        width: 2,
        mn: 32,
        k: 64,
        mn_first: true,
        start: 0x400,
        base_offset: 0,
    };
    let bytes = memory(2, 4096, twin.cells());
    let words: Vec<u32> = bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().expect("four")))
        .collect();
    let lines =
        |of: fn(&[u8]) -> String, per_line: usize, address: fn(usize) -> String| -> String {
            let lines = bytes.chunks(per_line).zip(0..);
            lines
                .map(|(line, at)| address(at * per_line) + &of(line) + "\n")
                .collect()
        };
    let halves = |line: &[u8]| -> String {
        line.chunks(2)
            .map(|two| format!("\t0x{:02x}{:02x}", two[1], two[0]))
            .collect()
    };
    let giants = |line: &[u8]| -> String {
        line.chunks(8)
            .map(|one| {
                format!(
                    "\t0x{:016x}",
                    u64::from_le_bytes(one.try_into().expect("eight"))
                )
            })
            .collect()
    };
    let decimals = |line: &[u8]| -> String {
        line.chunks(4)
            .map(|one| format!("\t{}", i32::from_le_bytes(one.try_into().expect("four"))))
            .collect()
    };
    let gdb = |at: usize| format!("0x{:x}:", at + 0x400);
    let xxd = |line: &[u8]| -> String {
        let groups: String = line
            .chunks(2)
            .map(|two| format!(" {:02x}{:02x}", two[0], two[1]))
            .collect();
        format!(
            ":{groups}  {}",
            "[,|{.:*".repeat(3).chars().take(16).collect::<String>()
        )
    };
    let od = |line: &[u8]| -> String {
        line.chunks(2)
            .map(|two| format!(" {:02x}{:02x}", two[1], two[0]))
            .collect()
    };
    let hexdump = |line: &[u8]| -> String {
        let all: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        format!(
            "  {}  {}  |[.,|.{{..|",
            all[..8].join(" "),
            all[8..].join(" ")
        )
    };
    let list = |of: &dyn Fn(&u32) -> String| words.iter().map(of).collect::<Vec<_>>().join(", ");
    let mut npy =
        b"\x93NUMPY\x01\x00\x46\x00{'descr': '<u2', 'fortran_order': False, 'shape': (2048,), }"
            .to_vec();
    npy.resize(10 + 0x45, b' ');
    npy.push(b'\n');
    npy.extend(&bytes);
    let texts: Vec<(&str, Vec<u8>)> = vec![
        ("x/hx", lines(halves, 16, gdb).into()),
        ("x/gx", lines(giants, 16, gdb).into()),
        ("x/dw", lines(decimals, 16, gdb).into()),
        (
            "xxd",
            lines(xxd, 16, |at| format!("{:08x}", at + 0x400)).into(),
        ),
        ("od -x", lines(od, 16, |at| format!("{at:07o}")).into()),
        (
            "hexdump -C",
            lines(hexdump, 16, |at| format!("{at:08x}")).into(),
        ),
        (
            "p/x",
            format!("$1 = {{{}}}", list(&|word| format!("{word:#x}"))).into(),
        ),
        (
            "p",
            format!(
                "$2 = {{{}}}\n",
                list(&|word| word.cast_signed().to_string())
            )
            .into(),
        ),
        ("python", format!("[{}]", list(&u32::to_string)).into()),
        (
            "numpy",
            format!("array([{}], dtype=uint32)", list(&u32::to_string)).into(),
        ),
        ("words", list(&|word| format!("{word:#010x}")).into()),
        (
            "hex",
            words
                .iter()
                .map(|word| format!("{word:08x}\n"))
                .collect::<String>()
                .into(),
        ),
        ("raw", bytes.clone()),
        (".npy", npy),
    ];
    for (name, text) in texts {
        let dump = dump_from_bytes(&text, 16).unwrap_or_else(|why| panic!("{name}: {why}"));
        let read: Option<Vec<u8>> = dump.bytes.iter().copied().collect();
        assert_eq!(read.expect(name), bytes, "{name}");
        let has_address = name.starts_with("x/") || name == "xxd";
        assert_eq!(dump.address, has_address.then_some(0x400), "{name}");
    }
}

#[test]
fn what_is_folded_or_left_out_has_its_place() {
    let dump = |text: &str| dump_from_bytes(text.as_bytes(), 16).expect(text);
    let folded = dump(
        "(cuda-gdb) p/x *(@shared int*)0x400@300\n$1 = {0x10000, 0xdeadbeef <repeats 16 times>, 0x30002...}",
    );
    assert_eq!((folded.address, folded.bytes.len()), (Some(0x400), 4 * 18));
    assert_eq!(
        (folded.number(64, 4), folded.number(68, 4)),
        (Some(0xdead_beef), Some(0x30002))
    );
    let starred = dump(
        "0000000 0001 0000 0003 0002 0005 0004 0007 0006\n*\n0000040 0011 0010 0013 0012 0015 0014 0017 0016\n0000060\n",
    );
    assert_eq!((starred.bytes.len(), starred.number(16, 2)), (48, Some(1)));
    let gap = dump("0x400:\t0x00010000\t0x00030002\n0x410:\t0x00090008\t0x000b000a\n");
    assert_eq!(
        (gap.bytes.len(), gap.number(8, 4), gap.number(16, 2)),
        (24, None, Some(8))
    );
    for text in ["", "hello, world", "0x400:\tnonsense", "[]"] {
        assert!(dump_from_bytes(text.as_bytes(), 16).is_err(), "{text}");
    }
}

#[test]
fn noise_has_no_layout() {
    let mut state = 1_u32;
    let mut noise = |count: usize| -> Vec<u8> {
        let next = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        });
        next.take(count).collect()
    };
    for count in [4096, 65536, 1 << 20] {
        let dump = raw(None, &noise(count));
        for element_bits in [8, 16, 32] {
            for (mn, k) in [(None, None), (Some(64), Some(64))] {
                let asked = Asked {
                    element_bits,
                    mn,
                    k,
                    ..Asked::default()
                };
                let found =
                    recognize(std::slice::from_ref(&dump), &asked).expect("it can be asked");
                assert_eq!(found, [], "{count} bytes, {element_bits} bits");
            }
        }
    }
}

#[test]
fn some_wrong_cells_are_counted_and_do_not_hide_the_layout() {
    let twin = Twin {
        swizzle: Swizzle::B128,
        major: Major::K,
        width: 2,
        mn: 64,
        k: 64,
        mn_first: true,
        start: 0x400,
        base_offset: 0,
    };
    // Rows 8 to 15 were never written.
    let cells = twin
        .cells()
        .filter(|(_, index)| !(8 * 64..16 * 64).contains(index));
    let dump = raw(Some(BASE), &memory(2, 8192, cells));
    let asked = Asked {
        element_bits: 16,
        mn: Some(64),
        k: Some(64),
        ..Asked::default()
    };
    let found = recognize(&[dump], &asked).expect("it can be asked");
    assert_eq!(found[0].form, Form::Canonical(Swizzle::B128));
    assert_eq!((found[0].right, found[0].of), (64 * 56, 64 * 64));
}
