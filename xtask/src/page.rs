//! The finished page: a folder that any static host can serve from any path.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use sha2::{Digest as _, Sha256};

use crate::inline::Inline;
use crate::project::{self, Project};
use crate::site::{self, Site};
use crate::split::{Piece, SHARED};
use crate::styles::Sheets;
use crate::{fresh, offline, preview, single, wasm};

/// Markers in the document's template: in its policy for the script and for the style that are inlined; for the preload, the style
/// sheet and the script that starts the page; for the script that watches the start; for the addresses of the page and its
/// preview.
const MARKERS: [&str; 5] = [
    "atlas:script-source",
    "atlas:style-source",
    "<!-- atlas:styles -->",
    "<!-- atlas:script -->",
    "<!-- atlas:site -->",
];

/// The document with these in place of [`MARKERS`].
pub(crate) fn filled(document: &str, parts: [&str; MARKERS.len()]) -> String {
    let places = MARKERS.iter().zip(parts);
    places.fold(document.to_owned(), |document, (marker, part)| document.replace(marker, part))
}

/// The purpose for which the page is built.
#[derive(Debug, PartialEq)]
pub(crate) enum Purpose {
    /// To be put on a host; the address, where it is known, is for those who draw a card for a pasted link.
    Publish(Option<Site>),
    /// To be worked on: without the worker that would answer with the build before.
    WorkOn,
}

impl Purpose {
    /// To be put on any host.
    pub(crate) const ANYWHERE: Purpose = Purpose::Publish(None);
}

/// One file of the page.
pub(crate) struct File {
    /// Its part in the page, as the size table calls it.
    pub(crate) part: Part,
    /// Its name in the folder.
    pub(crate) name: String,
    /// Its content.
    pub(crate) bytes: Vec<u8>,
}

/// The purpose of a file of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Part {
    /// The compiled page.
    Wasm,
    /// JavaScript that the start does not wait for.
    Script,
    /// The host document, with the style sheet, the bindings and what starts them in it.
    Html,
    /// Compiled code that is loaded after the start.
    Later,
    /// The worker that keeps all of these, so that the page works without a network.
    Worker,
    /// The picture that stands for the page where its link is pasted. No visitor loads it.
    Preview,
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
    /// The style sheets.
    pub(crate) sheets: Sheets,
    /// The picture for a pasted link.
    preview: Vec<u8>,
}

impl File {
    /// A file named after its content, so that a host may let browsers keep it for ever.
    fn new(part: Part, stem: &str, extension: &str, bytes: Vec<u8>) -> File {
        let name = format!("{stem}-{}.{extension}", hash(&bytes));
        File { part, name, bytes }
    }

    /// A piece of the compiled page, named after the content of all of them: it fits no others, and the document, which
    /// names some thirty, is smaller with one hash.
    fn piece(piece: Piece, all: &str) -> File {
        File { part: Part::Later, name: format!("{}-{all}.wasm", piece.stem), bytes: piece.wasm }
    }

    /// A text whose name is the same in every build.
    fn named(part: Part, name: &str, text: String) -> File {
        File { part, name: name.to_owned(), bytes: text.into_bytes() }
    }
}

/// Builds the page and writes it into a folder.
pub(crate) fn build(project: &Project, out: &Path, purpose: &Purpose) -> Result<Vec<File>> {
    let sources = read(project)?;
    write(assemble(sources, wasm::build(project)?, purpose), out)
}

/// The same without optimization and in one piece, to be looked at while it is edited.
pub(crate) fn draft(project: &Project, out: &Path) -> Result<Vec<File>> {
    let sources = read(project)?;
    write(assemble(sources, wasm::draft(project)?, &Purpose::WorkOn), out)
}

/// Builds the page for any host, and the same as one file beside it; returns its files and the bytes of the one.
pub(crate) fn build_both(project: &Project, out: &Path) -> Result<(Vec<File>, usize)> {
    let sources = read(project)?;
    let module = wasm::build(project)?;
    let bytes = single::write(&sources, module.clone(), out)?;
    let files = write(assemble(sources, module, &Purpose::ANYWHERE), out)?;
    Ok((files, bytes))
}

/// Reads what is not compiled; what is wrong with it is told before the minutes of the first build.
pub(crate) fn read(project: &Project) -> Result<Sources> {
    let web = project.root().join("web");
    let script = |name: &str| project::read(&web.join(name));
    Ok(Sources {
        document: with_pictures(&document(project)?)?,
        worker: with_markers(&web.join(offline::NAME), &[offline::BUILD])?,
        watch: script("watch.js")?,
        fresh: script("fresh.js")?,
        start: script("start.js")?,
        unpacks: script("single.js")?,
        finds: script("parts.js")?,
        sheets: Sheets::read(&web.join("styles"))?,
        preview: preview::read(project)?,
    })
}

/// Reads the document's template.
fn document(project: &Project) -> Result<String> {
    let pictures = fresh::MARKERS.iter().map(|(marker, _)| *marker);
    let markers: Vec<&str> = MARKERS.into_iter().chain(pictures).collect();
    with_markers(&project.root().join("index.html"), &markers)
}

/// Reads a template, which must hold each marker once.
fn with_markers(path: &Path, markers: &[&str]) -> Result<String> {
    let template = project::read(path)?;
    check(&template, markers).with_context(|| path.display().to_string())?;
    Ok(template)
}

fn check(template: &str, markers: &[&str]) -> Result<()> {
    for marker in markers {
        let count = template.matches(marker).count();
        ensure!(count == 1, "the marker `{marker}` must be there once, and is there {count} times");
    }
    Ok(())
}

/// The document with what a fresh page shows.
fn with_pictures(document: &str) -> Result<String> {
    fresh::MARKERS
        .iter()
        .try_fold(document.to_owned(), |document, (marker, draw)| Ok(document.replace(marker, &draw()?)))
}

/// The page's files, each one after those that it names.
fn assemble(sources: Sources, module: wasm::Module, purpose: &Purpose) -> Vec<File> {
    let mut files = Vec::new();
    let mut glue = module.glue;
    let pieces: Vec<&[u8]> = module.later.iter().map(|piece| &*piece.wasm).collect();
    let all = hash(&pieces.concat());
    for piece in module.later {
        let called = format!("./{}.wasm", piece.stem);
        let file = File::piece(piece, &all);
        glue = glue.replace(&called, &format!("./{}", file.name));
        files.push(file);
    }
    let wasm = File::new(Part::Wasm, "atlas", "wasm", module.wasm);
    let watch = File::new(Part::Script, "watch", "js", sources.watch.into_bytes());
    let start = start(&sources.start, &glue, &wasm.name, purpose);
    let script = Inline::new("script", &format!("{}{start}", sources.fresh));
    let sheet = sources.sheets.inline();
    let preview = File::new(Part::Preview, "preview", "png", sources.preview);

    // Everything that the first picture waits for is in the document, except the wasm file, which comes first: otherwise the
    // browser would learn of it only from the script. In ten cold browsers each, by turns (p50, November 2026), a fresh page's
    // picture was seen after 163 ms instead of 127 with style sheet and `fresh.js` as files, and that of a link after 132
    // instead of 122 with bindings and `start.js` as modules.
    let mut head = format!(
        "<link rel=\"preload\" href=\"./{}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n{}\n{}",
        wasm.name, sheet.element, script.element
    );
    let watching = format!("<script async src=\"./{}\"></script>", watch.name);
    let site = match purpose {
        Purpose::Publish(site) => site.as_ref(),
        Purpose::WorkOn => None,
    };
    let site = site::tags(site, &preview.name);
    files.extend([wasm, watch]);
    if let Purpose::Publish(_) = purpose {
        // The other files' names say what is in them.
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let document = [&sources.document, &sheet.element, &script.element, &site];
        let build = [&document.map(String::as_str), &names[..]].concat();
        let version = hash(build.concat().as_bytes());
        let worker = offline::worker(&sources.worker, &version, &names);
        let _ = write!(head, "\n<meta name=\"build\" content=\"{version}\">");
        files.push(File::named(Part::Worker, offline::NAME, worker));
    }
    let parts = [&script.source, &sheet.source, &head, &watching, &site];
    let html = filled(&sources.document, parts.map(String::as_str));
    files.extend([preview, File::named(Part::Html, "index.html", html)]);
    files
}

/// The script that starts a build, in a block of its own.
fn start(template: &str, glue: &str, wasm: &str, purpose: &Purpose) -> String {
    let is_kept = matches!(purpose, Purpose::Publish(_));
    let keeper = offline::NAME;
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

/// Whether a name is one that [`File::new`] or [`File::piece`] gives: nothing else in the folder is ours to remove.
fn is_ours(name: &str) -> bool {
    let (name, extension) = name.split_once('.').unwrap_or_default();
    name.split_once('-').is_some_and(|(stem, hash)| {
        let is_named = match (stem, extension) {
            ("atlas", "wasm") | ("watch", "js") | ("preview", "png") => true,
            // The splitter's names of files that are loaded later.
            (_, "wasm") => stem.starts_with("split_") || stem.starts_with(SHARED),
            _ => false,
        };
        is_named && is_hash(hash)
    })
}

/// Whether a part of a name is what [`hash`] gives.
pub(crate) fn is_hash(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// A fingerprint as names and versions have it: it differs between two builds and not between two compilers.
fn hash(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module() -> wasm::Module {
        wasm::Module {
            glue: "load('./split_more.wasm');\n".into(),
            wasm: b"\0asm".to_vec(),
            later: vec![Piece { stem: "split_more".into(), wasm: b"\0asm+".to_vec() }],
        }
    }

    fn sources() -> Sources {
        Sources {
            document: format!("<head>{}</head>", MARKERS.concat()),
            worker: "// atlas:build\nstart();\n".into(),
            watch: "watch();".into(),
            fresh: "fresh();".into(),
            start: "init(WASM);".into(),
            unpacks: String::new(),
            finds: String::new(),
            sheets: sheets(),
            preview: b"PNG".to_vec(),
        }
    }

    fn sheets() -> Sheets {
        Sheets("body {}".into())
    }

    fn page() -> [File; 6] {
        let files = assemble(sources(), module(), &Purpose::ANYWHERE);
        files.try_into().unwrap_or_else(|_| panic!("six files"))
    }

    fn text(file: File) -> String {
        String::from_utf8(file.bytes).expect("text")
    }

    /// The version of a build, which the worker and the document have to agree on.
    fn version(files: &[File]) -> String {
        let text = |part| {
            let file = files.iter().find(|file| file.part == part).expect("a file");
            String::from_utf8_lossy(&file.bytes)
        };
        let (worker, html) = (text(Part::Worker), text(Part::Html));
        let (_, version) = worker.split_once("VERSION = '").expect("a version");
        let (version, _) = version.split_once('\'').expect("its end");
        assert!(html.contains(version), "{html}");
        version.to_owned()
    }

    #[test]
    fn the_document_names_what_starts_relatively() {
        let [later, wasm, watch, _, preview, html] = page();
        let html = text(html);
        for file in [wasm, watch, preview] {
            assert!(html.contains(&format!("=\"./{}\"", file.name)), "{html}");
        }
        let sheet = sheets().inline();
        assert!(html.contains(&sheet.element) && html.contains(&sheet.source));
        // The policy allows the script in the document, whatever the build put into it.
        let (_, script) = html.split_once("<script>").expect("a script");
        let (script, _) = script.split_once("</script>").expect("its end");
        assert!(html.contains(&Inline::new("script", script).source));
        assert!(!html.contains("atlas:"));
        let [begun, bound] = ["fresh();", &format!("'./{}'", later.name)];
        assert!(script.find(begun) < script.find(bound) && script.contains("init(WASM)"));
    }

    #[test]
    fn the_pages_own_document_names_nothing_elsewhere() {
        let project = Project::find().expect("the repository");
        let document = document(&project).expect("the document");
        let document = with_pictures(&document).expect("the pictures");
        for attribute in ["href=\"", "src=\"", "action=\""] {
            for address in document.split(attribute).skip(1) {
                // A picture in the document itself, or another page of it.
                let is_own = ["data:", "#/"].iter().any(|own| address.starts_with(own));
                assert!(is_own, "{attribute}{address}");
            }
        }
        let files = assemble(Sources { document, ..sources() }, module(), &Purpose::ANYWHERE);
        let html = files.iter().find(|file| file.part == Part::Html);
        let html = String::from_utf8_lossy(&html.expect("the document").bytes);
        let links = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!links.contains("://"), "{html}");
    }

    #[test]
    fn the_script_names_what_it_loads() {
        let [later, wasm, _, worker, _, html] = page();
        let html = text(html);
        for file in [later, wasm, worker] {
            assert!(html.contains(&format!("'./{}'", file.name)), "{html}");
        }
    }

    #[test]
    fn the_worker_keeps_every_file_that_a_visitor_loads() {
        let files = page();
        let worker = files.iter().find(|file| file.part == Part::Worker);
        let worker = String::from_utf8_lossy(&worker.expect("a worker").bytes);
        for file in &files {
            // The document is kept by the address of its folder, under which visitors open it.
            let is_listed = !matches!(file.part, Part::Worker | Part::Preview | Part::Html);
            let name = format!("'./{}'", file.name);
            assert_eq!(worker.contains(&name), is_listed, "{name} in {worker}");
        }
    }

    #[test]
    fn the_version_changes_with_every_file() {
        let build = |sources, module| version(&assemble(sources, module, &Purpose::ANYWHERE));
        let first = build(sources(), module());
        assert_eq!(first, build(sources(), module()));
        let changes: [fn(&mut Sources, &mut wasm::Module); 7] = [
            |sources, _| sources.document += " ",
            |sources, _| sources.sheets.0 += " ",
            |sources, _| sources.fresh += " ",
            |sources, _| sources.start += " ",
            |_, module| module.glue += " ",
            |_, module| module.wasm.push(0),
            |_, module| module.later[0].wasm.push(0),
        ];
        for change in changes {
            let (mut sources, mut module) = (sources(), module());
            change(&mut sources, &mut module);
            assert_ne!(first, build(sources, module));
        }
        let site = Site::parse("https://example.org/").ok();
        let elsewhere = assemble(sources(), module(), &Purpose::Publish(site));
        assert_ne!(first, version(&elsewhere));
    }

    #[test]
    fn what_is_worked_on_has_no_worker() {
        let files = assemble(sources(), module(), &Purpose::WorkOn);
        for file in &files {
            assert!(file.part != Part::Worker);
            let text = String::from_utf8_lossy(&file.bytes);
            assert!(!text.contains("IS_KEPT = true"));
        }
    }

    #[test]
    fn a_template_needs_each_marker_once() {
        let whole = MARKERS.concat();
        let check = |template: &str| check(template, &MARKERS);
        assert!(check(&whole).is_ok());
        for marker in MARKERS {
            assert!(check(&whole.replace(marker, "")).is_err(), "{marker}");
            assert!(check(&format!("{whole}{marker}")).is_err(), "{marker}");
        }
    }

    #[test]
    fn only_our_own_files_are_removed() {
        let hashed = |file: &&File| !matches!(file.part, Part::Worker | Part::Html);
        let files = page();
        assert_eq!(files.iter().filter(hashed).count(), 4);
        assert!(files.iter().filter(hashed).all(|file| is_ours(&file.name)));
        let others = ["index.html", "offline.js", "atlas.wasm", "split_later.wasm"];
        for name in others.into_iter().chain(["watch-1.js", "style-0123456789abcdef.js"]) {
            assert!(!is_ours(name), "{name}");
        }
    }
}
