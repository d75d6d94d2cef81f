//! The style sheet of the document: what is in force over every page, and what the page Home needs.

#[path = "../../web/styles/bare.rs"]
mod bare;

use std::path::Path;

use anyhow::Result;

use crate::project;

/// The sheets in the document, in cascade order.
const ALL: [&str; 7] = ["tokens", "base", "layout", "parts", "pages/home", "bar", "start"];

/// Their text in a folder, without what only their readers need.
pub(crate) fn sheet(folder: &Path) -> Result<String> {
    let mut sheet = String::new();
    for name in ALL {
        let text = project::read(&folder.join(name).with_extension("css"))?;
        sheet.push_str(&bare::bare(&text));
    }
    Ok(sheet)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::project::Project;

    #[test]
    fn comments_stay_at_home() {
        let text = "/* Why. */\na,\nb  c {\n  margin: 0; /* Here,\n  too. */\n  content: \"a,  {b\";\n}\n\n/* An end. */\n";
        let plain = "a,b c{margin:0;content:\"a,  {b\"}";
        assert_eq!(bare::bare(text), plain);
        assert_eq!(bare::bare("a :hover > b{width:calc(1px + 2px)}"), "a :hover > b{width:calc(1px + 2px)}");
    }

    #[test]
    fn the_order_of_the_layers_comes_first() -> Result<()> {
        let project = Project::here();
        let all = sheet(&project.root.join("web/styles"))?;
        let order = "@layer tokens,base,layout,parts,page,bar;";
        assert!(all.starts_with(order), "{}", &all[..80]);
        assert!(all[order.len()..].starts_with("@layer "));
        Ok(())
    }

    /// A page's own sheet is short, has values from the tokens only, and asks nothing of the window.
    #[test]
    fn the_sheets_of_pages_keep_the_rules() -> Result<()> {
        let folder = Project::here().root.join("web/styles/pages");
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let (text, name) = (fs::read_to_string(&path)?, path.display());
            assert!(text.lines().count() <= 120, "{name} has more than 120 lines");
            let sheet = bare::bare(&text);
            assert!(sheet.starts_with("@layer page{"), "{name}");
            for query in ["@media", "@container"] {
                assert!(!sheet.contains(query), "{name} has {query}");
            }
            for value in sheet.split([':', ' ', '(', ',', ';', '}']) {
                let is_colour = value.starts_with('#') && value.len() > 3;
                let is_length = value.ends_with("px") && value != "1px";
                assert!(!is_colour && !is_length, "{name}: {value}");
            }
        }
        Ok(())
    }
}
