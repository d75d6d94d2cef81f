//! Increments of a loop without the loop: `desc + 2*k`, `advance(desc, k * 2)`, `tCrA(_, _, k)`. Nothing says how often it
//! runs, so the increment is named.

use std::ops::Range;

use crate::calls::call::is_name;
use crate::code::comments::blanked;
use crate::code::walked::{Walked, found, makes};
use crate::numbers::value::long_numbers;
use crate::pasted::{Answer, NOT_READ, PasteChoice, notice};
use crate::syntax::loops::Loop;
use crate::syntax::machine;
use crate::syntax::tree::{Node, nodes, tree};
use crate::tokens::Words;
use swizzle_view::state::Shown;

/// The names in which loops over K count.
const COUNTERS: [&str; 12] = [
    "k", "ki", "kk", "k_block", "kblock", "k_idx", "k_iter", "k_inner", "i", "j", "iter", "step",
];
/// Longer groups are not calls with one descriptor.
const GROUP_MAX: usize = 160;
/// Pieces of one text that are named.
const PIECES_MAX: usize = 8;
/// Longer texts are not such lines.
const TEXT_LENGTH_MAX: usize = 1 << 14;

/// Reads the text beside such pieces, and names them; none if there are none, or no descriptor is beside them.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    if text.len() > TEXT_LENGTH_MAX || text.contains("+=") {
        return None;
    }
    let counters: Vec<&str> = COUNTERS
        .into_iter()
        .filter(|one| counts(text, one))
        .collect();
    if counters.is_empty() {
        return None;
    }
    let words = Words::of(text);
    let numbers = long_numbers(&words);
    if numbers.is_empty() {
        return None;
    }
    // An increment of a number itself is read with the number.
    let bare = blanked(text, numbers.iter().map(|i| words.at[*i].clone()));
    let pieces = pieces(&bare, &counters);
    if pieces.is_empty() {
        return None;
    }
    // A descriptor inside of one stays.
    let mut parts = Vec::new();
    for piece in &pieces {
        let mut from = piece.start;
        for at in numbers.iter().map(|i| words.at[*i].clone()) {
            if at.start >= from && at.end <= piece.end {
                parts.push(from..at.start);
                from = at.end;
            }
        }
        parts.push(from..piece.end);
    }
    let beside = blanked(text, parts.into_iter());
    if beside.trim().is_empty() {
        return None;
    }
    let mut pasted = crate::formats::read(&beside, choice, context).ok()?;
    for piece in pieces {
        pasted.notices.push(notice(
            text[piece].trim(),
            format!("belongs to a loop that is not here, and {NOT_READ}"),
        ));
    }
    Some(Ok(pasted))
}

/// Whether a text counts in a name: the name occurs, and nothing sets it.
fn counts(text: &str, name: &str) -> bool {
    places(text, name).next().is_some()
        && places(text, name).all(|at| {
            let behind = text[at + name.len()..].trim_start();
            !behind.starts_with([':', '=']) || behind.starts_with("==")
        })
}

/// The positions where a name occurs by itself.
fn places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_alone = move |at: &usize| {
        !text[..*at].ends_with(|c: char| is_name(c) || c == '.')
            && !text[at + name.len()..].starts_with(is_name)
    };
    text.match_indices(name).map(|(at, _)| at).filter(is_alone)
}

/// The pieces of a text that count, in order.
fn pieces(text: &str, counters: &[&str]) -> Vec<Range<usize>> {
    let rows = tree(text);
    let variables = machine::variables(&rows);
    let open = counters.iter().map(|counter| [Loop::open(counter, &rows)]);
    let walks =
        open.flat_map(|loops| Vec::from_iter(found(&loops, &variables).iter().map(Walked::at)));
    let mut pieces: Vec<Range<usize>> = walks.collect();
    for group in nodes(&rows)
        .into_iter()
        .filter(|node| is_group(node, counters))
    {
        let is_apart = |other: &Range<usize>| group.end() <= other.start || other.end <= group.at;
        if pieces.iter().all(is_apart) {
            pieces.push(group.at..group.end());
        }
    }
    pieces.sort_by_key(|piece| (piece.start, piece.end));
    pieces.dedup();
    pieces.truncate(PIECES_MAX);
    pieces
}

/// Whether it is a call that takes a counter beside a descriptor, or one place of several: `advance(desc, k)`, `tCrA(_, _, k)`.
fn is_group(node: &Node<'_>, counters: &[&str]) -> bool {
    let Some((callee, _)) = node.called('(').or(node.called('[')) else {
        return false;
    };
    let inside = node.text[callee.text.len()..]
        .split([')', ']'])
        .next()
        .unwrap_or_default();
    let takes = |part: &str| part.trim() == "_" || part.contains("desc");
    let is_counted = |one: &&str| places(inside, one).next().is_some();
    inside.len() <= GROUP_MAX
        && inside.starts_with(['(', '['])
        && !makes(callee.text)
        && (callee.text.to_ascii_lowercase().contains("advance")
            || inside[1..].to_ascii_lowercase().split(',').any(takes))
        && counters.iter().any(is_counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown_from_paste;

    #[test]
    fn what_a_loop_would_add_is_named() {
        for (text, part) in [
            ("0x4000004000010040 desc + 2*k", "desc + 2*k"),
            ("desc = 0x4000004000010040; desc + 2 * k", "desc + 2 * k"),
            (
                "0x4000004000010040\nwgmma(d, descA + 2*k, descB);",
                "descA + 2*k",
            ),
            ("0x4000004000010040 + 2*k", "k"),
            ("0x4000004000010040 desc_iterator + k", "desc_iterator + k"),
            (
                "0x4000004000010040 advance(desc, k*2)",
                "advance(desc, k*2)",
            ),
            ("0x4000004000010040 tCrA(_,_,k)", "tCrA(_,_,k)"),
            (
                "advance(0x4000004000010040, k*2)",
                "advance(0x4000004000010040, k*2)",
            ),
            (
                "0x4000004000010040, tCrA[_, _, k_block]",
                "tCrA[_, _, k_block]",
            ),
        ] {
            let pasted = shown_from_paste(text, &PasteChoice::default(), &Shown::default())
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let given = pasted.shown.said.given.map(|given| given.raw());
            assert_eq!(given, Some(0x4000_0040_0001_0040), "{text}");
            let parts: Vec<&str> = pasted.unread().map(|one| &*one.part).collect();
            assert_eq!(parts, [part], "{text}");
        }
        for text in [
            "[warp 4] tid=12 k=2 i=1 desc=0x4000004000010040",
            "desc[i]=0x4000004000010040",
            "step 0: 0x4000004000010040\nstep 1: 0x4000004000010042",
            "printf(\"%d %llx\", k, desc); 0x4000004000010040",
            "k = 3; desc = 0x4000004000010040 + 2*k;",
        ] {
            let read = read(text, &PasteChoice::default(), &Shown::default());
            assert!(read.is_none(), "{text}");
        }
    }
}
