//! Turns the Markdown of the lessons and the glossary into data.

mod entry;
mod figure;
mod markdown;

use std::fs;
use std::path::{Path, PathBuf};
use std::{env, fmt::Write as _};

fn main() {
    println!("cargo::rerun-if-changed=lessons");
    println!("cargo::rerun-if-changed=glossary.md");
    println!("cargo::rerun-if-changed=slips");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    let slips = ["tile", "tensor", "stage", "fragment", "wires"].map(|of| (of, slips(of)));
    for (of, source) in slips.into_iter().chain([("content", content())]) {
        match source {
            Ok(source) => {
                fs::write(out.join(of).with_extension("rs"), source).expect("the build folder can be written")
            }
            Err(why) => println!("cargo::error={why}"),
        }
    }
}

/// The source text of the sentences about slips, and of the formulas that lead to them: what is asked for, the formula, and the
/// sentence. A name without a sentence is that of a former line.
fn slips(of: &str) -> Result<String, String> {
    let text = read(&Path::new("slips").join(of).with_extension("txt"))?;
    let (mut sentences, mut formulas, mut name) = (String::new(), String::new(), "");
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some((what, formula)) = line.trim_start().split_once(" = ").filter(|_| line.starts_with(' ')) {
            let _ = writeln!(formulas, "({what:?}, {formula:?}, {name}),");
            continue;
        }
        let (of, sentence) = line.split_once(": ").unwrap_or((line, ""));
        name = of;
        if !sentence.is_empty() {
            let _ = writeln!(sentences, "pub(crate) const {name}: &str = {sentence:?};");
        }
    }
    let all = format!("pub(crate) const FORMULAS: &[(&str, &str, &str)] = &[{formulas}];");
    Ok(sentences + &all)
}

/// The source text of all that there is to read.
fn content() -> Result<String, String> {
    let mut source = String::new();
    let out = &mut source;
    let doc = "/// All lessons, in the order in which they build on each other.";
    let _ = writeln!(out, "{doc}\npub static LESSONS: &[Lesson] = &[");
    for path in lessons()? {
        let lesson = entry::lesson(&slug(&path), &read(&path)?);
        out.push_str(&lesson.map_err(|why| format!("{}: {why}", path.display()))?);
    }
    let doc = "/// The glossary, in alphabetical order.";
    let _ = writeln!(out, "];\n\n{doc}\npub static TERMS: &[Term] = &[");
    let terms = entry::terms(&read(Path::new("glossary.md"))?);
    out.push_str(&terms.map_err(|why| format!("glossary.md: {why}"))?);
    out.push_str("];\n");
    Ok(source)
}

/// The lessons' files in order of their numbers.
fn lessons() -> Result<Vec<PathBuf>, String> {
    let folder = fs::read_dir("lessons").map_err(|why| format!("lessons: {why}"))?;
    let mut paths: Vec<_> = folder
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

/// `04-k-major.md` is called `k-major`.
fn slug(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    stem.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').to_owned()
}
