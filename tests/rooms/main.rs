//! The core's rooms: each imports only from those before it, by path; and nothing grows past what can be looked over.

mod circles;
mod sources;

use std::fs;
use std::path::Path;
use swizzle_core::solve::spec_from_said;

use sources::{code, files, root};

/// What every room above may import.
const GROUND: &str = "hardware law descriptor tile reader";

/// The rooms from the ground up, and what each imports. `GROUND` stands for the rooms of that list that come before.
const ROOMS: [(&str, &str); 18] = [
    ("hardware", ""),
    ("law", "GROUND"),
    ("descriptor", "GROUND"),
    ("tile", "GROUND"),
    ("reader", "GROUND"),
    ("solve", "GROUND"),
    ("access", "GROUND"),
    ("dump", "GROUND"),
    ("tma", "GROUND"),
    ("words", "GROUND solve access"),
    ("rules", "GROUND solve dump tma words"),
    ("build", "GROUND access solve words rules"),
    ("picture", "GROUND words"),
    ("code", "GROUND solve words rules build"),
    ("state", "GROUND solve words picture"),
    (
        "link",
        "GROUND solve access dump tma words picture build code state",
    ),
    (
        "paste",
        "GROUND solve tma words build picture code state link",
    ),
    (
        "export",
        "GROUND solve words rules picture code state link paste",
    ),
];

/// The first names of a path or of a list of paths in braces.
fn first_names(path: &str) -> Vec<&str> {
    let Some(list) = path.strip_prefix('{') else {
        let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        return vec![&path[..end.unwrap_or(path.len())]];
    };
    let (mut names, mut depth, mut is_first) = (Vec::new(), 0, true);
    for (at, c) in list.char_indices() {
        match c {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => is_first = true,
            c if is_first && !c.is_whitespace() => {
                names.extend(first_names(&list[at..]));
                is_first = false;
            }
            _ => {}
        }
    }
    names
}

/// What a file names of other rooms, or of the crate's root; `super` in a room's own file is the root.
fn imports(path: &Path, code: &str, room: &str) -> Vec<String> {
    let behind = code.split("crate::").skip(1).flat_map(first_names);
    let mut names: Vec<String> = behind.map(str::to_owned).collect();
    if path.ends_with(format!("{room}/mod.rs")) && code.contains("super::") {
        names.push("super".into());
    }
    names.retain(|name| name != room);
    names
}

#[test]
fn each_room_imports_only_from_those_before_it() {
    let mut faults = Vec::new();
    let mut count = 0;
    for (at, (room, may)) in ROOMS.iter().enumerate() {
        let ground = GROUND.split(' ').filter(|ground| {
            let is_before = ROOMS[..at].iter().any(|(before, _)| before == ground);
            is_before && may.contains("GROUND")
        });
        let may: Vec<&str> = may.split(' ').chain(ground).collect();
        let files = files(&root().join("core/src").join(room)).into_iter();
        for path in files.filter(|path| !path.ends_with("tests.rs")) {
            for name in imports(&path, &code(&path), room) {
                count += 1;
                if !may.contains(&&*name) {
                    faults.push(format!("{}: {room} imports {name}", path.display()));
                }
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(count > 200, "{count} imports: they are no longer found");
}

#[test]
fn every_room_is_in_the_list() {
    let folders = fs::read_dir(root().join("core/src")).expect("the core");
    let paths = folders.map(|entry| entry.expect("an entry").path());
    let folders = paths.filter(|path| path.is_dir());
    let mut names: Vec<_> = folders
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .filter(|name| name != "bin")
        .collect();
    names.sort();
    let mut rooms = ROOMS.map(|(room, _)| room);
    rooms.sort_unstable();
    assert_eq!(names, rooms);
}

#[test]
fn the_cores_root_exports_at_most_sixty_names() {
    let code = code(&root().join("core/src/lib.rs"));
    let exports = code.split("pub use ").skip(1);
    let names = exports.flat_map(|export| {
        let export = export.split(';').next().unwrap_or_default();
        let list = export.find('{').map_or("one", |at| &export[at..]);
        first_names(list)
            .into_iter()
            .filter(|name| !name.is_empty())
    });
    let count = names.count();
    assert!((20..=60).contains(&count), "{count} names");
}

#[test]
fn folders_and_files_can_be_looked_over() {
    for (folder, most) in [("core/src", 20), ("web/src", 24)] {
        let count = fs::read_dir(root().join(folder)).expect("a folder").count();
        assert!(count <= most, "{folder} has {count} entries");
    }
    let folders = ["core/src", "web/src", "learn/src", "tests"];
    let long: Vec<String> = folders
        .iter()
        .flat_map(|folder| files(&root().join(folder)))
        .filter_map(|path| {
            let text = fs::read_to_string(&path).expect("a file");
            let lines = text.lines().count();
            (lines > 500).then(|| format!("{}: {lines} lines", path.display()))
        })
        .collect();
    assert_eq!(long, [""; 0]);
}

#[test]
fn the_packed_crate_has_the_licence_texts() {
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let [packed, whole] = ["core", "."].map(|folder| {
            let path = root().join(folder).join(name);
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"))
        });
        assert!(packed == whole, "core/{name} is not the repository's");
    }
}

#[test]
fn paths_in_braces_are_taken_apart() {
    for (path, names) in [
        ("law::Layout;", &["law"][..]),
        ("{law::{Layout, Swizzle}, tile::Tile};", &["law", "tile"]),
        (
            "{\n    hardware,\n    reader::{self, Spec},\n};",
            &["hardware", "reader"],
        ),
        ("spec_from_said(x)", &["Spec"]),
    ] {
        assert_eq!(first_names(path), names, "{path}");
    }
}
