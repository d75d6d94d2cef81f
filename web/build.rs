//! The styles that parts of the page bring along, without what only their readers need.

#[path = "styles/bare.rs"]
mod bare;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The sheets that every old page begins with, in cascade order.
const START: [&str; 6] = ["tokens", "page", "parts", "control", "copy-button", "stage"];

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=styles");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let read = |path: &Path| -> Result<String> { Ok(bare::bare(&fs::read_to_string(path)?)) };
    let old = |sheet: &str| format!("@layer old{{{sheet}}}");
    for (folder, wraps) in [
        ("later", None),
        ("old", Some(old)),
        ("over", None),
        ("pages", None),
    ] {
        fs::create_dir_all(out.join(folder))?;
        for entry in fs::read_dir(Path::new("styles").join(folder))? {
            let path = entry?.path();
            if path.is_file() {
                let sheet = read(&path)?;
                let name = path.file_name().ok_or("a style without a name")?;
                let sheet = wraps.map_or(sheet.clone(), |wraps| wraps(&sheet));
                fs::write(out.join(folder).join(name), sheet)?;
            }
        }
    }
    let start = START.map(|name| {
        read(
            &Path::new("styles/old/start")
                .join(name)
                .with_extension("css"),
        )
    });
    let start = start.into_iter().collect::<Result<Vec<_>>>()?;
    fs::write(out.join("old/start.css"), old(&start.concat()))?;
    Ok(())
}
