//! The page as one file, which opens from a disk, in a frame and without a network: its parts are compressed in it.

use std::cmp::Reverse;
use std::fs;
use std::io::Write as _;
use std::iter;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use lzma_rust2::{LzmaOptions, LzmaWriter};
use wasmparser::{Parser, Payload};

use crate::inline::Inline;
use crate::page::{self, POLICY, SCRIPT, SITE, STYLES, Sources};
use crate::project::Project;
use crate::split::{Piece, piece};
use crate::wasm::{self, Module};

/// The file's name.
pub(crate) const NAME: &str = "swizzle-atlas.html";

/// The script that unpacks the file, and the one that finds the parts in it.
pub(crate) const UNPACKS: &str = "single.js";
pub(crate) const FINDS: &str = "parts.js";
/// The name of the part that is loaded at the start.
const START: &str = "atlas";

/// Bits of literal context, of literal position and of position, by which a byte is guessed. Of all that may be chosen, these
/// gave the smallest file (November 2026).
const CONTEXTS: [u32; 3] = [6, 0, 0];

/// The sources that the page's policy allows with a host, and without one.
const POLICIES: [(&str, &str); 5] = [
    ("script-src 'self' ", "script-src "),
    ("connect-src 'self'", "connect-src 'none'"),
    ("style-src 'self' ", "style-src "),
    ("img-src 'self' ", "img-src "),
    ("worker-src 'self'", "worker-src 'none'"),
];

/// The tags that tell those who find or show a link what it leads to.
const FOR_LINKS: [&str; 3] = [
    "<meta property=\"og:",
    "<meta name=\"twitter:",
    "<meta name=\"description\"",
];

/// Says that the page did not start: nothing else watches it here.
const FAILED: &str = "started.catch(() => { root.dataset.start = 'browser'; });\n";

/// The content that is seen until the page is unpacked.
const WAITS: &str = "<p>Swizzle Atlas is starting…</p><noscript><p>Swizzle Atlas needs JavaScript and WebAssembly.</p></noscript>\n";

/// The letters that stand for bits, as runs: the first letter of each, the number of the letters, the bits of each. Those of one
/// byte in UTF-8 are all but what a document does not keep as it is or what may end a script: zero, a carriage return and `<`.
/// None of the others is a control or half of a pair. Each run goes on in the numbers where the one before it ends, so that any bits
/// begin with exactly one letter's. With two and three bytes besides, the file has 0.7 % less than by letters of seven bits
/// and some of sixteen.
const LETTERS: [(u32, u32, usize); 7] = [
    (0x1, 12, 7),
    (0xe, 46, 7),
    (0x3d, 38, 7),
    (0x63, 29, 8),
    (0x100, 0x700, 14),
    (0x800, 0xd000, 21),
    (0xe000, 0x1000, 21),
];

/// Builds it in a folder, and returns its bytes.
pub(crate) fn build(project: &Project, out: &Path) -> Result<usize> {
    let sources = page::read(project)?;
    write(&sources, wasm::build(project)?, out)
}

/// Writes a compiled page into a folder, and returns the file's bytes.
pub(crate) fn write(sources: &Sources, page: Module, out: &Path) -> Result<usize> {
    let document = document(sources, &page)?;
    fs::create_dir_all(out)?;
    let path = out.join(NAME);
    fs::write(&path, &document).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(document.len())
}

/// The document with everything in it.
fn document(sources: &Sources, page: &Module) -> Result<String> {
    let (head, rest) = between(&sources.document, "<body>")?;
    let (body, foot) = between(rest, "</body>")?;
    let script = script(sources, page)?;
    let texts = [&sources.sheets.0, body, &script];
    let lengths = texts.map(str::len);
    let packed = [texts.concat().into_bytes(), parts(page)?].concat();
    let unpacks = format!("const TEXTS = {lengths:?};\n{}", sources.unpacks);
    let unpacks = Inline::new("script", &unpacks);
    // A file on a disk is never linked to with a picture of it.
    let is_for_links = |line: &&str| FOR_LINKS.iter().any(|one| line.starts_with(one));
    let lines = head.split_inclusive('\n');
    let mut head: String = lines.filter(|line| !is_for_links(line)).collect();
    for (with, without) in POLICIES {
        ensure!(
            head.contains(with),
            "index.html's policy does not say `{with}`"
        );
        head = head.replace(with, without);
    }
    // The packed parts are not in the document until they are put there, which the policy allows by their hashes.
    let scripts = format!(
        "{} {}",
        unpacks.source,
        Inline::new("script", &script).source
    );
    let [script_source, style_source] = POLICY;
    let head = head
        .replace(script_source, &scripts)
        .replace(style_source, &sources.sheets.inline().source)
        .replace(STYLES, &unpacks.element)
        .replace(SCRIPT, "")
        .replace(SITE, "");
    let held = held("packed", &compressed(&packed)?);
    Ok(format!("{head}<body>{WAITS}{held}</body>{foot}"))
}

/// A text before and after a mark.
fn between<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str)> {
    text.split_once(mark)
        .with_context(|| format!("index.html has no {mark}"))
}

/// The script that starts the page: the list of its parts, what finds them, and what any page starts with.
fn script(sources: &Sources, page: &Module) -> Result<String> {
    let glue = &page.glue;
    ensure!(
        !glue.contains("fetch(new URL("),
        "the loader asks for files in another way than by `load`"
    );
    let mut list = listed(START, &page.wasm)?;
    for Piece { stem, wasm } in pieces(page) {
        ensure!(
            glue.contains(&piece(stem)),
            "the loader has {stem} in another way than xtask/src/single.rs knows"
        );
        list += &listed(&format!("./{stem}.wasm"), wasm)?;
    }
    Ok(format!(
        "{}{{\nconst PARTS = [{list}];\n{}\
         const WASM = '{START}', KEEPER = '', IS_KEPT = false;\n\
         const bind = () => {{\n'use strict';\n{glue}}};\n\
         {}{FAILED}}}\n",
        sources.fresh, sources.finds, sources.start
    ))
}

/// Returns the files that are loaded later, the largest first: this packs smallest, 4 KB less than by names (November 2026).
fn pieces(page: &Module) -> impl Iterator<Item = &Piece> {
    let mut all: Vec<_> = page.later.iter().collect();
    all.sort_by_key(|piece| Reverse(piece.wasm.len()));
    all.into_iter()
}

/// A part in the list: its name and the lengths of its pieces.
fn listed(name: &str, wasm: &[u8]) -> Result<String> {
    let [head, code, data] = cut(wasm)?.map(<[u8]>::len);
    Ok(format!("['{name}', {head}, {code}, {data}], "))
}

/// The parts as web/parts.js finds them.
fn parts(page: &Module) -> Result<Vec<u8>> {
    let mut kinds: [Vec<u8>; 3] = Default::default();
    for wasm in iter::once(&page.wasm).chain(pieces(page).map(|piece| &piece.wasm)) {
        for (all, one) in kinds.iter_mut().zip(cut(wasm)?) {
            all.extend(one);
        }
    }
    let [heads, code, data] = kinds;
    Ok([data, heads, code].concat())
}

/// A WebAssembly file in three parts: before its code, the code, and after it.
fn cut(wasm: &[u8]) -> Result<[&[u8]; 3]> {
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::CodeSectionStart { range, .. } = payload? {
            return Ok([
                &wasm[..range.start],
                &wasm[range.clone()],
                &wasm[range.end..],
            ]);
        }
    }
    Ok([wasm, &[], &[]])
}

/// A `.lzma` file.
fn compressed(bytes: &[u8]) -> Result<Vec<u8>> {
    let [lc, lp, pb] = CONTEXTS;
    let options = LzmaOptions {
        lc,
        lp,
        pb,
        // All of the page.
        dict_size: bytes.len().next_power_of_two().try_into()?,
        nice_len: LzmaOptions::NICE_LEN_MAX,
        ..LzmaOptions::with_preset(9)
    };
    let length = u64::try_from(bytes.len())?;
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(length))?;
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}

/// An element that holds bytes for web/single.js.
fn held(id: &str, bytes: &[u8]) -> String {
    format!(
        "<script type=\"text/plain\" id=\"{id}\" data-bytes=\"{}\">{}</script>\n",
        bytes.len(),
        letters(bytes)
    )
}

/// Bytes as a text in UTF-8, an eighth longer.
fn letters(bytes: &[u8]) -> String {
    let (mut text, mut at) = (String::new(), 0);
    while at < bytes.len() * 8 {
        let bits = bits(bytes, at);
        let mut first = 0;
        for (letter, count, width) in LETTERS {
            let number = bits >> (MOST - width);
            let end = first + (count << (MOST - width));
            if bits < end {
                text.extend(char::from_u32(letter + number - (first >> (MOST - width))));
                at += width;
                break;
            }
            first = end;
        }
    }
    text
}

/// The most bits of a letter.
const MOST: usize = 21;

/// Returns the [`MOST`] bits from a place on, the highest first; behind the end are zeros.
fn bits(bytes: &[u8], at: usize) -> u32 {
    let four = [0, 1, 2, 3].map(|index| bytes.get(at / 8 + index).copied().unwrap_or_default());
    u32::from_be_bytes(four) << (at % 8) >> (32 - MOST)
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use lzma_rust2::LzmaReader;

    use super::*;
    use crate::split::Piece;

    /// A head without sections, an empty list of code, and a custom section.
    const WASM: &[u8] = b"\0asm\x01\0\0\0\x0a\x01\0\0\x02\x01x";

    fn page() -> Module {
        Module {
            glue: "const piece = (name) => load(name);\npiece(\"./split_more.wasm\");\n".into(),
            wasm: WASM.to_vec(),
            later: vec![Piece {
                stem: "split_more".into(),
                wasm: WASM[..8].to_vec(),
            }],
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
    fn like_is_packed_with_like() {
        let script = script(&sources(), &page()).expect("a script");
        assert!(script.contains(
            "\nconst PARTS = [['atlas', 10, 1, 4], ['./split_more.wasm', 8, 0, 0], ];\n"
        ));
        let parts = parts(&page()).expect("as it was cut");
        assert_eq!(
            parts,
            [&WASM[11..], &WASM[..10], &WASM[..8], &WASM[10..11]].concat()
        );
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let text: Vec<u8> = (0..40_000_u32).map(|at| ((at * at) >> 8) as u8).collect();
        let packed = compressed(&text).expect("a file");
        assert!(packed.len() < text.len());
        let mut whole = Vec::new();
        LzmaReader::new_mem_limit(&*packed, u32::MAX, None)
            .expect("a header")
            .read_to_end(&mut whole)
            .expect("as it was packed");
        assert_eq!(whole, text);
    }

    #[test]
    fn letters_are_bytes_that_a_document_keeps() {
        let all: Vec<u8> = (0..=255).collect();
        let noise: Vec<u8> = (0..=u16::MAX)
            .flat_map(|one| one.wrapping_mul(0x9e37).to_be_bytes())
            .collect();
        // Less than by letters of seven bits.
        assert!(letters(&noise).len() * 7 < noise.len() * 8);
        let samples = [
            &all[..],
            &noise,
            &[0; 40],
            &[0xff; 9],
            &[b'<'; 5],
            &[13, 0x1a, 0x34],
            &[],
        ];
        for bytes in samples {
            let text = letters(bytes);
            assert!(!text.contains(['\0', '\r', '<']), "{bytes:?}");
            // The bits as digits, computed as in web/single.js alone.
            let mut bits = String::new();
            for letter in text.chars().map(u32::from) {
                bits += &match letter {
                    1..0x63 => {
                        let left_out = u32::from(letter > 13) + u32::from(letter > 60);
                        format!("{:07b}", letter - 1 - left_out)
                    }
                    0x63..0x80 => format!("{:08b}", letter + 0x5d),
                    0x100..0x800 => format!("{:014b}", letter + 0x3640),
                    0x800..0xd800 => format!("{:021b}", letter + 0x1f_1800),
                    0xe000..0xf000 => format!("{:021b}", letter + 0x1f_1000),
                    _ => panic!("{letter:x}"),
                };
            }
            let expected: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
            assert!(bits.starts_with(&expected), "{bytes:?}");
            assert!(!bits[expected.len()..].contains('1'), "{bytes:?}");
        }
    }

    #[test]
    fn a_piece_that_is_loaded_otherwise_is_an_error() {
        let other = Module {
            glue: "import('./split_more.wasm')".into(),
            ..page()
        };
        assert!(script(&sources(), &other).is_err());
    }
}
