//! The finished page: a folder that any static host can serve from any path.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::project::Project;
use crate::{slim, styles, wasm};

/// Where the template wants the preloads and the style sheet.
const STYLES: &str = "<!-- atlas:styles -->";
/// Where the template wants the script.
const SCRIPT: &str = "<!-- atlas:script -->";

/// One file of the page.
pub(crate) struct File {
    /// Its part in the page, as the size table calls it.
    pub(crate) part: Part,
    /// Its name in the folder.
    pub(crate) name: String,
    /// What is in it.
    pub(crate) bytes: Vec<u8>,
}

/// What a file of the page is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    /// The compiled page.
    Wasm,
    /// JavaScript: the bindings and the few lines that start them.
    Script,
    /// The host document.
    Html,
    /// The style sheet.
    Css,
    /// Compiled code that is loaded after the start.
    Later,
}

impl File {
    /// A file named after its content, so that a host may let browsers keep it for ever.
    fn new(part: Part, stem: &str, extension: &str, bytes: Vec<u8>) -> File {
        let name = format!("{stem}-{:016x}.{extension}", fingerprint(&bytes));
        File { part, name, bytes }
    }
}

/// Builds the page and writes it into a folder.
pub(crate) fn build(project: &Project, out: &Path) -> Result<Vec<File>> {
    let template = template(&project.root().join("index.html"))?;
    let sheet = slim::compact_styles(&styles::read(&project.root().join("web/styles"))?);
    let files = assemble(&template, sheet, wasm::build(project)?);
    write(&files, out).with_context(|| format!("cannot write the page to {}", out.display()))?;
    Ok(files)
}

/// Reads the template, which must hold each marker once; told here, before the minutes of the first build.
fn template(path: &Path) -> Result<String> {
    let template =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    check(&template)?;
    Ok(template)
}

fn check(template: &str) -> Result<()> {
    for marker in [STYLES, SCRIPT] {
        let count = template.matches(marker).count();
        ensure!(
            count == 1,
            "index.html must hold the marker `{marker}` once, and holds it {count} times"
        );
    }
    Ok(())
}

/// The page's files, each one after those that it names.
fn assemble(template: &str, sheet: String, module: wasm::Module) -> Vec<File> {
    let mut files = Vec::new();
    let mut glue = module.glue;
    for piece in module.later {
        let file = File::new(Part::Later, &piece.stem, "wasm", piece.wasm);
        glue = glue.replace(
            &format!("./{}.wasm", piece.stem),
            &format!("./{}", file.name),
        );
        files.push(file);
    }
    let wasm = File::new(Part::Wasm, "atlas", "wasm", module.wasm);
    let glue = File::new(Part::Script, "glue", "js", glue.into_bytes());
    let start = start(&glue.name, &wasm.name).into_bytes();
    let start = File::new(Part::Script, "start", "js", start);
    let css = File::new(Part::Css, "style", "css", sheet.into_bytes());

    // The two that everything waits for come first, or the browser would learn of the wasm file only from the script.
    // Linked rather than put into the document, the style sheet arrives beside them, long before the wasm does.
    let head = format!(
        "<link rel=\"preload\" href=\"./{}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n\
         <link rel=\"modulepreload\" href=\"./{}\">\n\
         <link rel=\"stylesheet\" href=\"./{}\">",
        wasm.name, glue.name, css.name
    );
    let script = format!("<script type=\"module\" src=\"./{}\"></script>", start.name);
    let html = template.replace(STYLES, &head).replace(SCRIPT, &script);
    let html = File {
        part: Part::Html,
        name: "index.html".into(),
        bytes: html.into_bytes(),
    };
    files.extend([wasm, glue, start, css, html]);
    files
}

/// The script that starts the page. A file, not a line in the document: a strict content security policy allows no other.
fn start(glue: &str, wasm: &str) -> String {
    format!(
        "import init from './{glue}';\n\
         init({{ module_or_path: new URL('./{wasm}', import.meta.url) }}).catch((fault) => {{\n  \
           // For the style sheet, which can then show that the page did not start.\n  \
           document.documentElement.dataset.startFault = String(fault);\n  \
           throw fault;\n\
         }});\n"
    )
}

/// Writes the files, the document last, and only then removes what an earlier build left: a reader of the folder
/// never meets a document whose files are missing.
fn write(files: &[File], out: &Path) -> Result<()> {
    fs::create_dir_all(out)?;
    for file in files {
        fs::write(out.join(&file.name), &file.bytes)?;
    }
    for entry in fs::read_dir(out)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_ours(&name) && !files.iter().any(|file| file.name == name) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Whether a name is one that [`File::new`] gives: nothing else in the folder is ours to remove.
fn is_ours(name: &str) -> bool {
    let Some((stem, rest)) = name.split_once('-') else {
        return false;
    };
    let Some((hash, extension)) = rest.split_once('.') else {
        return false;
    };
    let hashed = hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    let named = matches!(
        (stem, extension),
        ("atlas", "wasm") | ("glue" | "start", "js") | ("style", "css")
    );
    // As the splitter calls what is loaded later.
    let later = extension == "wasm" && (stem.starts_with("split_") || stem.starts_with("chunk_"));
    hashed && (named || later)
}

/// 64-bit FNV-1a. Only has to differ between two builds, and must not change with the compiler as std's hasher may.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::Piece;

    fn module() -> wasm::Module {
        wasm::Module {
            glue: "load('./split_more.wasm'); export default init;".into(),
            wasm: b"\0asm".to_vec(),
            later: vec![Piece {
                stem: "split_more".into(),
                wasm: b"\0asm+".to_vec(),
            }],
        }
    }

    fn page() -> [File; 6] {
        let template = format!("<head>{STYLES}{SCRIPT}</head>");
        let files = assemble(&template, "body {}".into(), module());
        files.try_into().unwrap_or_else(|_| panic!("six files"))
    }

    fn text(file: File) -> String {
        String::from_utf8(file.bytes).expect("text")
    }

    #[test]
    fn fingerprint_matches_the_published_vectors() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn the_document_names_what_starts_relatively() {
        let [later, wasm, glue, start, css, html] = page();
        let html = text(html);
        for file in [wasm, glue, start, css] {
            assert!(html.contains(&format!("=\"./{}\"", file.name)), "{html}");
        }
        assert!(!html.contains("atlas:") && !html.contains(&later.name));
    }

    #[test]
    fn each_script_names_what_it_loads() {
        let [later, wasm, glue, start, ..] = page();
        let script = text(start);
        assert!(script.contains(&wasm.name) && script.contains(&glue.name));
        assert!(text(glue).contains(&format!("'./{}'", later.name)));
    }

    #[test]
    fn a_template_needs_each_marker_once() {
        assert!(check(&format!("{STYLES}{SCRIPT}")).is_ok());
        for template in [STYLES.into(), SCRIPT.into(), STYLES.repeat(2) + SCRIPT] {
            assert!(check(&template).is_err(), "{template}");
        }
    }

    #[test]
    fn only_our_own_files_are_removed() {
        assert!(page()[..5].iter().all(|file| is_ours(&file.name)));
        for name in [
            "index.html",
            "atlas.wasm",
            "split_later.wasm",
            "glue-1.js",
            "style-0123456789abcdef.js",
        ] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
