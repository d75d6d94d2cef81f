//! Dumps of shared memory, in any notation.

use swizzle_core::{Arch, Descriptor};
use swizzle_dump::{Asked, Dump, dumps_from_files, read_of_dump, recognize};

use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target { name: "dump", corpus, tokens: Vec::new, check };

/// A K-major tile of 8 × 64 with 128-byte swizzle, as words.
fn words() -> impl Iterator<Item = u32> {
    (0..256).map(|at| {
        let (row, unit) = (at / 32, at % 32 / 4);
        let first = row * 64 + (unit ^ row) * 8 + at % 4 * 2;
        (first + 1) << 16 | first
    })
}

fn corpus() -> Vec<Vec<u8>> {
    let words: Vec<u32> = words().collect();
    let lines = |word: &dyn Fn(&u32) -> String, address: &dyn Fn(usize) -> String| {
        let lines = words.chunks(4).enumerate();
        let line = lines.map(|(at, four)| {
            let four: String = four.iter().map(word).collect();
            format!("{}{four}\n", address(0x400 + 16 * at))
        });
        line.collect::<String>()
    };
    let hex = |word: &u32| format!("\t{word:#010x}");
    let plain = |word: &u32| format!(" {word:08x}");
    let list: Vec<String> = words.iter().map(u32::to_string).collect();
    let texts = [
        lines(&hex, &|at| format!("{at:#x}:")),
        lines(&plain, &|at| format!("{at:07o}")),
        lines(&plain, &|at| format!("{at:08x}:")),
        lines(&plain, &|_| String::new()),
        format!("$1 = {{{}, 0xdeadbeef <repeats 16 times>...}}", list.join(", ")),
        format!("array([{}], dtype=uint32)", list.join(", ")),
        "00000400: 0000 0100 0200 0300 0400 0500 0600 0700  ................\n*\n00000500\n".into(),
        "smem[0] = 0x1\nsmem[1] = 0x2\n".into(),
    ];
    let raw = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let npy = b"\x93NUMPY\x01\x00\x0e\x00{'descr':'<u2'}abcdefgh".to_vec();
    let of_nothing = npy[..24].to_vec();
    texts.into_iter().map(String::into_bytes).chain([raw, npy, of_nothing]).collect()
}

/// What is asked follows from the input, so that each is read once: all of it takes a minute.
fn check(input: &[u8]) -> Result<(), Fault> {
    let chance =
        input.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)));
    let element_bits = [8, 16, 32][chance % 3];
    let Ok(dumps) = dumps_from_files(&[input], element_bits) else {
        return Ok(());
    };
    ensure!(!dumps[0].bytes.is_empty(), "a dump of nothing");
    ensure!(dumps[0].bytes.len() <= 4 << 20, "{} bytes", dumps[0].bytes.len());
    let asked = Asked { element_bits, ..Asked::default() };
    let extents = Asked { mn: Some(8), k: Some(64), address: Some(0x400), ..asked };
    // The same memory as halves, and as MN and K.
    let twice = [dumps[0].clone(), dumps[0].clone()];
    match chance / 3 % 8 {
        0 => holds(&dumps, &asked),
        1 => holds(&twice, &asked),
        2 => holds(&twice, &extents),
        _ => holds(&dumps, &extents),
    }
}

fn holds(dumps: &[Dump], asked: &Asked) -> Result<(), Fault> {
    let found = recognize(dumps, asked).map_err(|why| why.to_string())?;
    let mut best = u32::MAX;
    for one in &found {
        ensure!(one.right <= one.of, "{} of {} are right", one.right, one.of);
        ensure!(one.right <= best, "the best does not come first");
        ensure!(one.right > 0 && !one.text().is_empty(), "a layout of nothing");
        best = one.right;
        let _ = (one.mend(), one.said());
    }
    if let Some(first) = found.first() {
        let descriptor = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
        let read = read_of_dump(first, descriptor);
        let read = read.map_or((0, 0), |read| read.right_of());
        ensure!(read.0 <= read.1, "{} of {} are read", read.0, read.1);
    }
    Ok(())
}
