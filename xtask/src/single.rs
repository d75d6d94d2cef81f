//! The page as one file, which opens from a disk, in a frame and without a network: its parts are compressed in it.

use std::num::NonZeroU64;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use zopfli::{Format, Options};

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

/// Says that the page did not start: nothing else watches it here.
const FAILED: &str = "started.catch(() => { root.dataset.start = 'browser'; });\n";

/// The content that is seen until the page is unpacked.
const WAITS: &str = "<p>Swizzle Atlas is starting…</p><noscript><p>Swizzle Atlas needs JavaScript and WebAssembly.</p></noscript>\n";

/// Builds it in a folder, and returns its bytes.
pub(crate) fn build(project: &Project, out: &Path) -> Result<u32> {
    let sources = page::read(project)?;
    write(&sources, &wasm::build(project)?, out)
}

/// Writes a compiled page into a folder, and returns the file's bytes.
pub(crate) fn write(sources: &Sources, page: &Module, out: &Path) -> Result<u32> {
    let document = document(sources, page)?;
    project::write(&out.join(NAME), &document)?;
    Ok(document.len().try_into()?)
}

/// The document with everything in it.
fn document(sources: &Sources, page: &Module) -> Result<String> {
    let no_body = "index.html has no body";
    let (head, rest) = sources.document.split_once("<body>").context(no_body)?;
    let (body, foot) = rest.split_once("</body>").context(no_body)?;
    let script = script(sources, page)?;
    let texts = [&*sources.sheet, body, &script];
    let lengths = texts.map(str::len);
    let parts = [&*page.wasm].into_iter().chain(page.later.iter().map(|piece| &*piece.wasm));
    let packed = [texts.concat().into_bytes(), parts.collect::<Vec<_>>().concat()].concat();
    let unpacks = format!("const TEXTS = {lengths:?};\n{}", sources.unpacks);
    let unpacks = Inline::new("script", &unpacks);
    let mut head = head.to_owned();
    for (with, without) in POLICIES {
        ensure!(head.contains(with), "index.html's policy does not say `{with}`");
        head = head.replace(with, without);
    }
    // The packed parts are not in the document until they are put there, which the policy allows by their hashes.
    let scripts = format!("{} {}", unpacks.source, Inline::new("script", &script).source);
    let style = Inline::new("style", &sources.sheet).source;
    let head = page::with_start(&head, [&scripts, &style, &unpacks.element, "", ""])?;
    let packed = BASE64_STANDARD.encode(compressed(&packed)?);
    let held = format!("<script type=\"text/plain\" id=\"packed\">{packed}</script>\n");
    Ok(format!("{head}<body>{WAITS}{held}</body>{foot}"))
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

/// Bytes as a browser unpacks them by itself: four in a hundred fewer than by zlib, after nine seconds. More rounds save one in a
/// thousand.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = Vec::new();
    let options = Options { iteration_count: NonZeroU64::MIN, ..Options::default() };
    zopfli::compress(options, Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(glue: &str) -> Module {
        let later = vec![Piece { stem: "split_more".into(), wasm: b"\0asm+".to_vec() }];
        Module { glue: glue.into(), wasm: b"\0asm".to_vec(), later }
    }

    #[test]
    fn the_file_asks_for_nothing() {
        let sources = page::read(&Project::here()).expect("the sources");
        let page = page("piece(\"./split_more.wasm\");\n");
        let document = document(&sources, &page).expect("a document");
        for mark in ["'self'", "<!-- atlas:", "-source;", "fetch(", "href=\"./", "src=\"./", "content=\"./"] {
            assert!(!document.contains(mark), "{mark}");
        }
        assert!(document.contains("connect-src 'none'"));
        // The policy allows the script that is in the document, and the one that is packed.
        let (_, unpacks) = document.split_once("<script>").expect("a script");
        let (unpacks, _) = unpacks.split_once("</script>").expect("its end");
        let packed = script(&sources, &page).expect("a script");
        assert!(packed.contains("\nconst PARTS = [['atlas', 4], ['./split_more.wasm', 5], ];\n"));
        for script in [unpacks, &packed] {
            assert!(document.contains(&Inline::new("script", script).source));
        }
    }

    #[test]
    fn a_piece_that_is_loaded_otherwise_is_an_error() {
        let sources = page::read(&Project::here()).expect("the sources");
        assert!(script(&sources, &page("import('./split_more.wasm')")).is_err());
    }
}
