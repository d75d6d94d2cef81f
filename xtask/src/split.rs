//! Cuts the code that is loaded later out of the compiled page.
//!
//! The split points in web/src mark where; the splitter follows the linker's relocations, and what only a marked function
//! reaches goes to a file of its own that shares memory and function table with the page.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Result, anyhow, ensure};
use wasm_split_cli_support::{Options, transform};

use crate::joined::joined;
use crate::shared::{MOST_PARTS, Shared, few};

/// The page imports its loader by this name, until [`join`] puts the loader into the bindings.
const LOADER: &str = "./loader.js";
/// The loader imports the bindings by this one.
const BINDINGS: &str = "./glue.js";
/// How the loader's functions begin, one for each marked part.
const LOAD: &str = "__wasm_split_load_";
/// How the splitter calls what only one part reaches.
pub(crate) const PART: &str = "split_";
/// How files are called that several parts share.
pub(crate) const SHARED: &str = "shared_";
/// The parts that are pages, as `web/start.js` calls that of the address: `PAGE`.
const PAGES: [&str; 8] = ["build", "check", "kernel", "learn", "memory", "pages", "tensor", "why"];
/// The functions that the splitter's script defines before its list of files, and that ours calls.
const RUNTIME: [&str; 3] = ["getSharedImports", "wrapAsyncCb", "makeLoad"];

/// A compiled page in pieces.
pub(crate) struct Pieces {
    /// The file that is loaded at the start; its bindings are still to be generated.
    pub(crate) start: Vec<u8>,
    /// JavaScript that loads the others.
    pub(crate) loader: String,
    /// The files that are loaded later.
    pub(crate) later: Vec<Piece>,
}

/// One file that is loaded later.
#[derive(Clone)]
pub(crate) struct Piece {
    /// Its name without extension, as the loader uses it.
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
    let needs: BTreeMap<_, _> = cut.prefetch_map.into_iter().collect();
    ensure!(needs.len() <= MOST_PARTS, "the page has more parts than `Shared::parts` has bits");
    let mut files = BTreeMap::new();
    for stem in needs.values().flatten() {
        if !files.contains_key(stem) {
            files.insert(stem, fs::read(folder.join(stem).with_extension("wasm"))?);
        }
    }

    // Each shared file with the parts that share it: the splitter writes one for each set of parts with something in common.
    let mut chunks = BTreeMap::<&String, Shared>::new();
    for (at, stems) in needs.values().enumerate() {
        for stem in stems.iter().filter(|stem| !stem.starts_with(PART)) {
            chunks.entry(stem).or_insert(Shared::new(stem, files[stem].len())).parts |= 1 << at;
        }
    }
    let shared = few(chunks.into_values().collect());

    let (mut later, mut loads) = (Vec::new(), Vec::new());
    for (number, shared) in shared.iter().enumerate() {
        later.push(Piece {
            stem: format!("{SHARED}{number}"),
            wasm: joined(shared.stems.iter().map(|stem| &*files[stem]))?,
        });
    }
    for (at, (part, stems)) in needs.iter().enumerate() {
        let stem = stems.iter().find(|stem| stem.starts_with(PART));
        let numbers = (0..shared.len()).filter(|number| shared[*number].parts & 1 << at != 0);
        loads.push(Load { part, stem, shared: numbers.collect() });
        if let Some(stem) = stem {
            later.push(Piece { stem: stem.clone(), wasm: joined([&*files[stem]])? });
        }
    }
    let script = fs::read_to_string(folder.join(LOADER))?;
    Ok(Pieces { start: fs::read(start)?, loader: loader(&script, shared.len(), &loads)?, later })
}

/// The files that a marked part needs.
struct Load<'a> {
    /// Its name in web/src.
    part: &'a str,
    /// The file that nothing else needs, where there is such code.
    stem: Option<&'a String>,
    /// The numbers of the files that it shares.
    shared: Vec<usize>,
}

/// How the loader has a file.
pub(crate) fn piece(stem: &str) -> String {
    format!("piece(\"./{stem}.wasm\")")
}

/// The loader: the splitter's functions, so many files that parts share, and which of them each part needs.
fn loader(script: &str, shared: usize, loads: &[Load]) -> Result<String> {
    // Before the list, each file of which has a comment or is exported.
    let lists = |line: &&str| !line.starts_with("/* ") && !line.starts_with("export const ");
    let mut loader: String = script.split_inclusive('\n').take_while(lists).collect();
    for function in RUNTIME {
        ensure!(
            loader.contains(&format!("function {function}(")),
            "the splitter writes another JavaScript than xtask/src/split.rs knows"
        );
    }
    // How a file is had, each kind of build says by `load`. A host may not know the type of WebAssembly, which the streaming
    // form insists on; the start bears that, too.
    // Files of the page that the address opens may be asked for early: the next load of each has that answer.
    loader += "const piece = (name) => {
let early;
const start = () => {
const src = early ?? load(name);
early = undefined;
src.catch(() => {});
return async (imports) => src.then((answer) => answer.arrayBuffer()).then((bytes) => WebAssembly.instantiate(bytes, imports));
};
start.early = () => (early ??= load(name)).catch(() => {});
return start;
};
";
    for number in 0..shared {
        let file = piece(&format!("{SHARED}{number}"));
        loader += &format!("const p{number} = {file}, s{number} = makeLoad(p{number}, []);\n");
    }
    let mut pages = String::new();
    for (at, Load { part, stem, shared }) in loads.iter().enumerate() {
        let own = match stem {
            Some(stem) => {
                let own = format!("q{at}");
                loader += &format!("const {own} = {};\n", piece(stem));
                if let Some(page) = stem.strip_prefix(PART).filter(|page| PAGES.contains(page)) {
                    let shared: String = shared.iter().map(|number| format!("p{number}, ")).collect();
                    pages += &format!("{page}: [{shared}{own}], ");
                }
                own
            }
            None => "() => () => {}".to_owned(),
        };
        let shared: Vec<String> = shared.iter().map(|number| format!("s{number}")).collect();
        let shared = shared.join(", ");
        loader += &format!("const {LOAD}{part} = wrapAsyncCb(makeLoad({own}, [{shared}]));\n");
    }
    loader += &format!("({{ {pages}}})[PAGE]?.forEach((file) => file.early());\n");
    Ok(loader)
}

/// Puts the loader into the bindings. As two files, each would import the other, and neither could be named after its
/// content; and the start would wait for one file more.
pub(crate) fn join(bindings: &str, loader: &str) -> Result<String> {
    let import = |number: usize| format!("import * as import{number} from \"{LOADER}\"\n");
    let back = format!("import {{ initSync }} from \"{BINDINGS}\";\n");
    ensure!(
        bindings.starts_with(&import(1)) && loader.starts_with(&back),
        "the splitter or the binding generator writes another JavaScript than xtask/src/split.rs knows"
    );
    let mut joined = loader[back.len()..].to_owned();
    let loads: Vec<&str> = loader
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with(LOAD))
        .collect();
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
    fn the_loader_says_which_files_a_part_needs() {
        let runtime: String = RUNTIME.map(|name| format!("function {name}() {{}}\n")).concat();
        let script =
            runtime.clone() + "/* learn, later */\nconst __chunk_1 = makeLoad();\nexport const all = 1;\n";
        let [stem, page] = ["split_later", "split_check"].map(str::to_owned);
        let loads = [
            Load { part: "later", stem: Some(&stem), shared: vec![0, 1] },
            Load { part: "learn", stem: None, shared: vec![1] },
            Load { part: "check", stem: Some(&page), shared: vec![1] },
        ];
        let script = loader(&script, 2, &loads).expect("a script as known");
        assert!(script.starts_with(&(runtime + "const piece = (name) =>")), "{script}");
        let list = "const p0 = piece(\"./shared_0.wasm\"), s0 = makeLoad(p0, []);
const p1 = piece(\"./shared_1.wasm\"), s1 = makeLoad(p1, []);
const q0 = piece(\"./split_later.wasm\");
const __wasm_split_load_later = wrapAsyncCb(makeLoad(q0, [s0, s1]));
const __wasm_split_load_learn = wrapAsyncCb(makeLoad(() => () => {}, [s1]));
const q2 = piece(\"./split_check.wasm\");
const __wasm_split_load_check = wrapAsyncCb(makeLoad(q2, [s1]));
({ check: [p1, q2], })[PAGE]?.forEach((file) => file.early());
";
        assert!(script.ends_with(list), "{script}");
        assert!(loader("function makeLoad() {}", 2, &loads).is_err());
    }

    #[test]
    fn the_joined_script_imports_nothing() {
        let bindings = "import * as import1 from \"./loader.js\"\nimport * as import2 from \"./loader.js\"\nuse(import1);\n";
        let loader = "import { initSync } from \"./glue.js\";\nconst __wasm_split_load_more = make();\n";
        let joined = join(bindings, loader).expect("both as known");
        assert!(!joined.contains("import *") && !joined.contains("from"));
        for number in 1..=2 {
            assert!(joined.contains(&format!("const import{number} = {{ __wasm_split_load_more }};")));
        }
        assert!(join("use();", loader).is_err());
    }
}
