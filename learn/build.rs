//! Joins the lessons into one text.

use std::path::PathBuf;
use std::{env, fs, io};

/// The lessons in the order of their numbers, each behind a line with the name of its file.
fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=lessons");
    let paths = fs::read_dir("lessons")?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    let mut all = String::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default();
        all += &format!("\n= {}\n{}", name.display(), fs::read_to_string(&path)?);
    }
    fs::write(PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where")).join("lessons.md"), all)
}
