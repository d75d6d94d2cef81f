//! What cargo does not check of the source: files that can be read at one sitting, the rules of the style sheets, and the licences
//! of what is packed.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const LINES_MAX: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file of a kind below a folder.
fn files(folder: &Path, kind: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| !path.ends_with("target"))
        .flat_map(|path| if path.is_dir() { files(&path, kind) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|it| it == kind))
        .collect()
}

#[test]
fn no_file_has_more_lines_than_can_be_looked_over() {
    let folders = ["core", "crates", "learn", "python", "tests", "web", "xtask"];
    let all: Vec<_> = folders.iter().flat_map(|folder| files(&root().join(folder), "rs")).collect();
    assert!(all.len() > 500, "{} files: some are not seen", all.len());
    let long = all.iter().filter_map(|path| {
        let lines = fs::read_to_string(path).expect("a file").lines().count();
        (lines > LINES_MAX).then(|| format!("{}: {lines} lines", path.display()))
    });
    assert_eq!(long.collect::<Vec<_>>(), [""; 0]);
}

/// A fault whose line was rewritten would not be planted any more.
#[test]
fn each_planted_fault_has_one_line() {
    let table = fs::read_to_string(root().join("tests/mutations/faults.tsv")).expect("the table");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 40);
    for row in rows {
        let [file, line, part, _] = row[..] else { panic!("{row:?}: four columns") };
        let text = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(text.lines().filter(|one| one.trim() == line).count(), 1, "{file}: {line}");
        assert!(line.contains(part), "{line}: {part}");
    }
}

#[test]
fn what_is_packed_has_the_licence_texts() {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let [core, python, whole] = ["core", "python", "."].map(|folder| {
            let path = root().join(folder).join(name);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
        });
        assert!(core == whole, "core/{name} is not the repository's");
        assert!(python == whole, "python/{name} is not the repository's");
    }
}

/// A sheet below `web/styles`: its name there, and its text without comments.
struct Sheet {
    name: String,
    text: String,
    lines: usize,
}

fn sheets() -> Vec<Sheet> {
    let folder = root().join("web/styles");
    let mut sheets: Vec<Sheet> = files(&folder, "css")
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("a file");
            let name = path.strip_prefix(&folder).expect("below it").to_str();
            Sheet {
                name: name.expect("a name").replace('\\', "/"),
                lines: text.lines().count(),
                text: without_comments(&text),
            }
        })
        .collect();
    sheets.sort_by(|one, other| one.name.cmp(&other.name));
    assert!(sheets.len() > 8, "{} sheets: some are not seen", sheets.len());
    sheets
}

fn without_comments(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once("*/").map_or("", |(_, rest)| rest))
}

impl Sheet {
    /// Its layer, by where it is.
    fn layer(&self) -> &'static str {
        match self.name.split_once('/') {
            Some(("pages", _)) => "page",
            Some(("over", _)) => "bar",
            Some(_) => "parts",
            None => match self.name.as_str() {
                "tokens.css" => "tokens",
                "base.css" => "base",
                "layout.css" => "layout",
                "parts.css" => "parts",
                _ => "bar",
            },
        }
    }

    /// The conditions of its queries.
    fn queries(&self) -> Vec<&str> {
        let starts = ["@media", "@container"].map(|start| self.text.match_indices(start));
        let all = starts.into_iter().flatten().map(|(at, _)| &self.text[at..]);
        all.filter_map(|rest| Some(rest.split_once('{')?.0.trim())).collect()
    }

    /// Colours and lengths of its own: all but hairlines, and what follows the size of letters.
    fn values(&self) -> Vec<String> {
        let is_end = |letter: char| !letter.is_ascii_alphanumeric() && !"#.%".contains(letter);
        // In a selector a `#` begins an id; what a query asks is the layout's.
        let parts = self.text.split([';', '{', '}']);
        let values =
            parts.filter(|part| !part.trim_start().starts_with('@')).filter_map(|part| part.split_once(':'));
        let words = values.flat_map(|(_, value)| value.split(is_end));
        let is_own = |word: &&str| {
            let number = |unit: &str| {
                let number = word.strip_suffix(unit)?;
                number.parse::<f64>().ok()
            };
            let is_hairline = number("px").is_some_and(|px| px <= 2.0);
            let is_length = ["px", "rem"].iter().any(|unit| number(unit).is_some());
            let is_colour = word.starts_with('#') || matches!(*word, "rgb" | "hsl" | "oklch");
            is_length && !is_hairline || is_colour
        };
        words.filter(is_own).map(str::to_owned).collect()
    }

    fn declarations(&self) -> usize {
        let is_one = |part: &&str| {
            let name = part.trim().split(':').next().unwrap_or_default();
            part.contains(':')
                && !name.is_empty()
                && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
        };
        let ends = self.text.split_inclusive([';', '{', '}']);
        ends.filter(|part| !part.ends_with('{'))
            .map(|part| part.trim_end_matches([';', '}']))
            .filter(is_one)
            .count()
    }
}

/// Each sheet is in the one layer that its place says, and tokens say the order of all.
#[test]
fn each_sheet_is_in_its_layer() {
    let all = sheets();
    let tokens = all.iter().find(|sheet| sheet.name == "tokens.css");
    let tokens = tokens.expect("the tokens");
    let order = tokens.text.lines().find(|line| line.starts_with("@layer ") && line.ends_with(';'));
    let order = order.expect("the order of layers");
    assert_eq!(order, "@layer tokens, base, layout, parts, page, bar;");
    for sheet in &all {
        let text = sheet.text.replacen(order, "", 1);
        let whole = format!("@layer {} {{", sheet.layer());
        assert!(text.trim_start().starts_with(&whole), "{}: {whole}", sheet.name);
        assert_eq!(text.matches("@layer").count(), 1, "{}", sheet.name);
        let end = text.trim_end().rfind('}').expect("an end");
        let mut depth = 0;
        for (at, letter) in text.char_indices() {
            depth += match letter {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            assert!(depth > 0 || letter != '}' || at == end, "{}: outside of its layer", sheet.name);
        }
    }
}

/// Sheets that keep a rule less than they should, and by how much at the most: each number may only become smaller.
const ALLOWED: &str = "\
    lines pages/check.css 199
    queries bar.css 6
    queries over/paste.css 1
    queries over/terms.css 1
    queries start.css 2
    values bar.css 28
    values later/layout.css 73
    values later/parts.css 159
    values over/paste.css 15
    values over/share.css 10
    values pages/check.css 10
    values pages/home.css 2
    values parts.css 6
    values start.css 4";
const LINES_OF_PAGES: usize = 120;

fn allowed(what: &str, sheet: &Sheet) -> Option<usize> {
    let own = format!("{what} {} ", sheet.name);
    let row = ALLOWED.lines().find_map(|row| row.trim_start().strip_prefix(&own));
    row.map(|most| most.parse().expect("a number"))
}

/// A page is arranged by parts: its own sheet is short. What depends on the room is layout, every value is a token.
#[test]
fn sheets_keep_to_layout_and_tokens() {
    let mut wrong = Vec::new();
    for sheet in &sheets() {
        let name = &sheet.name;
        if name.starts_with("pages/") && sheet.lines > allowed("lines", sheet).unwrap_or(LINES_OF_PAGES) {
            wrong.push(format!("{name} has {} lines", sheet.lines));
        }
        let is_layout = ["tokens.css", "layout.css", "later/layout.css"].contains(&name.as_str());
        let queries = sheet.queries();
        if !is_layout && queries.len() > allowed("queries", sheet).unwrap_or(0) {
            wrong.push(format!("{name} has {} queries: {queries:?}", queries.len()));
        }
        let values = sheet.values();
        if name != "tokens.css" && values.len() > allowed("values", sheet).unwrap_or(0) {
            wrong.push(format!("{name} has {} values: {values:?}", values.len()));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Lines and declarations of all sheets, and kinds of queries, as they are: they may only become fewer.
const MOST: [usize; 3] = [5_500, 2_600, 12];

#[test]
fn styles_become_fewer() {
    let all = sheets();
    let kinds: BTreeSet<&str> = all.iter().flat_map(Sheet::queries).collect();
    let lines = all.iter().map(|sheet| sheet.lines).sum();
    let declarations = all.iter().map(Sheet::declarations).sum();
    let found: [usize; 3] = [lines, declarations, kinds.len()];
    let is_kept = found.iter().zip(MOST).all(|(found, most)| *found <= most);
    assert!(is_kept, "{found:?} lines, declarations and kinds of queries, more than {MOST:?}");
    let slack = [300, 150, 4];
    let is_near = found.iter().zip(MOST).zip(slack).all(|((found, most), slack)| found + slack >= most);
    assert!(is_near, "{found:?} by now: lower {MOST:?}");
}
