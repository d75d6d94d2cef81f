//! The page's code: web/ compiled for wasm, and its JavaScript bindings.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::project::{self, Project, WASM_TARGET};
use crate::split::{self, Piece, Pieces};

/// The package that is compiled for the browser.
const PAGE: &str = "swizzle-web";

/// Overrides what Cargo.toml says of our own crates, for modules that wait for frames more than they compute. The component
/// tests are compiled in 180 processor seconds in place of 325, and run in 200 in place of 185 (November 2026). Files and lines, which
/// browsers do not show, were half of the module: without them its bindings take 15 processor seconds in place of 22.
pub(crate) const UNOPTIMIZED: (&str, &str) =
    ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-Copt-level=0 -Cdebuginfo=0 -Cstrip=debuginfo");

/// The end of the bindings.
const EXPORTS: &str = "export { initSync, __wbg_init as default };";

/// The files that the browser loads: the compiled page and the JavaScript that joins it to the document.
#[derive(Clone)]
pub(crate) struct Module {
    /// A function's body; what that returns takes `{module_or_path}` and starts the page.
    pub(crate) glue: String,
    /// The WebAssembly file.
    pub(crate) wasm: Vec<u8>,
    /// The files that are loaded after the start; the glue names each `./STEM.wasm`.
    pub(crate) later: Vec<Piece>,
}

/// Compiles the page in release and generates its bindings.
pub(crate) fn build(project: &Project) -> Result<Module> {
    println!("Building the page (first time: about a minute or two)…");
    let compiled = compile(project)?;
    bind(split::cut(&compiled, &project.page_target().join("split"))?)
}

/// Compiles the page as it is while it is edited: whole, without optimization, beside the component tests.
pub(crate) fn draft(project: &Project) -> Result<Module> {
    project::ensure_target(WASM_TARGET)?;
    let line = format!("build --package {PAGE} --features whole --target {WASM_TARGET}");
    let mut command = project.cargo(&line);
    project::run(command.envs([UNOPTIMIZED]))?;
    let compiled = project.target.join(WASM_TARGET).join("debug").join(PAGE);
    let mut output = bindgen()
        .input_path(compiled.with_extension("wasm"))
        .web(true)?
        .generate_output()
        .context("cannot generate the JavaScript bindings of the draft")?;
    Ok(Module { glue: body(output.js())?, wasm: output.wasm_mut().emit_wasm(), later: Vec::new() })
}

/// Compiles the page and returns the compiler's file.
fn compile(project: &Project) -> Result<PathBuf> {
    project::ensure_target(WASM_TARGET)?;
    let mut command = project.cargo(&format!("build --package {PAGE} --release --target {WASM_TARGET}"));
    command
        .arg("--target-dir")
        .arg(project.page_target())
        // Overrides RUSTFLAGS, so that the page does not depend on who builds it.
        .env("CARGO_ENCODED_RUSTFLAGS", flags());
    project::run(&mut command)?;
    let folder = project.page_target().join(WASM_TARGET).join("release");
    Ok(folder.join(PAGE).with_extension("wasm"))
}

/// Compiler flags: relocations, which the splitter goes by, and this machine's paths cut out of the panic messages,
/// which is smaller, and the same everywhere.
fn flags() -> String {
    sources()
        .iter()
        .map(|folder| format!("--remap-path-prefix={}=crates", folder.display()))
        .chain(["-Clink-arg=--emit-relocs".to_owned()])
        .collect::<Vec<_>>()
        .join("\x1f")
}

/// The folders in which cargo has unpacked the dependencies, in a fixed order.
fn sources() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let entries = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let mut folders: Vec<_> = entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    folders.sort();
    folders
}

/// The binding generator, without what only a debugger or an editor reads.
fn bindgen() -> Bindgen {
    let mut bindgen = Bindgen::new();
    bindgen.typescript(false).remove_name_section(true).remove_producers_section(true);
    bindgen
}

/// Generates the bindings of a page in pieces.
fn bind(pieces: Pieces) -> Result<Module> {
    let mut output = bindgen()
        .input_bytes("atlas", pieces.start)
        .web(true)?
        // The files that are loaded later import the function table.
        .keep_lld_exports(true)
        .generate_output()
        .context("cannot generate the JavaScript bindings of the page")?;
    // Every crate with bindings has an entry here, nearly always an empty one.
    let own_files = output.snippets().values().flatten().count() + output.local_modules().len();
    ensure!(
        own_files == 0,
        "a dependency of web/ brings JavaScript files of its own, which the page does not carry: \
         teach xtask/src/page.rs to, or do without"
    );
    let glue = body(&split::join(output.js(), &pieces.loader)?)?;
    Ok(Module { glue, wasm: output.wasm_mut().emit_wasm(), later: pieces.later })
}

/// The bindings in a form that can be inlined in the document: a function's body in place of a module.
fn body(module: &str) -> Result<String> {
    let (statements, after) =
        module.split_once(EXPORTS).context("the bindings end otherwise than xtask/src/wasm.rs knows")?;
    ensure!(
        after.trim().is_empty() && !statements.contains("\nexport "),
        "the bindings export more than xtask/src/wasm.rs knows"
    );
    let statements = statements.replace("import.meta.url", "document.baseURI");
    // A browser looks for the end of a script before it reads it as one.
    ensure!(
        !statements.contains("</script") && !statements.contains("<!--"),
        "the bindings cannot stand in a document"
    );
    Ok(statements + "return __wbg_init;\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_the_body_of_a_function() {
        let module = format!("const at = import.meta.url;\n{EXPORTS}\n");
        assert_eq!(
            body(&module).expect("bindings as known"),
            "const at = document.baseURI;\nreturn __wbg_init;\n"
        );
        for other in [
            "export { init };".to_owned(),
            format!("\nexport function more() {{}}\n{EXPORTS}"),
            format!("text('</script>');\n{EXPORTS}"),
        ] {
            assert!(body(&other).is_err(), "{other}");
        }
    }
}
