//! The style sheet: the files of web/styles as one, in cascade order.

#[path = "../../web/styles/bare.rs"]
mod bare;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result};

/// These come first, in this order: values, then the page's areas, then what is in them.
const FIRST: [&str; 3] = ["tokens.css", "page.css", "parts.css"];

/// Joins the style files of a folder; empty when there is no such folder.
pub(crate) fn read(folder: &Path) -> Result<String> {
    let mut sheet = String::new();
    for name in names(folder)? {
        let path = folder.join(&name);
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        sheet.push_str(&bare::bare(&text));
    }
    Ok(sheet)
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
        let text = "/* Why. */\na,\nb  c {\n  margin: 0; /* Here,\n  too. */\n  content: \"a,  {b\";\n}\n\n/* An end. */\n";
        let plain = "a,b c{margin:0;content:\"a,  {b\"}";
        assert_eq!(bare::bare(text), plain);
        assert_eq!(
            bare::bare("a :hover > b{width:calc(1px + 2px)}"),
            "a :hover > b{width:calc(1px + 2px)}"
        );
    }

    #[test]
    fn no_folder_is_no_style() {
        assert_eq!(read(Path::new("no such folder")).expect("empty"), "");
    }
}
