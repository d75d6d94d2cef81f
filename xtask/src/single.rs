//! The page as one file, which opens from a disk, in a frame and without a network: its parts are compressed in it.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::inline::Inline;
use crate::page::{self, Sources};
use crate::project::{self, Project};
use crate::split::{Piece, piece};
use crate::wasm::{self, Module};

/// The file's name.
pub(crate) const NAME: &str = "swizzle-atlas.html";

/// The name of the part that is loaded at the start.
const START: &str = "atlas";

/// The sources that the page's policy allows with a host, and without one.
const POLICIES: [(&str, &str); 5] = [
    ("script-src 'self' ", "script-src "),
    ("connect-src 'self'", "connect-src 'none'"),
    ("style-src 'self' ", "style-src "),
    ("img-src 'self' ", "img-src "),
    ("worker-src 'self'", "worker-src 'none'"),
];

/// The tags that tell those who find or show a link what it leads to.
const FOR_LINKS: [&str; 3] = ["<meta property=\"og:", "<meta name=\"twitter:", "<meta name=\"description\""];

/// Says that the page did not start: nothing else watches it here.
const FAILED: &str = "started.catch(() => { root.dataset.start = 'browser'; });\n";

/// The content that is seen until the page is unpacked.
const WAITS: &str = "<p>Swizzle Atlas is starting…</p><noscript><p>Swizzle Atlas needs JavaScript and WebAssembly.</p></noscript>\n";

/// Builds it in a folder, and returns its bytes.
pub(crate) fn build(project: &Project, out: &Path) -> Result<usize> {
    let sources = page::read(project)?;
    write(&sources, wasm::build(project)?, out)
}

/// Writes a compiled page into a folder, and returns the file's bytes.
pub(crate) fn write(sources: &Sources, page: Module, out: &Path) -> Result<usize> {
    let document = document(sources, &page)?;
    project::write(&out.join(NAME), &document)?;
    Ok(document.len())
}

/// The document with everything in it.
fn document(sources: &Sources, page: &Module) -> Result<String> {
    let (head, rest) = between(&sources.document, "<body>")?;
    let (body, foot) = between(rest, "</body>")?;
    let script = script(sources, page)?;
    let texts = [&sources.sheets.0, body, &script];
    let lengths = texts.map(str::len);
    let parts = [&*page.wasm].into_iter().chain(page.later.iter().map(|piece| &*piece.wasm));
    let packed = [texts.concat().into_bytes(), parts.collect::<Vec<_>>().concat()].concat();
    let unpacks = format!("const TEXTS = {lengths:?};\n{}", sources.unpacks);
    let unpacks = Inline::new("script", &unpacks);
    // A file on a disk is never linked to with a picture of it.
    let is_for_links = |line: &&str| FOR_LINKS.iter().any(|one| line.trim_start().starts_with(one));
    let lines = head.split_inclusive('\n');
    let mut head: String = lines.filter(|line| !is_for_links(line)).collect();
    for (with, without) in POLICIES {
        ensure!(head.contains(with), "index.html's policy does not say `{with}`");
        head = head.replace(with, without);
    }
    // The packed parts are not in the document until they are put there, which the policy allows by their hashes.
    let scripts = format!("{} {}", unpacks.source, Inline::new("script", &script).source);
    let style = sources.sheets.inline().source;
    let head = page::filled(&head, [&scripts, &style, &unpacks.element, "", ""]);
    let packed = BASE64_STANDARD.encode(compressed(&packed)?);
    let held = format!("<script type=\"text/plain\" id=\"packed\">{packed}</script>\n");
    Ok(format!("{head}<body>{WAITS}{held}</body>{foot}"))
}

/// A text before and after a mark.
fn between<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str)> {
    text.split_once(mark).with_context(|| format!("index.html has no {mark}"))
}

/// The script that starts the page: the list of its parts, what finds them, and what any page starts with.
fn script(sources: &Sources, page: &Module) -> Result<String> {
    let glue = &page.glue;
    ensure!(!glue.contains("fetch(new URL("), "the loader asks for files in another way than by `load`");
    let listed = |name: &str, wasm: &[u8]| format!("['{name}', {}], ", wasm.len());
    let mut list = listed(START, &page.wasm);
    for Piece { stem, wasm } in &page.later {
        ensure!(
            glue.contains(&piece(stem)),
            "the loader has {stem} in another way than xtask/src/single.rs knows"
        );
        list += &listed(&format!("./{stem}.wasm"), wasm);
    }
    Ok(format!(
        "{}{{\nconst PARTS = [{list}];\n{}\
         const WASM = '{START}', KEEPER = '', IS_KEPT = false;\n\
         const bind = () => {{\n'use strict';\n{glue}}};\n\
         {}{FAILED}}}\n",
        sources.fresh, sources.finds, sources.start
    ))
}

/// Bytes as a browser unpacks them by itself.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;
    use crate::split::Piece;

    /// A head without sections, an empty list of code, and a custom section.
    const WASM: &[u8] = b"\0asm\x01\0\0\0\x0a\x01\0\0\x02\x01x";

    fn page() -> Module {
        Module {
            glue: "const piece = (name) => load(name);\npiece(\"./split_more.wasm\");\n".into(),
            wasm: WASM.to_vec(),
            later: vec![Piece { stem: "split_more".into(), wasm: WASM[..8].to_vec() }],
        }
    }

    fn sources() -> Sources {
        page::read(&Project::find().expect("the repository")).expect("the sources")
    }

    #[test]
    fn the_file_asks_for_nothing() {
        let document = document(&sources(), &page()).expect("a document");
        for mark in ["'self'", "<!-- atlas:", "-source;"] {
            assert!(!document.contains(mark), "{mark}");
        }
        assert!(document.contains("connect-src 'none'"));
        for asks in ["fetch(", "href=\"./", "src=\"./", "content=\"./"] {
            assert!(!document.contains(asks), "{asks}");
        }
        // The policy allows the script that is in the document, and the one that is packed.
        let (_, unpacks) = document.split_once("<script>").expect("a script");
        let (unpacks, _) = unpacks.split_once("</script>").expect("its end");
        let packed = script(&sources(), &page()).expect("a script");
        for script in [unpacks, &packed] {
            assert!(document.contains(&Inline::new("script", script).source));
        }
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let (sources, page) = (sources(), page());
        let script = script(&sources, &page).expect("a script");
        assert!(script.contains("\nconst PARTS = [['atlas', 15], ['./split_more.wasm', 8], ];\n"));
        let document = document(&sources, &page).expect("a document");
        let (_, packed) = document.split_once("id=\"packed\">").expect("the packed parts");
        let (packed, _) = packed.split_once('<').expect("their end");
        let bytes = BASE64_STANDARD.decode(packed).expect("as it was written");
        let mut whole = Vec::new();
        GzDecoder::new(&*bytes).read_to_end(&mut whole).expect("as it was packed");
        assert!(whole.starts_with(sources.sheets.0.as_bytes()));
        assert!(whole.ends_with(&[WASM, &WASM[..8]].concat()));
    }

    #[test]
    fn a_piece_that_is_loaded_otherwise_is_an_error() {
        let other = Module { glue: "import('./split_more.wasm')".into(), ..page() };
        assert!(script(&sources(), &other).is_err());
    }
}
