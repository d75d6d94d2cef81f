//! The styles that parts of the page bring along, without what only their readers need.

#[path = "styles/bare.rs"]
mod bare;

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = "styles/later";
    println!("cargo::rerun-if-changed=styles");
    let out = env::var("OUT_DIR")?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().ok_or("a style without a name")?;
        fs::write(
            Path::new(&out).join(name),
            bare::bare(&fs::read_to_string(&path)?),
        )?;
    }
    Ok(())
}
