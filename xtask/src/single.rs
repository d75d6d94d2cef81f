//! The page as one file, which opens from a disk, in a frame and without a network: its parts are compressed in it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::inline::Inline;
use crate::page::{self, POLICY, SCRIPT, SITE, STYLES, Sources};
use crate::project::Project;
use crate::split::{CHUNK, PIECE};
use crate::wasm::{self, Module};

/// The file's name.
pub(crate) const NAME: &str = "swizzle-atlas.html";

/// The script that unpacks the parts, and the name of the first one.
pub(crate) const SCRIPT_NAME: &str = "single.js";
const START: &str = "atlas";

/// Rounds of the compressor: more take longer, and save less than one part in a thousand.
const ROUNDS: u64 = 5;

/// What the page's policy allows of its host, and what it allows without one.
const POLICIES: [(&str, &str); 5] = [
    ("script-src 'self' ", "script-src "),
    ("connect-src 'self'", "connect-src 'none'"),
    ("style-src 'self' ", "style-src "),
    ("img-src 'self' ", "img-src "),
    ("worker-src 'self'", "worker-src 'none'"),
];

/// Says that the page did not start: nothing else watches it here.
const FAILED: &str = "started.catch(() => { root.dataset.start = 'browser'; });\n";

/// Builds it in a folder, and returns its bytes.
pub(crate) fn build(project: &Project, out: &Path) -> Result<usize> {
    let sources = page::read(project)?;
    write(&sources, wasm::build(project)?, out)
}

/// Writes it into a folder, and returns its bytes.
pub(crate) fn write(sources: &Sources, module: Module, out: &Path) -> Result<usize> {
    let document = document(sources, module)?;
    fs::create_dir_all(out)?;
    let path = out.join(NAME);
    fs::write(&path, &document).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(document.len())
}

/// The document with everything in it.
fn document(sources: &Sources, module: Module) -> Result<String> {
    let glue = module.glue;
    ensure!(
        !glue.contains("fetch(new URL("),
        "the loader asks for files in another way than by `load`"
    );
    let mut parts = format!("const PARTS = [['{START}', {}]", module.wasm.len());
    let mut whole = module.wasm;
    for piece in &module.later {
        let name = format!("./{}.wasm", piece.stem);
        let [before, after] = PIECE;
        ensure!(
            glue.contains(&format!("{before}{name}{after}"))
                || piece.stem.starts_with("chunk_") && glue.contains(CHUNK),
            "the loader has {name} in another way than xtask/src/single.rs knows"
        );
        let _ = write!(parts, ", ['{name}', {}]", piece.wasm.len());
        whole.extend(&piece.wasm);
    }
    let script = format!(
        "{}{{\n{parts}];\n{}\
         const WASM = '{START}', KEEPER = '', IS_KEPT = false;\n\
         const bind = () => {{\n'use strict';\n{glue}}};\n\
         {}{FAILED}}}\n",
        sources.fresh, sources.single, sources.start
    );
    let (script, sheet) = (
        Inline::new("script", &script),
        Inline::new("style", &sources.sheet),
    );
    let [script_source, style_source] = POLICY;
    let mut document = sources.document.clone();
    for (with, without) in POLICIES {
        ensure!(
            document.contains(with),
            "index.html's policy does not say `{with}`"
        );
        document = document.replace(with, without);
    }
    let packed = format!(
        "<script type=\"text/plain\" id=\"parts\">{}</script>\n</body>",
        STANDARD.encode(compressed(&whole)?)
    );
    Ok(document
        .replace(script_source, &script.source)
        .replace(style_source, &sheet.source)
        .replace(STYLES, &format!("{}\n{}", sheet.element, script.element))
        .replace(SCRIPT, "")
        .replace(SITE, "")
        .replace("</body>", &packed))
}

/// In the format that a browser's `DecompressionStream` calls `deflate`.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let options = zopfli::Options {
        iteration_count: ROUNDS.try_into()?,
        ..zopfli::Options::default()
    };
    let mut packed = Vec::new();
    zopfli::compress(options, zopfli::Format::Zlib, bytes, &mut packed)
        .context("cannot compress the page")?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::Piece;

    fn module() -> Module {
        Module {
            glue: "const piece = (name) => load(name);\npiece(\"./split_more.wasm\");\n".into(),
            wasm: b"\0asm".to_vec(),
            later: vec![Piece {
                stem: "split_more".into(),
                wasm: b"\0asm+".to_vec(),
            }],
        }
    }

    #[test]
    fn the_file_asks_for_nothing() {
        let project = Project::find().expect("the repository");
        let sources = page::read(&project).expect("the sources");
        let document = document(&sources, module()).expect("a document");
        for mark in ["'self'", "<!-- atlas:", "-source;"] {
            assert!(!document.contains(mark), "{mark}");
        }
        assert!(document.contains("connect-src 'none'"));
        for asks in ["fetch(", "href=\"./", "src=\"./", "content=\"./"] {
            assert!(!document.contains(asks), "{asks}");
        }
        assert!(document.contains("const PARTS = [['atlas', 4], ['./split_more.wasm', 5]];"));
        assert!(
            document.contains("const piece = (name) => load(name);\npiece(\"./split_more.wasm\");")
        );
        // The policy allows the script that stands in the document.
        let (_, script) = document.split_once("<script>").expect("a script");
        let (script, _) = script.split_once("</script>").expect("its end");
        assert!(document.contains(&Inline::new("script", script).source));
    }

    #[test]
    fn a_piece_that_is_loaded_otherwise_is_an_error() {
        let project = Project::find().expect("the repository");
        let sources = page::read(&project).expect("the sources");
        let other = Module {
            glue: "import('./split_more.wasm')".into(),
            ..module()
        };
        assert!(document(&sources, other).is_err());
    }
}
