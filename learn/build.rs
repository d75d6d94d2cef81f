//! Joins the lessons into one text, and turns the slips into constants.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=lessons");
    println!("cargo::rerun-if-changed=slips");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where"));
    fs::write(out.join("lessons.md"), lessons()?)?;
    for of in ["tile", "tensor", "stage", "fragment", "wires"] {
        let text = fs::read_to_string(Path::new("slips").join(of).with_extension("txt"))?;
        fs::write(out.join(of).with_extension("rs"), slips(&text))?;
    }
    Ok(())
}

/// The lessons in the order of their numbers, each behind a line with the name of its file.
fn lessons() -> io::Result<String> {
    let paths = fs::read_dir("lessons")?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut all = String::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default();
        all += &format!("\n= {}\n{}", name.display(), fs::read_to_string(&path)?);
    }
    Ok(all)
}

/// The source text of the sentences about slips, and of the formulas that lead to them: what is asked for, the formula, and the
/// sentence. A name without a sentence is that of a former line.
fn slips(text: &str) -> String {
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
    sentences + &format!("pub(crate) const FORMULAS: &[(&str, &str, &str)] = &[{formulas}];")
}
