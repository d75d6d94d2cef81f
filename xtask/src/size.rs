//! The page's size, as a host would send it, against the limits.

use anyhow::{Context as _, Result, ensure};
use brotli::enc::BrotliEncoderParams;
use swizzle_text::grouped;

use crate::page::File;

/// What each part had when it was last looked at, in bytes after brotli: the start, which a first visit downloads, each file
/// that it does not wait for, and the page as one file, which is sent as it is. A `shared` file is what several of the others need;
/// the preview is loaded by none.
const KNOWN: &str = include_str!("../sizes.tsv");

/// A part may grow by so many per cent until somebody looks: then its line of the table is written anew.
const GROWTH_PER_CENT: u32 = 3;

/// The files of the start.
const START: [&str; 3] = ["atlas", "watch", "index"];

/// Prints the table of sizes; fails when the page is over a limit.
pub(crate) fn check(files: &[File]) -> Result<()> {
    println!("{:<14}{:>11}{:>11}{:>11}", "bytes", "brotli", "grew by", "limit");
    let (mut start, mut result) = (0, Ok(()));
    for file in files {
        let name = file.name.split(['-', '.']).next().unwrap_or_default();
        let size = brotli(&file.bytes)?;
        if START.contains(&name) {
            println!("{name:<14}{:>11}", grouped(size));
            start += size;
        } else {
            result = result.and(judge(name, size));
        }
    }
    result.and(judge("start", start))
}

/// Prints a size with how much it grew and its limit; fails when it is over that.
pub(crate) fn judge(name: &str, size: u32) -> Result<()> {
    let known = known(name)?;
    let (grew, limit) = (i64::from(size) - i64::from(known), most(known));
    println!("{name:<14}{:>11}{grew:>+11}{:>11}", grouped(size), grouped(limit));
    ensure!(
        size <= limit,
        "{name} is {} bytes over its limit: where that is right, its line of xtask/sizes.tsv becomes {size}",
        grouped(size - limit)
    );
    Ok(())
}

/// The number of [`KNOWN`] for a part; shared files have numbers: `shared_3`.
fn known(name: &str) -> Result<u32> {
    let part = if name.starts_with("shared_") { "shared" } else { name };
    let mut lines = KNOWN.lines().filter_map(|line| line.split_once('\t'));
    let line = lines.find(|(known, _)| *known == part);
    let (_, size) = line.with_context(|| format!("{name} has no size: give it a line of xtask/sizes.tsv"))?;
    Ok(size.parse()?)
}

/// The most that a part may have.
const fn most(known: u32) -> u32 {
    known + known * GROWTH_PER_CENT / 100
}

/// The bytes of a file after brotli at its best: each is compressed by itself, as a host does.
fn brotli(mut bytes: &[u8]) -> Result<u32> {
    let settings = BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    Ok(brotli::BrotliCompress(&mut bytes, &mut Vec::new(), &settings)?.try_into()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a first visit downloads is 190,000 bytes at the most, however often somebody looked.
    #[test]
    fn the_start_stays_small() {
        assert!(most(known("start").expect("a line")) <= 190_000);
    }

    #[test]
    fn what_is_over_its_limit_is_refused() {
        let most = |name: &str| most(known(name).expect("a line"));
        for name in ["start", "shared_2", "split_check", "single"] {
            assert!(judge(name, most(name)).is_ok() && judge(name, most(name) + 1).is_err(), "{name}");
        }
        assert!(judge("other_2", 0).is_err());
        // Only the compressed size counts.
        let file = |name: &str| File { name: name.into(), bytes: vec![7; 2 * most("start") as usize] };
        assert!(check(&[file("atlas-0.wasm"), file("split_check-0.wasm")]).is_ok());
        assert!(check(&[file("split_other-0.wasm")]).is_err());
    }
}
