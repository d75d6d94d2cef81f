//! The styles that parts of the page bring along, without what only their readers need.

#[path = "styles/bare.rs"]
mod bare;

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    println!("cargo::rerun-if-changed=styles");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let read = |path: &Path| -> Result<String> { Ok(bare::bare(&fs::read_to_string(path)?)) };
    for folder in ["later", "over", "pages"] {
        fs::create_dir_all(out.join(folder))?;
        for entry in fs::read_dir(Path::new("styles").join(folder))? {
            let path = entry?.path();
            if path.is_file() {
                let name = path.file_name().ok_or("a style without a name")?;
                fs::write(out.join(folder).join(name), read(&path)?)?;
            }
        }
    }
    Ok(())
}
