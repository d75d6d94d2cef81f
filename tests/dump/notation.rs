//! The same memory in every notation.

use std::fs;
use std::path::PathBuf;

use swizzle_dump::dump_from_bytes;

#[test]
fn every_notation_is_the_same_memory() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/notations");
    let bytes = fs::read(folder.join("raw.bin")).expect("the memory");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the notations") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let dump = dump_from_bytes(&fs::read(&path).expect("a file"), 16);
        let dump = dump.unwrap_or_else(|why| panic!("{name}: {why}"));
        let read: Option<Vec<u8>> = dump.bytes.iter().copied().collect();
        assert!(read.expect("whole") == bytes, "{name}");
        let has_address = name.starts_with("gdb-x") || name == "xxd.txt";
        assert_eq!(dump.address, has_address.then_some(0x400), "{name}");
        count += 1;
    }
    assert_eq!(count, 14);
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
