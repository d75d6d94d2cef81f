//! The style sheet: the files of web/styles as one, in cascade order.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result};

/// These come first, in this order: values, then the page's areas, then what stands in them.
const FIRST: [&str; 3] = ["tokens.css", "page.css", "parts.css"];

/// Joins the style files of a folder; empty when there is no such folder.
pub(crate) fn read(folder: &Path) -> Result<String> {
    let mut sheet = String::new();
    for name in names(folder)? {
        let path = folder.join(&name);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        sheet.push_str(&bare(&text));
    }
    Ok(sheet)
}

/// A style file without what only its readers need: comments and indentation.
fn bare(text: &str) -> String {
    let mut parts = text.split("/*");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        code.push_str(part.split_once("*/").map_or("", |(_, after)| after));
    }
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The names of the folder's style files in cascade order.
fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(fault) if fault.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(fault) => {
            return Err(fault).with_context(|| format!("cannot list {}", folder.display()));
        }
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".css") {
            names.push(name);
        }
    }
    sort(&mut names);
    Ok(names)
}

/// Puts [`FIRST`] first and the rest by name.
fn sort(names: &mut [String]) {
    names.sort_by_cached_key(|name| {
        let place = FIRST.iter().position(|first| first == name);
        (place.unwrap_or(FIRST.len()), name.clone())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cascade_order() {
        let mut names =
            ["zoom.css", "parts.css", "a.css", "tokens.css", "page.css"].map(String::from);
        sort(&mut names);
        assert_eq!(
            names,
            ["tokens.css", "page.css", "parts.css", "a.css", "zoom.css"]
        );
    }

    #[test]
    fn comments_stay_at_home() {
        let text = "/* Why. */\na,\nb {\n  margin: 0; /* Here,\n  too. */\n}\n\n/* An end. */\n";
        assert_eq!(bare(text), "a,\nb {\nmargin: 0;\n}\n");
    }

    #[test]
    fn no_folder_is_no_style() {
        assert_eq!(read(Path::new("no such folder")).expect("empty"), "");
    }
}
