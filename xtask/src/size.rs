//! The page's size, as it is and as a host would send it, against the limits.

use anyhow::{Context as _, Result, ensure};
use brotli::enc::BrotliEncoderParams;

use crate::page::{File, Part};

/// The most that a first visit may download, in bytes after brotli.
const LIMIT: usize = 190_000;

/// The most that each file may have which a first visit does not wait for, in the same bytes.
/// A `shared` file is what several of the others need; the preview is loaded by none.
const LATER: [(&str, usize); 13] = [
    ("split_check", 47_000),
    ("split_reader", 144_000),
    ("split_learn", 142_000),
    ("split_memory", 145_000),
    ("split_share", 26_000),
    ("split_build", 115_000),
    ("split_kernel", 344_000),
    ("split_tensor", 102_000),
    ("split_pages", 42_000),
    ("split_why", 38_000),
    ("shared", 76_000),
    ("offline", 2_000),
    ("preview", 150_000),
];

/// The lines of what a first visit downloads.
const LINES: [(&str, Part); 3] = [
    ("wasm", Part::Wasm),
    ("script", Part::Script),
    ("html", Part::Html),
];

/// The most that the page as one file may have, in bytes: it is sent as it is.
const SINGLE: usize = 2_760_000;

/// Fails where the page as one file is over its limit.
pub(crate) fn check_single(bytes: usize) -> Result<()> {
    judge("one file", &[bytes], SINGLE)
}

/// Prints the table of sizes; fails when the page is over a limit.
pub(crate) fn check(files: &[File]) -> Result<()> {
    println!(
        "{:<12}{:>11}{:>11}{:>11}",
        "bytes", "raw", "brotli", "limit"
    );
    let mut start = [0; 2];
    for (name, part) in LINES {
        let mut of_part = [0; 2];
        for file in files.iter().filter(|file| file.part == part) {
            of_part = sum(of_part, sizes(file)?);
        }
        println!("{}", line(name, &of_part));
        start = sum(start, of_part);
    }
    let mut result = judge("start", &start, LIMIT);
    let is_start = |file: &&File| LINES.iter().any(|(_, part)| *part == file.part);
    for file in files.iter().filter(|file| !is_start(file)) {
        let (name, limit) = limit(&file.name)?;
        result = result.and(judge(name, &sizes(file)?, limit));
    }
    result
}

/// Prints sizes with their limit, which is for the last; fails when it is over.
fn judge(name: &str, sizes: &[usize], limit: usize) -> Result<()> {
    println!("{:<34}{:>11}", line(name, sizes), grouped(limit));
    let over = sizes[sizes.len() - 1].saturating_sub(limit);
    ensure!(
        over == 0,
        "{name} is {} bytes over its limit",
        grouped(over)
    );
    Ok(())
}

/// The line of [`LATER`] for a file.
fn limit(file: &str) -> Result<(&'static str, usize)> {
    // Shared files have numbers: `shared_3-….wasm`. The worker's name has no hash.
    let is_of = |stem: &str| {
        file.strip_prefix(stem).is_some_and(|rest| {
            rest.starts_with(['-', '.']) || stem == "shared" && rest.starts_with('_')
        })
    };
    LATER
        .into_iter()
        .find(|(stem, _)| is_of(stem))
        .with_context(|| format!("{file} has no limit: give it one in xtask/src/size.rs"))
}

/// The bytes of a file, and those after brotli at its best: each is compressed by itself, as a host does.
fn sizes(file: &File) -> Result<[usize; 2]> {
    let settings = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        ..Default::default()
    };
    let brotli = brotli::BrotliCompress(&mut &*file.bytes, &mut Vec::new(), &settings)?;
    Ok([file.bytes.len(), brotli])
}

fn sum(one: [usize; 2], other: [usize; 2]) -> [usize; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

fn line(name: &str, sizes: &[usize]) -> String {
    let sizes = sizes.iter().map(|size| format!("{:>11}", grouped(*size)));
    format!("{name:<12}{}", sizes.collect::<String>())
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
        let (part, name) = (Part::Wasm, "a.wasm".into());
        [File { part, name, bytes }]
    }

    fn later(name: &str, bytes: Vec<u8>) -> [File; 1] {
        let (part, name) = (Part::Later, name.into());
        [File { part, name, bytes }]
    }

    /// Noise does not compress: the high bits of a linear congruential generator.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let noise = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state.to_be_bytes()[0]
        });
        noise.take(length).collect()
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
        assert!(check(&wasm(noise(LIMIT + 1))).is_err());
    }

    #[test]
    fn what_is_loaded_later_has_a_limit_of_its_own() {
        let (stem, limit) = LATER[0];
        let name = format!("{stem}-0.wasm");
        assert!(check(&later(&name, noise(limit / 2))).is_ok());
        assert!(check(&later(&name, noise(limit + 1))).is_err());
        assert!(check(&later("other_2-0.wasm", Vec::new())).is_err());
    }
}
