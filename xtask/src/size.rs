//! The page's size, as it is and as a host would send it, against the limit.

use anyhow::{Result, ensure};
use brotli::enc::BrotliEncoderParams;

use crate::page::{File, Part};

/// The most that a first visit may download, in bytes after brotli.
const LIMIT: usize = 150_000;

/// The table's lines.
const LINES: [(&str, Part); 4] = [
    ("wasm", Part::Wasm),
    ("script", Part::Script),
    ("html", Part::Html),
    ("css", Part::Css),
];

/// Two sizes of the same files, in bytes.
#[derive(Clone, Copy, Default)]
struct Size {
    raw: usize,
    brotli: usize,
}

/// Prints the table of sizes; fails when the page is over the limit.
pub(crate) fn check(files: &[File]) -> Result<()> {
    println!("{:<8}{:>11}{:>11}", "bytes", "raw", "brotli");
    let mut total = Size::default();
    for (name, part) in LINES {
        let size = measure(files, part)?;
        println!("{}", line(name, size));
        total.raw += size.raw;
        total.brotli += size.brotli;
    }
    println!("{}", line("total", total));
    println!("{:<8}{:>22}", "limit", grouped(LIMIT));
    ensure!(
        total.brotli <= LIMIT,
        "the page is {} bytes over its limit",
        grouped(total.brotli - LIMIT)
    );
    Ok(())
}

/// The size of one part; each file is compressed by itself, as a host does.
fn measure(files: &[File], part: Part) -> Result<Size> {
    let mut size = Size::default();
    for file in files.iter().filter(|file| file.part == part) {
        size.raw += file.bytes.len();
        size.brotli += compressed(&file.bytes)?;
    }
    Ok(size)
}

/// The length after brotli at its best.
fn compressed(bytes: &[u8]) -> Result<usize> {
    let settings = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        ..Default::default()
    };
    Ok(brotli::BrotliCompress(
        &mut &*bytes,
        &mut Vec::new(),
        &settings,
    )?)
}

fn line(name: &str, size: Size) -> String {
    format!(
        "{name:<8}{:>11}{:>11}",
        grouped(size.raw),
        grouped(size.brotli)
    )
}

/// A number with a comma before every third digit.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wasm(bytes: Vec<u8>) -> [File; 1] {
        [File {
            part: Part::Wasm,
            name: "a.wasm".into(),
            bytes,
        }]
    }

    #[test]
    fn groups_by_three() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn only_the_compressed_size_counts() {
        assert!(check(&wasm(vec![7; 2 * LIMIT])).is_ok());
    }

    #[test]
    fn a_page_over_the_limit_is_refused() {
        // Noise does not compress: the high bits of a linear congruential generator.
        let mut state = 1_u64;
        let noise = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state.to_be_bytes()[0]
        });
        assert!(check(&wasm(noise.take(LIMIT + 1).collect())).is_err());
    }
}
