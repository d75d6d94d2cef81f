//! Lines of the source in a cubin's PTX: ptxas emptied the lines of `.loc`, and two line tables say what was there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::elf::Elf;
use super::line_program::{LineTable, Row};

/// A place in a source file: the file, the line.
type Place = (usize, u32);

/// A place, and where that was inlined.
type Source = (Place, Option<Place>);

/// The text with `.loc` in its empty lines, and `.file` behind its end; no line moves.
///
/// Between two empty lines the place is one and the same: that of the machine instructions that are from any line between them.
pub(super) fn with_sources(text: &str, elf: &Elf<'_>) -> Option<String> {
    let of_source = LineTable::of(elf, super::FROM_SOURCE);
    let lines: Vec<&str> = text.split('\0').collect();
    if of_source.rows.is_empty() || lines.iter().any(|line| line.starts_with(".loc ")) {
        return None;
    }
    let runs = Runs::of(&lines);
    let place = |row: &Row| {
        let is_named = row.file < of_source.files.len();
        is_named.then_some((row.file, row.line))
    };
    let call = |row: &Row| row.caller.map(|call| &of_source.rows[call]);
    let source = |row: &Row| Some((place(row)?, call(row).and_then(place)));
    let mut votes: Vec<BTreeMap<Source, u32>> = vec![BTreeMap::new(); runs.empty.len()];
    for row in &LineTable::of(elf, super::FROM_PTX).rows {
        let run = (row.line as usize).checked_sub(1).and_then(|line| *runs.of_line.get(line)?);
        let source = of_source.row(row.address).and_then(source);
        if let (Some(run), Some(source)) = (run, source) {
            *votes[run].entry(source).or_default() += 1;
        }
    }
    let mut filled: Vec<Option<String>> = vec![None; lines.len()];
    let mut is_known = false;
    for (empty, votes) in runs.empty.iter().zip(&votes) {
        let most = votes.iter().rev().max_by_key(|(_, count)| **count);
        filled[*empty] = match most {
            Some((source, _)) => Some(loc(*source)),
            // A line without machine instructions has no known place.
            None => is_known.then(|| ".loc 1 0".to_owned()),
        };
        is_known = most.is_some();
    }
    let mut with = String::with_capacity(text.len() * 2);
    for (line, filled) in lines.iter().zip(&filled) {
        with.push_str(filled.as_deref().unwrap_or(line));
        with.push('\0');
    }
    // Calls that were inlined themselves are places, too.
    let calls = of_source.rows.iter().filter_map(call).filter_map(source);
    for source in calls.filter(|(_, around)| around.is_some()).collect::<BTreeSet<Source>>() {
        let _ = write!(with, "{}\0", loc(source));
    }
    for (at, file) in of_source.files.iter().enumerate() {
        let _ = write!(with, ".file {} \"{file}\"\0", at + 1);
    }
    Some(with)
}

fn loc(((file, line), inlined): Source) -> String {
    let mut text = format!(".loc {} {line}", file + 1);
    if let Some((file, line)) = inlined {
        let _ = write!(text, ", inlined_at {} {line}", file + 1);
    }
    text
}

/// Lines between which no `.loc` can have been.
struct Runs {
    /// The run of each line.
    of_line: Vec<Option<usize>>,
    /// The empty line before each run.
    empty: Vec<usize>,
}

impl Runs {
    fn of(lines: &[&str]) -> Self {
        let mut runs = Self { of_line: Vec::with_capacity(lines.len()), empty: Vec::new() };
        let mut pending = None;
        // A statement can go on behind an empty line, which was a comment then.
        let mut is_between = true;
        for (at, line) in lines.iter().enumerate() {
            let code = line.split("//").next().unwrap_or_default().trim();
            if line.trim().is_empty() {
                pending = is_between.then_some(at).or(pending);
            } else if !code.is_empty() {
                runs.empty.extend(pending.take());
                is_between = code.ends_with([';', '{', '}', ':']) || code.starts_with('.');
            }
            runs.of_line.push(runs.empty.len().checked_sub(1));
        }
        runs
    }
}
