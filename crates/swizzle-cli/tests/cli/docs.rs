//! Runs the commands of the documents: in a block `console` each line `$ swizzle …` is run, and what is below it is its output,
//! in which a line `…` stands for any lines and `…` at the end of a line for the rest of it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::folder_with_files;
use crate::program::{program, run};

/// A command of a document and the lines of its output.
struct Command<'a> {
    line: usize,
    options: &'a str,
    output: Vec<&'a str>,
}

/// The README and all documents.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let inside = fs::read_dir(root.join("docs")).expect("the documents");
    let mut paths: Vec<PathBuf> = inside.flatten().map(|file| file.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    paths.push(root.join("README.md"));
    paths.sort();
    let named = |path: &PathBuf| {
        let name = path.strip_prefix(&root).expect("below it").display();
        (name.to_string(), fs::read_to_string(path).expect("a document"))
    };
    paths.iter().map(named).collect()
}

/// The lines of the blocks of a kind, with their numbers.
fn lines_of_blocks<'a>(text: &'a str, kind: &str) -> Vec<(usize, &'a str)> {
    let (mut lines, mut is_inside) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        match line.trim_start().strip_prefix("```") {
            Some(name) => is_inside = !is_inside && name == kind,
            None if is_inside => lines.push((number, line)),
            None => {}
        }
    }
    lines
}

fn commands(text: &str) -> Vec<Command<'_>> {
    let mut all: Vec<Command<'_>> = Vec::new();
    for (line, written) in lines_of_blocks(text, "console") {
        match (written.strip_prefix("$ swizzle "), all.last_mut()) {
            (Some(options), _) => all.push(Command { line, options, output: Vec::new() }),
            (None, Some(last)) => last.output.push(written),
            (None, None) => panic!("line {line}: output without a command"),
        }
    }
    all
}

/// Whether lines are those that are expected.
fn is_like(lines: &[&str], expected: &[&str]) -> bool {
    let Some((first, rest)) = expected.split_first() else {
        return lines.is_empty();
    };
    if *first == "…" {
        return (0..=lines.len()).any(|skipped| is_like(&lines[skipped..], rest));
    }
    let Some((line, others)) = lines.split_first() else {
        return false;
    };
    let is_same = match first.strip_suffix('…') {
        Some(start) => line.starts_with(start),
        None => line.trim_end() == first.trim_end(),
    };
    is_same && is_like(others, rest)
}

#[test]
fn each_command_of_the_documents_gives_what_is_written() {
    let folder = folder_with_files("docs", "documents");
    let (mut count, mut report) = (0, String::new());
    for (name, text) in documents() {
        for command in commands(&text) {
            count += 1;
            let run = run(program(command.options).current_dir(&folder), b"");
            let (at, lines) = (command.line, run.out + &run.err);
            let lines: Vec<&str> = lines.lines().collect();
            if !is_like(&lines, &command.output) {
                let lines = lines.join("\n");
                report += &format!("{name}:{at}: swizzle {}\n{lines}\n\n", command.options);
            }
        }
    }
    assert!(count >= 15, "{count} commands: some are not seen");
    assert!(report.is_empty(), "{report}");
}

/// A command that is not run here, and the program that would run it.
const ELSEWHERE: &[&str] = &["cargo", "nvcc", "python", "python3", "pip", "pytest", "pre-commit", "git"];

#[test]
fn other_blocks_of_commands_have_no_command_of_this_program() {
    for (name, text) in documents() {
        for (line, written) in lines_of_blocks(&text, "sh") {
            let word = written.split_whitespace().next().unwrap_or_default();
            assert!(ELSEWHERE.contains(&word), "{name}:{line}: {written}");
        }
    }
}

#[test]
fn the_readme_can_be_read_at_one_sitting() {
    let readme = documents().into_iter().find(|(name, _)| name == "README.md");
    assert!(readme.expect("the README").1.lines().count() <= 120);
}

#[test]
fn links_between_documents_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (name, text) in documents() {
        let folder = root.join(&name);
        let folder = folder.parent().expect("a folder");
        for link in text.split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap_or_default();
            let is_file = !link.is_empty() && !link.contains("://");
            assert!(!is_file || folder.join(link).exists(), "{name}: {link}");
        }
    }
}
