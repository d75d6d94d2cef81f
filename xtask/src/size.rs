//! The page's size, as it is and as a host would send it, against the limits.

use anyhow::{Context as _, Result, ensure};
use brotli::enc::BrotliEncoderParams;

use crate::page::{File, Part};

/// What each part had when it was last looked at, in bytes after brotli: the start, which a first visit downloads, each file
/// that it does not wait for, and the page as one file, which is sent as it is. A `shared` file is what several of the others need;
/// the preview is loaded by none.
const KNOWN: &str = include_str!("../sizes.tsv");

/// A part may grow by so many per cent until somebody looks: then its line of the table is written anew.
const GROWTH_PER_CENT: usize = 3;

/// The lines of what a first visit downloads.
const LINES: [(&str, Part); 3] = [("wasm", Part::Wasm), ("script", Part::Script), ("html", Part::Html)];

/// Fails where the page as one file is over its limit.
pub(crate) fn check_single(bytes: usize) -> Result<()> {
    judge(known("single")?, &[bytes])
}

/// Prints the table of sizes; fails when the page is over a limit.
pub(crate) fn check(files: &[File]) -> Result<()> {
    println!("{:<14}{:>11}{:>11}{:>11}{:>11}", "bytes", "raw", "brotli", "grew by", "limit");
    let mut start = [0; 2];
    for (name, part) in LINES {
        let mut of_part = [0; 2];
        for file in files.iter().filter(|file| file.part == part) {
            of_part = sum(of_part, sizes(file)?);
        }
        println!("{}", line(name, &of_part));
        start = sum(start, of_part);
    }
    let mut result = judge(known("start")?, &start);
    let is_start = |file: &&File| LINES.iter().any(|(_, part)| *part == file.part);
    for file in files.iter().filter(|file| !is_start(file)) {
        result = result.and(judge(known(&file.name)?, &sizes(file)?));
    }
    result
}

/// Prints sizes with how much the last of them grew and its limit; fails when it is over that.
fn judge((name, known): (&str, usize), sizes: &[usize]) -> Result<()> {
    let (size, limit) = (sizes[sizes.len() - 1], most(known));
    let grew = if size < known { "-" } else { "+" }.to_owned() + &grouped(size.abs_diff(known));
    println!("{:<36}{grew:>11}{:>11}", line(name, sizes), grouped(limit));
    ensure!(
        size <= limit,
        "{name} is {} bytes over its limit: where that is right, its line of xtask/sizes.tsv becomes {size}",
        grouped(size - limit)
    );
    Ok(())
}

/// The most that a part may have.
const fn most(known: usize) -> usize {
    known + known * GROWTH_PER_CENT / 100
}

/// The line of [`KNOWN`] for a part, or a file of it.
fn known(file: &str) -> Result<(&'static str, usize)> {
    // Shared files have numbers: `shared_3-….wasm`. The worker's name has no hash.
    let is_of = |stem: &str| {
        file.strip_prefix(stem).is_some_and(|rest| {
            rest.is_empty() || rest.starts_with(['-', '.']) || stem == "shared" && rest.starts_with('_')
        })
    };
    let mut lines = KNOWN.lines().filter_map(|line| line.split_once('\t'));
    let found = lines.find(|(stem, _)| is_of(stem));
    let (name, size) =
        found.with_context(|| format!("{file} has no size: give it a line of xtask/sizes.tsv"))?;
    Ok((name, size.parse()?))
}

/// The bytes of a file, and those after brotli at its best: each is compressed by itself, as a host does.
fn sizes(file: &File) -> Result<[usize; 2]> {
    let settings = BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    let brotli = brotli::BrotliCompress(&mut &*file.bytes, &mut Vec::new(), &settings)?;
    Ok([file.bytes.len(), brotli])
}

fn sum(one: [usize; 2], other: [usize; 2]) -> [usize; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

fn line(name: &str, sizes: &[usize]) -> String {
    let sizes = sizes.iter().map(|size| format!("{:>11}", grouped(*size)));
    format!("{name:<14}{}", sizes.collect::<String>())
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
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state.to_be_bytes()[0]
        });
        noise.take(length).collect()
    }

    fn start() -> usize {
        known("start").expect("a line").1
    }

    #[test]
    fn groups_by_three() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn only_the_compressed_size_counts() {
        assert!(check(&wasm(vec![7; 2 * start()])).is_ok());
    }

    /// What a first visit downloads is 190,000 bytes at the most, however often somebody looked.
    #[test]
    fn the_start_stays_small() {
        assert!(most(start()) <= 190_000);
    }

    #[test]
    fn a_page_over_the_limit_is_refused() {
        assert!(check(&wasm(noise(most(start()) + 1))).is_err());
    }

    #[test]
    fn what_is_loaded_later_has_a_limit_of_its_own() {
        let name = "split_check-0.wasm";
        let (_, size) = known(name).expect("a line");
        assert!(check(&later(name, noise(size / 2))).is_ok());
        assert!(check(&later(name, noise(most(size) + 1))).is_err());
        assert!(check(&later("other_2-0.wasm", Vec::new())).is_err());
    }
}
