//! Cuts the code that is loaded later out of the compiled page.
//!
//! The split points in web/src mark where; the splitter follows the linker's relocations, and what only a marked function
//! reaches goes to a file of its own that shares memory and function table with the page.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use wasm_encoder::reencode::{self, Reencode};
use wasm_split_cli_support::{Options, transform};
use wasmparser::{CustomSectionReader, Parser};

/// The page imports its loader by this name, until [`join`] puts the loader into the bindings.
const LOADER: &str = "./loader.js";
/// The loader imports the bindings by this one.
const BINDINGS: &str = "./glue.js";
/// How the loader's functions begin, one for each marked part.
const LOAD: &str = "__wasm_split_load_";

/// A compiled page in pieces.
pub(crate) struct Pieces {
    /// What is loaded at the start; its bindings are still to be generated.
    pub(crate) start: Vec<u8>,
    /// JavaScript that loads the others.
    pub(crate) loader: String,
    /// What is loaded later.
    pub(crate) later: Vec<Piece>,
}

/// One file that is loaded later.
#[derive(Clone)]
pub(crate) struct Piece {
    /// Its name without extension, as the loader has it.
    pub(crate) stem: String,
    /// The WebAssembly file.
    pub(crate) wasm: Vec<u8>,
}

/// Cuts a compiled page; the folder is the splitter's to fill.
pub(crate) fn cut(compiled: &Path, folder: &Path) -> Result<Pieces> {
    let compiled = fs::read(compiled)?;
    let start = folder.join("start.wasm");
    let mut options = Options::new(&compiled);
    options.output_dir = folder;
    options.main_out_path = &start;
    options.link_name = LOADER;
    options.main_module = BINDINGS;
    let cut = transform(options).map_err(|fault| anyhow!("cannot split the page: {fault:#}"))?;
    let mut later = Vec::new();
    for path in cut.split_modules {
        let stem = path.file_stem().context("a piece without a name")?;
        later.push(Piece {
            stem: stem.to_string_lossy().into_owned(),
            wasm: compacted(&fs::read(&path)?)?,
        });
    }
    later.sort_by(|one, other| one.stem.cmp(&other.stem));
    Ok(Pieces {
        start: fs::read(start)?,
        loader: fs::read_to_string(folder.join(LOADER))?,
        later,
    })
}

/// Writes a file anew without names and notes, which only a debugger reads.
struct Compact;

impl Reencode for Compact {
    type Error = Infallible;

    fn parse_custom_section(
        &mut self,
        _: &mut wasm_encoder::Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), reencode::Error> {
        Ok(())
    }
}

/// The same file without custom sections, and with each number in as few bytes as it needs: the linker gives five to whatever
/// it may still change, and the splitter keeps them.
pub(crate) fn compacted(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = wasm_encoder::Module::new();
    Compact
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .map_err(|fault| anyhow!("cannot read a compiled file: {fault}"))?;
    Ok(module.finish())
}

/// What loads one file in the loader that the splitter writes, in the form that a host of any types bears.
const FETCHER: [&str; 2] = [
    "() => {\nconst src = fetch(new URL(\"",
    "\", import.meta.url));\nsrc.catch(() => {});\nreturn async (imports) => (src.then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes, imports)));\n}",
];
/// How [`compact`] says the same of a file.
pub(crate) const PIECE: [&str; 2] = ["piece(\"", "\")"];

/// The name of what several files share, by its number, in the script that [`compact`] makes.
pub(crate) const CHUNK: &str = "./chunk_${n}.wasm";

/// What several files share, made when it is first asked for, and a list of it as runs of numbers.
const SHARED: &str = "const shared = {};
const c = (n) => shared[n] ??= makeLoad(piece(`./chunk_${n}.wasm`), []);
const all = (runs) => runs.split(' ').flatMap((run) => {
const [from, to = from] = run.split('-');
return Array.from({ length: to - from + 1 }, (_, at) => c(+from + at));
});
";

/// The loader with what several files share in the form of [`SHARED`]; unchanged where the splitter writes it otherwise.
fn folded(script: &str) -> Option<String> {
    const MARK: &str = "__chunk_";
    let (mut rest, mut folded) = (script, String::new());
    while let Some(at) = rest.find(&format!("const {MARK}")) {
        let (before, from) = rest.split_at(at);
        folded += before;
        let number = &from["const ".len() + MARK.len()..];
        let number = number.split(' ').next()?;
        let made =
            format!("const {MARK}{number} = makeLoad(piece(\"./chunk_{number}.wasm\")\n, []);\n");
        number.parse::<u32>().ok()?;
        rest = from.strip_prefix(&made)?;
    }
    folded += rest;
    let [first, next] = ["[", ", "].map(|before| format!("{before}{MARK}"));
    let mut lists = folded.split(&first);
    let mut short = lists.next()?.to_owned();
    for list in lists {
        let (numbers, after) = list.split_once(']')?;
        let numbers = numbers.split(&next).map(str::parse);
        let numbers: Vec<u32> = numbers.collect::<Result<_, _>>().ok()?;
        short += &format!("all('{}'){after}", runs(&numbers));
    }
    (!short.contains(MARK) && short != script).then(|| [SHARED, &short].concat())
}

/// Numbers as runs of those that follow each other: `3 5-8`.
fn runs(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run[0].to_string(),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// The loader with what it says of each of two hundred files said once: it is part of every first download.
pub(crate) fn compact(script: &str) -> String {
    let [before, after] = FETCHER;
    let mut parts = script.split(before);
    let mut short = parts.next().unwrap_or_default().to_owned();
    let mut count = 0;
    for part in parts {
        match part.split_once(after) {
            Some((name, rest)) if !name.contains('"') => {
                count += 1;
                short += &[PIECE[0], name, PIECE[1], rest].concat();
            }
            _ => short += &[before, part].concat(),
        }
    }
    if count == 0 {
        return short;
    }
    // How a file is had, each kind of build says by `load`.
    let once = [before, after].concat();
    let once = once.replace("fetch(new URL(\"\", import.meta.url))", "load(name)");
    let short = folded(&short).unwrap_or_else(|| short.replace("__chunk_", "c"));
    format!("const piece = (name) => {once};\n{short}")
}

/// Puts the loader into the bindings. As two files, each would import the other, and neither could be named after its
/// content; and the start would wait for one file more.
pub(crate) fn join(bindings: &str, loader: &str) -> Result<String> {
    let import = |number: usize| format!("import * as import{number} from \"{LOADER}\"\n");
    let back = format!("import {{ initSync }} from \"{BINDINGS}\";\n");
    // A host may not know the type of WebAssembly, which the streaming form insists on; the start bears that, too.
    let streaming = "WebAssembly.instantiateStreaming(src, imports)";
    let plain = "src.then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes, imports))";
    ensure!(
        bindings.starts_with(&import(1)) && loader.starts_with(&back) && loader.contains(streaming),
        "the splitter or the binding generator writes another JavaScript than xtask/src/split.rs knows"
    );
    let loader = loader[back.len()..].replace(streaming, plain);
    let loads: Vec<&str> = loader
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with(LOAD))
        .collect();
    let mut joined = loader.replace("export const", "const");
    // The bindings import the loader once for each of its functions.
    let mut bindings = bindings;
    for number in 1.. {
        let Some(rest) = bindings.strip_prefix(&import(number)) else {
            break;
        };
        bindings = rest;
        joined += &format!("\nconst import{number} = {{ {} }};", loads.join(", "));
    }
    Ok(format!("{joined}\n{bindings}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_loads_a_file_is_said_once() {
        let one = |name: &str| {
            format!(
                "const __chunk_{name} = make({}chunk_{name}.wasm{}, []);\n",
                FETCHER[0].to_owned() + "./",
                FETCHER[1]
            )
        };
        let script = one("1") + &one("2");
        let short = compact(&script);
        assert!(
            short.starts_with("const piece = (name) => () => {\nconst src = load(name);\n"),
            "{short}"
        );
        let calls = "const c1 = make(piece(\"./chunk_1.wasm\"), []);\nconst c2 = make(piece(\"./chunk_2.wasm\"), []);\n";
        assert!(short.ends_with(calls), "{short}");
        assert_eq!(compact("use();"), "use();");
    }

    #[test]
    fn what_files_share_is_a_list_of_runs() {
        let made = |number: u32| {
            format!(
                "const __chunk_{number} = makeLoad({}./chunk_{number}.wasm{}\n, []);\n",
                FETCHER[0], FETCHER[1]
            )
        };
        let loads = format!(
            "use(makeLoad({}./split_a.wasm{}\n, [__chunk_3, __chunk_5, __chunk_6, __chunk_7]));\nuse([], [__chunk_5]);\n",
            FETCHER[0], FETCHER[1]
        );
        let made: String = [3, 5, 6, 7].map(made).concat();
        let short = compact(&(made.clone() + &loads));
        assert!(
            short.ends_with(
                "});\nuse(makeLoad(piece(\"./split_a.wasm\")\n, all('3 5-7')));\nuse([], all('5'));\n"
            ),
            "{short}"
        );
        assert_eq!(short.matches(CHUNK).count(), 1);
        // Whatever else is said of such a part stays as it is.
        let other = compact(&(made + &loads + "also(__chunk_3);\n"));
        assert!(other.contains("const c3 = makeLoad(") && other.contains("[c3, c5, c6, c7]"));
    }

    #[test]
    fn numbers_take_few_bytes_and_custom_sections_go() {
        let head = b"\0asm\x01\0\0\0";
        let custom = [0, 3, 1, b'x', 9];
        // One type of a function without parameters and results, and one function of it.
        let types = [1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0];
        // Its body: no locals, a call of itself, the end. The number of what it calls has five bytes, or one.
        let long = [10, 10, 1, 8, 0, 0x10, 0x80, 0x80, 0x80, 0x80, 0, 0x0b];
        let short = [10, 6, 1, 4, 0, 0x10, 0, 0x0b];
        let wasm = [&head[..], &custom, &types, &long, &custom].concat();
        let plain = compacted(&wasm).expect("sections");
        assert_eq!(plain, [&head[..], &types, &short].concat());
        assert!(compacted(&wasm[..wasm.len() - 1]).is_err());
    }

    #[test]
    fn the_joined_script_imports_nothing() {
        let bindings = "import * as import1 from \"./loader.js\"\nimport * as import2 from \"./loader.js\"\nuse(import1);\n";
        let loader = "import { initSync } from \"./glue.js\";\n\
             export const __wasm_split_load_more = wrap(() => WebAssembly.instantiateStreaming(src, imports));\n";
        let joined = join(bindings, loader).expect("both as known");
        assert!(!joined.contains("import *") && !joined.contains("export"));
        for number in 1..=2 {
            assert!(joined.contains(&format!(
                "const import{number} = {{ __wasm_split_load_more }};"
            )));
        }
        assert!(join("use();", loader).is_err());
    }
}
