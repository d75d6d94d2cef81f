//! The finished page: a folder that any static host can serve from any path.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use sha2::{Digest as _, Sha256};

use crate::inline::Inline;
use crate::project::{self, Project};
use crate::site::{self, Site};
use crate::split::{PART, SHARED};
use crate::{fresh, preview, single, styles, wasm};

/// The worker that keeps the page for visits without a network. Browsers look for a new build under the name of the old one, so it
/// has no hash.
const WORKER: &str = "offline.js";

/// A template with these texts in place of markers, each of which it must hold once.
pub(crate) fn filled(template: &str, parts: &[(&str, &str)]) -> Result<String> {
    let mut filled = template.to_owned();
    for (marker, part) in parts {
        let count = template.matches(marker).count();
        ensure!(count == 1, "the marker `{marker}` must be there once, and is there {count} times");
        filled = filled.replace(marker, part);
    }
    Ok(filled)
}

/// A document with the scripts and styles that its policy allows, what is in its head, the script that watches the start, and the
/// addresses of the page and its preview.
pub(crate) fn with_start(document: &str, parts: [&str; 5]) -> Result<String> {
    let markers = [
        "atlas:script-source",
        "atlas:style-source",
        "<!-- atlas:styles -->",
        "<!-- atlas:script -->",
        "<!-- atlas:site -->",
    ];
    filled(document, &std::array::from_fn::<_, 5, _>(|at| (markers[at], parts[at])))
}

/// The purpose for which the page is built.
#[derive(Debug, PartialEq)]
pub(crate) enum Purpose {
    /// To be put on a host; the address, where it is known, is for those who draw a card for a pasted link.
    Publish(Option<Site>),
    /// To be worked on: without the worker that would answer with the build before. A draft is without optimization and in one piece.
    WorkOn {
        /// Whether it is one.
        is_draft: bool,
    },
}

/// One file of the page.
pub(crate) struct File {
    /// Its name in the folder.
    pub(crate) name: String,
    /// Its content.
    pub(crate) bytes: Vec<u8>,
}

/// The sources of the page's files.
pub(crate) struct Sources {
    /// The host document, with markers.
    pub(crate) document: String,
    /// The worker, with a marker.
    worker: String,
    /// The script that says why the page does not start.
    watch: String,
    /// The script that says whether the document shows what the page will open with.
    pub(crate) fresh: String,
    /// The script that starts the page, with names for the build to fill in.
    pub(crate) start: String,
    /// The script that unpacks a page that is one file.
    pub(crate) unpacks: String,
    /// The script that finds the parts of a page that is one file.
    pub(crate) finds: String,
    /// The style sheet.
    pub(crate) sheet: String,
    /// The picture for a pasted link.
    preview: Vec<u8>,
}

impl File {
    /// A file named after its content, so that a host may let browsers keep it for ever.
    fn new(stem: &str, extension: &str, bytes: Vec<u8>) -> File {
        let name = format!("{stem}-{}.{extension}", hash(&bytes));
        File { name, bytes }
    }
}

/// Builds the page and writes it into a folder.
pub(crate) fn build(project: &Project, out: &Path, purpose: &Purpose) -> Result<Vec<File>> {
    let sources = read(project)?;
    let module = match purpose {
        Purpose::WorkOn { is_draft: true } => wasm::draft(project)?,
        _ => wasm::build(project)?,
    };
    write(assemble(sources, module, purpose)?, out)
}

/// The page in both forms.
pub(crate) struct Built {
    /// The files for a host.
    pub(crate) files: Vec<File>,
    /// The bytes of the one file.
    pub(crate) single: u32,
}

/// Builds the page for any host, and the same as one file beside it.
pub(crate) fn build_both(project: &Project, out: &Path) -> Result<Built> {
    let sources = read(project)?;
    let module = wasm::build(project)?;
    let single = single::write(&sources, &module, out)?;
    let files = write(assemble(sources, module, &Purpose::Publish(None))?, out)?;
    Ok(Built { files, single })
}

/// Reads what is not compiled; what is wrong with it is told before the minutes of the first build.
pub(crate) fn read(project: &Project) -> Result<Sources> {
    let web = project.root.join("web");
    let script = |name: &str| project::read(&web.join(name));
    let [written, read] = fresh::torn()?.map(|image| image.svg());
    let document = filled(
        &project::read(&project.root.join("index.html"))?,
        &[
            ("<!-- atlas:written -->", &written),
            ("<!-- atlas:read -->", &read),
            ("<!-- atlas:digits -->", &fresh::digits()?),
            ("<!-- atlas:figures -->", &fresh::figures()?),
        ],
    )?;
    Ok(Sources {
        document,
        worker: script(WORKER)?,
        watch: script("watch.js")?,
        fresh: script("fresh.js")?,
        start: script("start.js")?,
        unpacks: script("single.js")?,
        finds: script("parts.js")?,
        sheet: styles::sheet(&web.join("styles"))?,
        preview: preview::read(project)?,
    })
}

/// The page's files, each one after those that it names.
fn assemble(sources: Sources, module: wasm::Module, purpose: &Purpose) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let mut glue = module.glue;
    let pieces: Vec<&[u8]> = module.later.iter().map(|piece| &*piece.wasm).collect();
    let all = hash(&pieces.concat());
    for piece in module.later {
        // Named after the content of all of them: it fits no others, and the document, which names some thirty, is smaller with one
        // hash.
        let name = format!("{}-{all}.wasm", piece.stem);
        glue = glue.replace(&format!("./{}.wasm", piece.stem), &format!("./{name}"));
        files.push(File { name, bytes: piece.wasm });
    }
    let wasm = File::new("atlas", "wasm", module.wasm);
    let watch = File::new("watch", "js", sources.watch.into_bytes());
    let start = start(&sources.start, &glue, &wasm.name, purpose);
    let script = Inline::new("script", &format!("{}{start}", sources.fresh));
    let sheet = Inline::new("style", &sources.sheet);
    let preview = File::new("preview", "png", sources.preview);

    // Everything that the first picture waits for is in the document, except the wasm file, which comes first: otherwise the
    // browser would learn of it only from the script. In ten cold browsers each, by turns (p50, November 2026), a fresh page's
    // picture was seen after 163 ms instead of 127 with style sheet and `fresh.js` as files, and that of a link after 132
    // instead of 122 with bindings and `start.js` as modules.
    let mut head = format!(
        "<link rel=\"preload\" href=\"./{}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n{}\n{}",
        wasm.name, sheet.element, script.element
    );
    let watching = format!("<script async src=\"./{}\"></script>", watch.name);
    let site = if let Purpose::Publish(site) = purpose { site.as_ref() } else { None };
    let site = site::tags(site, &preview.name);
    files.extend([wasm, watch]);
    if let Purpose::Publish(_) = purpose {
        // The other files' names say what is in them.
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let document = [&sources.document, &sheet.element, &script.element, &site];
        let build = [&document.map(String::as_str), &names[..]].concat();
        let version = hash(build.concat().as_bytes());
        let list: String = names.iter().map(|name| format!("'./{name}',\n")).collect();
        let build = format!("const VERSION = '{version}';\nconst FILES = [\n{list}];");
        let worker = filled(&sources.worker, &[("// atlas:build", &build)])?;
        let _ = write!(head, "\n<meta name=\"build\" content=\"{version}\">");
        files.push(File { name: WORKER.into(), bytes: worker.into_bytes() });
    }
    let parts = [&script.source, &sheet.source, &head, &watching, &site];
    let html = with_start(&sources.document, parts.map(String::as_str))?;
    files.extend([preview, File { name: "index.html".into(), bytes: html.into_bytes() }]);
    Ok(files)
}

/// The script that starts a build, in a block of its own.
fn start(template: &str, glue: &str, wasm: &str, purpose: &Purpose) -> String {
    let is_kept = matches!(purpose, Purpose::Publish(_));
    let keeper = WORKER;
    format!(
        "{{\n\
         const WASM = './{wasm}', KEEPER = './{keeper}', IS_KEPT = {is_kept};\n\
         const load = (name) => fetch(new URL(name, document.baseURI));\n\
         const bind = () => {{\n'use strict';\n{glue}}};\n\
         {template}}}\n"
    )
}

/// Writes the files, the document last, and only then removes what an earlier build left: a reader of the folder
/// never meets a document whose files are missing.
fn write(files: Vec<File>, out: &Path) -> Result<Vec<File>> {
    for file in &files {
        project::write(&out.join(&file.name), &file.bytes)?;
    }
    for entry in fs::read_dir(out)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if is_ours(&name) && !files.iter().any(|file| file.name == name) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(files)
}

/// Whether a name is one that [`assemble`] gives: nothing else in the folder is ours to remove.
fn is_ours(name: &str) -> bool {
    let stems = ["atlas-", "watch-", "preview-", PART, SHARED];
    is_hashed(name) && stems.iter().any(|stem| name.starts_with(stem))
}

/// Whether a file's name has what [`hash`] gives: another content would have another name.
pub(crate) fn is_hashed(name: &str) -> bool {
    let hash = name.split_once('.').and_then(|(stem, _)| stem.rsplit_once('-'));
    hash.is_some_and(|(_, hash)| hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// A fingerprint as names and versions have it: it differs between two builds and not between two compilers.
fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::Piece;

    fn module() -> wasm::Module {
        wasm::Module {
            glue: "load('./split_more.wasm');\n".into(),
            wasm: b"\0asm".to_vec(),
            later: vec![Piece { stem: "split_more".into(), wasm: b"\0asm+".to_vec() }],
        }
    }

    fn sources() -> Sources {
        read(&Project::here()).expect("the sources")
    }

    fn text<'a>(files: &'a [File], name: &str) -> std::borrow::Cow<'a, str> {
        let file = files.iter().find(|file| file.name == name).expect(name);
        String::from_utf8_lossy(&file.bytes)
    }

    #[test]
    fn the_document_names_its_files_and_nothing_elsewhere() {
        let files = assemble(sources(), module(), &Purpose::Publish(None)).expect("files");
        let (html, worker) = (text(&files, "index.html"), text(&files, WORKER));
        for file in &files {
            let is_document = file.name == "index.html";
            assert_eq!(html.contains(&format!("./{}", file.name)), !is_document, "{}", file.name);
            // The document is kept by the address of its folder, under which visitors open it.
            let is_kept = is_ours(&file.name) && !file.name.starts_with("preview");
            assert_eq!(worker.contains(&format!("'./{}'", file.name)), is_kept, "{}", file.name);
        }
        assert!(
            !html.replace("http://www.w3.org/2000/svg", "").contains("://"),
            "the document names nothing elsewhere"
        );
        // The policy allows the script in the document, whatever the build put into it.
        let (_, script) = html.split_once("<script>").expect("a script");
        let (script, _) = script.split_once("</script>").expect("its end");
        assert!(html.contains(&Inline::new("script", script).source));
    }

    #[test]
    fn the_version_changes_with_every_file() {
        let build = |sources, module, purpose: &Purpose| {
            let files = assemble(sources, module, purpose).expect("files");
            let worker = text(&files, WORKER).into_owned();
            let (_, version) = worker.split_once("VERSION = '").expect("a version");
            let version = version[..16].to_owned();
            assert!(text(&files, "index.html").contains(&version), "the worker and the document agree");
            version
        };
        let nowhere = Purpose::Publish(None);
        let first = build(sources(), module(), &nowhere);
        assert_eq!(first, build(sources(), module(), &nowhere));
        let changes: [fn(&mut Sources, &mut wasm::Module); 7] = [
            |sources, _| sources.document += " ",
            |sources, _| sources.sheet += " ",
            |sources, _| sources.fresh += " ",
            |sources, _| sources.start += " ",
            |_, module| module.glue += " ",
            |_, module| module.wasm.push(0),
            |_, module| module.later[0].wasm.push(0),
        ];
        for change in changes {
            let (mut sources, mut module) = (sources(), module());
            change(&mut sources, &mut module);
            assert_ne!(first, build(sources, module, &nowhere));
        }
        let site = Site::parse("https://example.org/").ok();
        assert_ne!(first, build(sources(), module(), &Purpose::Publish(site)));
    }

    #[test]
    fn what_is_worked_on_has_no_worker() {
        for file in assemble(sources(), module(), &Purpose::WorkOn { is_draft: false }).expect("files") {
            assert!(file.name != WORKER);
            assert!(!String::from_utf8_lossy(&file.bytes).contains("IS_KEPT = true"));
        }
    }

    #[test]
    fn a_template_needs_each_marker_once() {
        let part = [("a:", "b:")];
        assert_eq!(filled("a: c", &part).expect("a template"), "b: c");
        for template in ["c", "a: a:"] {
            assert!(filled(template, &part).is_err(), "{template}");
        }
    }

    #[test]
    fn only_our_own_files_are_removed() {
        let files = assemble(sources(), module(), &Purpose::Publish(None)).expect("files");
        assert_eq!(files.iter().filter(|file| is_ours(&file.name)).count(), 4);
        for name in ["index.html", "offline.js", "atlas.wasm", "watch-1.js", "style-0123456789abcdef.js"] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
