//! One cause that many instructions have: said once, with the blocks of rows and the lines that have it, too.

use super::*;
use std::fmt::Write as _;

/// Lines that are named at the most.
const NAMED_MAX: usize = 8;

/// The findings without those that say the same of another line; the first names the others. They are in the order in which they
/// are shown.
pub(super) fn said_once(kernel: &Kernel<'_>, findings: Vec<Finding<()>>) -> Vec<Finding<()>> {
    let mut first: HashMap<_, usize> = HashMap::new();
    let mut kept: Vec<Finding<()>> = Vec::new();
    for finding in findings {
        let said = [&finding.title, &finding.text].map(String::clone);
        let key = (finding.severity, finding.id, finding.operand, said);
        let own = *first.entry(key).or_insert(kept.len());
        match kept.get_mut(own) {
            Some(same) => same.also.push(finding.line),
            None => kept.push(finding),
        }
    }
    let of_line: HashMap<u32, &Mma<'_>> = kernel.mmas.iter().map(|mma| (mma.line, mma)).collect();
    for finding in kept.iter_mut().filter(|one| !one.also.is_empty()) {
        finding.also.sort_unstable();
        finding.also.dedup();
        let words = words(&of_line, finding);
        let _ = write!(finding.text, " The same in {words}.");
    }
    kept
}

/// `block 1 (lines 12 and 14) and line 30`.
fn words(of_line: &HashMap<u32, &Mma<'_>>, finding: &Finding<()>) -> String {
    let blocks = blocks(of_line, finding);
    let mut in_blocks: BTreeMap<Option<usize>, Vec<u32>> = BTreeMap::new();
    for line in &finding.also {
        let block = blocks.get(line).copied();
        in_blocks.entry(block).or_default().push(*line);
    }
    // Lines of no other block are named last.
    let elsewhere = in_blocks.remove(&None);
    let mut words: Vec<String> = in_blocks
        .into_iter()
        .filter_map(|(block, lines)| Some(format!("block {} ({})", block?, named_lines(lines, NAMED_MAX))))
        .collect();
    words.extend(elsewhere.map(|lines| named_lines(lines, NAMED_MAX)));
    listed(words)
}

/// The block of M or N of each line that reads another one than the finding's own, counted by addresses: where the other operand
/// is the same read, and the own one begins at another place.
fn blocks(of_line: &HashMap<u32, &Mma<'_>>, finding: &Finding<()>) -> HashMap<u32, usize> {
    let ahead = |line: u32| {
        let side = finding.operand.and_then(Letter::operand)?;
        let start = |line: u32, side: Operand| of_line.get(&line)?.descriptor(side);
        let ahead = |side: Operand| {
            let (from, to) = (start(finding.line, side)?, start(line, side)?);
            from.start.ahead(&to.start, address_bits(from.chip))
        };
        let (beside, own) = (ahead(side.other())?, ahead(side)?);
        (beside == 0).then_some(own)
    };
    let of_lines = finding.also.iter();
    let known: Vec<(u32, i64)> =
        of_lines.filter_map(|line| Some((*line, ahead(*line).filter(|bytes| *bytes != 0)?))).collect();
    let mut starts: Vec<i64> = known.iter().map(|(_, bytes)| *bytes).chain([0]).collect();
    starts.sort_unstable();
    starts.dedup();
    let number = |bytes: i64| starts.iter().position(|start| *start == bytes);
    known.into_iter().filter_map(|(line, bytes)| Some((line, number(bytes)?))).collect()
}
