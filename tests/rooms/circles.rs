//! No files import each other in a circle, within rooms as between them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::sources::{code, files, root};

/// A module's path within its crate.
type Module = Vec<String>;

/// The one circle that stays: a text holds terms, and a term's text is one.
const RECURSION: [&str; 3] = ["learn::entry", "learn::term", "learn::text"];

fn module(source: &Path, file: &Path) -> Module {
    let path = file.strip_prefix(source).expect("below").with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts
        .filter(|part| !matches!(&**part, "mod" | "lib" | "main"))
        .collect()
}

/// The paths of a `use`, its braces opened.
fn paths(list: &str) -> Vec<String> {
    let Some(open) = list.find('{') else {
        let path = list.split(" as ").next().unwrap_or_default();
        return vec![path.trim().to_owned()];
    };
    let close = list.rfind('}').expect("a closed list");
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in list[open + 1..close].chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match (c, parts.last_mut()) {
            (',', _) if depth == 0 => parts.push(String::new()),
            (_, Some(part)) => part.push(c),
            _ => {}
        }
    }
    let prefix = list[..open].trim();
    parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty())
        .flat_map(paths)
        .map(|path| format!("{prefix}{path}"))
        .collect()
}

/// The module that a path names: the longest part of it that is one.
fn named(all: &BTreeMap<Module, String>, from: &Module, path: &str) -> Option<Module> {
    let mut base = from.clone();
    let mut at: Module = Vec::new();
    for (i, part) in path.split("::").enumerate() {
        match (part.trim(), i) {
            ("crate", 0) => base.clear(),
            ("super", _) if at.is_empty() => drop(base.pop()),
            ("self", _) => {}
            (part, _) => at.push(part.to_owned()),
        }
    }
    base.extend(at);
    while !base.is_empty() && !all.contains_key(&base) {
        base.pop();
    }
    Some(base).filter(|found| !found.is_empty() && found != from)
}

/// What each file of a crate imports. A part may name its own folder's face.
fn imports(name: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let source = root().join(name).join("src");
    let of_crate = files(&source).into_iter();
    let all: BTreeMap<Module, String> = of_crate
        .filter(|file| !file.ends_with("tests.rs") && !file.starts_with(source.join("bin")))
        .map(|file| (module(&source, &file), code(&file)))
        .collect();
    let imported = |from: &Module, code: &str| -> BTreeSet<Module> {
        let uses = code.split("use ").skip(1);
        let lists = uses.filter_map(|rest| rest.split(';').next());
        let lists = lists.filter(|list| {
            let first = list.split("::").next().unwrap_or_default();
            matches!(first.trim(), "crate" | "super" | "self")
        });
        let written = code.split("crate::").skip(1).map(|rest| {
            let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let end = rest.find(|c: char| !is_path(c)).unwrap_or(rest.len());
            format!("crate::{}", rest[..end].trim_end_matches(':'))
        });
        let found = lists.flat_map(paths).chain(written);
        found
            .filter_map(|path| named(&all, from, &path))
            .filter(|found| !from.starts_with(found))
            .collect()
    };
    all.iter()
        .map(|(from, code)| (from.clone(), imported(from, code)))
        .collect()
}

/// Everything that is reached from a module.
fn reached(imports: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let mut found = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        for other in imports.get(module).into_iter().flatten() {
            if found.insert(other.clone()) {
                next.push(other);
            }
        }
    }
    found
}

/// The modules of a crate that reach themselves, and how many imports were seen.
fn in_circles(name: &str) -> (Vec<String>, usize) {
    let imports = imports(name);
    let is_in_one = |module: &&Module| reached(&imports, module).contains(*module);
    let found = imports.keys().filter(is_in_one);
    let found = found.map(|module| module.join("::")).collect();
    (found, imports.values().map(BTreeSet::len).sum())
}

#[test]
fn no_circle_of_imports() {
    for (name, allowed, least) in [
        ("core", &[][..], 500),
        ("web", &RECURSION[..], 300),
        ("learn", &[][..], 10),
    ] {
        let (found, count) = in_circles(name);
        assert_eq!(found, allowed, "{name}");
        assert!(
            count > least,
            "{name}: {count} imports: they are no longer found"
        );
    }
}

#[test]
fn lists_of_imports_are_opened() {
    assert_eq!(
        paths("crate::law::{Layout, swizzle::{self, Swizzle}}"),
        [
            "crate::law::Layout",
            "crate::law::swizzle::self",
            "crate::law::swizzle::Swizzle"
        ]
    );
    assert_eq!(paths("super::view as other"), ["super::view"]);
}
