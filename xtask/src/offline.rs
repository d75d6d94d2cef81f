//! The worker that keeps the page for visits without a network; what it does is written in web/offline.js.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

/// The worker's file. Browsers look for a new build under the name of the old one, so it has no hash.
pub(crate) const NAME: &str = "offline.js";
/// Marker in the template for the build's version and files.
const BUILD: &str = "// atlas:build";

/// Reads the template, which must hold its marker once.
pub(crate) fn template(path: &Path) -> Result<String> {
    let template =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let count = template.matches(BUILD).count();
    ensure!(
        count == 1,
        "{NAME} must hold the marker `{BUILD}` once, and holds it {count} times"
    );
    Ok(template)
}

/// The worker of a build: its files, the document apart, which the template knows.
pub(crate) fn worker(template: &str, version: &str, files: &[&str]) -> String {
    let mut build = format!("const VERSION = '{version}';\nconst FILES = [\n");
    for file in files {
        let _ = writeln!(build, "'./{file}',");
    }
    build += "];";
    template.replace(BUILD, &build)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_names_its_build_and_no_more() {
        let template = format!("// Why.\n{BUILD}\nstart();\n");
        let worker = worker(&template, "17", &["a.js", "b.css"]);
        assert_eq!(
            worker,
            "// Why.\nconst VERSION = '17';\nconst FILES = [\n'./a.js',\n'./b.css',\n];\nstart();\n"
        );
    }

    #[test]
    fn the_pages_own_template_has_the_marker() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/offline.js");
        assert!(template(&path).is_ok());
    }
}
