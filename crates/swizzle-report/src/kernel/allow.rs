//! Findings that are known: by `swizzle.toml`, or by a comment beside the instruction or in its source, each with a reason.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use super::*;
use glob::Pattern;
use serde::Deserialize;
use toml::Spanned;

/// Findings that are allowed, each with the reason.
#[derive(Default)]
pub struct Allowances {
    entries: Vec<Entry>,
    /// Lines of the source files that findings name; none of a file that cannot be read.
    sources: RefCell<HashMap<String, Vec<String>>>,
}

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File<Id> {
    #[serde(default = "Vec::new")]
    allow: Vec<Written<Id>>,
}

/// A table `[[allow]]`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<Id> {
    id: Id,
    file: Option<String>,
    kernel: Option<String>,
    line: Option<u32>,
    message: Option<String>,
    reason: String,
}

/// A table that was read, with what it has allowed so far.
struct Entry {
    id: String,
    file: Option<Pattern>,
    kernel: Option<Pattern>,
    line: Option<u32>,
    message: Option<Pattern>,
    reason: String,
    /// Line of the table's id.
    at: usize,
    is_used: Cell<bool>,
}

/// Reads what a text such as `swizzle.toml` allows.
///
/// # Errors
/// The place at fault and what was expected.
pub fn allowances_from_toml(text: &str) -> Result<Allowances, String> {
    let file: File<Spanned<String>> = toml::from_str(text).map_err(|error| error.to_string())?;
    let entry = |one: Written<Spanned<String>>| {
        let at = text[..one.id.span().start].lines().count().max(1);
        let pattern = |text: Option<String>| {
            let read = text.map(|text| Pattern::new(&text)).transpose();
            read.map_err(|error| format!("line {at}: {error}"))
        };
        if one.reason.trim().is_empty() {
            return Err(format!("line {at}: the reason is empty"));
        }
        Ok(Entry {
            file: pattern(one.file)?,
            kernel: pattern(one.kernel)?,
            message: pattern(one.message)?,
            id: one.id.into_inner(),
            line: one.line,
            reason: one.reason,
            at,
            is_used: Cell::new(false),
        })
    };
    Ok(Allowances {
        entries: file.allow.into_iter().map(entry).collect::<Result<_, _>>()?,
        ..Allowances::default()
    })
}

/// A line of a finding, and the places in the source that it comes from.
struct Place<'a> {
    id: &'a str,
    file: &'a str,
    kernel: &'a str,
    message: &'a str,
    line: u32,
    sources: Vec<Source>,
}

impl Entry {
    fn is_of(&self, place: &Place<'_>) -> bool {
        let is_on = |line: u32| self.line.is_none_or(|wanted| wanted == line);
        let is_at = match &self.file {
            None => is_on(place.line),
            Some(wanted) => {
                let is_in = |path: &str| {
                    let ends = path.match_indices('/').map(|(at, _)| &path[at + 1..]);
                    ends.chain([path]).any(|end| wanted.matches(end))
                };
                is_in(place.file) && is_on(place.line)
                    || place.sources.iter().any(|at| is_in(&at.file) && is_on(at.line))
            }
        };
        let is_like =
            |wanted: &Option<Pattern>, text: &str| wanted.as_ref().is_none_or(|one| one.matches(text));
        is_at
            && self.id == place.id
            && is_like(&self.kernel, place.kernel)
            && is_like(&self.message, place.message)
    }
}

impl Allowances {
    /// Why a finding is allowed, if it is: at its own line, and at each other line of which the same holds.
    pub(super) fn reason(&self, judged: &Judged<'_, '_>, said: &Said, lines: &[&str]) -> Option<String> {
        let finding = &said.finding;
        let reason_at = |line: u32| {
            let mma = judged.kernel.mmas.iter().find(|mma| mma.line == line);
            let place = Place {
                id: finding.id,
                file: judged.file,
                kernel: judged.kernel.name,
                message: &finding.title,
                line,
                sources: mma.map_or_else(|| said.sources.clone(), |mma| sources(judged.locs, mma.loc)),
            };
            self.reason_at(&place, lines)
        };
        let first = reason_at(finding.line)?;
        finding.also.iter().all(|line| reason_at(*line).is_some()).then_some(first)
    }

    fn reason_at(&self, place: &Place<'_>, lines: &[&str]) -> Option<String> {
        if let Some(one) = self.entries.iter().find(|one| one.is_of(place)) {
            one.is_used.set(true);
            return Some(one.reason.clone());
        }
        let of_source = |at: &Source| {
            let mut read = self.sources.borrow_mut();
            let lines = read.entry(at.file.clone()).or_insert_with(|| lines_of_file(&at.file));
            reason_beside(lines, at.line, place.id)
        };
        reason_beside(lines, place.line, place.id).or_else(|| place.sources.iter().find_map(of_source))
    }

    /// The source files that were read for comments.
    pub fn sources_read(&self) -> Vec<String> {
        self.sources.borrow().keys().cloned().collect()
    }

    /// Entries that name no rule, and entries that have allowed nothing so far: a line for each.
    pub fn complaints(&self) -> Vec<String> {
        let of = |one: &Entry| {
            let (at, id) = (one.at, &one.id);
            match rule(id) {
                None => Some(format!("line {at}: no rule has the id “{id}”; swizzle lint --list has all")),
                Some(_) if !one.is_used.get() => {
                    Some(format!("line {at}: this entry for {id} allows no finding"))
                }
                Some(_) => None,
            }
        };
        self.entries.iter().filter_map(of).collect()
    }
}

/// Longer files are not looked at for comments.
const SOURCE_BYTES_MAX: u64 = 1 << 24;

fn lines_of_file(path: &str) -> Vec<String> {
    // A compiler can name anything: a device would be read for ever.
    let is_readable = fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= SOURCE_BYTES_MAX);
    let text = is_readable.then(|| fs::read(path).ok()).flatten().unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
}

/// The comment that allows findings of a lint, in PTX, CUDA or Python: `// swizzle: allow walk-start: the tile is padded`.
const COMMENT: &str = "swizzle: allow ";

/// Comments of a text that allow nothing: the line of each, and why.
pub fn complaints_of_comments(text: &str) -> Vec<String> {
    let complaint = |(line, text): (usize, &str)| {
        let (_, rest) = text.split_once(COMMENT)?;
        let Some((ids, _)) = rest.split_once(':').filter(|(_, why)| !why.trim().is_empty()) else {
            return Some(format!("{line}: this comment has no reason: swizzle: allow RULE: REASON"));
        };
        let id = ids.split(',').map(str::trim).find(|id| rule(id).is_none())?;
        Some(format!("{line}: no rule has the id “{id}”; swizzle lint --list has all"))
    };
    (1..).zip(text.lines()).filter_map(complaint).collect()
}

/// The reason in a comment at the end of a line, or alone on the line before.
fn reason_beside<L: AsRef<str>>(lines: &[L], line: u32, id: &str) -> Option<String> {
    let at = (line as usize).checked_sub(1)?;
    let of_line = |at: usize, is_alone: bool| {
        let (before, rest) = lines.get(at)?.as_ref().split_once(COMMENT)?;
        let marks = ["//", "#", "/*"];
        let is_comment = if is_alone {
            marks.iter().any(|mark| before.trim_start().starts_with(mark))
        } else {
            marks.iter().any(|mark| before.contains(mark))
        };
        let (ids, reason) = rest.split_once(':')?;
        let reason = reason.trim_end().trim_end_matches("*/").trim();
        let is_of = is_comment && !reason.is_empty() && ids.split(',').any(|one| one.trim() == id);
        is_of.then(|| reason.to_owned())
    };
    of_line(at, false).or_else(|| of_line(at.checked_sub(1)?, true))
}

/// A path from the working directory on, if it is below that.
fn from_here(path: &str) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize).ok();
    let whole = fs::canonicalize(path).ok().zip(here);
    let below = whole.and_then(|(path, here)| Some(path.strip_prefix(here).ok()?.to_str()?.to_owned()));
    below.unwrap_or_else(|| path.to_owned())
}

/// A pattern with any number behind the word `line`: numbers of lines change with every edit above them.
fn without_lines(title: &str) -> String {
    let mut parts = title.split(" line ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        format!("{all} line *{}", part.trim_start_matches(|one: char| one.is_ascii_digit()))
    })
}

/// Tables for `swizzle.toml` that allow what is wrong with a kernel, and with `notes` what is not known of it, and how many there are.
pub fn baseline(judged: &Judged<'_, '_>, notes: bool) -> (usize, String) {
    let entry = |said: &Said| {
        let (place, finding) = (judged.place(said), &said.finding);
        Written {
            id: finding.id,
            file: Some(Pattern::escape(&from_here(&place.file))),
            kernel: Some(Pattern::escape(judged.kernel.name)),
            // Lines move with every edit above them.
            line: None,
            message: Some(without_lines(&Pattern::escape(&finding.title))),
            reason: "baseline".into(),
        }
    };
    let loud = judged.counted().filter(|said| {
        let finding = &said.finding;
        finding.severity < Severity::Note || notes && finding.is(Tag::NotFollowed)
    });
    let allow: Vec<_> = loud.map(entry).collect();
    if allow.is_empty() {
        return (0, String::new());
    }
    // Texts and numbers are always written.
    (allow.len(), toml::to_string(&File { allow }).unwrap_or_default())
}
