//! The worker that keeps the page for visits without a network; what it does is written in web/offline.js.

use std::fmt::Write as _;

/// The worker's file. Browsers look for a new build under the name of the old one, so it has no hash.
pub(crate) const NAME: &str = "offline.js";
/// Marker in the template for the build's version and files.
pub(crate) const BUILD: &str = "// atlas:build";

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
}
