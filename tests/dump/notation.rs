//! The same memory in every notation.

use swizzle_dump::dump_from_bytes;

use crate::dump::twin::{PLAIN, Twin, memory};

/// Bytes as characters, dots for what cannot be printed.
fn characters(bytes: &[u8]) -> String {
    let character = |byte: &u8| match byte {
        b' '..=b'~' => char::from(*byte),
        _ => '.',
    };
    bytes.iter().map(character).collect()
}

/// The same memory in every notation, read back.
#[test]
fn every_notation_is_the_same_memory() {
    let bytes = memory(2, 4096, Twin { mn: 32, ..PLAIN }.packed(true).cells());
    let words: Vec<u32> =
        bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))).collect();
    let lines = |of: fn(&[u8]) -> String, per_line: usize, address: fn(usize) -> String| -> String {
        let lines = bytes.chunks(per_line).zip(0..);
        lines.map(|(line, at)| address(at * per_line) + &of(line) + "\n").collect()
    };
    let halves = |line: &[u8]| -> String {
        line.chunks(2).map(|two| format!("\t0x{:02x}{:02x}", two[1], two[0])).collect()
    };
    let giants = |line: &[u8]| -> String {
        line.chunks(8)
            .map(|one| format!("\t0x{:016x}", u64::from_le_bytes(one.try_into().expect("eight"))))
            .collect()
    };
    let decimals = |line: &[u8]| -> String {
        line.chunks(4).map(|one| format!("\t{}", i32::from_le_bytes(one.try_into().expect("four")))).collect()
    };
    let gdb = |at: usize| format!("0x{:x}:", at + 0x400);
    let xxd = |line: &[u8]| -> String {
        let groups: String = line.chunks(2).map(|two| format!(" {:02x}{:02x}", two[0], two[1])).collect();
        format!(":{groups}  {}", characters(line))
    };
    let od = |line: &[u8]| -> String {
        line.chunks(2).map(|two| format!(" {:02x}{:02x}", two[1], two[0])).collect()
    };
    let hexdump = |line: &[u8]| -> String {
        let all: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("  {}  {}  |{}|", all[..8].join(" "), all[8..].join(" "), characters(line))
    };
    let list = |of: &dyn Fn(&u32) -> String| words.iter().map(of).collect::<Vec<_>>().join(", ");
    let mut npy =
        b"\x93NUMPY\x01\x00\x46\x00{'descr': '<u2', 'fortran_order': False, 'shape': (2048,), }".to_vec();
    npy.resize(10 + 0x45, b' ');
    npy.push(b'\n');
    npy.extend(&bytes);
    let texts: Vec<(&str, Vec<u8>)> = vec![
        ("x/hx", lines(halves, 16, gdb).into()),
        ("x/gx", lines(giants, 16, gdb).into()),
        ("x/dw", lines(decimals, 16, gdb).into()),
        ("xxd", lines(xxd, 16, |at| format!("{:08x}", at + 0x400)).into()),
        ("od -x", lines(od, 16, |at| format!("{at:07o}")).into()),
        ("hexdump -C", lines(hexdump, 16, |at| format!("{at:08x}")).into()),
        ("p/x", format!("$1 = {{{}}}", list(&|word| format!("{word:#x}"))).into()),
        ("p", format!("$2 = {{{}}}\n", list(&|word| word.cast_signed().to_string())).into()),
        ("python", format!("[{}]", list(&u32::to_string)).into()),
        ("numpy", format!("array([{}], dtype=uint32)", list(&u32::to_string)).into()),
        ("words", list(&|word| format!("{word:#010x}")).into()),
        ("hex", words.iter().map(|word| format!("{word:08x}\n")).collect::<String>().into()),
        ("raw", bytes.clone()),
        (".npy", npy),
    ];
    for (name, text) in texts {
        let dump = dump_from_bytes(&text, 16).unwrap_or_else(|why| panic!("{name}: {why}"));
        let read: Option<Vec<u8>> = dump.bytes.iter().copied().collect();
        assert!(read.expect(name) == bytes, "{name}");
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
    assert_eq!((folded.number(64, 4), folded.number(68, 4)), (Some(0xdead_beef), Some(0x30002)));
    let starred = dump(
        "0000000 0001 0000 0003 0002 0005 0004 0007 0006\n*\n0000040 0011 0010 0013 0012 0015 0014 0017 0016\n0000060\n",
    );
    assert_eq!((starred.bytes.len(), starred.number(16, 2)), (48, Some(1)));
    let gap = dump("0x400:\t0x00010000\t0x00030002\n0x410:\t0x00090008\t0x000b000a\n");
    assert_eq!((gap.bytes.len(), gap.number(8, 4), gap.number(16, 2)), (24, None, Some(8)));
    for text in ["", "hello, world", "0x400:\tnonsense", "[]"] {
        assert!(dump_from_bytes(text.as_bytes(), 16).is_err(), "{text}");
    }
}
