//! Runs the cases of `tests/cases`: files of what the program is called with and what it has to say.
//!
//! A file is TOML: a list of [`Case`]s, `[files]` that each of them finds in its folder, and `[values]` that are written `{NAME}`
//! in them, as are `{null}`, `{root}` of the workspace and `{folder}` of the case. A case with `row` (names) and `rows` (lists of
//! their values) is run once a row. A text that is nothing but `{NAME}` becomes the value, whatever type it has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::golden::content;
use crate::program::{Run, program, run};
use crate::said::{faults, found, plain};

macro_rules! files {
    ($($file:ident)*) => {
        $(#[test]
        fn $file() {
            run_file(stringify!($file));
        })*

        #[test]
        fn every_file_is_run() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
            let found = fs::read_dir(path).expect("the cases").flatten();
            let found: BTreeSet<_> = found.map(|file| file.file_name()).collect();
            let run: BTreeSet<_> = [$(concat!(stringify!($file), ".toml").into()),*].into();
            assert_eq!(found, run);
        }
    };
}

files! {
    access addresses allowed build check check_assumed check_shapes check_text chips code conflicts decode docs draw dump fragment help idesc
    lint manners options sarif scale schema tile tma tmem
}

/// A file of cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    values: Map<String, Value>,
    /// The [`content`] of files by their names.
    #[serde(default)]
    files: Value,
    case: Vec<Rows>,
}

/// A case before its rows are put into it.
#[derive(Deserialize)]
struct Rows {
    /// What is asked.
    name: String,
    #[serde(default)]
    row: Vec<String>,
    rows: Option<Vec<Vec<Value>>>,
    #[serde(flatten)]
    case: Map<String, Value>,
}

/// One run of the program.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Case {
    /// The arguments, separated by space; one with spaces is in `'`.
    run: String,
    /// Standard input, a [`content`].
    input: Value,
    env: BTreeMap<String, String>,
    /// The exit code.
    code: i32,
    /// What is said on standard output, and on standard error: nothing where it is not given and the code is not 2. [`faults`] reads it.
    out: Value,
    err: Option<Value>,
    /// Commands that end with the same output and exit code, or with the same at pointers into their JSON.
    same: Vec<String>,
    same_at: Vec<String>,
    /// The folder that it shares, with what is written there, with those before it; without a name it has its own.
    folder: PathBuf,
    /// The folder below it from which the program is called.
    at: String,
    /// Files that are written before the run, by name, and what is said in files after it.
    files: Value,
    written: BTreeMap<String, Value>,
}

/// A value with the values of names in the places of the names.
fn filled(value: &Value, names: &Map<String, Value>) -> Value {
    let in_text = |text: &str| {
        let put = |text: String, (name, value): (&String, &Value)| {
            text.replace(&format!("{{{name}}}"), &plain(value))
        };
        names.iter().fold(text.to_owned(), put)
    };
    match value {
        Value::String(text) => {
            let is_whole = |name: &String| *text == format!("{{{name}}}");
            let whole = names.iter().find(|(name, _)| is_whole(name));
            whole.map_or_else(|| in_text(text).into(), |(_, value)| value.clone())
        }
        Value::Array(all) => all.iter().map(|one| filled(one, names)).collect(),
        Value::Object(all) => {
            let all = all.iter().map(|(key, one)| (in_text(key), filled(one, names)));
            Value::Object(all.collect())
        }
        other => other.clone(),
    }
}

/// A name that has no value.
fn name_left(case: &Value) -> Option<String> {
    let text = case.to_string();
    let mut names = text.split('{').filter_map(|part| part.split_once('}'));
    let is_letter = |byte: u8| byte == b'_' || byte.is_ascii_lowercase();
    let left = names.find(|(name, _)| !name.is_empty() && name.bytes().all(is_letter));
    left.map(|(name, _)| name.to_owned())
}

impl Case {
    /// What is wrong, and what the program said.
    fn faults(&self) -> Vec<String> {
        write(&self.folder, &self.files);
        let (at, input) = (self.folder.join(&self.at), content(&self.input));
        let call = |options: &str| {
            let mut command = program(options);
            run(command.envs(&self.env).current_dir(&at), &input)
        };
        let Run { out, err, code } = call(&self.run);
        let mut all = Vec::new();
        let mut hold = |of: &str, said: &Value, text: &str| {
            let faults = faults(said, text);
            all.extend(faults.iter().map(|fault| format!("{of} {fault}")));
        };
        if code != Some(self.code) {
            let wanted = self.code.to_string();
            hold(&format!("exit code {code:?}"), &wanted.into(), "");
        }
        hold("out", &self.out, &out);
        let nothing = Value::from((self.code != 2).then_some(""));
        hold("err", self.err.as_ref().unwrap_or(&nothing), &err);
        for (name, said) in &self.written {
            let text = fs::read_to_string(self.folder.join(name));
            hold(name, said, &text.unwrap_or_default());
        }
        let at = |out: &str| -> Vec<Value> {
            let json = serde_json::from_str(out).unwrap_or_default();
            let values = self.same_at.iter().map(|pointer| found(&json, pointer));
            values.map(|value| value.expect("the pointer")).collect()
        };
        for other in &self.same {
            let answer = call(other);
            let is_same = match self.same_at.is_empty() {
                true => answer.out == out,
                false => at(&answer.out) == at(&out),
            };
            if !is_same || answer.code != code {
                hold(other, &"an answer that is the same".into(), &answer.out);
            }
        }
        if !all.is_empty() {
            let head: Vec<_> = out.lines().take(40).collect();
            all.push(format!("swizzle {}\n{}\n{err}", self.run, head.join("\n")));
        }
        all
    }
}

fn write(folder: &Path, files: &Value) {
    for (name, file) in files.as_object().into_iter().flatten() {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content(file)).expect("a file");
    }
}

fn read(file: &str) -> (String, File) {
    let path = format!("{}/tests/cases/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a file of cases");
    let all = toml::from_str(&text).unwrap_or_else(|fault| panic!("{file}.toml: {fault}"));
    (text, all)
}

/// A new folder with the files that the cases of a file find.
pub(crate) fn folder_with_files(file: &str, name: &str) -> PathBuf {
    let folders = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases");
    let folder = folders.join(file).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    write(&folder, &read(file).1.files);
    folder
}

fn run_file(file: &str) {
    let (text, all) = read(file);
    let heads = text.lines().zip(1..).filter(|(line, _)| *line == "[[case]]");
    let lines: Vec<i32> = heads.map(|(_, line)| line).collect();
    assert_eq!(lines.len(), all.case.len(), "{file}.toml: heads of cases");
    let (mut report, mut folders, mut values) = (String::new(), BTreeMap::new(), all.values);
    values.insert("root".into(), concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into());
    values.insert("null".into(), Value::Null);
    for (line, written) in lines.into_iter().zip(all.case) {
        let case = Value::Object(written.case);
        let rows = written.rows.unwrap_or_else(|| vec![Vec::new()]);
        assert!(!rows.is_empty(), "{file}.toml:{line}: no row");
        for (at, row) in (1..).zip(rows) {
            assert_eq!(row.len(), written.row.len(), "{file}.toml:{line}: row {at}");
            let mut case = filled(&case, &written.row.iter().cloned().zip(row).collect());
            let name = &written.name;
            let own = format!("{name}-{at}");
            let shared = case["folder"].as_str().unwrap_or(&own).to_owned();
            let new = || folder_with_files(file, &shared);
            let folder: &PathBuf = folders.entry(shared.clone()).or_insert_with(new);
            case["folder"] = folder.display().to_string().into();
            values.insert("folder".into(), case["folder"].clone());
            let case = filled(&case, &values);
            assert_eq!(name_left(&case), None, "{file}.toml:{line}: no value");
            let faults = match serde_json::from_value::<Case>(case) {
                Ok(case) => case.faults(),
                Err(fault) => vec![fault.to_string()],
            };
            if !faults.is_empty() {
                let faults = faults.join("\n  ");
                report += &format!("tests/cases/{file}.toml:{line}: {name}, row {at}\n  {faults}\n");
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}
