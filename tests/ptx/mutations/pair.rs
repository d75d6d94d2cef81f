//! Kernels of a pair of CTAs: of a kernel that makes its tensor maps, the same with an instruction of twice M and twice N, of
//! which each CTA has the tile that it had.

use crate::ptx::{Text, judged};
use swizzle_lints::Severity;

/// The text of a pair, of each text that can be one.
pub(super) fn pairs(texts: impl Iterator<Item = Text>) -> impl Iterator<Item = Text> {
    texts.filter_map(|text| {
        let is_plain = text.text.contains("tensormap.replace") && !text.text.contains("kind::mx");
        let pair =
            Text { file: format!("{} as a pair", text.file), text: pair(&text.text).filter(|_| is_plain)? };
        let alarms = judged(&pair.text, |_, report| {
            let errors = report.findings.iter();
            let errors = errors.filter(|one| one.severity != Severity::Note);
            errors.map(|one| one.title.clone()).collect::<Vec<_>>()
        });
        assert!(alarms.iter().all(Vec::is_empty), "{}: {alarms:?}", pair.file);
        Some(pair)
    })
}

fn pair(text: &str) -> Option<String> {
    let descriptors = descriptors(text);
    if descriptors.is_empty() {
        return None;
    }
    let line = |line: &str| {
        let line = line
            .replace("cta_group::1", "cta_group::2")
            .replace("shared::cta.global.mbarrier", "cta_group::2.shared::cluster.global.mbarrier");
        let is_allocation = line.contains("tcgen05.alloc") || line.contains("tcgen05.dealloc");
        let doubled = |old: u32, new: u32| line.replace(&format!(" {old};"), &format!(" {new};"));
        if is_allocation {
            return [256, 128, 64]
                .map(|columns| doubled(columns, 2 * columns))
                .into_iter()
                .find(|new| *new != line)
                .unwrap_or(line);
        }
        let own = descriptors
            .iter()
            .find(|(old, _)| line.ends_with(&format!(" {old};")) || line.ends_with(&format!("\t{old};")));
        own.map_or(line.clone(), |(old, new)| line.replace(&old.to_string(), &new.to_string()))
    };
    Some(text.lines().map(line).collect::<Vec<_>>().join("\n"))
}

/// Instruction descriptors of M = 128 in the text, and those of twice M and N.
fn descriptors(text: &str) -> Vec<(u32, u32)> {
    if !text.contains("tcgen05.mma.cta_group::1") {
        return Vec::new();
    }
    let movs = text.lines().filter(|line| line.trim_start().starts_with("mov.b32"));
    let numbers =
        movs.filter_map(|line| line.trim_end_matches(';').rsplit([' ', '\t']).next()?.parse::<u32>().ok());
    let of_mma = numbers.filter(|number| number >> 24 == 8 && number & 0x30 != 0);
    let doubled = |number: u32| {
        let n = number >> 17 & 0x3f;
        number + (8 << 24) + (n << 17)
    };
    let mut found: Vec<(u32, u32)> = of_mma.map(|number| (number, doubled(number))).collect();
    found.sort_unstable();
    found.dedup();
    found
}
